"""Awkward arrays: records are structs, lists ragged, regular lists dense; both ways.

Source: StructTensor RFC, "Column-Based Formats"; Awkward Array's layouts (`awkward.contents`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.formats import _buffers, checks
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._packages import need
from tftypes.struct.refusals import named
from tftypes.struct.tensors import StructTensor


@named
def from_awkward(array: Any, schema: Any = None, *, nulls: _nulls.Nulls = "error") -> Any:
    """The struct with the records of an `ak.Array`; a tensor for an array of numbers.

    The memory of numbers and of lists' offsets is shared where it begins on a boundary of 64 bytes.

    >>> import awkward as ak
    >>> from tftypes import struct
    >>> rows = struct.from_awkward(ak.Array([{"x": 1, "y": [1.5]}, {"x": 2, "y": []}]))
    >>> rows.shape, rows["y"].to_list()
    (TensorShape([2]), [[1.5], []])

    Args:
      array: an `ak.Array`, or an `ak.Record` for a single structure.
      schema: what the records must be, as `struct.constant` takes it.
      nulls: what becomes of missing values, see `tftypes.struct.formats.nulls`.

    Raises:
      TypeError: naming the field, for unions and for types that TensorFlow has not.
      NullError, SchemaError: as for `from_arrow`.
    """
    ak = need("awkward", "from_awkward")
    pa = need("pyarrow", "from_awkward")
    from tftypes.struct.formats import _arrow_data

    if isinstance(array, ak.Record):
        whole = array.layout.array[array.layout.at : array.layout.at + 1]
        made = from_awkward(ak.Array(whole), None if schema is None else _one(schema), nulls=nulls)
        return made[0]
    if not isinstance(array, ak.Array):
        raise TypeError(f"from_awkward(): expected an ak.Array, got {type(array).__name__}")
    array = ak.to_packed(array)
    try:
        converted = ak.to_arrow(array, extensionarray=False, list_to32=False)
    except pa.ArrowNotImplementedError as error:
        path, dtype = _unknown(array.layout, "")
        where = f"field '{path}'" if path else "the data"
        raise TypeError(
            f"from_awkward(): {where} is of dtype {dtype}, for which Arrow has no type: {error}"
        ) from error
    if isinstance(converted, pa.ChunkedArray):
        converted = _arrow_data.whole(converted)
    return _arrow_data.read("from_awkward", converted, schema, nulls)


@named
def to_awkward(value: Any, *, binary: bool = False) -> Any:
    """An `ak.Array` over the memory of a struct or tensor: the inverse of `from_awkward`.

    >>> from tftypes import struct
    >>> array = struct.to_awkward(struct.constant([{"x": 1, "y": [1.5]}, {"x": 2, "y": []}]))
    >>> str(array.type), array.to_list()[0]
    ('2 * {x: int32, y: var * float32}', {'x': 1, 'y': [1.5]})

    Args:
      value: a struct, a tensor or a ragged tensor; a single structure gives an `ak.Record`.
      binary: whether strings are written as bytes; as text, they must be UTF-8.

    Raises:
      TypeError, ValueError: as `to_arrow`.
    """
    ak = need("awkward", "to_awkward")
    need("pyarrow", "to_awkward")
    from tftypes.struct.formats._arrow_out import Writer, as_row

    value = checks.as_value(value, "to_awkward")
    writer = Writer("to_awkward", binary)
    if not value.shape.rank:
        return ak.Array(_layout(ak.contents, ak.index, as_row(value), writer, ""))[0]
    return ak.Array(_layout(ak.contents, ak.index, value, writer, ""))


def _unknown(layout: Any, path: str) -> tuple[str, Any]:
    """The path and the dtype of the first numbers of a layout that Arrow has no type for."""
    if layout.is_numpy:
        return ("", None) if layout.dtype.kind in "biufmM" else (path, layout.dtype)
    if layout.is_record:
        for name in layout.fields:
            found = _unknown(layout.content(name), _nulls.child(path, name))
            if found[1] is not None:
                return found
        return "", None
    return _unknown(layout.content, path) if hasattr(layout, "content") else ("", None)


def _one(schema: Any) -> Any:
    from tftypes.struct import schemas

    return schemas.spec_of(schema, ()).stacked(1)


def _layout(c: Any, index: Any, value: Any, writer: Any, path: str) -> Any:
    if isinstance(value, tf.Tensor):
        return _tensor(c, index, value, writer, path)
    if isinstance(value, StructTensor) and hasattr(value, "_fields"):
        length = int(np.asarray(value._dynamic_shape(1))[0])
        if value.rank > 1:
            flat, length, size = writer.unfolded(value, path)
            return c.RegularArray(_layout(c, index, flat, writer, path), size, length)
        contents = [
            _layout(c, index, each, writer, _nulls.child(path, name))
            for name, each in value._fields.items()
        ]
        return c.RecordArray(contents, list(value._fields), length)
    splits = getattr(value, "row_splits", None)
    if splits is None:
        return writer.array(value, path)  # which says that there is no type for it
    splits = _buffers.array_of(splits)
    content = _layout(c, index, value.values, writer, path)
    if value.uniform_row_length is not None:
        return c.RegularArray(content, int(value.uniform_row_length), len(splits) - 1)
    made = index.Index32 if splits.dtype == np.int32 else index.Index64
    return c.ListOffsetArray(made(splits), content)


def _tensor(c: Any, index: Any, value: Any, writer: Any, path: str) -> Any:
    if value.dtype != tf.string:
        if not value.dtype.is_complex:
            writer.check(value, path)
        return c.NumpyArray(_buffers.array_of(value))
    strings = writer.strings(value, path)
    _, offsets, data = strings.buffers()
    width = np.int64 if str(strings.type).startswith("large") else np.int32
    kind = ("bytestring", "byte") if writer.binary else ("string", "char")
    made = c.ListOffsetArray(
        index.Index64(np.frombuffer(offsets, width).astype(np.int64)),
        c.NumpyArray(np.frombuffer(data, np.uint8), parameters={"__array__": kind[1]}),
        parameters={"__array__": kind[0]},
    )
    shape = value.shape.as_list()
    for position in range(len(shape) - 1, 0, -1):
        made = c.RegularArray(made, shape[position], math.prod(shape[:position]))
    return made
