"""What Python does when modules are imported: the oracle for the simulator.

The hook notes each import of a module that is still being initialised, unless the importer lies
in it. The same source serves in this process and, as a program, in a fresh one.
"""

from __future__ import annotations

import builtins
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType
from typing import Any, NamedTuple

Hits = set[tuple[str, str]]


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
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
        modules = {name for name in sys.modules if name.partition(".")[0] == root}
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


if __name__ == "__main__":
    found = watched(sys.argv[1])
    print(json.dumps([sorted(found.hits), sorted(found.modules), found.error]))
