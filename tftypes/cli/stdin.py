"""A program on standard input, checked as if it were in a file among the others of the project."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tftypes.cli.config import Config, top
from tftypes.cli.failure import Failure

#: The path that stands for standard input.
MARK: Final = Path("-")
#: Its name where it is given none.
NAME: Final = Path("stdin.py")


def named(paths: Sequence[Path], name: Path | None) -> Path | None:
    """The name of the program on standard input; None where the paths are those of files.

    Raises:
        Failure: standard input is to be checked beside files, or has a name and is not to be checked.
    """
    if MARK not in paths:
        if name:
            raise Failure("--stdin-filename needs the path `-`")
        return None
    if len(paths) > 1:
        raise Failure("`-` reads standard input and takes no other paths")
    return name or NAME


def read() -> bytes:
    """The program on standard input."""
    return sys.stdin.buffer.read()


class Copy(NamedTuple):
    """The project with a program of standard input in it."""

    file: Path
    config: Config
    #: The folders that are copied, and where the copies are.
    base: Path
    folder: Path

    def original(self, path: str) -> str:
        """The path that a path in the copy stands for."""
        inside = os.path.join(self.folder, "")
        return str(self.base / path.removeprefix(inside)) if path.startswith(inside) else path


@contextmanager
def in_place_of(name: Path, content: bytes, config: Config) -> Iterator[Copy]:
    """Makes the content that of the file `name` for as long as the context lasts.

    The current folder is then a copy, in which links lead to all other files. Nothing is kept in
    the caches of the project.
    """
    here, file = Path.cwd(), Path(os.path.abspath(name))
    ends = (here, file.parent, Path(os.path.abspath(config.root)), top())
    base = Path(os.path.commonpath(ends))
    with TemporaryDirectory(prefix="tftypes-") as folder:
        copy = Path(os.path.realpath(folder))

        def copied(path: Path) -> Path:
            return copy / path.relative_to(base)

        inner = {each for end in ends for each in (end, *end.parents) if each.is_relative_to(base)}
        for each in sorted(inner):
            copied(each).mkdir(parents=True, exist_ok=True)
            for entry in os.scandir(each) if each.is_dir() else ():
                if Path(entry.path) not in {*inner, file}:
                    copied(Path(entry.path)).symlink_to(entry.path)
        copied(file).write_bytes(content)
        os.chdir(copied(here))
        try:
            project = replace(config, root=copied(ends[2]), cache=False)
            yield Copy(copied(file), project, base, copy)
        finally:
            os.chdir(here)
