"""tf.experimental.numpy: tensors put together and taken apart."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, num_elements

from .arguments import allow, axis_argument, rank_is
from .broadcasting import broadcast_shapes
from .groups import BOOLS, INTS
from .rule import RULES, OpError, Unsure, with_parameters
from .tnp import array, naming, numpy_rule, shape_of, strongly, together
from .tnp_arranging import swapaxes
from .tnp_shaping import at_least
from .values import BOOL, FLOAT32, INT64, is_number, of

# --- together ---------------------------------------------------------------------------------------------------------


def joined(op: str, argument: str, shapes: list[Shape], axis: Any) -> Shape:
    """The shape that tf.concat or tf.stack makes."""
    parts = [TensorType(FLOAT32, shape) for shape in shapes]
    with naming(values=argument):
        made = RULES[f"tensorflow.{op}"].call(values=parts, axis=axis)
    if not isinstance(made, TensorType):
        raise Unsure
    return made.shape


def parts_of(values: Any) -> list[Any]:
    """What is in a sequence that is put together."""
    if not isinstance(values, (list, tuple)) or not values:
        raise Unsure
    return list(values)


@numpy_rule(
    "concatenate",
    "[f32[2], f32[N]]) -> f32[N + 2]",
    "(f32[2, N], f32[3, N]), axis=0) -> f32[5, N]",
    "[f32[2, N], f32[2, 1]], axis=-1) -> f32[2, N + 1]",
    "[f32[2], [1, 2]]) -> f32[4]",
    "[f32[2], i32[2]]) -> f64[4]",
    "f32[2, 3]) -> f32[2, 3]",
    "[f32[2, 3], f32[4, 5]], axis=0) !! differ in axis 1",
    "[]) !! no arrays",
)
def concatenate(arys: Any, axis: Any = 0) -> TensorType:
    if isinstance(arys, TensorType):
        return array(arys, "arys")
    if isinstance(arys, (list, tuple)) and not arys:
        raise OpError("tf-value", "no arrays to concatenate", "arys")
    parts = parts_of(arys)
    shapes = [shape_of(part, "arys") for part in parts]
    return TensorType(together(*parts), joined("concat", "arys", shapes, axis))


@numpy_rule(
    "stack",
    "[f32[N], f32[N]], axis=1) -> f32[N, 2]",
    "(f32[2], i32[2])) -> f64[2, 2]",
    "[1, 2.5]) -> f64[2]",
    "f32[2, N]) -> f32[2, N]",
    "f32[2, N, 3], axis=1) -> f32[N, 2, 3]",
    "[f32[2], f32[3]]) !! items of different shapes",
)
def stack(arrays: Any, axis: Any = 0) -> TensorType:
    if isinstance(arrays, TensorType):
        x = array(arrays, "arrays")
        if arrays.kind != "tensor" or not is_number(axis):
            raise Unsure
        return x if axis == 0 else swapaxes(x, 0, axis)
    parts = parts_of(arrays)
    shapes = [shape_of(part, "arrays") for part in parts]
    return TensorType(together(*parts), joined("stack", "arrays", shapes, axis))


def _stacked(rank: int, axis: int) -> Callable[[Any], TensorType]:
    def function(tup: Any) -> TensorType:
        parts = [at_least(rank, part, "tup") for part in parts_of(tup)]
        dtype = strongly(*(part.dtype for part in parts))
        place = axis
        if rank == 1:
            # Of vectors there is but one axis; the first one says what they are.
            if parts[0].shape.rank is None:
                return TensorType(dtype, Shape.unknown())
            place = 0 if parts[0].shape.rank == 1 else 1
        return TensorType(dtype, joined("concat", "tup", [part.shape for part in parts], place))

    return function


for _op, _rank, _axis, _calls in (
    (
        "hstack",
        1,
        1,
        ("[f32[2], f32[N]]) -> f32[N + 2]", "(f32[2, 3], f32[2, N])) -> f32[2, N + 3]"),
    ),
    (
        "vstack",
        2,
        0,
        ("[f32[N], f32[N]]) -> f32[2, N]", "(f32[2, 3], f32[N, 3])) -> f32[N + 2, 3]"),
    ),
    (
        "dstack",
        3,
        2,
        ("[f32[N], f32[N]]) -> f32[1, N, 2]", "(f32[2, 3], f32[2, 3])) -> f32[2, 3, 2]"),
    ),
):
    numpy_rule(
        _op,
        *_calls,
        f"[1, 2.5]) -> f64[{('2', '2, 1', '1, 1, 2')[_rank - 1]}]",
        f"[f32[2{', 3' * (_rank == 1)}], f32[3{', 3' * (_rank == 1)}]]) !! differ",
    )(with_parameters(_stacked(_rank, _axis), tup=...))


@numpy_rule(
    "append",
    "f32[2, 3], f32[N]) -> f32[N + 6]",
    "f32[2, 3], f32[1, 3], axis=0) -> f32[3, 3]",
    "f32[2], 1.5) -> f64[3]",
    "[1, 2], [3]) -> i64[3]",
    "f32[2, 3], f32[2, 4], axis=0) !! differ in axis 1",
)
def append(arr: Any, values: Any, axis: Any = None) -> TensorType:
    if axis is not None:
        return concatenate([arr, values], axis)
    x, y = array(arr, "arr"), array(values, "values")
    size = num_elements(x.shape) + num_elements(y.shape)
    return TensorType(strongly(x.dtype, y.dtype), of(size))


@numpy_rule(
    "broadcast_arrays",
    "f32[2, 1], i32[N]) -> [f32[2, N], i32[2, N]]",
    "f32[2], 1.5) -> [f32[2], f64[2]]",
    "f32[2], f32[3]) !! 2 against 3",
)
def broadcast_arrays(*args: Any) -> list[TensorType]:
    parts = [array(each, "args") for each in args]
    if len(parts) < 2:
        raise Unsure
    whole = parts[0].shape
    for part in parts[1:]:
        whole = broadcast_shapes(whole, part.shape, "args")
    return [TensorType(part.dtype, whole) for part in parts]


@numpy_rule(
    "meshgrid",
    "[1, 2, 3], [4, 5]) -> [i64[2, 3], i64[2, 3]]",
    "f32[N], f32[4], indexing='ij') -> [f32[N, 4], f32[N, 4]]",
    "f32[2], f32[3], indexing='yx') !! 'yx' is none of 'xy', 'ij'",
)
def meshgrid(*xi: Any, **kwargs: Any) -> list[TensorType]:
    parts = [array(each, "xi") for each in xi]
    if kwargs.keys() - {"indexing"} or not parts:
        raise Unsure
    first = parts[0].dtype
    grids = RULES["tensorflow.meshgrid"].function(
        *(TensorType(FLOAT32, part.shape) for part in parts), **kwargs
    )
    # Each is multiplied by ones of the dtype of the first.
    made = [
        part.dtype
        if part.dtype == first
        else BOOL
        if first == BOOL
        else strongly(part.dtype, first)
        for part in parts
    ]
    return [TensorType(dtype, grid.shape) for dtype, grid in zip(made, grids)]


@numpy_rule(
    "ix_",
    "i32[2], i64[N]) -> [i32[2, 1], i64[1, N]]",
    "[0, 1], [2]) -> [i64[2, 1], i64[1, 1]]",
    "b[3], i32[2]) -> [i64[None, 1], i32[1, 2]]",
    "i32[2, 3]) !! expected rank 1, got rank 2",
    "f32[2]) !! float32 is not supported, only ints, bool",
)
def ix_(*args: Any) -> list[TensorType]:
    parts = [allow(rank_is(array(each, "args"), 1, "args"), INTS | BOOLS, "args") for each in args]
    made = []
    for place, part in enumerate(parts):
        is_mask = part.dtype.is_bool
        size: Dim = UNKNOWN if is_mask is not False else part.shape[0]
        sizes: list[Dim] = [1] * len(parts)
        sizes[place] = size
        dtype = INT64 if is_mask else part.dtype if is_mask is False else DType.any()
        made.append(TensorType(dtype, of(*sizes)))
    return made


# --- apart ------------------------------------------------------------------------------------------------------------


@numpy_rule(
    "split",
    "f32[6, N], 3) -> [f32[2, N], f32[2, N], f32[2, N]]",
    "f32[2, 6], 2, axis=1) -> [f32[2, 3], f32[2, 3]]",
    "f32[6], [1, 4]) -> [f32[1], f32[3], f32[2]]",
    "f32[6], (2, 9)) -> [f32[2], f32[4], f32[0]]",
    "[1, 2, 3, 4], 2) -> [i64[2], i64[2]]",
    "f32[5], 2) !! 5",
    "f32[6], [4, 1]) !! boundary 1 after 4",
    "f32[6], 2, axis=1) !! axis 1 is out of range for rank 1",
)
def split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    x = array(ary, "ary")
    if isinstance(indices_or_sections, (list, tuple)):
        return _at(x, list(indices_or_sections), axis)
    if not is_number(indices_or_sections):
        raise Unsure
    with naming(value="ary", num_or_size_splits="indices_or_sections"):
        return RULES["tensorflow.split"].call(
            value=x, num_or_size_splits=indices_or_sections, axis=axis
        )


def _at(x: TensorType, boundaries: list[Any], axis: Any) -> list[TensorType]:
    """The parts between some places."""
    place = axis_argument(axis, x.shape.rank)
    if place is None or x.shape.rank is None:
        return [TensorType(x.dtype, Shape.unknown())] * (len(boundaries) + 1)
    if not all(map(is_number, boundaries)):
        sizes: list[Dim] = [UNKNOWN] * (len(boundaries) + 1)
        return [TensorType(x.dtype, x.shape.replace(place, size)) for size in sizes]
    for before, after in pairwise([0, *boundaries]):
        if after < before:
            raise OpError("tf-value", f"boundary {after} after {before}", "indices_or_sections")
    whole = x.shape[place]
    return [TensorType(x.dtype, x.shape.replace(place, size)) for size in _sizes(whole, boundaries)]


def _sizes(whole: Dim, boundaries: list[int]) -> list[Dim]:
    if not is_number(whole):
        return [UNKNOWN] * (len(boundaries) + 1)
    ends = [min(boundary, whole) for boundary in boundaries]
    return [after - before for before, after in pairwise([0, *ends, whole])]


def _split_along(axis: int) -> Callable[[Any, Any], Any]:
    def function(ary: Any, indices_or_sections: Any) -> Any:
        if not isinstance(ary, TensorType) or ary.shape.rank is None:
            raise Unsure
        place = 0 if axis == 1 and ary.shape.rank == 1 else axis
        return split(ary, indices_or_sections, place)

    return function


_SPLITS: Final = (
    ("vsplit", 0, "f32[4, N], 2) -> [f32[2, N], f32[2, N]]", "f32[3], [1]) -> [f32[1], f32[2]]"),
    ("hsplit", 1, "f32[N, 4], 2) -> [f32[N, 2], f32[N, 2]]", "f32[3], [1]) -> [f32[1], f32[2]]"),
    ("dsplit", 2, "f32[2, 3, 4], 2) -> [f32[2, 3, 2], f32[2, 3, 2]]",
     "f32[2, 3, 4], [1]) -> [f32[2, 3, 1], f32[2, 3, 3]]"),
)  # fmt: skip
for _op, _axis, *_calls in _SPLITS:
    numpy_rule(
        _op, *_calls, f"f32[{', '.join('5' * (_axis + 1))}], 2) !! 5", "f32[...], 2) -> anything"
    )(with_parameters(_split_along(_axis), ary=..., indices_or_sections=...))
