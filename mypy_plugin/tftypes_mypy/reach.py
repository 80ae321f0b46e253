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

#: Where installed packages are: their bodies are not the program's.
INSTALLED: Final = frozenset({"site-packages", "dist-packages", "typeshed"})
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<base>[.\w]+)[ \t]+import[ \t]*(?P<names>\([^)]*\)|[^\n#;]*)"
    r"|import[ \t]+(?P<modules>[^\n#;]+))",
    re.M,
)
_NAME: Final = re.compile(r"([.\w]+)(?:\s+as\s+\w+)?")


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

    def digest(self, module: str, path: str) -> str:
        """One word for the sources of a module and of all of the program that it reaches."""
        if not is_program(path):
            return ""
        content = hashlib.sha256()
        for reached in sorted(self._reached(module, path)):
            content.update(self._read(*reached).digest.encode())
        return content.hexdigest()

    def own_digest(self, module: str, path: str) -> str:
        """One word for the source of a module."""
        return self._read(module, path).digest

    def _reached(self, module: str, path: str) -> set[tuple[str, str]]:
        folders = (_root(module, path), *self._folders)
        found = {(module, path)}
        pending = [(module, path)]
        while pending:
            for name in self._read(*pending.pop()).imports:
                for candidate in _files(name, folders):
                    if (name, candidate) not in found:
                        found.add((name, candidate))
                        pending.append((name, candidate))
        return found

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
    if not path.endswith(".py"):
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


def _root(module: str, path: str) -> str:
    """The folder in which the module's top-level package lies."""
    folder = os.path.dirname(path)
    levels = module.count(".") + (os.path.basename(path) == "__init__.py")
    for _ in range(levels):
        folder = os.path.dirname(folder)
    return folder


def _files(name: str, folders: Iterable[str]) -> Iterator[str]:
    relative = name.replace(".", os.sep)
    for folder in folders:
        for candidate in (f"{relative}.py", os.path.join(relative, "__init__.py")):
            path = os.path.join(folder, candidate)
            if os.path.isfile(path):
                yield path
                return
