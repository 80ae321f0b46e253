"""Comparisons of values as far as they are known: true, false, or None where either may be.

>>> from tftypes.algebra import Shape, UNKNOWN
>>> COMPARISONS["=="](Shape.of(2, 3), [2, 3]), COMPARISONS["<"](UNKNOWN, 3), COMPARISONS["in"](1, (1, UNKNOWN))
(True, None, True)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape
from tftypes.algebra.dims import equal, less

#: Of two values.
Compare = Callable[[Any, Any], bool | None]


def _equal(left: Any, right: Any) -> bool | None:
    if isinstance(left, Shape) and left.dims is not None:
        left = left.dims
    if isinstance(right, Shape) and right.dims is not None:
        right = right.dims
    if isinstance(left, (int, Expr)) and isinstance(right, (int, Expr)):
        return equal(left, right)
    if isinstance(left, (tuple, list)) and isinstance(right, (tuple, list)):
        return _equal_items(left, right)
    if isinstance(left, DType) and isinstance(right, DType):
        if left.is_known and right.is_known:
            return left.name == right.name
        return None
    if is_plain(left) and is_plain(right):
        return bool(left == right)
    if left is None and _is_something(right) or right is None and _is_something(left):
        return False
    return None


def _equal_items(left: Any, right: Any) -> bool | None:
    if len(left) != len(right):
        return False
    answers = [_equal(a, b) for a, b in zip(left, right)]
    return False if False in answers else (None if None in answers else True)


def _less(left: Any, right: Any) -> bool | None:
    if isinstance(left, (int, Expr)) and isinstance(right, (int, Expr)):
        return less(left, right)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left < right
    return None


def _is(left: Any, right: Any) -> bool | None:
    if left is None or right is None:
        other = right if left is None else left
        return True if other is None else (False if _is_something(other) else None)
    if isinstance(left, bool) and isinstance(right, bool):
        return left is right
    return None


def _contains(item: Any, items: Any) -> bool | None:
    if isinstance(items, str) and isinstance(item, str):
        return item in items
    if not isinstance(items, (tuple, list)):
        return None
    answers = [_equal(item, other) for other in items]
    return True if True in answers else (None if None in answers else False)


def _not(compare: Compare) -> Compare:
    def negated(left: Any, right: Any) -> bool | None:
        answer = compare(left, right)
        return None if answer is None else not answer

    return negated


def is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


def _is_something(value: Any) -> bool:
    """Whether the value is known not to be None."""
    return value is not None and value is not UNKNOWN


COMPARISONS: Final[dict[str, Compare]] = {
    "==": _equal,
    "!=": _not(_equal),
    "<": _less,
    ">": lambda left, right: _less(right, left),
    ">=": _not(_less),
    "<=": _not(lambda left, right: _less(right, left)),
    "is": _is,
    "is not": _not(_is),
    "in": _contains,
    "not in": _not(_contains),
}
