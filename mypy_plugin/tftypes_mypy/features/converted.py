"""What does for another type when a program runs: an array for a tensor, a tensor of no dims for a number.

Annotations often name one of them and take them all. mypy alone knows nothing of most values of TensorFlow and NumPy
that reach such a place, and an error about one that it has by us has to be proven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import Expression, MypyFile, ReturnStmt

from tftypes_mypy import typetext
from tftypes_mypy.assigned_lines import values_at
from tftypes_mypy.features import alone
from tftypes_mypy.syntax import expressions_at, those_of
from tftypes_mypy.typetext import Text, Unreadable

_GIVEN: Final = re.compile(
    r"(?:Argument .* has incompatible type|Incompatible return value type \(got"
    r'|Incompatible types in assignment \(expression has type) "(?P<got>[^"]+)"[;,] '
    r'(?:expected|variable has type) "(?P<expected>[^"]+)"'
)
#: NumPy's numbers where text is made of them, which take any format that Python's numbers take.
_FORMATTED: Final = re.compile(
    r'Incompatible types in string interpolation \(expression has type "(?P<got>[^"]+)", '
    r'placeholder has type "(?P<expected>int \| float[^"]*|int)"\)'
)
#: What does for what, by the short names of the classes.
_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("Tensor", "EagerTensor", "Variable"), "tensor"),
    "ndarray": "array",
    **dict.fromkeys(("floating", "integer", "signedinteger", "number", "inexact"), "scalar"),
    **dict.fromkeys(("int", "float", "bool"), "number"),
    **dict.fromkeys(("list", "tuple"), "list"),
}
_DOES_FOR: Final[Mapping[str, frozenset[str]]] = {
    "tensor": frozenset({"array", "number", "scalar"}),
    "array": frozenset({"tensor"}),
    "scalar": frozenset({"number", "tensor", "array"}),
    "number": frozenset({"tensor", "array", "scalar"}),
    "list": frozenset({"tensor", "array"}),
}


def is_converted(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an error is of something that does for what is annotated, and that mypy has by us."""
    is_formatted = _FORMATTED.match(info.message)
    match = is_formatted or _GIVEN.match(info.message)
    if match is None:
        return False
    try:
        got, expected = typetext.read(match["got"]), typetext.read(match["expected"])
    except Unreadable:
        return False
    if not _does_for(got, expected):
        return False
    return bool(is_formatted) or any(alone.is_unknown(each, tree) for each in _given_at(info, tree))


def _does_for(got: Text, expected: Text) -> bool:
    wanted = {_KINDS.get(each.short) for each in _members(expected)}
    given = [_KINDS.get(each.short, "") for each in _members(got)]
    return all(kind in wanted or _DOES_FOR.get(kind, frozenset()) & wanted for kind in given)


def _members(text: Text) -> Iterable[Text]:
    return text.args if text.name == "|" else (text,)


def _given_at(info: ErrorInfo, tree: MypyFile) -> Iterable[Expression]:
    yield from expressions_at(tree, info.line, info.column)
    yield from values_at(tree, info.line)
    for statement in those_of(tree, ReturnStmt):
        if statement.line == info.line and statement.expr is not None:
            yield statement.expr
