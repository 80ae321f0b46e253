"""Methods that `__init__` alone calls, once: what they assign to the object is there for good, as if it stood in `__init__`.

def __init__(self):
    super().__init__()
    self._build()
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ExpressionStmt, MemberExpr

from tftypes_mypy.features import certainty

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies import Bodies
    from tftypes_mypy.features.body_model import Frame, Function, Outcome

_INIT: Final = "__init__"
_WORD: Final = re.compile(r"\w+")


def is_helper(function: Function, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether the program names a method twice: where it is defined, and where `__init__` is sure to call it."""
    item = function.item
    if not function.takes_self or not bodies.bound_in(item).members:
        return False
    if sum(_words(text)[item.name] for text in bodies.sources.texts()) != 2:
        return False
    symbol = function.info.names.get(_INIT)
    init = bodies.find(symbol.node, checker) if symbol is not None else None
    return init is not None and any(
        isinstance(each.expr, CallExpr) and _is_call(each.expr, item.name, init, bodies)
        for each in certainty.straight(init.item.body)
        if isinstance(each, ExpressionStmt)
    )


@lru_cache(maxsize=64)
def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text))


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
    if _is_call(call, function.item.name, frame.function, frame.bodies):
        frame.helped.update(outcome.attributes)
