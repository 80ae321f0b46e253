"""What the statements of one scope bind, in branches and loops too, and to which attributes they assign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from mypy import nodes
from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    Node,
)

from tftypes_mypy.syntax import walk

#: Statements that hold blocks of the same scope.
_BLOCKS: Final = (
    nodes.Block,
    nodes.IfStmt,
    nodes.WhileStmt,
    nodes.ForStmt,
    nodes.WithStmt,
    nodes.TryStmt,
    nodes.MatchStmt,
)


def bound(statements: Iterable[Node]) -> Iterator[str]:
    """The names that statements of one scope bind, in branches and loops too."""
    for node in _own(statements):
        if isinstance(node, (FuncDef, Decorator, ClassDef)):
            yield node.name
        elif isinstance(node, nodes.OverloadedFuncDef):
            yield from [node.name] * 2
        elif isinstance(node, AssignmentStmt):
            yield from (n.name for t in node.lvalues for n in walk(t) if isinstance(n, NameExpr))
        elif isinstance(node, nodes.OperatorAssignmentStmt):
            if isinstance(node.lvalue, NameExpr):
                yield node.lvalue.name
        elif isinstance(node, nodes.Import):
            yield from (alias or name.partition(".")[0] for name, alias in node.ids)
        elif isinstance(node, nodes.ImportFrom):
            yield from (alias or name for name, alias in node.names)


def bound_around(statements: Iterable[Node]) -> Iterator[str]:
    """The names that loops and `with` bind to what they are around."""
    for node in _own(statements):
        parts: Sequence[Expression | None] = ()
        if isinstance(node, nodes.ForStmt):
            parts = [node.index]
        elif isinstance(node, nodes.WithStmt):
            parts = node.target
        for part in parts:
            if part is not None:
                yield from (name.name for name in walk(part) if isinstance(name, NameExpr))


def _own(statements: Iterable[Node]) -> Iterator[Node]:
    """The statements and those in their blocks, without the bodies of functions and classes."""
    for statement in statements:
        yield statement
        if isinstance(statement, _BLOCKS):
            yield from _own(blocks(statement))


def blocks(statement: Node) -> Iterator[Node]:
    """What a block holds; of another statement the blocks that it holds."""
    if isinstance(statement, nodes.Block):
        yield from statement.body
        return
    for part in ("body", "bodies", "handlers", "else_body", "finally_body"):
        value = getattr(statement, part, None)
        if isinstance(value, list):
            yield from value
        elif isinstance(value, Node):
            yield value


def defined_again(
    statements: Iterable[Node], bound: Mapping[str, int]
) -> Mapping[str, Sequence[int]]:
    """The lines of the definitions of each name of a module that is bound more than once."""
    lines: dict[str, list[int]] = defaultdict(list)
    for statement in statements:
        if isinstance(statement, (ClassDef, FuncDef, Decorator)):
            lines[statement.name].append(line_of(statement))
    return {
        name: found if len(found) == bound[name] else ()
        for name, found in lines.items()
        if bound[name] > 1
    }


def line_of(statement: ClassDef | FuncDef | Decorator) -> int:
    return statement.func.line if isinstance(statement, Decorator) else statement.line


#: What statements assign to, or delete.
_TARGETS: Final[dict[type[Node], Callable[[Any], Iterable[Any]]]] = {
    AssignmentStmt: lambda statement: statement.lvalues,
    nodes.OperatorAssignmentStmt: lambda statement: [statement.lvalue],
    nodes.DelStmt: lambda statement: [statement.expr],
    nodes.ForStmt: lambda statement: [statement.index],
    nodes.WithStmt: lambda statement: statement.target,
}


def targets(code: Iterable[Node]) -> Iterator[MemberExpr]:
    """The attributes that are assigned to by some of the nodes."""
    for node in code:
        if node.__class__ in _TARGETS:
            for target in _TARGETS[node.__class__](node):
                yield from _members(target)


def _members(target: Any) -> Iterator[MemberExpr]:
    if isinstance(target, (nodes.TupleExpr, nodes.ListExpr)):
        for item in target.items:
            yield from _members(item)
    elif isinstance(target, nodes.StarExpr):
        yield from _members(target.expr)
    elif isinstance(target, MemberExpr):
        yield target
