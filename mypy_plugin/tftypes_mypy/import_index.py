"""What modules import, as earlier runs have found it: lines of JSON beside mypy's cache, each behind its own checksum.

A run adds lines under an identifier of its own: the folders in which it looks for modules, what is in each folder that it
has looked into, and what files import. They are valid while the folders hold the same names and a file has the same time
and size, which is what mypy's own cache goes by.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, Final

from mypy.options import Options

import tftypes

_NAME: Final = "tftypes_imports"
#: What was written so shortly before, in nanoseconds, may be written again without another time.
_RECENT: Final = 2_000_000_000
#: Links are not followed, and a pipe makes nobody wait, where the system can be told so.
_PLAIN: Final = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
)
_APPEND: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _PLAIN
#: Where installed packages are: their code is not the program's.
_INSTALLED: Final = frozenset({"site-packages", "dist-packages", "typeshed"})
#: Our own package, which may be installed in place.
_OURS: Final = os.path.join(os.path.dirname(tftypes.__file__), "")
#: What reads the imports of a file and locates their modules.
_READERS: Final = [
    os.path.join(_OURS, "inference", each) for each in ("reach.py", "modules.py", "program.py")
]


def place_of(options: Options) -> str | None:
    """The file for a run with these options; None for one that keeps nothing, as the daemon, which stays."""
    folder = options.cache_dir
    if not options.incremental or options.fine_grained_incremental or folder == os.devnull:
        return None
    return None if os.path.islink(folder) else os.path.join(folder, _NAME)


# Plain classes: to make a named tuple or a dataclass takes longer than to read what is known of a hundred modules.
class Imports:
    """What the module in a file imports, and the time and size that the file had."""

    def __init__(
        self, module: str, time_ns: int, size: int, has_tensors: bool, files: list[str]
    ) -> None:
        self.module = module
        self.stamp = (time_ns, size)
        #: Whether it imports TensorFlow, Keras or tftypes itself.
        self.has_tensors = has_tensors
        #: The files of the program that it imports.
        self.files = files


class _Run:
    """What one run has written of the modules that look for others in the same folders."""

    def __init__(self, roots: list[str]) -> None:
        self.roots = roots
        #: The time of each folder that was looked into, and a checksum of the names in it.
        self.folders: dict[str, tuple[int, int]] = {}
        self.files: dict[str, Imports] = {}

    def is_valid(self) -> bool:
        """Whether the folders hold the same modules."""
        return all(
            time_ns == stamp(folder)[0] or names == checksum_in(folder)
            for folder, (time_ns, names) in self.folders.items()
        )


class ImportIndex:
    """The lines of one file. A place of None keeps nothing.

    A line is `[run id, reader, roots, how many folders the lines before have, {folder: [time, checksum of names]}, texts,
    [[path, module, time, size, has tensors, [path, ...]], ...]]`. Paths and modules are numbers of texts.
    """

    def __init__(self, place: str | None) -> None:
        self._place = place
        self._runs: list[_Run] = []
        if place is not None:
            with suppress(OSError):
                self._runs = self._load(place)

    def imports(self, roots: Sequence[str]) -> dict[str, Imports]:
        """What files import whose modules look for others in these folders, one after the other."""
        found: dict[str, Imports] = {}
        for run in self._runs:
            if run.roots == list(roots):
                found.update(run.files)
        return found

    def without_tensors(self, folders: Sequence[str]) -> dict[str, str]:
        """The modules that reach no tensors, by their files: each looks in its own folder, then in these, then in others."""
        found: dict[str, str] = {}
        for root in {run.roots[0] for run in self._runs}:
            roots = list(dict.fromkeys((root, *folders)))
            files: dict[str, Imports] = {}
            for run in self._runs:
                if run.roots[: len(roots)] == roots:
                    files.update(run.files)
            found |= {
                path: each.module
                for path, each in _without_tensors(files).items()
                if _is_place(path, root, each.module)
            }
        return found

    def append(
        self,
        run_id: str,
        roots: Sequence[str],
        before: int,
        folders: Mapping[str, tuple[int, int]],
        files: Mapping[str, Imports],
    ) -> None:
        """Adds a line in one step, since other runs may do so at the same time."""
        if self._place is None:
            return
        texts = {text for path, each in files.items() for text in (path, each.module, *each.files)}
        number = {text: at for at, text in enumerate(sorted(texts))}
        rows = [
            [number[path], number[each.module], *each.stamp, each.has_tensors, [number[file] for file in each.files]]
            for path, each in files.items()
        ]  # fmt: skip
        line = _line([run_id, _reader(), roots, before, folders, list(number), rows])
        with suppress(OSError):
            os.makedirs(os.path.dirname(self._place), exist_ok=True)
            descriptor = os.open(self._place, _APPEND, 0o666)
            try:
                os.write(descriptor, line)
            finally:
                os.close(descriptor)

    def _load(self, place: str) -> list[_Run]:
        with open(os.open(place, os.O_RDONLY | _PLAIN), "rb") as stream:
            lines = stream.read().splitlines()
        sound = [each[8:] for each in lines if b"%08x" % zlib.crc32(each[8:]) == each[:8]]
        try:
            entries = json.loads(b"[%s]" % b",".join(sound))
        except (ValueError, RecursionError):
            os.unlink(place)
            return []
        runs: dict[str, _Run] = {}
        for entry in entries:
            with suppress(TypeError, ValueError, LookupError, AttributeError):  # none of ours
                _add(runs, *entry)
        standing = [run for run in runs.values() if run.roots and run.is_valid()]
        files = {path for run in standing for path in run.files}
        if len(lines) + sum(len(run.files) for run in runs.values()) > 100 + 4 * len(files):
            os.unlink(place)  # most of it is of the past
        return standing


def _add(
    runs: dict[str, _Run],
    run_id: str,
    reader: int,
    roots: list[str],
    before: int,
    folders: dict[str, tuple[int, int]],
    texts: list[str],
    rows: list[tuple[int, int, int, int, bool, list[int]]],
) -> None:
    """Adds what a line says, if no line before it was lost."""
    if reader != _reader() or not _are_texts(roots) or not _are_texts(texts):
        return
    run = runs.setdefault(run_id, _Run(roots))
    if before == len(run.folders):
        run.folders.update((each, (time_ns, names)) for each, (time_ns, names) in folders.items())
        for path, module, time_ns, size, has_tensors, files in rows:
            inside = [texts[each] for each in files]
            run.files[texts[path]] = Imports(texts[module], time_ns, size, has_tensors, inside)


def _are_texts(items: Iterable[object]) -> bool:
    return {str}.issuperset(map(type, items))


@cache
def _reader() -> int:
    """What tells apart the versions of what reads the imports."""
    return zlib.crc32(repr([stamp(each) for each in _READERS]).encode())


def _without_tensors(files: Mapping[str, Imports]) -> dict[str, Imports]:
    """Those of the files that are as they were, as are all that they reach, and that reach no tensors."""
    left = {
        path: each
        for path, each in files.items()
        if not each.has_tensors and each.stamp == stamp(path)
    }
    importers: dict[str, list[str]] = {}
    pending: list[str] = []
    for path, each in left.items():
        for file in each.files:
            if file in left:
                importers.setdefault(file, []).append(path)
            else:
                pending.append(path)
    while pending:
        path = pending.pop()
        if left.pop(path, None):
            pending += importers.get(path, ())
    return left


def _is_place(path: str, root: str, module: str) -> bool:
    """Whether a file is the module of a name that is looked for in a folder."""
    base = f"{root.rstrip(os.sep)}{os.sep}{module.replace('.', os.sep)}"
    return path == f"{base}.py" or path == f"{base}{os.sep}__init__.py"


def _line(entry: Sequence[Any]) -> bytes:
    content = json.dumps(entry).encode()
    return b"%08x%s\n" % (zlib.crc32(content), content)


def stamp(path: str) -> tuple[int, int]:
    """The time of a file's last change in nanoseconds, and its size in bytes; zeros where there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return 0, 0
    return status.st_mtime_ns, status.st_size


def is_settled(time_ns: int) -> bool:
    """Whether what changes from now on has another time."""
    return time.time_ns() - time_ns > _RECENT


def checksum_in(folder: str) -> int:
    """The checksum of the names in a folder."""
    try:
        return checksum(os.listdir(folder))
    except OSError:
        return checksum(())


def checksum(names: Iterable[str]) -> int:
    """A checksum of those of the names that modules and packages may have."""
    found = sorted(each for each in names if each.removesuffix(".py").isidentifier())
    return zlib.crc32("\n".join(found).encode(errors="surrogateescape"))


@lru_cache(maxsize=20_000)
def is_program(path: str) -> bool:
    """Whether a file is of the program and not of an installed package.

    >>> is_program("/home/me/project/net.py"), is_program("/usr/lib/python3/site-packages/keras/net.py")
    (True, False)
    """
    if not path.endswith(".py") or path.startswith(_OURS):
        return False
    return _INSTALLED.isdisjoint(path.replace(os.sep, "/").split("/"))
