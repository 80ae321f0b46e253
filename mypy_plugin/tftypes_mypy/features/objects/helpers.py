"""Methods without parameters that `__init__` calls: what they alone assign to the object is there as if it stood in `__init__`.

def __init__(self, size):
    self.size = size
    self._build()

Whoever calls such a method again, in whatever module, assigns the same: it goes by what `__init__` has given to the object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ExpressionStmt, MemberExpr, NameExpr

from tftypes_mypy.features.facts import certainty
from tftypes_mypy.syntax import walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies
    from tftypes_mypy.features.bodies.model import Frame, Function, Outcome

_INIT: Final = "__init__"
_OWN: Final = frozenset({_INIT, "build", "call", "__call__"})


def is_helper(function: Function, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether a method takes nothing but its object, and `__init__` of the same class is sure to call it."""
    item, source = function.item, function.source
    if not function.takes_self or len(item.arguments) != 1 or item.name in _OWN:
        return False
    if not bodies.bound_in(item).members:
        return False
    if any(isinstance(n, NameExpr) and n.name in source.bound_again for n in walk(item)):
        return False  # it may stand for something else the next time
    symbol = function.info.names.get(_INIT)
    init = bodies.find(symbol.node, checker) if symbol is not None else None
    return init is not None and any(
        isinstance(each.expr, CallExpr) and _is_call(each.expr, item.name, init, bodies)
        for each in certainty.straight(init.item.body)
        if isinstance(each, ExpressionStmt)
    )


def _is_call(call: CallExpr, name: str, init: Function, bodies: Bodies) -> bool:
    callee = call.callee
    return (
        isinstance(callee, MemberExpr)
        and callee.name == name
        and bodies.bound_in(init.item).is_itself(callee.expr)
    )


def note(call: CallExpr, function: Function, outcome: Outcome, frame: Frame | None) -> None:
    """Keeps what a helper has assigned, for the `__init__` that calls it."""
    if frame is None or not outcome.attributes or frame.function.item.name != _INIT:
        return
    if any(len(values) > 1 for values in frame.bound.members.values()):
        return  # the object is another one the next time
    if _is_call(call, function.item.name, frame.function, frame.bodies):
        frame.helped.update(outcome.attributes)
