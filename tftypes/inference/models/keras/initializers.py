"""Initializers of the program's own: functions, classes and objects that Keras calls with a shape and a dtype."""

from __future__ import annotations

import ast

from tftypes.algebra import DType, Shape, TensorType, Unknown
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.models.keras.call_checks import check_defined
from tftypes.inference.models.keras.config import KERAS, config_of, is_legacy
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.keras_weights import sized
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import Class, External, Function, Instance, Value, resolve
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
        value = interpreter.call(made, [tuple(shape.dims)], given, node)
    if is_legacy(interpreter):
        return
    if (
        isinstance(own, Class)
        and own.externals[:1] == (f"{KERAS}Initializer",)
        and isinstance(made, Instance)
    ):
        check_defined(
            made, "__call__", "def __call__(self, shape, dtype=None): it returns a tensor"
        )
    if resolve(value) is None:
        raise OpError("tf-value", "the initializer gives None", hint="return what it computes")


def check_constant(initializer: Value, shape: Shape, layer: str, argument: str) -> None:
    """A constant is spread over a weight. Raises OpError for an array whose shape does not let it."""
    made = resolve(initializer)
    is_constant = isinstance(made, Instance) and made.cls == External(
        f"{KERAS}initializers.Constant"
    )
    value = to_rule(config_of(made).get("value")) if is_constant else None
    if not isinstance(value, TensorType) or not value.shape.rank or shape.dims is None:
        return
    pairs = zip(reversed(value.shape.dims or ()), reversed(shape.dims))
    if any(is_number(a) and is_number(b) and a != b and 1 not in (a, b) for a, b in pairs):
        hint = sized(layer, 0, shape, value.shape)
        words = f"the constant is {value}, the weight {shape}"
        raise OpError("tf-shape", words, argument, hint).complete(f"tf.keras.layers.{layer}()", {})
