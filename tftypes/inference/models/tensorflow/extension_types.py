"""`tf.experimental.ExtensionType`: a constructor with a parameter for each field, which converts what it is given.

Source: `tf.experimental.ExtensionType`, section "Constructor".
"""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.annotations.classes import fields_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.synthesized import Field, annotated, initializer, mentions
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.values import Annotation, Class, Frame, Value, resolve


def _define(interpreter: Interpreter, cls: Class) -> None:
    fields = [*_inherited(cls), *_own(cls)]
    cls.facts["fields"] = tuple(fields)
    if "__init__" not in set(cls.written()):
        run = partial(_initialize, interpreter, fields)
        interpreter.write(cls, "__init__", initializer(interpreter, cls, fields, run, "__init__"))


def _inherited(cls: Class) -> list[Field]:
    found: dict[str, Field] = {}
    for base in reversed(cls.mro[1:]):
        if isinstance(base, Class):
            found.update((each.name, each) for each in base.facts.get("fields", ()))
    return list(found.values())


def _own(cls: Class) -> list[Field]:
    return [
        Field(node.target.id, node.annotation, cls.read(node.target.id))
        for node in annotated(cls)
        if isinstance(node.target, ast.Name) and not mentions(node.annotation, "ClassVar")
    ]


def _initialize(interpreter: Interpreter, fields: list[Field], frame: Frame) -> None:
    """The body of `__init__`: keeps the fields, then runs `__validate__`."""
    receiver = resolve(frame.read("self"))
    node = ast.Constant(0) if frame.function is None else frame.function.code.node
    for each in fields:
        interpreter.set_attribute(receiver, each.name, frame.read(each.name), node)
    if interpreter.has_method(receiver, "__validate__"):
        interpreter.method(receiver, "__validate__", [], node)


def _kept(interpreter: Interpreter, call: Call) -> Value:
    """A field is assigned, by whichever constructor: it holds what its annotation says."""
    cls, (name, value) = call.receiver.cls, call.args
    declared = fields_of(interpreter, cls).get(name) if isinstance(cls, Class) else None
    return value if declared is None else _as_declared(interpreter, declared, value)


def _as_declared(interpreter: Interpreter, declared: Annotation, value: Value) -> Value:
    wanted = declared.args[0] if declared.kind == "tensor" else None
    if isinstance(wanted, TensorType) and wanted.kind == "tensor":
        made = tensor_of(value)
        return value if made is None else interpreter.made(made, [value], "convert_to_tensor")
    if declared.kind == "sequence" and declared.args[1] == "tuple":
        items = interpreter.known_items(value)
        item = declared.args[2]
        return (
            value
            if items is None
            else tuple(_as_declared(interpreter, item, each) for each in items)
        )
    return value


CLASSES: Final = {
    f"tensorflow.experimental.{name}": LibraryClass(define=_define, kept=_kept)
    for name in ("ExtensionType", "BatchableExtensionType")
}
