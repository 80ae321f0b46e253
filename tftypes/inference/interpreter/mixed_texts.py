"""Text and bytes: Python puts no two of them together, and neither is a key or a name in the place of the other."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.python_values import kind_of
from tftypes.inference.objects import Value, resolve

_TYPE_ERROR: Final = "builtins.TypeError"
#: The place of the text that a pattern is looked for in; others have it behind the pattern.
_PLACES: Final = {"re.sub": 2, "re.subn": 2}
_OF_PATTERNS: Final = frozenset(
    f"re.{name}"
    for name in ("match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
)


def are_mixed(*values: Value) -> bool:
    """Whether there are text and bytes among some values, for sure.

    >>> are_mixed("a", b"b"), are_mixed("a", 3)
    (True, False)
    """
    return {"str", "bytes"} <= {*map(kind_of, values)}


def decoded(code: ast.expr) -> str:
    """What makes text of bytes that a program writes."""
    return f"{ast.unparse(ast.Attribute(code, 'decode'))}()"


def check_kind(
    interpreter: Interpreter, key: Value, node: ast.AST, held: Collection[Value]
) -> None:
    """Bytes are no key of a dict of texts, and a text is none of one of bytes."""
    kinds = {*map(kind_of, held)}
    if len(kinds) == 1 and are_mixed(key, next(iter(held))):
        words = f"there is no key of {kind_of(key)}: the keys are {', '.join(map(repr, held))}"
        if isinstance(node, ast.Subscript) and kind_of(key) == "bytes":
            words += f"; {ast.unparse(node.value)}[{decoded(node.slice)}] looks for text"
        interpreter.refuse(node, "tf-value", words, "builtins.KeyError")


def check_member(interpreter: Interpreter, container: Value, item: Value, node: ast.AST) -> None:
    """`"a" in b"abc"`."""
    if are_mixed(container, item):
        words = f"`in` takes {kind_of(container)}, got {kind_of(item)}"
        parts = (node.left, *node.comparators) if isinstance(node, ast.Compare) else ()
        told = f"{words}{_decoded(parts, (item, container))}"
        interpreter.refuse(node, "tf-value", told, _TYPE_ERROR)


def check_call(interpreter: Interpreter, name: str, args: Sequence[Value], node: ast.AST) -> None:
    """A path and a pattern are of text or of bytes alone; an object of a path takes no bytes."""
    given = [*map(resolve, args)]
    if name in _OF_PATTERNS:
        place = _PLACES.get(name, 1)
        given = [*given[:1], *given[place : place + 1]]
    elif name not in ("os.path.join", "pathlib.Path"):
        return
    is_path = name == "pathlib.Path" and "bytes" in map(kind_of, given)
    if is_path or are_mixed(*given):
        words = "takes text, got bytes" if is_path else "takes text or bytes, got both"
        parts = node.args if isinstance(node, ast.Call) else ()
        told = f"{name}() {words}{_decoded(parts, args)}"
        interpreter.refuse(node, "tf-value", told, _TYPE_ERROR)


def _decoded(parts: Sequence[ast.expr], values: Sequence[Value]) -> str:
    """The expressions that are bytes, as text."""
    pairs = zip(parts, map(resolve, values))
    found = [decoded(code) for code, value in pairs if kind_of(value) == "bytes"]
    return f"; {', '.join(found)} is text" if found else ""
