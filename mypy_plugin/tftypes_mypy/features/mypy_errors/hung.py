"""Attributes that a program hangs on an object from outside of its class, to find them there again: `model.scale = 2.0`.

mypy refuses what the class does not have. That is left to it where it knows the class by itself, but for TensorFlow's own
and for what derives from them and takes attributes of any name: `self.__dict__.update(kwargs)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.errorcodes import ATTR_DEFINED
from mypy.errors import ErrorInfo
from mypy.nodes import AssignmentStmt, Decorator, Expression, MemberExpr, MypyFile, NameExpr
from mypy.types import Instance

from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.mypy_errors import unproven
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import owners_at, those_of

#: Of `self.net = Sequential(self.net)`, in such an object.
_OF_ITSELF: Final = Pattern(r'Cannot determine type of "(?P<name>\w+)"$')
#: What a mock has, which tests put in the place of what they patch.
_MOCKS: Final = frozenset(
    [
        "assert_any_call",
        "assert_called",
        "assert_called_once",
        "assert_called_once_with",
        "assert_called_with",
        "assert_has_calls",
        "assert_not_called",
        "call_args",
        "call_args_list",
        "call_count",
        "called",
        "method_calls",
        "mock_calls",
        "reset_mock",
        "return_value",
        "side_effect",
    ]
)
_ANY: Final = Pattern(r'(?:"[^"]*"|Module) has no attribute "(?P<name>\w+)"')


def is_hung(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether the module assigns to the attribute that is missing, of such an object, or has set it by its name."""
    untold = _OF_ITSELF.match(info.message)
    if untold is not None:
        return _takes_any(owners_at(tree, info.line, info.column, untold["name"]))
    missing = _ANY.match(info.message) if info.code is ATTR_DEFINED else None
    if missing is None:
        return False
    name = missing["name"]
    owners = owners_at(tree, info.line, info.column, name)
    is_of_tensorflow = any(alone.is_of_tensorflow(type_of(each)) for each in owners)
    return (
        _takes_any(owners)
        or any(
            alone.is_unknown(target.expr, tree)
            or (is_of_tensorflow and alone.is_of_tensorflow(type_of(target.expr)))
            for target in _assigned(name, tree)
        )
        or (is_of_tensorflow and (name in _MOCKS or _is_bound_again(owners, tree)))
    )


def _takes_any(owners: Iterable[Expression]) -> bool:
    """Whether an object of a layer, a model or a module is asked that may have set the attribute by its name."""
    kinds = map(type_of, owners)
    classes = [kind.type for kind in kinds if isinstance(kind, Instance)]
    return any(unproven.sets_by_name(each) and alone.derives(each) for each in classes)


def _is_bound_again(owners: Iterable[Expression], tree: MypyFile) -> bool:
    """`step = traced(step)`, of which mypy still knows the function that is decorated: `@tf.function def step()`."""
    functions = {owner.node for owner in owners if isinstance(owner, NameExpr)}
    return any(
        isinstance(target, NameExpr)
        and isinstance(target.node, Decorator)
        and target.node in functions
        for statement in those_of(tree, AssignmentStmt)
        for target in statement.lvalues
    )


def _assigned(name: str, tree: MypyFile) -> Iterator[MemberExpr]:
    """Where a module assigns to attributes of this name."""
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            if isinstance(target, MemberExpr) and target.name == name:
                yield target
