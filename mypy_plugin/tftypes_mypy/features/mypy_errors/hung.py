"""Attributes that a program hangs on an object from outside of its class, to find them there again: `model.scale = 2.0`.

mypy refuses what the class does not have. That is left to it where it knows the class by itself, but for TensorFlow's own
and for what derives from them and takes attributes of any name: `self.__dict__.update(kwargs)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.errorcodes import ATTR_DEFINED
from mypy.errors import ErrorInfo
from mypy.nodes import AssignmentStmt, MemberExpr, MypyFile
from mypy.types import Instance, get_proper_type

from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.mypy_errors import unproven
from tftypes_mypy.syntax import expressions_at, those_of

#: Objects of TensorFlow that programs hang things on.
_TENSORFLOWS: Final = re.compile(
    r'"(?:Model|Sequential|Functional|Layer|Module|Optimizer|PolymorphicFunction)(?:\[[^"]*)?"'
    r' has no attribute "(?P<name>\w+)"'
)
#: Of `self.net = Sequential(self.net)`, in such an object.
_OF_ITSELF: Final = re.compile(r'Cannot determine type of "(?P<name>\w+)"$')
_ANY: Final = re.compile(r'"\w+" has no attribute "(?P<name>\w+)"')


def is_hung(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether the module assigns to the attribute that is missing, of such an object, or has set it by its name."""
    untold = _OF_ITSELF.match(info.message)
    if untold is not None:
        return _takes_any(info, untold["name"], tree)
    missing = _TENSORFLOWS.match(info.message)
    if missing is not None:
        return any(True for _ in _assigned(missing["name"], tree))
    missing = _ANY.match(info.message) if info.code is ATTR_DEFINED else None
    if missing is None:
        return False
    return _takes_any(info, missing["name"], tree) or any(
        alone.is_unknown(target.expr, tree) for target in _assigned(missing["name"], tree)
    )


def _takes_any(info: ErrorInfo, name: str, tree: MypyFile) -> bool:
    """Whether an attribute is asked of an object of a layer, a model or a module that may have set it by its name."""
    owners = [
        get_proper_type(alone.type_of(each.expr))
        for each in expressions_at(tree, info.line, info.column)
        if isinstance(each, MemberExpr) and each.name == name
    ]
    classes = [owner.type for owner in owners if isinstance(owner, Instance)]
    return any(
        unproven.sets_by_name(each)
        and any(base.fullname.startswith("tensorflow.") for base in each.mro)
        for each in classes
    )


def _assigned(name: str, tree: MypyFile) -> Iterator[MemberExpr]:
    """Where a module assigns to attributes of this name."""
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            if isinstance(target, MemberExpr) and target.name == name:
                yield target
