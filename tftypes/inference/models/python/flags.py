"""`enum.Flag`: members that are combined, and what a combination is."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import HELD, TOP, Class, Instance, Value, resolve

AUTO: Final = "enum.auto"
#: The slot of what an operator makes of `auto()` in the body of a class: the operator and its operands.
_OF: Final = "<of>"
_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "or": operator.or_,
    "and": operator.and_,
    "xor": operator.xor,
}


def value_of(value: Value, known: dict[int, int]) -> Value:
    """The number that an `auto()`, or a combination of them, has become; TOP where it has none yet."""
    value = resolve(value)
    if not isinstance(value, Instance):
        return value
    if id(value) in known:
        return known[id(value)]
    name, *operands = value.read(_OF, (None,))
    found = [value_of(each, known) for each in operands]
    if name is None or not all(isinstance(each, int) for each in found):
        return TOP
    return _OPERATORS[name](*found)


def _of_autos(name: str, interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance(AUTO, {_OF: (name, call.receiver, call.args[0])})


def _number(value: Value) -> Value:
    value = resolve(value)
    return resolve(value.read("_value_", TOP)) if isinstance(value, Instance) else value


def is_one_bit(member: Instance) -> bool:
    """Whether a member is no combination of others: those alone are iterated."""
    value = _number(member)
    return not isinstance(value, int) or value.bit_count() == 1


def flag(interpreter: Interpreter, cls: Class, value: int) -> Value:
    """The member of a value, or what stands for several of them."""
    members: dict[str, Instance] = cls.facts.get("members", {})
    for each in members.values():
        if each.read("_value_") == value:
            return each
    made = Instance(interpreter.trail, cls)
    for slot, held in (("_value_", value), ("value", value), ("_name_", None), ("name", None)):
        interpreter.write(made, slot, held)
    if "enum.IntFlag" in cls.externals:
        interpreter.write(made, HELD, value)
    return made


def _combined(name: str, interpreter: Interpreter, call: Call) -> Value:
    left, right = _number(call.receiver), _number(call.args[0])
    if isinstance(left, int) and isinstance(right, int):
        return flag(interpreter, call.receiver.cls, _OPERATORS[name](left, right))
    return TOP


def _inverted(interpreter: Interpreter, call: Call) -> Value:
    value, every = _number(call.receiver), 0
    for each in call.receiver.cls.facts.get("members", {}).values():
        number = _number(each)
        if not isinstance(number, int):
            return TOP
        every |= number
    return flag(interpreter, call.receiver.cls, every & ~value) if isinstance(value, int) else TOP


def _contains(interpreter: Interpreter, call: Call) -> Value:
    whole, part = _number(call.receiver), _number(call.args[0])
    if isinstance(whole, int) and isinstance(part, int):
        return whole & part == part
    return PyValue("bool")


def _truth(interpreter: Interpreter, call: Call) -> Value:
    value = _number(call.receiver)
    return bool(value) if isinstance(value, int) else PyValue("bool")


_METHODS: Final[dict[str, Model]] = {
    **{f"__{name}__": partial(_combined, name) for name in _OPERATORS},
    **{f"__r{name}__": partial(_combined, name) for name in _OPERATORS},
    "__invert__": _inverted,
    "__contains__": _contains,
    "__bool__": _truth,
}
#: What members of flags do beside what members of enumerations do.
METHODS: Final = {"Flag": _METHODS, "IntFlag": _METHODS}
CLASSES: Final = {
    AUTO: LibraryClass(methods={f"__{name}__": partial(_of_autos, name) for name in _OPERATORS})
}
