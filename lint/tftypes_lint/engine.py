"""Runs the rules over files: reads, parses and checks each one by itself, in several processes."""

from __future__ import annotations

import gc
import os
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from tftypes_lint.findings import Finding, by_place
from tftypes_lint.rule import all_rules, findings_of
from tftypes_lint.source import SYNTAX, UNREADABLE, Source, parse_problem, unreadable
from tftypes_lint.suppressions import UNUSED, apply

#: What the engine itself reports, and what it means.
ENGINE_CODES: Final = {
    SYNTAX: "The file is not valid Python. Nothing else is said about it; the other files are checked.",
    UNREADABLE: "The file cannot be read. The other files are checked.",
    UNUSED: "An ignore comment that silences nothing. It would hide the next problem on its line.",
}

#: Below this many bytes starting a process costs more than it saves (about 0.1 s each).
_PARALLEL_FROM: Final = 4_000_000
_FILES_A_TASK: Final = 40


def lint(
    files: Sequence[Path],
    *,
    codes: Collection[str] | None = None,
    jobs: int = 1,
) -> list[Finding]:
    """What the rules say about the files, sorted by place.

    Args:
        files: Python files, as `discover` gives them.
        codes: The rules that run, all of them by default. An unknown code is a KeyError.
        jobs: The most processes to use. With more than one, the main module of the program
            must be importable, as `multiprocessing` asks.

    A file that cannot be read or parsed is one finding, and the others are checked all the same.
    """
    active = tuple(all_rules() if codes is None else codes)
    task = partial(_lint_files, active)
    return by_place([finding for found in _run(task, files, jobs) for finding in found])


def lint_source(source: Source, codes: Collection[str]) -> list[Finding]:
    """What the rules say about one file."""
    rules = all_rules()
    broken = parse_problem(source)
    if broken:
        return [broken]
    findings = [finding for code in codes for finding in findings_of(rules[code], source)]
    return list(apply(source, findings, active=codes, known=rules))


def _run(
    task: Callable[[Sequence[Path]], list[Finding]], files: Sequence[Path], jobs: int
) -> Iterator[list[Finding]]:
    if jobs < 2 or len(files) < 2 * _FILES_A_TASK or _total_size(files) < _PARALLEL_FROM:
        yield task(files)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    parts = [files[start : start + _FILES_A_TASK] for start in range(0, len(files), _FILES_A_TASK)]
    # "spawn" everywhere: a fork of a process with threads (a progress display has one) can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(parts)), mp_context=context) as pool:
        yield from pool.map(task, parts)


def _lint_files(codes: Collection[str], files: Sequence[Path]) -> list[Finding]:
    with _parsing():
        return [finding for file in files for finding in _lint_file(codes, file)]


def _lint_file(codes: Collection[str], file: Path) -> list[Finding]:
    try:
        source = Source(str(file), file.read_bytes())
    except OSError as error:
        return [unreadable(str(file), error)]
    return lint_source(source, codes)


@contextmanager
def _parsing() -> Iterator[None]:
    """Without the garbage collector, which finds nothing in trees and costs a third of the time.

    What Python warns of while parsing, such as odd escapes, is the program's own business.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if enabled:
            gc.enable()


def _total_size(files: Sequence[Path]) -> int:
    return sum(os.path.getsize(file) for file in files if os.path.isfile(file))
