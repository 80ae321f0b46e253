"""The command line. Each command imports what it needs when it runs."""

from __future__ import annotations

import errno
import itertools
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from tftypes.cli import running
from tftypes.cli.config import Config, load, place, require_sound, suggestion
from tftypes.cli.failure import Failure
from tftypes.cli.imports import imports
from tftypes.cli.init import init
from tftypes.cli.options import FORMATS, TOOL
from tftypes.cli.running import FAILED, FOUND, Asked
from tftypes.cli.terminal import say

if TYPE_CHECKING:
    from tftypes.cli.check import Report
    from tftypes.cli.known import Kind

F = TypeVar("F", bound=Callable[..., None])

#: What an operating system says of a disk that takes no more.
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: Where the mypy options behind `--` are kept.
_MYPY_ARGS: Final = "tftypes.mypy_args"
#: Set in the environment, it lets an internal error show where it happened.
TRACEBACK: Final = "TFTYPES_TRACEBACK"
_EPILOG: Final = "Exit codes: 0 nothing found, 1 something found, 2 the check could not run."


class _Commands(click.Group):
    """A group whose every failure is one line on stderr and exit code 2."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        _require_no_file(args)
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = suggestion(args[0], self.list_commands(ctx)) if args else ""
            raise click.UsageError(f"{error.message.rstrip('.')}{near}", ctx) from None

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except click.ClickException as error:
            code = _fail(_one_line(error.format_message()))
        except Failure as error:
            code = _fail(str(error))
        except (click.Abort, KeyboardInterrupt):
            code = 130
        except BrokenPipeError:  # `tftypes check | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = FOUND
        except Exception as error:
            if os.environ.get(TRACEBACK):
                raise
            code = _fail(_unexpected(error))
        sys.exit(code)


def _require_no_file(args: Sequence[str]) -> None:
    """Refuses what is an option and the name of a program: shells and hooks pass names as they are."""
    from tftypes_lint.escaping import visible
    from tftypes_lint.files import SUFFIXES

    for arg in itertools.takewhile(lambda each: each != "--", args):
        if arg.startswith("-") and arg.endswith(SUFFIXES) and os.path.lexists(arg):
            raise Failure(
                f"{visible(arg)}: an option and a file; write ./{visible(arg)} for the file"
            )


class _CheckCommand(click.Command):
    """Takes what stands behind `--` as options of mypy."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            cut = args.index("--")
            args, ctx.meta[_MYPY_ARGS] = args[:cut], tuple(args[cut + 1 :])
        return super().parse_args(ctx, args)


