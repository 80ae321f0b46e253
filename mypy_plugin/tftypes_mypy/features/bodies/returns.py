"""What a body returns under a name that it has assigned anew.

Of such a name mypy shows what its old and its new type have in common, which is more than is so
where either leaves something open: `[?, ?]` and `[?, ...]` make `[?, ?]`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    Block,
    Expression,
    IfStmt,
    IntExpr,
    NameExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.features.bodies.model import Frame
from tftypes_mypy.features.bodies.results import join_all
from tftypes_mypy.features.calls.opened import mentions_tensor
from tftypes_mypy.features.calls.ops import join
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import forgotten, items_of, kept, of_mixed


def current(expression: Expression, typ: Type, frame: Frame) -> Type:
    """The type of what is returned, by the assignments that it may come from."""
    proper = get_proper_type(typ)
    if isinstance(expression, TupleExpr) and isinstance(proper, TupleType):
        if len(expression.items) == len(proper.items):
            pairs = zip(expression.items, proper.items)
            return proper.copy_modified(items=[current(e, t, frame) for e, t in pairs])
    known = followed(expression, frame)
    if known is not None:
        return known
    if not isinstance(expression, NameExpr) or not isinstance(expression.node, Var):
        return frame.values.standing(expression, typ)
    if nests.is_dict(proper) or nests.is_list(proper):
        is_mixed = frame.values.assignments.is_mixed(expression)
        return _of_anything(proper, expression, frame) if is_mixed else typ
    if convert.tensor_of(proper) is None or expression.node not in frame.bound.names:
        return typ
    return _assigned(expression, expression.node, typ, frame)


def followed(expression: Expression, frame: Frame) -> Type | None:
    """What a name stands for where it is returned, if the loops tell that are followed round by round."""
    if frame.loops is None or not isinstance(expression, NameExpr):
        return None
    types = frame.loops.returned.get(expression)
    made = join_all(types, frame.values.types) if types else None
    is_own = expression.node in frame.loops.lists  # nobody else has it then
    return kept(made) if is_own and isinstance(made, Instance) else made


def _of_anything(typ: Type, container: Expression, frame: Frame) -> Type:
    """A list or dict that is filled in several places: what mypy has seen of one value is not said of the others."""
    if not isinstance(typ, Instance) or items_of(typ) is not None:
        return typ
    item = convert.unknown()
    if mentions_tensor(typ):
        item = of_mixed(typ.args[-1], container, frame.values)
    return typ.copy_modified(args=[*map(forgotten, typ.args[:-1]), item])


def _assigned(expression: NameExpr, var: Var, typ: Type, frame: Frame) -> Type:
    item, checker = frame.function.item, frame.checker
    at = expression.line, expression.column
    bindings = [each for each in frame.bound.bindings.get(var, ()) if each.place <= at]
    given = [a.type for arg, a in zip(item.arguments, frame.parameters) if arg.variable is var]
    simple = {
        node.rvalue: node
        for node in frame.bound.own
        if isinstance(node, AssignmentStmt)
        and len(node.lvalues) == 1
        and isinstance(node.lvalues[0], NameExpr)
        and node.lvalues[0].node is var
    }
    if len(bindings) + len(given) < 2 or any(each.written not in simple for each in bindings):
        return typ
    made: list[Type] = list(given)
    sure = set(_sure(item.body))
    for node in sorted(simple.values(), key=lambda node: node.line):
        result = checker.lookup_type_or_none(node.rvalue)
        if result is None or not any(each.written is node.rvalue for each in bindings):
            continue  # this call does not come by
        # What a name has stood for before a statement that every call comes by is gone.
        made = [result] if node in sure else [*made, result]
    if len(made) == 1:
        return made[0]
    if any(convert.tensor_of(each) is None for each in made):
        return typ
    return join(made, frame.values.types)


def _sure(block: Block) -> Iterator[Statement]:
    """The statements that every call comes by, in branches too whose condition is decided."""
    for statement in block.body:
        yield statement
        if isinstance(statement, IfStmt):
            condition = statement.expr[0]
            if isinstance(condition, IntExpr) and condition.value:
                yield from _sure(statement.body[0])
