"""The command line. Each command imports what it needs when it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from tftypes.cli.config import FORMATS, Config, load, shown
from tftypes.cli.failure import Failure

if TYPE_CHECKING:
    from tftypes.cli.check import Files, Report

F = TypeVar("F", bound=Callable[..., None])

CLEAN, FOUND, FAILED = 0, 1, 2
#: Where the mypy options behind `--` are kept.
_MYPY_ARGS: Final = "tftypes.mypy_args"
#: Set in the environment, it lets an internal error show where it happened.
TRACEBACK: Final = "TFTYPES_TRACEBACK"
_EPILOG: Final = (
    "Exits with 0 when nothing is found, 1 when something is, 2 when it cannot be checked."
)


class _Commands(click.Group):
    """A group whose every failure is one line on stderr and exit code 2."""

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
            described = _one_line(f"{type(error).__name__}: {error}")
            code = _fail(f"internal error: {described}; {TRACEBACK}=1 shows where")
        sys.exit(code)


class _CheckCommand(click.Command):
    """Takes what stands behind `--` as options of mypy."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            cut = args.index("--")
            args, ctx.meta[_MYPY_ARGS] = args[:cut], tuple(args[cut + 1 :])
        return super().parse_args(ctx, args)


def _common_options(command: F) -> F:
    """What `check` and `lint` have in common."""
    options = (
        click.argument("paths", nargs=-1, type=click.Path(path_type=Path)),
        click.option("--format", "form", type=click.Choice(FORMATS), help="How to report."),
        click.option(
            "--config",
            "config_file",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Read [tool.tftypes] from this TOML file.",
        ),
        click.option("--select", multiple=True, metavar="CODE", help="Report only this code."),
        click.option("--disable", multiple=True, metavar="CODE", help="Do not report this code."),
        click.option("-q", "--quiet", is_flag=True, help="Only the findings, one line each."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tftypes", message="tftypes %(version)s")
def cli() -> None:
    """Finds wrong dtypes, shapes and signatures in TensorFlow programs before they run."""


@cli.command(cls=_CheckCommand, epilog=_EPILOG)
@_common_options
@click.option("--no-lint", is_flag=True, help="Only the types, no lints.")
@click.pass_context
def check(ctx: click.Context, /, no_lint: bool, **options: Any) -> None:
    """Check the files at and below PATHS: types with mypy, and the lints.

    Options behind `--` are mypy's: `tftypes check src -- --strict`.
    """
    from tftypes.cli import check as jobs

    config = _configure(**options)
    arguments = ctx.meta.get(_MYPY_ARGS, ())
    config = replace(
        config, mypy_args=(*config.mypy_args, *arguments), lint=config.lint and not no_lint
    )
    _run(jobs.check, options["paths"], config, options["quiet"])


@cli.command(epilog=_EPILOG)
@_common_options
def lint(**options: Any) -> None:
    """Run the lints alone on the files at and below PATHS."""
    from tftypes.cli import check as jobs

    _run(jobs.lint_only, options["paths"], _configure(**options), options["quiet"])


@cli.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
def init(folder: Path, dry_run: bool) -> None:
    """Put the configuration into the pyproject.toml of FOLDER."""
    from tftypes.cli.init import initialise

    initialise(folder, dry_run=dry_run)


@cli.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Say what CODE means, or list the codes."""
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
    paths: Sequence[Path],
    form: str | None,
    config_file: Path | None,
    select: tuple[str, ...],
    disable: tuple[str, ...],
    quiet: bool,
) -> Config:
    """The project's configuration, with what the command line says put over it."""
    from tftypes.cli.codes import require_codes

    config = load(paths, config_file)
    where = shown(config.file) if config.file else ""
    require_codes(config.select, f"{where}: [tool.tftypes] select")
    require_codes(config.disable, f"{where}: [tool.tftypes] disable")
    chosen, switched_off = _split(select), _split(disable)
    require_codes(chosen, "--select")
    require_codes(switched_off, "--disable")
    return replace(
        config,
        format=form or config.format,
        select=chosen or config.select,
        disable=(*config.disable, *switched_off),
    )


def _split(codes: Sequence[str]) -> tuple[str, ...]:
    """`--select a,b --select c` is `a`, `b` and `c`."""
    return tuple(code.strip() for each in codes for code in each.split(",") if code.strip())


def _run(
    job: Callable[[Files, Config], Report], paths: Sequence[Path], config: Config, quiet: bool
) -> None:
    from tftypes.cli.check import find_files
    from tftypes.cli.report import write

    files = find_files(paths, config)
    number = len(files.all)
    with _progress(f"checking {number} file{'s' * (number != 1)}", hidden=quiet):
        report = job(files, config)
    for warning in report.warnings:
        click.echo(f"warning: {warning}", err=True)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    write(report, config.format, sys.stdout, quiet=quiet)
    if report.failed:
        raise click.exceptions.Exit(FOUND)


def _progress(message: str, *, hidden: bool) -> AbstractContextManager[object]:
    """A line that moves while there is nothing else to see, on a terminal only."""
    if hidden or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(message)


def _fail(message: str) -> int:
    click.echo(f"tftypes: {message}", err=True)
    return FAILED


def _one_line(text: str) -> str:
    return " ".join(text.split())
