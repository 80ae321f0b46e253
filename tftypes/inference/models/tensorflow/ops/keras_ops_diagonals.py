"""tf.keras.ops: triangles and diagonals of matrices."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, TensorType, num_elements

from .arguments import rank_at_least
from .keras_ops import counted, each, keras_rule, operand, without_symbols
from .rule import with_parameters
from .tnp_arranging import diagonals, on_diagonal, squared


def _triangle(x: Any, k: Any = 0) -> TensorType:
    value = rank_at_least(operand(x, "x"), 2, "x")
    return TensorType(value.dtype, value.shape)


for _op in ("tril", "triu"):
    keras_rule(
        _op,
        "f32[N, 2, 3]) -> f32[N, 2, 3]",
        "[[1, 2], [3, 4]], k=1) -> i32[2, 2]",
        "f32[3]) !! expected rank 2 or more, got rank 1",
        lax=True,
    )(with_parameters(_triangle, x=..., k=0))


@keras_rule(
    "diag",
    "f32[3]) -> f32[3, 3]",
    "f32[N], k=-2) -> f32[N + 2, N + 2]",
    "f32[3, 4]) -> f32[3]",
    "f32[3, 4], 2) -> f32[2]",
    "f32[2, 3, 4]) !! expected rank 1 or 2, got rank 3",
)
def diag(x: Any, k: Any = 0) -> TensorType:
    value = operand(x, "x")
    return TensorType(value.dtype, on_diagonal(value.shape, k, "x"))


@keras_rule("diagflat", "f32[2, 3]) -> f32[6, 6]", "f32[N], 1) -> f32[N + 1, N + 1]")
def diagflat(x: Any, k: Any = 0) -> TensorType:
    value = operand(x, "x")
    return TensorType(value.dtype, squared(num_elements(value.shape), k))


@keras_rule(
    "diagonal",
    "f32[3, 4]) -> f32[3]",
    "f32[3, 4], offset=2) -> f32[2]",
    "f32[2, 3, 4], axis1=1, axis2=2) -> f32[2, 3]",
)
def diagonal(x: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> TensorType:
    value = operand(x, "x")
    return TensorType(value.dtype, diagonals(value.shape, offset, axis1, axis2))


@keras_rule(
    "trace",
    "f32[3, 4]) -> f32[]",
    "f32[2, 3, N], axis1=1, axis2=2) -> f32[2]",
    "i8[3, 3]) -> i32[]",
)
def trace(x: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> TensorType:
    value = operand(x, "x")
    if not value.dtype.names.isdisjoint({"uint8", "uint16"}):
        without_symbols()  # which are signed in some versions
    kept = diagonals(value.shape, offset, axis1, axis2)
    return TensorType(
        each(value.dtype, counted), kept.slice(0, -1) if kept.rank else Shape.unknown()
    )
