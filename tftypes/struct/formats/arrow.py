"""Apache Arrow: arrays, record batches, tables, streams of them, IPC, and the C data interface.

No byte is copied where TensorFlow can use Arrow's memory: numbers without nulls, the offsets of
lists, and what is nested in lists and structs, as long as it begins on a boundary of 64 bytes, which
is how Arrow itself allocates. What does not (slices, most of what is read from IPC) is copied once.
Bools are bits in Arrow and strings are laid out otherwise: both are converted.

Source: StructTensor RFC, "Apache Arrow"; the Arrow columnar format, the Arrow PyCapsule interface.
"""

from __future__ import annotations

from typing import Any

from tftypes.struct.dispatching import method
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._packages import need
from tftypes.struct.refusals import named


@named
def from_arrow(data: Any, schema: Any = None, *, nulls: _nulls.Nulls = "error") -> Any:
    """The struct with the rows of a record batch or a table, or what corresponds to any array.

    Structs are structs, lists are ragged, fixed-size lists are dense dims; dictionaries are decoded,
    views and run-end encoded arrays expanded, maps are lists of keys and values. Dates, times and
    decimals are refused, unless the schema asks for them as the numbers that they are stored as.

    >>> import pyarrow as pa
    >>> from tftypes import struct
    >>> batch = pa.record_batch({"id": [1, 2], "tags": [["a"], ["b", "c"]]})
    >>> rows = struct.from_arrow(batch)
    >>> rows.shape, rows["tags"].to_list()
    (TensorShape([2]), [[b'a'], [b'b', b'c']])

    Args:
      data: a `pyarrow.RecordBatch`, `Table`, `RecordBatchReader`, `Array`, `ChunkedArray` or
        `Scalar`, or any object with `__arrow_c_stream__` or `__arrow_c_array__` (a polars or pandas
        DataFrame, say).
      schema: what the rows must be, as `struct.constant` takes it; its order of fields is the
        result's. A list may be dense in it, if all are of that size. Row splits are of its dtype:
        int64, to which those of Arrow's lists are cast, unless it is a spec that says int32.
      nulls: what becomes of nulls, see `tftypes.struct.formats.nulls`.

    Returns:
      A struct of shape `[rows]`; `[rows, None]` for an array of lists of structs; a tensor for an
      array of numbers; a single structure for a scalar.

    Raises:
      NullError: naming the column and the row, for a null where nulls="error".
      SchemaError: naming the field, if the data is not what the schema says.
      TypeError: naming the column, for a type that TensorFlow has not.
      ValueError: if the arrays contradict themselves, as far as can be told in no time: arrays of
        unknown origin are checked by `data.validate(full=True)` of pyarrow's.
    """
    pa = need("pyarrow", "from_arrow")
    from tftypes.struct.formats import _arrow_data

    if isinstance(data, pa.Scalar):
        return _arrow_data.read_scalar("from_arrow", data, schema, nulls)
    return _arrow_data.read("from_arrow", data, schema, nulls)


@named
def to_arrow(value: Any, schema: Any = None, *, binary: bool = False, masks: bool = False) -> Any:
    """A struct of shape `[rows]` as a record batch; any other, and any tensor, as an array.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"id": 1, "tags": ["a"]}, {"id": 2, "tags": []}])
    >>> struct.to_arrow(rows).to_pylist()
    [{'id': 1, 'tags': ['a']}, {'id': 2, 'tags': []}]

    Args:
      value: a struct, a tensor or a ragged tensor.
      schema: the `pyarrow.Schema` or `DataType` to be written: what differs is cast, if no value
        changes thereby. By default what `value` corresponds to, see `from_arrow`.
      binary: whether strings are written as binary; as text, they must be UTF-8.
      masks: whether fields `x_mask` and `x_item_mask`, as nulls="mask" makes them, are written as
        the nulls of `x` and of its items, not as fields.

    Returns:
      A `pyarrow.RecordBatch`; for a single structure a `StructScalar`; otherwise an `Array`.

    Raises:
      TypeError: naming the field, for a dtype or a kind of value that Arrow has not, and for
        symbolic values.
      ValueError: naming the field, for strings that are no UTF-8, and for masks that do not fit
        their field; if `schema` cannot be met.
    """
    need("pyarrow", "to_arrow")
    from tftypes.struct.formats import _arrow_data

    return _arrow_data.write("to_arrow", value, schema, binary, masks)


