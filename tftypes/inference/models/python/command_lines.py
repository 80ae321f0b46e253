"""`argparse`: what a parser makes of texts that are known, by Python's own parser, and what it may make of others."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.sequences import LONGEST
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.lattice import join
from tftypes.inference.models.python.constants import python_of, value_of
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import (
    TOP,
    External,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.values import Seq

_BOOL: Final = PyValue("bool")
_STR: Final = PyValue("str")
_PARSER: Final = "argparse.ArgumentParser"
#: The slots of a parser with what an argument may be begin so.
_ARGUMENT: Final = "<argument> "
#: What was called on a parser and on its parts, in this order; None where not all of it is known.
_CALLS: Final = "<calls>"
#: The slots of a part: the parser that it is a part of, and the number of the call that has made it.
_WHOLE: Final = "<parser>"
_NUMBER: Final = "<number>"
_TYPES: Final = {f"builtins.{name}": PyValue(name) for name in ("int", "float", "str", "bool")}
_KINDS: Final = {f"builtins.{each.__name__}": each for each in (int, float, str)}
#: What changes what is printed alone.
_SHOWN: Final = frozenset(
    {"description", "epilog", "formatter_class", "help", "metavar", "prog", "title", "usage"}
)
#: The actions that keep values: others print something and end the process, or are classes of the program.
_KEEPING: Final = (None, "store", "store_true", "store_false", "store_const", "append", "count")


class _Opaque(NamedTuple):
    """A value that Python's own parser passes on."""

    value: Value


class _Text(NamedTuple):
    """A text, and the function of the program that is the type of its argument."""

    function: Value
    text: str


class _Parser(argparse.ArgumentParser):
    """Raises Unsure where Python's own parser ends the process."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise Unsure

    def error(self, message: str) -> NoReturn:
        raise Unsure


def _whole(part: Instance) -> Instance:
    found: Instance = part.read(_WHOLE, part)
    return found


def _option(name: str, value: Value) -> Any:
    """An option of a call as Python's own parser gets it. Raises Unsure where what it does depends on what is unknown."""
    value = resolve(value)
    if name == "type" and not isinstance(value, str):
        kind = _KINDS.get(value.name) if isinstance(value, External) else None
        return partial(_Text, value) if kind is None else kind
    try:
        return python_of(value)
    except Unsure:
        if name in ("nargs", "action", "choices", "required", "dest", "parents"):
            raise
        if is_unknown(value) or python_type(value) == "str":
            raise  # the type of its argument is called with a text
        return _Opaque(value)


def _kept(interpreter: Interpreter, call: Call) -> int | None:
    """Keeps a call on a parser or a part of it for Python's own parser: its number, None where not all of it is known."""
    whole = _whole(call.receiver)
    before, found = whole.read(_CALLS, ()), None
    name, number = call.name.rpartition(".")[2], call.receiver.read(_NUMBER, 0)
    with suppress(Unsure):
        shown = _SHOWN if name != "set_defaults" else frozenset()
        options = {key: _option(key, each) for key, each in call.kwargs.items() if key not in shown}
        found = number, name, [python_of(each) for each in call.args], options
    is_known = found is not None and isinstance(before, tuple) and number is not None
    kept = (*before, found) if is_known and _is_harmless(options) else None
    interpreter.write(whole, _CALLS, kept)
    return None if kept is None else len(kept)


def _is_harmless(options: Mapping[str, Any]) -> bool:
    """Whether Python's own parser, given these options, prints nothing, goes on and needs little memory."""
    count = options.get("nargs")
    is_short = not isinstance(count, int) or count <= LONGEST
    is_plain = not {"deprecated", "**", "parents", "parser_class"} & options.keys()
    return options.get("action") in _KEEPING and is_plain and is_short


def _part(interpreter: Interpreter, call: Call) -> Value:
    """A group, a parser of a command, or what makes such parsers."""
    return interpreter.instance(
        _PARSER, {_WHOLE: _whole(call.receiver), _NUMBER: _kept(interpreter, call)}
    )


