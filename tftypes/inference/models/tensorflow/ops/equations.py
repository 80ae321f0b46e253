"""tf.linalg: systems of linear equations."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, ShapeMismatch, TensorType, broadcast, equal

from .broadcasting import broadcast_shapes, matched
from .decompositions import batch_of, matrices, square
from .rule import OpError, Unsure, rule


@rule(
    "tensorflow.linalg.solve",
    "tf.linalg.solve(f32[N, 3, 3], f32[N, 3, 2]) -> f32[N, 3, 2]",
    "tf.linalg.solve(f32[3, 3], f32[4, 2]) !! 3 equations for 4 right-hand sides",
    "tf.linalg.solve(f32[3, 3], f32[3]) !! expected rank 2 or more, got rank 1",
    "tf.linalg.solve(f32[2, 3], f32[2, 2]) !! expected square matrices",
    "tf.linalg.solve(f32[3, 3], f64[3, 2]) !! expected float32 as matrix has, got float64",
)
def solve(matrix: Any, rhs: Any, adjoint: Any = False, name: Any = None) -> TensorType:
    a, b = _system(matrix, rhs)
    return TensorType(a.dtype, b.shape)


@rule(
    "tensorflow.linalg.triangular_solve",
    "tf.linalg.triangular_solve(f32[N, 3, 3], f32[N, 3, 2]) -> f32[N, 3, 2]",
    "tf.linalg.triangular_solve(f32[3, 3], f32[4, 2]) !! 3 equations for 4 right-hand sides",
)
def triangular_solve(
    matrix: Any, rhs: Any, lower: Any = True, adjoint: Any = False, name: Any = None
) -> TensorType:
    a, b = _system(matrix, rhs)
    batch = broadcast_shapes(batch_of(a.shape), batch_of(b.shape), "rhs")
    return TensorType(a.dtype, batch + Shape.of(b.shape[-2], b.shape[-1]))


@rule(
    "tensorflow.linalg.cholesky_solve",
    "tf.linalg.cholesky_solve(f32[N, 3, 3], f32[N, 3, 2]) -> f32[N, 3, 2]",
    "tf.linalg.cholesky_solve(f32[3, 3], f32[4, 2]) !! 3 equations for 4 right-hand sides",
)
def cholesky_solve(chol: Any, rhs: Any, name: Any = None) -> TensorType:
    return triangular_solve(square(chol, "chol"), rhs)


def _system(matrix: Any, rhs: Any) -> tuple[TensorType, TensorType]:
    a, b, _ = matched(matrix, rhs, ("matrix", "rhs"))
    square(a, "matrix")
    matrices(b, "rhs")
    if equal(a.shape[-1], b.shape[-2]) is False:
        raise OpError(
            "tf-shape", f"{a.shape[-1]} equations for {b.shape[-2]} right-hand sides", "rhs"
        )
    return a, b


@rule(
    "tensorflow.linalg.lstsq",
    "tf.linalg.lstsq(f32[N, 5, 3], f32[N, 5, 2]) -> f32[N, 3, 2]",
    "tf.linalg.lstsq(f32[5, 3], f32[4, 2]) !! 5 equations for 4 right-hand sides",
)
def lstsq(
    matrix: Any, rhs: Any, l2_regularizer: Any = 0.0, fast: Any = True, name: Any = None
) -> TensorType:
    a, b, dtype = matched(matrix, rhs, ("matrix", "rhs"))
    matrices(a, "matrix")
    matrices(b, "rhs")
    if equal(a.shape[-2], b.shape[-2]) is False:
        raise OpError(
            "tf-shape", f"{a.shape[-2]} equations for {b.shape[-2]} right-hand sides", "rhs"
        )
    try:
        batch = broadcast(batch_of(a.shape), batch_of(b.shape))
    except ShapeMismatch:
        raise Unsure from None
    return TensorType(dtype, batch + Shape.of(a.shape[-1], b.shape[-1]))
