"""Functions as values: passed as arguments, kept in attributes, and called there.

Two functions have the same type in mypy, which joins them where either may be meant. So
what is called is told by the expression, where that is one function for sure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    Var,
)
from mypy.plugin import AttributeContext
from mypy.typeops import function_type
from mypy.types import (
    CallableType,
    ExtraAttrs,
    FunctionLike,
    Instance,
    Type,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN
from tftypes_mypy import convert, heap
from tftypes_mypy.features.bodies.bound import FunctionValue
from tftypes_mypy.features.bodies.results import attributes_of
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.facts.defined_again import is_defined_again
from tftypes_mypy.features.structures.items import part
from tftypes_mypy.syntax import FUNCTIONS

#: Marks a type as that of one function and no other.
_MARK: Final = "(function)"
#: The functions that attributes hold and other functions have made, each by its own copy.
_MADE: Final[dict[str, FunctionValue]] = heap.table()
#: A class of Python whose objects have any attribute.
_ANYTHING: Final = "types.SimpleNamespace"
#: How many names are followed.
_DEPTH: Final = 8


def denoted(expression: Expression, values: BodyValues, depth: int = 0) -> FunctionValue | None:
    """The one function that an expression stands for; None where it may be another."""
    if isinstance(expression, LambdaExpr):
        return FunctionValue(expression, values.checker)
    if isinstance(expression, ConditionalExpr):
        truth = values.truth(expression.cond)
        if truth is None or depth > _DEPTH:
            return None
        chosen = expression.if_expr if truth else expression.else_expr
        return denoted(chosen, values, depth + 1)
    if isinstance(expression, CallExpr):
        returned = values.results.get(expression)
        return returned if isinstance(returned, FunctionValue) else None
    if isinstance(expression, IndexExpr):
        return _of_type(part(expression, values))
    if not isinstance(expression, RefExpr):
        return None
    node = expression.node
    if isinstance(node, FUNCTIONS):
        if node.info:
            return None
        if "." in node.fullname:
            return FunctionValue(node)
        is_sure = not is_defined_again(node, values.checker.tree)
        return FunctionValue(node, values.checker) if is_sure else None
    if isinstance(expression, NameExpr) and isinstance(node, Var):
        return _variable(node, values, depth, expression)
    return _marked(expression, values) if isinstance(expression, MemberExpr) else None


def _variable(var: Var, values: BodyValues, depth: int, at: NameExpr) -> FunctionValue | None:
    if var in values.arguments:
        given = values.given(var, at)
        if given is not UNKNOWN:
            return given if isinstance(given, FunctionValue) else None
    original = values.originals.get(var)
    if original is not None and values.outer is not None:
        return _variable(original, values.outer, depth + 1, at) if depth < _DEPTH else None
    bound = values.assignments.value_of(var)
    if bound is None and isinstance(get_proper_type(var.type), CallableType) and not var.info:
        bound = values.made_by_module(var)
    if bound is None:
        bound = values.assignments.latest(var, at, values.ways)
    return None if bound is None or depth > _DEPTH else denoted(bound, values, depth + 1)


def _marked(member: MemberExpr, values: BodyValues) -> FunctionValue | None:
    """What an attribute holds, by its type."""
    owner = values.type_of(member.expr)
    # Of what is called, mypy keeps the type of its `__call__`.
    kept = attributes_of(owner).get(member.name) if owner is not None else None
    return _of_type(kept or values.type_of(member))


def _of_type(typ: Type | None) -> FunctionValue | None:
    """The one function that a type is of."""
    typ = get_proper_type(typ)
    if isinstance(typ, Instance) and typ.extra_attrs is not None:
        typ = get_proper_type(typ.extra_attrs.attrs.get(_MARK))
    name = (typ.name or "") if isinstance(typ, CallableType) else ""
    if not isinstance(typ, CallableType) or not name.startswith(_MARK):
        return None
    if name in _MADE:
        return _MADE[name]
    node = typ.definition
    if not isinstance(node, FUNCTIONS):
        return None
    return FunctionValue(node) if typ.name == _name(node) else None


def type_of(value: FunctionValue, types: convert.Types) -> Type | None:
    """The type of a function of a module; None where a decorator may have changed it."""
    node = value.node
    if value.made is not None:
        return opened(value, types)
    if isinstance(node, Decorator):
        return node.var.type
    if isinstance(node, FuncDef):
        return function_type(node, types.make("builtins.function", []))
    return node.type if isinstance(node, OverloadedFuncDef) else None


def returned(value: FunctionValue, types: convert.Types) -> Type | None:
    """The type of a call that returns this function, of which mypy may know nothing."""
    fullname = "" if isinstance(value.node, LambdaExpr) else value.node.fullname
    if fullname.startswith("tensorflow."):
        return type_of(value, types)
    return opened(value, types) if value.checker is None else None


def opened(value: FunctionValue, types: convert.Types) -> Type | None:
    """The type of a function that takes anything, has any attribute, and is known to mypy by a name to ask us for."""
    if types.find(_ANYTHING) is None:
        return None
    name = f"{value.made.source.name}.{value.made.name}" if value.made else value.node.fullname
    unknown = convert.unknown()
    return CallableType(
        [unknown, unknown],
        [ARG_STAR, ARG_STAR2],
        [None, None],
        unknown,
        types.make(_ANYTHING, []),
        name=name,
        is_ellipsis_args=True,
    )


def _documentation(context: AttributeContext, types: convert.Types) -> Type:
    """`__doc__`, which each object has, maybe as None: of such a function it may be anything, as its other attributes."""
    typ = context.type
    is_opened = isinstance(typ, CallableType) and typ.fallback.type.fullname == _ANYTHING
    return convert.unknown() if is_opened else context.default_attr_type


ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {"builtins.object.__doc__": _documentation}


def marked(value: FunctionValue, types: convert.Types) -> Type | None:
    """The type of an attribute that holds this function, and no other, for good."""
    node = value.node
    if value.made is not None:
        return _marked_made(value, types)
    if value.checker is not None or isinstance(node, LambdaExpr):
        return None
    proper = get_proper_type(type_of(value, types))
    if isinstance(proper, FunctionLike):
        return _mark(proper, node)
    function = node.func if isinstance(node, Decorator) else node
    if not isinstance(proper, Instance) or isinstance(function, OverloadedFuncDef):
        return None
    mark = _mark(function_type(function, types.make("builtins.function", [])), node)
    made = proper.copy_modified()
    made.extra_attrs = ExtraAttrs({_MARK: mark}, set(), None)
    return made


def _marked_made(value: FunctionValue, types: convert.Types) -> Type | None:
    """The type of an attribute that holds a function which another one has made."""
    item, typ = value.made.item, opened(value, types)
    if not isinstance(item, (FuncDef, LambdaExpr)) or not isinstance(typ, CallableType):
        return None
    name = f"{_MARK} lambda" if isinstance(item, LambdaExpr) else _name(item)
    name = f"{name}:{id(item)}"
    _MADE[name] = value  # which keeps the function, so that no other gets its id
    return typ.copy_modified(name=name, definition=item if isinstance(item, FuncDef) else None)


def forget() -> None:
    """Forgets what attributes hold: some module was read anew."""
    _MADE.clear()


def _mark(typ: FunctionLike, node: FuncDef | Decorator | OverloadedFuncDef) -> Type:
    return typ.items[0].copy_modified(name=_name(node), definition=node)


def _name(node: FuncDef | Decorator | OverloadedFuncDef) -> str:
    """What tells the type of one function from that of another."""
    line = node.func.line if isinstance(node, Decorator) else node.line
    return f"{_MARK} {node.fullname}:{line}"
