"""`enum`: the members of a class are its instances, made where the class is defined."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised, argument, making
from tftypes.inference.lattice import same
from tftypes.inference.models.python.flags import AUTO, METHODS, flag, is_one_bit, value_of
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    HELD,
    TOP,
    Class,
    External,
    Function,
    Instance,
    TracedFunction,
    Value,
    resolve,
)
from tftypes.inference.values import Descriptor, Native

_NAMES: Final = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
#: Members of these are numbers or texts, too.
_HELD: Final = ("enum.IntEnum", "enum.StrEnum", "enum.IntFlag", "builtins.int", "builtins.str")


def _define(interpreter: Interpreter, cls: Class) -> None:
    members: dict[str, Instance] = {}
    numbers: dict[int, int] = {}
    last: Value = 0
    holds = any(name in _HELD for name in cls.externals)
    is_flag = any(name.endswith("Flag") for name in cls.externals)
    is_text = "enum.StrEnum" in cls.externals
    for name in list(cls.written()):
        value = resolve(cls.read(name))
        if name.startswith("_") or _is_method(value):
            continue
        if isinstance(value, Instance) and value.cls == External(AUTO):
            auto, value = value, value_of(value, numbers)
            if value is TOP:
                value = name.lower() if is_text else _next(last, is_flag)
            if isinstance(value, int):
                numbers[id(auto)] = value
        member = next(
            (each for each in members.values() if same(each.read("_value_"), value)), None
        )
        if member is None:
            member = Instance(interpreter.trail, cls)
            for slot, held in (
                ("_value_", value),
                ("_name_", name),
                ("value", value),
                ("name", name),
            ):
                interpreter.write(member, slot, held)
            if holds:
                interpreter.write(member, HELD, value)
            if cls.find("__init__") is not None:
                args = value if isinstance(value, tuple) else (value,)
                interpreter.method(member, "__init__", args, cls.node or ast.Constant(0))
                interpreter.write(member, "value", member.read("_value_"))
        members[name], last = member, value
        interpreter.write(cls, name, member)
    if members:
        cls.facts["members"] = members
        cls.facts["iterated"] = tuple(
            each for each in dict.fromkeys(members.values()) if not is_flag or is_one_bit(each)
        )
        cls.facts["construct"] = _by_value


def _is_method(value: Value) -> bool:
    return isinstance(value, (Function, TracedFunction, Descriptor, Native, Class))


def _next(last: Value, is_flag: bool) -> Value:
    if not isinstance(last, int):
        return TOP
    return last + 1 if not is_flag else 1 << last.bit_length()


def _by_value(interpreter: Interpreter, cls: Class, call: Call) -> Value:
    """`Color(1)`: the member with that value."""
    wanted, members = resolve(call.get(0, "value")), cls.facts.get("members", {})
    if isinstance(wanted, Instance) and wanted in members.values():
        return wanted
    for each in members.values():
        if same(each.read("_value_"), wanted):
            return each
    if isinstance(wanted, (bool, int, str, float)) and cls.find("_missing_") is None:
        plain = all(
            isinstance(each.read("_value_"), (bool, int, str, float)) for each in members.values()
        )
        if any(name.endswith("Flag") for name in cls.externals):
            return flag(interpreter, cls, wanted) if isinstance(wanted, int) else TOP
        if plain:
            raise Raised("builtins.ValueError")
    return TOP


def _slot(name: str) -> Callable[..., Value]:
    return lambda interpreter, value: value.read(name, PyValue("str") if name == "_name_" else TOP)


FUNCTIONS: Final[dict[str, Model]] = {
    AUTO: making(AUTO),
    "enum.unique": argument(0, "enumeration"),
    "enum.verify": lambda interpreter, call: Native("verify", argument(0, "enumeration")),
}
CLASSES: Final = {
    f"enum.{name}": LibraryClass(
        define=_define if name == "Enum" else None,
        attributes={"name": _slot("_name_"), "value": _slot("_value_")},
        methods=METHODS.get(name, {}),
    )
    for name in _NAMES
}
