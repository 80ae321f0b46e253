"""What is forgotten of values that go to a callable of which nothing is known, or whose body is not followed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import PENDING
from tftypes.inference.interpreter.library_classes import models
from tftypes.inference.interpreter.resumption import Lazy
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.objects import (
    OPEN,
    TOP,
    Class,
    Container,
    Frame,
    Function,
    Instance,
    TracedFunction,
    Value,
    resolve,
)
from tftypes.inference.scopes import assigned_later, changed, names_in
from tftypes.inference.state import ABSENT, Heap
from tftypes.inference.values import Bound, Descriptor, Mapped, OneOf, Partial, Seq, Super

#: The contents of a container of which nothing is known.
_ITEMS: Final = Seq((), TOP)
_ENTRIES: Final = Mapped({}, frozenset(), TOP)


#: So far the functions are followed that code calls which somebody may run.
_CALLS: Final = 2


def escape(interpreter: Interpreter, value: Value, calls: int = _CALLS) -> None:
    """A library gets a value: it may write to an array, call the methods of an instance, and run code."""
    arrays.written(interpreter, value)
    code, frame = _run_by(value)
    for name in names_in(code) if code is not None and calls else ():
        named = _named(frame, name)
        if isinstance(named, Function) and named is not value:
            escape(interpreter, named, calls - 1)
    for name in () if code is None else changed(code):
        _forget_contents(interpreter, frame, name)
    for name in value.code.scope.nonlocals if isinstance(value, Function) else ():
        _forget_variable(interpreter, frame, name)
    if not isinstance(value, Instance) or not isinstance(value.cls, Class):
        return
    _become(interpreter, value, OPEN, True)
    for cls in value.cls.mro:
        if isinstance(cls, Class) and cls.node is not None:
            for name in assigned_later(cls.node):
                if value.read(name) is not ABSENT or _is_data(cls.read(name)):
                    _become(interpreter, value, name, TOP)
            for field in cls.facts.get("fields", ()):
                if value.read(field.name) is ABSENT:  # the body of its constructor is not followed
                    interpreter.write(value, field.name, TOP)


def _run_by(value: Value) -> tuple[ast.AST | None, Frame | None]:
    """The code that runs when somebody calls a function, or asks a generator for its items; and where its names are."""
    pending = value.read(PENDING) if isinstance(value, Container) else None
    if isinstance(pending, Lazy):
        return pending.code, pending.frame
    function = pending[0] if isinstance(pending, tuple) else value
    return (function.code.node, function.parent) if isinstance(function, Function) else (None, None)


def _is_data(found: Value) -> bool:
    """Whether a class has a value for what its instances may have of their own."""
    return found is not ABSENT and not isinstance(resolve(found), (Descriptor, Function))


def forget(interpreter: Interpreter, values: Sequence[Value]) -> None:
    """A callable of which nothing is known gets values: it may change all that they hold."""
    for each in list(reachable(values)):
        escape(interpreter, each)
        if isinstance(each, Container):
            _become(interpreter, each, "contents", anything(each, "contents"))
        elif isinstance(each, Instance):
            for model in models(interpreter, each):
                if model.shared is not None:
                    model.shared(interpreter, each)


def _forget_contents(interpreter: Interpreter, frame: Frame | None, name: str) -> None:
    """Somebody may have changed the container that a name stands for in the functions around."""
    held = _named(frame, name)
    if isinstance(held, Container) and held.read(PENDING) is ABSENT:
        _become(interpreter, held, "contents", anything(held, "contents"))


def _named(frame: Frame | None, name: str) -> Value:
    """What a name stands for in a frame and those around it."""
    owner = _owner(frame, name)
    return None if owner is None else resolve(owner.read(name))


def _owner(frame: Frame | None, name: str) -> Frame | None:
    """The innermost frame around that binds a name."""
    while frame is not None and frame.read(name) is ABSENT:
        frame = frame.parent
    return frame


def _forget_variable(interpreter: Interpreter, frame: Frame | None, name: str) -> None:
    owner = _owner(frame, name)
    if owner is not None:
        _become(interpreter, owner, name, TOP)


def _become(interpreter: Interpreter, target: Heap, key: Any, value: Value) -> None:
    if target.read(key) is not value:
        interpreter.write(target, key, value)


def anything(target: Heap, key: Any) -> Value:
    """What a slot holds of which nothing is known: the contents of a container are some, all the same."""
    if not isinstance(target, Container) or key != "contents":
        return TOP
    return _ENTRIES if target.kind == "dict" else _ITEMS


def reachable(values: Iterable[Value]) -> Iterator[Value]:
    """Values, what they hold, and what is in that."""
    seen: set[int] = set()
    waiting = list(values)
    while waiting:
        value = resolve(waiting.pop())
        if id(value) not in seen:
            seen.add(id(value))
            parts = _PARTS.get(type(value))
            if parts is not None:
                waiting += parts(value)
            yield value


_PARTS: Final[Mapping[type, Callable[[Any], Iterable[Value]]]] = {
    tuple: lambda value: value,
    Container: lambda value: (value.contents,),
    Mapped: lambda value: (*value.known.values(), value.rest),
    Seq: lambda value: (*value.prefix, value.rest),
    OneOf: lambda value: value.values,
    Bound: lambda value: (value.function, value.receiver),
    Super: lambda value: (value.receiver,),
    Partial: lambda value: (value.function, *value.args, *(each for _, each in value.kwargs)),
    TracedFunction: lambda value: (value.function,),
    Instance: lambda value: [value.read(name) for name in value.written()],
}


def consumed(interpreter: Interpreter, call: Call) -> Value:
    """What gives None, and may do anything with its arguments: it writes to a stream, say."""
    interpreter.escape(call.values)
    return None
