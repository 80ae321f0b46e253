"""Runs the engine over the files, without mypy, and reads what it reports."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from tftypes.cli import mypy_config
from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes.cli.options import REVEALED
from tftypes.inference.cache import Cache
from tftypes.inference.codes import PARENT
from tftypes.inference.ignores import unsilenced
from tftypes.inference.messages import Change, Message, Report, Span
from tftypes.inference.modules import module_name
from tftypes.inference.program import Program
from tftypes_lint.cache import make_folder, unusable
from tftypes_lint.findings import Finding, Related
from tftypes_lint.processes import each_file

_ENGINE: Final = "engine"


@dataclass(frozen=True)
class _Task:
    """Reports of some files, the same in any process. A process makes the program once for each run."""

    folders: tuple[str, ...]
    bases: frozenset[str]
    run: int

    def __call__(self, files: Sequence[Path]) -> list[Report]:
        program = _program(self.folders, self.bases, self.run)
        return [program.report(str(file)) for file in files]


@lru_cache(maxsize=1)
def _program(folders: tuple[str, ...], bases: frozenset[str], run: int) -> Program:
    return Program(folders, bases)


class Tensors(NamedTuple):
    """What the engine says of files."""

    findings: list[Finding]
    #: What mends some of them.
    changes: dict[Finding, Change]
    #: Why the cache is not used: a path, and what is wrong with it.
    cache_problem: tuple[Path, str] | None


def check_tensors(files: Sequence[Path], config: Config) -> Tensors:
    """What the engine finds in the files, each by itself and with what it imports.

    Comments `# type: ignore[code]` and `# tftypes: ignore[code]` silence it.
    """
    cache, problem = _cache(config)
    reports = dict(zip(files, _reports(files, config, cache), strict=True))
    found = [each for file, report in reports.items() for each in _findings(file, report)]
    changes = {finding: change for finding, change in found if change is not None}
    return Tensors([finding for finding, _ in found], changes, problem)


def _cache(config: Config) -> tuple[Cache | None, tuple[Path, str] | None]:
    """Where reports are kept, in the folder of the lints' cache, or why they are not."""
    if not config.cache:
        return None, None
    folder = config.root / config.cache_dir
    problem = unusable([folder, folder / _ENGINE])
    if problem:
        return None, problem
    with suppress(OSError):
        make_folder(folder)
    return Cache(str(folder / _ENGINE)), None


def _reports(files: Sequence[Path], config: Config, cache: Cache | None) -> list[Report]:
    bases = {module_name(str(file))[1] for file in files}
    bases |= {str(config.root), str(config.root / "src")}
    task = _Task(_configured(config), frozenset(bases), time.monotonic_ns())
    program = _program(task.folders, task.bases, task.run)
    relevant = [file for file in files if program.has_tensors(str(file))]
    keys = {file: program.digest(str(file)) for file in relevant} if cache else {}
    found = {file: cache.get(key) for file, key in keys.items()} if cache else {}
    new = [file for file in relevant if found.get(file) is None]
    for file, report in zip(new, _made(task, new, config), strict=True):
        found[file] = report
        if cache:
            cache.keep(keys[file], report)
    if cache and new:
        cache.trim()
    return [found.get(file) or Report() for file in files]


def _configured(config: Config) -> tuple[str, ...]:
    """The folders that mypy is told to look for modules in."""
    try:
        folders = mypy_config.find(config, config.mypy_args).path
    except Failure:  # which is mypy's to tell
        folders = ()
    return tuple(os.path.join(config.root, each) for each in folders)


def _made(task: _Task, files: Sequence[Path], config: Config) -> list[Report]:
    """The reports of the engine. What every process needs is there before this one is copied."""
    if not files:
        return []
    from tftypes.inference.analysis import deep
    from tftypes.inference.assembly import tables

    tables()
    jobs = config.jobs or os.cpu_count() or 1

    def made() -> list[Report]:
        try:
            return each_file(task, files, jobs)
        finally:
            gc.freeze()  # what was made is old: behind `deep` the collector would go through all of it
            gc.unfreeze()

    return deep(made)


def _findings(file: Path, report: Report) -> Iterator[tuple[Finding, Change | None]]:
    path = shown(file)
    messages = report.messages
    if messages:
        messages = tuple(unsilenced(file.read_bytes(), messages, "type"))
    for each in messages:
        yield _finding(path, each), each.change
    for span, text in report.revealed:
        yield _finding(path, Message(span, REVEALED, "note", f'Revealed type is "{text}"')), None
    for fault in report.faults:
        span = Span(fault.line, 0, fault.line, 0)
        yield _finding(path, Message(span, PARENT, "note", fault.text)), None


def _finding(path: str, message: Message) -> Finding:
    line, column, end_line, end_column = message.span
    return Finding(
        path=path,
        line=line,
        column=column + 1,
        end_line=end_line,
        end_column=max(end_column + 1, column + 1) if end_line == line else end_column + 1,
        code=message.code,
        severity=message.severity,
        message=message.text,
        hint="\n".join(message.notes) or None,
        source="engine",
        related=tuple(
            Related(_beside(path, file), at, note)
            for (file, at), note in zip(message.calls, message.notes, strict=False)
        ),
    )


def _beside(path: str, other: str) -> str:
    """The path of a file that is named from the folder of another."""
    return shown(os.path.join(os.path.dirname(path), other))
