"""NumPy's overloads in the body of a call: mypy is shown one that takes anything, where it would try each.

Of `np.zeros(shape, dtype)` it tries twelve where it does not know an argument, and weighs what comes out: a millisecond and
more, and the same for each operator. What comes out the rules of `arrays` know, and what mypy has to say of the arguments
nobody hears.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    Decorator,
    FuncDef,
    OverloadedFuncDef,
    RefExpr,
    SymbolNode,
)
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.types import CallableType, FunctionLike, Type

from tftypes_mypy import convert, heap, numpy_types
from tftypes_mypy.features.calls import arrays
from tftypes_mypy.ops import operators

SigContext = FunctionSigContext | MethodSigContext

#: The functions that give an array, whatever they are given.
_MAKERS: Final = frozenset(
    {
        *("zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like"),
        *("eye", "identity", "arange", "concatenate", "stack", "vstack", "hstack"),
    }
)
_OPERATORS: Final = operators.DUNDERS.keys() | operators.REFLECTED.keys()
#: More arguments than any call has.
_MANY: Final = 64


def hook(fullname: str) -> Callable[[SigContext], FunctionLike] | None:
    """What shows mypy one overload of a function, of an operator of arrays, or of what is called as an object."""
    name = fullname.rpartition(".")[2]
    if fullname.startswith(arrays.ARRAY):
        return _operator if name in _OPERATORS else None
    if not fullname.startswith(arrays.MODULES):
        return None
    return _maker if name in _MAKERS or name == "__call__" else None


def _maker(context: SigContext) -> FunctionLike:
    call = context.context
    callee = call.callee if isinstance(call, CallExpr) and "like" not in call.arg_names else None
    if not isinstance(callee, RefExpr) or callee.fullname.rpartition(".")[2] not in _MAKERS:
        return context.default_signature
    checker: Any = context.api
    return _shown(context, numpy_types.any_array(convert.Types(checker.modules)))


def _operator(context: SigContext) -> FunctionLike:
    return _shown(context, convert.unknown())


def _shown(context: SigContext, made: Type) -> FunctionLike:
    """The first of several overloads takes anything, and the others what nobody gives."""
    signature = context.default_signature
    index = _index(signature.definition, context.api)
    if index is None:
        return signature
    at = context.context, context.type if isinstance(context, MethodSigContext) else None
    is_first = _LAST.get("at") != at or index <= _LAST["index"]
    _LAST.update(at=at, index=index)
    kinds = [ARG_STAR, ARG_STAR2] if is_first else [ARG_POS] * _MANY
    given: list[Type] = [convert.unknown() for _ in kinds]
    return CallableType(given, kinds, [None for _ in kinds], made, signature.fallback)


def _index(definition: SymbolNode | None, checker: Any) -> int | None:
    """Which of several overloads it is; None where there are not several."""
    function = _function(definition)
    if not isinstance(function, FuncDef):
        return None
    if function not in _INDEX:
        owner = function.info or checker.modules[function.fullname.rpartition(".")[0]]
        symbol = owner.names.get(function.name)
        node = symbol.node if symbol is not None else None
        several = [*map(_function, node.items)] if isinstance(node, OverloadedFuncDef) else []
        _INDEX[function] = several.index(function) if function in several else None
    return _INDEX[function]


def _function(item: SymbolNode | None) -> SymbolNode | None:
    return item.func if isinstance(item, Decorator) else item


#: Which of its overloads a function is.
_INDEX: Final[dict[FuncDef, int | None]] = heap.table()
#: The call for which mypy has asked last, and of which overload: it asks for them in order, for those that the array may have.
_LAST: Final[dict[str, Any]] = heap.table()
