"""The bridge to the op rules: engine values as rules take them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType
from tftypes.algebra import Unknown as UnknownSize
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.lattice import any_of
from tftypes.inference.models.numpy import contents
from tftypes.inference.models.tensorflow.ops import RULES, ListOf, OpError, PyValue, Rule, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.parsing import BadFeature, Feature
from tftypes.inference.models.tensorflow.ops.values import PyType
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Instance,
    Unknown,
    Value,
    held,
    resolve,
)
from tftypes.inference.state import ABSENT, Heap, Memory
from tftypes.inference.values import Mapped, OneOf, Range, Seq, Tensor, unlisted

#: What a rule takes as it is.
_PLAIN: Final = (
    *(TensorType, str, int, PyValue, type(None), DType, float, Expr, Shape, bool, bytes, complex, type(...)),
    *(dict, Feature, BadFeature),  # a dict is one of features, which are the rules' own
)  # fmt: skip
_PYTHON_TYPES: Final = {"builtins.bool", "builtins.int", "builtins.float", "builtins.complex"}
#: Modules whose names of dtypes are dtypes.
_DTYPE_MODULES: Final = {
    "numpy", "tensorflow", "tensorflow.dtypes", "tftypes", "tensorflow.experimental.numpy",
}  # fmt: skip
#: Names of dtypes in text, beside their own.
_TEXTS: Final = {"float": "float32", "double": "float64", "half": "float16"}
_DTYPE_NAMES: Final = {
    "half": "float16", "double": "float64", "single": "float32", "csingle": "complex64", "cdouble": "complex128",
    "byte": "int8", "ubyte": "uint8", "short": "int16", "ushort": "uint16", "intc": "int32", "uintc": "uint32",
    **dict.fromkeys(("intp", "long", "longlong"), "int64"),
    **dict.fromkeys(("uintp", "ulong", "ulonglong"), "uint64"),
    **dict.fromkeys(("str_", "bytes_"), "string"),
}  # fmt: skip


def to_rule(value: Value) -> Value:
    """A value as the op rules take it; what they do not know is UNKNOWN."""
    value = resolve(value)
    if type(value) is Tensor:
        return _believed(value) if value.kind == "array" else value
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, tuple):
        return tuple(map(to_rule, value))
    if isinstance(value, Container):
        if value.kind in ("list", "deque", "dict_values"):
            found = value.contents
            return (
                [to_rule(each) for each in found] if isinstance(found, tuple) else _list_of(found)
            )
        return UNKNOWN
    if isinstance(value, Seq):
        return _list_of(value)
    if isinstance(value, Instance):
        inside = held(value)
        inside = as_array(value) if inside is ABSENT else inside
        return UNKNOWN if inside is value else to_rule(inside)
    if isinstance(value, slice):
        return slice(to_rule(value.start), to_rule(value.stop), to_rule(value.step))
    if isinstance(value, Range):
        return _numbers(value)
    if isinstance(value, External):
        return PyType(value.name[9:]) if value.name in _PYTHON_TYPES else dtype_named(value.name)
    return UNKNOWN


def as_array(value: Value) -> Value:
    """The array that an object of a library's gives where one is asked for, as a frame of pandas; else the value itself."""
    if type(value) is Instance and type(value.cls) is Class and value.cls.module is not None:
        if value.cls.module.path.startswith("<"):  # it is written in a text of the engine's own
            return resolve(value.read("_array", value))
    return value


#: What NumPy makes arrays with, also of objects that have one. What its other functions make of these the objects say.
_GIVING_ARRAYS: Final = frozenset(
    f"numpy.{name}"
    for name in (
        "array", "asarray", "asanyarray", "ascontiguousarray", "stack", "concatenate", "vstack", "hstack",
        "column_stack", "dstack", "unique",
    )
)  # fmt: skip


def is_for_object(name: str, values: Sequence[Value]) -> bool:
    """Whether one of the values of a function of NumPy's decides what it gives."""
    if not name.startswith("numpy.") or name in _GIVING_ARRAYS:
        return False
    ways = (each.values if isinstance(each, OneOf) else (each,) for each in map(resolve, values))
    return any(as_array(each) is not each for each in chain(*ways))


#: The switch with the dtype that Keras reads the weights of floats in, while a layer computes in another one than they have.
AUTOCAST: Final = "keras autocast"


