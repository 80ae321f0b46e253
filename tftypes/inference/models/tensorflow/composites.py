"""Values that TensorFlow takes apart into tensors: extension types, by their base class or by their protocol."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import (
    Class,
    Container,
    External,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped

EXTENSION_TYPE: Final = "tensorflow.experimental.ExtensionType"
#: An object with a value for each replica of a strategy.
DISTRIBUTED: Final = "tensorflow.distribute.DistributedValues"
#: The slot of the program's state that says whether objects of the program may take the calls of ops.
DISPATCHES: Final = "dispatches"
#: The fact of a class whose instances consist of their attributes.
COMPOSITE: Final = "composite"
_PROTOCOL: Final = "__tf_type_spec__"


def may_answer(interpreter: Interpreter, values: Sequence[Value]) -> bool:
    """Whether one of the operands, of which nothing is known, may be an object that says itself what ops make of it.

    It may where the program has such objects, or knows of them and imports what nobody finds.
    """
    dispatches = interpreter.switches.read(DISPATCHES) is not ABSENT
    if not dispatches and "tftypes" not in interpreter.modules:
        return False
    return any(_is_of_some_class(interpreter, each) for each in values) and (
        dispatches or _has_lost_imports(interpreter)
    )


def _has_lost_imports(interpreter: Interpreter) -> bool:
    """Whether the program imports a module that nobody finds and of which nothing is known."""
    return any(
        module is None and "." not in name and not _is_library(interpreter, name)
        for name, module in interpreter.modules.items()
    )


def _is_library(interpreter: Interpreter, name: str) -> bool:
    """Whether something is known of a top module: Python's own, one that the stubs declare, or one with models."""
    return (
        name in sys.stdlib_module_names
        or interpreter.declared.find(name) is not None
        or any(each.startswith(f"{name}.") for each in interpreter.tables.functions)
    )


def _is_of_some_class(interpreter: Interpreter, value: Value) -> bool:
    """Whether the class of a value is not known, or one of a library of which nothing is."""
    if isinstance(value, Instance) and isinstance(value.cls, External):
        return interpreter.declared.find(value.cls.name) is None
    return is_unknown(value)


def is_composite(value: Value) -> bool:
    """Whether an object is taken apart wherever TensorFlow takes tensors along."""
    if not isinstance(value, Instance):
        return False
    cls = value.cls
    if not isinstance(cls, Class):
        return cls.name == DISTRIBUTED
    if COMPOSITE not in cls.facts:
        cls.facts[COMPOSITE] = (
            EXTENSION_TYPE in cls.externals
            or cls.find(_PROTOCOL) is not None
            or any(isinstance(each, Class) and each.facts.get(COMPOSITE) for each in cls.mro)
        )
    return bool(cls.facts[COMPOSITE])


def component_names(value: Instance) -> list[str]:
    """The attributes that hold tensors; all others are static."""
    return [
        name
        for name in value.written()
        if isinstance(name, str) and name[0] != "<" and holds_tensors(value.read(name))
    ]


def holds_tensors(value: Value) -> bool:
    value = resolve(value)
    if isinstance(value, TensorType):
        return value.kind not in ("spec", "symbol", "variable")
    if isinstance(value, tuple):
        return any(map(holds_tensors, value))
    if isinstance(value, Container):
        contents = value.contents
        return holds_tensors(
            tuple(contents.known.values()) if isinstance(contents, Mapped) else contents
        )
    return is_composite(value)


def rebuilt(interpreter: Interpreter, value: Instance, made: Sequence[Value]) -> Instance:
    """A value of the same class and static data with other tensors."""
    names = component_names(value)
    copy = Instance(interpreter.trail, value.cls)
    for name in value.written():
        interpreter.write(copy, name, value.read(name))
    for name, each in zip(names, made):
        interpreter.write(copy, name, each)
    return copy
