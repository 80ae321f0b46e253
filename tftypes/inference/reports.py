"""What is reported in each module of a program. It depends on what the module reaches alone, so it can be kept.

Each module is run as the main program, whatever else is checked. What goes wrong in a function of another module
because of a call here is reported here, at the innermost line of the chain, unless the other module's own report has
it: there it is wrong for everybody.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import PurePath
from typing import Final

from tftypes.inference.findings import Analysis, Finding, Place, Step
from tftypes.inference.ignores import unsilenced
from tftypes.inference.interpreter.tables import Limits
from tftypes.inference.messages import Fault, Message, Report, Span
from tftypes.inference.modules import UNREADABLE, TooLarge, module_name
from tftypes.inference.reach import Reach
from tftypes.inference.repairs import Outcome, Search
from tftypes.inference.runs import Runs

#: How many expressions the search for fixes evaluates in one module.
_EFFORT: Final = 12_000
#: The same for all findings of a module with many: it is written for another TensorFlow, and no edit mends it.
_OF_MANY: Final = 30_000
#: So many of them are looked at: to think of edits takes time, too.
_MOST_MENDED: Final = 60
#: Of a longer chain of calls the innermost ones are told.
_MOST_CALLS: Final = 3


class Reports:
    """The reports of the modules that look for each other in the same folders, each made once."""

    def __init__(self, reach: Reach, limits: Limits | None = None) -> None:
        self.reach = reach
        self._runs = Runs(reach, limits)
        self._analyses: dict[str, Analysis] = {}

    def of(self, path: str) -> Report:
        """The report of one file, by its absolute path. It raises nothing: what fails is told as a fault."""
        try:
            self.reach.sources.parse(path)
        except TooLarge as error:
            text = f"the file is {error}, so its tensors are not checked"
            return Report(faults=(Fault(1, text),))
        except UNREADABLE:
            return Report()  # who checks the syntax says so
        try:
            return self._report(path)
        except Exception as error:
            return Report(faults=(_fault(1, f"{type(error).__name__}: {error}"),))

    def _report(self, path: str) -> Report:
        analysis = self._analysis(path)
        source = self.reach.sources.read(path)
        lines = source.split(b"\n")
        told = dict(self._messages(path, analysis, lines))
        kept = {each: told[each] for each in unsilenced(source, told, "tftypes")}
        faults = [
            _fault(each.place.line, each.error)
            for each in analysis.failures
            if each.place.path == path
        ]
        fixes = self._fixes(path, kept.values(), faults)
        return Report(
            tuple(_with_fix(*each, fixes.get(each[1])) for each in kept.items()),
            tuple(
                (_span(place, lines), " | ".join(shown))
                for place, shown in sorted(analysis.revealed.items())
            ),
            tuple(
                (_span(call, lines), _span(argument, lines))
                for call, argument in sorted(analysis.asserted.items())
            ),
            tuple(dict.fromkeys(faults)),
        )

    def _analysis(self, path: str) -> Analysis:
        if path not in self._analyses:
            self._analyses[path] = self._runs.analyze(path)
        return self._analyses[path]

    def _messages(
        self, path: str, analysis: Analysis, lines: Sequence[bytes]
    ) -> Iterator[tuple[Message, Finding]]:
        for finding in analysis.by_root.get(path, ()):
            text = finding.message if finding.place.path == path else self._from_afar(finding)
            if text is not None:
                span = _span(finding.at_root(), lines)
                steps = _steps(finding)
                notes, calls = _notes(steps), _calls(steps, os.path.dirname(path))
                yield Message(span, finding.code, finding.severity, text, notes, calls), finding

    def _fixes(
        self, path: str, findings: Iterable[Finding], faults: list[Fault]
    ) -> Mapping[Finding, Outcome]:
        """The fixes of errors in a file. A fault in the search costs a fix alone."""
        errors = [each for each in findings if _is_mended(each, path)]
        if not errors:
            return {}
        sources = self.reach.sources
        try:
            text = sources.read(path).decode()
        except UnicodeDecodeError:
            return {}  # columns count bytes of UTF-8
        effort = min(_EFFORT, _OF_MANY // len(errors))
        found: dict[Finding, Outcome] = {}
        with closing(self._runs.attempts(path)) as attempts:
            search = Search(sources.parse(path), text, attempts, effort)
            for each in errors[:_MOST_MENDED]:
                try:
                    found[each] = search.repair(each)
                except Exception as error:
                    faults.append(_fault(each.place.line, f"{type(error).__name__}: {error}"))
        return found

    def _from_afar(self, finding: Finding) -> str | None:
        """What is said here of a finding in another file; None where that file says it itself."""
        there = finding.place
        if finding.at_root().path != finding.root:
            return None
        others = self._analysis(there.path).by_root.get(there.path, ())
        if any(each.identity == finding.identity for each in others):
            return None
        shown = PurePath(os.path.relpath(there.path, module_name(finding.root)[1])).as_posix()
        return f"{shown}:{there.line}: {finding.message}"


def _is_mended(finding: Finding, path: str) -> bool:
    """Whether an error is in a file, and about what the program does: who asserts a type means what it says."""
    is_error = finding.severity == "error" and finding.code != "tf-assert"
    return is_error and finding.place.path == path


def _with_fix(message: Message, finding: Finding, outcome: Outcome | None) -> Message:
    """The message with its fix, and without the remedy that it names where that does not mend the program."""
    fix, is_refuted = outcome or (None, False)
    message = message._replace(text=finding.problem) if is_refuted else message
    if fix is None:
        return message
    note = f"suggested fix, line {fix.change.line}: {fix.text}"
    return message._replace(notes=(*message.notes, note), change=fix.change)


def _steps(finding: Finding) -> list[Step]:
    """The calls that lead to a finding, the innermost first.

    A function that nobody calls is run as if it were called where it stands: that is no call.
    """
    at = finding.place
    return [
        step
        for step in reversed(finding.chain)
        if not (step.place.path == at.path and step.place.line < at.line <= step.place.end_line)
    ]


def _notes(steps: Sequence[Step]) -> tuple[str, ...]:
    found = [
        f"in {step.function}(), which is called at {os.path.basename(step.place.path)}:{step.place.line}"
        for step in steps[:_MOST_CALLS]
    ]
    left = len(steps) - _MOST_CALLS
    return (*found, f"... and {left} more calls") if left > 0 else tuple(found)


def _calls(steps: Sequence[Step], folder: str) -> tuple[tuple[str, int], ...]:
    return tuple(
        (PurePath(os.path.relpath(step.place.path, folder)).as_posix(), step.place.line)
        for step in steps[:_MOST_CALLS]
    )


def _fault(line: int, error: str) -> Fault:
    text = (
        f"tftypes itself has failed here, so that some findings may be missing: {error}; "
        "please report it with this file"
    )
    return Fault(line, text)


def _span(place: Place, lines: Sequence[bytes]) -> Span:
    """A place of the tree, whose columns are bytes of UTF-8."""
    end_line = max(place.line, place.end_line)
    return Span(
        place.line,
        _characters(lines, place.line, place.column),
        end_line,
        _characters(
            lines, end_line, max(place.end_column, place.column if end_line == place.line else 0)
        ),
    )


def _characters(lines: Sequence[bytes], line: int, column: int) -> int:
    if not 0 < line <= len(lines) or lines[line - 1].isascii():
        return column
    return len(lines[line - 1][:column].decode("utf-8", "replace"))
