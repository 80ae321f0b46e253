"""Checks of the arguments of Keras' constructors: each says in words what is expected, where a value is not that for sure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tftypes.algebra import Expr, TensorType

from .arguments import divided
from .keras_repairs import repair
from .rule import OpError
from .values import PyValue, is_number

#: What is expected, where a value is not that for sure.
Check = Callable[[Any], str | None]


def _is_no_number(value: Any) -> bool:
    is_symbol = isinstance(value, TensorType) and value.kind == "symbol"
    return isinstance(value, (str, bytes, list, tuple, dict)) or is_symbol


def count(value: Any, strict: bool = False, optional: bool = False) -> str | None:
    """A positive integer of Python's. Some classes look at the sign alone."""
    too_small = isinstance(value, (int, float)) and value <= 0
    is_own = isinstance(value, TensorType) and value.kind in ("array", "tensor")
    other = _is_no_number(value) or strict and (isinstance(value, float) or is_own)
    missing = value is None and not optional
    return "a positive integer" if too_small and value is not False or other or missing else None


def between(value: Any, low: float, high: float) -> str | None:
    outside = is_number(value) or isinstance(value, float)
    bad = outside and not low <= value <= high or _is_no_number(value) or value is None
    return f"a number from {low:g} to {high:g}" if bad else None


def within(value: Any, low: float, high: float) -> str | None:
    """A number in a range, or two of them."""
    items = value if isinstance(value, (list, tuple)) else (value,)
    numbers = [each for each in items if is_number(each) or isinstance(each, float)]
    return (
        None
        if all(low <= each <= high for each in numbers)
        else f"numbers from {low:g} to {high:g}"
    )


def alone_within(value: Any, low: float, high: float) -> str | None:
    """A number in a range; of two Keras takes others, too."""
    if isinstance(value, str) or isinstance(value, (list, tuple)) and len(value) != 2:
        return f"a number from {low:g} to {high:g}, or two of them"
    return None if isinstance(value, (list, tuple)) else within(value, low, high)


def at_least(value: Any, least: int) -> str | None:
    return f"an integer of {least} or more" if is_number(value) and value < least else None


def not_negative(value: Any) -> str | None:
    bad = isinstance(value, (int, float)) and value < 0 or _is_no_number(value)
    return "a number that is not negative" if bad else None


def per_axis(value: Any, count: int, least: int = 1, optional: bool = False) -> str | None:
    """One integer, or as many as there are axes."""
    plural = f"or a tuple of {count}" if count > 1 else "or a tuple of one"
    words = f"an integer of {least} or more, {plural}"
    if value is None:
        return None if optional else words
    if isinstance(value, (list, tuple)):
        bad = len(value) != count or any(is_number(each) and each < least for each in value)
    else:
        bad = is_number(value) and value < least or isinstance(value, (float, str))
    return words if bad else None


def pairs(value: Any, count: int) -> str | None:
    """How much is added or cut off: one integer, one for each axis, or a pair for each."""
    words = f"an integer, or {count} integers or pairs of integers"
    if isinstance(value, (float, str)) or value is None:
        return words
    if isinstance(value, (list, tuple)) and count > 1 and len(value) != count:
        return words
    return words if count == 1 and isinstance(value, (list, tuple)) and len(value) != 2 else None


def one_of(
    value: Any, options: tuple[str, ...], optional: bool = False, lower: bool = False
) -> str | None:
    """One of some texts. Keras may look at the text in lower case."""
    words = f"one of {', '.join(map(repr, options))}"
    if value is None:
        return None if optional else words
    if isinstance(value, str):
        return None if (value.lower() if lower else value) in options else words
    return words if is_number(value) or isinstance(value, float) else None


def below(value: Any, most: float) -> str | None:
    bad = isinstance(value, (int, float)) and value >= most
    return f"a number below {most:g}" if bad else None


def inside(value: Any, low: float, high: float) -> str | None:
    bad = isinstance(value, (int, float)) and not low < value < high
    return f"a number between {low:g} and {high:g}" if bad else None


def whole(value: Any) -> str | None:
    """An integer, or none at all."""
    is_none = isinstance(value, (str, bytes, float, list, tuple, dict))
    return "an integer" if is_none else None


def truth(value: Any) -> str | None:
    return None if isinstance(value, bool) or not _is_told(value) else "True or False"


def _is_told(value: Any) -> bool:
    return is_number(value) or isinstance(value, (str, float, list, tuple)) or value is None


def pair(value: Any) -> str | None:
    """Two numbers, such as the lowest and the highest."""
    if isinstance(value, (list, tuple)):
        return None if len(value) == 2 else "two numbers"
    return "two numbers" if _is_told(value) else None


def span(value: Any, low: float, high: float) -> str | None:
    """A number in a range, or two of them."""
    words = f"a number from {low:g} to {high:g}, or two of them"
    if isinstance(value, (list, tuple)) and len(value) != 2 or isinstance(value, str):
        return words
    return words if within(value, low, high) else None


def positive(value: Any) -> str | None:
    """A number above zero."""
    bad = isinstance(value, (int, float)) and value <= 0 or _is_no_number(value)
    return "a number above zero" if bad else None


def _integer(value: Any) -> Any:
    """The integer that a float would be."""
    return int(value) if isinstance(value, float) else PyValue("int")


def none_of(checks: Mapping[str, Check], config: Mapping[str, Any]) -> None:
    """Refuses the first argument of which a check says what is expected.

    Raises OpError for it.
    """
    for name, value in config.items():
        words = None if name not in checks or isinstance(value, Expr) else checks[name](value)
        if words is not None:
            hint = divided(value)
            if hint is None or checks[name](_integer(value)) is not None:
                hint = repair(name, value, checks[name])
            raise OpError("tf-value", f"expected {words}, got {value!r}", name, hint)
