"""Reads of what lists and dicts hold, item by item."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, Var
from mypy.plugin import MethodContext
from mypy.types import Type

from tftypes_mypy import convert
from tftypes_mypy.features.calls.opened import mentions_tensor
from tftypes_mypy.features.mypy_errors.joined import has_object, holds_tensors, opened
from tftypes_mypy.features.structures import displays
from tftypes_mypy.features.structures.items import (
    Key,
    forgotten,
    is_changed,
    is_kept,
    is_unchanged,
    items_of,
    name_of,
    of_mixed,
)
from tftypes_mypy.values import Values


def read(context: MethodContext, values: Values) -> Type:
    """`container[key]`, `container.get(key)`, `container.pop(key)`."""
    return _opened(_read(context, values), _container(context.context), context, values)


def _opened(
    found: Type, container: Expression | None, context: MethodContext, values: Values
) -> Type:
    """What was found, without the `object` that mypy has made of containers of several tensors."""
    checker: Any = context.api
    if not has_object(context.type) or not holds_tensors(container, checker.tree, values.type_of):
        return found
    return opened(found)


def _read(context: MethodContext, values: Values) -> Type:
    container = _container(context.context)
    if name_of(container) in values.changed:
        return forgotten(context.default_return_type)
    known = _items(container, context.type, values)
    if known is None and values.assignments.is_mixed(container):
        return of_mixed(context.default_return_type, container, values)
    if known is None or not context.args or len(context.args[0]) != 1:
        return context.default_return_type
    is_held = isinstance(container, MemberExpr) and is_kept(context.type)
    if not is_held and not is_unchanged(container, values):
        # Where it is given away, mypy's word for all items is as good as for any other dict.
        given_away = name_of(container) is not None and not is_changed(container, values)
        return context.default_return_type if given_away else convert.unknown()
    key = values.of(context.args[0][0], context.arg_types[0][0])
    if type(key) is int and key < 0:
        key += len(known)
    found = known.get(key) if type(key) in (str, int) else None
    return context.default_return_type if found is None else found


def iterate(context: MethodContext, values: Values) -> Type:
    """`for item in container`, `container.values()`."""
    node: Any = context.context
    container = _container(node) if isinstance(node, CallExpr) else node
    found = context.default_return_type
    if name_of(container) in values.changed:
        found = forgotten(found)
    elif values.assignments.is_mixed(container):
        found = of_mixed(found, container, values)
    return _opened(found, container, context, values)


def _items(container: Expression | None, typ: Type, values: Values) -> Mapping[Key, Type] | None:
    """The type of each item: by the type of the container, or as it is written where a name is bound to it."""
    known = items_of(typ)
    if known is None and isinstance(container, NameExpr):
        var = container.node
        is_joined = isinstance(var, Var) and var.is_inferred and has_object(typ)
        if is_joined or mentions_tensor(typ):
            known = items_of(displays.written(container, typ, values))
    return known


def _container(node: Any) -> Expression | None:
    if isinstance(node, IndexExpr):
        return node.base
    if isinstance(node, CallExpr) and isinstance(node.callee, MemberExpr):
        return node.callee.expr
    return None


_OWNERS: Final = (
    "builtins.list",
    "builtins.dict",
    "collections.OrderedDict",
)

METHODS: Final[dict[str, Callable[..., Type]]] = {
    **{f"{owner}.__getitem__": read for owner in _OWNERS},
    **{f"{owner}.get": read for owner in _OWNERS[1:]},
    **{f"{owner}.pop": read for owner in _OWNERS[1:]},
    "builtins.list.pop": iterate,
    "builtins.list.__iter__": iterate,
    **{f"{owner}.{name}": iterate for owner in _OWNERS[1:] for name in ("values", "items")},
}
