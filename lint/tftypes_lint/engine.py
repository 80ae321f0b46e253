"""Runs the rules over files: each file by itself in several processes, then the project."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from tftypes_lint.analysis import (
    FileResult,
    analyse,
    analyse_all,
    collect_each,
    failure,
    finding_of,
    is_wanted,
    parsing,
    uncollected,
)
from tftypes_lint.cache import Cache
from tftypes_lint.findings import Finding, by_place
from tftypes_lint.generated import forget_marks
from tftypes_lint.processes import each_file
from tftypes_lint.rule import Problem, Wanted, all_rules, check_project, is_project
from tftypes_lint.settings import Settings
from tftypes_lint.source import INTERNAL, SYNTAX, UNREADABLE, Source, forget_packages
from tftypes_lint.suppressions import UNUSED, apply

#: Told how many files of how many are done.
Progress = Callable[[int, int], None]

#: What the engine itself reports, and what it means.
ENGINE_CODES: Final = {
    SYNTAX: "The file is not valid Python. Nothing else is said about it; the other files are checked.",
    UNREADABLE: "The file cannot be read. The other files are checked.",
    INTERNAL: "A mistake in a lint itself. What it would have found is missing; the others ran.",
    UNUSED: "An ignore comment that silences nothing. It would hide the next problem on its line.",
}


def lint(
    files: Sequence[Path],
    settings: Settings | None = None,
    *,
    jobs: int = 1,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> list[Finding]:
    """What the rules say about the files, sorted by place.

    Args:
        files: Python files, as `discover` gives them.
        settings: Which rules run, and how; all of them by default.
        jobs: The most processes to use. With more than one, the main module of the program
            must be importable, as `multiprocessing` asks.
        cache: What earlier runs found; updated with what this one finds.
        progress: Called as files are done.

    A file that cannot be read or parsed is one finding, and the others are checked all the same.

    Raises:
        SettingsError: a rule cannot use one of its options.
    """
    settings = settings or Settings()
    cache = cache or Cache.empty()
    with uncollected():
        results = analyse_files(files, settings, jobs, cache, progress)
        found = cache.project(files)
        if found is None:
            found = tuple(_project_findings(settings, results, jobs))
            cache.keep_project(files, found)
        cache.save()
        return by_place(list(_all_reported(settings, results, found)))


def lint_source(source: Source, settings: Settings) -> list[Finding]:
    """What the rules on one file say about a source, without the project around it."""
    with parsing():
        result = analyse(settings, source)
    return by_place(list(reported(settings, source.path, result, result.findings, project=False)))


def project_problems(
    settings: Settings,
    results: Mapping[str, FileResult],
    jobs: int = 1,
    contents: Mapping[str, bytes] | None = None,
    codes: Collection[str] | None = None,
) -> Iterator[tuple[str, str, Problem]]:
    """The code, path and problem of what the rules on the project find.

    `contents` are those of files that are not to be read from disk.
    """
    for code in settings.codes:
        rule = all_rules()[code]
        if not is_project(rule) or (codes is not None and code not in codes):
            continue
        facts = {
            path: result.facts[code].value
            for path, result in results.items()
            if code in result.facts
        }
        _widen(settings, code, facts, results, jobs, contents or {})
        for path, problem in check_project(rule, facts, settings.options(code)):
            yield code, path, problem


def reported(
    settings: Settings,
    path: str,
    result: FileResult,
    findings: Sequence[Finding],
    *,
    project: bool = True,
) -> Iterator[Finding]:
    """What is left of the findings in a file when its comments have silenced some.

    Without a project, comments for the rules on it may be of use and are not called unused.
    """
    if not result.parsed:
        yield from findings
    elif findings or result.suppressions:
        active = settings.active(path)
        ran = [code for code in active if project or not is_project(all_rules()[code])]
        known = {*all_rules(), *settings.others}
        yield from apply(path, result.suppressions, findings, ran, known)


def _project_findings(
    settings: Settings, results: Mapping[str, FileResult], jobs: int
) -> Iterator[Finding]:
    for code in settings.codes:
        try:
            problems = list(project_problems(settings, results, jobs, codes=[code]))
        except Exception as error:
            yield failure(code, next(iter(results), "."), error)
            continue
        for _, path, problem in problems:
            active = settings.active(path).get(code)
            generated = path in results and results[path].generated
            if active and not generated:
                yield finding_of(all_rules()[code], problem, path, active)


def _widen(
    settings: Settings,
    code: str,
    facts: dict[str, object],
    results: Mapping[str, FileResult],
    jobs: int,
    contents: Mapping[str, bytes],
) -> None:
    """Collects the facts of more files, as long as the rule asks for them."""
    widen = getattr(all_rules()[code], "widen", None)
    seen = Wanted()
    while widen:
        wanted = widen(facts)
        new = Wanted(wanted.words - seen.words, wanted.modules - seen.modules)
        if not any(new):
            return
        seen = Wanted(wanted.words | seen.words, wanted.modules | seen.modules)
        left = (path for path in results if results[path].parsed and path not in facts)
        more = [Path(path) for path in left if is_wanted(path, new, contents)]
        task = partial(collect_each, settings, code, contents)
        for path, packed in zip(more, each_file(task, more, jobs), strict=True):
            if packed is not None:
                facts[str(path)] = packed.value


def _all_reported(
    settings: Settings, results: Mapping[str, FileResult], project: Sequence[Finding]
) -> Iterator[Finding]:
    by_path: dict[str, list[Finding]] = defaultdict(list)
    for finding in project:
        by_path[finding.path].append(finding)
    for path, result in results.items():
        findings = [*result.findings, *by_path.pop(path, ())]
        yield from reported(settings, path, result, findings)
    for findings in by_path.values():
        yield from findings


def analyse_files(
    files: Sequence[Path], settings: Settings, jobs: int, cache: Cache, progress: Progress | None
) -> dict[str, FileResult]:
    """What each file's own analysis gives, by path: from the cache, or worked out now."""
    forget_packages()
    forget_marks()
    known = {file: cache.file(file) for file in files}
    new = [file for file, result in known.items() if result is None]
    done = len(files) - len(new)
    step = (lambda more: progress(done + more, len(files))) if progress else None
    task = partial(analyse_all, settings)
    for file, result in zip(new, each_file(task, new, jobs, step), strict=True):
        cache.keep_file(file, result)
        known[file] = result
    return {str(file): result for file, result in known.items() if result is not None}
