"""Regular expressions that are compiled when something may match: each takes a third of a millisecond, and a run needs few."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_SPECIAL: Final = frozenset(".^$*+?{}[]()|")


def begins(pattern: str) -> str:
    r"""What all text begins with that a pattern matches from its beginning on.

    >>> begins(r"Value of type \"(?P<got>.*)\""), begins(r"\(got"), begins("colou?r"), begins("No|Not")
    ('Value of type "', '(got', 'colo', '')
    """
    if _has_alternatives(pattern):
        return ""
    found, place = "", 0
    while place < len(pattern):
        sign = pattern[place]
        if sign == "\\" and not pattern[place + 1].isalnum():
            place += 1
            sign = pattern[place]
        elif sign == "\\" or sign in _SPECIAL:
            return found[:-1] if sign in "*?{" else found
        found += sign
        place += 1
    return found


def _has_alternatives(pattern: str) -> bool:
    """Whether there is a `|` outside of brackets."""
    depth, place = 0, 0
    while place < len(pattern):
        sign = pattern[place]
        if sign == "\\":
            place += 1
        elif sign == "[":  # whose first sign may be a bracket itself
            place = pattern.index("]", place + (3 if pattern[place + 1] == "^" else 2))
        elif sign == "|" and depth == 0:
            return True
        depth += (sign == "(") - (sign == ")")
        place += 1
    return False


class Pattern:
    """A regular expression, as `re.compile` makes it."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._begins = begins(pattern)
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self.pattern)
        return self._compiled

    def match(self, text: str) -> re.Match[str] | None:
        return self.compiled.match(text) if text.startswith(self._begins) else None

    def search(self, text: str) -> re.Match[str] | None:
        return self.compiled.search(text)

    def findall(self, text: str) -> list[str]:
        return self.compiled.findall(text)

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        return self.compiled.sub(new, text)
