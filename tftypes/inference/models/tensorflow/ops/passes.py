"""One pass over a dataset: how many elements it has, and which of its batches are sure to be full.

`element_spec` leaves the size of a batch open, since the last one may be smaller. Outside of graphs, where the
elements have the size that they have, the number of elements before `batch` tells more: of 100 elements, all
batches of 20 are full, the first three of 32 are, and of elements that never end all batches are.

Ordinary functions, without examples: their oracle is the loop over the dataset.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, TensorType

ENDLESS: Final = math.inf


@dataclass(frozen=True)
class Pass:
    """One pass over a dataset; nothing is known of one with the defaults.

    It is endless too where a dataset without any element is repeated: what is said of its batches holds for none.
    """

    least: float = 0
    most: float = ENDLESS
    #: The size of the batches, and how many are full, from the first one on.
    size: int | None = None
    full: float = 0
    #: The datasets whose elements stand in the tuple that each element is.
    parts: tuple[Pass | None, ...] = ()
    #: The size of the last batch, where it alone is not full.
    last: int | None = None

    @property
    def is_full(self) -> bool:
        return self.full >= self.most

    @property
    def batch(self) -> int | None:
        """The size of all batches.

        >>> hundred = Pass(100, 100)
        >>> changed(hundred, "batch", {"batch_size": 20}).batch
        20
        >>> changed(hundred, "batch", {"batch_size": 32}).batch
        """
        return self.size if self.is_full else None


def _exactly(count: float) -> Pass:
    return Pass(count, count)


# --- what datasets are made of ---------------------------------------------------------


def source(name: str, arguments: Mapping[str, Any]) -> Pass:
    """The pass over what a function such as `Dataset.from_tensor_slices` makes; `args` are those without a name.

    >>> source("range", {"args": [10]}).most
    10
    """
    return _SOURCES[name](arguments)


def _range(arguments: Mapping[str, Any]) -> Pass:
    args = arguments.get("args", [])
    if not 1 <= len(args) <= 3 or not all(type(arg) is int for arg in args) or args[2:] == [0]:
        return Pass()
    return _exactly(len(range(*args)))


def _leading(value: Any) -> int | None:
    """The size of the first axis, which all tensors of a structure have in common."""
    if isinstance(value, list):
        return len(value)
    if isinstance(value, TensorType):
        first = value.shape.prefix[0] if value.shape.prefix else None
        return first if isinstance(first, int) else None
    if isinstance(value, dict):
        value = tuple(value.values())
    sizes = map(_leading, value) if isinstance(value, tuple) else ()
    return next((size for size in sizes if size is not None), None)


def _sliced(arguments: Mapping[str, Any]) -> Pass:
    count = _leading(arguments.get("tensors", UNKNOWN))
    return Pass() if count is None else _exactly(count)


_SOURCES: Final[Mapping[str, Callable[[Mapping[str, Any]], Pass]]] = {
    "counter": lambda arguments: _exactly(ENDLESS),
    "from_tensor_slices": _sliced,
    "from_tensors": lambda arguments: _exactly(1),
    "random": lambda arguments: _exactly(ENDLESS),
    "range": _range,
}


def zipped(parts: Sequence[Pass | None]) -> Pass:
    """`Dataset.zip`: as many elements as the shortest has."""
    least = min(part.least if part else 0 for part in parts)
    most = min(part.most if part else ENDLESS for part in parts)
    seen = (part and replace(part, most=min(part.most, most)) for part in parts)
    return Pass(least, most, parts=tuple(seen))


# --- what the methods make of it -------------------------------------------------------


def changed(given: Pass, name: str, arguments: Mapping[str, Any]) -> Pass:
    """The pass over what a method of the dataset returns.

    >>> endless = changed(Pass(), "repeat", {})
    >>> changed(changed(endless, "batch", {"batch_size": 8}), "take", {"count": 3})
    Pass(least=3, most=3, size=8, full=inf, parts=(), last=None)
    """
    if name in _CHANGES:
        return _CHANGES[name](given)
    if name in _COUNTED:
        count = arguments.get("count")
        return _COUNTED[name](given, -1 if count is None else count if type(count) is int else None)
    if name in _BATCHES:
        return _batched(given, arguments.get("batch_size"), arguments.get("drop_remainder", False))
    return Pass()


def _mixed(given: Pass) -> Pass:
    """Elements in another order: a batch that is not full may come first."""
    return replace(
        given,
        full=ENDLESS if given.is_full else 0,
        last=None,
        parts=_each_part(given, _mixed),
    )


def _some(given: Pass) -> Pass:
    """Some of the elements: none may be left, unless they never end."""
    return replace(_mixed(given), least=ENDLESS if given.least == ENDLESS else 0)


def _made_anew(given: Pass) -> Pass:
    """As many elements, of any kind."""
    return Pass(given.least, given.most)


def _each_part(given: Pass, change: Callable[[Pass], Pass]) -> tuple[Pass | None, ...]:
    return tuple(part and change(part) for part in given.parts)


def _taken(given: Pass, count: int | None) -> Pass:
    if count is None:
        return replace(given, least=0)
    if count < 0:
        return given
    parts = _each_part(given, partial(_taken, count=count))
    return replace(given, least=min(given.least, count), most=min(given.most, count), parts=parts)


def _skipped(given: Pass, count: int | None) -> Pass:
    if count is None or count < 0:
        return _some(given)
    return replace(
        given,
        least=max(given.least - count, 0),
        most=max(given.most - count, 0),
        full=max(given.full - count, 0),
        parts=_each_part(given, partial(_skipped, count=count)),
    )


def _repeated(given: Pass, count: int | None) -> Pass:
    if count is None:
        least, most = 0.0, ENDLESS
    elif count < 0:
        least, most = ENDLESS, ENDLESS
    elif count == 0:
        least, most = 0.0, 0.0
    else:
        least, most = given.least * count, given.most * count
    # A pass that is full to its end is followed by one that is full from its beginning.
    full = ENDLESS if given.is_full else given.full
    parts = _each_part(given, partial(_repeated, count=count))
    return replace(given, least=least, most=most, full=full, parts=parts, last=None)


def _enumerated(given: Pass) -> Pass:
    return Pass(given.least, given.most, parts=(None, given))


def _batched(given: Pass, size: Any, drops_remainder: Any) -> Pass:
    if type(size) is not int or size < 1 or not isinstance(drops_remainder, bool):
        return Pass()
    least, most = _divided(given.least, size), _divided(given.most, size)
    if drops_remainder or given.least == ENDLESS:
        return Pass(least, most, size, ENDLESS)
    has_remainder = size > 1 and (given.least != given.most or given.least % size)
    full = least if has_remainder else ENDLESS
    last = int(given.least % size) if has_remainder and given.least == given.most else None
    return Pass(-_divided(-given.least, size), -_divided(-given.most, size), size, full, last=last)


def _divided(count: float, size: int) -> float:
    return count if math.isinf(count) else count // size


_CHANGES: Final[Mapping[str, Callable[[Pass], Pass]]] = {
    "cache": lambda given: given,
    "prefetch": lambda given: given,
    "with_options": lambda given: given,
    "enumerate": _enumerated,
    "filter": _some,
    "map": _made_anew,
    "shard": _some,
    "shuffle": _mixed,
    "take_while": lambda given: replace(given, least=0),
}
_COUNTED: Final[Mapping[str, Callable[[Pass, int | None], Pass]]] = {
    "repeat": _repeated,
    "skip": _skipped,
    "take": _taken,
}
_BATCHES: Final = frozenset({"batch", "padded_batch"})

METHODS: Final = frozenset({*_CHANGES, *_COUNTED, *_BATCHES})
SOURCES: Final = frozenset(_SOURCES)
