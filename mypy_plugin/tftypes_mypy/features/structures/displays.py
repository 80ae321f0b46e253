"""The types of tuples, lists and dicts that are written out, item by item.

mypy makes one type of all values of `{"image": x, "label": y}`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    DictExpr,
    Expression,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import Key, is_unchanged, items_of, without_items
from tftypes_mypy.syntax import is_spread
from tftypes_mypy.values import Values

#: How deep names and containers are followed.
DEPTH: Final = 24


def written(expression: Expression, typ: Type | None, values: Values, depth: int = 0) -> Type:
    """The type of an expression, where the items of what is written out are known one by one."""
    if typ is None:
        typ = values.type_of(expression) or convert.unknown()
    reader = _READERS.get(type(expression)) if depth < DEPTH else None
    found = reader(expression, typ, values, depth + 1) if reader is not None else None
    return typ if found is None else found


def _tuple(expression: TupleExpr, typ: Type, values: Values, depth: int) -> Type | None:
    if any(isinstance(item, StarExpr) for item in expression.items):
        return None
    return nests.tuple_of(
        [written(item, None, values, depth) for item in expression.items], values.types
    )


def _list(expression: ListExpr, typ: Type, values: Values, depth: int) -> Type | None:
    if not expression.items or any(isinstance(item, StarExpr) for item in expression.items):
        return None
    return nests.list_of(
        [written(item, None, values, depth) for item in expression.items], values.types
    )


def _comprehension(
    expression: ListComprehension, typ: Type, values: Values, depth: int
) -> Type | None:
    """mypy may give it the type of the attribute or parameter that it goes to."""
    item = values.type_of(expression.generator.left_expr)
    if item is None:
        return None
    each = values.each_of(expression, typ)
    if each:
        return nests.list_of(each, values.types)
    made = written(expression.generator.left_expr, item, values, depth)
    return values.types.make("builtins.list", [made])


def _dict(expression: DictExpr, typ: Type, values: Values, depth: int) -> Type | None:
    entries: dict[Key, Type] = {}
    for key, item in expression.items:
        inner = written(item, None, values, depth)
        if key is None:  # {**others}
            others = items_of(inner)
            if others is None:
                return None
            entries.update(others)
            continue
        name = values.of(key)
        if type(name) not in (str, int):
            return None
        entries[name] = inner
    return nests.dict_of(entries, values.types) if entries else None


def _sum(expression: OpExpr, typ: Type, values: Values, depth: int) -> Type | None:
    """`weights + biases`, of two lists."""
    if expression.op != "+" or not nests.is_list(typ):
        return None
    left, right = (_listed(each, values, depth) for each in (expression.left, expression.right))
    return None if left is None or right is None else nests.list_of([*left, *right], values.types)


def _listed(expression: Expression, values: Values, depth: int) -> Sequence[Type] | None:
    """The items of a list or tuple, or of `settings.values()`."""
    callee = expression.callee if isinstance(expression, CallExpr) else None
    if isinstance(callee, MemberExpr) and callee.name == "values":
        held = items_of(written(callee.expr, None, values, depth))
        return None if held is None else list(held.values())
    made = written(expression, None, values, depth)
    is_tuple = isinstance(get_proper_type(made), TupleType)
    held = nests.children(made) if nests.is_list(made) or is_tuple else None
    return None if held is None else list(held.values())


def _call(expression: CallExpr, typ: Type, values: Values, depth: int) -> Type | None:
    """`dict(image=x, label=y)`, `list(settings.values())`."""
    callee = expression.callee
    record = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(record, TypeInfo) and record.is_named_tuple:
        return _record(expression, typ, record, values, depth)
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    if name in ("builtins.list", "builtins.tuple") and expression.arg_kinds == [ARG_POS]:
        items = _listed(expression.args[0], values, depth)
        if items is None:
            return None
        make = nests.list_of if name == "builtins.list" else nests.tuple_of
        return make(items, values.types)
    if name not in ("builtins.dict", "collections.OrderedDict") or not expression.args:
        return None
    if set(expression.arg_kinds) != {ARG_NAMED}:
        return None
    named: dict[Key, Type] = {
        str(key): written(item, None, values, depth)
        for key, item in zip(expression.arg_names, expression.args)
    }
    return nests.dict_of(named, values.types, name)


def _record(
    expression: CallExpr, typ: Type, record: TypeInfo, values: Values, depth: int
) -> Type | None:
    """A NamedTuple holds what it is given, of which its annotations may say less."""
    made = get_proper_type(typ)
    fields = record.metadata.get("namedtuple", {}).get("fields", [])
    if not isinstance(made, TupleType) or len(fields) != len(made.items):
        return None
    if is_spread(expression):
        return None
    given = dict(zip((n or f for n, f in zip(expression.arg_names, fields)), expression.args))
    items = [
        nests.narrowed(item, written(given[field], None, values, depth), values.types)
        if field in given
        else item
        for field, item in zip(fields, made.items)
    ]
    return made.copy_modified(items=items)


def _name(expression: NameExpr, typ: Type, values: Values, depth: int) -> Type | None:
    proper = get_proper_type(typ)
    if not isinstance(expression.node, Var):
        return None
    if isinstance(proper, Instance) and items_of(proper) is not None:
        return proper if is_unchanged(expression, values) else without_items(proper)
    if not nests.is_nested(proper):
        return None
    known = values.assignments
    value = known.value_of(expression.node)
    if value is None and known.calls_with(expression.node):
        is_still = values.is_still(expression.node, expression)
        value = known.given_to(expression.node) if is_still else None
    if value is None:
        value = values.made_once(expression.node)
    if value is None or values.type_of(value) is None or not _is_display(value):
        return None
    return written(value, None, values, depth)


def _is_display(value: Expression) -> bool:
    return isinstance(value, (DictExpr, ListExpr, TupleExpr, CallExpr, OpExpr))


_READERS: Final[dict[type[Expression], Callable[..., Type | None]]] = {
    TupleExpr: _tuple,
    ListExpr: _list,
    ListComprehension: _comprehension,
    DictExpr: _dict,
    CallExpr: _call,
    OpExpr: _sum,
    NameExpr: _name,
}
