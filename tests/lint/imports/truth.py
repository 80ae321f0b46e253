"""What Python does when modules are imported: the oracle for the simulator.

The hook notes each import of a module that is still being initialised, unless the importer lies
in it. The same source serves in this process and, as a program, in a fresh one.
"""

from __future__ import annotations

import builtins
import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType
from typing import Any, NamedTuple

Hits = set[tuple[str, str]]
#: After this many seconds an import is given up.
_LONGEST = 60


class Truth(NamedTuple):
    """What came of an import: who met which module half initialised, and the error if any."""

    hits: Hits
    modules: set[str]
    error: str | None

    @property
    def is_circular(self) -> bool:
        """Whether it failed, and because of the order of imports."""
        return self.error is not None and "partially initialized" in self.error


class Package(MetaPathFinder, Loader):
    """Imports modules from a dictionary; a name that others begin with is a package."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = sources
        self.codes: dict[str, CodeType] = {}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self.sources:
            return None
        is_package = any(other.startswith(f"{name}.") for other in self.sources)
        return spec_from_loader(name, self, origin=name, is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        if name not in self.codes:
            self.codes[name] = compile(self.sources[name], name, "exec")
        exec(self.codes[name], module.__dict__)


def import_from(package: Package, entry: str) -> Truth:
    """Imports a module of the package as the first one, and forgets them all afterwards."""
    sys.meta_path.insert(0, package)
    try:
        return watched(entry)
    finally:
        sys.meta_path.remove(package)
        for name in package.sources:
            sys.modules.pop(name, None)


def watched(entry: str) -> Truth:
    """Imports a module and takes down what is met half initialised on the way."""
    root = entry.partition(".")[0]
    hits: Hits = set()
    error = None
    with _hook(root, hits):
        try:
            __import__(entry)
        except (Exception, SystemExit) as raised:
            error = f"{type(raised).__name__}: {raised}"
        # Those that failed are gone again, but they ran up to there.
        modules = {name for name in sys.modules if name.partition(".")[0] == root}
        modules |= {name for hit in hits for name in hit}
    return Truth(hits, modules, error)


@contextmanager
def _hook(root: str, hits: Hits) -> Iterator[None]:
    real = builtins.__import__

    def hooked(
        name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> Any:
        own = globals or sys._getframe(1).f_globals
        importer = own.get("__name__", "")
        base = _absolute(name, own, level)
        if {importer.partition(".")[0], base.partition(".")[0]} == {root}:
            for target in (base, *(f"{base}.{part}" for part in fromlist or ())):
                if _initialising(target) and not _lies_in(importer, target):
                    hits.add((importer, target))
        return real(name, globals, locals, fromlist, level)

    builtins.__import__ = hooked
    try:
        yield
    finally:
        builtins.__import__ = real


def _absolute(name: str, globals: Any, level: int) -> str:
    if not level:
        return name
    package = globals.get("__package__") or globals["__name__"].rpartition(".")[0]
    base = package.rsplit(".", level - 1)[0]
    return f"{base}.{name}" if name else base


def _initialising(name: str) -> bool:
    spec = getattr(sys.modules.get(name), "__spec__", None)
    return bool(getattr(spec, "_initializing", False))


def _lies_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def alone(entries: Iterable[str]) -> Iterator[Truth]:
    """What comes of importing each module after what is imported now, in a copy of this process."""
    for entry in entries:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            try:
                _tell(entry, write)
            finally:
                os._exit(0)
        os.close(write)
        with open(read, "rb") as told:
            text = told.read()
        os.waitpid(child, 0)
        hits, modules, error = json.loads(text) if text else ([], [], "it ended the process")
        yield Truth({(importer, target) for importer, target in hits}, set(modules), error)


def _tell(entry: str, write: int) -> None:
    """Imports a module that may print, exit or never end, and writes down what came of it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    signal.alarm(_LONGEST)
    found = watched(entry)
    os.write(write, _told(found))


def _told(found: Truth) -> bytes:
    return json.dumps([sorted(found.hits), sorted(found.modules), found.error]).encode()


if __name__ == "__main__":
    first = watched(sys.argv[1])
    print(_told(first).decode())
    # With names of modules behind it: each of them, imported after the first.
    for each in alone(sys.argv[2:]):
        print(_told(each).decode())
