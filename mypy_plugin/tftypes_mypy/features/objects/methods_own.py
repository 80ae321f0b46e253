"""Attributes of the object of a method, as a function that the method makes reads them."""

from __future__ import annotations

from typing import Any, Final

from mypy.nodes import MemberExpr, NameExpr, Var

from tftypes.algebra import UNKNOWN
from tftypes_mypy.features.bodies.model import Frame
from tftypes_mypy.features.bodies.results import attributes_of
from tftypes_mypy.values import of_type

#: The methods in which an object may not have its attributes yet.
_FIRST: Final = ("__init__", "build")


def value(member: MemberExpr, frame: Frame) -> Any:
    """What an attribute is known to hold, if the method does not assign to it, and is not through."""
    function = frame.function
    around = None if function.outer is None else frame.bodies.frame_of(function.outer.checker)
    var = member.expr.node if isinstance(member.expr, NameExpr) else None
    if around is None or not isinstance(var, Var) or not around.function.takes_self:
        return UNKNOWN
    first = around.function.item.arguments[0].variable
    if function.originals.get(var) is not first or first in around.bound.names:
        return UNKNOWN
    if member.name in around.bound.members or around.function.item.name in _FIRST:
        return UNKNOWN
    known = attributes_of(around.parameters[0].type).get(member.name)
    return UNKNOWN if known is None else of_type(known)
