"""Arrow arrays and their memory: offsets, bits, and arrays of other kinds as ones that are read."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.formats import _buffers
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._pyarrow import pa, pc

_T = pa.lib
_LARGE = {_T.Type_LARGE_LIST, _T.Type_LARGE_STRING, _T.Type_LARGE_BINARY}

# Views came to pyarrow after the rest.
_STRING_VIEWS = {
    getattr(_T, name): made
    for name, made in (("Type_STRING_VIEW", pa.string()), ("Type_BINARY_VIEW", pa.binary()))
    if hasattr(_T, name)
}
_LIST_VIEWS = {
    getattr(_T, name) for name in ("Type_LIST_VIEW", "Type_LARGE_LIST_VIEW") if hasattr(_T, name)
}


def offsets_of(array: Any) -> tuple[Any, int, Any]:
    """The offsets of lists or strings as a NumPy array, their address, and who owns them."""
    typestr, width = ("<i8", 8) if array.type.id in _LARGE else ("<i4", 4)
    memory = array.buffers()[1]
    if memory is None or not len(array):  # an empty array need not have any
        return np.zeros(1, typestr), 0, None
    address = memory.address + width * array.offset
    return _buffers.array_at(address, (len(array) + 1,), typestr, memory), address, memory


def bits_of(memory: Any, start: int, count: int) -> Any:
    if memory is None or not count:
        return np.zeros(0, np.bool_)
    return _buffers.unpacked(np.frombuffer(memory, np.uint8), start, count)


def valid_of(array: Any) -> Any:
    """Bools: true where the array has a value."""
    if not array.null_count:
        return np.ones(len(array), np.bool_)
    return bits_of(array.buffers()[0], array.offset, len(array))


def normal(array: Any, function: str, path: str) -> Any:
    """The same values in an array of a kind that is read."""
    type_ = array.type
    if isinstance(array, pa.DictionaryArray):
        return array.dictionary_decode()
    if isinstance(array, pa.ExtensionArray):
        return _extension(array, function, path)
    if type_.id in _STRING_VIEWS:
        return pc.cast(array, _STRING_VIEWS[type_.id])
    if type_.id in _LIST_VIEWS:
        return _of_view(array, function, path)
    if type_.id == pa.lib.Type_RUN_END_ENCODED:
        return pc.run_end_decode(array)
    return array


def _of_view(array: Any, function: str, path: str) -> Any:
    """The lists of a list-view array one after the other. (pyarrow's own cast is wrong.)"""
    starts, valid = array.offsets.to_numpy(), valid_of(array)
    lengths = np.where(valid, array.sizes.to_numpy(), 0)
    splits = _nulls.lengths_to_splits(lengths, starts.dtype)
    order = np.repeat(starts - splits[:-1], lengths) + np.arange(splits[-1])
    make = pa.LargeListArray if starts.dtype == np.int64 else pa.ListArray
    mask = pa.array(~valid) if array.null_count else None
    values = normal(array.values, function, path)  # there is no `take` of views
    return make.from_arrays(pa.array(splits), values.take(pa.array(order)), mask=mask)


def _extension(array: Any, function: str, path: str) -> Any:
    """The storage of an extension array, if that is what its values are."""
    storage, name = array.storage, getattr(array.type, "extension_name", "")
    if name == "arrow.fixed_shape_tensor":
        return _tensors(array, storage, function, path)
    if name == "arrow.bool8":
        return storage.cast(pa.bool_())
    return normal(storage, function, path) if name in ("arrow.json", "arrow.uuid") else array


def _tensors(array: Any, storage: Any, function: str, path: str) -> Any:
    """Arrow's tensors of one shape, as nested fixed-size lists."""
    shape, order = array.type.shape, array.type.permutation
    if order not in (None, list(range(len(shape)))):
        raise TypeError(f"{function}(): column '{path}': the dims of its tensors are permuted")
    size = storage.type.list_size
    values = storage.values.slice(storage.offset * size, len(storage) * size)
    for dim in reversed(shape):
        values = pa.FixedSizeListArray.from_arrays(values, dim)
    if storage.null_count:
        return pc.if_else(storage.is_valid(), values, pa.scalar(None, values.type))
    return values


def advice(type_: Any) -> str:
    dtype = stored(type_) if pa.types.is_temporal(type_) else None
    if dtype is not None:
        return f"; ask for its numbers with a schema that says {dtype.name}, or cast it"
    if pa.types.is_null(type_):
        return "; a schema says what it would be"
    if pa.types.is_decimal(type_):
        return "; ask for floats with a schema, or cast it"
    return "; cast it, or leave it out"


def stored(type_: Any) -> tf.DType | None:
    """The dtype of the numbers that stand for dates and times."""
    if pa.types.is_interval(type_):
        return None
    return tf.int32 if type_.bit_width == 32 else tf.int64
