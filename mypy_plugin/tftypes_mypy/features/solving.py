"""What mypy solves for itself in a call of a generic function, where the plugin knows better."""

from __future__ import annotations

from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.erasetype import TypeVarEraser, erase_typevars
from mypy.nodes import CallExpr, SymbolNode, TempNode
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.types import (
    CallableType,
    ErasedType,
    FunctionLike,
    Type,
    TypeVarId,
    TypeVarType,
    get_proper_type,
)

from tftypes_mypy import convert
from tftypes_mypy.features.calls import mentions_tensor
from tftypes_mypy.ops import Rule


def detach(context: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature without what mypy would solve from the type that is expected of the call.

    `return tf.nn.relu(x)` under a declared size would make that size a demand on `x`.
    The result is judged against what is expected when it is known.
    """
    signature = context.default_signature
    checker: Any = context.api
    expected = checker.expr_checker.type_context[-1]
    if expected is None or not signature.variables or not mentions_tensor(expected):
        return signature
    return _erased(signature, convert.unknown())


def leave_open(context: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature of a function with a rule, with nothing for mypy to solve: that takes most of
    its time, and the rule knows more. What is erased is no context for what is passed either.
    """
    signature = context.default_signature
    node = signature.definition
    if node is None or not signature.variables or not isinstance(context.context, CallExpr):
        return signature
    if node not in _OPEN:  # mypy makes the signature anew at each call
        unknown = erase_typevars(signature.ret_type, _solved(signature))
        _OPEN[node] = _erased(signature, ErasedType()).copy_modified(ret_type=unknown)
    return _OPEN[node]


#: What `leave_open` made of the signature of a function, or of one of its overloads.
_OPEN: Final[dict[SymbolNode, CallableType]] = {}


def _solved(signature: CallableType) -> set[TypeVarId]:
    return {v.id for v in signature.variables if isinstance(v, TypeVarType)}


def _erased(signature: CallableType, by: Type) -> CallableType:
    """The signature with `by` in place of what a call would solve."""
    erased = signature.accept(TypeVarEraser(_solved(signature).__contains__, by))
    assert isinstance(erased, CallableType)
    return erased.copy_modified(
        variables=[v for v in signature.variables if not isinstance(v, TypeVarType)]
    )


def declared(context: FunctionContext | MethodContext, rule: Rule) -> Type:
    """What the stub says that the call returns, where `leave_open` has left that open."""
    node, checker = context.context, context.api
    assert isinstance(checker, TypeChecker)
    if isinstance(context, MethodContext) or not isinstance(node, CallExpr):
        return context.default_return_type
    module, _, name = rule.fullname.rpartition(".")
    symbol = checker.modules[module].names.get(name)
    signature = get_proper_type(symbol.type) if symbol is not None else None
    if not isinstance(signature, FunctionLike) or not any(i.variables for i in signature.items):
        return context.default_return_type
    types = {
        expression: typ
        for expressions, given in zip(context.args, context.arg_types)
        for expression, typ in zip(expressions, given)
    }
    arguments = [
        TempNode(types[argument], context=argument) if argument in types else argument
        for argument in node.args
    ]
    with checker.local_type_map, checker.msg.filter_errors():
        result, _ = checker.expr_checker.check_call(
            signature, list(arguments), node.arg_kinds, node, node.arg_names
        )
    return result
