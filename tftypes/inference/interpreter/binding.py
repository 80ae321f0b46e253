"""Arguments of a call, bound to the parameters of a function of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tftypes.inference.declarations.calls import unknown_name
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.objects import TOP, Container, Function, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq, Spread


def bind(interpreter: Interpreter, function: Function, call: Call) -> dict[str, Value] | None:
    """The arguments by the names of the parameters; None where they do not fit."""
    code: Code = function.code
    spread: Value = ABSENT
    positional: Sequence[Value] = call.args
    count = len(positional)
    if Spread in map(type, call.args):
        place = [*map(type, call.args)].index(Spread)
        # nobody knows which parameters the arguments behind it are for
        spread = call.args[place].item if place + 1 == len(call.args) else TOP
        positional = call.args[:place]
        count = sum(not isinstance(each, Spread) for each in call.args)
    given: dict[str, Value] = dict(zip(code.positional, positional))
    extra = positional[len(code.positional) :]
    if count > len(code.positional) and code.vararg is None:
        return None
    if code.vararg is not None:
        given[code.vararg] = tuple(extra) if spread is ABSENT else Seq(tuple(extra), spread)
    unknown_keywords = call.kwargs.get("**", ABSENT)
    rest: dict[str, Value] = {}
    for name, value in call.kwargs.items():
        if name not in code.by_name:
            if name != "**":
                rest[name] = value
        elif name in given:
            return None
        else:
            given[name] = value
    if rest and code.kwarg is None:
        return None
    if code.kwarg is not None:
        given[code.kwarg] = interpreter.list(Mapped(rest, frozenset(), unknown_keywords), "dict")
    if code.single <= given.keys():
        return given
    for name in (*code.positional, *code.keyword_only):
        if name not in given:
            value = _left_out(function, name, spread, unknown_keywords)
            if value is not ABSENT:
                given[name] = value
            elif name not in function.defaults:  # what has one that is made in the body is left out
                return None
    return given


def misfit(function: Function, args: Sequence[Value], kwargs: Mapping[str, Value]) -> str:
    """What is wrong with the arguments of a call."""
    code: Code = function.code
    shown = code.name if function.cls is None else f"{function.cls.name}.{code.name}"
    count = sum(not isinstance(each, Spread) for each in args)
    if count > len(code.positional) and code.vararg is None:
        words = f"{shown}() takes {len(code.positional)} positional arguments but {count} are given"
        first = code.positional[0] if code.positional else ""
        is_alone = (
            function.cls is not None
            and first not in ("self", "cls")
            and count == 1 + len(code.positional)
        )
        if is_alone and not first.startswith("_"):
            words += f"; def {code.name}({', '.join(('self', *code.positional))}) takes them"
        return words
    known = code.by_name
    given = {*code.positional[:count]}
    for name in kwargs:
        if name in known and name in given:
            return f"{shown}() gets several values for argument '{name}'"
        if name not in known and name != "**" and code.kwarg is None:
            return f"{shown}() {unknown_name(name, sorted(known - given - {*kwargs}))}"
    left = [
        name
        for name in (*code.positional, *code.keyword_only)
        if name not in given and name not in kwargs and name not in function.defaults
    ]
    words = f"{shown}(): argument '{left[0] if left else ''}' is missing"
    if args or kwargs or function.cls is not None or not left:
        return words
    return f"{words}; {shown} without () is the function, {shown}({', '.join(left)}) calls it"


def _left_out(function: Function, name: str, spread: Value, keywords: Value) -> Value:
    if spread is not ABSENT and name in function.code.positional:
        return spread
    if keywords is not ABSENT:
        return TOP
    if name in function.code.keyword_only:
        late = resolve(function.read("__kwdefaults__"))
        if isinstance(late, Container) and late.kind == "dict":
            return late.contents.known.get(name, late.contents.rest)
        return function.defaults.get(name, ABSENT) if late is ABSENT else TOP
    late = function.read("__defaults__")
    if late is ABSENT:
        return function.defaults.get(name, ABSENT)
    if not isinstance(late, tuple):
        return TOP
    names = function.code.positional
    return dict(zip(names[len(names) - len(late) :], late)).get(name, ABSENT)
