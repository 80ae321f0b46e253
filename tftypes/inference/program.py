"""A program: its modules by their files, whichever folder each looks for the others in."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from tftypes.inference.digest import engine_digest
from tftypes.inference.modules import Sources, base_of, module_name
from tftypes.inference.reach import Reach

if TYPE_CHECKING:
    from tftypes.inference.messages import Report

_Roots: TypeAlias = tuple[str, ...]


class Program:
    """Reports of modules by their path. Each file is looked at once, until the program is told to forget."""

    def __init__(self, folders: Sequence[str] = (), bases: Iterable[str] = ()) -> None:
        #: Where modules are looked for that are not in the folder of the module that imports them.
        self._folders = dict.fromkeys(map(os.path.abspath, folders))
        #: The folders that packages start from: those of one project are no others' to look in.
        self._starts = set(map(os.path.abspath, bases))
        #: The names of modules by their files, where somebody has told them.
        self._names: dict[str, str] = {}
        self._bases: dict[str, str] = {}
        #: By the folders in which modules look for others: what they reach, and what makes their reports.
        self._reaches: dict[_Roots, Reach] = {}
        self._reports: dict[_Roots, Callable[[str], Report]] = {}

    def tell(self, name: str, path: str) -> None:
        """A file is the module of a name, as mypy has it: from where it is so, mypy looks for all others, too."""
        path = os.path.abspath(path)
        if self._names.get(path) == name or (base := base_of(name, path)) is None:
            return
        self._names[path] = name
        if base not in self._folders or base != self._base(os.path.dirname(path)):
            self._folders.setdefault(base)
            self.forget()

    def forget(self) -> None:
        """Look at all files anew: some may have changed."""
        self._bases.clear()
        self._reaches.clear()
        self._reports.clear()

    def reach(self, path: str) -> Reach:
        """What modules reach that look for others where this one does."""
        return self._reach(os.path.abspath(path))

    def _reach(self, path: str) -> Reach:
        return self._reach_from(self._roots(path))

    def _reach_from(self, roots: _Roots) -> Reach:
        if roots not in self._reaches:
            self._reaches[roots] = self._over(roots)
        return self._reaches[roots]

    def _roots(self, path: str) -> _Roots:
        """The folders in which a module looks for others, one after the other."""
        root = self._root(path)
        above = (each for each in _around(root) if each in self._starts)
        return tuple(dict.fromkeys((root, *self._folders, *above)))

    def _shared_roots(self, path: str) -> _Roots:
        """The last of these folders, in which it finds the same: it is run with who looks there alone."""
        roots = self._roots(path)
        reached = self._reach_from(roots).reached(path)
        while roots[1:] and self._reach_from(roots[1:]).reached(path) == reached:
            roots = roots[1:]
        return roots

    def _over(self, roots: Iterable[str]) -> Reach:
        """What modules reach that look for others in these folders."""
        return Reach(Sources((), roots=roots, names=self._names))

    def _root(self, path: str) -> str:
        """The folder in which the module of a file looks first for others."""
        name = self._names.get(path)
        told = None if name is None else base_of(name, path)
        return self._base(os.path.dirname(path)) if told is None else told

    def _base(self, folder: str) -> str:
        """The folder that the packages of a folder's modules start from."""
        if folder not in self._bases:
            self._bases[folder] = module_name(os.path.join(folder, "__init__.py"))[1]
        return self._bases[folder]

    def has_tensors(self, path: str) -> bool:
        """Whether a module reaches TensorFlow, Keras or tftypes."""
        path = os.path.abspath(path)
        return self._reach(path).has_tensors(path)

    def report(self, path: str) -> Report:
        """What is said of a module; nothing where it has no tensors."""
        # Imported here: who finds everything in a cache needs no interpreter.
        from tftypes.inference.messages import Report

        if not self.has_tensors(path):
            return Report()
        path = os.path.abspath(path)
        roots = self._shared_roots(path)
        if roots not in self._reports:
            from tftypes.inference.reports import Reports

            self._reports[roots] = Reports(self._reach_from(roots)).of
        return self._reports[roots](path)

    def digest(self, path: str) -> str:
        """One word for all that the report of a module depends on: the same on every machine."""
        path = os.path.abspath(path)
        reach = self._reach(path)
        place = os.path.relpath(path, self._root(path))
        parts = (engine_digest(), reach.sources.name_of(path), place, reach.digest(path))
        return hashlib.sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()


def _around(folder: str) -> Iterator[str]:
    """A folder and those above it, from which its project may be run, and where each of them keeps its packages.

    >>> [*_around("/project/tests")]
    ['/project/tests', '/project/tests/src', '/project', '/project/src', '/', '/src']
    """
    for each in (folder, *map(str, PurePath(folder).parents)):
        yield from (each, os.path.join(each, "src"))
