"""The job of `tftypes fix`: what can be fixed is, or is shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec

from tftypes.cli.check import Files, Report, cache_of, cache_warnings, setting_errors, settings_of
from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes_lint.engine import Progress
from tftypes_lint.findings import Finding
from tftypes_lint.fixes import FixedFile, Fixes, find_fixes, find_offers


@dataclass(frozen=True)
class Outcome:
    """What was fixed in which files, and what went wrong."""

    fixes: Fixes
    files: int
    written: bool
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def fix(
    files: Files, config: Config, *, unsafe: bool, write: bool, progress: Progress | None = None
) -> Outcome:
    """Fixes the files, or only works out how.

    Raises:
        Failure: an option of a rule is wrong, or libcst is not installed.
    """
    _require_libcst()
    settings = settings_of(config)
    cache = cache_of(config, settings)
    with setting_errors(config):
        fixes = find_fixes(
            files.all,
            settings,
            unsafe=unsafe,
            jobs=config.jobs or os.cpu_count() or 1,
            cache=cache,
            progress=progress,
        )
    made = _made(fixes, files, write=write)
    return replace(made, warnings=tuple(cache_warnings(cache.problem)))


def fix_as_suggested(files: Files, config: Config, *, write: bool) -> Outcome:
    """Fixes what the engine finds as it suggests, or only works out how.

    Raises:
        Failure: libcst is not installed.
    """
    _require_libcst()
    from tftypes.cli.suggested import all_suggested

    return _made(Fixes(tuple(all_suggested(files, config))), files, write=write)


def _require_libcst() -> None:
    if find_spec("libcst") is None:
        raise Failure("fixes need libcst: pip install 'tftypes[lint]'")


def _made(fixes: Fixes, files: Files, *, write: bool) -> Outcome:
    """The fixes inside of the folders, written where that is asked for."""
    inside = tuple(file for file in fixes.files if file.is_within(files.folders))
    problems = [
        f"{shown(file.path)}: not fixed: the link leads out of the given folders"
        for file in fixes.files
        if file not in inside
    ]
    if write:
        unwritten = {file.path: problem for file in inside if (problem := _unwritten(file))}
        problems += unwritten.values()
        inside = tuple(file for file in inside if file.path not in unwritten)
    return Outcome(replace(fixes, files=inside), len(files.all), write, tuple(problems))


def with_offers(
    job: Callable[..., Report], files: Files, config: Config, *progress: Progress | None
) -> Report:
    """What the job reports, with the fixes that there are for it."""
    report = job(files, config, *progress)
    if find_spec("libcst") is None:
        return report
    offers = _offers_of_lints(files, config) if config.lint else {}
    return replace(report, offers=offers | _suggested(report, files, config))


def _suggested(report: Report, files: Files, config: Config) -> dict[Finding, FixedFile]:
    """What the engine suggests for findings that it has told, or mypy for it."""
    told = {_key(each): each for each in report.findings if each.source != "lint"}
    if not told:
        return {}
    from tftypes.cli.suggested import suggestions

    offered = (
        (told.get(_key(file.repairs[0].finding)), file) for file in suggestions(files, config)
    )
    return {finding: file for finding, file in offered if finding is not None}


def _key(finding: Finding) -> tuple[str, int, int, str]:
    return finding.path, finding.line, finding.column, finding.code


def _offers_of_lints(files: Files, config: Config) -> dict[Finding, FixedFile]:
    settings = settings_of(config)
    with setting_errors(config):
        found = find_offers(
            files.all,
            settings,
            jobs=config.jobs or os.cpu_count() or 1,
            cache=cache_of(config, settings),
        )
        return {file.repairs[0].finding: file for file in found}


def _unwritten(file: FixedFile) -> str | None:
    """Writes a file; why it could not be, where that is so."""
    try:
        return None if file.write() else f"{shown(file.path)}: changed meanwhile, not fixed"
    except OSError as error:
        return f"{shown(file.path)}: cannot be written: {error.strerror or error}"


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


def diff(outcome: Outcome) -> bytes:
    """The changes as a patch."""
    return b"".join(file.diff() for file in outcome.fixes.files)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
