"""The nodes of a syntax tree, from above."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar

from mypy import nodes, patterns
from mypy.nodes import MypyFile, Node

from tftypes_mypy import heap

T = TypeVar("T")
N = TypeVar("N", bound=Node)

#: What a name is that says itself which function is called.
FUNCTIONS: Final = (nodes.FuncDef, nodes.Decorator, nodes.OverloadedFuncDef)

#: Line and column.
Place = tuple[int, int]
#: Of as many modules is kept what was read of them: bodies of several are checked in turns.
_MOST_KEPT: Final = 64

#: Where a node keeps its parts. (mypy's own visitor cannot be subclassed in Python.)
_PARTS: Final[dict[type[Node], tuple[str, ...]]] = {
    nodes.MypyFile: ("defs",),
    nodes.Block: ("body",),
    nodes.ClassDef: ("defs",),
    nodes.FuncDef: ("body",),
    nodes.LambdaExpr: ("body",),
    nodes.Decorator: ("func",),
    nodes.OverloadedFuncDef: ("items",),
    nodes.ExpressionStmt: ("expr",),
    nodes.AssignmentStmt: ("lvalues", "rvalue"),
    nodes.OperatorAssignmentStmt: ("lvalue", "rvalue"),
    nodes.WhileStmt: ("expr", "body", "else_body"),
    nodes.ForStmt: ("index", "expr", "body", "else_body"),
    nodes.IfStmt: ("expr", "body", "else_body"),
    nodes.TryStmt: ("vars", "body", "handlers", "else_body", "finally_body"),
    nodes.WithStmt: ("target", "expr", "body"),
    nodes.MatchStmt: ("subject", "patterns", "guards", "bodies"),
    nodes.ReturnStmt: ("expr",),
    nodes.AssertStmt: ("expr", "msg"),
    nodes.RaiseStmt: ("expr", "from_expr"),
    nodes.DelStmt: ("expr",),
    nodes.CallExpr: ("callee", "args"),
    nodes.OpExpr: ("left", "right"),
    nodes.ComparisonExpr: ("operands",),
    nodes.UnaryExpr: ("expr",),
    nodes.IndexExpr: ("base", "index"),
    nodes.SliceExpr: ("begin_index", "end_index", "stride"),
    nodes.MemberExpr: ("expr",),
    nodes.StarExpr: ("expr",),
    nodes.TupleExpr: ("items",),
    nodes.ListExpr: ("items",),
    nodes.SetExpr: ("items",),
    nodes.DictExpr: ("items",),
    nodes.ConditionalExpr: ("cond", "if_expr", "else_expr"),
    nodes.AssignmentExpr: ("target", "value"),
    nodes.GeneratorExpr: ("indices", "sequences", "condlists", "left_expr"),
    nodes.ListComprehension: ("generator",),
    nodes.SetComprehension: ("generator",),
    nodes.DictionaryComprehension: ("indices", "sequences", "condlists", "key", "value"),
    nodes.AwaitExpr: ("expr",),
    nodes.YieldExpr: ("expr",),
    nodes.YieldFromExpr: ("expr",),
    patterns.AsPattern: ("pattern", "name"),
    patterns.OrPattern: ("patterns",),
    patterns.SequencePattern: ("patterns",),
    patterns.StarredPattern: ("capture",),
    patterns.MappingPattern: ("values", "rest"),
    patterns.ClassPattern: ("positionals", "keyword_values"),
}

#: Reads those parts: a tuple of them where there are several.
_READ: Final[dict[type[Node], Callable[[Node], Any]]] = {
    kind: attrgetter(*parts) for kind, parts in _PARTS.items()
}


def nodes_in(value: Any) -> list[Node]:
    """The nodes in an attribute: one, none, or (nested) lists of them."""
    found: list[Node] = []
    _add(value, found)
    return found


def _add(value: Any, found: list[Node]) -> None:
    if isinstance(value, list):
        for item in value:
            _add(item, found)
    elif isinstance(value, tuple):
        for part in value:
            _add(part, found)
    elif value is not None:
        found.append(value)


def below(node: Node, found: list[Node]) -> list[Node]:
    """Adds the nodes directly below a node to a list."""
    read = _READ.get(type(node))
    if read is not None:
        _add(read(node), found)
    return found


def walk(root: Node) -> Sequence[Node]:
    """The node and all below it, in no particular order."""
    found = [root]
    for node in found:  # which grows meanwhile
        read = _READ.get(type(node))
        if read is not None:
            _add(read(node), found)
    return found


def per_tree(read: Callable[[MypyFile], T]) -> Callable[[MypyFile], T]:
    """Keeps what a function reads of the last modules.

    The daemon puts new contents into an old module: the list of statements tells.
    """
    kept: dict[MypyFile, tuple[Sequence[Node], T]] = heap.table()

    def once(tree: MypyFile) -> T:
        known = kept.pop(tree, None)
        if known is None or known[0] is not tree.defs:
            if len(kept) >= _MOST_KEPT:
                del kept[next(iter(kept))]  # which nobody has asked for the longest
            known = tree.defs, read(tree)
        kept[tree] = known
        return known[1]

    return once


@per_tree
def nodes_of(tree: MypyFile) -> Sequence[Node]:
    """All nodes of a module."""
    return walk(tree)


@per_tree
def _by_kind(tree: MypyFile) -> Mapping[type[Node], Sequence[Node]]:
    found: dict[type[Node], list[Node]] = defaultdict(list)
    for node in nodes_of(tree):
        found[type(node)].append(node)
    return found


def those_of(tree: MypyFile, kind: type[N]) -> Sequence[N]:
    """The nodes of a module that are of this very class."""
    known: Any = _by_kind(tree)
    found: Sequence[N] = known.get(kind, ())
    return found


def expressions_at(tree: MypyFile, line: int, column: int) -> Sequence[nodes.Expression]:
    """The expressions of a module that begin at a place: those that an error there may be of."""
    return [each for each in expressions_on(tree, line) if each.column == column]


def owners_at(tree: MypyFile, line: int, column: int, name: str) -> Sequence[nodes.Expression]:
    """What is asked for an attribute of this name at a place."""
    return [
        each.expr
        for each in expressions_at(tree, line, column)
        if isinstance(each, nodes.MemberExpr) and each.name == name
    ]


def expressions_on(tree: MypyFile, line: int) -> Sequence[nodes.Expression]:
    """The expressions of a module that begin on a line."""
    return _by_line(tree).get(line, ())


@per_tree
def _by_line(tree: MypyFile) -> Mapping[int, Sequence[nodes.Expression]]:
    found: defaultdict[int, list[nodes.Expression]] = defaultdict(list)
    for node in nodes_of(tree):
        if isinstance(node, nodes.Expression):
            found[node.line].append(node)
    return found


def is_none(value: nodes.Expression | None) -> bool:
    """Whether it is written `None`."""
    return isinstance(value, nodes.NameExpr) and value.fullname == "builtins.None"


def is_spread(call: nodes.CallExpr) -> bool:
    """Whether a call passes `*args` or `**kwargs`."""
    return nodes.ARG_STAR in call.arg_kinds or nodes.ARG_STAR2 in call.arg_kinds


@per_tree
def calls_alone(tree: MypyFile) -> frozenset[Node]:
    """The calls of a module that are statements: nothing is made of what they return."""
    statements = those_of(tree, nodes.ExpressionStmt)
    return frozenset(node.expr for node in statements if isinstance(node.expr, nodes.CallExpr))


@per_tree
def called(tree: MypyFile) -> frozenset[Node]:
    """What the calls of a module call."""
    return frozenset(node.callee for node in those_of(tree, nodes.CallExpr))


def may_have(tree: MypyFile, *words: str) -> bool:
    """Whether the text of a module has one of the words, or cannot be read."""
    try:
        with open(tree.path, "rb") as stream:
            text = stream.read()
    except OSError:
        return True
    return any(word.encode() in text for word in words)
