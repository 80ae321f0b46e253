"""Each kind of Arrow array as tensors: in place where it can be, else converted.

One function a kind, found by its type's id in `KINDS`. Each takes the array, the spec that it must
agree with (or None), its place, and `there`: None, or bools that are false where an element does not
count. It returns the value, whose first dim is that of the array, and the masks that nulls="mask"
asks for, by depth: 0 for the elements, 1 for the items of lists, ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.formats import _buffers, checks, numbers
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._arrow_memory import bits_of, offsets_of
from tftypes.struct.formats._arrow_places import Level, Place, is_ragged, named, of_items, rank_of
from tftypes.struct.formats._arrow_types import DTYPES
from tftypes.struct.formats._pyarrow import pa, pc
from tftypes.struct.transforms.dims import split_first

Result = tuple[Any, dict[int, Any]]


def _number(reader: Any, array: Any, spec: Any, place: Place, there: Any) -> Result:
    dtype, typestr, size = _NUMBERS[array.type.id]
    wanted = dtype
    if spec is not None:
        wanted = _number_dtype(reader, array, spec, dtype, place)
    memory = array.buffers()[1]
    if memory is None or not len(array):
        return tf.zeros([0], wanted), {}
    address = memory.address + size * array.offset
    if there is None and wanted == dtype:
        return _buffers.tensor_at(address, (len(array),), typestr, memory), {}
    values = _buffers.array_at(address, (len(array),), typestr, memory)
    if wanted != dtype:
        values = numbers.converted(reader.function, place.path, values, wanted, there, place.row)
    if there is None:
        return _buffers.tensor_of(values), {}
    return _filled(values, there, place.filler.zero(wanted, place.path)), {}


def _number_dtype(reader: Any, array: Any, spec: Any, dtype: tf.DType, place: Place) -> tf.DType:
    """The dtype that the schema has for numbers of another one."""
    found = getattr(spec, "dtype", None)
    if not isinstance(found, tf.DType) or not numbers.may_become(dtype, found):
        if isinstance(found, tf.DType) and found.is_integer and dtype.is_floating:
            got = f"{named(array.type)}: integers are not read from floats; cast the column"
            raise checks.mismatch(reader.function, place.path, spec, got)
        found = dtype
    _check_leaf(reader, array, spec, found, place)
    return found


def _bool(reader: Any, array: Any, spec: Any, place: Place, there: Any) -> Result:
    if spec is not None:
        _check_leaf(reader, array, spec, tf.bool, place)
    values = bits_of(array.buffers()[1], array.offset, len(array))
    if there is None:
        return _buffers.tensor_of(values), {}
    return _filled(values, there, place.filler.zero(tf.bool, place.path)), {}


def _filled(values: Any, there: Any, zero: Any) -> Any:
    made = _buffers.aligned(values.shape, values.dtype)
    np.copyto(made, values)
    np.copyto(made, zero, where=~there)
    return _buffers.tensor_of(made)


def _string(reader: Any, array: Any, spec: Any, place: Place, there: Any) -> Result:
    if spec is not None:
        _check_leaf(reader, array, spec, tf.string, place)
    if there is not None:
        if pa.types.is_fixed_size_binary(array.type):
            array = array.cast(pa.binary())
        zero = place.filler.zero(tf.string, place.path)
        scalar = pa.scalar(zero, pa.binary()).cast(array.type)
        array = pc.if_else(pa.array(there), array, scalar)
    if pa.types.is_fixed_size_binary(array.type):
        width = array.type.byte_width
        offsets = np.arange(array.offset, array.offset + len(array) + 1, dtype=np.int64) * width
        return _buffers.strings(offsets, array.buffers()[1]), {}
    offsets, _, _ = offsets_of(array)
    if int(offsets[-1]) - int(offsets[0]) > _buffers.LONG * len(array):
        binary = pa.large_binary() if offsets.dtype == np.int64 else pa.binary()
        return tf.constant(array.cast(binary).to_pylist(), tf.string), {}
    return _buffers.strings(offsets, array.buffers()[2]), {}


def _list(reader: Any, array: Any, spec: Any, place: Place, there: Any) -> Result:
    offsets, address, memory = offsets_of(array)
    if there is not None:
        lengths = np.diff(offsets)
        if lengths[~there].any():  # what is null may have items all the same
            array = pc.if_else(pa.array(there), array, pa.scalar([], array.type))
            offsets, address, memory = offsets_of(array)
    first, last = int(offsets[0]), int(offsets[-1])
    values = array.values
    if first or last != len(values):
        values = values.slice(first, last - first)
    row = place.row
    inner = Place(
        _nulls.items(place.path),
        lambda i: row(int(np.searchsorted(offsets, first + i, side="right")) - 1),
        masks=of_items(place.masks),
    )
    if spec is not None and not is_ragged(spec):
        return _dense_list(reader, array, spec, place, there, offsets - first, values, inner)
    value, masks = reader.value(values, None if spec is None else checks.rows_of(spec), inner)
    if first == 0 and memory is not None:
        splits = _buffers.tensor_at(address, offsets.shape, offsets.dtype.str, memory)
    else:
        splits = _buffers.tensor_of(offsets - first)
    level = Level(splits, spec)
    return level.over(value), {deep + 1: level.over(mask) for deep, mask in masks.items()}


def _dense_list(
    reader: Any, array: Any, spec: Any, place: Place, there: Any, offsets: Any, values: Any,
    inner: Place,
) -> Result:  # fmt: skip
    """A list of which the schema says that it is of the same size in every row."""
    if rank_of(spec) < 2:
        raise checks.mismatch(reader.function, place.path, spec, named(array.type))
    lengths = np.diff(offsets)
    counts = lengths if there is None else lengths[there]
    size = spec.shape[1]
    if size is None:
        size = int(counts[0]) if len(counts) else 0
    wrong = _nulls.first_null((lengths == size) if there is None else (lengths == size) | ~there)
    if wrong >= 0:
        got = f"{int(lengths[wrong])} items in row {place.row(wrong)}"
        raise checks.mismatch(reader.function, place.path, spec, got)
    if there is not None:  # null lists get as many items as the others, which do not count
        order = np.where(there, offsets[:-1], 0)[:, None] + np.arange(size)
        values = pa.concat_arrays([values, pa.nulls(size, values.type)]).take(
            pa.array(order.ravel())
        )
        inner = replace(inner, absent=np.repeat(~there, size), filler=place.filler)
    value, masks = reader.value(values, checks.rows_of(spec), inner)
    length = len(array)
    folded = {deep + 1: split_first(mask, [length, size]) for deep, mask in masks.items()}
    return split_first(value, [length, size]), folded


def _fixed_list(reader: Any, array: Any, spec: Any, place: Place, there: Any) -> Result:
    length, size = len(array), array.type.list_size
    item, level = None, None
    if spec is not None:
        if is_ragged(spec):
            steps = (
                np.arange(0, (length + 1) * size, size) if size else np.zeros(length + 1, np.int64)
            )
            level = Level(_buffers.tensor_of(steps), spec)
        elif rank_of(spec) < 2 or spec.shape[1] not in (None, size):
            raise checks.mismatch(reader.function, place.path, spec, named(array.type))
        item = checks.rows_of(spec)
    values = array.values.slice(array.offset * size, length * size)
    absent = None if there is None else np.repeat(~there, size)
    row = place.row
    inner = Place(
        _nulls.items(place.path),
        lambda i: row(i // size),
        absent,
        place.filler,
        of_items(place.masks),
    )
    value, masks = reader.value(values, item, inner)
    over = level.over if level is not None else lambda part: split_first(part, [length, size])
    return over(value), {deep + 1: over(mask) for deep, mask in masks.items()}


def _struct(reader: Any, array: Any, spec: Any, place: Place, there: Any) -> Result:
    type_ = array.type
    names = [type_.field(i).name for i in range(type_.num_fields)]
    arrays = (array.field(i) for i in range(len(names)))
    inner = Place(place.path, place.row, None if there is None else ~there)
    return reader.fields(names, arrays, len(array), spec, inner), {}


def _check_leaf(reader: Any, array: Any, spec: Any, dtype: tf.DType, place: Place) -> None:
    wrong = getattr(spec, "dtype", None) != dtype or hasattr(spec, "ragged_rank")
    if wrong or spec.shape.rank not in (None, 1):
        raise checks.mismatch(reader.function, place.path, spec, named(array.type))


_T = pa.lib
_NUMBERS = {
    type_.id: (dtype, np.dtype(dtype.as_numpy_dtype).str, dtype.size)
    for type_, dtype in DTYPES.items()
}
KINDS: dict[int, Callable[..., Result]] = {
    **dict.fromkeys(_NUMBERS, _number),
    _T.Type_BOOL: _bool,
    **dict.fromkeys(
        (_T.Type_STRING, _T.Type_BINARY, _T.Type_LARGE_STRING, _T.Type_LARGE_BINARY), _string
    ),
    _T.Type_FIXED_SIZE_BINARY: _string,
    **dict.fromkeys((_T.Type_LIST, _T.Type_LARGE_LIST, _T.Type_MAP), _list),
    _T.Type_FIXED_SIZE_LIST: _fixed_list,
    _T.Type_STRUCT: _struct,
}
