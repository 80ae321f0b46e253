"""Attributes that are assigned in several places: reading one gives what all of the values have in common.

mypy goes by the first value, or by what the same function has assigned before, whatever it has called since.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    TypeInfo,
    Var,
    WhileStmt,
)
from mypy.types import Instance, Type, UnionType, get_proper_type

from tftypes.algebra import TensorType
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.facts import places
from tftypes_mypy.loosened import assigned_to, held
from tftypes_mypy.names import TRACED
from tftypes_mypy.syntax import per_tree, those_of, walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

#: What modules held when they were read, and the lines.
_Changed = tuple[Sequence[Sequence[Node]], Sequence[int]]
#: What runs when an object is called.
_CALLED: Final = frozenset({"call", "__call__"})


def common(
    member: MemberExpr, typ: Type, owner: Type, bodies: Bodies, checker: TypeChecker
) -> Type:
    """The type of an attribute that nobody annotated, by all that the program assigns to it."""
    proper, holder = get_proper_type(typ), get_proper_type(owner)
    if not isinstance(holder, Instance):
        return typ
    if isinstance(proper, UnionType):
        items = [common(member, item, owner, bodies, checker) for item in proper.items]
        return UnionType(items) if items != proper.items else typ
    if isinstance(proper, Instance) and proper.type.fullname in TRACED:
        is_another = bodies.is_assigned_below(member.name, holder.type, checker)
        return convert.unknown() if is_another else typ
    if isinstance(proper, Instance) and is_exact(proper):
        return _of_several(member, proper, holder, checker)
    if convert.tensor_of(proper) is None:
        return typ
    names = _modules(member.name, holder.type, checker)

    def type_of(expression: Expression) -> Type | None:
        """As mypy itself has found it, in methods too that are not being checked."""
        return holder if expression is member.expr else bodies.native_type(expression, names)

    known = held(member, proper, [checker.modules[name] for name in names], type_of)
    if known is None:
        return typ
    if not isinstance(known, TensorType):
        return convert.unknown()
    made = convert.type_of_tensor(known, convert.Types(checker.modules))
    if checker.binder.get(member) is not None and may_have_changed(member, holder.type, checker):
        checker.binder.put(member, made)
    return made


def _of_several(
    member: MemberExpr, known: Instance, holder: Instance, checker: TypeChecker
) -> Instance:
    """An object of the program's, of which no more is known than its class where the attribute may hold another."""
    is_own = checker.binder.get(member) is not None
    if is_own and not may_have_changed(member, holder.type, checker):
        return known
    if len(places.given_to(member.name, holder, checker)) < 2:
        return known
    made = known.copy_modified()
    made.extra_attrs = None
    return made


def _modules(attribute: str, info: TypeInfo, checker: TypeChecker) -> Sequence[str]:
    """The modules that are searched for assignments: that of the class, and the one that reads."""
    symbol = info.get(attribute)
    var = symbol.node if symbol is not None else None
    module = var.info.module_name if isinstance(var, Var) and var.info else ""
    return [name for name in sorted({module, checker.tree.fullname}) if name in checker.modules]


def may_have_changed(member: MemberExpr, info: TypeInfo, checker: TypeChecker) -> bool:
    """Whether something was called that may assign to it since the function itself did."""
    trees = [checker.modules[name] for name in _modules(member.name, info, checker)]
    if sum(len(assigned_to(tree, member.name)) for tree in trees) < 2:
        return False
    here = checker.modules[checker.tree.fullname]
    before = [each.line for each in assigned_to(here, member.name) if each.line < member.line]
    first = max(before, default=0)
    loops = [each for each in _loops(here) if first < each.line <= member.line]
    last = max([member.line, *(each.end_line or 0 for each in loops)])
    lines = _changed_on(trees, member.name, here)
    following = bisect_right(lines, first)
    return following < len(lines) and lines[following] <= last


@per_tree
def _loops(tree: MypyFile) -> Sequence[Node]:
    return [*those_of(tree, ForStmt), *those_of(tree, WhileStmt)]


@per_tree
def _mentioned(tree: MypyFile) -> Mapping[str, frozenset[int]]:
    """The lines on which functions may run, by their names."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for kind in (NameExpr, MemberExpr, CallExpr):
        for node in those_of(tree, kind):
            for name in _names(node):
                found[name].add(node.line)
    return {name: frozenset(lines) for name, lines in found.items()}


def _names(node: Node) -> Iterator[str]:
    if isinstance(node, (NameExpr, MemberExpr)):
        yield node.name
    elif isinstance(node, CallExpr) and isinstance(node.callee, (NameExpr, MemberExpr)):
        yield from _CALLED


def _changed_on(trees: Sequence[MypyFile], attribute: str, here: MypyFile) -> Sequence[int]:
    """The lines of a module on which something may assign to an attribute, from the first on."""
    kept, key = _kept(here), (attribute, tuple(trees))
    read = [tree.defs for tree in trees]  # the daemon may have put other ones into a tree since
    found = kept.get(key)
    if found is None or not all(map(operator.is_, found[0], read)):
        mentioned = _mentioned(here)
        lines = (mentioned.get(name, frozenset()) for name in _reaching(trees, attribute))
        found = kept[key] = read, sorted(frozenset().union(*lines))
    return found[1]


@per_tree
def _kept(tree: MypyFile) -> dict[tuple[str, tuple[MypyFile, ...]], _Changed]:
    return {}  # filled as it is asked for


def _reaching(trees: Sequence[MypyFile], attribute: str) -> set[str]:
    """The names of the functions that assign to an attribute, or mention one that does."""
    below: dict[str, set[str]] = defaultdict(set)
    found: set[str] = set()
    for tree in trees:
        lines = [target.line for target in assigned_to(tree, attribute)]
        for name, (first, last), mentioned in _functions(tree):
            below[name] |= mentioned
            if any(first <= line <= last for line in lines):
                found.add(name)
    while True:
        more = {name for name, mentioned in below.items() if not found.isdisjoint(mentioned)}
        if more <= found:
            return found
        found |= more


@per_tree
def _functions(tree: MypyFile) -> Sequence[tuple[str, tuple[int, int], frozenset[str]]]:
    """Each function with its lines and the names in it."""
    return [
        (
            each.name,
            (each.line, each.end_line or each.line),
            frozenset(name for node in walk(each) for name in _names(node)),
        )
        for each in those_of(tree, FuncDef)
    ]
