"""What frames and series refuse: the text of `frames` calls this where a name is none of theirs."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.python.written import written_call
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.spelling import misspelt
from tftypes.inference.values import whole_dict


def _lacked(interpreter: Interpreter, call: Call) -> Value:
    """Refuses what arrays have, and what holds one has not."""
    kind, name = (str(resolve(each)) for each in call.args)
    node = written_call(interpreter)
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
    node = written_call(interpreter)
    if isinstance(name, int) and isinstance(node, ast.Subscript):
        hint = f"; {ast.unparse(node.value)}.iloc[{ast.unparse(node.slice)}] is a row"
    if isinstance(name, tuple) and isinstance(node, ast.Subscript):
        is_written = isinstance(node.slice, ast.Tuple)
        listed = (
            f"[{ast.unparse(node.slice).strip('()')}]"
            if is_written
            else f"list({ast.unparse(node.slice)})"
        )
        hint = f"; {ast.unparse(node.value)}[{listed}] has each of them"
    words = f"there is no column {name!r}: the columns are {', '.join(map(repr, known))}{hint}"
    interpreter.refuse(call.node, "tf-value", words, "builtins.KeyError")
    return TOP


def _no_row(interpreter: Interpreter, call: Call) -> Value:
    """Refuses the name of a row where rows are numbered; a column has it."""
    name, is_column = map(resolve, call.args)
    hint = f"; columns={name!r} is meant for a column" if is_column is True else ""
    words = f"there is no row {name!r}: numbers label the rows{hint}"
    interpreter.refuse(call.node, "tf-value", words, "builtins.KeyError")
    return TOP


def _no_place(interpreter: Interpreter, call: Call) -> Value:
    """Refuses names of columns where places are taken; `loc` takes another last row."""
    node, is_whole = written_call(interpreter), resolve(call.args[0])
    owner = node.value if isinstance(node, ast.Subscript) else None
    words = "iloc takes numbers of columns, got names"
    if is_whole is True and isinstance(owner, ast.Attribute):
        words = f"{words}; {ast.unparse(owner.value)}.loc takes these"
    interpreter.refuse(call.node, "tf-value", words, "builtins.IndexError")
    return TOP


def _uneven(interpreter: Interpreter, call: Call) -> Value:
    """Refuses columns of different lengths."""
    lengths = whole_dict(call.args[0]) or {}
    words = ", ".join(f"{name!r} has {length}" for name, length in lengths.items())
    interpreter.refuse(
        call.node, "tf-shape", f"the columns differ in length: {words}", "builtins.ValueError"
    )
    return TOP


FUNCTIONS: Final = {
    "pandas._lacked": _lacked,
    "pandas._no_column": _no_column,
    "pandas._no_row": _no_row,
    "pandas._no_place": _no_place,
    "pandas._uneven": _uneven,
}
