"""What fits nowhere else."""

import builtins
from collections.abc import Callable
from types import ModuleType
from typing import Any

import tftypes
from tensorflow._typing import CastTarget, DTypeLike, Flag, Kind, NamedDType, Open, Padding, PrivateMessage, R, TensorLike

def realdiv(x: Open[R], y: Kind[R], name: str | None = None) -> R: ...
def truncatediv(x: Open[R], y: Kind[R], name: str | None = None) -> R: ...
def truncatemod(x: Open[R], y: Kind[R], name: str | None = None) -> R: ...
def histogram_fixed_width(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: CastTarget[R] | NamedDType = ...,
    name: str | None = None,
) -> R: ...
def histogram_fixed_width_bins(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: CastTarget[R] | NamedDType = ...,
    name: str | None = None,
) -> R: ...
def identity_n(input: Any, name: str | None = None) -> list[Any]: ...
def fingerprint(
    data: TensorLike,
    method: TensorLike = "farmhash64",
    name: str | None = None,
) -> Tensor[tftypes.uint8, Any]: ...
def extract_volume_patches(
    input: Open[R],
    ksizes: TensorLike,
    strides: TensorLike,
    padding: Padding,
    name: str | None = None,
) -> R: ...
def space_to_batch_nd(input: Open[R], block_shape: TensorLike, paddings: TensorLike, name: str | None = None) -> R: ...
def required_space_to_batch_paddings(
    input_shape: TensorLike,
    block_shape: TensorLike,
    base_paddings: TensorLike | None = None,
    name: str | None = None,
) -> builtins.tuple[Tensor[Any, Any], Tensor[Any, Any]]: ...
def load_library(library_location: str) -> None: ...
def make_ndarray(tensor: Any) -> Any: ...
def no_gradient(op_type: str) -> None: ...
def register_tensor_conversion_function(
    base_type: type[Any] | builtins.tuple[type[Any], ...],
    conversion_func: Callable[..., Any],
    priority: int = 100,
) -> None: ...

def load_op_library(library_filename: Any) -> ModuleType: ...
def make_tensor_proto() -> PrivateMessage: ...  # and the rest
def nondifferentiable_batch_function() -> Callable[[Callable[_P, _R]], Callable[_P, _R]]: ...  # and the rest
