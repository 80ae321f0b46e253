"""Keras' symbols given to TensorFlow's functions, which take none: `tf.nn.relu(keras.Input([3]))`.

They stand for tensors that a model gets later. What is to be done to those is said with `keras.ops`, or in a layer.
"""

from __future__ import annotations

from mypy.nodes import Expression, ListExpr, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from tftypes.inference.models.tensorflow.ops import OpError, Rule
from tftypes.inference.models.tensorflow.ops.accepted import refuse_symbols
from tftypes_mypy import convert
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.values import Values


def refused(
    context: FunctionContext | MethodContext, rule: Rule, values: Values
) -> tuple[OpError, Expression] | None:
    """What is wrong with a symbol that a call is given, and the argument; None where nothing is."""
    if values.takes_symbols:
        return None
    given = {
        name: expressions[0]
        for name, types, expressions in zip(
            context.callee_arg_names, context.arg_types, context.args
        )
        if name is not None and any(_has_symbol(*each, values) for each in zip(expressions, types))
    }
    try:
        refuse_symbols(rule, given)
    except OpError as error:
        shown = f"{callee_name(context.context)}()"
        return error.complete(shown, {}), given[error.argument or ""]
    return None


def _has_symbol(expression: Expression, typ: Type, values: Values) -> bool:
    """Whether it is a symbol, or a list or tuple with one in it: mypy may have that as one of Any."""
    if convert.has_symbol(typ):
        return True
    items = expression.items if isinstance(expression, (ListExpr, TupleExpr)) else ()
    types = map(values.type_of, items)
    return any(each is not None and convert.has_symbol(each) for each in types)
