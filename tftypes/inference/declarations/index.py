"""The files of the index: one a module, read when it is asked for, its lines parsed when they are.

`stubs/generator/declarations.py` writes them and says what is in them.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from .entries import Attribute, Class, Constant, Entry, Function, Parameter, Property, Signature

FOLDER = Path(__file__).with_name("index")
SUFFIX = ".jsonl"
#: The modules whose public names a module has too; and what makes a module or a class have any name.
STAR, OPEN = "*", "__getattr__"
KINDS = ("function", "method", "classmethod", "staticmethod")
_KIND = inspect.Parameter


class Table:
    """What one module declares, by the path in it: `matmul`, `Tensor`, `Tensor.shape`."""

    def __init__(self, module: str, text: str) -> None:
        self.module = module
        pairs = (line.partition("\t") for line in text.split("\n") if line)
        self.lines = {path: entry for path, _, entry in pairs}
        self.stars: tuple[str, ...] = tuple(json.loads(self.lines.pop(STAR, "[]")))

    @property
    def names(self) -> list[str]:
        """The names that the module itself declares."""
        return [path for path in self.lines if "." not in path]

    @cached_property
    def members(self) -> dict[str, list[str]]:
        """The own members of each class."""
        found: dict[str, list[str]] = {}
        for path in self.lines:
            owner, _, name = path.rpartition(".")
            if owner:
                found.setdefault(owner, []).append(name)
        return found

    def target(self, path: str) -> str | None:
        """The full name of the module, or of what is declared elsewhere, for which the path stands."""
        line = self.lines[path]
        if self.is_module(path):
            return str(json.loads(line)["module"])
        return str(json.loads(line)) if line.startswith('"') else None

    def is_module(self, path: str) -> bool:
        return self.lines[path].startswith('{"module"')

    def is_class(self, path: str) -> bool:
        return self.lines[path].startswith('{"class"')

    def bases(self, path: str) -> list[str]:
        """The full names of the bases of a class, without what they are subscribed with."""
        return [each.partition("[")[0] for each in json.loads(self.lines[path])["class"]]

    def entry(self, path: str) -> Entry:
        """What is declared at a path that stands for nothing else."""
        name = f"{self.module}.{path}"
        data: dict[str, Any] = json.loads(self.lines[path])
        kind = next(iter(data))
        if kind in KINDS:
            return Function(name, kind, tuple(signature(*each) for each in data[kind]))  # type: ignore[arg-type]
        if kind == "class":
            members = tuple(self.members.get(path, ()))
            return Class(name, tuple(data[kind]), members, tuple(data.get("parameters", ())))
        if kind == "property":
            return Property(name, data[kind], data.get("settable", False))
        variable = Attribute if "." in path else Constant
        return variable(name, data["attribute"], data.get("value"))


def signature(parameters: Iterable[list[str] | str], returns: str | None) -> Signature:
    """What `["x", ["y", TYPE], "*", ["z", TYPE, DEFAULT]]` and a result stand for."""
    found: list[Parameter] = []
    kind = _KIND.POSITIONAL_OR_KEYWORD
    for each in parameters:
        if each == "/":
            found = [
                Parameter(p.name, _KIND.POSITIONAL_ONLY, p.default, p.annotation) for p in found
            ]
        elif each == "*":
            kind = _KIND.KEYWORD_ONLY
        else:
            name, annotation, default = (*each, None, None)[:3]
            if name.startswith("**"):
                found.append(Parameter(name[2:], _KIND.VAR_KEYWORD, None, annotation))
            elif name.startswith("*"):
                found.append(Parameter(name[1:], _KIND.VAR_POSITIONAL, None, annotation))
                kind = _KIND.KEYWORD_ONLY
            else:
                found.append(Parameter(name, kind, default, annotation))
    return Signature(tuple(found), returns)


class Index:
    """The tables of all modules, each read at its first use."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._tables: dict[str, Table | None] = {}

    @cached_property
    def modules(self) -> frozenset[str]:
        """The full names of all modules that have a file."""
        return frozenset(file.name.removesuffix(SUFFIX) for file in self._folder.iterdir())

    def table(self, module: str) -> Table | None:
        """What a module declares, None where there is no such module."""
        if module not in self._tables:
            known = module in self.modules
            text = (self._folder / f"{module}{SUFFIX}").read_text("utf-8") if known else None
            self._tables[module] = None if text is None else Table(module, text)
        return self._tables[module]
