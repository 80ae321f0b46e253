"""Puts the configuration into a project, and leaves the rest of its files as it is."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from tftypes.cli.config import PYPROJECT, mypy_file, mypy_file_from, read_toml, shown, table
from tftypes.cli.edits import (
    ignoring_missing_ini,
    ignoring_missing_toml,
    with_mypy_ini,
    with_mypy_toml,
    with_tftypes,
)
from tftypes.cli.failure import Failure
from tftypes.cli.mypy_config import PLUGIN
from tftypes.cli.terminal import say
from tftypes_lint.escaping import visible
from tftypes_lint.writing import write_whole

_DIFF_COLOURS: Final = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True)
class Change:
    """What a file holds, and what it should; `old` is None when there is no file."""

    file: Path
    old: str | None
    new: str

    @property
    def diff(self) -> str:
        """The change as a unified diff."""
        name = shown(self.file)
        lines = difflib.unified_diff(
            (self.old or "").splitlines(),
            self.new.splitlines(),
            "/dev/null" if self.old is None else name,
            name,
            lineterm="",
        )
        return "\n".join(lines)


def initialise(folder: Path, settings: Sequence[str], *, dry_run: bool) -> None:
    """Names the plugin where mypy reads its configuration, with the settings of mypy's, and adds `[tool.tftypes]`.

    Raises:
        Failure: a file cannot be read or written, or is broken. Nothing is then half written.
    """
    if not folder.is_dir():
        raise Failure(f"{shown(folder)}: no such folder")
    folder = Path(os.path.abspath(folder))
    changes = [change for change in plan(folder, settings) if change.old != change.new]
    for change in changes:
        if dry_run:
            _show(change.diff)
        else:
            _replace(change.file, change.new)
            say(f"{'created' if change.old is None else 'changed'} {shown(change.file)}")
    _say_what_is_left(folder, changed=bool(changes), dry_run=dry_run)


def plan(folder: Path, settings: Sequence[str] = ()) -> list[Change]:
    """What each file of the project should hold."""
    pyproject = folder / PYPROJECT
    if pyproject.is_file():
        table(read_toml(pyproject), "tool", (), pyproject)  # what is broken is not written to
    old = _read(pyproject)
    new = old or ""
    file = mypy_file_from(folder)
    changes = []
    if file is None or file == pyproject:
        new = with_mypy_toml(new, shown(pyproject), settings)
        new = ignoring_missing_toml(new, shown(pyproject))
    elif file.parent == folder:
        # mypy reads one file only: a second place would switch the first off.
        before = _read(file) or ""
        after = with_mypy_ini(before, shown(file), settings)
        changes.append(Change(file, before, ignoring_missing_ini(after, shown(file))))
    paths = ["src"] if (folder / "src").is_dir() else ["."]
    new = with_tftypes(new, paths, shown(pyproject))
    return [*changes, Change(pyproject, old, new)]


def _say_what_is_left(folder: Path, *, changed: bool, dry_run: bool) -> None:
    if not changed:
        click.echo("nothing to change: the project is configured")
    elif not dry_run:
        click.echo("next: tftypes check")
    settings = mypy_file_from(folder)
    if settings and mypy_file(folder) is None and settings.parent != folder:
        say(
            f"mypy reads {shown(settings)}, which is not changed: for mypy by itself, add "
            f"{PLUGIN} to its plugins"
        )


def _read(file: Path) -> str | None:
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            return stream.read()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise Failure(f"{shown(file)}: not UTF-8: byte {error.start}") from None
    except OSError as error:
        raise Failure(f"{shown(file)}: cannot be read: {error.strerror}") from None


def _replace(file: Path, text: str) -> None:
    """Writes the file whole or not at all."""
    try:
        write_whole(file, text.encode())
    except OSError as error:
        raise Failure(f"{shown(file)}: cannot be written: {error.strerror}") from None


def _show(diff: str) -> None:
    for line in diff.splitlines():
        click.secho(visible(line), fg=_DIFF_COLOURS.get(line[:1]))
