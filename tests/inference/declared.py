"""What the tests of the declarations share."""

from __future__ import annotations

import ast
import inspect
from typing import TypeAlias

from tftypes.inference.declarations import (
    Attribute,
    Class,
    Constant,
    Declarations,
    Function,
    Parameter,
    Property,
)
from tftypes.inference.declarations.index import Index

Declared: TypeAlias = Function | Class | Property | Attribute | Constant

#: It reads what a test asks for.
DECLARED = Declarations()


def function(name: str) -> Function:
    """A function that is declared."""
    found = DECLARED.find(name)
    assert isinstance(found, Function), f"{name} is {found}"
    return found


def entries() -> list[Declared]:
    """All that the index declares."""
    index = Index()
    tables = [table for name in sorted(index.modules) if (table := index.table(name))]
    found = [
        table.entry(path) for table in tables for path in table.lines if table.target(path) is None
    ]
    return [each for each in found if isinstance(each, Declared)]


def parameter(python: inspect.Parameter) -> Parameter:
    """The parameter as the declarations have it, without its annotation; any default is `...`."""
    default = None if python.default is python.empty else "..."
    return Parameter(python.name, python.kind, default)


def annotations(every: list[Declared]) -> set[str]:
    """All annotations and bases, and what the aliases of types stand for."""
    found: set[str | None] = set()
    for each in every:
        if isinstance(each, Function):
            found.update(p.annotation for one in each.overloads for p in one.parameters)
            found.update(one.returns for one in each.overloads)
        elif isinstance(each, Class):
            found.update(each.bases)
        else:
            is_alias = isinstance(each, Constant) and each.annotation == "typing.TypeAlias"
            found.add(each.value if is_alias else each.annotation)
    return {each for each in found if each is not None}


def names_in(texts: set[str]) -> set[str]:
    """The names in annotations, each as long as it is, without those inside strings."""
    found = set()
    for text in texts:
        nodes = list(ast.walk(ast.parse(text, mode="eval")))
        inner = {id(each.value) for each in nodes if isinstance(each, ast.Attribute)}
        named = [each for each in nodes if isinstance(each, (ast.Name, ast.Attribute))]
        found.update(ast.unparse(each) for each in named if id(each) not in inner)
    return found
