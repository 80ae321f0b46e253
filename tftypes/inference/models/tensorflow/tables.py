"""Lookup tables: the dtypes of their keys and values."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.values import Instance, Value, resolve

_KEY: Final = "<key dtype>"
_VALUE: Final = "<value dtype>"
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
    table, keys = call.receiver, tensor_of(call.get(0, "keys", call.get(0, "key")))
    key, value = table.read(_KEY, DType.any()), table.read(_VALUE, DType.any())
    if keys is None:
        return TensorType(value, Shape.unknown())
    if keys.dtype.name and key.name and keys.dtype != key and not _is_python(call):
        raise OpError("tf-dtype", f"the table has keys of {key}, got {keys.dtype}: {keys}")
    return interpreter.made(TensorType(value, keys.shape), [], "lookup")


def _is_python(call: Call) -> bool:
    return not isinstance(resolve(call.get(0, "keys", call.get(0, "key"))), TensorType)


def _size(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.made(TensorType(DType.of("int64"), Shape.scalar()), [])


_METHODS: Final = {"lookup": _lookup, "__getitem__": _lookup, "size": _size}
CLASSES: Final = {
    f"{_LOOKUP}KeyValueTensorInitializer": LibraryClass(construct=_initializer),
    f"{_LOOKUP}StaticHashTable": LibraryClass(construct=_static, methods=_METHODS),
    f"{_LOOKUP}StaticVocabularyTable": LibraryClass(construct=_static, methods={"size": _size}),
}
