"""Patterns of paths, as `.gitattributes` and the configuration have them.

A pattern comes with a program that nobody has looked at, so the time that it takes is bounded: each
name of a path is held against each part of a pattern once. One regular expression for the whole
pattern would go back and forth between several `**`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import translate
from functools import lru_cache
from typing import Final, NamedTuple

#: Stands for any number of folders.
_FOLDERS: Final = "**"


class Glob(NamedTuple):
    """A pattern, split at `/`. `*`, `?` and `[...]` stay within one name, `**` does not.

    >>> Glob.of("net/*.py").matches("net/a.py"), Glob.of("net/*.py").matches("net/sub/a.py")
    (True, False)
    >>> Glob.of("net/**/*.py").matches("net/sub/a.py")
    True
    """

    parts: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Glob:
        """The pattern that the text stands for.

        Without `/` it matches a name at any depth; with one, it begins at the root.
        """
        text = text.removeprefix("./").rstrip("/")
        parts = text.lstrip("/").split("/")
        return cls(tuple(parts if "/" in text else [_FOLDERS, *parts]))

    def matches(self, path: str) -> bool:
        """Whether the pattern is that of the path itself."""
        return bool(self._ends(path.split("/"))[-1])

    def covers(self, path: str) -> bool:
        """Whether the pattern is that of the path, or of a folder that it lies in."""
        return any(self._ends(path.split("/"))[1:])

    def _ends(self, names: Sequence[str]) -> list[bool]:
        """For each number of names from 0 on, whether the pattern matches just so many."""
        ends = [True, *(False for _ in names)]
        for number, part in enumerate(self.parts):
            if part == _FOLDERS:
                first = ends.index(True) if True in ends else len(ends)
                # At its end `**` wants something: `src/**` is not `src` itself.
                first += number == len(self.parts) - 1
                ends = [place >= first for place in range(len(ends))]
            else:
                fits = _name(part).match
                pairs = zip(ends, names, strict=False)
                ends = [False, *(before and fits(name) is not None for before, name in pairs)]
        return ends


@lru_cache(maxsize=1024)
def _name(pattern: str) -> re.Pattern[str]:
    """What matches one name. Its `*` takes as little as it can and never looks back."""
    return re.compile(translate(pattern))
