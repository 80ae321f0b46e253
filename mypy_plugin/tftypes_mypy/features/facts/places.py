"""All that a name or an attribute is given, wherever that is: mypy goes by what came first."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.nodes import (
    ClassDef,
    ConditionalExpr,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    Var,
)
from mypy.types import Instance

from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.facts import alone
from tftypes_mypy.loosened import assignments_to
from tftypes_mypy.syntax import is_none, those_of


def given(owner: Expression, tree: MypyFile) -> Sequence[Expression | None]:
    """What a name, or an attribute, of a module is given; None for what is not written there."""
    if not isinstance(owner, MemberExpr):
        return list(_parts(alone.bound_to(owner, tree)))
    checker = checker_state.type_checker
    if not isinstance(checker, TypeChecker):
        return ()
    holder = alone.type_of(owner.expr)
    if not isinstance(holder, Instance):
        return ()
    return given_to(owner.name, holder, checker)


def given_to(attribute: str, holder: Instance, checker: TypeChecker) -> list[Expression | None]:
    """What an attribute of an object is given: by its class, those above and below, and from outside."""
    found: list[Expression | None] = []
    for tree in _trees(attribute, holder, checker):
        for target, value in assignments_to(tree, attribute):
            if _may_be_of(target, holder, tree):
                found.extend([None] if value is None else _parts([value]))
    return found


def _trees(attribute: str, holder: Instance, checker: TypeChecker) -> list[MypyFile]:
    """The modules that may assign to an attribute: that of the class, that of its base which has it, and the one that asks."""
    info = holder.type
    symbol = info.get(attribute)
    var = symbol.node if symbol is not None else None
    module = var.info.module_name if isinstance(var, Var) and var.info else ""
    names = {module, info.module_name, checker.tree.fullname}
    return [checker.modules[name] for name in names & checker.modules.keys()]


def times_given(owner: MemberExpr) -> int:
    """In how many places an attribute is assigned to, also in modules that mypy has from its cache, with no statements."""
    checker = checker_state.type_checker
    holder = alone.type_of(owner.expr)
    if not isinstance(checker, TypeChecker) or not isinstance(holder, Instance):
        return 0
    trees = _trees(owner.name, holder, checker)
    return sum(_times(tree.path)[owner.name] for tree in trees if not tree.is_stub)


def _times(path: str) -> Mapping[str, int]:
    try:
        return _read(path, os.stat(path).st_mtime_ns)
    except (OSError, SyntaxError, ValueError):
        return Counter()


@lru_cache(maxsize=256)
def _read(path: str, changed: int) -> Mapping[str, int]:
    """How often a module assigns to attributes, by their names, and to names in classes."""
    tree = ast.parse(Path(path).read_bytes())
    nodes = list(ast.walk(tree))
    found = Counter(
        n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
    )
    classes = (node for node in nodes if isinstance(node, ast.ClassDef))
    statements = (each for definition in classes for each in definition.body)
    targets = (t for each in statements if isinstance(each, ast.Assign) for t in each.targets)
    found.update(target.id for target in targets if isinstance(target, ast.Name))
    return found


def _may_be_of(target: MemberExpr, holder: Instance, tree: MypyFile) -> bool:
    """Whether it may be this object whose attribute is assigned to."""
    if not isinstance(target.expr, NameExpr) or target.expr.name != "self":
        return True
    around = [
        each
        for each in those_of(tree, ClassDef)
        if each.line <= target.line <= (each.end_line or each.line)
    ]
    own = max(around, key=lambda each: each.line, default=None)
    if own is None or not own.info or own.info in holder.type.mro:
        return True
    return holder.type in own.info.mro and not is_exact(holder)


def _parts(values: Iterable[Expression]) -> Iterator[Expression]:
    """Of `a if c else b`, and of `a or b`, both; None is left out, of which nothing is asked."""
    for value in values:
        parts: tuple[Expression, ...] = ()
        if isinstance(value, ConditionalExpr):
            parts = value.if_expr, value.else_expr
        elif isinstance(value, OpExpr) and value.op in ("and", "or"):
            parts = value.left, value.right
        if parts:
            yield from _parts(parts)
        elif not is_none(value):
            yield value
