"""Comments that silence findings: `# type: ignore[code]`, which mypy reads as well, and `# tftypes: ignore[code]`."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from typing import Final

from tftypes.inference.codes import PARENT
from tftypes.inference.messages import Message

#: What a comment without codes silences.
_ALL: Final = frozenset({""})
_BLANK: Final = frozenset(
    {tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT}
)


def unsilenced(source: bytes, messages: Iterable[Message], tool: str) -> Iterator[Message]:
    """The messages that no comment `# TOOL: ignore` on one of their lines silences.

    A code stands for its children; a comment without codes for all of them.
    """
    found = list(messages)
    silent = comments(source, tool) if found else {}
    for each in found:
        codes = frozenset().union(*(silent.get(line, ()) for line in (0, *each.lines)))
        if codes.isdisjoint({"", PARENT, each.code}):
            yield each


def comments(source: bytes, tool: str) -> dict[int, frozenset[str]]:
    """The codes that the comments of a tool silence, by line; 0 stands for the whole file, "" for every code.

    >>> found = comments(b"x = 1  # type: ignore[tf-shape, tf-rank]\\ny = 2  # type: ignore", "type")
    >>> [(line, sorted(codes)) for line, codes in found.items()]
    [(1, ['tf-rank', 'tf-shape']), (2, [''])]
    """
    if f"{tool}:".encode() not in source or b"ignore" not in source:
        return {}
    form = re.compile(rf"#\s*{tool}:\s*ignore\b(?:\s*\[(?P<codes>[^\]]*)\])?")
    found: dict[int, frozenset[str]] = {}
    is_top = True
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT and (match := form.search(token.string)):
                listed = match["codes"]
                codes = _ALL if listed is None else frozenset(map(str.strip, listed.split(",")))
                # Above all statements it stands for the file, as mypy reads it.
                line = 0 if is_top and listed is None else token.start[0]
                found[line] = found.get(line, frozenset()) | codes
            is_top = is_top and token.type in _BLANK
    except (tokenize.TokenError, SyntaxError):
        pass  # who checks the syntax says so
    return found
