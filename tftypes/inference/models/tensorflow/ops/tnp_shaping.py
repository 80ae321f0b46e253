"""tf.experimental.numpy: tensors of other shapes, and what is asked of a shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, num_elements

from .arguments import axis_argument, choice, ints_argument
from .rule import RULES, Unsure, with_parameters
from .tnp import array, naming, numpy_rule, shape_of
from .values import FLOAT32, is_dim, is_number, of

# --- by the rules of others -------------------------------------------------------------------------------------------


def by(op: str, shape: Shape, /, **arguments: Any) -> Shape:
    """The shape that an op of TensorFlow makes of one."""
    operand = next(iter(RULES[f"tensorflow.{op}"].signature.parameters))
    made = RULES[f"tensorflow.{op}"].call(**{operand: TensorType(FLOAT32, shape)}, **arguments)
    if not isinstance(made, TensorType):
        raise Unsure
    return made.shape


@numpy_rule(
    "reshape",
    "f32[2, N], [-1]) -> f32[2*N]",
    "f32[2, 6], (3, 4)) -> f32[3, 4]",
    "[1, 2, 3, 4], (2, 2)) -> i64[2, 2]",
    "f32[2, 6], -1, order='F') -> f32[12]",
    "f32[2, 3], [4]) !! 6 elements do not make [4]",
    "f32[2], 2, order='K') !! 'K' is none of 'C', 'F'",
)
def reshape(a: Any, newshape: Any, order: Any = "C") -> TensorType:
    choice(order, ("C", "F"), "order")
    x = array(a, "a")
    if is_dim(newshape):
        newshape = [newshape]
    with naming(shape="newshape", tensor="a"):
        return TensorType(x.dtype, by("reshape", x.shape, shape=newshape))


@numpy_rule(
    "transpose",
    "f32[2, N]) -> f32[N, 2]",
    "f32[2, 3, N], [2, 0, 1]) -> f32[N, 2, 3]",
    "[[1, 2, 3]]) -> i64[3, 1]",
    "f32[2, 3], [0]) !! argument 'axes'",
)
def transpose(a: Any, axes: Any = None) -> TensorType:
    x = array(a, "a")
    with naming(perm="axes"):
        return TensorType(x.dtype, by("transpose", x.shape, perm=axes))


@numpy_rule(
    "expand_dims",
    "f32[2, N], 0) -> f32[1, 2, N]",
    "f32[...], -1) -> f32[..., 1]",
    "[1, 2], axis=1) -> i64[2, 1]",
    "f32[2], 3) !! axis 3 is out of range",
)
def expand_dims(a: Any, axis: Any) -> TensorType:
    x = array(a, "a")
    with naming(input="a"):
        return TensorType(x.dtype, by("expand_dims", x.shape, axis=axis))


@numpy_rule(
    "squeeze",
    "f32[N, 1], 1) -> f32[N]",
    "f32[1, 3, 1]) -> f32[3]",
    "[[1, 2]]) -> i64[2]",
    "f32[2], 0) !! axis 0 is 2, not 1",
)
def squeeze(a: Any, axis: Any = None) -> TensorType:
    x = array(a, "a")
    with naming(input="a"):
        return TensorType(x.dtype, by("squeeze", x.shape, axis=axis))


def _flat(a: Any, order: Any = "C") -> TensorType:
    choice(order, ("C", "A", "K", "F"), "order")
    x = array(a, "a")
    return TensorType(x.dtype, of(num_elements(x.shape)))


_FLAT: Final = ("f32[2, N]) -> f32[2*N]", "f32[...]) -> f32[None]", "[[1, 2], [3, 4]]) -> i64[4]")
numpy_rule("ravel", *_FLAT, "[[1, 2], [3]]) !! nested lists of different shapes")(
    with_parameters(_flat, a=...)
)
numpy_rule("flatten", *_FLAT, "f32[2], order='B') !! 'B' is none of")(
    with_parameters(_flat, a=..., order="C")
)


@numpy_rule(
    "tile",
    "f32[2, N], [3, 2]) -> f32[6, 2*N]",
    "f32[2, 3], 2) -> f32[2, 6]",
    "f32[3], [2, 2]) -> f32[2, 6]",
    "[1, 2], 3) -> i64[6]",
    "f32[2], some_ints) -> f32[...]",
    "[[1], [2, 3]], 2) !! nested lists of different shapes",
)
def tile(a: Any, reps: Any) -> TensorType:
    x = array(a, "a")
    return TensorType(x.dtype, tiled(x.shape, reps))


def tiled(shape: Shape, reps: Any) -> Shape:
    """The shape of a tensor that is repeated along its last axes, or more of them."""
    times = [reps] if is_dim(reps) else ints_argument(reps, "repeats")
    if times is None or shape.dims is None:
        return Shape.unknown()
    rank = max(len(times), len(shape.dims))
    sizes = [*[1] * (rank - len(shape.dims)), *shape.dims]
    times = [*[1] * (rank - len(times)), *times]
    if any(is_number(count) and count < 0 for count in times):
        raise Unsure
    return of(*(size * count for size, count in zip(sizes, times)))


@numpy_rule(
    "repeat",
    "f32[2, 3], 2) -> f32[12]",
    "f32[2, N], 2, axis=0) -> f32[4, N]",
    "f32[2, 3], [1, 3], axis=0) -> f32[4, 3]",
    "f32[2, 3], some_int, axis=-1) -> f32[2, None]",
    "[1, 2], 3) -> i64[6]",
    "1.5, 2, axis=0) -> f64[2]",
    "f32[2, 3], 2, axis=2) !! axis 2 is out of range for rank 2",
)
def repeat(a: Any, repeats: Any, axis: Any = None) -> TensorType:
    x = array(a, "a")
    counts = [repeats] if is_number(repeats) else None
    if isinstance(repeats, (list, tuple)):
        counts = list(repeats) if repeats and all(map(is_number, repeats)) else None
    if counts is not None and min(counts) < 0:
        raise Unsure
    shape = x.shape if axis is not None else of(num_elements(x.shape))
    if shape.rank == 0:
        shape = of(1)
    place = 0 if axis is None else axis_argument(axis, shape.rank)
    if place is None or (shape.rank is None and place not in (0, -1)):
        return TensorType(x.dtype, Shape.unknown())
    if counts is None:
        size: Dim = UNKNOWN
    elif len(counts) == 1:
        size = shape[place] * counts[0]
    else:
        size = sum(counts)
    return TensorType(x.dtype, shape.replace(place, size))


@numpy_rule(
    "pad",
    "f32[2, N], [[1, 1], [0, 2]], 'constant') -> f32[4, N + 2]",
    "f32[5], [[1, 2]], mode='reflect') -> f32[8]",
    "[1, 2], [[1, 1]], 'symmetric') -> i64[4]",
    "f32[2, 3], [[1, 1]], 'constant') !! argument 'pad_width'",
    "f32[2], [[1, 1]], 'edge') !! 'edge' is none of 'constant', 'reflect', 'symmetric'",
)
def pad(array: Any, pad_width: Any, mode: Any, constant_values: Any = 0) -> TensorType:
    kind = choice(mode, ("constant", "reflect", "symmetric"), "mode")
    x = _operand(array)
    if kind is None:
        return TensorType(x.dtype, Shape.unknown())
    with naming(paddings="pad_width", tensor="array"):
        return TensorType(x.dtype, by("pad", x.shape, paddings=pad_width, mode=kind.upper()))


def _operand(array_: Any) -> TensorType:
    return array(array_, "array")


# --- at least so many dims --------------------------------------------------------------------------------------------


def _at_least(rank: int, shape: Shape) -> Shape:
    if shape.rank is None:
        return shape if shape.min_rank >= rank else Shape.unknown()
    dims, missing = shape.dims or (), rank - shape.rank
    if missing <= 0:
        return shape
    if rank == 3 and dims:
        return of(1, *dims, 1) if len(dims) == 1 else of(*dims, 1)
    return of(*[1] * missing, *dims)


def at_least(rank: int, value: Any, argument: str) -> TensorType:
    x = array(value, argument)
    return TensorType(x.dtype, _at_least(rank, x.shape))


def _all_at_least(rank: int) -> Callable[..., Any]:
    def function(*arys: Any) -> Any:
        made = [at_least(rank, each, "arys") for each in arys]
        return made[0] if len(made) == 1 else made

    return function


for _op, _least, _scalar, _vector, _whole in (
    ("atleast_1d", 1, "1", "N", "2, N"),
    ("atleast_2d", 2, "1, 1", "1, N", "2, N"),
    ("atleast_3d", 3, "1, 1, 1", "1, N, 1", "2, N, 1"),
):
    numpy_rule(
        _op,
        f"f32[2, N]) -> f32[{_whole}]",
        f"f32[N]) -> f32[{_vector}]",
        f"1.5) -> f64[{_scalar}]",
        f"f32[], i32[N]) -> [f32[{_scalar}], i32[{_vector}]]",
        "[[1], [2, 3]]) !! nested lists of different shapes",
    )(_all_at_least(_least))


# --- what is asked of a tensor ----------------------------------------------------------------------------------------


@numpy_rule("shape", "f32[2, N]) -> tf.TensorShape([2, N])", "1.5) -> tf.TensorShape([])",
            "[[1], [2, 3]]) !! nested lists of different shapes")  # fmt: skip
def shape(a: Any) -> Shape:
    return shape_of(a, "a")


def _rank(a: Any) -> int:
    rank = shape_of(a, "a").rank
    if rank is None:
        raise Unsure
    return rank


numpy_rule("ndim", "f32[2, N]) -> 2", "1.5) -> 0", "[[1], [2, 3]]) !! nested lists")(
    with_parameters(_rank, a=...)
)
numpy_rule("isscalar", "f32[2, N]) -> False", "1.5) -> True", "[[1], [2, 3]]) !! nested lists")(
    with_parameters(lambda num: _rank(num) == 0, num=...)
)


@numpy_rule("size", "f32[2, 3]) -> 6", "1.5) -> 1", "[[1, 2]]) -> 2", "f32[2, N]) -> anything",
            "[[1], [2, 3]]) !! nested lists of different shapes")  # fmt: skip
def size(x: Any, axis: Any = None) -> int:
    """A number where it is known in a graph too, a tensor otherwise."""
    count = num_elements(shape_of(x, "x"))
    if axis is not None or not is_number(count):
        raise Unsure
    return count
