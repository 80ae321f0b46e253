"""Modules that are chosen when the program starts: `if torch: from .torch import nets` and, in another branch, that of TensorFlow.

mypy takes the first. What is called by such a name may be of another module, and what is wrong with it there is not told.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile, NameExpr, RefExpr

#: What a name is imported from: how many dots, the module, and the name in it.
_Origin = tuple[int, str, str]


def is_chosen(called: Expression, tree: MypyFile, modules: Mapping[str, MypyFile]) -> bool:
    """Whether a name, or a module on the way to it, is one of several that a program may take."""
    expression = called.callee if isinstance(called, CallExpr) else called
    while isinstance(expression, MemberExpr):
        owner = expression.expr
        node = owner.node if isinstance(owner, RefExpr) else None
        if isinstance(node, MypyFile) and len(_origins(node).get(expression.name, ())) > 1:
            return True
        expression = owner
    return isinstance(expression, NameExpr) and _is_chosen_name(expression.name, tree, modules)


def _is_chosen_name(name: str, tree: MypyFile, modules: Mapping[str, MypyFile]) -> bool:
    """The same of a name of a module, which may have it from another one."""
    seen = set[str]()
    while tree.fullname not in seen:
        seen.add(tree.fullname)
        origins = _origins(tree).get(name, frozenset())
        if len(origins) != 1:
            return len(origins) > 1
        ((dots, module, name),) = origins
        found = modules.get(_absolute(dots, module, tree))
        if found is None:
            return False
        tree = found
    return False


def _absolute(dots: int, module: str, tree: MypyFile) -> str:
    if not dots:
        return module
    parts = tree.fullname.split(".")
    parts = parts[: len(parts) - dots + tree.is_package_init_file()]
    return ".".join([*parts, *([module] if module else [])])


def _origins(tree: MypyFile) -> Mapping[str, frozenset[_Origin]]:
    """What a module imports under each name; where all are TensorFlow's, versions of one thing.

    It is read anew: a module that comes from mypy's cache has no statements. A stub has nothing to choose from.
    """
    if tree.is_stub:
        return {}
    try:
        return _read(tree.path, os.stat(tree.path).st_mtime_ns)
    except (OSError, SyntaxError, ValueError):
        return {}


@lru_cache(maxsize=1024)
def _read(path: str, changed: int) -> Mapping[str, frozenset[_Origin]]:
    found: dict[str, set[_Origin]] = {}
    for node in _imports(ast.parse(Path(path).read_bytes()).body):
        for name, origin in _imported(node):
            found.setdefault(name, set()).add(origin)
    return {
        name: frozenset([*origins][:1] if all(map(_is_tensorflow, origins)) else origins)
        for name, origins in found.items()
    }


def _imports(statements: Iterable[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of a module's own, in branches too, unless mypy knows which of these runs."""
    for node in statements:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.Try):
            caught = (each for handler in node.handlers for each in handler.body)
            yield from _imports([*node.body, *caught, *node.orelse, *node.finalbody])
        elif isinstance(node, ast.If) and not any(map(_is_told, ast.walk(node.test))):
            yield from _imports([*node.body, *node.orelse])


def _is_told(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in ("TYPE_CHECKING", "version_info", "platform", "PY2", "PY3")


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, _Origin]]:
    for each in node.names:
        if isinstance(node, ast.ImportFrom):
            yield each.asname or each.name, (node.level, node.module or "", each.name)
        elif each.asname is not None:
            yield each.asname, (0, *each.name.rpartition(".")[::2])


def _is_tensorflow(origin: _Origin) -> bool:
    dots, module, name = origin
    return not dots and (module or name).partition(".")[0] in ("tensorflow", "keras", "tf_keras")
