"""tf.linalg: norms of vectors and matrices, and what is divided by them."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import DType, Shape, TensorType

from .arguments import allow, choice
from .conversion import as_tensor
from .groups import FLOATS, INEXACT, SIGNED
from .joining import operands
from .reductions import reduced
from .rule import OpError, rule


@rule(
    "tensorflow.norm",
    "tf.norm(f32[2, 3]) -> f32[]",
    "tf.norm(f32[2, N], axis=0) -> f32[N]",
    "tf.norm(f32[2, 3, 4], ord='fro', axis=[-2, -1]) -> f32[2]",
    "tf.norm(f32[2, 3], ord=1, axis=1, keepdims=True) -> f32[2, 1]",
    "tf.norm(i32[2, 3], ord=1, axis=0) -> i32[3]",
    "tf.norm(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "tf.norm(i32[2, 3]) !! int32 is not supported",
    "tf.norm(f32[3], ord='l2') !! 'l2' is none of 'euclidean', 'fro'",
    "tf.norm(f32[2, 3, 4], axis=[0, 1, 2]) !! an axis, or two of a matrix, got 3",
)
def norm(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: Any = None, name: Any = None
) -> TensorType:
    x = as_tensor(tensor, argument="tensor")
    choice(ord, ("euclidean", "fro"), "ord")
    if ord in ("euclidean", "fro", 2):
        allow(x, INEXACT, "tensor")
    allow(x, INEXACT | SIGNED, "tensor")
    if isinstance(axis, (list, tuple)) and not 0 < len(axis) <= 2:
        raise OpError("tf-axis", f"an axis, or two of a matrix, got {len(axis)}", "axis")
    dtype = x.dtype if not x.dtype.is_complex else DType.any()
    return TensorType(dtype, reduced(x.shape, axis, keepdims))


@rule(
    "tensorflow.linalg.normalize",
    "tf.linalg.normalize(f32[3, N], axis=1) -> (f32[3, N], f32[3, 1])",
    "tf.linalg.normalize(f32[3, 4], axis=2) !! axis 2 is out of range for rank 2",
)
def normalize(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, name: Any = None
) -> tuple[TensorType, TensorType]:
    x = allow(as_tensor(tensor, argument="tensor"), INEXACT, "tensor")
    if axis is None:
        return TensorType(x.dtype, x.shape), TensorType(DType.any(), Shape.unknown())
    return TensorType(x.dtype, x.shape), norm(x, ord, axis, True)


@rule(
    "tensorflow.linalg.global_norm",
    "tf.linalg.global_norm([f32[3], f32[4, None]]) -> f32[]",
    "tf.linalg.global_norm([i32[3]]) !! int32 is not supported",
)
def global_norm(t_list: Any, name: Any = None) -> TensorType:
    tensors = (
        operands([item for item in t_list if item is not None])
        if isinstance(t_list, (list, tuple))
        else None
    )
    for each in tensors or ():
        allow(each, FLOATS, "t_list")
    return TensorType(tensors[0].dtype if tensors else DType.any(), Shape.scalar())
