"""At which line of a TOML file something stands, or is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tomli

from tftypes.cli.failure import Failure


def not_toml(name: str, error: tomli.TOMLDecodeError) -> Failure:
    """What is said of a file that is no TOML. `tomllib` has the line in its words alone."""
    return Failure(f"{name}:{error.lineno}: not valid TOML: {error.msg}")


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """The line where what has this path begins, counted from 1; None where that cannot be told.

    It begins at the line with its name that the text above does not need to have it, and that it
    has with this line and perhaps some more.

    >>> line_of('[a]\\nb = 1\\n[c]\\nb = [\\n1]\\n', ["c", "b"])
    4
    """
    name = next((part for part in reversed(path) if isinstance(part, str)), "")
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if name in line and _has(_parsed(lines[:number]), path) is False:
            ends = (_parsed(lines[:end]) for end in range(number + 1, len(lines) + 1))
            if _has(next(filter(None, ends), None), path):
                return number + 1
    return None


def _parsed(lines: Sequence[str]) -> dict[str, Any] | None:
    try:
        return tomli.loads("".join(lines))
    except ValueError:  # it ends within something
        return None


def _has(data: Any, path: Sequence[str | int]) -> bool | None:
    """Whether the data have something at the path; None where there are none."""
    if data is None:
        return None
    for part in path:
        if isinstance(part, int):
            found = isinstance(data, list) and part < len(data)
        else:
            found = isinstance(data, dict) and part in data
        if not found:
            return False
        data = data[part]
    return True
