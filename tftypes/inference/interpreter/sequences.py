"""Contents of containers: sequences joined, repeated and compared, dicts merged, sets combined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Final

from tftypes.inference.interpreter.hashing import is_constant
from tftypes.inference.interpreter.signs import PYTHON
from tftypes.inference.lattice import all_items, any_of, join, join_all
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq, Spread, count_of

#: Longer texts and sequences, and larger numbers, are not computed.
LONGEST: Final = 600


def concatenated(first: Value, second: Value) -> Value:
    """The items of one sequence, then those of another."""
    if isinstance(first, tuple):
        if isinstance(second, tuple):
            return (
                (*first, *second)
                if len(first) + len(second) <= LONGEST
                else Seq((), join_all((*first, *second)), len(first) + len(second))
            )
        return Seq((*first, *second.prefix), second.rest, _sum(first, second))
    others = (
        (*second, first.rest)
        if isinstance(second, tuple)
        else (*second.prefix, second.rest, first.rest)
    )
    return Seq(first.prefix, join_all(others), _sum(first, second))


def _sum(first: tuple[Value, ...] | Seq, second: tuple[Value, ...] | Seq) -> int | None:
    counts = count_of(first), count_of(second)
    return None if None in counts else sum(counts)  # type: ignore[arg-type]


def repeated(items: Value, count: Value) -> Value:
    if items is None:
        return TOP
    if items == ():
        return ()
    one = count_of(items)
    number = None if one is None or not isinstance(count, int) else one * max(count, 0)
    if isinstance(items, tuple) and isinstance(count, int) and len(items) * count <= LONGEST:
        return items * count
    return Seq((), any_of(items), number)


def sliced(items: Value, key: slice) -> Value:
    """`items[start:stop:step]` of a tuple or `Seq`."""
    parts = [resolve(each) for each in (key.start, key.stop, key.step)]
    known = all(each is None or isinstance(each, int) for each in parts)
    if isinstance(items, tuple):
        if known and parts[2] != 0:
            return items[slice(*parts)]
        return Seq((), any_of(items))
    start, stop, step = parts
    if known and step in (None, 1) and (start is None or start >= 0):
        begin = start or 0
        if stop is not None and 0 <= stop <= len(items.prefix):
            return items.prefix[begin:stop]
        if stop is None:
            return Seq(items.prefix[begin:], items.rest, _left(items, slice(begin, None)))
    return Seq((), any_of(items), _left(items, slice(*parts)) if known else None)


def _left(items: Seq, key: slice) -> int | None:
    """How many items a slice takes."""
    if not isinstance(items.count, int) or key.step == 0:
        return None
    return len(range(*key.indices(items.count)))


def set_operation(sign: str, left: Value, right: Value) -> Value:
    if (
        isinstance(left, tuple)
        and isinstance(right, tuple)
        and all(map(is_constant, (*left, *right)))
    ):
        a, b = dict.fromkeys(left), dict.fromkeys(right)
        kept = {
            "|": [*a, *(each for each in b if each not in a)],
            "&": [each for each in a if each in b],
            "-": [each for each in a if each not in b],
            "^": [*(each for each in a if each not in b), *(each for each in b if each not in a)],
        }.get(sign)
        if kept is not None:
            return tuple(kept)
    return Seq(
        (), join_all(each for side in (left, right) if side is not None for each in all_items(side))
    )


def merged(first: Mapped, second: Mapped) -> Mapped:
    """A dict's contents after an update with another's."""
    known = dict(first.known)
    for key, value in second.known.items():
        known[key] = join(known.get(key, ABSENT), value) if key in second.optional else value
    optional = (first.optional - (second.known.keys() - second.optional)) | (
        second.optional - first.known.keys()
    )
    if second.rest is not ABSENT:
        known = {
            key: value if key in second.known else join(value, second.rest)
            for key, value in known.items()
        }
    return Mapped(known, frozenset(optional), join(first.rest, second.rest))


def counted(sign: str, first: Mapped, second: Mapped) -> Mapped:
    """What an operator of `collections.Counter` makes of two: counts above zero alone."""
    keys = dict.fromkeys((*first.known, *second.known))
    counts = {key: (first.known.get(key, 0), second.known.get(key, 0)) for key in keys}
    function: Callable[[int, int], int] = {"|": max, "&": min}.get(sign) or PYTHON[sign]
    if not (first.is_whole and second.is_whole) or not all(
        type(n) is int for pair in counts.values() for n in pair
    ):
        return Mapped({}, frozenset(), PyValue("int"))
    made = {key: function(*pair) for key, pair in counts.items()}
    return Mapped({key: count for key, count in made.items() if count > 0})


def compared(sign: str, left: Value, right: Value, equal: Callable[..., bool | None]) -> Value:
    """Sequences in their order; `equal` says whether two items are equal, None where that is not known."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        if all(map(is_constant, (*left, *right))):
            try:
                return bool(PYTHON[sign](left, right))
            except TypeError:
                return PyValue("bool")
        if sign in ("==", "!="):
            found = {False} if len(left) != len(right) else set(map(equal, left, right))
            if False in found or None not in found:
                return (False not in found) is (sign == "==")
    return PyValue("bool")


def is_plain(value: Value) -> bool:
    return value is None or isinstance(value, (bool, int, float, str, bytes))


def any_row(any_item: Callable[[Value], Value], columns: Sequence[Value]) -> Value:
    """Any row of what is zipped: its length is open where `*unknown` gives columns."""
    given = tuple(takewhile(lambda each: not isinstance(each, Spread), columns))
    row = tuple(map(any_item, given))
    return row if len(given) == len(columns) else Seq(row, TOP)
