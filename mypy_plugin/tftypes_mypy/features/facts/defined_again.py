"""Functions whose name has another meaning too in their scope: another definition, in another branch, or a later value.

if is_diagonal:                          def step(x): ...
    def fill(rows, row): ...             step = vectorized(step)
else:
    def fill(row): ...

mypy keeps the first definition under the name, whichever it is that runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    Block,
    ClassDef,
    Decorator,
    FuncDef,
    FuncItem,
    ListExpr,
    MypyFile,
    NameExpr,
    Node,
    OverloadedFuncDef,
    StarExpr,
    TupleExpr,
)

from tftypes_mypy.features.facts.certainty import own
from tftypes_mypy.syntax import Place, per_tree, those_of

_BINDING: Final = frozenset({Decorator, FuncDef, ClassDef, OverloadedFuncDef, AssignmentStmt})


def is_defined_again(function: Node | None, tree: MypyFile) -> bool:
    """Whether the name of a function of this module may stand for something else."""
    return _place(function) in _definitions(tree)


def is_called_alike(function: Node | None, tree: MypyFile) -> bool:
    """Whether all that the name of such a function may stand for has the same parameters."""
    found = _definitions(tree).get(_place(function), ())
    kinds = {tuple(each.arg_kinds) if isinstance(each, FuncDef) else None for each in found}
    return len(kinds) == 1 and None not in kinds


def _place(function: Node | None) -> Place:
    """Where it is defined, which its copies tell as well."""
    item = function.func if isinstance(function, Decorator) else function
    return (item.line, item.column) if isinstance(item, FuncItem) else (0, 0)


@per_tree
def _definitions(tree: MypyFile) -> Mapping[Place, Sequence[Node]]:
    """What else the names of functions stand for, by the places of all that have such a name."""
    found: dict[Place, Sequence[Node]] = {}
    scopes: list[Block | MypyFile] = [tree, *(each.body for each in those_of(tree, FuncDef))]
    for scope in scopes:
        bound: defaultdict[str, list[Node]] = defaultdict(list)
        for node in own(scope):
            if type(node) in _BINDING:
                for name, meaning in _bound(node):
                    bound[name].append(meaning)
        for meanings in bound.values():
            if len(meanings) > 1:
                found |= {_place(each): meanings for each in meanings if isinstance(each, FuncDef)}
    return found


def _bound(node: Node) -> Iterator[tuple[str, Node]]:
    """The names that a statement gives a meaning to."""
    if isinstance(node, Decorator):
        yield node.name, node.func
    elif isinstance(node, (FuncDef, ClassDef)):
        yield node.name, node
    elif isinstance(node, OverloadedFuncDef):
        yield from ((node.name, item) for item in node.items)
    elif isinstance(node, AssignmentStmt):
        yield from ((each.name, each) for target in node.lvalues for each in _names(target))


def _names(target: Node) -> Iterator[NameExpr]:
    if isinstance(target, (TupleExpr, ListExpr)):
        for item in target.items:
            yield from _names(item)
    elif isinstance(target, StarExpr):
        yield from _names(target.expr)
    elif isinstance(target, NameExpr):
        yield target
