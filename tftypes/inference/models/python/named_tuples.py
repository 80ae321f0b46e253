"""Named tuples and typed dicts: records that are tuples and dicts."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from typing import Final

from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.interpreter import classes, derived
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.synthesized import Field, annotated, initializer
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Frame,
    Instance,
    Module,
    Value,
    resolve,
)
from tftypes.inference.scopes import Scope
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Annotation, Mapped

_NAME: Final = "typing.NamedTuple"


def _define(interpreter: Interpreter, cls: Class) -> None:
    """`class P(NamedTuple)`: the class that derives from it directly has the fields."""
    if External(_NAME) not in cls.bases:
        return
    fields = [
        Field(each.target.id, each.annotation, cls.read(each.target.id))  # type: ignore[union-attr]
        for each in annotated(cls)
    ]
    _record(interpreter, cls, fields)


def _record(interpreter: Interpreter, cls: Class, fields: list[Field]) -> None:
    cls.facts["fields"] = tuple(fields)
    cls.facts["record"] = tuple(each.name for each in fields)
    run = partial(_made, interpreter, fields)
    interpreter.write(cls, "__new__", initializer(interpreter, cls, fields, run, "__new__"))
    for each in fields:
        interpreter.write(cls, each.name, ABSENT)
    interpreter.write(cls, "_fields", cls.facts["record"])


def _made(interpreter: Interpreter, fields: list[Field], frame: Frame) -> None:
    """The body of `__new__`, which takes the fields: a class that derives from it may take others in its own."""
    cls = resolve(frame.read("self"))
    made: Value = TOP
    if isinstance(cls, Class):
        made = derived.blank(interpreter, cls, Call((), {}, ast.Pass()))
        for each in fields:
            interpreter.write(made, each.name, frame.read(each.name))
    interpreter.leave("return", made)


def _functional(interpreter: Interpreter, call: Call) -> Value:
    """`namedtuple("P", "x y")`, `NamedTuple("P", [("x", int)])`."""
    given = resolve(call.get(1, "field_names"))
    names = _names(interpreter, given)
    defaults = interpreter.known_items(call.kwargs.get("defaults", ()))
    if names is None or defaults is None or call.kwargs.keys() - {"defaults"}:
        return TOP
    late = dict(zip(names[len(names) - len(defaults) :], defaults))
    cls = _class(interpreter, call, _NAME)
    if cls is None:
        return TOP
    _record(interpreter, cls, [Field(each, None, late.get(each, ABSENT)) for each in names])
    pairs = interpreter.known_items(given) or ()
    if all(isinstance(each, tuple) and len(each) == 2 for each in map(resolve, pairs)):
        _declare(cls, dict(zip(names, (resolve(each)[1] for each in pairs))))
    return cls


def _class(interpreter: Interpreter, call: Call, base: str) -> Class | None:
    """The class that a call makes, without fields; None where its name is not known."""
    name = resolve(call.get(0, "typename"))
    module = next(
        (each for each in interpreter.modules.values() if each and each.path == interpreter.path),
        None,
    )
    if not isinstance(name, str) or not isinstance(module, Module):
        return None
    cls = Class(interpreter.trail, name, (External(base),), None, module)
    cls.mro = classes.linearized(interpreter, cls)
    inner = Frame(interpreter.trail, Scope(), module, module)
    cls.facts.update(frame=inner, compiler=Compiler(interpreter, ()), keywords={})
    return cls


def _declare(cls: Class, types: Mapping[str, Value]) -> None:
    """Give a class annotations that no text has."""
    said = {name: as_annotation(resolve(each)) for name, each in types.items()}
    cls.facts["declarations"] = {name: partial(_said, each) for name, each in said.items()}


def _said(annotation: Annotation, frame: Frame) -> Annotation:
    return annotation


def _names(interpreter: Interpreter, given: Value) -> list[str] | None:
    if isinstance(given, str):
        return given.replace(",", " ").split()
    found = []
    for each in interpreter.known_items(given) or ():
        each = resolve(each)
        first = each[0] if isinstance(each, tuple) and each else each
        if not isinstance(first, str):
            return None
        found.append(first)
    return found or None


def _replaced(interpreter: Interpreter, call: Call) -> Value:
    value = call.receiver
    if not isinstance(value, Instance) or not isinstance(value.cls, Class):
        return TOP
    made = Instance(interpreter.trail, value.cls)
    for name in value.cls.record or ():
        interpreter.write(made, name, call.kwargs.get(name, value.read(name, TOP)))
    return made


def _as_dict(interpreter: Interpreter, call: Call) -> Value:
    value = call.receiver
    if not isinstance(value, Instance) or not isinstance(value.cls, Class):
        return TOP
    names = value.cls.record or ()
    return interpreter.list(Mapped({name: value.read(name, TOP) for name in names}), "dict")


def _make(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.known_items(call.args[-1])
    if items is None or not isinstance(call.receiver, Class):
        return TOP
    return interpreter.call(call.receiver, items, {}, call.node)


def _typed_dict(interpreter: Interpreter, cls: Class) -> None:
    """`class T(TypedDict)`: a call makes a dict."""
    cls.facts["construct"] = lambda interpreter, cls, call: interpreter.dispatch(
        External("builtins.dict"), call
    )


def _typed_dict_of(interpreter: Interpreter, call: Call) -> Value:
    """`TypedDict("T", {"full name": str})`."""
    fields = resolve(call.get(1, "fields"))
    contents = fields.contents if isinstance(fields, Container) else None
    cls = _class(interpreter, call, call.name)
    if cls is None or not isinstance(contents, Mapped):
        return External("builtins.dict")
    if not contents.is_whole:
        return External("builtins.dict")
    _typed_dict(interpreter, cls)
    _declare(cls, contents.known)
    cls.facts["optional"] = frozenset(contents.known)  # as far as their types tell
    return cls


FUNCTIONS: Final[dict[str, Model]] = {
    "collections.namedtuple": _functional,
    "typing.NamedTuple": _functional,
    "typing.TypedDict": _typed_dict_of,
    "typing_extensions.TypedDict": _typed_dict_of,
}
CLASSES: Final = {
    _NAME: LibraryClass(
        define=_define, methods={"_replace": _replaced, "_asdict": _as_dict, "_make": _make}
    ),
    "typing.TypedDict": LibraryClass(define=_typed_dict),
    "typing_extensions.TypedDict": LibraryClass(define=_typed_dict),
}
