"""Runs a job and shows what comes of it: the report, the warnings, and that it goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tftypes.cli import stdin
from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes.cli.terminal import say

if TYPE_CHECKING:
    from tftypes.cli.check import Report
    from tftypes.cli.known import Kind

CLEAN, FOUND, FAILED = 0, 1, 2


class Asked(NamedTuple):
    """What is to be looked at, and how much is to be said."""

    paths: Sequence[Path]
    #: The name of the program on standard input.
    stdin: Path | None
    quiet: bool


def writer(
    config: Config, file: Path | None, *, quiet: bool, statistics: bool
) -> Callable[[Report], None]:
    """What shows a report: in the file, or on stdout where none is named."""
    from tftypes.cli.report import save, write

    if statistics:
        from tftypes.cli.formats.statistics import FORMS

        if config.format not in FORMS:
            forms = " or ".join(FORMS)
            raise Failure(f"--statistics: expected the format {forms}, got {config.format}")

    def show(report: Report) -> None:
        if file:
            save(report, config.format, file, quiet=quiet, statistics=statistics)
            return
        _unicode_errors()
        write(report, config.format, sys.stdout, quiet=quiet, statistics=statistics)

    return show


def run(
    job: Callable[..., Report],
    asked: Asked,
    config: Config,
    show: Callable[[Report], None],
    *,
    counted: bool = False,
) -> None:
    """Shows what the job reports, and exits with 1 when that is something to put right.

    What is wrong with the configuration or with mypy hides nothing, and makes that 2.
    """
    _tell(config.problems)
    report = _reported(job, asked, config, counted=counted)
    show(report)
    _tell(report.problems)
    if config.problems or report.problems:
        raise click.exceptions.Exit(FAILED)
    if report.failed:
        raise click.exceptions.Exit(FOUND)


def update_baseline(
    job: Callable[..., Report],
    asked: Asked,
    config: Config,
    kinds: Sequence[Kind],
    *,
    counted: bool = False,
) -> None:
    """Writes what the job finds of these kinds into the baseline."""
    from tftypes.cli import known

    if stdin.named(asked.paths, asked.stdin):
        raise Failure("--update-baseline does not read standard input")
    report = _reported(job, asked, replace(config, baseline=None), counted=counted)
    if report.problems:
        raise Failure("\n".join(report.problems))
    for line in known.update(report.findings, config, kinds):
        say(line)


def _reported(job: Callable[..., Report], asked: Asked, config: Config, *, counted: bool) -> Report:
    name = stdin.named(asked.paths, asked.stdin)
    if name is None:
        report = _done(job, asked.paths, config, hidden=asked.quiet, counted=counted)
    else:
        report = _of_stdin(job, name, config, hidden=asked.quiet, counted=counted)
    warn(report.warnings)
    return report


def _of_stdin(
    job: Callable[..., Report], name: Path, config: Config, *, hidden: bool, counted: bool
) -> Report:
    content = stdin.read()
    with stdin.in_place_of(name, content, config) as copy:
        report = _done(job, [copy.file], copy.config, hidden=hidden, counted=counted)
    findings = [each.moved(copy.original) for each in report.findings]
    return replace(
        report,
        findings=findings,
        paths=tuple(map(copy.original, report.paths)),
        texts={shown(name): content},
        offers={found.moved(copy.original): file for found, file in report.offers.items()},
    )


def _done(
    job: Callable[..., Report],
    paths: Sequence[Path],
    config: Config,
    *,
    hidden: bool,
    counted: bool,
) -> Report:
    from tftypes.cli.check import find_files

    files = find_files(paths, config)
    if counted:
        with bar(hidden=hidden) as progress:
            return job(files, config, progress)
    number = len(files.all)
    with _progress(f"checking {number} file{'s' * (number != 1)}", hidden=hidden):
        return job(files, config)


def _tell(problems: Sequence[str]) -> None:
    for line in "\n".join(problems).splitlines():
        say(f"tftypes: {line}", err=True)


def warn(warnings: Sequence[str]) -> None:
    for warning in warnings:
        say(f"warning: {warning}", err=True)


def show_patch(patch: bytes) -> None:
    """A patch as the files are, to the byte; on a terminal, what would drive it is escaped."""
    if sys.stdout.isatty():
        from tftypes_lint.escaping import visible

        text = patch.decode(errors="surrogateescape")
        click.echo(visible(text, lines=True), nl=False)
    else:
        click.echo(patch, nl=False)


def _progress(message: str, *, hidden: bool) -> AbstractContextManager[object]:
    """A line that moves while there is nothing else to see, on a terminal only."""
    if hidden or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(message)


@contextmanager
def bar(*, hidden: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A bar that grows as files are done, on a terminal only."""
    if hidden or not sys.stderr.isatty():
        yield None
        return
    with ExitStack() as stack:
        bar: Callable[[int, int], None] | None = None

        def show(done: int, total: int) -> None:
            nonlocal bar
            bar = bar or _newbar(total, stack)
            bar(done, total)

        yield show


def _newbar(total: int, stack: ExitStack) -> Callable[[int, int], None]:
    """A bar that is taken away at the end. Where everything is known already there is none."""
    from rich.console import Console
    from rich.progress import Progress

    # Drawn when something is done. A thread that draws would slow down the start of processes.
    bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
    stack.enter_context(bar)
    task = bar.add_task("checking", total=total)
    return lambda done, total: bar.update(task, completed=done, total=total, refresh=True)


def _unicode_errors() -> None:
    """What the terminal's encoding does not have is escaped."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
