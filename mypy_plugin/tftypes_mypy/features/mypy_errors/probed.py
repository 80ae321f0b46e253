"""What a program asks TensorFlow for where it is for several versions of it.

try:                                     if is_tf2():
    exists = tf.gfile.Exists                 session = tf.compat.v1.Session()
except AttributeError:                   else:
    exists = tf.io.gfile.exists              session = tf.Session()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from mypy.errorcodes import ATTR_DEFINED
from mypy.errors import ErrorInfo
from mypy.nodes import (
    Block,
    ConditionalExpr,
    Expression,
    IfStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    TryStmt,
)

from tftypes_mypy import names
from tftypes_mypy.features.facts.expected import ALL, SHORT, caught
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import lines
from tftypes_mypy.syntax import owners_at, per_tree, those_of, walk

_MISSING: Final = Pattern(r'Module(?: "(?P<module>[^"]*)")? has no attribute "(?P<name>\w+)"')
_RAISED: Final = frozenset({"AttributeError", "ImportError", "ModuleNotFoundError"})
#: What a condition asks for that tells the versions apart: `tf.__version__`, `is_tf2()`, `TENSORFLOW_V1`.
_VERSION: Final = Pattern(r"(?i)version|(?:tf|tensorflow)_?v?[12]")


def is_probed(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether the program goes on where a module of TensorFlow's has no such name."""
    missing = _MISSING.match(info.message) if info.code is ATTR_DEFINED else None
    if missing is None or not any(info.line in each for each in _probing(tree)):
        return False
    if missing["module"] is not None:
        return names.is_of_tensorflow(missing["module"])
    asked = owners_at(tree, info.line, info.column, missing["name"])
    return any(
        isinstance(each, RefExpr) and names.is_of_tensorflow(each.fullname) for each in asked
    )


@per_tree
def _probing(tree: MypyFile) -> Sequence[range]:
    """The lines of which a handler catches what a missing name raises, or that are for some of the versions."""
    found = [
        lines(statement.body)
        for statement in those_of(tree, TryStmt)
        if not _raised_in(statement).isdisjoint(chain(*map(caught, statement.types)))
    ]
    found += [lines(each) for each in those_of(tree, ConditionalExpr) if _asks(each.cond)]
    for block in (tree.defs, *(each.body for each in those_of(tree, Block))):
        found += _of_versions(block)
    return found


def _raised_in(statement: TryStmt) -> frozenset[str]:
    """What a handler names that waits for a missing name; one of all exceptions waits for it around few statements."""
    return _RAISED | ALL if len(statement.body.body) <= SHORT else _RAISED


def _of_versions(statements: Sequence[Statement]) -> Iterator[range]:
    """The branches of a condition that asks for the version, and what is left to do where one of them is the last."""
    for statement in statements:
        if isinstance(statement, IfStmt) and any(map(_asks, statement.expr)):
            yield lines(statement)
            if any(isinstance(each.body[-1], (ReturnStmt, RaiseStmt)) for each in statement.body):
                yield range(statement.line, lines(statements[-1]).stop)


def _asks(condition: Expression) -> bool:
    return any(
        isinstance(each, (NameExpr, MemberExpr)) and _VERSION.search(each.name) is not None
        for each in walk(condition)
    )
