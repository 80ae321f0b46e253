"""Programs that let TensorFlow's tensors behave as NumPy's arrays do: one call, in whichever module, holds for all of them.

mypy sees modules one by one, some in other processes, and not at all those in its cache. So the sources are asked: those
of the project, which is the folder that mypy runs in.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tftypes_mypy.reach import INSTALLED, Reach, is_program, root_of

#: With `experimental_` in front or, in TensorFlow's own modules, without.
_CALL: Final = re.compile(rb"^[^#\n]*enable_numpy_behavior\s*\(", re.M)
#: A folder with more is no project, and what is far down in it is not looked at.
_MOST: Final = 5_000


class NumpyBehavior:
    """For which modules some program may have called `experimental_enable_numpy_behavior`."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        #: By the folder of a project, the files for which it is so.
        self._found: dict[str, frozenset[str]] = {}

    def forget(self) -> None:
        """Looks at all files anew: a build is over."""
        self._found.clear()

    def is_on(self, module: str, path: str) -> bool:
        """Whether a module may run in a program that switches it on: one that imports what does, and the module too."""
        if not is_program(path):
            return False
        file = os.path.abspath(path)
        project = os.getcwd()
        if os.path.commonpath([project, file]) != project:
            project = os.path.abspath(root_of(module, path))
        if project not in self._found:
            self._found[project] = self._find(project)
        return file in self._found[project]

    def _find(self, project: str) -> frozenset[str]:
        files = list(_sources(project))
        calling = [file for file in files if _calls(file)]
        if not calling:
            return frozenset()
        imported = self._imported(files, project)
        importing: defaultdict[str, set[str]] = defaultdict(set)
        for file, others in imported.items():
            for other in others:
                importing[other].add(file)
        return _closed(_closed(calling, importing), imported)

    def _imported(self, files: Iterable[str], project: str) -> Mapping[str, set[str]]:
        """The files that each may import: all whose path ends as the name of the module does."""
        names = {file: _name(os.path.relpath(file, project)) for file in files}
        ends: defaultdict[str, set[str]] = defaultdict(set)
        for file, name in names.items():
            parts = name.split(".")
            for count in range(len(parts)):
                ends[".".join(parts[count:])].add(file)
        return {
            file: {other for each in self._reach.imports(name, file) for other in ends[each]}
            for file, name in names.items()
        }


def _name(path: str) -> str:
    """The name of a module, as its path has it from some folder on.

    >>> _name("src/net/__init__.py"), _name("src/net/layers.py")
    ('src.net', 'src.net.layers')
    """
    name = os.path.splitext(path)[0].replace(os.sep, ".")
    return name.removesuffix(".__init__")


def _closed(start: Iterable[str], edges: Mapping[str, set[str]]) -> frozenset[str]:
    """What can be reached along the edges."""
    found: set[str] = set()
    pending = list(start)
    while pending:
        each = pending.pop()
        if each not in found:
            found.add(each)
            pending += edges.get(each, ())
    return frozenset(found)


def _sources(project: str) -> Iterator[str]:
    """Python's files in a folder and below, the nearest first, without what is installed or hidden."""
    folders, left = [project], _MOST
    while folders and left > 0:
        below: list[str] = []
        for folder in folders:
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError:
                continue
            left -= 1
            if any(entry.name == "pyvenv.cfg" for entry in entries):
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith((".", "__")) and entry.name not in INSTALLED:
                        below.append(entry.path)
                elif entry.name.endswith(".py"):
                    left -= 1
                    yield entry.path
            if left <= 0:
                return
        folders = below


def _calls(file: str) -> bool:
    try:
        with open(file, "rb") as stream:
            content = stream.read()
    except OSError:
        return False
    return b"enable_numpy_behavior" in content and _CALL.search(content) is not None
