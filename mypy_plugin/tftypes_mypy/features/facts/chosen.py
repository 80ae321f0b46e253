"""Modules that are chosen when the program starts: `if torch: from .torch import nets` and, in another branch, that of TensorFlow.

mypy takes the first. What is called by such a name may be of another module, and what is wrong with it there is not told.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from mypy.errors import CompileError, Errors
from mypy.nodes import (
    CallExpr,
    Expression,
    IfStmt,
    Import,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    TryStmt,
    Var,
)
from mypy.options import Options
from mypy.parse import parse

from tftypes_mypy.features.bodies.scopes import blocks
from tftypes_mypy.syntax import walk

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
    if not isinstance(expression, NameExpr) or _is_local(expression):
        return False
    return _is_chosen_name(expression.name, tree, modules)


def _is_local(name: NameExpr) -> bool:
    """Whether it is a variable of a function."""
    return isinstance(name.node, Var) and "." not in name.node.fullname


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
    except (OSError, ValueError, CompileError):
        return {}


@lru_cache(maxsize=1024)
def _read(path: str, changed: int) -> Mapping[str, frozenset[_Origin]]:
    options = Options()
    options.ignore_errors = True  # mypy leaves the bodies of functions out then
    tree = parse(Path(path).read_bytes(), path, None, Errors(options), options, eager=True)
    found: dict[str, set[_Origin]] = {}
    for node in _imports(tree.defs):
        for name, origin in _imported(node):
            found.setdefault(name, set()).add(origin)
    return {
        name: frozenset([*origins][:1] if all(map(_is_tensorflow, origins)) else origins)
        for name, origins in found.items()
    }


def _imports(statements: Iterable[Node]) -> Iterator[Import | ImportFrom]:
    """The imports of a module's own, in branches too, unless mypy knows which of these runs."""
    for node in statements:
        if isinstance(node, (Import, ImportFrom)):
            yield node
        elif isinstance(node, TryStmt) or (
            isinstance(node, IfStmt)
            and not any(_is_told(part) for test in node.expr for part in walk(test))
        ):
            for block in blocks(node):
                yield from _imports(blocks(block))


def _is_told(node: Node) -> bool:
    name = node.name if isinstance(node, (MemberExpr, NameExpr)) else ""
    return name in ("TYPE_CHECKING", "version_info", "platform", "PY2", "PY3")


def _imported(node: Import | ImportFrom) -> Iterator[tuple[str, _Origin]]:
    if isinstance(node, ImportFrom):
        for name, alias in node.names:
            yield alias or name, (node.relative, node.id, name)
    else:
        for module, alias in node.ids:
            if alias is not None:
                yield alias, (0, *module.rpartition(".")[::2])


def _is_tensorflow(origin: _Origin) -> bool:
    dots, module, name = origin
    return not dots and (module or name).partition(".")[0] in ("tensorflow", "keras", "tf_keras")
