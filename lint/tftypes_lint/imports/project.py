"""The modules of a tree: what each file is called, and what its imports mean."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tftypes_lint.imports.facts import Facts, Import

_INIT: Final = "__init__"
#: Folders that hold the packages of a project and are no package themselves.
_SOURCE_FOLDERS: Final = frozenset({"src", "lib", "python"})


@dataclass(frozen=True, eq=False)
class Module:
    """A module: its file, and what the file holds."""

    name: str
    path: str
    facts: Facts
    is_package: bool

    @cached_property
    def package(self) -> str:
        """What its relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


#: Modules, each with the names that an import binds of it.
Needed = Mapping[str, tuple[str, ...]]


def ancestors(name: str) -> Iterator[str]:
    """The packages that a module lies in, the nearest first.

    >>> list(ancestors("a.b.c"))
    ['a.b', 'a']
    """
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def is_ancestor(package: str, name: str) -> bool:
    """Whether a module is, or lies in, a package."""
    return name == package or name.startswith(f"{package}.")


class Project:
    """The modules by name, from the facts of files by path."""

    def __init__(self, facts: Mapping[str, Facts]) -> None:
        self.modules: dict[str, Module] = {}
        #: The stubs that stand beside a module of the same name.
        self.stubs: list[Module] = []
        names = _names(facts)
        # A stub comes after the module that it describes, which is what runs.
        for path in sorted(facts, key=lambda path: (path.endswith(".pyi"), path)):
            name, is_package = names[path]
            module = Module(name, path, facts[path], is_package)
            if name not in self.modules:
                self.modules[name] = module
            elif facts[path].stub:
                self.stubs.append(module)
        self._origins: dict[str, list[str | None]] = {}
        self._needed: dict[str, list[Needed]] = {}
        self._chains: dict[str, tuple[str, ...]] = {}
        self._ours: dict[str, bool] = {}

    @cached_property
    def packages(self) -> frozenset[str]:
        """The folders that hold modules, those without an `__init__` as well, by dotted name."""
        return frozenset(above for name in self.modules for above in ancestors(name))

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The modules and packages that lie in no package."""
        return tuple(sorted({name.partition(".")[0] for name in self.modules}))

    def __contains__(self, name: object) -> bool:
        return name in self.modules

    def base(self, module: Module, record: Import) -> str | None:
        """The absolute name behind `from` or `import`; None when there are too many dots."""
        if not record.level:
            name = record.module
            sibling = f"{module.package}.{name}" if module.package else name
            if self._is_script(module) and name not in self.modules and sibling in self.modules:
                return sibling
            return name
        package = module.package.split(".") if module.package else []
        if record.level > len(package):
            return None
        kept = package[: len(package) - record.level + 1]
        return ".".join([*kept, record.module] if record.module else kept)

    def origins(self, module: Module) -> list[str | None]:
        """What stands behind `from` or `import` in each import; None for another project's."""
        found = self._origins.get(module.path)
        if found is None:
            script = self._is_script(module)
            bases = [
                self.base(module, record) if record.level or script else record.module
                for record in module.facts.imports
            ]
            found = [base if base and self._is_ours(base) else None for base in bases]
            self._origins[module.path] = found
        return found

    def needed(self, module: Module) -> list[Needed]:
        """The modules that each import asks for, with the names that it binds of them.

        `from package import name` needs the submodule of that name where there is one.
        """
        found = self._needed.get(module.path)
        if found is None:
            found = self._needed[module.path] = [
                self._needs(origin, record) if origin else {}
                for origin, record in zip(self.origins(module), module.facts.imports)
            ]
        return found

    def _needs(self, origin: str, record: Import) -> Needed:
        nearest = self.nearest(origin)
        if record.names is None or origin not in self.packages:
            return {nearest: record.bound}
        found: dict[str, tuple[str, ...]] = {}
        for name, asname in record.names:
            submodule = f"{origin}.{name}"
            target = submodule if submodule in self.modules else nearest
            found[target] = (*found.get(target, ()), asname or name)
        return found

    def chain(self, name: str) -> tuple[str, ...]:
        """The packages that a module lies in, the topmost first, and the module."""
        found = self._chains.get(name)
        if found is None:
            found = self._chains[name] = (*reversed(list(ancestors(name))), name)
        return found

    def nearest(self, name: str) -> str:
        """The module, or the nearest package above that there is."""
        while name not in self.modules and "." in name:
            name = name.rpartition(".")[0]
        return name

    def _is_ours(self, name: str) -> bool:
        found = self._ours.get(name)
        if found is None:
            known = name in self.modules or name in self.packages
            found = self._ours[name] = known or self.nearest(name) in self.modules
        return found

    def _is_script(self, module: Module) -> bool:
        """Whether a module may run with its own folder on the path: the folder is no package."""
        return bool(module.package) and module.package not in self.modules


def _names(paths: Iterable[str]) -> dict[str, tuple[str, bool]]:
    """The dotted name of each file, and whether it is a package.

    A folder with an `__init__` is a package, and so are the folders between it and the topmost
    one. Files outside of any are named from the folder that holds the sources.
    """
    listed = {path: os.path.normpath(path).replace(os.sep, "/") for path in paths}
    packages = {
        path.rpartition("/")[0]
        for path in listed.values()
        if path.rpartition("/")[2].partition(".")[0] == _INIT
    }
    top = _top(listed.values())
    names = {}
    for path, plain in listed.items():
        folder, _, file = plain.rpartition("/")
        root = _root(folder, packages, top)
        parts = folder[len(root) :].strip("/").split("/") if folder != root else []
        stem = file.partition(".")[0]
        is_package = stem == _INIT
        names[path] = (".".join(parts if is_package else [*parts, stem]), is_package)
    return names


def _root(folder: str, packages: set[str], top: str) -> str:
    """The folder that would be on `sys.path` for the files of this one."""
    topmost = None
    above = folder
    while True:
        if above in packages:
            topmost = above
        if not above or above == "/":
            break
        above = above.rpartition("/")[0]
    if topmost is not None:
        return topmost.rpartition("/")[0]
    parts = folder[len(top) :].strip("/").split("/")
    for number, part in enumerate(parts):
        if part in _SOURCE_FOLDERS:
            return "/".join(filter(None, [top, *parts[: number + 1]]))
    return top


def _top(paths: Iterable[str]) -> str:
    """The folder that all absolute paths share; relative ones are named from where they start."""
    folders = {path.rpartition("/")[0] for path in paths}
    if not folders or not all(folder.startswith("/") for folder in folders):
        return ""
    return os.path.commonpath(folders)
