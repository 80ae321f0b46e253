"""Indexing: `x[0]`, `x[:, 1:]`, `x[..., tf.newaxis]`, `x[mask]`, and tf.strided_slice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, Unknown
from tftypes.inference.models.tensorflow.ops.slices import sliced

from .conversion import as_tensor
from .describe import describe
from .masks import decided, masked_shape
from .rule import OpError, Unsure
from .values import (
    ListOf,
    PyValue,
    RowLengths,
    contents,
    inserted,
    is_dim,
    is_number,
    known_int,
    row_lengths,
    tensor,
)

#: What `getitem` makes of keys; tests and documentation read it as they do the examples of rules.
EXAMPLES: Final = (
    "f32[2, None, 4][0] -> f32[None, 4]",
    "f32[2, 3, 4][-1, 1:] -> f32[2, 4]",
    "f32[10, 4][2:-3] -> f32[5, 4]",
    "f32[10, 4][::-3] -> f32[4, 4]",
    "f32[10, 4][8:2] -> f32[0, 4]",
    "f32[N, 4][1:] -> f32[None, 4]",
    "f32[N + 2, 4][1:-1] -> f32[N, 4]",
    "f32[N, 4][:, ::2] -> f32[N, 2]",
    "f32[2, 3, 4][..., 0] -> f32[2, 3]",
    "f32[2, 3, 4][0, ..., tf.newaxis] -> f32[3, 4, 1]",
    "f32[2, 3][:, tf.newaxis] -> f32[2, 1, 3]",
    "f32[..., 4][..., 0] -> f32[...]",
    "f32[2, 3][[0, 1]] -> f32[]",
    "f32[2, 3][i32[]] -> f32[3]",
    "f32[2, 3][some_int:] -> f32[None, 3]",
    "f32[2, 3][b[2, 3]] -> f32[None]",
    "f32[2, 3][b[2]] -> f32[None, 3]",
    "tf.shape(f32[N, 3])[0] -> i32[]",
    "tf.zeros(tf.shape(f32[N, 3, 4])[::2]) -> f32[N, 4]",
    "variable(f32[2, 3])[0] -> f32[3]",
    "ragged(f32[4, None])[0] -> f32[None]",
    "ragged(f32[4, None])[1, :1] -> f32[None]",
    "ragged(f32[4, None])[0, 1] -> f32[]",
    "ragged(f32[4, None])[1:] -> ragged(f32[3, None])",
    "ragged(f32[4, None])[:, :2] -> ragged(f32[4, None])",
    "ragged(f32[4, None])[..., tf.newaxis] -> ragged(f32[4, None, 1])",
    "ragged(f32[4, None, 3])[:, :, 0] -> ragged(f32[4, None])",
    "ragged(f32[4, None, 3])[:, :, 1:] -> ragged(f32[4, None, 2])",
    "f32[2, 3][0, 0, 0] !! 3 indices for rank 2",
    "f32[2, 3][2] !! index 2 is out of range for a dim of 2",
    "f32[2, 3][..., 0, ...] !! only one ... is allowed",
    "f32[2, 3][:, [0, 1]] !! a tensor cannot be indexed by a list",
    "f32[2, 3][1.5] !! an index is an int",
    "f32[...]['a'] !! an index is an int",
    "f32[2, 3][f32[]] !! not a float32 tensor",
    "f32[2, 3][i32[2]] !! a scalar index is needed",
    "f32[2, 3][array(i64[2])] !! a scalar index is needed",
    "f32[2, 3][[True, False]] !! bools are no indices",
    "f32[2, 3][ragged(i32[2, None])] !! not a ragged tensor",
    "tf.strings.split(s[N])[:, 0] !! rows of several lengths have no common item",
    "tf.ragged.constant([[1, 2], [3]])[:, 0] !! rows of several lengths have no common item",
    "tf.ragged.constant([[1, 2], [3], [4, 5, 6]])[-1, 1:] -> i32[2]",
    "tf.ragged.constant([[1, 2], [3]])[1, 1] !! index 1 is out of range",
    "tf.ragged.constant([[1, 2], [3]])[:, :1] -> ragged(i32[2, None])",
    "f32[2, 3][::0] !! the step of a slice cannot be 0",
    "f32[2, 3][b[3]] !! the mask has 3 where the tensor has 2",
    "ragged(f32[2, None])[0, 0, 0] !! 3 indices for rank 2",
)


def getitem(value: TensorType, key: Any, hint: str | None = None) -> Any:
    """What `value[key]` is; `hint` is another remedy for an index that is out of range.

    `key` is an int (or symbolic int, or scalar tensor), a slice of such or None, `...`, None for `tf.newaxis`, a bool
    mask, or a tuple or list of those.

    >>> x = TensorType.parse("float32[2, ?, 4]")
    >>> str(getitem(x, 0)), str(getitem(x, (Ellipsis, slice(1, -1)))), str(getitem(x, (slice(None), None)))
    ('float32[?, 4]', 'float32[2, ?, 2]', 'float32[2, 1, ?, 4]')

    Raises OpError for too many indices, one out of range or one of a wrong type.
    """
    try:
        return _getitem(value, key)
    except Unsure:
        return UNKNOWN
    except OpError as error:
        if hint and error.code == "tf-axis":
            error.hint = hint
        raise error.complete(f"index [{shown_key(key)}]", {"tensor": value}) from None


def _getitem(value: TensorType, key: Any) -> Any:
    if value.kind not in ("tensor", "variable", "ragged"):
        raise Unsure
    keys = list(key) if isinstance(key, (list, tuple)) else [key]  # a list counts as a tuple
    if len(keys) == 1 and _is_mask(keys[0]) and value.kind != "ragged":
        return TensorType(value.dtype, masked_shape(value.shape, as_tensor(keys[0]), 0, None))
    if _is_name(key) and not value.dtype.is_known and value.shape.rank is None:
        raise Unsure  # a dict of tensors is called a tensor too; mypy has its word on that
    places = [each for each in keys if each is not None and each is not ...]
    if places and all(isinstance(each, bool) for each in places):
        hint = f"tf.boolean_mask(x, {key})" if isinstance(key, list) else None
        raise OpError("tf-dtype", "bools are no indices, and no mask", hint=hint)
    for place, item in enumerate(keys):
        if isinstance(item, list):
            words = "a tensor cannot be indexed by a list"
            raise OpError("tf-value", words, hint=_gathered(keys, place))
        one = item.item if item is key and isinstance(item, ListOf) else item
        _check_key(one, _chosen(keys))
    if isinstance(key, ListOf):
        if value.kind == "ragged":
            raise Unsure
        return TensorType(value.dtype, Shape.unknown())
    if value.kind == "ragged":
        return _rows(value, keys)
    shape = indexed(value.shape, keys, isinstance(key, list))
    if value.shape.rank is not None and any(key is ... for key in keys):
        keys = _in_full(keys, value.shape.rank)
    inside = _inside(contents(value), keys)
    if value.kind == "variable" or isinstance(inside, Unknown):
        return TensorType(value.dtype, shape)
    return tensor(value.dtype, shape, inside)


def shown_key(key: Any) -> str:
    """What stands between the brackets, as a message has it."""
    if isinstance(key, tuple):
        return ", ".join(map(shown_key, key))
    if isinstance(key, slice):
        parts = ["" if part is None else describe(part) for part in (key.start, key.stop, key.step)]
        return ":".join(parts[: 3 if key.step is not None else 2])
    return "..." if key is ... else "newaxis" if key is None else describe(key)


# --- what can be an index ---------------------------------------------------------------------------------------------


def _is_mask(key: Any) -> bool:
    return isinstance(key, TensorType) and key.dtype.is_bool is True


def _is_name(key: Any) -> bool:
    return isinstance(key, str) or (isinstance(key, PyValue) and key.type == "str")


def _check_key(key: Any, remedy: str) -> None:
    if key is None or key is ... or is_dim(key):
        return
    if isinstance(key, slice):
        for part in (key.start, key.stop, key.step):
            _check_position(part, "a slice of a tensor goes from int to int")
        if key.step is not None and known_int(key.step) == 0:
            raise OpError("tf-value", "the step of a slice cannot be 0")
        return
    if isinstance(key, ListOf):
        words = "a tensor cannot be indexed by a list"
        raise OpError("tf-value", words, hint="tf.gather(x, [...])")
    _check_position(key, "an index is an int, a slice, ..., tf.newaxis or a bool mask", remedy)


def _gathered(keys: Sequence[Any], place: int) -> str:
    """What takes several items along one axis of all that the other keys leave as it is."""
    is_alone = all(each == slice(None) for i, each in enumerate(keys) if i != place)
    shown = describe(keys[place])
    if not is_alone or "..." in shown:
        return "tf.gather(x, [...])"
    return f"tf.gather(x, {shown}, axis={place})" if place else f"tf.gather(x, {shown})"


def _check_position(part: Any, what: str, remedy: str | None = None) -> None:
    if part is None or is_dim(part):
        return
    if isinstance(part, (float, str, complex)) or (
        isinstance(part, PyValue) and part.sure and part.type not in ("int", "bool")
    ):
        raise OpError("tf-dtype", f"{what}, not {describe(part)}")
    if isinstance(part, bool):
        raise Unsure
    if isinstance(part, TensorType):
        if part.kind in ("ragged", "sparse"):
            raise OpError("tf-value", f"{what}, not a {part.kind} tensor")
        if part.kind == "array" and (part.shape.rank or 0) > 0 and part.dtype.is_bool is False:
            raise OpError("tf-rank", f"a scalar index is needed, got {part}", hint=remedy)
        if part.kind not in ("tensor", "variable"):
            raise Unsure
        if part.dtype.is_integer is False:
            raise OpError("tf-dtype", f"{what}, not a {part.dtype} tensor")
        if part.shape.rank != 0 and part.dtype.is_bool is not False:
            raise Unsure  # it may be a mask
        if part.shape.rank is not None and part.shape.rank > 0:
            raise OpError("tf-rank", f"a scalar index is needed, got {part}", hint=remedy)
        return
    if not isinstance(part, PyValue):
        raise Unsure


# --- rows of ragged tensors -------------------------------------------------------------------------------------------


def _rows(value: TensorType, keys: list[Any]) -> TensorType:
    """What checked indices make of a ragged tensor.

    Of one of rank 2, a row is dense. Of others that depends on how many dims are ragged, which is not known.
    """
    rank = value.shape.rank
    if rank is None or rank < 2 or keys.count(...) > 1:
        raise Unsure
    keys = _in_full(keys, rank)
    places = [key for key in keys if key is not None]
    if len(places) > rank:
        raise OpError("tf-rank", f"{len(places)} indices for rank {rank}")
    if isinstance(places[0], slice):
        is_ragged = isinstance(value.value, RowLengths) and value.value.lengths != ()
        if is_ragged and not isinstance(places[1], slice):
            hint = f"x.to_tensor()[{shown_key(tuple(keys))}]"
            raise OpError("tf-value", "rows of several lengths have no common item", hint=hint)
        return TensorType(value.dtype, _of_slices(value.shape, keys), "ragged")
    if rank > 2 or None in keys:
        raise Unsure
    _one(value.shape[0], places[0])
    lengths, at = row_lengths(value), known_int(places[0])
    length = decided(lengths[at]) if lengths and at is not None else UNKNOWN
    return TensorType(value.dtype, indexed(Shape.of(length), places[1:]))


def _in_full(keys: list[Any], rank: int) -> list[Any]:
    """Indices for all dims: a full slice for each that `...`, or nothing, stands for."""
    missing = rank - sum(key is not None and key is not ... for key in keys)
    at = keys.index(...) if ... in keys else len(keys)
    return [*keys[:at], *[slice(None)] * missing, *keys[at + 1 :]]


def _of_slices(shape: Shape, keys: list[Any]) -> Shape:
    dims: list[Dim] = []
    axis = 0
    for key in keys:
        if key is None:
            dims.append(1)
            continue
        if axis == 1 and not isinstance(key, slice):
            raise Unsure  # refused, unless the rows are of one length
        whole = key == slice(None)
        dims.extend([UNKNOWN] if axis == 1 and not whole else _one(shape[axis], key))
        axis += 1
    return Shape.of(*dims)


# --- shapes -----------------------------------------------------------------------------------------------------------


def indexed(shape: Shape, keys: list[Any], is_list: bool = False) -> Shape:
    """The shape after a list of checked indices."""
    ellipses = [place for place, key in enumerate(keys) if key is ...]
    if len(ellipses) > 1:
        raise OpError("tf-value", "only one ... is allowed")
    taken = sum(key is not None and key is not ... for key in keys)
    if shape.rank is not None and taken > shape.rank:
        hint = f"tf.gather(x, {keys})" if is_list and all(map(is_number, keys)) else None
        raise OpError("tf-rank", f"{taken} indices for rank {shape.rank}", hint=hint)
    if not ellipses:
        front, rest = _from_left(shape, keys)
        return Shape.of(*front) + rest
    at = ellipses[0]
    front, rest = _from_left(shape, keys[:at])
    back, middle = _from_right(rest, keys[at + 1 :])
    return Shape.of(*front) + middle + Shape.of(*back)


def _chosen(keys: list[Any]) -> str:
    """What the vectors among indices are meant to choose: items along one dim, or one for each tuple of them."""
    places = [
        place for place, key in enumerate(keys) if isinstance(key, TensorType) and key.shape.rank
    ]
    if len(places) == len(keys) == 2:
        return "tf.gather_nd(x, tf.stack([i, j], -1)), where the index is [i, j]"
    axis = places[0] if places and all(isinstance(key, slice) for key in keys[: places[0]]) else 0
    return f"tf.gather(x, indices, axis={axis})" if axis else "tf.gather(x, indices)"


def _from_left(shape: Shape, keys: list[Any]) -> tuple[list[Dim], Shape]:
    """The dims that indices make of the first dims of a shape, and the rest of it."""
    out: list[Dim] = []
    for key in keys:
        if key is None:
            out.append(1)
            continue
        dim = shape[0]
        shape = shape.slice(1, None)
        out.extend(_one(dim, key))
    return out, shape


def _from_right(shape: Shape, keys: list[Any]) -> tuple[list[Dim], Shape]:
    out: list[Dim] = []
    for key in keys[::-1]:
        if key is None:
            out.insert(0, 1)
            continue
        dim = shape[-1]
        shape = shape.slice(None, -1)
        out[:0] = _one(dim, key)
    return out, shape


def _one(dim: Dim, key: Any) -> list[Dim]:
    """What one index leaves of one dim: nothing, or a part of it."""
    if isinstance(key, slice):
        return [sliced(dim, *(_position(part) for part in (key.start, key.stop, key.step)))]
    index = known_int(key)
    if index is not None and is_number(dim) and not -dim <= index < dim:
        hint = f"{dim - 1} is the last one" if dim else None
        raise OpError("tf-axis", f"index {index} is out of range for a dim of {dim}", hint=hint)
    return []


def _position(part: Any) -> Any:
    """One end of a slice: None, or a dim."""
    if part is None:
        return None
    inside = contents(part)
    return inside if is_dim(inside) else UNKNOWN


# --- contents ---------------------------------------------------------------------------------------------------------


def _inside(value: Any, keys: list[Any]) -> Any:
    """The known contents after indexing a vector or more by one int or slice, or with new dims alone."""
    if not isinstance(value, tuple):
        return UNKNOWN
    if any(key is None for key in keys) and all(key in (None, slice(None)) for key in keys):
        return reduce(inserted, (i for i, key in enumerate(keys) if key is None), value)
    if len(keys) != 1:
        return UNKNOWN
    (key,) = keys
    if isinstance(key, slice):
        parts = [
            None if part is None else known_int(part) for part in (key.start, key.stop, key.step)
        ]
        given = (key.start, key.stop, key.step)
        if any(part is None and ask is not None for part, ask in zip(parts, given)):
            return UNKNOWN
        return value[slice(*parts)]
    index = known_int(key)
    return UNKNOWN if index is None or not -len(value) <= index < len(value) else value[index]
