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
        _refuse(interpreter, node.value, "tf-attribute", words, "builtins.AttributeError")
    return library_attribute(interpreter, value, name, node)


def _call(interpreter: Interpreter, value: None, call: Call) -> Value:
    interpreter.forget(call.values)
    if isinstance(call.node, ast.Call):
        words = "None is not callable"
        _refuse(interpreter, call.node.func, "tf-call", words, "builtins.TypeError")
    return TOP


def _item(interpreter: Interpreter, value: None, key: Value, node: ast.AST) -> Value:
    if isinstance(node, ast.Subscript):
        words = "None is not subscriptable"
        _refuse(interpreter, node.value, "tf-value", words, "builtins.TypeError")
    return TOP


def _refuse(
    interpreter: Interpreter, node: ast.expr, code: str, words: str, exception: str
) -> None:
    """Refuses it where the expression is a call that gives nothing, or a name to which such a call alone is assigned."""
    if (why := interpreter.why_nothing(node)) is not None:
        interpreter.refuse(node, code, f"{words}: {why}", exception)


ATTRIBUTES: Final = {_NONE: _attribute}
CALLS: Final = {_NONE: _call}
ITEMS: Final = {_NONE: _item}
