"""What frames and series refuse: the text of `frames` calls this where a name is none of theirs."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.spelling import misspelt


def _lacked(interpreter: Interpreter, call: Call) -> Value:
    """Refuses what arrays have, and what holds one has not."""
    kind, name = (str(resolve(each)) for each in call.args)
    node = interpreter.chain[-1][2]
    owner = ast.unparse(node.value) if isinstance(node, ast.Attribute) else "x"
    rest = "" if name == "numpy" else f".{name}"
    words = f"a {kind} of pandas has no attribute '{name}'; {owner}.values{rest} is there"
    interpreter.refuse(call.node, "tf-attribute", words, "builtins.AttributeError")
    return TOP


def _no_column(interpreter: Interpreter, call: Call) -> Value:
    """Refuses a column that a frame has not."""
    name, names = resolve(call.args[0]), interpreter.items(call.args[1])
    known = [each for each in names if isinstance(each, str)] if isinstance(names, tuple) else []
    near = misspelt(name, known) if isinstance(name, str) else None
    hint = f"; did you mean {near!r}?" if near else ""
    words = f"there is no column {name!r}: the columns are {', '.join(map(repr, known))}{hint}"
    interpreter.refuse(call.node, "tf-value", words, "builtins.KeyError")
    return TOP


FUNCTIONS: Final = {"pandas._lacked": _lacked, "pandas._no_column": _no_column}
