"""Lookup tables: the dtypes of their keys and values."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import INT64
from tftypes.inference.values import TOP, Instance, Value, resolve

_KEY: Final = "<key dtype>"
_VALUE: Final = "<value dtype>"
#: The slot with the shape of each value.
_SHAPE: Final = "<value shape>"
_LOOKUP: Final = "tensorflow.lookup."


def _dtypes(
    interpreter: Interpreter, target: Instance, key: DType | None, value: DType | None
) -> None:
    interpreter.write(target, _KEY, key or DType.any())
    interpreter.write(target, _VALUE, value or DType.any())


def _initializer(interpreter: Interpreter, call: Call) -> Value:
    parts = []
    for i, name in ((0, "key"), (1, "value")):
        given = tensor_of(call.get(i, f"{name}s"))
        told = as_dtype(call.get(i + 2, f"{name}_dtype"))
        parts.append(told or (None if given is None else given.dtype))
    _dtypes(interpreter, call.receiver, *parts)
    return call.receiver


def _file(interpreter: Interpreter, call: Call) -> Value:
    """`TextFileInitializer(filename, key_dtype, key_index, value_dtype, value_index)`."""
    key, value = as_dtype(call.get(1, "key_dtype")), as_dtype(call.get(3, "value_dtype"))
    _dtypes(interpreter, call.receiver, key, value)
    return call.receiver


def _vocabulary(interpreter: Interpreter, call: Call) -> Value:
    """Gives int64 numbers; keys of some integer dtypes are converted."""
    _dtypes(interpreter, call.receiver, None, INT64)
    return call.receiver


def _mutable(interpreter: Interpreter, call: Call) -> Value:
    """`MutableHashTable(key_dtype, value_dtype, default_value)`: each value has the shape of the default."""
    key, value = as_dtype(call.get(0, "key_dtype")), as_dtype(call.get(1, "value_dtype"))
    _dtypes(interpreter, call.receiver, key, value)
    default = tensor_of(call.get(2, "default_value"))
    interpreter.write(call.receiver, _SHAPE, Shape.unknown() if default is None else default.shape)
    return call.receiver


def _static(interpreter: Interpreter, call: Call) -> Value:
    given = resolve(call.get(0, "initializer"))
    known = isinstance(given, Instance)
    _dtypes(
        interpreter,
        call.receiver,
        given.read(_KEY, None) if known else None,
        given.read(_VALUE, None) if known else None,
    )
    return call.receiver


def _lookup(interpreter: Interpreter, call: Call) -> Value:
    table, given = call.receiver, resolve(call.get(0, "keys", call.get(0, "key")))
    keys = given if isinstance(given, TensorType) else tensor_of(given)
    key, value = (
        found if isinstance(found := table.read(slot), DType) else DType.any()
        for slot in (_KEY, _VALUE)
    )
    if keys is None:
        return TOP
    if keys.kind in ("ragged", "sparse"):
        return interpreter.made(TensorType(value, keys.shape, keys.kind), [], "lookup")
    if keys.dtype.name and key.name and keys.dtype != key and not _is_python(call):
        raise OpError("tf-dtype", f"the table has keys of {key}, got {keys.dtype}: {keys}")
    of_each = table.read(_SHAPE, Shape.scalar())
    shape = keys.shape + (of_each if isinstance(of_each, Shape) else Shape.unknown())
    return interpreter.made(TensorType(value, shape), [], "lookup")


def _is_python(call: Call) -> bool:
    return not isinstance(resolve(call.get(0, "keys", call.get(0, "key"))), TensorType)


def _size(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.made(TensorType(INT64, Shape.scalar()), [])


_METHODS: Final = {"lookup": _lookup, "__getitem__": _lookup, "size": _size}
CLASSES: Final = {
    f"{_LOOKUP}KeyValueTensorInitializer": LibraryClass(construct=_initializer),
    f"{_LOOKUP}StaticHashTable": LibraryClass(construct=_static, methods=_METHODS),
    f"{_LOOKUP}TextFileInitializer": LibraryClass(construct=_file),
    f"{_LOOKUP}StaticVocabularyTable": LibraryClass(construct=_vocabulary, methods=_METHODS),
    **{
        f"{_LOOKUP}experimental.{name}": LibraryClass(construct=_mutable, methods=_METHODS)
        for name in ("MutableHashTable", "DenseHashTable")
    },
}
