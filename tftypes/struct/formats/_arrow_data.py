"""Whatever holds Arrow arrays, to and from the arrays themselves."""

from __future__ import annotations

import os
from typing import Any

from tftypes.struct import schemas
from tftypes.struct.formats import checks
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._arrow_in import Reader
from tftypes.struct.formats._arrow_masks import with_nulls
from tftypes.struct.formats._arrow_out import Writer, as_row
from tftypes.struct.formats._pyarrow import pa
from tftypes.struct.places import DEEPEST, too_deep
from tftypes.struct.tensors import StructTensor

_MAGIC = b"ARROW1"


def read(function: str, data: Any, schema: Any, nulls: Any) -> Any:
    """The value that corresponds to any holder of arrays."""
    reader = Reader(function, _nulls.policies(nulls, function))
    data = _imported(function, data)
    spec = None if schema is None else schemas.spec_of(schema, (None,))
    data.validate()
    _check_depth(function, data)
    if isinstance(data, pa.RecordBatch):
        return reader.columns(data.schema.names, data.columns, data.num_rows, spec)
    if isinstance(data, pa.Table):
        columns = [whole(column) for column in data.columns]
        return reader.columns(data.schema.names, columns, data.num_rows, spec)
    return reader.array(whole(data) if isinstance(data, pa.ChunkedArray) else data, spec)


def _check_depth(function: str, data: Any) -> None:
    """Raises ValueError for structs and lists that are nested too deep to be read."""
    kinds = [("", data.type)] if hasattr(data, "type") else [(f.name, f.type) for f in data.schema]
    for _ in range(DEEPEST + 1):
        kinds = [
            (_nulls.child(path, field.name), field.type)
            for path, kind in kinds
            if pa.types.is_nested(kind)
            for field in (kind.field(i) for i in range(kind.num_fields))
        ]
        if not kinds:
            return
    raise too_deep(f"{function}(): column '{kinds[0][0]}")


def read_scalar(function: str, scalar: Any, schema: Any, nulls: Any) -> Any:
    """The single structure, or the scalar tensor."""
    spec = None
    if schema is not None:
        spec = schemas.spec_of(schema, ()).stacked(1)
    reader = Reader(function, _nulls.policies(nulls, function))
    return reader.array(pa.array([scalar.as_py()], scalar.type), spec)[0]


def write(function: str, value: Any, schema: Any, binary: bool, masks: bool = False) -> Any:
    """A record batch for a vector of structs, a scalar for a single one, an array for others."""
    writer = Writer(function, binary or schema is not None)
    value = checks.as_value(value, function)
    rank = value.shape.rank
    array = writer.array(value if rank else as_row(value))
    if masks:
        array = with_nulls(array, function)
    array = _cast(function, array, schema)
    if not rank:
        return array[0]
    if isinstance(value, StructTensor) and rank == 1 and hasattr(value, "_fields"):
        return pa.RecordBatch.from_struct_array(array)
    return array


def _cast(function: str, array: Any, schema: Any) -> Any:
    """The array as the schema has it, if no value changes."""
    if schema is None:
        return array
    wanted = pa.struct(list(schema)) if isinstance(schema, pa.Schema) else schema
    if not isinstance(wanted, pa.DataType):
        raise TypeError(
            f"{function}() argument 'schema': expected a pyarrow.Schema or DataType, got {schema!r}"
        )
    if array.type == wanted:
        return array
    _check_names(function, array.type, wanted, "")
    try:
        return array.cast(wanted)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError) as error:
        raise ValueError(
            f"{function}() argument 'schema': expected {wanted}, got {array.type}: {error}"
        ) from error


