"""Containers that a module makes once and then only reads: `weights = {"h1": tf.Variable(...)}`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DelStmt,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
)

from tftypes_mypy.assignments import READS
from tftypes_mypy.features.bodies.grown_lists import grown
from tftypes_mypy.features.bodies.sharing import TAPES
from tftypes_mypy.syntax import those_of, walk

#: A name or an attribute.
Key = tuple[type[Node], str]
_FUNCTIONS: Final = frozenset(
    {"dict", "enumerate", "len", "list", "print", "reveal_type", "sorted", "tuple", "zip"}
)
_NAMING: Final[Sequence[type[Node]]] = (NameExpr, MemberExpr)
#: What reads, sets or takes away items.
_TELLING: Final[Sequence[type[Node]]] = (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DelStmt,
    DictionaryComprehension,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    OperatorAssignmentStmt,
)


@dataclass(frozen=True)
class OnlyRead:
    """What a module uses for nothing but reads of items, and what it does not."""

    #: The names that are bound once and only read.
    names: frozenset[str]
    #: The attributes that the module does more with, on any object.
    changed: frozenset[str]
    #: Those among them that `__init__` fills and nobody else changes: `self.blocks.append(block)`.
    grown: frozenset[str]


def only_read(tree: MypyFile) -> OnlyRead:
    """The names and attributes whose lists and dicts the module leaves as they were made."""
    #: How often there is each name or attribute, beyond what only reads or binds it.
    other: defaultdict[Key, int] = defaultdict(int)
    member = MemberExpr
    bound = Counter(key for node in those_of(tree, AssignmentStmt) for key in _keys(node.lvalues))
    methods = TAPES - {node.name for node in those_of(tree, FuncDef)}
    filled: Counter[str] = Counter(_filled(tree))
    for kind in _NAMING:
        for key in _keys(those_of(tree, kind)):
            other[key] += 1
    for kind in _TELLING:
        for node in those_of(tree, kind):
            for key in _keys(_read_in(node, methods)):
                other[key] -= 1
            for key in _keys(_changed_in(node)):
                other[key] += 1
    return OnlyRead(
        frozenset(
            name
            for (kind, name), count in bound.items()
            if kind is NameExpr and count == other[kind, name] == 1
        ),
        frozenset(
            name
            for (kind, name), count in other.items()
            if kind is MemberExpr and count != bound[kind, name]
        ),
        frozenset(
            name
            for name, count in filled.items()
            if other[member, name] - count == bound[member, name]
        ),
    )


def _filled(tree: MypyFile) -> Iterator[str]:
    """The attributes of the first parameter that `__init__` fills, each as often as it does so."""
    for method in those_of(tree, FuncDef):
        if method.name != "__init__" or not method.arguments:
            continue
        for node in walk(method.body):
            pair = grown(node)
            target = None if pair is None else pair[0]
            # The names in it may not have been looked up yet.
            if (
                isinstance(target, MemberExpr)
                and isinstance(target.expr, NameExpr)
                and target.expr.name == method.arguments[0].variable.name
            ):
                yield target.name


def _keys(nodes: Iterable[Node]) -> Iterator[Key]:
    """The names and attributes among some nodes."""
    for node in nodes:
        if isinstance(node, (NameExpr, MemberExpr)):
            yield type(node), node.name


def _read_in(node: Node, methods: Collection[str]) -> Iterable[Node]:
    """What a node asks for items, and nothing else."""
    if isinstance(node, IndexExpr):
        return [node.base]
    if isinstance(node, CallExpr):
        callee = node.callee
        if isinstance(callee, NameExpr) and callee.name in _FUNCTIONS:
            return node.args
        if isinstance(callee, (NameExpr, MemberExpr)) and callee.name == "Sequential":
            return node.args  # which makes a list of its own
        if isinstance(callee, MemberExpr):
            return [callee.expr] if callee.name in READS else _read_by(node, callee, methods)
    if isinstance(node, ForStmt):
        return [node.expr]
    if isinstance(node, (GeneratorExpr, DictionaryComprehension)):
        return node.sequences
    return node.operands[1:] if isinstance(node, ComparisonExpr) else []


def _read_by(call: CallExpr, callee: MemberExpr, methods: Collection[str]) -> Iterable[Node]:
    return call.args if callee.name in methods else []


def _changed_in(node: Node) -> Iterator[Node]:
    """What a statement sets or takes away items of."""
    targets: list[Expression] = []
    if isinstance(node, AssignmentStmt):
        targets = list(node.lvalues)
    elif isinstance(node, OperatorAssignmentStmt):
        targets = [node.lvalue]
    elif isinstance(node, DelStmt):
        targets = [node.expr]
    for target in targets:
        for part in walk(target):
            if isinstance(part, IndexExpr):
                yield part.base
