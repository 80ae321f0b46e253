"""Lists and dicts whose contents come from several places, of which mypy knows the first."""

from __future__ import annotations

from collections import Counter

from mypy.nodes import (
    DictExpr,
    DictionaryComprehension,
    Expression,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    SetExpr,
    Var,
)

#: The name of a container, or of the attribute that holds it.
Holder = Var | str


class Mixtures:
    """The containers of one module, and in how many places something comes into each."""

    def __init__(self) -> None:
        self._places: Counter[Holder] = Counter()
        #: The names and attributes that were assigned to others as they are.
        self._others: dict[Holder, set[Holder]] = {}

    def put(self, container: Expression | None) -> None:
        """Something comes into a container: `self.rows.append(row)`."""
        self._places[_holder(container)] += 1

    def assign(self, target: NameExpr | MemberExpr, value: Expression | None) -> None:
        """A name is given a container, which may have something in it, or another name."""
        holder, other = _holder(target), _holder(value)
        self._places[holder] += _holds(value)
        if other:
            self._others.setdefault(holder, set()).add(other)

    def __contains__(self, container: Expression | None) -> bool:
        """Whether it has its contents from more than one place, by whatever names it goes."""
        holders, left = set[Holder](), {_holder(container)} - {""}
        while left:
            holders |= left
            left = {other for each in left for other in self._others.get(each, ())} - holders
        return sum(self._places[each] for each in holders) > 1


def _holder(container: Expression | None) -> Holder:
    if isinstance(container, NameExpr) and isinstance(container.node, Var):
        return container.node
    return container.name if isinstance(container, MemberExpr) else ""


def _holds(value: Expression | None) -> bool:
    """Whether a list or dict has something in it where it is made."""
    if isinstance(value, (ListExpr, DictExpr, SetExpr)):
        return bool(value.items)
    return isinstance(value, (ListComprehension, DictionaryComprehension, OpExpr))
