"""What a source imports, under which names, and what it uses of them: as its text tells, which is not parsed.

What mypy has in its cache is checked again where this says so, so what the text leaves open counts as used.
"""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

_STATEMENT: Final = (
    r"(?:from[ \t]+(?P<base>[.\w]+)[ \t]+import[ \t]*(?P<names>\([^)]*\)|(?:[^\n#;\\]|\\\n)*)"
    r"|import[ \t]+(?P<modules>(?:[^\n#;\\]|\\\n)+))"
)
_IMPORT: Final = re.compile(r"^[ \t]*" + _STATEMENT, re.M)
#: The same behind another statement, which takes longer to find: `try: import net`.
_ANYWHERE: Final = re.compile(r"(?:^|[;:])[ \t]*" + _STATEMENT, re.M)
_MARKS: Final = tuple(
    f"{mark}{word} " for mark in ("; ", ";", ": ", ":") for word in ("import", "from")
)
_NAME: Final = re.compile(r"(\w[.\w]*)(?:\s+as\s+(\w+))?")
_CHAIN: Final = re.compile(r"(?:\.\w+)+")
_KEYWORD: Final = re.compile(r"\s*=(?!=)")
#: In the place of a name: all names of a module.
ALL: Final = "*"

#: The names behind a dot, and behind the next: `("layers", "Dense")`.
Chain = tuple[str, ...]


class Imported(NamedTuple):
    """One name that a source imports."""

    #: What it is called in the source, or ALL; `a` for each module of `import a.b`.
    local: str
    module: str
    #: The name in the module; "" for the module itself.
    name: str

    @property
    def path(self) -> Chain:
        return (self.name,) if self.name else ()


def statements_in(text: str) -> list[re.Match[str]]:
    """The imports of a source."""
    if any(mark in text for mark in _MARKS):
        return list(_ANYWHERE.finditer(text))
    found: list[re.Match[str]] = []
    end, place = 0, text.find("import")
    while place >= 0:  # many times as fast as to look for the pattern from each character on
        start = text.rfind("\n", 0, place) + 1
        match = _IMPORT.match(text, start) if start >= end else None
        if match is not None:
            found.append(match)
            end = match.end()
        place = text.find("import", max(end, place + 1))
    return found


def names_in(statements: Iterable[re.Match[str]], module: str, path: str) -> Iterator[Imported]:
    """The names that imports in a source bind.

    >>> text = "import a.b as x, c, d.e\\nfrom . import f\\nfrom .g import (\\n    h,\\n    i as j,\\n)\\nfrom k import *"
    >>> [tuple(each) for each in names_in(statements_in(text), "top.mid", "top/mid.py")]  # doctest: +NORMALIZE_WHITESPACE
    [('x', 'a.b', ''), ('c', 'c', ''), ('d', 'd', ''), ('d', 'd.e', ''), ('f', 'top', 'f'), ('h', 'top.g', 'h'),
     ('j', 'top.g', 'i'), ('*', 'k', '')]
    """
    for match in statements:
        if match["modules"]:
            for name, local in _NAME.findall(match["modules"]):
                if local:
                    yield Imported(local, name, "")
                else:
                    first, *_ = modules = prefixes(name)
                    yield from (Imported(first, each, "") for each in modules)
            continue
        base = _absolute(match["base"], module, path)
        names = match["names"]
        if names.strip() == ALL:
            yield Imported(ALL, base, "")
        for name, local in _NAME.findall(names):
            yield Imported(local or name, base, name)


def modules_in(names: Iterable[Imported]) -> set[str]:
    """The full names of all that may be a module in the imports of a source.

    >>> sorted(modules_in([Imported("x", "a.b", ""), Imported("d", "c", "d")]))
    ['a', 'a.b', 'c', 'c.d']
    """
    full = (".".join(filter(None, (each.module, each.name))) for each in names)
    return {prefix for each in full for prefix in prefixes(each)}


def prefixes(name: str) -> list[str]:
    """The packages that a module is in, and itself."""
    parts = [part for part in name.split(".") if part]
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


def _absolute(base: str, module: str, path: str) -> str:
    level = len(base) - len(base.lstrip("."))
    if not level:
        return base
    parts = module.split(".")
    keep = len(parts) - level + is_package(path)
    return ".".join(filter(None, [*parts[: max(keep, 0)], base.lstrip(".")]))


def is_package(path: str) -> bool:
    """Whether a file is that of a package."""
    return os.path.basename(path) == "__init__.py"


def without(statements: Iterable[re.Match[str]], text: str) -> str:
    """The source but for its imports."""
    kept, start = [], 0
    for match in statements:
        kept.append(text[start : match.start()])
        start = match.end()
    return "".join([*kept, text[start:]])


def used(local: str, rest: str) -> frozenset[Chain] | None:
    """What a source uses of an imported name; None where it may be any of it.

    >>> sorted(used("layers", "x = layers.Dense(layers=2)\\ny = layers.core.Conv.make(my.layers)"))
    [('Dense',), ('core', 'Conv', 'make')]
    >>> used("layers", "find(layers, 'Dense')")
    """
    found = set()
    place = rest.find(local)
    while place >= 0:
        end = place + len(local)
        if not (_goes_on(rest[place - 1 : place]) or _goes_on(rest[end : end + 1], "_")):
            chain = _CHAIN.match(rest, end)
            if chain is not None:
                found.add(tuple(chain[0][1:].split(".")))
            elif _KEYWORD.match(rest, end) is None:
                return None
        place = rest.find(local, end)
    return frozenset(found)


def _goes_on(beside: str, parts: str = "_.") -> bool:
    """Whether a character belongs to the name that it is beside of."""
    return beside.isalnum() or (beside != "" and beside in parts)


# --- packages that pass names on -----------------------------------------------------


@dataclass(frozen=True)
class Package:
    """What stands in the file of a package beside its imports."""

    #: The names that it binds itself.
    own: frozenset[str]
    #: Whether nothing in it is run but imports: all else is constants.
    is_plain: bool


def package_in(text: str) -> Package | None:
    """What stands in the file of a package; None where it cannot be read.

    >>> package_in("from .core import Dense\\n__all__ = ['Dense']")
    Package(own=frozenset({'__all__'}), is_plain=True)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # mypy tells of them itself
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    others = [each for each in _statements(tree.body) if not isinstance(each, _IMPORTS)]
    names = {name for each in others for node in ast.walk(each) for name in _bound(node)}
    return Package(frozenset(names), all(map(_is_constant, others)))


_IMPORTS: Final = (ast.Import, ast.ImportFrom)
#: What a statement is made of that runs nothing.
_STILL: Final = (
    ast.Assign,
    ast.AnnAssign,
    ast.Expr,
    ast.Pass,
    ast.Name,
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.expr_context,
)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, also those that are run under a condition."""
    for each in body:
        if isinstance(each, ast.Try):
            handled = [statement for handler in each.handlers for statement in handler.body]
            yield from _statements([*each.body, *handled, *each.orelse, *each.finalbody])
        elif isinstance(each, ast.If) and isinstance(each.test, (ast.Name, ast.Attribute)):
            yield from _statements([*each.body, *each.orelse])
        else:
            yield each


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, _IMPORTS):  # under a condition that is not looked into
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)


def _is_constant(statement: ast.stmt) -> bool:
    return all(isinstance(node, _STILL) for node in ast.walk(statement))
