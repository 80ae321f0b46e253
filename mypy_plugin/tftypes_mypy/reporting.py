"""Reports through mypy what the engine found in a module: its findings, notes of its failures, `reveal_type`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mypy.errorcodes import ASSERT_TYPE, VALID_TYPE, ErrorCode
from mypy.errors import ErrorInfo, Errors, ErrorWatcher

from tftypes.inference.messages import Message, Report, Span
from tftypes_mypy.codes import CODES, TFTYPES

#: What mypy calls the same mistake, where it sees it: it is told once, and who ignores the one ignores the other.
_TWINS: Final[Mapping[str, frozenset[str]]] = {
    "tf-attribute": frozenset({"attr-defined", "union-attr"}),
    "tf-call": frozenset({"call-arg", "call-overload"}),
}
_REVEALED: Final = "Revealed type is "
_UNCHECKED: Final = "'reveal_type' always outputs"
_EXPECTS: Final = '"assert_type" expects everything'


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


@dataclass(frozen=True, slots=True)
class _Known:
    """What the engine answers for in a file."""

    messages: tuple[Message, ...]
    revealed: tuple[tuple[Span, str], ...]
    asserted: tuple[Span, ...]
    #: Where the arguments of tensors and shapes stand.
    arguments: frozenset[tuple[int, int]]


class Answers:
    """What mypy is not asked: what `reveal_type` shows, whether `assert_type` holds, which dims are no types.

    mypy tells whoever watches its errors of each one; it forgets who watches before each of the daemon's runs.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._watcher: ErrorWatcher | None = None

    def answer(
        self, path: str, report: Report, arguments: frozenset[tuple[int, int]], errors: Errors
    ) -> None:
        """From now on, these are the answers in a file."""
        self._known[os.path.abspath(path)] = _Known(
            report.messages, report.revealed, report.asserted, arguments
        )
        if self._watcher is None or self._watcher not in errors.get_watchers():
            self._watcher = ErrorWatcher(errors, filter_errors=self._replaces)
            self._watcher.__enter__()

    def _replaces(self, file: str, info: ErrorInfo) -> bool:
        """Puts our answer in the place of mypy's; whether mypy is to drop the message."""
        known = self._known.get(os.path.abspath(file))
        if known is None:
            return False
        at = info.line, info.column
        if info.code is VALID_TYPE:
            return at in known.arguments
        if info.code is ASSERT_TYPE or info.message.startswith(_EXPECTS):
            return any(_is_in(at, span) for span in known.asserted)
        if info.severity == "note":
            return _answered(info, [each for each in known.revealed if _is_in(at, each[0])])
        return info.code is not None and any(
            info.code.code in _TWINS.get(each.code, ()) and info.line == each.span.line
            for each in known.messages
        )


def _answered(info: ErrorInfo, around: Sequence[tuple[Span, str]]) -> bool:
    """Says what is known in the note of a `reveal_type`; whether there is nothing left to say."""
    if not around:
        return False
    _, text = max(around)
    if info.message.startswith(_REVEALED) and text != "Any":
        info.message = f'{_REVEALED}"{text}"'
    return info.message.startswith(_UNCHECKED)


def _is_in(at: tuple[int, int], span: Span) -> bool:
    return span[:2] <= at <= span[2:]
