"""What a library refuses whatever the values are: names that it lacks."""

from __future__ import annotations

import ast

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import TOP, External, Value


def lacks(interpreter: Interpreter, owner: str, name: str, node: ast.AST, exception: str) -> Value:
    """A library has no such name: Python raises for sure. Under a condition of which nothing is known the way ends."""
    if interpreter.is_caught(exception) or interpreter.doubt:
        interpreter.leave("raise", External(exception))
    similar = interpreter.declared.similar(f"{owner}.{name}")
    hint = f"; did you mean {similar.rpartition('.')[2]!r}?" if similar else ""
    words = f"'{owner}' has no attribute '{name}'"
    interpreter.report(node, "tf-attribute", f"{words}{hint}", cause=words)
    return TOP
