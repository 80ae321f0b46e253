"""Names that look like one that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Any, Final

#: How alike names are at least that stand for one another, from 0 to 1 as `SequenceMatcher.ratio` says.
_ALIKE: Final = 0.6
#: So many names that are alike are looked at.
_MOST: Final = 5


def nearest(name: str, known: Iterable[Any], alike: float = _ALIKE) -> str | None:
    """The one of some names that a program may have meant: spelt otherwise, short, or with more to it.

    >>> nearest("mse", ["mean_absolute_error", "mean_squared_error"]), nearest("loss", ["val_loss"])
    ('mean_squared_error', 'val_loss')
    """
    names = sorted({each for each in known if isinstance(each, str)})
    short = [each for each in names if _is_short(name, each) or _is_short(each, name)]
    if name not in names and len(short) == 1:
        return short[0]
    longer = [each for each in names if name and name.lower() in each.lower().split("_")]
    return misspelt(name, names, alike) or next(iter(longer), None)


def misspelt(name: str, known: Iterable[str], alike: float = _ALIKE) -> str | None:
    """The one of some names that a name is near: in other case, or with few other letters in each word.

    >>> misspelt("flaot32", ["float16", "float32"]), misspelt("Relu", ["relu"])
    ('float32', 'relu')
    >>> misspelt("experimental_stats", ["experimental_slack"])
    """
    names = sorted(known)
    same = [each for each in names if each.lower() == name.lower()]
    close = get_close_matches(name, names, _MOST, alike)
    close += get_close_matches(name.lower(), names, _MOST, alike)
    return next(iter([*same, *(each for each in close if _differ_little(name, each))]), None)


def _is_short(name: str, long: str) -> bool:
    """Whether a name has the first letters of the words of another."""
    return len(name) > 1 and name == "".join(word[:1] for word in long.split("_"))


def _differ_little(name: str, other: str) -> bool:
    """Whether what two names do not share looks alike, too."""
    ours, theirs = name.lower().split("_"), other.lower().split("_")
    a = "".join(word for word in ours if word not in theirs)
    b = "".join(word for word in theirs if word not in ours)
    is_part = a.startswith(b) or b.startswith(a)
    return is_part or SequenceMatcher(None, a, b).ratio() >= _ALIKE
