"""Reports through mypy what the engine found in a module: its findings, notes of its failures, `reveal_type`."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final

from mypy.errorcodes import (
    ASSERT_TYPE,
    ATTR_DEFINED,
    IMPORT,
    IMPORT_NOT_FOUND,
    IMPORT_UNTYPED,
    NAME_DEFINED,
    NO_ANY_RETURN,
    SYNTAX,
    VALID_TYPE,
    ErrorCode,
)
from mypy.errors import ErrorInfo, Errors, ErrorWatcher

from tftypes.inference.messages import Message, Report, Span
from tftypes.inference.modules import unread
from tftypes_mypy.codes import CODES, TFTYPES
from tftypes_mypy.outline import Outline, Place

#: What mypy says of modules that it does not find. It says so before it asks any plugin about the module that imports
#: them.
_MISSING: Final = (IMPORT.code, IMPORT_NOT_FOUND.code, IMPORT_UNTYPED.code)
#: What mypy calls the same mistake, where it sees it, the usual name first: it is told once, and who ignores the one
#: ignores the other.
_ARGUMENT: Final = ("arg-type", "call-overload", "operator", "index")
_TWINS: Final[Mapping[str, tuple[str, ...]]] = {
    "tf-attribute": ("attr-defined", "union-attr", *_MISSING),
    "tf-call": ("call-arg", "call-overload"),
    "tf-dtype": _ARGUMENT,
    "tf-value": _ARGUMENT,
}
#: What mypy says is none of its business at some places, by code: the places as the outline has them.
_OF_THE_ENGINE: Final[Mapping[str, Callable[[Outline], set[Place]]]] = {
    VALID_TYPE.code: attrgetter("arguments"),
    NAME_DEFINED.code: attrgetter("dims"),
    ATTR_DEFINED.code: attrgetter("attributes"),
    NO_ANY_RETURN.code: attrgetter("returns"),
}
#: What mypy says of code for a version of TensorFlow that is not installed, where its names, arguments or types differ.
_OF_A_VERSION: Final = frozenset(
    {"attr-defined", "call-arg", "call-overload", "assignment", "misc", "no-redef"}
)
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


def report_unread(target: str, errors: Errors) -> None:
    """Says that the file is for a newer Python than the one that runs the engine."""
    _report(errors, Span(1, 0, 1, 0), unread(target), SYNTAX, is_note=True)


def without_known(report: Report, errors: Errors) -> Report:
    """The report without what mypy has told of missing modules, and without what the program ignores by mypy's code."""
    told = {
        each.line
        for each in errors.error_info_map.get(errors.file, ())
        if each.code is not None and each.code.code in _MISSING
    }
    messages = tuple(
        each
        for each in report.messages
        if not (_is_ignored(each, errors) or each.code == "tf-attribute" and each.span.line in told)
    )
    return replace(report, messages=messages)


def _is_ignored(message: Message, errors: Errors) -> bool:
    """Whether a comment on the line, or mypy's configuration of the file, ignores mypy's code for the same mistake.

    Of the configuration the usual code counts alone: many a project does without `union-attr` for the sake of None, and
    none that does without `arg-type` means dtypes and shapes. What it enables by our own code is told.
    """
    twins = _TWINS.get(message.code)
    if twins is None:
        return False
    ignored = errors.ignored_lines.get(errors.file, {}).get(message.span.line, ())
    disabled = {each.code for each in errors.options.disabled_error_codes}
    enabled = {each.code for each in errors.options.enabled_error_codes}
    is_usual = twins is not _ARGUMENT and twins[0] in disabled
    is_disabled = is_usual and message.code not in enabled
    return is_disabled or not set(twins).isdisjoint(ignored)


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


class Known:
    """What the engine answers for in a file, by place. Of the text nothing is asked before mypy has something to say."""

    def __init__(self, report: Report, source: bytes, outline: Callable[[], Outline]) -> None:
        self._messages = report.messages
        self._places = _Places(source)
        #: What `reveal_type` shows at its argument.
        self._revealed: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
        for span, text in report.revealed:
            self._revealed[self._places.start(span)].add(text)
        #: The calls of `assert_type` that are decided, and their first arguments.
        self._asserted = {self._places.start(span) for pair in report.asserted for span in pair}
        self._outline = outline

    def replaces(self, info: ErrorInfo, code: str) -> bool:
        """Puts an answer in the place of mypy's message; whether mypy is to drop the message."""
        at = self._places.of(info.line, info.column)
        if info.severity == "note" and at in self._revealed:
            _answer(info, self._revealed[at])
            return False
        if (code == ASSERT_TYPE.code or info.severity == "note") and at in self._asserted:
            return True
        if code in _OF_THE_ENGINE:
            places = _OF_THE_ENGINE[code](self._outline())
            if at in {self._places.of(*each) for each in places}:
                return True
        if code in _OF_A_VERSION and info.line in self._outline().asked:
            return True
        return any(
            code in _TWINS.get(each.code, ()) and self._places.is_in(at, each.span)
            for each in self._messages
        )


class Answers:
    """What mypy is not asked: what `reveal_type` shows, whether `assert_type` holds, which dims are no types.

    mypy tells whoever watches its errors of each one; it forgets who watches before each of the daemon's runs. Its
    messages are known by place and code, never by their text.
    """

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._watcher: ErrorWatcher | None = None

    def answer(self, path: str, known: Known, errors: Errors) -> None:
        """From now on, these are the answers in a file."""
        self._known[os.path.abspath(path)] = known
        if self._watcher is None or self._watcher not in errors.get_watchers():
            self._watcher = ErrorWatcher(errors, filter_errors=partial(self._replaces, errors))
            self._watcher.__enter__()

    def _replaces(self, errors: Errors, file: str, info: ErrorInfo) -> bool:
        known = self._known.get(os.path.abspath(file))
        # The engine's own messages stand, also where the daemon does a module again.
        if known is None or info.code is None or info.code.code in CODES:
            return False
        ignored = errors.ignored_lines.get(file, {}).get(info.line)
        if ignored is not None and (not ignored or info.code.code in ignored):
            return False  # mypy drops it itself, and knows then that the comment is in use
        return known.replaces(info, info.code.code)


def _answer(info: ErrorInfo, texts: set[str]) -> None:
    """Says in a note of mypy's at a `reveal_type` what is known. mypy tells the same note of a line once."""
    if len(texts) == 1 and _NOTHING not in texts:
        info.message = f'Revealed type is "{next(iter(texts))}"'
