"""tf.keras.ops: tensors put together and taken apart, and what is taken of them by places and conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tftypes.algebra import UNKNOWN, Shape, TensorType, num_elements

from .arguments import axis_argument, shape_argument
from .broadcasting import broadcast_shapes
from .keras_ops import (
    given,
    has_symbols,
    keras_rule,
    operand,
    places,
    promoted,
    together,
    without_symbols,
)
from .rule import RULES, OpError, Unsure, with_parameters
from .tnp import naming
from .tnp_joining import joined, parts_of
from .tnp_joining import split as split_as_numpy
from .values import FLOAT32, INT32, ListOf, is_number, of

# --- together ---------------------------------------------------------------------------------------------------------


def _parts_or_one(values: Any) -> list[Any]:
    """What is put together; of a list of unknown length what each item is."""
    return [values.item] if isinstance(values, ListOf) else parts_of(values)


def _joined(op: str, values: Any, shapes: list[Shape], axis: Any, argument: str = "xs") -> Shape:
    if not isinstance(values, ListOf):
        return joined(op, argument, shapes, axis)
    made = RULES[f"tensorflow.{op}"].call(values=ListOf(TensorType(FLOAT32, shapes[0])), axis=axis)
    if not isinstance(made, TensorType):
        raise Unsure
    return made.shape


@keras_rule(
    "concatenate",
    "[f32[2], f32[N]]) -> f32[N + 2]",
    "(f32[2, N], f32[3, N]), axis=0) -> f32[5, N]",
    "[f32[2, N], f32[2, 1]], axis=-1) -> f32[2, N + 1]",
    "[f32[2], i32[2]]) -> f32[4]",
    "[f32[2, 3], f32[4, 5]], axis=0) !! differ in axis 1",
)
def concatenate(xs: Any, axis: Any = 0) -> TensorType:
    parts = _parts_or_one(xs)
    shapes = [operand(part, "xs").shape for part in parts]
    return TensorType(together(parts, "xs"), _joined("concat", xs, shapes, axis))


@keras_rule(
    "stack",
    "[f32[2], f32[2]]) -> f32[2, 2]",
    "[f32[2, N], f32[2, N]], axis=-1) -> f32[2, N, 2]",
    "[f32[], 2.5]) -> f32[2]",
    "[f32[2], i32[2]]) -> f32[2, 2]",
    "[f32[2], f32[3]]) !! argument 'x'",
)
def stack(x: Any, axis: Any = 0) -> TensorType:
    parts = _parts_or_one(x)
    if any(isinstance(part, (list, tuple, ListOf)) for part in parts):
        raise Unsure
    shapes = [operand(part, "x").shape for part in parts]
    dtype = promoted(*(given(part, "x") for part in parts), narrows=False)
    return TensorType(dtype, _joined("stack", x, shapes, axis, "x"))


def _of_parts(
    xs: Any, raised: Callable[[Shape], Shape], axis: Callable[[Shape], int]
) -> TensorType:
    parts = [operand(part, "xs") for part in parts_of(xs)]
    if any(part.shape.rank is None for part in parts):
        return TensorType(together(parts, "xs"), Shape.unknown())
    shapes = [raised(part.shape) for part in parts]
    return TensorType(together(parts, "xs"), joined("concat", "xs", shapes, axis(shapes[0])))


def _in_depth(shape: Shape) -> Shape:
    dims = shape.dims or ()
    return (
        of(1, *(dims or (1,)), 1) if len(dims) < 2 else of(*dims, *([1] if len(dims) == 2 else []))
    )


keras_rule(
    "hstack",
    "[f32[2], f32[N]]) -> f32[N + 2]",
    "[f32[2, 3], f32[2, 4]]) -> f32[2, 7]",
    "[f32[2, 3], f32[3, 4]]) !! differ in axis 0",
)(with_parameters(lambda xs: _of_parts(xs, lambda s: s, lambda s: 0 if s.rank == 1 else 1), xs=...))
keras_rule(
    "vstack",
    "[f32[2, 3], f32[N, 3]]) -> f32[N + 2, 3]",
    "[f32[2, 3], f32[2, 4]]) !! differ in axis 1",
)(with_parameters(lambda xs: _of_parts(xs, lambda s: s, lambda s: 0), xs=...))
keras_rule(
    "dstack",
    "[f32[2, 3], f32[2, 3]]) -> f32[2, 3, 2]",
    "[f32[3], f32[3]]) -> f32[1, 3, 2]",
    "[f32[2, 3], f32[2, 4]]) !! differ in axis 1",
)(with_parameters(lambda xs: _of_parts(xs, _in_depth, lambda s: 2), xs=...))


@keras_rule(
    "append",
    "f32[2, 3], f32[N]) -> f32[N + 6]",
    "f32[2, 3], f32[1, 3], axis=0) -> f32[3, 3]",
    "i32[2], 2.5) -> f32[3]",
    "f32[2, 3], f32[2, 4], axis=0) !! differ in axis 1",
)
def append(x1: Any, x2: Any, axis: Any = None) -> TensorType:
    one, other = operand(x1, "x1"), operand(x2, "x2")
    shapes = [one.shape, other.shape]
    if axis is None:
        shapes = [of(num_elements(shape)) for shape in shapes]
    shape = joined("concat", "x2", shapes, 0 if axis is None else axis)
    return TensorType(promoted(one.dtype.names, other.dtype.names), shape)


@keras_rule(
    "meshgrid",
    "f32[N], f32[4]) -> [f32[4, N], f32[4, N]]",
    "f32[2], f32[3], indexing='ij') -> [f32[2, 3], f32[2, 3]]",
)
def meshgrid(*x: Any, indexing: Any = "xy") -> list[TensorType]:
    without_symbols()
    parts = [operand(each, "x") for each in x]
    if len({part.dtype for part in parts}) != 1:
        raise Unsure
    made: list[TensorType] = RULES["tensorflow.meshgrid"].function(*parts, indexing=indexing)
    return made


# --- apart ------------------------------------------------------------------------------------------------------------


def _parts(x: Any, indices_or_sections: Any, axis: Any) -> Any:
    value = operand(x, "x")
    if isinstance(indices_or_sections, (list, tuple)) and not isinstance(x, TensorType):
        raise Unsure
    if is_number(indices_or_sections) and indices_or_sections < 0:
        without_symbols()
    with naming(ary="x"):
        made = split_as_numpy(TensorType(FLOAT32, value.shape), indices_or_sections, axis)
    return [TensorType(value.dtype, part.shape) for part in made]


keras_rule(
    "split",
    "f32[6, N], 3) -> [f32[2, N], f32[2, N], f32[2, N]]",
    "f32[2, 6], 2, axis=1) -> [f32[2, 3], f32[2, 3]]",
    "f32[6], [1, 4]) -> [f32[1], f32[3], f32[2]]",
    "f32[5], 2) !! 5",
    "f32[6], 2, axis=1) !! axis 1 is out of range for rank 1",
)(with_parameters(_parts, x=..., indices_or_sections=..., axis=0))


@keras_rule(
    "unstack",
    "f32[2, N]) -> [f32[N], f32[N]]",
    "f32[N, 2], axis=-1) -> [f32[N], f32[N]]",
    "f32[None, 3], num=2) -> [f32[3], f32[3]]",
    "f32[2, 3], axis=2) !! axis 2 is out of range",
)
def unstack(x: Any, num: Any = None, axis: Any = 0) -> Any:
    value = operand(x, "x")
    with naming(value="x"):
        made = RULES["tensorflow.unstack"].call(
            value=TensorType(FLOAT32, value.shape), num=num, axis=axis
        )
    if not isinstance(made, (list, tuple)):
        raise Unsure
    return [TensorType(value.dtype, part.shape) for part in made]


# --- by places and conditions -----------------------------------------------------------------------------------------


@keras_rule(
    "take",
    "f32[5, N], [0, 2], axis=0) -> f32[2, N]",
    "f32[5, N], i32[2, 3], axis=-1) -> f32[5, 2, 3]",
    "f32[5, N], i32[2, 3]) -> f32[2, 3]",
    "variable(f32[5, 4]), i32[N], axis=0) -> f32[N, 4]",
    "f32[5], [1], axis=1) !! axis 1 is out of range for rank 1",
)
def take(x: Any, indices: Any, axis: Any = None) -> TensorType:
    value, chosen = operand(x, "x"), places(indices, "indices")
    if axis is None:
        return TensorType(value.dtype, chosen)
    place = axis_argument(axis, value.shape.rank)
    if place is None or value.shape.rank is None:
        return TensorType(value.dtype, Shape.unknown())
    shape = value.shape.slice(0, place) + chosen + value.shape.slice(place + 1, None)
    return TensorType(value.dtype, shape)


@keras_rule(
    "take_along_axis",
    "f32[5, N], i32[5, 2], 1) -> f32[5, 2]",
    "f32[5, 3], i32[1, 3], axis=-2) -> f32[1, 3]",
    "f32[5, 3], i32[5, 2], axis=0) !! 3 against 2",
    "f32[5, 3], i32[5], axis=1) !! rank 1, expected 2",
    "f32[5, 3], i32[5, 1], axis=2) !! axis 2 is out of range for rank 2",
)
def take_along_axis(x: Any, indices: Any, axis: Any = None) -> TensorType:
    value, chosen = operand(x, "x"), operand(indices, "indices").shape
    rank = value.shape.rank
    if axis is not None and None not in (rank, chosen.rank) and rank != chosen.rank:
        words = f"rank {chosen.rank}, expected {rank} as x has"
        raise OpError("tf-rank", words, "indices", "indices[..., None] has one more")
    if rank is None or rank != chosen.rank or not is_number(axis):
        return TensorType(value.dtype, Shape.unknown())
    place = axis_argument(axis, rank)
    assert place is not None
    others = broadcast_shapes(value.shape.replace(place, 1), chosen.replace(place, 1), "indices")
    return TensorType(value.dtype, others.replace(place, chosen[place]))


@keras_rule(
    "where",
    "b[2, 1], f32[N], 0.0) -> f32[2, N]",
    "b[2], i32[2], f32[2]) -> f32[2]",
    "b[2], f32[2], 0) -> f32[2]",
    "b[2], 1, 2.5) -> f32[2]",
    "b[2, 3]) -> [i32[None], i32[None]]",
    "b[2], f32[3], f32[3]) !! 2 against 3",
)
def where(condition: Any, x1: Any = None, x2: Any = None) -> Any:
    shape = operand(condition, "condition").shape
    if x1 is None and x2 is None:
        return nonzero(condition)
    if x1 is None or x2 is None:
        raise Unsure
    whole = broadcast_shapes(shape, operand(x1, "x1").shape, "x1")
    dtype = promoted(given(x1, "x1"), given(x2, "x2"))
    return TensorType(dtype, broadcast_shapes(whole, operand(x2, "x2").shape, "x2"))


@keras_rule("nonzero", "f32[2, N]) -> [i32[None], i32[None]]")
def nonzero(x: Any) -> list[TensorType]:
    without_symbols()
    rank = operand(x, "x").shape.rank
    if not rank:
        raise Unsure
    return [TensorType(INT32, of(UNKNOWN))] * rank


@keras_rule(
    "slice",
    "f32[5, N], [1, 0], [2, 3]) -> f32[2, 3]",
    "f32[5, 4], (1, 0), (-1, 2)) -> f32[4, 2]",
    "f32[...], [0, 0], (2, 3)) -> f32[2, 3]",
)
def slice_(inputs: Any, start_indices: Any, shape: Any) -> TensorType:
    value = operand(inputs, "inputs")
    places(start_indices, "start_indices")
    with naming(input_="inputs", begin="start_indices", size="shape"):
        made = RULES["tensorflow.slice"].call(
            input_=TensorType(FLOAT32, value.shape), begin=start_indices, size=shape
        )
    return TensorType(value.dtype, made.shape)


@keras_rule(
    "slice_update", "f32[5, N], [1, 0], f32[2, 3]) -> f32[5, N]", "i32[4], [1], i32[2]) -> i32[4]"
)
def slice_update(inputs: Any, start_indices: Any, updates: Any) -> TensorType:
    return _updated(inputs, start_indices, updates, "start_indices")


def _updated(inputs: Any, at: Any, updates: Any, argument: str) -> TensorType:
    value = operand(inputs, "inputs")
    places(at, argument)
    operand(updates, "updates")
    return TensorType(value.dtype, value.shape)


@keras_rule(
    "scatter_update",
    "f32[5, N], [[1, 0]], f32[1]) -> f32[5, N]",
    "f32[4], i32[2, 1], f32[2]) -> f32[4]",
)
def scatter_update(inputs: Any, indices: Any, updates: Any, reduction: Any = None) -> TensorType:
    value = _updated(inputs, indices, updates, "indices")
    if reduction is None and not has_symbols():
        with naming(tensor="inputs"):
            RULES["tensorflow.tensor_scatter_nd_update"].call(
                tensor=TensorType(FLOAT32, value.shape),
                indices=indices,
                updates=TensorType(FLOAT32, operand(updates, "updates").shape),
            )
    return value


@keras_rule(
    "scatter",
    "i32[2, 1], f32[2, 3], (5, 3)) -> f32[5, 3]",
    "[[0], [2]], f32[2], [N]) -> f32[N]",
)
def scatter(indices: Any, values: Any, shape: Any) -> TensorType:
    places(indices, "indices")
    made = operand(values, "values")
    if not has_symbols():
        with naming(updates="values"):
            RULES["tensorflow.scatter_nd"].call(
                indices=indices, updates=TensorType(FLOAT32, made.shape), shape=shape
            )
    return TensorType(made.dtype, shape_argument(shape))
