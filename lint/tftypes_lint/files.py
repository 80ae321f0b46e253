"""Which files are looked at: what git knows, or else a walk, less what is excluded."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tftypes_lint.globs import Glob

SUFFIXES: Final = (".py", ".pyi")
#: Folders that hold no source of the project (mypy skips the same, and those that begin with a dot).
SKIPPED: Final = frozenset({"__pycache__", "node_modules", "site-packages"})
#: Keeps git from running what the configuration of a repository names, or a folder that looks like one.
_NO_PROGRAMS: Final = ("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit")
#: A virtual environment, whatever it is called.
ENVIRONMENT_MARK: Final = "pyvenv.cfg"


@dataclass(frozen=True)
class Exclusions:
    """Globs relative to `root`: of a file, or of a folder with everything below it.

    A glob without `/` matches a name at any depth. `*` stays within one name, `**` does not.

    >>> exclusions = Exclusions(("build", "examples/broken", "**/*_pb2.py"), Path("/project"))
    >>> exclusions.match(Path("/project/examples/broken/mlp.py"))
    True
    >>> exclusions.match(Path("/project/src/build/x.py")), exclusions.match(Path("/project/x.py"))
    (True, False)
    """

    globs: tuple[str, ...] = ()
    root: Path = Path()

    def match(self, path: Path) -> bool:
        """Whether the path, or a folder that it lies in, is excluded."""
        if not self.globs:
            return False
        place = self._relative(path)
        return any(glob.covers(place) for glob in self.patterns)

    @cached_property
    def patterns(self) -> tuple[Glob, ...]:
        """The globs, ready to be held against a path relative to `root`."""
        return tuple(map(Glob.of, self.globs))

    def below(self, named: Iterable[Path]) -> Exclusions:
        """The exclusions that still hold when the user names these paths: what is named is wanted."""
        places = [self._relative(path) for path in named]
        kept = (
            glob
            for glob, pattern in zip(self.globs, self.patterns, strict=True)
            if not any(map(pattern.covers, places))
        )
        return Exclusions(tuple(kept), self.root)

    def _relative(self, path: Path) -> str:
        # abspath and not resolve: a symbolic link is excluded by the name it goes by.
        try:
            relative = os.path.relpath(os.path.abspath(path), os.path.abspath(self.root))
        except ValueError:  # another drive
            relative = str(path)
        return relative.replace(os.sep, "/")


def discover(paths: Iterable[Path], exclusions: Exclusions = Exclusions()) -> list[Path]:
    """The Python files at and below the paths, sorted, each once.

    A folder in a git work tree gives the files that git tracks or would track; any other is
    walked. A file or folder that is named is never excluded itself.
    """
    named = list(paths)
    holding = exclusions.below(named)
    found: dict[str, Path] = {}
    for path in named:
        for file in _below(path, holding) if os.path.isdir(path) else [path]:
            found.setdefault(os.path.abspath(file), file)
    # By folder, as `sorted` has it for paths, which compare slowly.
    return [found[place] for place in sorted(found, key=lambda place: place.split(os.sep))]


def _below(folder: Path, exclusions: Exclusions) -> Iterator[Path]:
    # A folder that git ignores has nothing to list; having been named, it is walked.
    for file in _git_files(folder) or _walk(folder, exclusions):
        if not exclusions.match(file):
            yield file


def _git_files(folder: Path) -> list[Path]:
    """What git tracks below the folder, or would track; empty where git says nothing."""
    command = ["git", *_NO_PROGRAMS, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    except OSError:
        return []
    if listed.returncode:
        return []
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\0")]
    return [
        folder / name
        for name in names
        if name.endswith(SUFFIXES)
        and not any(_skipped(part) for part in name.split("/")[:-1])
        and _is_source(os.path.join(folder, name))
    ]


def _walk(folder: Path, exclusions: Exclusions) -> Iterator[Path]:
    todo = [str(folder)]
    while todo:
        parent = todo.pop()
        try:
            with os.scandir(parent) as listed:
                entries = list(listed)
        except PermissionError:
            yield Path(parent)  # which is told, as a file that cannot be read is
            continue
        except OSError:
            continue
        if parent != str(folder) and any(each.name == ENVIRONMENT_MARK for each in entries):
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if _entered(entry.path, entry.name, exclusions):
                    todo.append(entry.path)
            elif entry.name.endswith(SUFFIXES) and _is_source(entry.path):
                yield Path(entry.path)


def _is_source(path: str) -> bool:
    """Whether this is a file that may be read, or what cannot be read, which is told.

    Git lists files that were deleted. A pipe or a socket has a name like any other, and no end.
    """
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except PermissionError:
        return True
    except OSError:
        return os.path.lexists(path)


def _entered(path: str, name: str, exclusions: Exclusions) -> bool:
    return not (_skipped(name) or (exclusions.globs and exclusions.match(Path(path))))


def _skipped(folder_name: str) -> bool:
    return folder_name in SKIPPED or folder_name.startswith(".")
