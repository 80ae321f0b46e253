"""tf.linalg: products of matrices; see `decompositions` for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, equal

from .arguments import allow, dtype_argument, rank_at_least
from .broadcasting import broadcast_shapes, one_dtype
from .conversion import as_tensor
from .groups import COMPLEX, FLOATS, INTS
from .rule import OpError, rule
from .values import is_number, known_bool

FACTORS = FLOATS | COMPLEX | (INTS - {"int8", "int16"})


@rule(
    "tensorflow.linalg.matmul",
    "tf.matmul(f32[2, 3], f32[3, 4]) -> f32[2, 4]",
    "tf.matmul(f32[2, 2], [[i32[]], [1]]) -> f32[2, 1]",
    "tf.matmul(f32[2, None], f32[3, 4]) -> f32[2, 4]",
    "tf.matmul(f32[...], f32[3, 4]) -> f32[..., None, 4]",
    "tf.matmul(f32[5, 2, 3], f32[3, 4]) -> f32[5, 2, 4]",
    "tf.matmul(f32[7, 1, 2, 3], f32[5, 3, 4]) -> f32[7, 5, 2, 4]",
    "tf.matmul(f32[N, 3], f32[3, N]) -> f32[N, N]",
    "tf.matmul(f32[3, 2], f32[3, 4], transpose_a=True) -> f32[2, 4]",
    "tf.matmul(f32[2, 3], f32[4, 3], transpose_b=True) -> f32[2, 4]",
    "tf.matmul(c64[3, 2], c64[4, 3], adjoint_a=True, adjoint_b=True) -> c64[2, 4]",
    "tf.matmul([[1., 2.]], [[1.], [2.]]) -> f32[1, 1]",
    "tf.matmul(i8[2, 3], i8[3, 4], output_type=tf.int32) -> i32[2, 4]",
    "tf.matmul(bf16[2, 3], f32[3, 4]) -> f32[2, 4]",
    "tf.matmul(bf16[5, 2, 3], f32[5, 3, 4]) !! expected bfloat16 as a has, got float32",
    "tf.matmul(f32[2, 3], f32[2, 3]) !! inner dims 3 and 2 differ",
    "tf.matmul(f32[16, 64, 2], f32[2, 64, 16]) !! perm=[0, 2, 1]) leaves the batch in its place",
    "tf.matmul(f32[4, 9, 3], f32[4, 3]) !! tf.linalg.matvec(a, b)",
    "tf.matmul(f32[2, 3], f32[3]) !! rank 2 or more",
    "tf.matmul(f32[2, 3], i32[3, 4]) !! expected float32 as a has, got int32",
    "tf.matmul(f32[2, 2, 3], f32[3, 3, 4]) !! do not broadcast",
    "tf.matmul(f32[2, 3], f32[4, 3], transpose_a=True, adjoint_a=True) !! one of the two",
)
def matmul(
    a: Any,
    b: Any,
    transpose_a: Any = False,
    transpose_b: Any = False,
    adjoint_a: Any = False,
    adjoint_b: Any = False,
    a_is_sparse: Any = False,
    b_is_sparse: Any = False,
    output_type: Any = None,
    grad_a: Any = False,
    grad_b: Any = False,
    name: Any = None,
) -> TensorType:
    flip_a = flipped(transpose_a, adjoint_a, "a")
    flip_b = flipped(transpose_b, adjoint_b, "b")
    x, y, dtype = factors(a, b)
    if output_type is not None and x.dtype == y.dtype and x.dtype.is_known:
        dtype = dtype_argument(output_type)
    elif output_type is not None:
        dtype = DType.any()  # of two dtypes nobody looks at it
    elif known_bool(a_is_sparse) is False and known_bool(b_is_sparse) is False:
        allow(x, FACTORS, "a")
    if x.shape.rank == 1 and (y.shape.rank or 0) > 1 and equal(x.shape[0], y.shape[-2]):
        raise OpError(
            "tf-rank", "expected rank 2 or more, got rank 1", "a", "tf.expand_dims(a, 0) is one row"
        )
    dot = x.shape.rank == y.shape.rank == 1 and equal(x.shape[0], y.shape[0])
    rank_at_least(x, 2, "a", "tf.tensordot(a, b, 1) multiplies vectors" if dot else None)
    if (x.shape.rank or 0) > 1 and y.shape.rank == 1 and equal(x.shape[-1], y.shape[0]):
        words = "expected rank 2 or more, got rank 1"
        raise OpError("tf-rank", words, "b", "tf.linalg.matvec(a, b) multiplies a vector")
    rank_at_least(y, 2, "b")
    try:
        return TensorType(dtype, product(x.shape, y.shape, flip_a, flip_b))
    except OpError as error:
        if flip_a is flip_b is False:
            is_left = getattr(a, "kind", None) == "variable"  # what is behind it was turned for it
            upright = _upright(x.shape, y.shape, flip_a, flip_b) if is_left else None
            vectors = _as_vectors(x.shape, y.shape) if y.kind != "variable" else None
            error.hint = vectors or upright or _as_weight(a, b) or error.hint
        raise


def _as_vectors(a: Shape, b: Shape) -> str | None:
    """A product of each of several matrices with a vector of its own, which `matmul` takes for rows of one matrix."""
    outer, dims = (a.dims or ())[:-2], b.dims or ()
    ends = zip((*outer, *(a.dims or ())[-1:]), dims)
    if outer and len(outer) + 1 == len(dims) and all(equal(*each) for each in ends):
        return "tf.linalg.matvec(a, b) multiplies each matrix by its vector"
    return None


def _as_weight(a: Any, b: Any) -> str | None:
    """The shape of the one variable among two factors that fits the other one, where its transpose does not."""
    kinds = [getattr(each, "kind", None) for each in (a, b)]
    if kinds.count("variable") != 1:
        return None
    is_left = kinds[0] == "variable"
    inner = b.shape[-2] if is_left else a.shape[-1]
    kept = a.shape[-2] if is_left else b.shape[-1]
    weight = (a if is_left else b).shape
    if weight.rank != 2 or not (is_number(inner) and is_number(kept)) or inner == kept:
        return None
    shape = (kept, inner) if is_left else (inner, kept)
    return f"a variable of shape {shape} does" if {*shape} != {*(weight.dims or ())} else None


def factors(a: Any, b: Any) -> tuple[TensorType, TensorType, DType]:
    """Both as tensors, and the dtype of their product, which takes two dtypes for matrices, and not for batches of them."""
    x = as_tensor(a, argument="a")
    y = as_tensor(b, like=x.dtype, argument="b")
    may_be_matrices = {x.shape.rank, y.shape.rank} <= {None, 2}
    return x, y, mixed(x, y) if may_be_matrices else one_dtype(x, y, ("a", "b"))


def mixed(a: TensorType, b: TensorType) -> DType:
    """The dtype of a product of matrices: float32 of bfloat16 beside float32, else that of both."""
    left, right = a.dtype.names, b.dtype.names
    made = set(left & right)
    if any("bfloat16" in one and "float32" in other for one, other in permutations((left, right))):
        made.add("float32")
    return DType.of(*made) if made and a.dtype != b.dtype else one_dtype(a, b, ("a", "b"))


def flipped(transpose: Any, adjoint: Any, which: str) -> bool | None:
    """Whether the last two dims change places; None when that is not known.

    Raises OpError when both are asked for.
    """
    one, other = known_bool(transpose), known_bool(adjoint)
    if one and other:
        raise OpError(
            "tf-value",
            f"transpose_{which} or adjoint_{which}: only one of the two",
            f"adjoint_{which}",
        )
    if one or other:
        return True
    return None if one is None or other is None else False


#: What makes matrices change their rows and columns, by the parameter: of the left factor and of the right one.
_FLAGS = ("transpose_a", "transpose_b")


def product(
    a: Shape,
    b: Shape,
    flip_a: bool | None,
    flip_b: bool | None,
    argument: str = "b",
    flags: Sequence[str] = _FLAGS,
) -> Shape:
    """The shape of a product of (batches of) matrices."""
    matrix = outer(a, b, flip_a, flip_b, argument, flags)
    try:
        batch = broadcast_shapes(a.slice(0, -2), b.slice(0, -2), argument)
    except OpError as error:
        hint = _upright(a, b, flip_a, flip_b)
        raise OpError("tf-shape", f"batch dims {error.message}", argument, hint) from None
    return batch + matrix


def outer(
    a: Shape,
    b: Shape,
    flip_a: bool | None,
    flip_b: bool | None,
    argument: str,
    flags: Sequence[str],
) -> Shape:
    """The rows and columns of a product, whatever the batches."""
    rows, inner_a = _matrix(a, flip_a)
    inner_b, columns = _matrix(b, flip_b)
    if equal(inner_a, inner_b) is False:
        raise OpError(
            "tf-shape",
            f"inner dims {inner_a} and {inner_b} differ",
            argument,
            _transpose_hint(a, b, flip_a, flip_b, flags),
        )
    return Shape.of(rows, columns)


def _matrix(shape: Shape, flip: bool | None) -> tuple[Dim, Dim]:
    """Rows and columns."""
    if flip is None:
        return UNKNOWN, UNKNOWN
    rows, columns = shape[-2], shape[-1]
    return (columns, rows) if flip else (rows, columns)


def _transpose_hint(
    a: Shape, b: Shape, flip_a: bool | None, flip_b: bool | None, flags: Sequence[str]
) -> str | None:
    """The transposition that would make it right."""
    ways = zip(flags, (flip_a, flip_b), ((not flip_a, flip_b), (flip_a, not flip_b)))
    fits = [f"{name}={not flag}" for name, flag, flips in ways if _fits(a, b, *flips)][::-1]
    return f"did you mean {' or '.join(fits)}?" if fits else _upright(a, b, flip_a, flip_b)


def _fits(a: Shape, b: Shape, flip_a: bool | None, flip_b: bool | None) -> bool:
    """Whether two factors have a product for sure, as far as their batches are known."""
    if equal(_matrix(a, flip_a)[1], _matrix(b, flip_b)[0]) is not True:
        return False
    try:
        broadcast_shapes(a.slice(0, -2), b.slice(0, -2), "b")
    except OpError:
        return False
    return True


def _upright(a: Shape, b: Shape, flip_a: bool | None, flip_b: bool | None) -> str | None:
    """What to do where `tf.transpose` has turned the batches too."""
    for turned in (a, b):
        if (turned.rank or 0) < 3:
            continue
        *batch, rows, columns = reversed(turned.dims or ())
        upright = Shape.of(*batch, columns, rows)
        pair = (upright, b) if turned is a else (a, upright)
        if _fits(*pair, flip_a, flip_b):
            perm = [*range(len(batch)), len(batch) + 1, len(batch)]
            return f"tf.transpose(..., perm={perm}) leaves the batch in its place"
    return None
