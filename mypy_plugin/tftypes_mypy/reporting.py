"""Reports through mypy what the engine found in a module: its findings, notes of its failures, `reveal_type`."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from mypy.errorcodes import ASSERT_TYPE, VALID_TYPE, ErrorCode
from mypy.errors import ErrorInfo, Errors, ErrorWatcher

from tftypes.inference.messages import Message, Report, Span
from tftypes_mypy.codes import CODES, TFTYPES

#: What mypy calls the same mistake, where it sees it: it is told once, and who ignores the one ignores the other.
_ARGUMENT: Final = frozenset({"arg-type", "call-overload", "operator", "index"})
_TWINS: Final[Mapping[str, frozenset[str]]] = {
    "tf-attribute": frozenset({"attr-defined", "union-attr"}),
    "tf-call": frozenset({"call-arg", "call-overload"}),
    "tf-dtype": _ARGUMENT,
    "tf-value": _ARGUMENT,
}
#: What `reveal_type` shows where the engine knows nothing: mypy's own type is the better answer.
_NOTHING: Final = "Any"


def report_findings(report: Report, errors: Errors) -> None:
    """Reports the findings in the file that mypy is at; comments that ignore a line or a code hold."""
    for each in report.messages:
        _report(errors, each.span, each.text, CODES[each.code], is_note=each.severity != "error")
        for note in each.notes:
            _report(errors, each.span, note, CODES[each.code], is_note=True)
    for fault in report.faults:
        at = Span(fault.line, 0, fault.line, 0)
        _report(errors, at, fault.text, TFTYPES, is_note=True)


def without_ignored(report: Report, errors: Errors) -> Report:
    """The report without the findings that a comment ignores by mypy's code for the same mistake."""
    messages = tuple(each for each in report.messages if not _is_ignored(each, errors))
    return replace(report, messages=messages)


def _is_ignored(message: Message, errors: Errors) -> bool:
    """Whether a comment on the line ignores mypy's code for the same mistake."""
    twins = _TWINS.get(message.code)
    if twins is None:
        return False
    ignored = errors.ignored_lines.get(errors.file, {})
    return not twins.isdisjoint(ignored.get(message.span.line, ()))


def _report(errors: Errors, span: Span, text: str, code: ErrorCode, *, is_note: bool) -> None:
    errors.report(
        span.line,
        span.column,
        text,
        code,
        severity="note" if is_note else "error",
        origin_span=range(span.line, span.end_line + 1),
        end_line=span.end_line,
        end_column=span.end_column,
    )


class _Places:
    """Places in a file, as mypy counts them.

    On a line with characters beyond ASCII its columns are no measure: all places on the line are one.
    """

    def __init__(self, source: bytes) -> None:
        lines = source.split(b"\n")
        self._odd = frozenset(number for number, line in enumerate(lines, 1) if not line.isascii())

    def of(self, line: int, column: int) -> tuple[int, int]:
        return line, -1 if line in self._odd else column

    def start(self, span: Span) -> tuple[int, int]:
        return self.of(span.line, span.column)

    def is_in(self, at: tuple[int, int], span: Span) -> bool:
        return self.start(span) <= at <= self.of(span.end_line, span.end_column)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the engine answers for in a file, by place."""

    places: _Places
    messages: tuple[Message, ...]
    #: What `reveal_type` shows at its argument.
    revealed: Mapping[tuple[int, int], set[str]]
    #: The calls of `assert_type` that are decided, and their first arguments.
    asserted: frozenset[tuple[int, int]]
    #: The arguments of tensors and shapes.
    arguments: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, report: Report, arguments: Iterable[tuple[int, int]], source: bytes) -> _Known:
        places = _Places(source)
        revealed: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
        for span, text in report.revealed:
            revealed[places.start(span)].add(text)
        return cls(
            places,
            report.messages,
            revealed,
            frozenset(places.start(span) for pair in report.asserted for span in pair),
            frozenset(places.of(*each) for each in arguments),
        )


class Answers:
    """What mypy is not asked: what `reveal_type` shows, whether `assert_type` holds, which dims are no types.

    mypy tells whoever watches its errors of each one; it forgets who watches before each of the daemon's runs. Its
    messages are known by place and code, never by their text.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._watcher: ErrorWatcher | None = None

    def answer(
        self,
        path: str,
        report: Report,
        arguments: Iterable[tuple[int, int]],
        source: bytes,
        errors: Errors,
    ) -> None:
        """From now on, these are the answers in a file."""
        self._known[os.path.abspath(path)] = _Known.of(report, arguments, source)
        if self._watcher is None or self._watcher not in errors.get_watchers():
            self._watcher = ErrorWatcher(errors, filter_errors=self._replaces)
            self._watcher.__enter__()

    def _replaces(self, file: str, info: ErrorInfo) -> bool:
        """Puts our answer in the place of mypy's; whether mypy is to drop the message."""
        known = self._known.get(os.path.abspath(file))
        if known is None or info.code is None:
            return False
        at = known.places.of(info.line, info.column)
        if info.code is VALID_TYPE:
            return at in known.arguments
        if info.code is ASSERT_TYPE or info.severity == "note" and at in known.asserted:
            return at in known.asserted
        if info.severity == "note" and at in known.revealed:
            _answer(info, known.revealed[at])
            return False
        return any(
            info.code.code in _TWINS.get(each.code, ()) and known.places.is_in(at, each.span)
            for each in known.messages
        )


def _answer(info: ErrorInfo, texts: set[str]) -> None:
    """Says in a note of mypy's at a `reveal_type` what is known. mypy tells the same note of a line once."""
    if len(texts) == 1 and _NOTHING not in texts:
        info.message = f'Revealed type is "{next(iter(texts))}"'
