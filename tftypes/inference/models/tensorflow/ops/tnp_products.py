"""tf.experimental.numpy: sums of products over shared dims."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import DType, Shape, TensorType, num_elements

from .arguments import allow, choice, rank_at_least
from .broadcasting import broadcast_shapes
from .groups import REALS
from .linalg import FACTORS
from .rule import RULES, OpError, Unsure
from .tnp import array, naming, numpy_rule, shape_of, together
from .values import FLOAT32, is_number, of


def _ranks(a: Shape, b: Shape) -> tuple[int, int]:
    """Raises Unsure where one is not known."""
    if a.rank is None or b.rank is None:
        raise Unsure
    return a.rank, b.rank


def _contracted(a: Shape, b: Shape, axes: Any) -> Shape:
    made = RULES["tensorflow.tensordot"].call(
        a=TensorType(FLOAT32, a), b=TensorType(FLOAT32, b), axes=axes
    )
    shape: Shape = made.shape
    return shape


def _multiplied(a: Any, b: Any) -> DType:
    """The dtype of a product of matrices."""
    return allow(TensorType(together(a, b), Shape.unknown()), FACTORS, None).dtype


def _last_dims(a: Any, b: Any, other: int) -> TensorType:
    """Products over the last dim of the first operand and the dim of the second that is named, or its only one."""
    x, y = shape_of(a, "a"), shape_of(b, "b")
    left, right = _ranks(x, y)
    if not left or not right:
        return TensorType(together(a, b), broadcast_shapes(x, y, "b"))
    return TensorType(together(a, b), _contracted(x, y, [[-1], [max(other, -right)]]))


@numpy_rule(
    "matmul",
    "f32[2, N], f32[N, 4]) -> f32[2, 4]",
    "f32[5, 2, 3], f32[3, 4]) -> f32[5, 2, 4]",
    "f32[2, N], f32[N]) -> f32[2]",
    "f32[N], f32[5, N, 4]) -> f32[5, 4]",
    "f32[N], f32[N]) -> f32[]",
    "[[1.0, 2.0]], f32[2, 3]) -> f32[1, 3]",
    "i32[2, 3], f32[3, 4]) -> f64[2, 4]",
    "f32[...], f32[3, 4]) -> f32[...]",
    "f32[2, 3], f32[2, 3]) !! inner dims 3 and 2 differ",
    "f32[2, 3], f32[]) !! expected rank 1 or more, got rank 0",
    "b[2, 3], b[3, 4]) !! bool is not supported",
)
def matmul(x1: Any, x2: Any) -> TensorType:
    a, b = shape_of(x1, "x1"), shape_of(x2, "x2")
    dtype = _multiplied(x1, x2)
    for shape, argument in ((a, "x1"), (b, "x2")):
        rank_at_least(TensorType(dtype, shape), 1, argument)
    if a.rank is None or b.rank is None:
        return TensorType(dtype, Shape.unknown())
    if b.rank == 1:
        return TensorType(dtype, _contracted(a, b, 1))
    if a.rank == 1:
        return TensorType(dtype, _contracted(a, b, [[0], [-2]]))
    with naming(a="x1", b="x2"):
        made = RULES["tensorflow.linalg.matmul"].call(
            a=TensorType(FLOAT32, a), b=TensorType(FLOAT32, b)
        )
    return TensorType(dtype, made.shape)


@numpy_rule(
    "dot",
    "f32[2, N], f32[N, 4]) -> f32[2, 4]",
    "f32[N], f32[N]) -> f32[]",
    "f32[2, 3], f32[5, 3, 4]) -> f32[2, 5, 4]",
    "f32[2, N], 2.0) -> f32[2, N]",
    "[1, 2], [3, 4]) -> i64[]",
    "f32[...], f32[3, 4]) -> anything",
    "f32[2, 3], f32[2, 3]) !! dims 3 and 2 differ",
)
def dot(a: Any, b: Any) -> TensorType:
    return _last_dims(a, b, -2)


@numpy_rule(
    "inner",
    "f32[2, N], f32[4, N]) -> f32[2, 4]",
    "f32[N], f32[N]) -> f32[]",
    "f32[2, N], 2.0) -> f32[2, N]",
    "f32[3], f64[3]) -> f64[]",
    "f32[2, 3], f32[3, 2]) !! dims 3 and 2 differ",
)
def inner(a: Any, b: Any) -> TensorType:
    return _last_dims(a, b, -1)


@numpy_rule(
    "vdot",
    "f32[2, 3], f32[6]) -> f32[]",
    "c64[N], f32[N]) -> c64[]",
    "[1, 2], [3, 4]) -> i64[]",
    "f32[2], f32[3]) !! 2 and 3 elements",
)
def vdot(a: Any, b: Any) -> TensorType:
    one, other = num_elements(shape_of(a, "a")), num_elements(shape_of(b, "b"))
    if is_number(one) and is_number(other) and one != other:
        raise OpError("tf-shape", f"{one} and {other} elements", "b")
    return TensorType(_multiplied(a, b), Shape.scalar())


@numpy_rule(
    "outer",
    "f32[2], f32[N]) -> f32[2, N]",
    "f32[2, 3], i32[4]) -> f64[6, 4]",
    "[1, 2], 3) -> i64[2, 1]",
    "[[1], [2, 3]], f32[2]) !! nested lists of different shapes",
)
def outer(a: Any, b: Any) -> TensorType:
    one, other = num_elements(shape_of(a, "a")), num_elements(shape_of(b, "b"))
    return TensorType(together(a, b), of(one, other))


@numpy_rule(
    "tensordot",
    "f32[2, 3, N], f32[3, N, 4]) -> f32[2, 4]",
    "f32[2, N], f32[N, 4], 1) -> f32[2, 4]",
    "f32[2, N], f32[4, N], [[1], [1]]) -> f32[2, 4]",
    "i32[2, 3], f32[3, 4], axes=1) -> f64[2, 4]",
    "f32[2, 3], f32[4, 5], 1) !! dims 3 and 4 differ",
)
def tensordot(a: Any, b: Any, axes: Any = 2) -> TensorType:
    shape = _contracted(shape_of(a, "a"), shape_of(b, "b"), axes)
    return TensorType(_multiplied(a, b), shape)


@numpy_rule(
    "kron",
    "f32[2, N], f32[3, 4]) -> f32[6, 4*N]",
    "f32[2], f32[3, 4]) -> f32[3, 8]",
    "i32[2], f32[3]) -> f64[6]",
    "[1, 2], [3]) -> i64[2]",
    "[[1], [2, 3]], f32[2]) !! nested lists of different shapes",
)
def kron(a: Any, b: Any) -> TensorType:
    x, y = shape_of(a, "a"), shape_of(b, "b")
    rank = max(_ranks(x, y))
    left, right = ([*[1] * (rank - len(shape)), *shape] for shape in (x, y))
    return TensorType(together(a, b), of(*(one * other for one, other in zip(left, right))))


@numpy_rule(
    "cross",
    "f32[N, 3], f32[N, 3]) -> f32[N, 3]",
    "f32[3], f32[5, 3]) -> f32[5, 3]",
    "f32[4, 2], f32[4, 2]) -> f32[4]",
    "f32[4, 2], f32[4, 3]) -> f32[4, 3]",
    "f32[3, 5], f32[3, 5], axis=0) -> f32[3, 5]",
    "f32[2, 3], f32[4, 3]) !! 2 against 4",
    "c64[2, 3], c64[2, 3]) !! complex64 is not supported",
)
def cross(
    a: Any, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Any = None
) -> TensorType:
    x, y = shape_of(a, "a"), shape_of(b, "b")
    left, right = _ranks(x, y)
    axes = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    if (
        not all(map(is_number, axes))
        or not -left <= axes[0] < left
        or not -right <= axes[1] < right
    ):
        raise Unsure
    rest = broadcast_shapes(x.remove(axes[0]), y.remove(axes[1]), "b")
    sizes = {x[axes[0]], y[axes[1]]}
    dtype = allow(TensorType(together(a, b), rest), REALS, None).dtype
    if sizes == {2}:
        return TensorType(dtype, rest)
    if not sizes <= {2, 3} or rest.rank is None or not -rest.rank - 1 <= axes[2] <= rest.rank:
        return TensorType(dtype, Shape.unknown())
    return TensorType(dtype, rest.insert(axes[2], 3))


@numpy_rule(
    "einsum",
    "'ij,jk->ik', f32[2, N], f32[N, 4]) -> f32[2, 4]",
    "'i,i', f32[3], i32[3]) -> f64[]",
    "'...ij->...ji', f32[5, 2, 3]) -> f32[5, 3, 2]",
    "'i->', [1.5, 2.5]) -> f64[]",
    "'i,i', f32[3], f32[3], optimize='optimal') -> f32[]",
    "'ij,jk->ik', f32[2, 3], f32[4, 4]) !! 'j' is 3 and 4",
    "'i,i', f32[3], f32[3], casting='unsafe') !! 'unsafe' is none of 'safe', 'no'",
)
def einsum(subscripts: Any, *operands: Any, **kwargs: Any) -> TensorType:
    casting = choice(kwargs.get("casting", "safe"), ("safe", "no"), "casting")
    shapes = [shape_of(each, "operands") for each in operands]
    dtype = together(*operands)
    if casting != "safe":
        own = {array(each, "operands").dtype for each in operands}
        dtype = own.pop() if len(own) == 1 else DType.any()
    with naming(equation="subscripts", inputs="operands"):
        made = RULES["tensorflow.einsum"].function(
            subscripts, *(TensorType(FLOAT32, shape) for shape in shapes)
        )
    return TensorType(dtype, made.shape)