def _common_options(command: F) -> F:
    """What `check`, `lint` and `fix` have in common."""
    options = (
        click.argument("paths", nargs=-1, type=click.Path(readable=False, path_type=Path)),
        click.option(
            "--config",
            "config_file",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Read [tool.tftypes] from FILE.",
        ),
        click.option("--select", multiple=True, metavar="CODE", help="Only this code; repeatable."),
        click.option(
            "--disable", multiple=True, metavar="CODE", help="All but this code; repeatable."
        ),
        click.option("-q", "--quiet", is_flag=True, help="Print findings only, one per line."),
        click.option("--no-cache", is_flag=True, help="Do not read or write the cache."),
        click.option("--cache-dir", metavar="FOLDER", help="Keep the cache in FOLDER."),
        click.option(
            "-j",
            "--jobs",
            type=click.IntRange(0),
            help="Number of processes; 0 uses all processors.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _report_options(command: F) -> F:
    """What `check` and `lint` have in common besides."""
    options = (
        click.option("--format", "form", type=click.Choice(FORMATS), help="Format of the report."),
        click.option("--baseline", metavar="FILE", help="Ignore the findings recorded in FILE."),
        click.option(
            "--stdin-filename",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Name of the program that the path `-` reads from stdin.",
        ),
        click.option("--update-baseline", is_flag=True, help="Record the current findings."),
        click.option(
            "--statistics", is_flag=True, help="Count findings by code instead of listing them."
        ),
        click.option(
            "--output-file",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Write the report to FILE.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tftypes", message="tftypes %(version)s")
def cli() -> None:
    """Find wrong dtypes, shapes and signatures before a TensorFlow program runs."""


cli.add_command(imports)
cli.add_command(init)


@cli.command(cls=_CheckCommand, epilog=_EPILOG)
@_common_options
@_report_options
@click.option("--no-lint", is_flag=True, help="Check types only, without the lints.")
@click.option("--no-mypy", is_flag=True, help="Check tensors and lints only; fast.")
@click.option("--report-untracked", is_flag=True, help="Show where a dtype or shape was lost.")
@click.option(
    "--min-coverage",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Fail if fewer tensors are known exactly.",
)
@click.pass_context
def check(
    ctx: click.Context,
    /,
    no_lint: bool,
    no_mypy: bool,
    report_untracked: bool,
    min_coverage: float | None,
    update_baseline: bool,
    stdin_filename: Path | None,
    statistics: bool,
    output_file: Path | None,
    **options: Any,
) -> None:
    """Check types, tensors and lints in files and folders.

    The path `-` reads a program from stdin. Options after `--` go to mypy: `tftypes check src --
    --strict`.
    """
    from tftypes.cli import check as jobs

    if min_coverage is not None and math.isnan(min_coverage):
        raise Failure("--min-coverage: expected a number from 0 to 100, got nan")
    config = _configure(stdin_filename, **options)
    arguments = ctx.meta.get(_MYPY_ARGS, ())
    config = replace(
        config, mypy_args=(*config.mypy_args, *arguments), lint=config.lint and not no_lint
    )
    without_mypy = no_mypy or find_spec("mypy") is None
    job: Callable[..., Report] = jobs.check_without_mypy if without_mypy else jobs.check
    asked = Asked(options["paths"], stdin_filename, options["quiet"])
    if update_baseline:
        require_sound(config)
        kinds: list[Kind] = ["types", "lints"] if config.lint else ["types"]
        running.update_baseline(job, asked, config, kinds)
        return
    if report_untracked or min_coverage is not None:
        job = partial(jobs.check_coverage, job, minimum=min_coverage or 0, listed=report_untracked)
    show = running.writer(config, output_file, quiet=options["quiet"], statistics=statistics)
    running.run(_with_offers(job, config), asked, config, show)


def _with_offers(job: Callable[..., Report], config: Config) -> Callable[..., Report]:
    """The job, which looks for fixes as well where the format holds them."""
    if config.format != "sarif":
        return job
    from tftypes.cli.fix import with_offers

    return partial(with_offers, job)


@cli.command(epilog=_EPILOG)
@_common_options
@_report_options
def lint(
    update_baseline: bool,
    stdin_filename: Path | None,
    statistics: bool,
    output_file: Path | None,
    **options: Any,
) -> None:
    """Run only the lints on files and folders; the path `-` reads stdin."""
    from tftypes.cli import check as job

    config = _configure(stdin_filename, **options)
    asked = Asked(options["paths"], stdin_filename, options["quiet"])
    if update_baseline:
        require_sound(config)
        running.update_baseline(job.lint_only, asked, config, ["lints"], counted=True)
        return
    show = running.writer(config, output_file, quiet=options["quiet"], statistics=statistics)
    running.run(_with_offers(job.lint_only, config), asked, config, show, counted=True)


@cli.command()
@_common_options
@click.option("--unsafe", is_flag=True, help="Also apply fixes that may change behaviour.")
@click.option(
    "--suggested",
    is_flag=True,
    help="Apply the fixes that `tftypes check` suggests for tensors, and no others.",
)
@click.option("--diff", is_flag=True, help="Print a patch and change nothing.")
def fix(
    unsafe: bool,
    suggested: bool,
    diff: bool,
    **options: Any,
) -> None:
    """Fix what the lints find in files and folders, or what the engine finds in them.

    The exit code is 0, or 1 with --diff if there is something to change.
    """
    from tftypes.cli import fix as job
    from tftypes.cli.check import find_files

    if suggested and unsafe:
        raise click.UsageError("--suggested and --unsafe exclude each other: give one of them")
    config = _configure(None, **options)
    require_sound(config)
    files = find_files(options["paths"], config)
    with running.bar(hidden=options["quiet"]) as progress:
        if suggested:
            outcome = job.fix_as_suggested(files, config, write=not diff)
        else:
            outcome = job.fix(files, config, unsafe=unsafe, write=not diff, progress=progress)
    if diff:
        running.show_patch(job.diff(outcome))
    for line in job.report(outcome) if not options["quiet"] else ():
        say(line, err=diff)
    running.warn(outcome.warnings)
    for problem in outcome.problems:
        say(f"tftypes: {problem}", err=True)
    if outcome.problems:
        raise click.exceptions.Exit(FAILED)
    if diff and outcome.fixes.files:
        raise click.exceptions.Exit(FOUND)


@cli.command()
def rules() -> None:
    """List the lints, their severity, and which have fixes."""
    from tftypes.cli.codes import summary
    from tftypes_lint import all_rules

    listed = sorted(all_rules().items())
    width = max(len(code) for code, _ in listed)
    for code, rule in listed:
        fixable = "fix" if hasattr(rule, "fix") else "   "
        click.echo(f"{code:{width}}  {rule.SEVERITY:7}  {fixable}  {summary(code)}")


@cli.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain CODE, or list all codes."""
    from tftypes.cli.codes import explain as explanation
    from tftypes.cli.codes import known_codes, summary

    if code:
        click.echo(explanation(code))
        return
    codes = known_codes()
    width = max(map(len, codes))
    for each in codes:
        click.echo(f"{each:{width}}  {summary(each)}")


def _configure(
    stdin_filename: Path | None,
    paths: Sequence[Path],
    config_file: Path | None,
    select: tuple[str, ...],
    disable: tuple[str, ...],
    quiet: bool,
    no_cache: bool,
    cache_dir: str | None,
    jobs: int | None,
    form: str | None = None,
    baseline: str | None = None,
) -> Config:
    """The project's configuration, with what the command line says put over it."""
    from tftypes.cli.check import sound
    from tftypes.cli.codes import require_codes

    config = load([stdin_filename] if stdin_filename else paths, config_file)
    config = sound(_with_known_codes(config))
    chosen, switched_off = _split(select), _split(disable)
    running.warn([*require_codes(chosen, "--select"), *require_codes(switched_off, "--disable")])
    return replace(
        config,
        format=form or config.format,
        baseline=os.path.abspath(baseline) if baseline else config.baseline,
        select=chosen or config.select,
        disable=(*config.disable, *switched_off),
        cache=config.cache and not no_cache,
        cache_dir=os.path.abspath(cache_dir) if cache_dir else config.cache_dir,
        jobs=config.jobs if jobs is None else jobs,
    )


def _with_known_codes(config: Config) -> Config:
    """The configuration without codes that are misspelled, which its problems tell."""
    from tftypes.cli.codes import require_codes

    file = config.file
    if file is None:
        return config
    problems = [*config.problems]

    def known(key: str, codes: Sequence[str]) -> Iterator[str]:
        for code in codes:
            try:
                require_codes([code], f"[{TOOL}] {key}")
                yield code
            except Failure as error:
                problems.append(f"{place(file, [*TOOL.split('.'), key])}: {error}")

    select, disable = (*known("select", config.select),), (*known("disable", config.disable),)
    return replace(config, select=select, disable=disable, problems=tuple(problems))


def _split(codes: Sequence[str]) -> tuple[str, ...]:
    """`--select a,b --select c` is `a`, `b` and `c`."""
    return tuple(code.strip() for each in codes for code in each.split(",") if code.strip())


def _fail(message: str) -> int:
    for line in f"tftypes: {message}".split("\n"):
        say(line, err=True)
    return FAILED


def _unexpected(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
        return f"the output cannot be written: {error.strerror}"
    described = _one_line(f"{type(error).__name__}: {error}")
    return f"internal error: {described}; {TRACEBACK}=1 shows where"


def _one_line(text: str) -> str:
    return " ".join(text.split())
