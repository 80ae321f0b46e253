"""Which files are looked at: what git knows, or else a walk, less what is excluded."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

SUFFIXES: Final = (".py", ".pyi")
#: Folders that hold no source of the project (mypy skips the same, and those that begin with a dot).
SKIPPED: Final = frozenset({"__pycache__", "node_modules", "site-packages"})
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
        return any(re.search(regex, place) for regex in self.regexes)

    @cached_property
    def regexes(self) -> tuple[str, ...]:
        """The globs as regular expressions, searched for in a path relative to `root`."""
        return tuple(_regex(glob) for glob in self.globs)

    def below(self, named: Iterable[Path]) -> Exclusions:
        """The exclusions that still hold when the user names these paths: what is named is wanted."""
        places = [self._relative(path) for path in named]
        kept = (
            glob
            for glob, regex in zip(self.globs, self.regexes, strict=True)
            if not any(re.search(regex, place) for place in places)
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
        for file in _below(path, holding) if path.is_dir() else [path]:
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
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
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
        and os.path.lexists(folder / name)  # git lists a file that was deleted, too
    ]


def _walk(folder: Path, exclusions: Exclusions) -> Iterator[Path]:
    todo = [str(folder)]
    while todo:
        parent = todo.pop()
        try:
            with os.scandir(parent) as listed:
                entries = list(listed)
        except OSError:
            continue
        if parent != str(folder) and any(each.name == ENVIRONMENT_MARK for each in entries):
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if _entered(entry.path, entry.name, exclusions):
                    todo.append(entry.path)
            elif entry.name.endswith(SUFFIXES) and not os.path.isdir(entry.path):
                yield Path(entry.path)


def _entered(path: str, name: str, exclusions: Exclusions) -> bool:
    return not (_skipped(name) or (exclusions.globs and exclusions.match(Path(path))))


def _skipped(folder_name: str) -> bool:
    return folder_name in SKIPPED or folder_name.startswith(".")


#: The parts of a glob that mean something, the longest first, and what they become.
_GLOB: Final[Sequence[tuple[str, str]]] = (
    ("**/", "(?:.*/)?"),
    ("**", ".*"),
    ("*", "[^/]*"),
    ("?", "[^/]"),
)


def _regex(glob: str) -> str:
    """A glob as a regular expression that finds it, or a folder of that name, in a path."""
    glob = glob.removeprefix("./").rstrip("/")
    start = "^" if "/" in glob else "(?:^|/)"
    return f"{start}{glob_regex(glob)}(?:/|$)"


def glob_regex(glob: str) -> str:
    """A glob as a regular expression: `*` stays within one name, `**` does not.

    >>> glob_regex("net/*.py")
    'net/[^/]*\\\\.py'
    """
    position, parts = 0, []
    while position < len(glob):
        for token, regex in _GLOB:
            if glob.startswith(token, position):
                parts.append(regex)
                position += len(token)
                break
        else:
            parts.append(re.escape(glob[position]))
            position += 1
    return "".join(parts)
