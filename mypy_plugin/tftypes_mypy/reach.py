"""Which sources of the program the types of a module depend on: its own, and those that it uses.

A call is checked through the body of the function, which mypy takes for nobody's
business but the function's own. So mypy's cache must know the bodies too: those of the
modules from which a module has the names that it uses, and so on. A package that only
passes names on leads to the modules that define them, and to no other.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

from mypy.graph_utils import strongly_connected_components

import tftypes
from tftypes_mypy import faraway
from tftypes_mypy.imports import (
    ALL,
    Chain,
    Imported,
    Package,
    is_package,
    modules_in,
    names_in,
    package_in,
    statements_in,
    used,
    without,
)

#: Where installed packages are: their bodies are not the program's.
INSTALLED: Final = frozenset({"site-packages", "dist-packages", "typeshed"})
#: Our own package, which may be installed in place: its project is not looked through for each program.
_OURS: Final = os.path.join(os.path.dirname(tftypes.__file__), "")
#: In the place of one name: whatever the module has.
_ANY: Final[Chain] = (ALL,)

#: The full name of a module, and its file.
_Module = tuple[str, str]


class _Use(NamedTuple):
    """What is used of a module: what it runs, one name, or any."""

    module: _Module
    #: Empty for what the module itself does; _ANY for whatever it has.
    chain: Chain


@dataclass(frozen=True)
class _File:
    """What one source file says."""

    stamp: tuple[int, int]
    digest: str
    imported: tuple[Imported, ...]
    #: The full names of what may be a module that it imports.
    imports: tuple[str, ...]
    facts: frozenset[str]
    #: The text without its imports.
    rest: str
    #: Of a package, what stands in it beside them.
    package: Package | None
    _used: dict[str, frozenset[Chain] | None] = field(default_factory=dict)

    def used(self, local: str) -> frozenset[Chain] | None:
        """What it uses of a name that it imports; None where that may be anything."""
        if local not in self._used:
            self._used[local] = used(local, self.rest)
        return self._used[local]

    @property
    def is_plain(self) -> bool:
        """Whether it is a package that only passes names on."""
        return self.package is not None and self.package.is_plain

    def passes_on(self, name: str) -> bool:
        """Whether it is a package that has a name from elsewhere, if it has it."""
        return self.package is not None and name not in self.package.own


_Node = TypeVar("_Node", bound=Hashable)
_Sum = TypeVar("_Sum", bound=Hashable)


class _Sums(Generic[_Node, _Sum]):
    """What comes together over all that a node leads to, found once for each."""

    def __init__(
        self,
        following: Callable[[_Node], Iterable[_Node]],
        together: Callable[[Iterable[_Node], Iterable[_Sum]], _Sum],
    ) -> None:
        self._following, self._together = following, together
        self._known: dict[_Node, _Sum] = {}

    def of(self, start: _Node) -> _Sum:
        if start not in self._known:
            self._close(start)
        return self._known[start]

    def clear(self) -> None:
        self._known.clear()

    def _close(self, start: _Node) -> None:
        """Nodes that lead to each other have one sum: of them all, and of those that they lead to besides."""
        found: dict[_Node, list[_Node]] = {}
        pending = [start]
        while pending:
            each = pending.pop()
            if each not in found and each not in self._known:
                found[each] = list(self._following(each))
                pending += found[each]
        edges = {each: [o for o in others if o in found] for each, others in found.items()}
        for component in strongly_connected_components(set(edges), edges):
            beyond = {other for each in component for other in found[each]} - component
            made = self._together(component, {self._known[other] for other in beyond})
            self._known.update(dict.fromkeys(component, made))


class Reach:
    """Digests of what modules use, over the folders in which the program's modules are."""

    def __init__(self, folders: Sequence[str] = ()) -> None:
        self._folders = tuple(folders)
        self._files: dict[str, _File] = {}
        # What was found out in this build: every module asks for most of the others.
        self._seen: dict[_Module, frozenset[_Module]] = {}
        self._found: dict[tuple[str, str], str | None] = {}
        self._digests: _Sums[_Use, bytes] = _Sums(self._uses, self._digest)
        self._facts: _Sums[_Module, frozenset[str]] = _Sums(self._imported, self._all_facts)

    def forget(self) -> None:
        """Looks at all files anew: a build is over."""
        self._seen.clear()
        self._found.clear()
        self._digests.clear()
        self._facts.clear()

    def digest(self, module: str, path: str) -> str:
        """One word for the sources of a module and of all of the program that it uses."""
        if not is_program(path):
            return ""
        made = self._digests.of(_Use((module, path), ())).hex()
        return " ".join([made, *sorted(self.facts(module, path))])

    def facts(self, module: str, path: str) -> frozenset[str]:
        """What matters of the modules that a module imports, at any remove, wherever it stands there."""
        return self._facts.of((module, path))

    def reached(self, module: str, path: str) -> set[_Module]:
        """The modules of the program that a module imports, at any remove, and itself."""
        found: set[_Module] = set()
        pending = [(module, path)]
        while pending:
            each = pending.pop()
            if each not in found:
                found.add(each)
                pending += self._imported(each)
        return found

    def imports(self, module: str, path: str) -> Sequence[str]:
        """The full names of the modules that a source may import."""
        return self._read(module, path).imports

    def own_digest(self, module: str, path: str) -> str:
        """One word for the source of a module."""
        return self._read(module, path).digest

    def _digest(self, uses: Iterable[_Use], beyond: Iterable[bytes]) -> bytes:
        sources = sorted({self._read(*each.module).digest.encode() for each in uses})
        return hashlib.sha256(b"".join([*sources, b"|", *sorted(beyond)])).digest()

    def _all_facts(
        self, modules: Iterable[_Module], beyond: Iterable[frozenset[str]]
    ) -> frozenset[str]:
        return frozenset().union(*(self._read(*each).facts for each in modules), *beyond)

    def _imported(self, each: _Module) -> frozenset[_Module]:
        """The modules of the program that a module imports itself."""
        if each not in self._seen:
            folders = self._folders_of(each)
            names = self._read(*each).imports
            places = ((name, self._place(name, folder)) for name in names for folder in folders)
            self._seen[each] = frozenset((n, place) for n, place in places if place is not None)
        return self._seen[each]

    # --- what is used

    def _uses(self, use: _Use) -> Iterator[_Use]:
        """What something of a module leads to."""
        file = self._read(*use.module)
        if use.chain and use.chain != _ANY:
            yield from self._named(use.module, file, use.chain)
            return
        if use.chain:
            yield use._replace(chain=())
        elif file.is_plain:
            return
        for each in file.imported:
            whole = list(self._of(each, (), use.module))
            is_open = not whole or use.chain or each.local == ALL
            chains = None if is_open else file.used(each.local)
            if chains is None:
                yield from whole
            for chain in chains or ():
                yield from self._of(each, chain, use.module)

    def _named(self, module: _Module, file: _File, chain: Chain) -> Iterator[_Use]:
        """What one name of a module leads to: what the module makes, imports or has in its folder."""
        name, path = module
        first = chain[0]
        if not file.passes_on(first):
            yield _Use(module, ())
        if is_package(path):
            yield from self._modules(f"{name}.{first}", chain[1:], module)
        imported = [each for each in file.imported if each.local == first]
        for each in imported:
            yield from self._of(each, chain[1:], module)
        for each in file.imported if not imported else ():
            if each.local == ALL:
                yield from self._modules(each.module, chain, module)

    def _of(self, each: Imported, chain: Chain, importing: _Module) -> Iterator[_Use]:
        return self._modules(each.module, (*each.path, *chain), importing)

    def _modules(self, name: str, chain: Chain, importing: _Module) -> Iterator[_Use]:
        """A name, and names of it, that are looked up from a module: what comes last may be a module too."""
        for folder in self._folders_of(importing):
            module, left = name, chain
            place = self._place(module, folder)
            while place is None and left:  # a folder without a file of its own
                module, left = f"{module}.{left[0]}", left[1:]
                place = self._place(module, folder)
            if place is not None:
                yield _Use((module, place), left or _ANY)

    # --- files

    def _folders_of(self, module: _Module) -> Iterable[str]:
        return dict.fromkeys((root_of(*module), *self._folders))

    def _place(self, name: str, folder: str) -> str | None:
        """The file of a module, where there is one in the folder."""
        key = name, folder
        if key not in self._found:
            relative = os.path.join(folder, name.replace(".", os.sep))
            files = (f"{relative}.py", os.path.join(relative, "__init__.py"))
            self._found[key] = next(filter(os.path.isfile, files), None)
        return self._found[key]

    def _read(self, module: str, path: str) -> _File:
        try:
            status = os.stat(path)
            stamp = status.st_mtime_ns, status.st_size
            known = self._files.get(path)
            if known is not None and known.stamp == stamp:
                return known
            with open(path, "rb") as stream:
                content = stream.read()
        except OSError:
            return _UNREADABLE
        text, digest = content.decode("utf-8", "replace"), hashlib.sha256(content).hexdigest()
        statements = statements_in(text)
        imported = tuple(names_in(statements, module, path))
        self._files[path] = file = _File(
            stamp,
            digest,
            imported,
            tuple(sorted(modules_in(imported))),
            faraway.facts(text, digest),
            without(statements, text),
            package_in(text) if is_package(path) else None,
        )
        return file


#: Nobody knows what it says.
_UNREADABLE: Final = _File((0, 0), "", (), (), faraway.ALL, "", None)


def is_program(path: str) -> bool:
    """Whether a file is of the program and not of an installed package."""
    if not path.endswith(".py") or path.startswith(_OURS):
        return False
    return INSTALLED.isdisjoint(path.replace(os.sep, "/").split("/"))


def root_of(module: str, path: str) -> str:
    """The folder in which the module's top-level package lies."""
    folder = os.path.dirname(path)
    levels = module.count(".") + (os.path.basename(path) == "__init__.py")
    for _ in range(levels):
        folder = os.path.dirname(folder)
    return folder
