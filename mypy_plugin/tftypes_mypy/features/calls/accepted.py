"""Calls of functions without a rule: the dtypes and strings that they accept, by the table of `ops.accepted`."""

from __future__ import annotations

from mypy.plugin import FunctionContext
from mypy.types import Type

from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.accepted import Accepts, check, speaks_of
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.features.calls.ops import fail
from tftypes_mypy.values import Values


def call(context: FunctionContext, values: Values, accepts: Accepts) -> Type:
    """The type that the stub gives; an error for an argument that TensorFlow is sure to refuse."""
    given = {
        name: (expressions[0], types[0])
        for name, expressions, types in zip(
            context.callee_arg_names, context.args, context.arg_types
        )
        if name is not None and types
    }
    if not speaks_of(accepts, given):
        return context.default_return_type
    arguments = {name: values.of(*given[name]) for name in given}
    for name, value in arguments.items():
        try:
            check(accepts, name, value)
        except OpError as error:
            shown = f"{callee_name(context.context)}()"
            fail(context, error.complete(shown, {}), given[name][0], values)
    return context.default_return_type