def _add_argument(interpreter: Interpreter, call: Call) -> Value:
    """Keeps what the argument may be under the name that it has in the result."""
    names = [each for each in map(resolve, call.args) if isinstance(each, str)]
    long = next((each for each in names if each.startswith("--")), names[0] if names else "")
    name = resolve(call.kwargs.get("dest", long.lstrip("-").replace("-", "_")))
    whole = _whole(call.receiver)
    _kept(interpreter, call)
    if isinstance(name, str) and name:
        value = _argument(interpreter, call, optional=names[0].startswith("-"))
        slot = _ARGUMENT + name  # parsers of several commands may have it
        interpreter.write(whole, slot, join(whole.read(slot), value))
    return None


def _argument(interpreter: Interpreter, call: Call, optional: bool) -> Value:
    action = resolve(call.kwargs.get("action"))
    if action in ("store_true", "store_false"):
        return _BOOL
    kind = resolve(call.kwargs.get("type", External("builtins.str")))
    value = _TYPES.get(kind.name, TOP) if isinstance(kind, External) else TOP
    if action not in (None, "store"):
        return TOP
    count = resolve(call.kwargs.get("nargs"))
    if isinstance(count, int):
        is_short = count <= LONGEST
        value = interpreter.list((value,) * count if is_short else Seq((), value))
    elif count in ("*", "+"):
        value = interpreter.list(Seq((), value))
    if optional or count == "?":
        required = interpreter.truth(call.kwargs.get("required", False)) is True
        return value if required else join(value, call.kwargs.get("default"))
    return value


def _replayed(texts: list[str], calls: tuple[Any, ...]) -> dict[str, Any]:
    """What Python's own parser makes of texts. Raises Unsure where it ends the process or may take for ever."""
    places = [
        each for _, _, names, each in calls if "nargs" in each and names and names[0][0] != "-"
    ]
    if len(places) + sum(name == "add_subparsers" for _, name, _, _ in calls) > 1:
        raise Unsure  # the pattern that shares the texts among them may take for ever
    parts: list[Any] = [_Parser(add_help=False)]
    try:
        for number, name, args, options in calls:
            more = {"add_help": False} if name == "add_parser" else {}
            parts.append(getattr(parts[number], name)(*args, **options, **more))
        found: dict[str, Any] = vars(parts[0].parse_args(texts))
        return found
    except (AttributeError, TypeError, ValueError, argparse.ArgumentError):
        raise Unsure from None


def _value(interpreter: Interpreter, call: Call, found: Any) -> Value:
    if isinstance(found, _Opaque):
        return found.value
    if isinstance(found, _Text):
        return interpreter.call(found.function, [found.text], {}, call.node)
    if isinstance(found, list):
        return interpreter.list(tuple(_value(interpreter, call, each) for each in found))
    return value_of(interpreter, found)


def _parsed(interpreter: Interpreter, call: Call) -> Value:
    parser = call.receiver
    with suppress(Unsure):
        texts, calls = python_of(call.get(0, "args")), parser.read(_CALLS, ())
        if isinstance(texts, (list, tuple)) and isinstance(calls, tuple):
            found = _replayed(list(texts), calls)
            known = {name: _value(interpreter, call, each) for name, each in found.items()}
            return interpreter.instance("argparse.Namespace", known)
    slots = [each for each in parser.written() if str(each).startswith(_ARGUMENT)]
    known = {each.removeprefix(_ARGUMENT): parser.read(each) for each in slots}
    return interpreter.instance("argparse.Namespace", known)


def _parsed_partly(interpreter: Interpreter, call: Call) -> Value:
    return _parsed(interpreter, call), interpreter.list(Seq((), _STR))


def _set_defaults(interpreter: Interpreter, call: Call) -> Value:
    whole = _whole(call.receiver)
    for name, value in call.kwargs.items():
        slot = _ARGUMENT + name
        interpreter.write(whole, slot, join(whole.read(slot), value))
    _kept(interpreter, call)
    return None


def _made(interpreter: Interpreter, call: Call) -> Value:
    """What changes the parser in other ways: Python's own is not asked."""
    if len(call.args) > 1 or call.kwargs.keys() - _SHOWN:
        interpreter.write(call.receiver, _CALLS, None)
    return None


CLASSES: Final = {
    _PARSER: LibraryClass(
        construct=_made,
        methods={
            **dict.fromkeys(
                (
                    *("add_subparsers", "add_parser"),
                    *("add_argument_group", "add_mutually_exclusive_group"),
                ),
                _part,
            ),
            "add_argument": _add_argument,
            "parse_args": _parsed,
            "parse_known_args": _parsed_partly,
            "set_defaults": _set_defaults,
        },
    )
}
