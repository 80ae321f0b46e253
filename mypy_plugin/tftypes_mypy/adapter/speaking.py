"""What the engine has found of a module, told through mypy: its findings, notes of its failures, `reveal_type`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mypy.errorcodes import ASSERT_TYPE, VALID_TYPE, ErrorCode
from mypy.errors import ErrorInfo, Errors, ErrorWatcher

from tftypes.inference.findings import Finding, Place
from tftypes.inference.reports import Report, calls
from tftypes_mypy.adapter.codes import CODES, TFTYPES

#: Of a longer chain the innermost calls are told.
_MOST_CALLS: Final = 3
_REVEALED: Final = "Revealed type is "
_UNCHECKED: Final = "'reveal_type' always outputs"
_EXPECTS: Final = '"assert_type" expects everything'


def tell(report: Report, errors: Errors) -> None:
    """Reports the findings in the file that mypy is at; who ignores a line or a code is heard."""
    for finding in report.findings:
        is_note = finding.severity != "error"
        _say(errors, finding.place, finding.message, CODES[finding.code], is_note=is_note)
        for text in _ways(finding):
            _say(errors, finding.place, text, CODES[finding.code], is_note=True)
    for failure in report.failures:
        text = (
            f"tftypes itself has failed here, so that some findings may be missing: {failure.error}; "
            "please report it with this file"
        )
        _say(errors, failure.place, text, TFTYPES, is_note=True)


def _ways(finding: Finding) -> list[str]:
    found = calls(finding)
    told = [
        f"in {function}(), which {_shown(place, finding)} calls"
        for function, place in found[:_MOST_CALLS]
    ]
    left = len(found) - len(told)
    return [*told, f"... and {left} more calls"] if left else told


def _shown(place: Place, finding: Finding) -> str:
    if place.path == finding.place.path:
        return f"line {place.line}"
    return f"{os.path.basename(place.path)}:{place.line}"


def _say(errors: Errors, place: Place, text: str, code: ErrorCode, *, is_note: bool) -> None:
    errors.report(
        place.line,
        place.column,
        text,
        code,
        severity="note" if is_note else "error",
        origin_span=range(place.line, place.end_line + 1) or [place.line],
        end_line=place.end_line or place.line,
        end_column=place.end_column,
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """What the engine answers for in a file."""

    revealed: tuple[tuple[Place, str], ...]
    asserted: tuple[Place, ...]
    #: Where the arguments of tensors and shapes stand.
    arguments: frozenset[tuple[int, int]]


class Answers:
    """What mypy is not asked: what `reveal_type` shows, whether `assert_type` holds, which dims are none.

    mypy tells whoever watches its errors of each one; it forgets who watches before each of the daemon's runs.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._watcher: ErrorWatcher | None = None

    def answer(
        self, path: str, report: Report, arguments: frozenset[tuple[int, int]], errors: Errors
    ) -> None:
        """From now on, these are the answers in a file."""
        self._known[os.path.abspath(path)] = _Known(report.revealed, report.asserted, arguments)
        if self._watcher is None or self._watcher not in errors.get_watchers():
            self._watcher = ErrorWatcher(errors, filter_errors=self._hears)
            self._watcher.__enter__()

    def _hears(self, file: str, info: ErrorInfo) -> bool:
        """Puts our answer in the place of mypy's; whether mypy is to drop the message."""
        known = self._known.get(os.path.abspath(file))
        if known is None:
            return False
        at = info.line, info.column
        if info.code is VALID_TYPE:
            return at in known.arguments
        if info.code is ASSERT_TYPE or info.message.startswith(_EXPECTS):
            return any(_is_in(at, place) for place in known.asserted)
        if info.severity == "note":
            return _answered(info, [each for each in known.revealed if _is_in(at, each[0])])
        return False


def _answered(info: ErrorInfo, around: Sequence[tuple[Place, str]]) -> bool:
    """Says what is known in the note of a `reveal_type`; whether there is nothing left to say."""
    if not around:
        return False
    _, text = max(around)
    if info.message.startswith(_REVEALED) and text != "Any":
        info.message = f'{_REVEALED}"{text}"'
    return info.message.startswith(_UNCHECKED)


def _is_in(at: tuple[int, int], place: Place) -> bool:
    return (place.line, place.column) <= at <= (place.end_line, place.end_column)
