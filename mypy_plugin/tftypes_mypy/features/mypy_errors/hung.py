"""Attributes that a program hangs on an object from outside of its class, to find them there again: `model.scale = 2.0`.

mypy refuses what the class does not have. That is left to it where it knows the class by itself, but for TensorFlow's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.errorcodes import ATTR_DEFINED
from mypy.errors import ErrorInfo
from mypy.nodes import AssignmentStmt, MemberExpr, MypyFile

from tftypes_mypy.features.facts import alone
from tftypes_mypy.syntax import those_of

#: Objects of TensorFlow that programs hang things on.
_TENSORFLOWS: Final = re.compile(
    r'"(?:Model|Sequential|Functional|Layer|Module|Optimizer|PolymorphicFunction)(?:\[[^"]*)?"'
    r' has no attribute "(?P<name>\w+)"'
)
_ANY: Final = re.compile(r'"\w+" has no attribute "(?P<name>\w+)"')


def is_hung(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether the module assigns to the attribute that is missing, of such an object."""
    missing = _TENSORFLOWS.match(info.message)
    if missing is not None:
        return any(True for _ in _assigned(missing["name"], tree))
    missing = _ANY.match(info.message) if info.code is ATTR_DEFINED else None
    return missing is not None and any(
        alone.is_unknown(target.expr, tree) for target in _assigned(missing["name"], tree)
    )


def _assigned(name: str, tree: MypyFile) -> Iterator[MemberExpr]:
    """Where a module assigns to attributes of this name."""
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            if isinstance(target, MemberExpr) and target.name == name:
                yield target
