"""What mypy solves for itself in a call of a generic function, where the plugin knows better."""

from __future__ import annotations

from collections.abc import Sequence
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


def leave_open(signature: CallableType) -> CallableType:
    """The signature of a function with a rule, with nothing for mypy to solve: that takes most of
    its time, and the rule knows more. What is erased is no context for what is passed either.
    """
    node = signature.definition
    if node is None or not signature.variables:
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
    if symbol is None or not isinstance(signature, FunctionLike):
        return context.default_return_type
    if not any(item.variables for item in signature.items):
        return context.default_return_type
    types = {
        expression: typ
        for expressions, given in zip(context.args, context.arg_types)
        for expression, typ in zip(expressions, given)
    }
    arguments = [types.get(argument) for argument in node.args]
    expected = checker.expr_checker.type_context[-1]
    if expected is not None and mentions_tensor(expected):
        expected = None  # what a name has stood for before says nothing of what is bound to it now
    key = symbol.node, *arguments, *node.arg_kinds, *node.arg_names, expected
    if None in arguments or key not in _DECLARED:
        if len(_DECLARED) == _MOST_KEPT:
            _DECLARED.clear()
        _DECLARED[key] = _checked(signature, node, arguments, expected, checker)
    return _DECLARED[key]


#: What `declared` said of arguments of the same types: each takes mypy half a millisecond.
_DECLARED: Final[dict[tuple[object, ...], Type]] = {}
_MOST_KEPT: Final = 1 << 12


def forget() -> None:
    """Forgets what was said: some class may be another one now."""
    _DECLARED.clear()


def _checked(
    signature: FunctionLike,
    call: CallExpr,
    types: Sequence[Type | None],
    expected: Type | None,
    checker: TypeChecker,
) -> Type:
    """What mypy makes of a call whose arguments have these types; where there is None, it looks itself."""
    arguments = [
        argument if typ is None else TempNode(typ, context=argument)
        for argument, typ in zip(call.args, types)
    ]
    contexts = checker.expr_checker.type_context
    contexts.append(expected)
    try:
        with checker.local_type_map, checker.msg.filter_errors():
            result, _ = checker.expr_checker.check_call(
                signature, arguments, call.arg_kinds, call, call.arg_names
            )
    finally:
        contexts.pop()
    return result
