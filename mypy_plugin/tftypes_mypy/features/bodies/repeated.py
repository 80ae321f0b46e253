"""Functions in functions that mypy asks for again: it goes through the arguments of an overloaded call once for each overload.

What the body made of its arguments then holds again, as nothing else has run meanwhile. Elsewhere it does not: names of the
function around may stand for something else whenever such a function is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from mypy.nodes import CallExpr
from mypy.types import Type

from tftypes_mypy.features.bodies.arguments import Target
from tftypes_mypy.features.bodies.memo import Memo
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.moments import Moment, moment


class Asked(NamedTuple):
    """What a call reached, when, and the types of the variables of the copy before its body was checked."""

    target: Target
    moment: Moment
    types: Sequence[Type | None]


def again(at: CallExpr, values: BodyValues) -> Target | None:
    """What a call reaches, if mypy has just been there."""
    known = values.asked.get(at)
    if known is None or known.moment != moment(at, values.checker):
        return None
    for variable, typ in zip(known.target.function.originals, known.types):
        variable.type = typ
    return known.target


def kept(at: CallExpr, found: Target | None, values: BodyValues) -> Target | None:
    """What a call reaches, kept for when mypy asks again before anything else runs."""
    if found is None or found.function.outer is not values or found.function.is_made:
        return found
    now = moment(at, values.checker)
    if now is None:
        return found
    target = replace(found, function=replace(found.function, outcomes=Memo()))
    types = [variable.type for variable in target.function.originals]
    values.asked[at] = Asked(target, now, types)
    return target
