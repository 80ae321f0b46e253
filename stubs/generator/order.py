"""In which order mypy reads the stubs.

All modules import each other, and so does mypy read them as one: in the order of their imports by `from`, those under
`if TYPE_CHECKING` last. It reads a module again when what a class derives from, or what an alias stands for, was not
there yet. So what others need comes first, in a module and among the modules.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set
from functools import cached_property

from .shorten import bound

ROOT = "tensorflow"
HEADER = re.compile(r"^class \w+\(.*\):", re.M)
REFERENCE = re.compile(r"(?<![\w.])tf((?:\.\w+)*)\.(\w+)(?![\w.])")
CLASS = re.compile(r"^class (\w+)", re.M)


def needed_first(definitions: list[str], path: str) -> list[str]:
    """The definitions in their order, but each behind those that it cannot be read without."""
    here = path.replace(ROOT, "tf", 1)
    parsed = [ast.parse(text).body[0] for text in definitions]
    places = {name: i for i, node in enumerate(parsed) for name in names_of(node)}
    found: dict[int, str] = {}
    begun: set[int] = set()

    def put(i: int) -> None:
        if i not in begun:
            begun.add(i)
            for name in needs_of(parsed[i], here):
                if name in places:
                    put(places[name])
            found[i] = definitions[i]

    for i in range(len(definitions)):
        put(i)
    return list(found.values())


def names_of(node: ast.stmt) -> Iterator[str]:
    """The names of a class, a constant or an alias; functions are read after all of them."""
    if isinstance(node, ast.ClassDef):
        yield node.name
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def needs_of(node: ast.stmt, here: str) -> Iterator[str]:
    """The names of this module that the definition cannot be read without: bases, types of constants, what aliases are."""
    parts: list[ast.expr | None] = []
    if isinstance(node, ast.ClassDef):
        parts += node.bases
        if "NamedTuple" in map(ast.unparse, node.bases):
            parts += [field.annotation for field in node.body if isinstance(field, ast.AnnAssign)]
    elif isinstance(node, ast.AnnAssign):
        parts += [node.annotation, node.value]
    elif isinstance(node, ast.Assign):
        parts.append(node.value)
    for inner in (inner for part in parts if part for inner in ast.walk(part)):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute) and ast.unparse(inner.value) == here:
            yield inner.attr


class Bases:
    """Which modules the bases of a module's classes come from, by the texts of all modules."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    @cached_property
    def classes(self) -> set[tuple[str, str]]:
        return {(path, name) for path, text in self.texts.items() for name in CLASS.findall(text)}

    @cached_property
    def modules(self) -> dict[str, set[str]]:
        """The modules whose classes those of a module derive from."""
        return {
            path: {
                module
                for header in HEADER.findall(text)
                for module, _ in map(self.place, REFERENCE.finditer(header))
                if module not in ("", path)
            }
            for path, text in self.texts.items()
        }

    def place(self, reference: re.Match[str]) -> tuple[str, str]:
        """The module and name of a class that is referred to, if that is one."""
        place = ROOT + reference[1], reference[2]
        return place if place in self.classes else ("", "")

    def derive_from(self, path: str) -> set[str]:
        """The modules with classes that derive from those of the module, by way of others too."""
        found: set[str] = set()
        new = {path}
        while new:
            found |= new
            new = {other for other, bases in self.modules.items() if bases & new} - found
        return found - {path}

    def by_name(self, path: str, imported: Mapping[str, tuple[str, str]]) -> tuple[str, list[str]]:
        """The text with bases of other modules by name, and the imports of these, which put them first.

        `imported` are the names that the module offers of others. The root is read first anyway.
        """
        text = self.texts[path]
        taken: Set[str] = bound(ast.parse(text)) | imported.keys()
        needed: dict[str, None] = {}

        def named(reference: re.Match[str]) -> str:
            module, name = self.place(reference)
            if module == path:
                return name
            if module in ("", ROOT) or path == ROOT:
                return reference[0]
            if imported.get(name) == (module, name):
                return name
            short = f"_{name}" if name in taken else name
            needed[f"from {module} import {name}" + f" as {short}" * (short != name)] = None
            return short

        text = HEADER.sub(lambda header: REFERENCE.sub(named, header[0]), text)
        return text, list(needed)
