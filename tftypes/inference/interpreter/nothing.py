"""None that a call gives whatever it is given, and what Python asks of it in vain.

None elsewhere may stand for a value that is not there yet. A function without a `return` that has a value, and a method
that a library declares to return None, give nothing at any time.
"""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library import library_attribute
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.objects import TOP, Value

_NONE: Final = type(None)


def _attribute(interpreter: Interpreter, value: None, name: str, node: ast.AST) -> Value:
    if isinstance(node, ast.Attribute) and not hasattr(value, name):
        words = f"None has no attribute '{name}'"
        interpreter.refuse_nothing(node.value, "tf-attribute", words, "builtins.AttributeError")
    return library_attribute(interpreter, value, name, node)


def _call(interpreter: Interpreter, value: None, call: Call) -> Value:
    interpreter.forget(call.values)
    if isinstance(call.node, ast.Call):
        interpreter.refuse_nothing(call.node.func, "tf-call", "None is not callable")
    return TOP


def _item(interpreter: Interpreter, value: None, key: Value, node: ast.AST) -> Value:
    if isinstance(node, ast.Subscript):
        interpreter.refuse_nothing(node.value, "tf-value", "None is not subscriptable")
    return TOP


def _set_attribute(
    interpreter: Interpreter, value: None, name: str, new: Value, node: ast.AST
) -> None:
    if isinstance(node, ast.Attribute):
        words = f"None has no attribute '{name}'"
        interpreter.refuse_nothing(node.value, "tf-attribute", words, "builtins.AttributeError")


ATTRIBUTES: Final = {_NONE: _attribute}
ATTRIBUTE_WRITES: Final = {_NONE: _set_attribute}
CALLS: Final = {_NONE: _call}
ITEMS: Final = {_NONE: _item}