def as_read(interpreter: Interpreter, value: Value) -> Value:
    """A value as an op reads it, with the variables of Keras' in it cast."""
    dtype = interpreter.switches.read(AUTOCAST, None)
    return value if dtype is None else _cast(value, dtype)


def _cast(value: Value, dtype: DType) -> Value:
    if isinstance(value, (tuple, list)):
        return type(value)(_cast(each, dtype) for each in value)
    is_weight = isinstance(value, TensorType) and class_name(value) == "tensorflow.keras.Variable"
    return TensorType(dtype, value.shape) if is_weight and value.dtype.is_floating else value


def to_size(value: Value) -> Value:
    """A value as the op rules take it where a shape is asked for: parameters in it that nobody knows are sizes."""
    value = resolve(value)
    items = unlisted(value)
    if not isinstance(items, tuple):
        return to_rule(value)
    return [each.size if type(each) is Unknown else to_size(each) for each in map(resolve, items)]


def _believed(value: Tensor) -> TensorType:
    """An array with what it holds now; without contents where somebody has written to its memory, and it is a part of it."""
    memory, now = value.history, None
    if isinstance(memory, Memory):
        if memory.contents is memory.first:
            return value
        now = contents.of(memory.contents) if value.value is memory.first else None
    elif not isinstance(memory, Heap) or memory.read("written") is ABSENT:
        return value
    return TensorType(value.dtype, value.shape, "array", now)


def _list_of(seq: Seq) -> Value:
    item = to_rule(any_of(seq))
    return UNKNOWN if item is UNKNOWN else ListOf(item, seq.count)


def _numbers(value: Range) -> Value:
    parts = value.start, value.stop, value.step
    if all(isinstance(each, int) for each in parts) and value.step:
        numbers = range(*parts)
        if len(numbers) <= 256:
            return list(numbers)
        return ListOf(PyValue("int"), len(numbers))
    return ListOf(PyValue("int"))


def dtype_named(full: str) -> Value:
    """The dtype of a library's name, UNKNOWN where it names something else."""
    module, _, name = full.rpartition(".")
    if module not in _DTYPE_MODULES:
        return UNKNOWN
    try:
        return DType.of(_DTYPE_NAMES.get(name, name.rstrip("_")))
    except ValueError:
        return UNKNOWN


def as_dtype(value: Value) -> DType | None:
    """The dtype that an argument names, None where it is not a dtype that is known."""
    found = to_rule(value)
    if isinstance(found, PyType):
        return DType.of(
            {"bool": "bool", "int": "int32", "float": "float32", "complex": "complex128"}[
                found.name
            ]
        )
    if isinstance(found, str):
        try:
            return DType.of(_TEXTS.get(found, found))
        except ValueError:
            return None
    return found if isinstance(found, DType) else None


def from_rule(
    interpreter: Interpreter, value: Value, args: Sequence[Value] = (), op: str = ""
) -> Value:
    """A rule's result as a value of the engine; tensors belong to the trace that is running."""
    if isinstance(value, TensorType):
        return interpreter.made(value, args, op)
    if isinstance(value, UnknownSize):
        return TOP
    if isinstance(value, list):
        return interpreter.list(tuple(from_rule(interpreter, each, args, op) for each in value))
    if isinstance(value, tuple):
        return tuple(from_rule(interpreter, each, args, op) for each in value)
    if isinstance(value, dict):
        made = {key: from_rule(interpreter, each, args) for key, each in value.items()}
        return interpreter.list(Mapped(made), "dict")
    if isinstance(value, ListOf):
        return interpreter.list(Seq((), from_rule(interpreter, value.item, args, op), value.count))
    return value


def named_rule(name: str) -> Rule | None:
    return RULES.get(name)


def tensor_of(value: Value) -> TensorType | None:
    """The tensor that TensorFlow converts a value to; None where that is not known."""
    found = to_rule(value)
    if found is UNKNOWN or isinstance(resolve(value), (Instance, OneOf)):
        return None
    try:
        made = as_tensor(found)
    except (OpError, Unsure):
        return None
    if isinstance(found, Tensor) and isinstance(made, TensorType) and made.kind == "tensor":
        return Tensor.of(made, trace=found.trace, sources=found.sources, history=found.history)
    return made
