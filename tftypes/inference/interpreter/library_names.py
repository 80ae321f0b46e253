"""What full names of libraries stand for."""

from __future__ import annotations

from tftypes.algebra import DType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.declared_values import declared_value
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import dtype_named
from tftypes.inference.objects import TOP, Class, External, Function, Value
from tftypes.inference.state import Definite
from tftypes.inference.values import Bound, Descriptor


def rebound(interpreter: Interpreter, full: str) -> Value:
    """What the program has bound to a full name of a library's; ABSENT where the name is the library's own."""
    return interpreter.switches.read(f"= {full}")


def put_on(interpreter: Interpreter, cls: str, name: str, value: Value) -> Value:
    """What the program has put on a library's class, as a value of that class has it; ABSENT for nothing."""
    found = rebound(interpreter, f"{cls}.{name}")
    if isinstance(found, Descriptor):
        return TOP
    is_method = isinstance(found, Function) and not isinstance(value, Class)
    return Bound(found, value) if is_method else found


def rebind(
    interpreter: Interpreter, module: External, name: str, new: Value, node: object = None
) -> None:
    """The program assigns to an attribute of a library's module or class."""
    interpreter.write(interpreter.switches, Definite(f"= {module.name}.{name}"), new)


def named(interpreter: Interpreter, full: str, legacy: bool = False) -> Value:
    """What a full name of a library's stands for."""
    known = interpreter.names.get(full)
    if known is None or legacy:
        known = _named(interpreter, full, legacy)
        if isinstance(known, (External, DType)) and not legacy:  # others are made anew each time
            interpreter.names[full] = known
    return known


def _named(interpreter: Interpreter, full: str, legacy: bool) -> Value:
    name = interpreter.declared.canonical(full)
    constant = interpreter.tables.constants.get(name) or interpreter.tables.constants.get(full)
    if constant is not None:
        return constant(interpreter)
    entry = interpreter.declared.find(name)
    if (
        isinstance(entry, (declared.Constant, declared.Attribute))
        and name not in interpreter.tables.functions
    ):
        if "tensorflow.DType[" in (entry.annotation or ""):
            dtype = dtype_named(name)
            return dtype if isinstance(dtype, DType) else DType.any()
        if not isinstance(dtype_named(name), DType):
            return declared_value(interpreter, entry.annotation)
    return External(name, legacy)
