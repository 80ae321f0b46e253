"""`a, b = value`: what each of several targets is given."""

from __future__ import annotations

from collections.abc import Iterator

from mypy import nodes
from mypy.nodes import Expression, IndexExpr, ListExpr, StarExpr, TupleExpr


def unpacked(target: TupleExpr | ListExpr, value: Expression | None) -> list[Expression | None]:
    """`a, b = 1, 2`: each name's own value; `a, b = pair` is `pair[0]` and `pair[1]`."""
    count = len(target.items)
    if value is None:
        return [None] * count
    if isinstance(value, (TupleExpr, ListExpr)):
        starred = any(isinstance(item, StarExpr) for item in (*target.items, *value.items))
        if len(value.items) == count and not starred:
            return list(value.items)
    star = next((i for i, item in enumerate(target.items) if isinstance(item, StarExpr)), count)
    return [None if i == star else _item(value, i if i < star else i - count) for i in range(count)]


def taken_apart(target: Expression, value: Expression) -> Iterator[tuple[Expression, Expression]]:
    """The names and attributes that an assignment gives values to, each with its own."""
    if not isinstance(target, (TupleExpr, ListExpr)):
        yield target, value
        return
    for part, item in zip(target.items, unpacked(target, value)):
        if item is not None:
            yield from taken_apart(part, item)


def _item(value: Expression, index: int) -> Expression:
    number = nodes.IntExpr(abs(index))
    item = IndexExpr(value, number if index >= 0 else nodes.UnaryExpr("-", number))
    item.set_line(value)
    return item
