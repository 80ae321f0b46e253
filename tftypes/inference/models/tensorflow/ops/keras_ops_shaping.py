"""tf.keras.ops: tensors with their dims changed, exchanged, turned, put together and taken apart."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Shape, TensorType, num_elements

from .arguments import axis_argument, rank_at_least, shape_argument
from .indexing import getitem
from .keras_checks import none_of, one_of
from .keras_ops import changed, has_symbols, keras_rule, operand, without_symbols
from .rule import RULES, OpError, Unsure, with_parameters
from .tnp import naming
from .tnp_arranging import moved
from .tnp_arranging import rot90 as turned
from .tnp_shaping import by, tiled
from .values import FLOAT32, is_dim, is_number, of

# --- by the rules of others -------------------------------------------------------------------------------------------


@keras_rule(
    "reshape",
    "f32[2, N], [-1]) -> f32[2*N]",
    "f32[2, 6], (3, 4)) -> f32[3, 4]",
    "[1, 2, 3, 4], (2, 2)) -> i32[2, 2]",
    "f32[2, 3], [4]) !! 6 elements do not make [4]",
)
def reshape(x: Any, newshape: Any) -> TensorType:
    value = operand(x, "x")
    if is_number(newshape):
        raise Unsure
    is_open = value.shape.dims is None or not all(map(is_number, value.shape.dims))
    with naming(shape="newshape", tensor="x"):
        try:
            made = by("reshape", value.shape, shape=newshape)
        except OpError:
            if is_open and not (isinstance(newshape, (list, tuple)) and newshape.count(-1) > 1):
                without_symbols()  # whose elements are counted where all sizes are known
            raise
    return TensorType(value.dtype, made)


@keras_rule(
    "transpose",
    "f32[2, N]) -> f32[N, 2]",
    "f32[2, 3, N], [2, 0, -2]) -> f32[N, 2, 3]",
    "f32[2, 3], (1, 0)) -> f32[3, 2]",
    "f32[2, 3], [0]) !! argument 'axes'",
)
def transpose(x: Any, axes: Any = None) -> TensorType:
    value = operand(x, "x")
    rank = value.shape.rank
    if isinstance(axes, (list, tuple)):
        if not axes:
            raise Unsure
        if rank and all(is_number(axis) and -rank <= axis < rank for axis in axes):
            axes = [axis % rank for axis in axes]
    with naming(perm="axes"):
        return TensorType(value.dtype, by("transpose", value.shape, perm=axes))


@keras_rule(
    "expand_dims",
    "f32[2, N], 0) -> f32[1, 2, N]",
    "f32[2], -1) -> f32[2, 1]",
    "f32[2, 3], (0, -1)) -> f32[1, 2, 3, 1]",
    "[1, 2], axis=1) -> i32[2, 1]",
    "f32[2], 3) !! axis 3 is out of range",
)
def expand_dims(x: Any, axis: Any) -> TensorType:
    value = operand(x, "x")
    places = [axis] if is_number(axis) else list(axis) if isinstance(axis, (list, tuple)) else None
    if places is None or value.shape.dims is None or not all(map(is_number, places)):
        return TensorType(value.dtype, Shape.unknown())
    rank = len(value.shape.dims) + len(places)
    if len(places) == 1:
        axis_argument(places[0], rank)
    if not all(-rank <= place < rank for place in places):
        raise Unsure
    if len({place % rank for place in places}) < len(places):
        raise Unsure
    shape = value.shape
    for place in sorted(place % rank for place in places):
        shape = shape.insert(place, 1)
    return TensorType(value.dtype, shape)


@keras_rule(
    "squeeze",
    "f32[N, 1], 1) -> f32[N]",
    "f32[1, 3, 1]) -> f32[3]",
    "f32[1, 3, 1], axis=(0, -1)) -> f32[3]",
    "f32[2], 0) !! axis 0 is 2, not 1",
)
def squeeze(x: Any, axis: Any = None) -> TensorType:
    value = operand(x, "x")
    with naming(input="x"):
        return TensorType(value.dtype, by("squeeze", value.shape, axis=axis))


@keras_rule(
    "ravel", "f32[2, N]) -> f32[2*N]", "f32[...]) -> f32[None]", "[[1, 2], [3, 4]]) -> i32[4]"
)
def ravel(x: Any) -> TensorType:
    value = operand(x, "x")
    return TensorType(value.dtype, of(num_elements(value.shape)))


@keras_rule(
    "broadcast_to",
    "f32[3], [2, 3]) -> f32[2, 3]",
    "f32[1, N], (4, N)) -> f32[4, N]",
    "f32[2], [2, 3]) !! 2 against 3",
)
def broadcast_to(x: Any, shape: Any) -> TensorType:
    value = operand(x, "x")
    target = shape_argument(shape)
    if any(is_number(dim) and dim < 0 for dim in target.dims or ()):
        raise Unsure
    if (value.shape.rank or 0) > len(target.dims or ()):
        without_symbols()
    with naming(input="x"):
        return TensorType(value.dtype, by("broadcast_to", value.shape, shape=shape))


@keras_rule(
    "tile",
    "f32[2, N], [3, 2]) -> f32[6, 2*N]",
    "f32[2, 3], 2) -> f32[2, 6]",
    "f32[3], (2, 2)) -> f32[2, 6]",
    "f32[2], some_ints) -> f32[...]",
)
def tile(x: Any, repeats: Any) -> TensorType:
    value = operand(x, "x")
    return TensorType(value.dtype, tiled(value.shape, repeats))


@keras_rule(
    "repeat",
    "f32[2, 3], 2) -> f32[12]",
    "f32[2, N], 2, axis=0) -> f32[4, N]",
    "f32[2, 3], [1, 3], axis=0) -> f32[4, 3]",
    "f32[2, 3], some_int, axis=-1) -> f32[2, None]",
    "f32[2, 3], 2, axis=2) !! axis 2 is out of range for rank 2",
)
def repeat(x: Any, repeats: Any, axis: Any = None) -> TensorType:
    value = operand(x, "x")
    made = RULES["tensorflow.experimental.numpy.repeat"].call(
        a=TensorType(FLOAT32, value.shape), repeats=repeats, axis=axis
    )
    return TensorType(value.dtype, made.shape)


@keras_rule(
    "pad",
    "f32[2, N], [[1, 1], [0, 2]]) -> f32[4, N + 2]",
    "f32[5], 1) -> f32[7]",
    "f32[5], (1, 2)) -> f32[8]",
    "f32[5], ((1, 2),), mode='reflect') -> f32[8]",
    "f32[2, 3, 4], [[1, 1], [2, 2]]) !! argument 'pad_width'",
    "f32[5], 1, mode='edge') !! expected one of 'constant', 'reflect', 'symmetric'",
    "f32[5], 1, mode='reflect', constant_values=1) !! mode 'reflect' pads with no constant",
)
def pad(x: Any, pad_width: Any, mode: Any = "constant", constant_values: Any = None) -> TensorType:
    value = operand(x, "x")
    rank = value.shape.rank
    if not has_symbols():
        none_of({"mode": _MODE}, {"mode": mode})
    if constant_values is not None and mode in ("reflect", "symmetric"):
        without_symbols()
        raise OpError("tf-value", f"mode {mode!r} pads with no constant", "constant_values")
    if not rank or mode not in ("constant", "reflect", "symmetric"):
        return TensorType(value.dtype, Shape.unknown())
    pairs = _pairs(pad_width, rank)
    if pairs is None:
        return TensorType(value.dtype, of(*[UNKNOWN] * rank))
    if any(is_number(size) and size < 0 for pair in pairs for size in pair):
        without_symbols()
    mirrored = "CONSTANT" if has_symbols() else mode.upper()  # a symbol has no rows that it shows
    with naming(paddings="pad_width", tensor="x"):
        return TensorType(value.dtype, by("pad", value.shape, paddings=pairs, mode=mirrored))


_MODE: Final = partial(one_of, options=("constant", "reflect", "symmetric"), lower=True)


def _pairs(width: Any, rank: int) -> list[Any] | None:
    """The numbers of elements before and behind each dim; None where they are not known."""
    if is_dim(width):
        return [[width, width]] * rank
    if not isinstance(width, (list, tuple)) or not width:
        return None
    if is_dim(width[0]):
        return [width] * rank if len(width) == 2 and is_dim(width[1]) else None
    pairs = [list(pair) for pair in width if isinstance(pair, (list, tuple)) and len(pair) == 2]
    if len(pairs) < len(width) or not all(is_dim(size) for pair in pairs for size in pair):
        return None
    return pairs * rank if len(pairs) == 1 else pairs


# --- axes exchanged, elements turned around ---------------------------------------------------------------------------


@keras_rule(
    "swapaxes",
    "f32[2, 3, N], 0, 2) -> f32[N, 3, 2]",
    "f32[2, 3, N], -1, 1) -> f32[2, N, 3]",
    "f32[2, 3], 0, 2) !! axis 2 is out of range for rank 2",
)
def swapaxes(x: Any, axis1: Any, axis2: Any) -> TensorType:
    value = changed(x, "x")
    one = axis_argument(axis1, value.shape.rank, "axis1")
    other = axis_argument(axis2, value.shape.rank, "axis2")
    if value.shape.dims is None or one is None or other is None:
        rank = value.shape.rank
        return TensorType(value.dtype, Shape.unknown() if rank is None else of(*[UNKNOWN] * rank))
    dims = list(value.shape.dims)
    dims[one], dims[other] = dims[other], dims[one]
    return TensorType(value.dtype, of(*dims))


@keras_rule(
    "moveaxis",
    "f32[2, 3, N], 0, -1) -> f32[3, N, 2]",
    "f32[2, 3, N], [0, 1], [-1, -2]) -> f32[N, 3, 2]",
    "f32[2, 3], [0, 1], [0]) !! 2 axes to 1 places",
    "f32[2, 3], 2, 0) !! axis 2 is out of range for rank 2",
)
def moveaxis(x: Any, source: Any, destination: Any) -> TensorType:
    value = changed(x, "x")
    if is_number(source) and is_number(destination) and value.shape.rank:
        axis_argument(source, value.shape.rank, "source")
        axis_argument(destination, value.shape.rank, "destination")
    return moved(value, source, destination)


@keras_rule(
    "flip",
    "f32[2, N]) -> f32[2, N]",
    "f32[2, N], axis=1) -> f32[2, N]",
    "f32[2, N], (0, -1)) -> f32[2, N]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def flip(x: Any, axis: Any = None) -> TensorType:
    value = operand(x, "x")
    if is_number(axis) and value.shape.rank:
        axis_argument(axis, value.shape.rank)
    return TensorType(value.dtype, value.shape)


def _fliplr(x: Any) -> TensorType:
    value = operand(x, "x")
    if value.shape.rank == 1:
        raise OpError("tf-rank", "expected rank 2 or more, got rank 1", "x")
    return TensorType(value.dtype, value.shape)


keras_rule("flipud", "f32[2, N]) -> f32[2, N]", "i32[...]) -> i32[...]")(
    with_parameters(lambda x: flip(x), x=...)
)
keras_rule(
    "fliplr",
    "f32[2, N]) -> f32[2, N]",
    "f32[3]) !! expected rank 2 or more, got rank 1",
)(_fliplr)


@keras_rule(
    "roll",
    "f32[2, N], 1) -> f32[2, N]",
    "f32[2, N], (1, 2), axis=(0, 1)) -> f32[2, N]",
    "f32[2, N], 1, axis=(0, 1)) !! 1 shift along 2 axes",
    "f32[2, N], 1, axis=2) !! axis 2 is out of range for rank 2",
)
def roll(x: Any, shift: Any, axis: Any = None) -> TensorType:
    value = flip(x, axis)
    counts = [len(each) if isinstance(each, (list, tuple)) else 1 for each in (shift, axis)]
    is_told = is_number(shift) or isinstance(shift, (list, tuple))
    if is_told and isinstance(axis, (list, tuple, int)) and counts[0] != counts[1]:
        without_symbols()
        words = f"{counts[0]} shift{'s' * (counts[0] > 1)} along {counts[1]} axes"
        raise OpError("tf-value", words, "shift")
    return value


@keras_rule(
    "rot90",
    "f32[2, N]) -> f32[N, 2]",
    "f32[2, 3], k=2) -> f32[2, 3]",
    "f32[2, 3, N], axes=(1, 2)) -> f32[2, N, 3]",
    "f32[3]) !! expected rank 2 or more, got rank 1",
)
def rot90(array: Any, k: Any = 1, axes: Any = (0, 1)) -> TensorType:
    without_symbols()
    value = rank_at_least(changed(array, "array"), 2, "array")
    try:
        made = turned(TensorType(value.dtype, value.shape), k, axes)
    except OpError:
        raise Unsure from None
    return made


def symbol_item(symbol: TensorType, key: Any) -> Any:
    """A subscript of a KerasTensor, which takes indices and tuples of them alone: `keras.ops.numpy.GetItem`.

    >>> symbol_item(TensorType.parse("symbol float32[?, 3]"), slice(1, None))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: operator []: a KerasTensor takes an index or a tuple of them, \
got 1:; x[1:, ...] is a tuple
    """
    if key is not None and key is not ... and not isinstance(key, slice):
        return getitem(symbol, key)
    shown = "..." if key is ... else "None"
    if isinstance(key, slice):
        bounds = ("" if each is None else str(each) for each in (key.start, key.stop))
        shown = ":".join(bounds) + (f":{key.step}" if key.step is not None else "")
    hint = "x takes all of it" if key is ... else f"x[{shown}, ...] is a tuple"
    words = f"a KerasTensor takes an index or a tuple of them, got {shown}"
    raise OpError("tf-value", words, hint=hint).complete("operator []", {})
