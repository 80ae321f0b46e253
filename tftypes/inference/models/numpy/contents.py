"""What small arrays hold, computed as NumPy does it.

Contents are nested tuples of Python's numbers, or one number for a scalar. They are computed for ints, float64 and
bools alone: these are what Python's own arithmetic gives exactly. Of other arrays some numbers are known: `Among`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops.values import Among

#: Of larger arrays nothing is computed.
MOST: Final = 256
_KEPT: Final = ("int64", "int32", "uint8", "float64", "bool")
EMPTY: Final[Mapping[str, Any]] = {}
#: These hold what they are given, as another dtype.
CASTING: Final = ("array", "asarray", "asanyarray", "astype")
#: These hold all items of the first argument, in whatever order and shape.
_MOVING: Final = frozenset(
    (
        "array", "asarray", "asanyarray", "astype", "concatenate", "copy", "expand_dims", "flatten", "flip", "hstack",
        "moveaxis", "ravel", "reshape", "roll", "rot90", "sort", "squeeze", "stack", "swapaxes", "transpose", "unique",
        "vstack", "atleast_1d", "atleast_2d", "ascontiguousarray",
    )
)  # fmt: skip
_FILLED: Final = {"full": None, "ones": 1, "zeros": 0}
_DRAWN: Final = ("integers", "randint")
_RANGE: Final = frozenset(("start", "stop", "step"))
_EXTREMES: Final = ("max", "min", "amax", "amin")


def of(value: Any) -> Any:
    """The contents of an argument; None where they are not known.

    >>> of([1, [2]]), of("a")
    ((1, (2,)), None)
    """
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Shape):
        return None if value.dims is None else of(value.dims)
    if isinstance(value, Among):
        return value
    if isinstance(value, TensorType):
        return None if value.value is None else of(value.value)
    if isinstance(value, (list, tuple)):
        parts = tuple(map(of, value))
        if len(parts) > MOST and None not in parts:
            return Among(parts, every=_has_every(parts)) if all(map(_is_plain, parts)) else None
        return None if None in parts else parts
    return None


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float))


def computed(
    name: str, made: TensorType, args: Sequence[Any], named: Mapping[str, Any] = EMPTY
) -> Any:
    """What an array holds that a function of NumPy has made; None where that is not known."""
    exact = None if named.keys() - {"dtype", "copy"} else _computed(name, made, args)
    return _among(name, made, args, named) if exact is None else exact


def _computed(name: str, made: TensorType, args: Sequence[Any]) -> Any:
    if name in CASTING and args:
        return cast(of(args[0]), made.dtype)
    function, sizes = _FUNCTIONS.get(name), made.shape.dims
    if function is None or made.dtype.name not in _KEPT or sizes is None:
        return None
    known = [each for each in sizes if isinstance(each, int)]
    if len(known) < len(sizes) or math.prod(known) > MOST:
        return None
    parts = [of(each) for each in args]
    if name in _EXTREMES and len(parts) == 1 and isinstance(parts[0], Among) and parts[0].every:
        parts = [tuple(parts[0].numbers)]
    if None in parts or not parts:
        return None
    try:
        found = function(*parts)
    except (TypeError, ValueError, ArithmeticError, IndexError):
        return None
    return found if _is_of(found, known) and _fits(found, made.dtype) else None


def _among(name: str, made: TensorType, args: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """Some numbers that an array holds, where it is sure to hold any."""
    sizes = made.shape.dims
    if not sizes or made.dtype.name not in _KEPT:
        return None
    known = [each for each in sizes if isinstance(each, int)]
    count = math.prod(known) if len(known) == len(sizes) else 0
    found: Any = ()
    every = False
    if name in _FILLED and count:
        found = (of(args[1]) if name == "full" and len(args) > 1 else _FILLED[name],)
        every = True
    elif name == "arange" and count:
        is_known = args and _RANGE.isdisjoint(named) and all(type(each) is int for each in args)
        found = range(*args) if is_known else ()
        every = True
    elif name in _DRAWN:
        found = _drawn(count, *args[:2], **named)
        every = True
    elif name in _MOVING or name in ("repeat", "tile") and _is_positive(args[1:2]):
        found = _some(of(args[0])) if args else ()
        every = bool(args) and _has_every(of(args[0]))
    elif name in _BINARY or name in _UNARY:
        parts = [of(each) for each in args]
        large = [each for each in parts if isinstance(each, (tuple, Among))]
        if None not in parts and len(large) == 1:
            found = _applied(
                {**_BINARY, **_UNARY}[name],
                [_some(each) if each is large[0] else each for each in parts],
            )
            every = _has_every(large[0])
    return _kept(found, every, made.dtype)


#: Of so many numbers in a row each is looked at.
_COUNTED: Final = 1 << 14


def _kept(found: Sequence[Any], every: bool, dtype: DType) -> Among | None:
    """Numbers that are among contents, in order; of many the smallest and the largest."""
    if isinstance(found, range) and len(found) > MOST:
        found, every = (found, every) if len(found) <= _COUNTED else ((found[0], found[-1]), False)
        return Among(found, every) if _fits(tuple(found[:: len(found) - 1]), dtype) else None
    made = cast(tuple(found), dtype)
    numbers = sorted(set(made or ()))
    if len(numbers) > MOST:
        numbers, every = [numbers[0], numbers[-1]], False
    return Among(tuple(numbers), every) if numbers else None


def _has_every(value: Any) -> bool:
    """Whether contents are known to have no other numbers than those that are known."""
    if isinstance(value, Among):
        return value.every
    return all(map(_has_every, value)) if isinstance(value, tuple) else value is not None


def _is_positive(times: Sequence[Any]) -> bool:
    return len(times) == 1 and type(times[0]) is int and times[0] > 0


def _drawn(count: int, low: Any = None, high: Any = None, **named: Any) -> Sequence[Any]:
    """Of that many draws, numbers that all but surely came: one did not in less than one of 10 ** 6 runs."""
    low, high = named.get("low", low), named.get("high", high)
    low, high = (0, low) if high is None else (low, high)
    if type(low) is not int or type(high) is not int:
        return ()
    numbers = range(low, high + bool(named.get("endpoint")))
    several = len(numbers)
    is_sure = several > 0 and several * (1 - 1 / several) ** count < 1e-6
    return numbers if is_sure else ()


def _some(value: Any) -> tuple[Any, ...]:
    """The numbers among contents that are known."""
    if isinstance(value, Among):
        return tuple(value.numbers)
    if isinstance(value, tuple):
        return tuple(item for each in value for item in _some(each))
    return () if value is None else (value,)


def _applied(function: Callable[..., Any], parts: Sequence[Any]) -> tuple[Any, ...]:
    try:
        made: tuple[Any, ...] = _each(function, *parts)
    except (TypeError, ValueError, ArithmeticError):
        return ()
    return made


def cast(value: Any, dtype: DType) -> Any:
    """Contents in another dtype; None where that is not exact."""
    if isinstance(value, Among):
        return _kept(value.numbers, value.every, dtype)
    kinds: Mapping[str, Callable[[Any], Any]]
    kinds = {"float64": float, "bool": _truth, "int64": int, "int32": int, "uint8": int}
    kind = kinds.get(dtype.name or "")
    if kind is None:
        return None
    try:
        found = _each(kind, value)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if _fits(found, dtype) else None


def _truth(item: Any) -> bool:
    """The bool that a number is; bool() would take what is not known for one, too. Raises TypeError."""
    if not isinstance(item, (int, float)):
        raise TypeError
    return bool(item)


def replaced(value: Any, keys: Sequence[Any], part: Any) -> Any:
    """Contents after `x[keys] = part`; None where they are not known.

    >>> replaced(((0, 0), (0, 0)), (1, 0), 5), replaced(((0, 0), (0, 0)), (slice(None), 1), (3, 4))
    (((0, 0), (5, 0)), ((0, 3), (0, 4)))
    """
    if part is None or not isinstance(value, tuple):
        return None
    try:
        return _replaced(value, keys, part)
    except (TypeError, ValueError, IndexError):
        return None


def each_of(value: Any, shape: Shape) -> Any:
    """Contents one by one, where they are one number in all places: `np.zeros((2, 3))`."""
    sizes = [each for each in shape.dims or () if isinstance(each, int)]
    if not isinstance(value, Among) or not value.every or len(value.numbers) != 1:
        return value
    if len(sizes) != shape.rank or math.prod(sizes) > MOST:
        return value
    made = value.numbers[0]
    for size in reversed(sizes):
        made = (made,) * size
    return made


def _replaced(value: Any, keys: Sequence[Any], part: Any) -> Any:
    if not keys and not isinstance(value, tuple):
        if isinstance(part, (bool, int, float)):
            return part
        raise ValueError
    (first, *rest), made = keys or (slice(None),), [*value]
    if type(first) is bool:
        raise TypeError  # a mask
    places = range(len(made))[first]
    if isinstance(places, int):
        made[places] = _replaced(made[places], rest, part)
        return tuple(made)
    rank = _rank(value) - sum(type(each) is int for each in keys)
    parts = part if _rank(part) == rank else (part,) * len(places)
    if len(parts) != len(places):
        raise ValueError
    for place, each in zip(places, parts):
        made[place] = _replaced(made[place], rest, each)
    return tuple(made)


def _rank(value: Any) -> int:
    return 1 + _rank(value[0]) if isinstance(value, tuple) and value else 0


def _is_of(value: Any, sizes: Sequence[Any]) -> bool:
    if not sizes:
        return isinstance(value, (bool, int, float))
    return (
        isinstance(value, tuple)
        and len(value) == sizes[0]
        and all(_is_of(each, sizes[1:]) for each in value)
    )


def _fits(value: Any, dtype: DType) -> bool:
    """Whether the numbers are of the dtype's kind and size, so that NumPy has them too."""
    if isinstance(value, tuple):
        return all(_fits(each, dtype) for each in value)
    if dtype.name == "bool" or isinstance(value, bool):
        return dtype.name == "bool" and isinstance(value, bool)
    if dtype.name == "float64":
        return isinstance(value, float)
    low, high = (0, 1 << 8) if dtype.name == "uint8" else (-(1 << 31), 1 << 31)
    return isinstance(value, int) and low <= value < high