@named
def from_arrow_ipc(source: Any, schema: Any = None, *, nulls: _nulls.Nulls = "error") -> Any:
    """The struct with the rows of an Arrow IPC file (Feather) or stream.

    It is validated in full: what may come from anywhere is never trusted.

    >>> from tftypes import struct
    >>> data = struct.to_arrow_ipc(struct.constant([{"x": 1}, {"x": 2}]))
    >>> struct.from_arrow_ipc(data).to_py()
    [{'x': 1}, {'x': 2}]

    Args:
      source: a path, which is memory-mapped; bytes or any buffer; or a file open for reading.
      schema: as for `from_arrow`.
      nulls: as for `from_arrow`.

    Raises:
      ValueError: if it is no Arrow IPC, or its arrays contradict themselves.
      OSError: if it cannot be read.
      NullError, SchemaError, TypeError: as `from_arrow`.
    """
    need("pyarrow", "from_arrow_ipc")
    from tftypes.struct.formats import _arrow_data

    table = _arrow_data.read_ipc("from_arrow_ipc", source)
    return _arrow_data.read("from_arrow_ipc", table, schema, nulls)


@named
def to_arrow_ipc(
    value: Any,
    sink: Any = None,
    schema: Any = None,
    *,
    stream: bool = False,
    binary: bool = False,
    masks: bool = False,
) -> bytes | None:
    """Writes a struct of shape `[rows]` as an Arrow IPC file (Feather), or as a stream.

    >>> from tftypes import struct
    >>> struct.to_arrow_ipc(struct.constant([{"x": 1}]))[:6]
    b'ARROW1'

    Args:
      value: the struct.
      sink: a path or a file open for writing; None to get the bytes.
      schema: as for `to_arrow`.
      stream: whether to write the streaming format.
      binary, masks: as for `to_arrow`.

    Returns:
      The bytes, if there is no sink.

    Raises:
      TypeError, ValueError: as `to_arrow`; if the struct is not of rank 1.
    """
    need("pyarrow", "to_arrow_ipc")
    from tftypes.struct.formats import _arrow_data

    batch = _arrow_data.write("to_arrow_ipc", value, schema, binary, masks)
    return _arrow_data.write_ipc("to_arrow_ipc", batch, sink, stream)


@method("__arrow_c_schema__")
def c_schema(value: Any) -> Any:
    """`__arrow_c_schema__` of structs."""
    return _struct_array(value).type.__arrow_c_schema__()


@method("__arrow_c_array__")
def c_array(value: Any, requested_schema: Any = None) -> Any:
    """`__arrow_c_array__` of structs: one struct array."""
    return _struct_array(value).__arrow_c_array__(requested_schema)


@method("__arrow_c_stream__")
def c_stream(value: Any, requested_schema: Any = None) -> Any:
    """`__arrow_c_stream__` of structs: one chunk."""
    pa = need("pyarrow", "__arrow_c_stream__")
    return pa.chunked_array([_struct_array(value)]).__arrow_c_stream__(requested_schema)


def _struct_array(value: Any) -> Any:
    need("pyarrow", "__arrow_c_array__")
    from tftypes.struct.formats._arrow_out import Writer

    if not value.rank:
        raise TypeError("a single structure is no array: tf.expand_dims(st, 0) is")
    return Writer("__arrow_c_array__").array(value)


@named
def arrow_schema(spec: Any) -> Any:
    """The `pyarrow.Schema` of what `to_arrow` makes of structs of this spec or schema.

    >>> import tensorflow as tf
    >>> from tftypes import struct
    >>> struct.arrow_schema({"id": tf.int64, "score": tf.float32})
    id: int64
    score: float

    Raises:
      TypeError: if Arrow has no type for one of the fields.
    """
    pa = need("pyarrow", "arrow_schema")
    from tftypes.struct import schemas
    from tftypes.struct.formats._arrow_types import arrow_type

    return pa.schema(list(arrow_type(schemas.spec_of(spec, (None,)))))
