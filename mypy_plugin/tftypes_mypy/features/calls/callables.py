"""Functions among the arguments of a call: what they are called with, before mypy looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mypy.nodes import LambdaExpr
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.types import CallableType, FunctionLike, Type

from tftypes.inference.models.tensorflow.ops import OpError
from tftypes_mypy import convert
from tftypes_mypy.features.calls import solving
from tftypes_mypy.features.calls.calling import Call, Callbacks, Given, takes
from tftypes_mypy.values import Values


def signature(
    context: FunctionSigContext | MethodSigContext, values: Values, callbacks: Callbacks
) -> FunctionLike:
    """The signature with the types that each lambda among the arguments is called with.

    mypy then checks the lambda's body for them. Other functions have parameters of
    their own, and are checked when the result is asked for.
    """
    plain = solving.detach(context)
    call = Call.of(context, values)
    if call is None or not isinstance(plain, CallableType):
        return plain
    arg_types = list(plain.arg_types)
    for index, (name, given) in enumerate(zip(plain.arg_names, context.args)):
        callback = callbacks.get(name or "")
        if callback is not None and given and isinstance(given[0], LambdaExpr):
            arguments = _given(callback, call)
            if arguments is not None:
                arg_types[index] = _called_with(given[0], arguments, arg_types[index], call)
    return plain.copy_modified(arg_types=arg_types)


def _given(given: Given, call: Call) -> Sequence[Type] | None:
    """The types of the arguments; what is wrong with the call is reported with its result."""
    try:
        return given(call)
    except OpError:
        return None


def _called_with(
    function: LambdaExpr, arguments: Sequence[Type], declared: Type, call: Call
) -> Type:
    if not takes(function, len(arguments)) or any(kind.is_star() for kind in function.arg_kinds):
        return declared
    left: list[Any] = [convert.unknown()] * (len(function.arg_kinds) - len(arguments))
    return CallableType(
        [*arguments, *left],
        list(function.arg_kinds),
        list(function.arg_names),
        call.types.make("builtins.object", []),  # Any would become that of generic calls inside
        call.types.make("builtins.function", []),
    )
