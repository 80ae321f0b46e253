"""Modules that are chosen when the program starts: `if torch: from .torch import nets` and, in another branch, that of TensorFlow.

mypy takes the first. What is called by such a name may be of another module, and what is wrong with it there is not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import (
    CallExpr,
    Expression,
    Import,
    ImportBase,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
)

from tftypes_mypy.syntax import per_tree

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


@per_tree
def _origins(tree: MypyFile) -> Mapping[str, frozenset[_Origin]]:
    """What a module imports under each name; where all are TensorFlow's, versions of one thing."""
    found: dict[str, set[_Origin]] = {}
    for node in tree.imports:
        for name, origin in _imported(node):
            if not node.is_unreachable:
                found.setdefault(name, set()).add(origin)
    return {
        name: frozenset([*origins][:1] if all(map(_is_tensorflow, origins)) else origins)
        for name, origins in found.items()
    }


def _imported(node: ImportBase) -> Iterator[tuple[str, _Origin]]:
    if isinstance(node, ImportFrom):
        for name, other in node.names:
            yield other or name, (node.relative, node.id, name)
    elif isinstance(node, Import):
        for module, other in node.ids:
            if other is not None:
                yield other, (0, *module.rpartition(".")[::2])


def _is_tensorflow(origin: _Origin) -> bool:
    dots, module, name = origin
    return not dots and (module or name).partition(".")[0] in ("tensorflow", "keras", "tf_keras")
