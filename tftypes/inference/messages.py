"""What is said of one module, as it is told, kept and read again: plain data, all in the module's own file."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import NamedTuple

from tftypes.inference.codes import Severity


class Span(NamedTuple):
    """A stretch of the file. Lines count from 1, columns from 0, in characters."""

    line: int
    column: int
    end_line: int
    end_column: int


class Change(NamedTuple):
    """Lines of the file, and what stands in their place: nothing at all where there is no text."""

    line: int
    end_line: int
    text: str

    def applied(self, content: bytes) -> bytes:
        """The file with the change. New lines end as the first one that they replace.

        >>> Change(2, 3, "a\\nb").applied(b"1\\r\\n2\\r\\n3\\r\\n4")
        b'1\\r\\na\\r\\nb\\r\\n4'
        """
        lines = content.splitlines(keepends=True)
        before, old, after = (
            lines[: self.line - 1],
            lines[self.line - 1 : self.end_line],
            lines[self.end_line :],
        )
        first, last = (each[len(each.rstrip(b"\r\n")) :] for each in (old[0], old[-1]))
        mark = codecs.BOM_UTF8 if self.line == 1 and content.startswith(codecs.BOM_UTF8) else b""
        new = self.text.encode().replace(b"\n", first or b"\n")
        return b"".join([*before, mark, new, last if self.text else b"", *after])


class Message(NamedTuple):
    """A finding as it is told."""

    span: Span
    code: str
    severity: Severity
    text: str
    #: The calls that lead there, the innermost first.
    notes: tuple[str, ...] = ()
    #: Where the first of these calls are: the path from the folder of the file, and the line.
    calls: tuple[tuple[str, int], ...] = ()
    #: What mends it, where the search for fixes has found something.
    change: Change | None = None

    @property
    def lines(self) -> range:
        """The lines that it is about: a comment on any of them may silence it."""
        return range(self.span.line, self.span.end_line + 1)


class Fault(NamedTuple):
    """A failure of the engine itself: some findings are missing."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What is said of one module; all is in its file."""

    messages: tuple[Message, ...] = ()
    #: What `reveal_type` shows, at the arguments of its calls.
    revealed: tuple[tuple[Span, str], ...] = ()
    #: The calls of `assert_type` that were decided, each with its first argument.
    asserted: tuple[tuple[Span, Span], ...] = ()
    faults: tuple[Fault, ...] = ()
