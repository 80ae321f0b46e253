"""The job of `tftypes fix`: what can be fixed is, or is shown."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from tftypes.cli.check import Files, cache_of, setting_errors, settings_of
from tftypes.cli.config import Config, shown
from tftypes_lint.engine import Progress
from tftypes_lint.fixes import Fixes, find_fixes


@dataclass(frozen=True)
class Outcome:
    """What was fixed in which files, and what went wrong."""

    fixes: Fixes
    files: int
    written: bool
    problems: tuple[str, ...] = ()


def fix(
    files: Files, config: Config, *, unsafe: bool, write: bool, progress: Progress | None = None
) -> Outcome:
    """Fixes the files, or only works out how.

    Raises:
        Failure: an option of a rule is wrong.
    """
    settings = settings_of(config)
    with setting_errors(config):
        fixes = find_fixes(
            files.all,
            settings,
            unsafe=unsafe,
            jobs=config.jobs or os.cpu_count() or 1,
            cache=cache_of(config, settings),
            progress=progress,
        )
    problems = tuple(_written(fixes)) if write else ()
    return Outcome(fixes, len(files.all), write, problems)


def _written(fixes: Fixes) -> Iterator[str]:
    for file in fixes.files:
        try:
            if not file.write():
                yield f"{shown(file.path)}: changed meanwhile, not fixed"
        except OSError as error:
            yield f"{shown(file.path)}: cannot be written: {error.strerror or error}"


def report(outcome: Outcome) -> Iterator[str]:
    """What the user is told, line by line."""
    for file in outcome.fixes.files:
        for repair in file.repairs:
            yield f"{repair.finding.place}: {repair.fix.title}  [{repair.finding.code}]"
    made = sum(len(file.repairs) for file in outcome.fixes.files)
    verb = "fixed" if outcome.written else "would fix"
    if made:
        yield f"{verb} {_count(made, 'problem')} in {_count(len(outcome.fixes.files), 'file')}"
    else:
        yield f"nothing to fix in {_count(outcome.files, 'file')}"
    if outcome.fixes.offered:
        yield f"{len(outcome.fixes.offered)} more with --unsafe"


def diff(outcome: Outcome) -> str:
    """The changes as a patch."""
    return "".join(file.diff() for file in outcome.fixes.files)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
