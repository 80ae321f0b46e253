"""`isinstance` and `issubclass` on abstract values."""

from __future__ import annotations

import ast
import numbers
from collections import abc, deque
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.algebra.tensors import Kind
from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.certainty import some_hold
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import TENSOR_CLASSES, class_name
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    DERIVED,
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    class_of,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    Annotation,
    Bound,
    Native,
    OneOf,
    Partial,
    Range,
    Seq,
    may_be_ragged,
)

#: Classes of Python's, which say what they are of abstract ones, by their names and by the kinds of containers.
_PYTHON: Final[Mapping[str, Sequence[type]]] = {
    **{
        each.__name__: (each,)
        for each in (list, tuple, dict, str, bytes, range, deque, int, float, complex, bool)
    },
    "NoneType": (type(None),),
    "set": (set, frozenset),
    "iterator": (abc.Iterator,),
    "generator": (abc.Generator,),
    "dict_keys": (abc.KeysView,),
    "dict_values": (abc.ValuesView,),
    "dict_items": (abc.ItemsView,),
}
#: Where its abstract classes are, those of `typing` by other names.
_ABSTRACT: Final = {"collections.abc": abc, "typing": abc, "numbers": numbers}
_PROTOCOLS: Final = frozenset(
    External(f"{module}.Protocol") for module in ("typing", "typing_extensions")
)
#: Classes of Python's that give their instances no attributes.
_BARE: Final = ("abc.ABC", "builtins.object", "typing.Generic", "typing.Protocol")
#: The kinds of tensors of which an instance of a class is one; each tensor is of the class that `class_name` says alone.
_TENSOR_CLASSES: Final[Mapping[str, Kind]] = {
    **TENSOR_CLASSES,
    "tensorflow.keras.Variable": "variable",
}


def is_instance(interpreter: Interpreter, value: Value, cls: Value) -> bool | None:
    """`isinstance(value, cls)`; None where that is not known."""
    value, cls = resolve(value), resolve(cls)
    classes = _alternatives(cls)
    if classes is not None:
        return some_hold(is_instance(interpreter, value, each) for each in classes)
    if isinstance(value, OneOf):
        answers = {is_instance(interpreter, each, cls) for each in value.values}
        return answers.pop() if len(answers) == 1 else None
    if is_unknown(value) or is_unknown(cls):
        bound = class_of(value)
        return (is_subclass(interpreter, bound, cls) or None) if bound is not None else None
    if isinstance(cls, Class) and cls.metaclass and cls.metaclass.find("__instancecheck__"):
        node = ast.Constant(0)
        return interpreter.truth(interpreter.method(cls, "__instancecheck__", [value], node))
    if isinstance(value, Instance) and isinstance(value.cls, Class):
        if isinstance(assigned := value.read(DERIVED), Class):
            return is_subclass(interpreter, assigned, cls)
        derived = is_subclass(interpreter, value.cls, cls)
        return _conforms(value, cls) if derived is False and _is_protocol(cls) else derived
    if isinstance(cls, Class):
        if _is_protocol(cls):
            return _has_members(value, cls)
        return None if _may_be_derived(interpreter, value, cls) else False
    return _of_library(interpreter, value, cls) if isinstance(cls, External) else None


def _may_be_derived(interpreter: Interpreter, value: Value, cls: Class) -> bool:
    """Whether some instance of a library's class may be of one of the program's that derives from it."""
    is_some = isinstance(value, Instance) and value.read(OPEN) is not ABSENT
    return is_some and is_subclass(interpreter, cls, value.cls) is not False


def _is_protocol(cls: Value) -> bool:
    """Whether objects are instances of a class by what they have."""
    return isinstance(cls, Class) and any(map(_PROTOCOLS.__contains__, cls.bases))


