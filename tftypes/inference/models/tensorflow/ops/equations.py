"""tf.linalg: systems of linear equations."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, ShapeMismatch, TensorType, broadcast, equal

from .arguments import allow, rank_at_least
from .broadcasting import broadcast_shapes, matched
from .decompositions import batch_of, matrices, square
from .groups import MATRICES
from .rule import OpError, Unsure, rule


@rule(
    "tensorflow.linalg.solve",
    "tf.linalg.solve(f32[N, 3, 3], f32[N, 3, 2]) -> f32[N, 3, 2]",
    "tf.linalg.solve(f32[3, 3], f32[4, 2]) !! 3 equations for 4 right-hand sides",
    "tf.linalg.solve(f32[3, 3], f32[3]) !! rhs[:, None] is one column",
    "tf.linalg.solve(f32[8, 1, 3, 3], f32[8, 3, 1]) !! tf.squeeze(matrix, axis=1) is",
    "tf.linalg.solve(f32[8, 3, 3], f32[3, 1]) !! tf.broadcast_to(rhs, [8, 3, 1]) is",
    "tf.linalg.solve(f32[1, 3, 3], f32[8, 3, 1]) !! tf.broadcast_to(matrix, [8, 3, 3]) is",
    "tf.linalg.solve(f32[8, 3, 3], f32[7, 3, 1]) !! batches [8] and [7] are not the same",
    "tf.linalg.solve(f32[2, 3], f32[2, 2]) !! expected square matrices",
    "tf.linalg.solve(f32[3, 3], f64[3, 2]) !! expected float32 as matrix has, got float64",
)
def solve(matrix: Any, rhs: Any, adjoint: Any = False, name: Any = None) -> TensorType:
    a, b = _system(matrix, rhs)
    _one_batch(a.shape, b.shape)
    return TensorType(a.dtype, b.shape)


def _one_batch(a: Shape, b: Shape) -> None:
    """Raises OpError for batches of another rank or size: they do not broadcast."""
    one, other = batch_of(a), batch_of(b)
    if a.rank is None or b.rank is None:
        return
    if a.rank == b.rank and all(equal(*pair) is not False for pair in zip(one, other)):
        return
    words = f"batches {one} and {other} are not the same, and do not broadcast"
    ways = (
        ("rhs", _alike("rhs", b, other, one)),
        ("matrix", _alike("matrix", a, one, other)),
    )
    name, hint = next((each for each in ways if each[1]), ("rhs", None))
    raise OpError("tf-shape", words, name, hint)


def _alike(name: str, shape: Shape, batch: Shape, wanted: Shape) -> str | None:
    """How a batch becomes the other one: without an axis of one, or repeated."""
    sizes = list(batch)
    for axis, size in enumerate(sizes):
        if size == 1 and Shape.of(*sizes[:axis], *sizes[axis + 1 :]) == wanted:
            return f"tf.squeeze({name}, axis={axis}) is"
    try:
        is_repeated = broadcast(batch, wanted) == wanted
    except ShapeMismatch:
        return None
    whole = wanted + shape.slice(-2, None)
    return f"tf.broadcast_to({name}, {whole}) is" if is_repeated and whole.is_known else None


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
    is_vector = b.shape.rank == 1 and a.shape.rank == 2
    rank_at_least(b, 2, "rhs", "rhs[:, None] is one column" if is_vector else None)
    allow(b, MATRICES, "rhs")
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
