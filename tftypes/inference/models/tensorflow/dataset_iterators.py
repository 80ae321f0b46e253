"""Iterators of datasets: Python's, of a class of their own that says what else they have; and the options of datasets."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.objects import CLASS, Container, External, Value

OF_TENSORS: Final = "tensorflow.data.Iterator"
OF_ARRAYS: Final = "tensorflow.data.NumpyIterator"
_OPTIONS: Final = "tensorflow.data.Options"


def iterator(interpreter: Interpreter, items: Value, cls: str) -> Container:
    """A new iterator of this class."""
    made = interpreter.list(items, "iterator")
    interpreter.write(made, CLASS, cls)
    return made


def _next(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.call(External("builtins.next"), [call.receiver], {}, call.node)


def _check_option(interpreter: Interpreter, call: Call) -> None:
    """Options take no other attributes than they have."""
    name, cls, node = call.args[0], str(class_name(call.receiver)), call.node
    if name.startswith("__") or interpreter.declared.member(cls, name) is not None:
        return
    part = _part(interpreter, name) if cls == _OPTIONS else None
    hint = ""
    if part is not None and isinstance(node, ast.Attribute):
        hint = f"; {ast.unparse(node.value)}.{part}.{name} is there"
    words = f"{cls.replace('tensorflow.', 'tf.', 1)} has no attribute {name!r} to set{hint}"
    interpreter.refuse(node, "tf-attribute", words, "builtins.AttributeError")


def _part(interpreter: Interpreter, name: str) -> str | None:
    """The options among those of a dataset that have such an attribute."""
    for part in interpreter.declared.members(_OPTIONS):
        member = interpreter.declared.member(_OPTIONS, part)
        entry = None if member is None else member.entry
        if isinstance(entry, declared.Property) and entry.annotation:
            if interpreter.declared.member(entry.annotation, name) is not None:
                return part
    return None


CLASSES: Final = {
    OF_TENSORS: LibraryClass(methods={"get_next": _next, "next": _next}),
    OF_ARRAYS: LibraryClass(methods={"next": _next}, gone=lambda _, name: "next(iterator) gives the next element" if name == "get_next" else None),
    **dict.fromkeys(
        (
            _OPTIONS,
            "tensorflow.data.ThreadingOptions",
            *(f"tensorflow.data.experimental.{name}Options" for name in ("Autotune", "Distribute", "Optimization", "Threading")),
        ),
        LibraryClass(on_write=_check_option),
    ),
}  # fmt: skip
