"""Python sources and stubs as tables of names: what each module binds, what it offers, and where a name is defined.

Everything is read with `ast`; nothing is imported.
"""

from __future__ import annotations

import ast
import builtins
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

#: The calls that make a type variable; annotations name it without its module.
TYPE_VARIABLES = frozenset(f"typing.{name}" for name in ("TypeVar", "ParamSpec", "TypeVarTuple"))
TYPING = ("typing", "typing_extensions")


@dataclass(frozen=True)
class Imported:
    """A name that an import binds, by the full name of what it imports."""

    target: str


#: What a name is bound to: an import, or the statements that define it, all overloads of a function together.
Binding = Imported | list[ast.stmt]


@dataclass
class Module:
    """The names of one module, in the order of their definitions."""

    name: str
    names: dict[str, Binding] = field(default_factory=dict)
    offered: dict[str, None] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)

    @property
    def public(self) -> list[str]:
        """What `from module import *` brings, but for what the module has from a star itself."""
        return [name for name in self.offered if not name.startswith("_")]


def statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements as a type checker sees them, under whatever `if` and `try` they stand."""
    for each in body:
        if isinstance(each, ast.If):
            at_run_time = ast.unparse(each.test) == "not TYPE_CHECKING"
            yield from statements(each.orelse if at_run_time else each.body)
        elif isinstance(each, ast.Try):
            yield from statements(each.body)
        else:
            yield each


def bound(statement: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, ast.AnnAssign):
        return [statement.target.id] if isinstance(statement.target, ast.Name) else []
    if isinstance(statement, ast.Assign):
        return [each.id for each in statement.targets if isinstance(each, ast.Name)]
    return []


def dotted(node: ast.AST | None) -> str | None:
    """`a.b.c` as text, None for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else None
    return None


def alias(binding: Binding) -> str | None:
    """The other name in `x = y.z` and `X: TypeAlias = y.z`."""
    if isinstance(binding, Imported) or len(binding) != 1:
        return None
    [statement] = binding
    if isinstance(statement, ast.Assign):
        return dotted(statement.value)
    if isinstance(statement, ast.AnnAssign) and "TypeAlias" in ast.unparse(statement.annotation):
        return dotted(statement.value)
    return None


def read(name: str, file: Path) -> Module:
    """The names of a file."""
    module = Module(name)
    package = name if file.stem == "__init__" else name.rpartition(".")[0]
    for each in statements(ast.parse(file.read_text("utf-8"), str(file)).body):
        if isinstance(each, ast.Import):
            for one in each.names:
                target = one.name if one.asname else one.name.partition(".")[0]
                module.names.setdefault(one.asname or target, Imported(target))
        elif isinstance(each, ast.ImportFrom):
            _import_from(module, each, package, is_stub=file.suffix == ".pyi")
        else:
            _define(module, each)
    return module


def _import_from(module: Module, node: ast.ImportFrom, package: str, is_stub: bool) -> None:
    above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
    origin = ".".join([*above, *([node.module] if node.module else [])])
    for one in node.names:
        if one.name == "*":
            module.stars.append(origin)
            continue
        name = one.asname or one.name
        module.names.setdefault(name, Imported(f"{origin}.{one.name}"))
        # A stub offers what it imports under its own name; other sources, what they name.
        if one.asname == one.name or (one.asname and not is_stub and not name.startswith("_")):
            module.offered[name] = None


def _define(module: Module, node: ast.stmt) -> None:
    for name in bound(node):
        if name == "__all__" and isinstance(node, ast.Assign):
            module.offered.update(dict.fromkeys(ast.literal_eval(node.value)))
            continue
        found = module.names.setdefault(name, [])
        if not isinstance(found, Imported):
            found.append(node)
        module.offered[name] = None


def standard(owner: str, name: str) -> str:
    """The one name of what a module outside of the folders has.

    typing has names for what others define, and typing_extensions for what typing has: `typing.List` is
    `builtins.list`.
    """
    if owner not in TYPING:
        return f"{owner}.{name}"
    origin = getattr(getattr(typing, name, None), "__origin__", None)
    return f"{origin.__module__}.{origin.__qualname__}" if origin else f"typing.{name}"


