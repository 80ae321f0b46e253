"""What is not iterable, and is iterated, unpacked or given to what goes over its items all the same."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference import declarations as declared
from tftypes.inference.interpreter import hashing, python_values, scalars
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.protocols import STANDING, is_not, lacks
from tftypes.inference.objects import Class, External, Function, Instance, Value
from tftypes.inference.values import Bound

_TYPE_ERROR: Final = "builtins.TypeError"


def check_iterable(
    interpreter: Interpreter, value: Value, node: ast.AST, iterated: ast.expr | None
) -> None:
    """Refuses to iterate an object of a library's that is not iterable, a scalar, or a value of Python's.

    `iterated` is the expression, where the caller knows it.
    """
    scalars.check_items(interpreter, value, node)
    if value is None:
        interpreter.refuse_nothing(iterated, "tf-unpack", "None is not iterable")
    if (words := _without_items(interpreter, value)) is not None:
        written = "" if iterated is None else f"; {ast.unparse(iterated)}() calls it"
        hint = "" if isinstance(value, Instance) else written
        interpreter.refuse(node, "tf-unpack", f"{words} is not iterable{hint}", _TYPE_ERROR)
    elif (kind := python_values.lacks(value, "__iter__")) is not None:
        words = f"a value of type '{kind}' is not iterable"
        if isinstance(node, ast.AugAssign):
            words += f"; {ast.unparse(node.target)}.append({ast.unparse(node.value)})"
        elif kind == "int":
            words += "; range(x) counts up to it"
        interpreter.refuse(node, "tf-unpack", words, _TYPE_ERROR)
    if lacks(interpreter, value, "__iter__") and lacks(interpreter, value, "__getitem__"):
        interpreter.refuse(node, "tf-unpack", is_not("iterable", value), _TYPE_ERROR)


def _without_items(interpreter: Interpreter, value: Value) -> str | None:
    """A function that nobody has called, or an object of the program's whose class says of no items."""
    inner = value.function if isinstance(value, Bound) else value
    if isinstance(inner, Function):
        return f"the function {inner.code.name}"
    if isinstance(inner, External):
        is_function = isinstance(interpreter.declared.find(inner.name), declared.Function)
        return f"the function {inner.name.rpartition('.')[2]}" if is_function else None
    if not isinstance(value, Instance) or not hashing.is_known(value):
        return None
    cls = value.cls
    methods = ("__iter__", "__getitem__", *STANDING)
    is_told = isinstance(cls, Class) and cls.metaclass is None and not any(map(cls.find, methods))
    return f"'{cls.name}' object" if is_told else None
