"""Initializers of the program's own: functions, classes and objects that Keras calls with a shape and a dtype."""

from __future__ import annotations

import ast

from tftypes.algebra import DType, Shape, Unknown
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import Class, Function, Instance, Value, resolve
from tftypes.inference.values import Bound


def initialize(
    interpreter: Interpreter, initializer: Value, shape: Shape, dtype: DType, node: ast.AST
) -> None:
    """Run what makes the first value of a weight: outside of any trace, as it is made."""
    made = resolve(initializer)
    own = made.cls if isinstance(made, Instance) else made
    if not isinstance(own, (Bound, Class, Function)) or shape.dims is None:
        return
    if any(isinstance(each, Unknown) for each in shape.dims):
        return
    given = {"dtype": dtype.name or PyValue("str")}
    with interpreter.tracing(None, False):
        if isinstance(made, Class):  # Keras makes an instance
            made = interpreter.call(made, [], {}, node)
        interpreter.call(made, [tuple(shape.dims)], given, node)
