"""Runs the rules over files: each file by itself in several processes, then the project."""

from __future__ import annotations

import gc
import hashlib
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

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
from tftypes_lint.rule import Problem, Wanted, all_rules, check_project, is_project
from tftypes_lint.settings import Settings
from tftypes_lint.source import INTERNAL, SYNTAX, UNREADABLE, Source, forget_packages
from tftypes_lint.suppressions import UNUSED, apply

R = TypeVar("R")
#: Told how many files of how many are done.
Progress = Callable[[int, int], None]

#: What the engine itself reports, and what it means.
ENGINE_CODES: Final = {
    SYNTAX: "The file is not valid Python. Nothing else is said about it; the other files are checked.",
    UNREADABLE: "The file cannot be read. The other files are checked.",
    INTERNAL: "A mistake in a lint itself. What it would have found is missing; the others ran.",
    UNUSED: "An ignore comment that silences nothing. It would hide the next problem on its line.",
}

#: Below this many bytes starting a process costs more than it saves (about 0.1 s each).
_PARALLEL_FROM: Final = 4_000_000
#: What one task of a worker reads: small enough that all end at about the same time.
_BYTES_A_TASK: Final = 500_000


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
        key = _digest(cache.keys[str(file)] for file in files)
        found = cache.project(key)
        if found is None:
            found = tuple(_project_findings(settings, results, jobs))
            cache.keep_project(key, found)
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
        yield from apply(path, result.suppressions, findings, ran, all_rules())


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
        for path, packed in zip(more, _in_processes(task, more, jobs, None), strict=True):
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
    step = (lambda done: progress(done, len(files))) if progress else None
    task = partial(analyse_all, settings)
    for file, result in zip(new, _in_processes(task, new, jobs, step, done), strict=True):
        cache.keep_file(file, result)
        for packed in result.facts.values():
            _ = packed.value  # while the other processes are at work
        known[file] = result
    return {str(file): result for file, result in known.items() if result is not None}


def _in_processes(
    task: Callable[[Sequence[Path]], list[R]],
    files: Sequence[Path],
    jobs: int,
    progress: Callable[[int], None] | None,
    done: int = 0,
) -> Iterator[R]:
    """The task's results for the files, in their order."""
    parts = list(_parts(files))
    alone = jobs < 2 or len(parts) < 2 or sum(map(_size, files)) < _PARALLEL_FROM
    for results in map(task, parts) if alone else _in_pool(task, parts, jobs):
        done += len(results)
        if progress:
            progress(done)
        yield from results


def _in_pool(
    task: Callable[[Sequence[Path]], list[R]], parts: list[list[Path]], jobs: int
) -> Iterator[list[R]]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # "spawn" everywhere: a fork of a process with threads (a progress display has one) can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(parts)), context, gc.disable) as pool:
        yield from pool.map(task, parts)


def _parts(files: Sequence[Path]) -> Iterator[list[Path]]:
    part: list[Path] = []
    size = 0
    for file in files:
        part.append(file)
        size += _size(file)
        if size > _BYTES_A_TASK:
            yield part
            part, size = [], 0
    if part:
        yield part


def _size(file: Path) -> int:
    try:
        return os.path.getsize(file)
    except OSError:
        return 0


def _digest(keys: Iterator[bytes]) -> bytes:
    return hashlib.blake2b(b"".join(keys), digest_size=16).digest()