class Sources:
    """The modules below some folders, read when they are asked for.

    `roots` gives the folder of each top-level package. `homes` gives the public name of what is defined elsewhere: it
    is known under that one alone.
    """

    def __init__(self, roots: Mapping[str, Path], homes: Mapping[str, str] | None = None) -> None:
        self.roots = roots
        self.homes = homes or {}
        self.places = {home: place for place, home in self.homes.items()}
        # Kept with this object, and shared by nothing else.
        self.module = cache(self._module)
        self.canonical = cache(self._canonical)

    def all(self, root: str) -> list[str]:
        """The names of all modules of a top-level package."""
        folder = self.roots[root]
        found = (file.relative_to(folder).with_suffix("") for file in folder.rglob("*.py*"))
        parts = ((root, *path.parts) for path in found)
        return sorted(".".join(each).removesuffix(".__init__") for each in parts)

    def submodules(self, name: str) -> list[str]:
        """The last names of the modules directly below one."""
        root, *rest = name.split(".")
        folder = self.roots[root].joinpath(*rest)
        files = (*folder.glob("*.py*"), *folder.glob("*/__init__.py*"))
        names = {file.parent.name if file.parent != folder else file.stem for file in files}
        return sorted(names - {"__init__", "py"})

    def is_module(self, full: str) -> bool:
        """Whether a canonical name is that of a module, and not of what has a home beside it under the same name."""
        return full not in self.places and self.module(full) is not None

    def _module(self, name: str) -> Module | None:
        """A module by its full name, None where there is no such file."""
        root, *rest = name.split(".")
        if root not in self.roots:
            return None
        base = self.roots[root].joinpath(*rest)
        candidates = [base / "__init__.pyi", base / "__init__.py"]
        if rest:
            candidates += [base.with_name(f"{base.name}{suffix}") for suffix in (".pyi", ".py")]
        for file in candidates:
            if file.exists():
                return read(name, file)
        return None

    def _canonical(self, full: str) -> str:
        """The one name of what a full name stands for: where it is defined, or its home.

        What is declared in none of the folders keeps its name.
        """
        owner, _, name = full.rpartition(".")
        if not owner:
            return full
        if self.module(owner) is None:
            owner = self.canonical(owner)
        module = self.module(owner)
        target = self._target(module, name) if module else None
        if target is not None and target != f"{owner}.{name}":
            return self.canonical(target)
        here = f"{owner}.{name}"
        return self.homes.get(here, here) if module else standard(owner, name)

    def _target(self, module: Module, name: str) -> str | None:
        """What another name stands for, None if it is defined here."""
        binding = module.names.get(name)
        if binding is None:
            found = (star for star in module.stars if self.offers(star, name))
            origin = next(found, None)
            return f"{origin}.{name}" if origin else None
        if isinstance(binding, Imported):
            return binding.target
        other = alias(binding)
        return self.full(other, module) if other else None

    def offers(self, name: str, member: str) -> bool:
        """Whether a star import of the module brings the name."""
        module = self.module(name)
        if module is None or member.startswith("_"):
            return False
        return member in module.offered or any(self.offers(star, member) for star in module.stars)

    def full(self, name: str, module: Module, inside: tuple[ast.ClassDef, ...] = ()) -> str:
        """The canonical full name of what a dotted name means in a module, or in a class of it.

        Raises ValueError for a name that is not defined.
        """
        head = name.partition(".")[0]
        for depth in range(len(inside), 0, -1):
            nested = (
                each.name for each in inside[depth - 1].body if isinstance(each, ast.ClassDef)
            )
            if head in nested:
                path = ".".join(each.name for each in inside[:depth])
                return self.canonical(f"{module.name}.{path}.{name}")
        if head in module.names or any(self.offers(star, head) for star in module.stars):
            return self.canonical(f"{module.name}.{name}")
        if hasattr(builtins, head):
            return self.canonical(f"builtins.{name}")
        raise ValueError(f"{module.name}: the name {head!r} is not defined")

    def is_type_variable(self, full: str) -> bool:
        """Whether the canonical name is that of a TypeVar, a ParamSpec or a TypeVarTuple."""
        owner, _, name = full.rpartition(".")
        module = self.module(owner) if owner else None
        binding = module.names.get(name) if module else None
        if (
            module is None
            or not isinstance(binding, list)
            or not isinstance(binding[0], ast.Assign)
        ):
            return False
        value = binding[0].value
        made_by = dotted(value.func) if isinstance(value, ast.Call) else None
        return made_by is not None and self.full(made_by, module) in TYPE_VARIABLES
