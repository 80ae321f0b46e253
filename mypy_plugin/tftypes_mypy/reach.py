"""Which sources of the program the types of a module depend on: its own, and those it imports.

A call is checked through the body of the function, which mypy takes for nobody's
business but the function's own. So mypy's cache must know the bodies too.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mypy.graph_utils import strongly_connected_components

import tftypes

#: Where installed packages are: their bodies are not the program's.
INSTALLED: Final = frozenset({"site-packages", "dist-packages", "typeshed"})
#: Our own package, which may be installed in place: its project is not looked through for each program.
_OURS: Final = os.path.join(os.path.dirname(tftypes.__file__), "")
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<base>[.\w]+)[ \t]+import[ \t]*(?P<names>\([^)]*\)|[^\n#;]*)"
    r"|import[ \t]+(?P<modules>[^\n#;]+))",
    re.M,
)
_NAME: Final = re.compile(r"([.\w]+)(?:\s+as\s+\w+)?")


#: The full name of a module, and its file.
_Module = tuple[str, str]


@dataclass(frozen=True)
class _File:
    """What one source file says: its digest, and the modules that it may import."""

    stamp: tuple[int, int]
    digest: str
    imports: tuple[str, ...]


class Reach:
    """Digests of what modules reach, over the folders in which the program's modules are."""

    def __init__(self, folders: Sequence[str] = ()) -> None:
        self._folders = tuple(folders)
        self._files: dict[str, _File] = {}
        # What was found out in this build: every module asks for most of the others.
        self._seen: dict[_Module, tuple[bytes, frozenset[_Module]]] = {}
        self._found: dict[tuple[str, str], str | None] = {}
        self._digests: dict[_Module, bytes] = {}

    def forget(self) -> None:
        """Looks at all files anew: a build is over."""
        self._seen.clear()
        self._found.clear()
        self._digests.clear()

    def digest(self, module: str, path: str) -> str:
        """One word for the sources of a module and of all of the program that it reaches."""
        if not is_program(path):
            return ""
        each = module, path
        if each not in self._digests:
            self._close(each)
        return self._digests[each].hex()

    def reached(self, module: str, path: str) -> set[_Module]:
        """The modules of the program that a module imports, at any remove, and itself."""
        found: set[_Module] = set()
        pending = [(module, path)]
        while pending:
            each = pending.pop()
            if each not in found:
                found.add(each)
                pending += self._look(each)[1]
        return found

    def imports(self, module: str, path: str) -> Sequence[str]:
        """The full names of the modules that a source may import."""
        return self._read(module, path).imports

    def own_digest(self, module: str, path: str) -> str:
        """One word for the source of a module."""
        return self._read(module, path).digest

    def _close(self, start: _Module) -> None:
        """Finds the digests of a module and of all that it reaches, each once.

        Modules that import each other reach the same, and have one digest: that of
        their sources and of the digests of those that they reach besides.
        """
        imports = {each: list(imported) for each, imported in self._graph(start).items()}
        for component in strongly_connected_components(set(imports), imports):
            beyond = {other for each in component for other in self._look(each)[1]} - component
            sources = sorted(self._look(each)[0] for each in component)
            reached = sorted({self._digests[other] for other in beyond})
            found = hashlib.sha256(b"".join([*sources, b"|", *reached])).digest()
            self._digests.update(dict.fromkeys(component, found))

    def _graph(self, start: _Module) -> dict[_Module, frozenset[_Module]]:
        """Modules without a digest yet, from one on, with those among them that they import."""
        found: dict[_Module, frozenset[_Module]] = {}
        pending = [start]
        while pending:
            each = pending.pop()
            if each not in found:
                found[each] = self._look(each)[1].difference(self._digests)
                pending += found[each]
        return found

    def _look(self, each: _Module) -> tuple[bytes, frozenset[_Module]]:
        """The digest of a module, and those of the program that it imports itself."""
        if each not in self._seen:
            file = self._read(*each)
            folders = dict.fromkeys((root_of(*each), *self._folders))
            places = (
                (name, self._place(name, folder)) for name in file.imports for folder in folders
            )
            imported = frozenset((name, place) for name, place in places if place is not None)
            self._seen[each] = file.digest.encode(), imported
        return self._seen[each]

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
            return _File((0, 0), "", ())
        text = content.decode("utf-8", "replace")
        imports = tuple(sorted(set(_imports(text, module, path))))
        file = _File(stamp, hashlib.sha256(content).hexdigest(), imports)
        self._files[path] = file
        return file


def is_program(path: str) -> bool:
    """Whether a file is of the program and not of an installed package."""
    if not path.endswith(".py") or path.startswith(_OURS):
        return False
    return INSTALLED.isdisjoint(path.replace(os.sep, "/").split("/"))


def _imports(text: str, module: str, path: str) -> Iterator[str]:
    """The full names that the imports of a source may mean as modules.

    >>> text = "import a.b as x, c\\nfrom . import d\\nfrom .e import (\\n    f,\\n    g as h,\\n)"
    >>> list(_imports(text, "top.mid", "top/mid.py"))
    ['a', 'a.b', 'c', 'top', 'top.d', 'top', 'top.e', 'top.e.f', 'top.e.g']
    """
    is_package = os.path.basename(path) == "__init__.py"
    for match in _IMPORT.finditer(text):
        if match["modules"]:
            for name in _NAME.findall(match["modules"]):
                yield from _prefixes(name)
            continue
        base = match["base"]
        level = len(base) - len(base.lstrip("."))
        if level:
            parts = module.split(".")
            keep = len(parts) - level + is_package
            base = ".".join(filter(None, [*parts[: max(keep, 0)], base.lstrip(".")]))
        yield from _prefixes(base)
        for name in _NAME.findall(match["names"]):
            yield f"{base}.{name}" if base else name


def _prefixes(name: str) -> Iterable[str]:
    parts = [part for part in name.split(".") if part]
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


def root_of(module: str, path: str) -> str:
    """The folder in which the module's top-level package lies."""
    folder = os.path.dirname(path)
    levels = module.count(".") + (os.path.basename(path) == "__init__.py")
    for _ in range(levels):
        folder = os.path.dirname(folder)
    return folder
