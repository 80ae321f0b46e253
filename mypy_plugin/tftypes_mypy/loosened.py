"""Attributes that are assigned several times: what all of the values have in common.

mypy goes by the first one. After `self.x = tf.zeros([2])` it takes `self.x = made()`, a value of
which nothing is known, for two floats too. (One that it knows to be something else, it reports:
`mismatches` sees to that.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    ForStmt,
    MemberExpr,
    MypyFile,
    OperatorAssignmentStmt,
    TupleExpr,
    Var,
    WithStmt,
)
from mypy.types import AnyType, Instance, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, Unknown
from tftypes_mypy import convert
from tftypes_mypy.syntax import per_tree, those_of
from tftypes_mypy.typed import of_union

#: The kinds of which most of what is not known is one.
_DENSE: Final = frozenset({"tensor", "variable"})
#: What mypy has found for an expression, if it came by already.
TypeOf = Callable[[Expression], Type | None]

#: An attribute that is assigned to, the value if that is written there, and which item of it that is.
_Assigned = tuple[MemberExpr, Expression | None, int | None]


def loosened(
    member: MemberExpr, typ: Type, tree: MypyFile, type_of: TypeOf
) -> TensorType | Unknown | None:
    """What is known of an attribute that is a tensor to mypy, where that is less than mypy says."""
    told = convert.tensor_of(typ)
    assigned = _assigned(tree).get(member.name, ())
    if told is None or len(assigned) < 2:
        return None
    var = _variable(member, type_of)
    if var is None or not var.is_inferred:
        return None
    values = [
        _value(value, item, type_of)
        for target, value, item in assigned
        if _variable(target, type_of) is var
    ]
    known = _in_common(told, [value for value in values if value is not None])
    return None if known == told else known


def held(
    member: MemberExpr, typ: Type, trees: Iterable[MypyFile], type_of: TypeOf
) -> TensorType | Unknown | None:
    """What an attribute holds that is a tensor to mypy, and is assigned in several places; None for any other.

    Where a value was not seen yet, nothing is known of it.
    """
    told, var = convert.tensor_of(typ), _variable(member, type_of)
    if told is None or var is None or not var.is_inferred:
        return None
    assigned = [each for tree in trees for each in _assigned(tree).get(member.name, ())]
    places = [each for each in assigned if _variable(each[0], type_of) in (var, None)]
    if all(target.def_var is var for target, _, _ in places):
        return None
    values = [_value(value, item, type_of) for _, value, item in places]
    return _in_common(told, [UNKNOWN if value is None else value for value in values])


def _in_common(told: TensorType, values: Sequence[TensorType | Unknown]) -> TensorType | Unknown:
    """What tensors have in common. One of which nothing is known is taken for a dense one."""
    kinds = {told.kind, *(v.kind if isinstance(v, TensorType) else "tensor" for v in values)}
    if len(kinds) > 1 and not kinds <= _DENSE:
        return UNKNOWN
    unknown = TensorType(DType.any(), Shape.unknown(), told.kind)
    known = of_union([told, *(v if isinstance(v, TensorType) else unknown for v in values)])
    return known if isinstance(known, TensorType) else unknown


def is_set_again(member: MemberExpr, modules: Mapping[str, MypyFile], type_of: TypeOf) -> bool:
    """Whether an attribute that nobody annotated may be assigned in more than one place."""
    var = _variable(member, type_of)
    tree = modules.get(var.info.module_name) if var is not None and var.is_inferred else None
    if tree is None:
        return False
    assigned = _assigned(tree).get(member.name, ())
    # Of one that mypy has not come by yet, it is not known whose it is.
    places = [each for each in assigned if _variable(each[0], type_of) in (var, None)]
    return len(places) > 1


def _variable(member: MemberExpr, type_of: TypeOf) -> Var | None:
    if member.def_var is not None:
        return member.def_var  # the first `self.x = ...` of a class
    owner = get_proper_type(type_of(member.expr))
    symbol = owner.type.get(member.name) if isinstance(owner, Instance) else None
    return symbol.node if symbol is not None and isinstance(symbol.node, Var) else None


def _value(
    expression: Expression | None, item: int | None, type_of: TypeOf
) -> TensorType | Unknown | None:
    """What was assigned; None where it is not known yet, or no tensor."""
    typ = get_proper_type(None if expression is None else type_of(expression))
    if item is not None and isinstance(typ, TupleType):
        typ = get_proper_type(typ.items[item]) if item < len(typ.items) else None
    if isinstance(typ, AnyType):
        return UNKNOWN
    return convert.tensor_of(typ) if typ is not None else None


def assigned_to(tree: MypyFile, name: str) -> Sequence[MemberExpr]:
    """Where a module assigns to attributes of this name."""
    return [target for target, _, _ in _assigned(tree).get(name, ())]


def assignments_to(tree: MypyFile, name: str) -> Iterator[tuple[MemberExpr, Expression | None]]:
    """The same, each with the value if that is written there."""
    for target, value, item in _assigned(tree).get(name, ()):
        yield target, value if item is None else None


@per_tree
def _assigned(tree: MypyFile) -> Mapping[str, Sequence[_Assigned]]:
    """What a module assigns to attributes, by their names."""
    found: dict[str, list[_Assigned]] = {}
    for node in those_of(tree, AssignmentStmt):
        for target in node.lvalues:
            parts = enumerate(target.items) if isinstance(target, TupleExpr) else [(None, target)]
            for item, part in parts:
                if isinstance(part, MemberExpr):
                    found.setdefault(part.name, []).append((part, node.rvalue, item))
    for part in _otherwise(tree):
        found.setdefault(part.name, []).append((part, None, None))
    return found


def _otherwise(tree: MypyFile) -> Iterator[MemberExpr]:
    """What is assigned to by `self.x += 1`, `for self.x in xs` and `with f() as self.x`."""
    targets: list[Expression | None] = [
        node.lvalue for node in those_of(tree, OperatorAssignmentStmt)
    ]
    targets += [node.index for node in those_of(tree, ForStmt)]
    targets += [each for node in those_of(tree, WithStmt) for each in node.target]
    for target in targets:
        parts = target.items if isinstance(target, TupleExpr) else [target]
        yield from (part for part in parts if isinstance(part, MemberExpr))
