# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from collections.abc import Callable
from tensorflow._bases import DT, Flag, NamedDType, Operand, Value
from tensorflow._typing import DenseLike, Open, R, ShapeLike, TensorLike
from typing import Any, Literal, SupportsIndex, overload
from tensorflow import SparseTensor as SparseTensor

def expand_dims(
    sp_input: tftypes.SparseTensor[DT, Any],
    axis: TensorLike | None = None,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def from_dense(
    tensor: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def eye(
    num_rows: TensorLike,
    num_columns: TensorLike | None = None,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def fill_empty_rows(
    sp_input: tftypes.SparseTensor[DT, Any],
    default_value: TensorLike,
    name: str | None = None,
) -> tuple[tf.SparseTensor[DT, Any], tf.Tensor[tftypes.bool, Any]]: ...
def mask(
    a: tftypes.IndexedSlices[DT, Any],
    mask_indices: TensorLike,
    name: str | None = None,
) -> tf.IndexedSlices[DT, Any]: ...
def maximum(
    sp_a: tftypes.SparseTensor[DT, Any],
    sp_b: tftypes.SparseTensor[DT, Any],
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def minimum(
    sp_a: tftypes.SparseTensor[DT, Any],
    sp_b: tftypes.SparseTensor[DT, Any],
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def reorder(sp_input: tftypes.SparseTensor[DT, Any], name: str | None = None) -> tf.SparseTensor[DT, Any]: ...
def reset_shape(sp_input: tftypes.SparseTensor[DT, Any], new_shape: ShapeLike = None) -> tf.SparseTensor[DT, Any]: ...
def reshape(
    sp_input: tftypes.SparseTensor[DT, Any],
    shape: ShapeLike,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def retain(sp_input: tftypes.SparseTensor[DT, Any], to_retain: TensorLike) -> tf.SparseTensor[DT, Any]: ...
def slice(
    sp_input: tftypes.SparseTensor[DT, Any],
    start: TensorLike,
    size: TensorLike,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def softmax(sp_input: tftypes.SparseTensor[DT, Any], name: str | None = None) -> tf.SparseTensor[DT, Any]: ...
def sparse_dense_matmul(
    sp_a: Any,
    b: TensorLike,
    adjoint_a: Flag = False,
    adjoint_b: Flag = False,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def split(
    sp_input: tftypes.SparseTensor[DT, Any] | None = None,
    num_split: int | None = None,
    axis: TensorLike | None = None,
    name: str | None = None,
) -> list[tf.SparseTensor[DT, Any]]: ...
def to_dense(
    sp_input: tftypes.SparseTensor[DT, Any],
    default_value: TensorLike | None = None,
    validate_indices: Flag = True,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def to_indicator(
    sp_input: tftypes.SparseTensor[Any, Any],
    vocab_size: TensorLike,
    name: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def transpose(
    sp_input: tftypes.SparseTensor[DT, Any],
    perm: TensorLike | None = None,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def concat(
    axis: SupportsIndex,
    sp_inputs: Any,
    expand_nonconcat_dims: Flag = False,
    name: str | None = None,
) -> tf.SparseTensor[Any, Any]: ...
def cross(
    inputs: Any,
    name: str | None = None,
    separator: str | None = None,
) -> tf.SparseTensor[tftypes.string, Any]: ...
def cross_hashed(
    inputs: Any,
    num_buckets: TensorLike = 0,
    hash_key: TensorLike | None = None,
    name: str | None = None,
) -> tf.SparseTensor[tftypes.int64, Any]: ...
def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> tf.SparseTensor[Any, Any]: ...
def bincount(
    values: TensorLike,
    weights: TensorLike | None = None,
    axis: TensorLike = 0,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    binary_output: Flag = False,
    name: str | None = None,
) -> tf.SparseTensor[Any, Any]: ...
def segment_mean(
    data: Open[R],
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: Flag = False,
) -> R: ...
def segment_sqrt_n(
    data: Open[R],
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: Flag = False,
) -> R: ...
def segment_sum(
    data: Open[R],
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: Flag = False,
) -> R: ...
@overload
def add(a: tftypes.SparseTensor[DT, Any], b: tftypes.SparseTensor[Any, Any], threshold: TensorLike = 0) -> tf.SparseTensor[DT, Any]: ...
@overload
def add(a: tftypes.SparseTensor[DT, Any], b: DenseLike, threshold: TensorLike = 0) -> tf.Tensor[DT, Any]: ...
@overload
def add(a: DenseLike, b: tftypes.SparseTensor[DT, Any], threshold: TensorLike = 0) -> tf.Tensor[DT, Any]: ...
@overload
def add(a: Any, b: Any, threshold: TensorLike = 0) -> Any: ...
def sampled_addmm(indices: TensorLike, values: TensorLike, dense_shape: TensorLike, mat1: TensorLike, mat2: TensorLike, beta: Any = 1.0, alpha: TensorLike | None = 1.0, output_type: tf.DType[DT] | NamedDType = ...) -> tuple[tf.Tensor[Any, Any], tf.Tensor[DT, Any], tf.Tensor[Any, Any]]: ...
@overload
def reduce_max(sp_input: tftypes.SparseTensor[DT, Any], axis: TensorLike | None = None, keepdims: TensorLike | None = None, output_is_sparse: Literal[False] = False, name: str | None = None) -> tf.Tensor[DT, Any]: ...
@overload
def reduce_max(sp_input: tftypes.SparseTensor[DT, Any], axis: TensorLike | None = None, keepdims: TensorLike | None = None, *, output_is_sparse: Literal[True], name: str | None = None) -> tf.SparseTensor[DT, Any]: ...
@overload
def reduce_max(sp_input: tftypes.SparseTensor[DT, Any], axis: TensorLike | None = None, keepdims: TensorLike | None = None, output_is_sparse: Flag = False, name: str | None = None) -> Any: ...
@overload
def reduce_sum(sp_input: tftypes.SparseTensor[DT, Any], axis: TensorLike | None = None, keepdims: TensorLike | None = None, output_is_sparse: Literal[False] = False, name: str | None = None) -> tf.Tensor[DT, Any]: ...
@overload
def reduce_sum(sp_input: tftypes.SparseTensor[DT, Any], axis: TensorLike | None = None, keepdims: TensorLike | None = None, *, output_is_sparse: Literal[True], name: str | None = None) -> tf.SparseTensor[DT, Any]: ...
@overload
def reduce_sum(sp_input: tftypes.SparseTensor[DT, Any], axis: TensorLike | None = None, keepdims: TensorLike | None = None, output_is_sparse: Flag = False, name: str | None = None) -> Any: ...
