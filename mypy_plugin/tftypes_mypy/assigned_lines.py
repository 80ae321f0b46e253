"""What the assignments on one line give a value: errors of mypy name a line, not a variable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mypy import nodes
from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    TupleExpr,
    Var,
)

from tftypes_mypy.assignments import GROWS
from tftypes_mypy.ranges import lines
from tftypes_mypy.syntax import per_tree, those_of

#: Where something is assigned, or put into a container.
_SITES: Final = (
    nodes.AssignmentStmt,
    nodes.OperatorAssignmentStmt,
    nodes.ExpressionStmt,
    CallExpr,
)


def assigned_at(tree: nodes.MypyFile, line: int) -> list[Var | None]:
    """What an assignment on this line gives a value that nobody annotated.

    A variable or an attribute; None for an item of a container.
    """
    found: list[Var | None] = []
    for node in _nodes_at(tree, line):
        if isinstance(node, nodes.OperatorAssignmentStmt) or _is_growth(node):
            found.append(None)  # what a list is extended by
        if isinstance(node, nodes.AssignmentStmt):
            for target in node.lvalues:
                found.extend(inferred(target, tree))
    return found


def statements_at(tree: nodes.MypyFile, line: int) -> Iterator[nodes.Statement]:
    """The assignments, and the calls by themselves, that a line is part of."""
    for node in _nodes_at(tree, line):
        if isinstance(node, (nodes.AssignmentStmt, nodes.ExpressionStmt)):
            yield node


def values_at(tree: nodes.MypyFile, line: int) -> Iterator[Expression]:
    """The values that the assignments on this line assign."""
    for node in statements_at(tree, line):
        if isinstance(node, nodes.AssignmentStmt):
            yield node.rvalue


def returned_at(tree: nodes.MypyFile, line: int) -> Iterator[Expression]:
    """What is returned on this line."""
    for statement in those_of(tree, nodes.ReturnStmt):
        if statement.line == line and statement.expr is not None:
            yield statement.expr


def grown_at(tree: nodes.MypyFile, line: int) -> Iterator[tuple[Var, Expression]]:
    """The lists and dicts that something is put into on this line, and that nobody annotated, with their names."""
    return _grown(_nodes_at(tree, line), tree)


def grown_in(
    body: Iterable[Node], line: int, tree: nodes.MypyFile
) -> Iterator[tuple[Var, Expression]]:
    """The same among these nodes, which may be copies of those of the module."""
    return _grown((node for node in body if line in lines(node)), tree)


def _grown(found: Iterable[Node], tree: nodes.MypyFile) -> Iterator[tuple[Var, Expression]]:
    for node in found:
        for container in _containers(node):
            while isinstance(container, IndexExpr):
                container = container.base
            for var in inferred(container, tree):
                if var is not None:
                    yield var, container


def _nodes_at(tree: nodes.MypyFile, line: int) -> Sequence[Node]:
    """The assignments and the calls that a line is part of."""
    return _by_line(tree).get(line, ())


@per_tree
def _by_line(tree: nodes.MypyFile) -> Mapping[int, Sequence[Node]]:
    found: defaultdict[int, list[Node]] = defaultdict(list)
    for kind in _SITES:
        for node in those_of(tree, kind):
            for line in lines(node):
                found[line].append(node)
    return found


def _containers(node: Node) -> list[Expression]:
    """What a statement or a call puts something into."""
    if isinstance(node, nodes.AssignmentStmt):
        return [target.base for target in node.lvalues if isinstance(target, IndexExpr)]
    if isinstance(node, nodes.OperatorAssignmentStmt):
        return [node.lvalue]
    callee = node.callee if isinstance(node, CallExpr) else None
    return [callee.expr] if isinstance(callee, MemberExpr) and callee.name in GROWS else []


def _is_growth(node: Node) -> bool:
    callee = node.callee if isinstance(node, CallExpr) else None
    return isinstance(callee, MemberExpr) and callee.name in GROWS


def inferred(target: Expression, tree: nodes.MypyFile) -> Iterator[Var | None]:
    """The variables that an expression stands for, if nobody annotated them; None for an item of a container."""
    if isinstance(target, IndexExpr):
        yield None
    elif isinstance(target, (TupleExpr, ListExpr)):
        for item in target.items:
            yield from inferred(item, tree)
    elif isinstance(target, NameExpr):
        if isinstance(target.node, Var) and target.node.is_inferred:
            yield target.node
    elif isinstance(target, MemberExpr) and not _is_annotated(target.name, tree):
        # A class in a branch that mypy leaves out has nothing.
        classes = [each.info for each in those_of(tree, nodes.ClassDef) if each.info]
        symbols = [info.names.get(target.name) for info in classes]
        found = [symbol.node for symbol in symbols if symbol is not None]
        attributes = [node for node in found if isinstance(node, Var)]
        yield from attributes or (None,)


def _is_annotated(attribute: str, tree: nodes.MypyFile) -> bool:
    """Whether the module annotates an attribute of this name, in a class or on self."""
    return any(
        node.unanalyzed_type is not None
        and any(getattr(target, "name", None) == attribute for target in node.lvalues)
        for node in those_of(tree, nodes.AssignmentStmt)
    )
