"""The modules of a tree: what each file is called, and what its imports mean."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

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


class Target(NamedTuple):
    """What one name of an import may stand for: a module, or a name in it.

    `name` is None where the module itself is imported; with a name, `module` may have it as an
    attribute or as a submodule.
    """

    module: str
    name: str | None
    bound: str | None


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
        self._resolved: dict[str, list[tuple[Target, ...]]] = {}
        self._needed: dict[str, list[tuple[tuple[str, str | None], ...]]] = {}
        self._chains: dict[str, tuple[str, ...]] = {}
        self._ours: dict[str, bool] = {}
        self._own: dict[str, tuple[int, ...]] = {}

    @cached_property
    def packages(self) -> frozenset[str]:
        """The folders that hold modules, those without an `__init__` as well, by dotted name."""
        return frozenset(above for name in self.modules for above in ancestors(name))

    @cached_property
    def _roots(self) -> frozenset[str]:
        return frozenset(self.roots)

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

    def imports_of(self, module: Module) -> tuple[int, ...]:
        """The imports of a module, by number, that ask for something of the project."""
        if module.path not in self._own:
            numbers = (n for n, targets in enumerate(self._all_targets(module)) if targets)
            self._own[module.path] = tuple(numbers)
        return self._own[module.path]

    def targets(self, module: Module, number: int) -> tuple[Target, ...]:
        """What an import of a module asks for, in order; nothing of another project's."""
        return self._all_targets(module)[number]

    def _all_targets(self, module: Module) -> list[tuple[Target, ...]]:
        """The targets of each import of a module."""
        found = self._resolved.get(module.path)
        if found is None:
            script, roots = self._is_script(module), self._roots
            found = self._resolved[module.path] = [
                self._targets(module, record)
                if record.level or script or record.module.partition(".")[0] in roots
                else ()
                for record in module.facts.imports
            ]
        return found

    def _targets(self, module: Module, record: Import) -> tuple[Target, ...]:
        base = self.base(module, record)
        if not base or not self._is_ours(base):
            return ()
        if record.names is None:
            root = base.partition(".")[0]
            bound = None if record.by_call else record.asname or root
            return (Target(base, None, bound),)
        return tuple(Target(base, name, asname or name) for name, asname in record.names)

    def needed(self, module: Module, number: int) -> tuple[tuple[str, str | None], ...]:
        """The modules that an import names, each with the name that it binds of them.

        `from package import name` needs the submodule of that name where there is one.
        """
        found = self._needed.get(module.path)
        if found is None:
            found = self._needed[module.path] = [
                tuple(map(self._needs, targets)) for targets in self._all_targets(module)
            ]
        return found[number]

    def _needs(self, target: Target) -> tuple[str, str | None]:
        submodule = f"{target.module}.{target.name}"
        found = submodule if submodule in self.modules else self.nearest(target.module)
        return found, target.bound

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
