"""Arrays whose dtype mypy alone does not know, and what is made of them: `np.array([1.0]).mean()` is Any to it."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    OverloadedFuncDef,
    RefExpr,
    TupleExpr,
    TypeAlias,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, Instance, Type, get_proper_type

from tftypes_mypy import names
from tftypes_mypy.features.facts import alone

_NUMPY: Final = "numpy."
#: What makes an array of a list, which tells mypy no dtype.
_OF_LISTS: Final = frozenset({"array", "asanyarray", "asarray", "ascontiguousarray"})
#: Of which only some versions of NumPy tell it, or its width.
_OPEN: Final = frozenset({"arange", "concatenate", "hstack", "stack", "vstack"})
#: What operators keep; and what is no array has no dtype.
_CERTAIN: Final = (None, "numpy.float64")
#: What gives a number of the same kind.
_NUMBERS: Final = frozenset(
    {"builtins.abs", "builtins.max", "builtins.min", "builtins.round", "builtins.sum"}
)
#: What gives the same of any dtype.
_FIXED: Final = frozenset(
    [
        "argmax",
        "argmin",
        "argsort",
        "count_nonzero",
        "ndim",
        "nonzero",
        "searchsorted",
        "size",
    ]
)


def is_of_untold_dtype(expression: Expression, tree: MypyFile) -> bool:
    """Whether it is made of an array whose dtype mypy has by us alone."""
    return _is_untold(expression, tree, set())


def _is_untold(expression: Expression, tree: MypyFile, seen: set[Var]) -> bool:
    if isinstance(expression, CallExpr):
        return _is_made(expression, tree, seen)
    if isinstance(expression, IndexExpr):
        return _is_untold(expression.base, tree, seen)
    if isinstance(expression, (ListExpr, TupleExpr)):
        return any(_is_untold(each, tree, seen) for each in expression.items)
    if isinstance(expression, ListComprehension):
        return _is_untold(expression.generator.left_expr, tree, seen)
    if isinstance(expression, (NameExpr, MemberExpr)):
        is_any = isinstance(alone.type_of(expression), AnyType)
        return is_any or alone.is_unknown(expression, tree) or _is_bound(expression, tree, seen)
    if isinstance(expression, OpExpr) and expression.op != "@":
        if _dtype(alone.type_of(expression)) not in _CERTAIN:
            return True  # mypy makes two widths any width
    return any(_is_untold(part, tree, seen) for part in alone.parts_of(expression))


def _is_bound(name: NameExpr | MemberExpr, tree: MypyFile, seen: set[Var]) -> bool:
    """Whether a variable or an attribute is bound to nothing but such arrays."""
    var = alone.member(name) if isinstance(name, MemberExpr) else name.node
    if not isinstance(var, Var) or var in seen:
        return False
    if isinstance(name, MemberExpr):
        bound = alone.assigned_to(name.name, tree)
    elif var.is_inferred:
        bound = alone.bound_to(name, tree)
    else:
        return _dtype(var.type) == ""
    return bool(bound) and all(_is_untold(value, tree, seen | {var}) for value in bound)


def _is_made(call: CallExpr, tree: MypyFile, seen: set[Var]) -> bool:
    callee = call.callee
    if isinstance(callee, NameExpr) and callee.fullname in _NUMBERS:
        return any(_is_untold(each, tree, seen) for each in call.args)
    if not isinstance(callee, MemberExpr) or callee.name in _FIXED:
        return alone.is_unknown(call, tree)
    if isinstance(callee.node, (TypeInfo, TypeAlias)):
        return False
    if _is_open(callee.node):
        return True
    dtype = _given_dtype(call)
    if dtype is not None:
        return not (isinstance(dtype, RefExpr) and dtype.fullname.startswith(_NUMPY))
    if not callee.fullname.startswith(_NUMPY):
        return _is_untold(callee.expr, tree, seen) or alone.is_unknown(call, tree)
    if callee.name in _OF_LISTS and _dtype(alone.type_of(call.args[0])) is None:
        return True
    return any(_is_untold(each, tree, seen) for each in call.args)


def _is_open(function: Node | None) -> bool:
    """Whether the stubs of some version of NumPy tell no dtype of what a function gives, or no width."""
    typ = get_proper_type(function.type) if isinstance(function, Var) else None
    is_ufunc = isinstance(typ, Instance) and typ.type.name.startswith("_UFunc")
    return is_ufunc or (isinstance(function, OverloadedFuncDef) and function.name in _OPEN)


def _given_dtype(call: CallExpr) -> Expression | None:
    """The dtype that a call names; a text for one tells mypy nothing."""
    callee = call.callee
    if isinstance(callee, MemberExpr) and callee.name == "astype" and call.args:
        return call.args[0]
    return next((a for a, name in zip(call.args, call.arg_names) if name == "dtype"), None)


def _dtype(typ: Type | None) -> str | None:
    """The class of what is in an array, as far as it is known; None for what is no array."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance) or typ.type.fullname != names.ARRAY:
        return None
    dtype = get_proper_type(typ.args[-1])
    item = get_proper_type(dtype.args[0]) if isinstance(dtype, Instance) and dtype.args else dtype
    return item.type.fullname if isinstance(item, Instance) else ""
