"""What a library refuses whatever the values are: names that it lacks."""

from __future__ import annotations

import ast
from difflib import get_close_matches

from tftypes.inference.declarations.moved import instead_of, place_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import TOP, External, Value
from tftypes.inference.values import Mapped


def lacks(interpreter: Interpreter, owner: str, name: str, node: ast.AST, exception: str) -> Value:
    """A library has no such name: Python raises for sure. Under a condition of which nothing is known the way ends."""
    is_caught = interpreter.is_caught(exception)
    if not is_caught:
        words = f"'{owner}' has no attribute '{name}'"
        interpreter.report(
            node, "tf-attribute", f"{words}{_hint(interpreter, owner, name, node)}", cause=words
        )
    if is_caught or interpreter.doubt:
        interpreter.leave("raise", External(exception))
    return TOP


def explained(words: str, key: object, contents: Value) -> str:
    """What a container of a library's has, and the key that it lacks, with the nearest of those that it has."""
    names = contents.known if isinstance(contents, Mapped) else ()
    known = [each for each in names if isinstance(each, str)]
    close = []
    if isinstance(key, str):
        close = get_close_matches(key, known, 1, 0.4) or get_close_matches(key.lower(), known, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    if isinstance(contents, tuple) and contents and isinstance(key, int):
        hint = f"; {len(contents) - 1} is the last"
    return f"{words}, got {key!r}{hint}"


def _hint(interpreter: Interpreter, owner: str, name: str, node: ast.AST) -> str:
    """What has the name today, or does its work."""
    similar = interpreter.declared.similar(f"{owner}.{name}")
    imported = [each.name for each in node.names] if isinstance(node, ast.ImportFrom) else []
    wanted = [name] if name in imported else imported or [name]
    place = place_of(interpreter.declared, owner, wanted)
    if place is not None:
        named = ", ".join(wanted)
        return f"; from {place} import {named}" if imported else f"; it is {place}.{named} now"
    instead = instead_of(owner, (*wanted, name))
    if instead is not None:
        return f"; {instead} does its work"
    return f"; did you mean {similar.rpartition('.')[2]!r}?" if similar else ""