def _members(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            yield each.name
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id


def _named(protocol: Class) -> set[str]:
    """The members that a protocol, or one that it derives from, names."""
    return {
        name
        for each in protocol.mro
        if isinstance(each, Class) and _is_protocol(each) and each.node is not None
        for name in _members(each.node)
    }


def _has_members(value: Value, protocol: Class) -> bool | None:
    """Whether what is no object of the program's classes has what a protocol names: what can be called, or is plain data."""
    names = _named(protocol)
    if isinstance(value, (Function, Bound, Partial, Native, Class)):
        return True if names <= {"__call__"} else None
    is_data = value is None or isinstance(value, (Container, tuple)) or python_type(value)
    return False if is_data and "__call__" in names else None


def _conforms(value: Instance, protocol: Class) -> bool | None:
    """Whether an object has each member that a protocol, or one that it derives from, names."""
    names = _named(protocol)
    cls = value.cls
    if not isinstance(cls, Class):
        return None
    if all(value.read(name) is not ABSENT or cls.find(name) is not None for name in names):
        return True
    bases = [name for name in cls.externals if name not in _BARE]
    may_have_more = cls.is_open or bases or cls.find("__getattr__") is not None
    return None if may_have_more or value.read(OPEN) is not ABSENT else False


def _alternatives(cls: Value) -> tuple[Value, ...] | None:
    if isinstance(cls, tuple):
        return cls
    if isinstance(cls, Annotation) and cls.kind == "union":
        return cls.args
    return None


def is_subclass(interpreter: Interpreter, cls: Value, base: Value) -> bool | None:
    """`issubclass(cls, base)`; None where that is not known."""
    if (bases := _alternatives(base)) is not None:
        return some_hold(is_subclass(interpreter, cls, resolve(each)) for each in bases)
    if isinstance(cls, Class):
        if base is not TOP and base in cls.mro:  # one thing that nobody knows need not be another
            return True
        if isinstance(base, External) and any(
            interpreter.declared.subclass(each, base.name) for each in cls.externals
        ):
            return True
        return None if cls.is_open or _has_hook(interpreter, base) else False
    if isinstance(cls, External) and isinstance(base, External):
        if cls.name == base.name or interpreter.declared.subclass(cls.name, base.name):
            return True
        known = all(library.is_class(interpreter, each.name) for each in (cls, base))
        return False if known and not _has_hook(interpreter, base) else None
    return False if isinstance(cls, External) and isinstance(base, Class) else None


def _has_hook(interpreter: Interpreter, base: Value) -> bool:
    """Whether a class may say itself what its instances are: an abstract one of Python's, a protocol, an interface."""
    if isinstance(base, External):
        return not library.is_class(interpreter, base.name) or base.name.startswith(
            ("collections.abc.", "typing.", "numbers.", "tftypes.")
        )
    return False


def _abstract(name: str) -> type | None:
    """The abstract class of Python's that a name is."""
    module, _, last = name.rpartition(".")
    found = getattr(_ABSTRACT.get(module), last, None)
    return found if isinstance(found, type) else None


def _of_library(interpreter: Interpreter, value: Value, cls: External) -> bool | None:
    name, abstract = cls.name, _abstract(cls.name)
    if isinstance(value, TensorType):
        if value.kind == "array" and not value.shape.min_rank:
            return None  # a scalar of NumPy's, of which some are Python's numbers, too
        if name in _TENSOR_CLASSES:
            return None if may_be_ragged(value) else class_name(value) == name
        return False if name.startswith("builtins.") and name != "builtins.object" else None
    if name == "builtins.object":
        return True
    if isinstance(value, (Function, Bound, Partial, Native)):
        if abstract is not None:
            return issubclass(FunctionType, abstract)
        is_other = name.startswith("builtins.") or not _has_hook(interpreter, cls)
        return False if is_other and not name.startswith(("types.", "functools.")) else None
    own = class_name(value)
    if own is None:
        return None
    if name == own or own == "builtins.bool" and name == "builtins.int":
        return True
    kinds = (own.rpartition(".")[2], value.kind if isinstance(value, Container) else "")
    classes = next((_PYTHON[each] for each in kinds if each in _PYTHON), ())
    if abstract is not None and classes:
        answers = {issubclass(each, abstract) for each in classes}
        return answers.pop() if len(answers) == 1 else None
    if interpreter.declared.subclass(own, name):
        return True
    simple = (
        value is None
        or isinstance(value, (Container, tuple, Seq, Range, slice, DType, Shape))
        or python_type(value) is not None
    )
    if (
        isinstance(value, PyValue)
        and value.type == "float"
        and not value.sure
        and name == "builtins.int"
    ):
        return None
    if isinstance(value, Instance) and name.startswith("builtins."):
        # What was made of a class itself is of the classes above it alone; a declared one may be of a class below it.
        simple = value.read(OPEN) is not True and library.is_class(interpreter, own)
    return False if simple and not _has_hook(interpreter, cls) else None


def instance_as(cls: Value) -> Value:
    """What an unknown is where it is an instance of a class; TOP where that says little."""
    cls = resolve(cls)
    if isinstance(cls, External):
        kind = _TENSOR_CLASSES.get(cls.name)
        if kind is not None:
            return TensorType(DType.any(), Shape.unknown(), kind)
        name = cls.name.removeprefix("builtins.")
        if name in ("int", "float", "bool", "str", "bytes"):
            return PyValue(name)
        if name == "slice":
            return slice(TOP, TOP, TOP)
    return TOP