def _each(function: Callable[..., Any], *values: Any) -> Any:
    """A function of numbers on the items of arrays of one shape, and of scalars."""
    length = next((len(each) for each in values if isinstance(each, tuple)), None)
    if length is None:
        return function(*values)
    if any(isinstance(each, tuple) and len(each) != length for each in values):
        raise ValueError
    columns = [each if isinstance(each, tuple) else (each,) * length for each in values]
    return tuple(_each(function, *row) for row in zip(*columns))


def _elementwise(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values: _each(function, *values)


def _flat(value: Any) -> list[Any]:
    if isinstance(value, Among):
        raise TypeError  # there may be others
    return [item for each in value for item in _flat(each)] if isinstance(value, tuple) else [value]


def flattened(value: Any) -> list[Any]:
    """All numbers in a row; none of what is not known."""
    return [] if value is None or isinstance(value, Among) else _flat(value)


def _whole(function: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    """Of all items together; with an axis nothing is said."""
    return lambda value: function(_flat(value))


def _signed(x: Any) -> Any:
    return (x > 0) - (x < 0) if isinstance(x, int) else math.copysign(1.0, x) if x else x


def _mean(items: list[Any]) -> float:
    if not all(isinstance(each, int) for each in items):
        raise ValueError  # NumPy adds floats pairwise
    total: int = sum(items)
    return total / len(items)


_BINARY: Final[dict[str, Callable[..., Any]]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "mod": operator.mod,
    "remainder": operator.mod,
    "maximum": max,
    "minimum": min,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "less": operator.lt,
    "less_equal": operator.le,
}
_UNARY: Final[dict[str, Callable[..., Any]]] = {
    "negative": operator.neg,
    "abs": abs,
    "absolute": abs,
    "square": lambda x: x * x,
    "sign": _signed,
    "sqrt": math.sqrt,
    "log2": math.log2,
    "log10": math.log10,
    "floor": lambda x: float(math.floor(x)),
    "ceil": lambda x: float(math.ceil(x)),
    "rint": lambda x: float(round(x)),
    **dict.fromkeys(("round", "around"), lambda x: type(x)(round(x))),
    "trunc": lambda x: float(math.trunc(x)),
}
_REDUCTIONS: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "sum": sum,
    "prod": math.prod,
    "max": max,
    "min": min,
    "amax": max,
    "amin": min,
    "any": any,
    "all": all,
    "mean": _mean,
    "argmax": lambda items: items.index(max(items)),
    "argmin": lambda items: items.index(min(items)),
}
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _elementwise(function) for name, function in {**_BINARY, **_UNARY}.items()},
    **{name: _whole(function) for name, function in _REDUCTIONS.items()},
    "copy": lambda value: value,
    **dict.fromkeys(("flatten", "ravel"), lambda value: tuple(_flat(value))),
    "unique": lambda value: tuple(sorted(set(_flat(value)))),
    "cumsum": lambda value: tuple(accumulate(_flat(value))),
    "cumprod": lambda value: tuple(accumulate(_flat(value), operator.mul)),
    "arange": lambda *parts: tuple(range(*parts)),
    "tile": lambda value, times: tuple(value) * operator.index(times),
    "repeat": lambda value, times: tuple(each for each in _flat(value) for _ in range(times)),
    "full": lambda size, value: (value,) * operator.index(size),
    "concatenate": lambda parts: tuple(item for part in parts for item in part),
}