def _check_names(function: str, own: Any, wanted: Any, path: str) -> None:
    """Raises SchemaError for structs whose fields are others: a cast would drop them, or make nulls."""
    if pa.types.is_struct(own) and pa.types.is_struct(wanted):
        fields, others = ({field.name: field.type for field in kind} for kind in (own, wanted))
        checks.check_names(fields, others, function, path)
        for name, kind in fields.items():
            _check_names(function, kind, others[name], _nulls.child(path, name))
    elif hasattr(own, "value_type") and hasattr(wanted, "value_type"):
        _check_names(function, own.value_type, wanted.value_type, _nulls.items(path))


def _imported(function: str, data: Any) -> Any:
    if isinstance(data, (pa.RecordBatch, pa.Table, pa.Array, pa.ChunkedArray)):
        return data
    if isinstance(data, pa.RecordBatchReader):
        return data.read_all()
    if hasattr(data, "__arrow_c_stream__"):
        return pa.chunked_array(data)
    if hasattr(data, "__arrow_c_array__"):
        return pa.array(data)
    raise TypeError(
        f"{function}() argument 'data': expected a pyarrow RecordBatch, Table or Array, or an "
        f"object with __arrow_c_stream__ or __arrow_c_array__, got {type(data).__name__}"
    )


def whole(chunked: Any) -> Any:
    """The chunks as one array: the only one as it is, several in new memory."""
    if chunked.num_chunks == 1:
        return chunked.chunk(0)
    if chunked.num_chunks == 0:
        return pa.array([], chunked.type) if not _is_extension(chunked) else _empty(chunked.type)
    try:
        made = chunked.combine_chunks()
    except pa.ArrowInvalid:
        made = chunked
    if isinstance(made, pa.ChunkedArray):  # more than 2 GB of strings have no 32-bit offsets
        made = chunked.cast(_large(chunked.type)).combine_chunks()
    return made


def _is_extension(chunked: Any) -> bool:
    return isinstance(chunked.type, pa.BaseExtensionType)


def _empty(type_: Any) -> Any:
    return pa.ExtensionArray.from_storage(type_, pa.array([], type_.storage_type))


def _large(type_: Any) -> Any:
    """The type with 64-bit offsets instead of 32-bit ones."""
    if pa.types.is_string(type_):
        return pa.large_string()
    if pa.types.is_binary(type_):
        return pa.large_binary()
    if pa.types.is_list(type_):
        return pa.large_list(type_.value_field.with_type(_large(type_.value_type)))
    if pa.types.is_struct(type_):
        return pa.struct([field.with_type(_large(field.type)) for field in type_])
    return type_


# IPC.


def read_ipc(function: str, source: Any) -> Any:
    """The table in an IPC file or stream, validated in full."""
    try:
        file = _opened(function, source)
        if file.size() >= len(_MAGIC) and file.read_at(len(_MAGIC), 0) == _MAGIC:
            table = pa.ipc.open_file(file).read_all()
        else:
            table = pa.ipc.open_stream(file).read_all()
        table.validate(full=True)
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError, OverflowError, MemoryError) as error:
        raise ValueError(f"{function}() argument 'source': no valid Arrow IPC: {error}") from error
    return table


def _opened(function: str, source: Any) -> Any:
    if isinstance(source, (str, os.PathLike)):
        return pa.memory_map(os.fspath(source))
    if isinstance(source, pa.NativeFile):
        return source
    if hasattr(source, "read"):
        source = source.read()
    try:
        return pa.BufferReader(source)
    except TypeError:
        raise TypeError(
            f"{function}() argument 'source': expected a path, bytes or a file open for reading, "
            f"got {type(source).__name__}"
        ) from None


def write_ipc(function: str, batch: Any, sink: Any, stream: bool) -> bytes | None:
    """Writes one record batch."""
    if not isinstance(batch, pa.RecordBatch):
        raise TypeError(f"{function}(): expected a struct of shape [rows]")
    target = pa.BufferOutputStream() if sink is None else sink
    if isinstance(target, os.PathLike):
        target = os.fspath(target)
    make = pa.ipc.new_stream if stream else pa.ipc.new_file
    with make(target, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(target.getvalue()) if sink is None else None
