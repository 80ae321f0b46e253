"""`tftypes imports`: draws the import graph of a project."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tftypes.cli.config import Config, load, place, read_toml, require_sound, shown
from tftypes.cli.failure import Failure
from tftypes.cli.terminal import say

if TYPE_CHECKING:
    from tftypes_lint.imports.facts import Facts
    from tftypes_lint.imports.graph import Kind
    from tftypes_lint.imports.layers import Layers

#: `tftypes_lint.imports.draw.FORMS`, which is not imported for `--help`.
FORMS: Final = ("text", "svg", "html", "dot", "mermaid", "json")
#: The imports that are drawn unless one asks for others, and those that one may ask for.
DRAWN: Final = ("eager", "called", "deferred")
KINDS: Final = (*DRAWN, "type-only", "implicit")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(readable=False, path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(FORMS), help="Format; by default that of the suffix."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE."
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help=f"Kind of import to draw; by default {', '.join(DRAWN)}.",
)
@click.option(
    "--depth", type=click.IntRange(1), metavar="N", help="Draw packages below level N as one node."
)
@click.option("--cycles", "cycles_only", is_flag=True, help="Draw only modules in cycles.")
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read [tool.tftypes] from FILE.",
)
def imports(
    paths: tuple[Path, ...],
    form: str | None,
    output: Path | None,
    kinds: tuple[Kind, ...],
    depth: int | None,
    cycles_only: bool,
    config_file: Path | None,
) -> None:
    """Draw which module imports which: packages, cycles and layers.

    The suffix of FILE sets the format: .svg, .html, .dot, .mmd, .json or .txt.
    """
    from tftypes.cli.check import find_files

    config = load(paths, config_file)
    require_sound(config)
    skipped = draw(
        find_files(paths, config).all,
        config,
        form=form,
        output=output,
        kinds=kinds or DRAWN,
        depth=depth,
        cycles_only=cycles_only,
    )
    for line in skipped:
        say(f"warning: left out: {line}", err=True)


def draw(
    files: Sequence[Path],
    config: Config,
    *,
    form: str | None,
    output: Path | None,
    kinds: Sequence[Kind],
    depth: int | None,
    cycles_only: bool,
) -> list[str]:
    """Draws the files' imports to `output`, or to stdout; what could not be read is returned.

    Raises:
        Failure: there is no form for the suffix, the layers are wrong, or it cannot be written.
    """
    from tftypes_lint.imports.analysis import Analysis
    from tftypes_lint.imports.draw import FORMS
    from tftypes_lint.imports.draw.picture import picture
    from tftypes_lint.writing import write_whole

    chosen = form or _form_for(output)
    facts, skipped = _collect(files)
    drawn = picture(
        Analysis.of(facts),
        _layers(config),
        kinds=tuple(kinds),
        depth=depth,
        cycles_only=cycles_only,
    )
    text = FORMS[chosen](drawn)
    if output is None:
        sys.stdout.write(text)
    else:
        try:
            write_whole(output, text.encode())
        except OSError as error:
            raise Failure(
                f"{shown(output)}: cannot be written: {error.strerror or error}"
            ) from None
    return skipped


def _form_for(output: Path | None) -> str:
    from tftypes_lint.imports.draw import SUFFIXES

    if output is None:
        return "text"
    try:
        return SUFFIXES[output.suffix.lower()]
    except KeyError:
        known = ", ".join(SUFFIXES)
        raise Failure(
            f"{shown(output)}: the suffix sets the format: expected one of {known}, or --format"
        ) from None


def _collect(files: Sequence[Path]) -> tuple[dict[str, Facts], list[str]]:
    """The facts by path, and a line for each file that is left out."""
    from tftypes_lint.imports.collect import collect
    from tftypes_lint.source import Source, parse_problem, unreadable
    from tftypes_lint.writing import read_regular

    facts, skipped = {}, []
    gc.disable()  # it finds nothing in trees, and costs a third of the time
    try:
        for file in files:
            path = shown(file)
            try:
                source = Source(path, read_regular(file))
            except OSError as error:
                skipped.append(f"{path}: {unreadable(path, error).message}")
                continue
            problem = parse_problem(source)
            if problem:
                skipped.append(f"{problem.place}: {problem.message}")
            else:
                facts[path] = collect(source)
    finally:
        gc.enable()
    return facts, skipped


def _layers(config: Config) -> Layers:
    """The layers that the project declares."""
    from tftypes_lint.imports.layers import parse_layers

    data: Any = read_toml(config.file) if config.file else {}
    table = data.get("tool", {}).get("tftypes", {}).get("lint", {}).get("import-layers", {})
    try:
        return parse_layers(table)
    except ValueError as error:
        path = ["tool", "tftypes", "lint", "import-layers"]
        where = place(config.file, path) if config.file else ""
        raise Failure(f"{where}: [{'.'.join(path)}] {error}") from None
