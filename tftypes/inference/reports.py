"""What is reported in each module of a program. It depends on what the module reaches alone, so it can be kept.

Each module is run as the main program, whatever else is checked. What goes wrong in a function of another module
because of a call here is reported here, at the innermost line of the chain, unless the other module's own report has
it: there it is wrong for everybody.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final

from tftypes.inference.analysis import analyze_module
from tftypes.inference.findings import Analysis, Failure, Finding, Place
from tftypes.inference.interpreter.tables import Limits
from tftypes.inference.modules import module_name
from tftypes.inference.reach import Reach

#: Who does not import any of these has no tensors.
PACKAGES: Final = ("tensorflow", "keras", "tftypes")


@dataclass(frozen=True, slots=True)
class Report:
    """What is said of one module; all places are in its file."""

    findings: tuple[Finding, ...] = ()
    #: What `reveal_type` shows at its calls.
    revealed: tuple[tuple[Place, str], ...] = ()
    #: Faults of the engine's own: some findings are missing.
    failures: tuple[Failure, ...] = ()
    #: The calls of `assert_type` that were decided.
    asserted: tuple[Place, ...] = ()


class Reports:
    """The reports of a program's modules, each made once."""

    def __init__(self, reach: Reach, limits: Limits | None = None) -> None:
        self.reach = reach
        self._limits = limits
        self._analyses: dict[str, Analysis] = {}

    def of(self, path: str) -> Report:
        """The report of one file. It raises nothing: what fails is a failure of the report."""
        if not self.reach.imports(path, PACKAGES):
            return Report()
        try:
            self.reach.sources.parse(path)
            analysis = self._analysis(path)
            findings = tuple(self._findings(path, analysis))
        except SyntaxError:
            return Report()  # who checks the syntax says so
        except Exception as error:
            return Report(failures=(_failure(path, error),))
        revealed = tuple(
            (place, " | ".join(shown)) for place, shown in sorted(analysis.revealed.items())
        )
        own = dict.fromkeys(each for each in analysis.failures if each.place.path == path)
        return Report(findings, revealed, tuple(own), tuple(sorted(analysis.asserted)))

    def _analysis(self, path: str) -> Analysis:
        if path not in self._analyses:
            self._analyses[path] = analyze_module(path, self.reach.sources, self._limits)
        return self._analyses[path]

    def _findings(self, path: str, analysis: Analysis) -> Iterator[Finding]:
        seen = set()
        for finding in analysis.by_root.get(path, ()):
            made = finding if finding.place.path == path else self._brought_home(finding)
            if made is not None and (key := (made.place, made.code, made.message)) not in seen:
                seen.add(key)
                yield made

    def _brought_home(self, finding: Finding) -> Finding | None:
        """A finding in another file, at the line here that leads there; None where that file reports it itself."""
        there, here = finding.place, finding.at_root()
        if here.path != finding.root:
            return None
        others = self._analysis(there.path).by_root.get(there.path, ())
        if any((each.place, each.code) == (there, finding.code) for each in others):
            return None
        shown = PurePath(os.path.relpath(there.path, module_name(here.path)[1])).as_posix()
        return replace(finding, place=here, message=f"{shown}:{there.line}: {finding.message}")


def _failure(path: str, error: BaseException) -> Failure:
    return Failure(Place(path, 1), f"{type(error).__name__}: {error}")


def calls(finding: Finding) -> list[tuple[str, Place]]:
    """The calls that lead to a finding, the innermost first: the function that was called, and where.

    A function that nobody calls is run as if it were called where it stands: that is no call.
    """
    at = finding.place
    return [
        (step.function, step.place)
        for step in reversed(finding.chain)
        if not (step.place.path == at.path and step.place.line < at.line <= step.place.end_line)
    ]
