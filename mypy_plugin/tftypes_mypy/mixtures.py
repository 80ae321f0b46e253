"""Lists and dicts whose contents come from several places, of which mypy knows the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    SetExpr,
    Var,
)

#: What makes a container of what it is given, or an empty one.
_MAKERS: Final = frozenset({"OrderedDict", "defaultdict", "deque", "dict", "list", "set"})
#: The name of a container, or of the attribute that holds it.
Holder = Var | str


class Mixtures:
    """The containers of one module, and in how many places something comes into each."""

    def __init__(self) -> None:
        self._places: Counter[Holder] = Counter()
        #: What comes into each; None for what is no expression.
        self._put: dict[Holder, list[Expression | None]] = {}
        #: The names and attributes that were assigned to others as they are.
        self._others: dict[Holder, set[Holder]] = {}

    def put(self, container: Expression | None, values: Sequence[Expression | None]) -> None:
        """Something comes into a container: `self.rows.append(row)`."""
        holder = _holder(container)
        self._places[holder] += 1
        self._put.setdefault(holder, []).extend(values)

    def assign(self, target: NameExpr | MemberExpr, value: Expression | None) -> None:
        """A name is given a container, which may have something in it, or another name."""
        holder, other = _holder(target), _holder(value)
        self._places[holder] += _holds(value)
        if other:
            self._others.setdefault(holder, set()).add(other)

    def __contains__(self, container: Expression | None) -> bool:
        """Whether it has its contents from more than one place, by whatever names it goes."""
        return sum(self._places[each] for each in self._holders(container)) > 1

    def put_into(self, container: Expression | None) -> list[Expression | None]:
        """What comes into a container after it is made."""
        return [value for each in self._holders(container) for value in self._put.get(each, ())]

    def _holders(self, container: Expression | None) -> set[Holder]:
        holders, left = set[Holder](), {_holder(container)} - {""}
        while left:
            holders |= left
            left = {other for each in left for other in self._others.get(each, ())} - holders
        return holders


def _holder(container: Expression | None) -> Holder:
    if isinstance(container, NameExpr) and isinstance(container.node, Var):
        return container.node
    return container.name if isinstance(container, MemberExpr) else ""


def _holds(value: Expression | None) -> bool:
    """Whether a list or dict has something in it where it is made."""
    if isinstance(value, (ListExpr, DictExpr, SetExpr)):
        return bool(value.items)
    if isinstance(value, IndexExpr):
        return isinstance(value.base, CallExpr)  # `rows, count = made()`
    if isinstance(value, CallExpr):
        callee = value.callee
        name = callee.name if isinstance(callee, (NameExpr, MemberExpr)) else ""
        return bool(value.args) and name != "defaultdict" if name in _MAKERS else True
    return isinstance(value, (ListComprehension, DictionaryComprehension, OpExpr))
