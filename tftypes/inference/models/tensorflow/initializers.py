"""TensorFlow's own initializers: `tf.random_normal_initializer()([2, 3])`."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, from_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops.values import ANY, FLOAT32
from tftypes.inference.models.tensorflow.specs import as_shape
from tftypes.inference.objects import Value, resolve


def _initialize(interpreter: Interpreter, call: Call) -> Value:
    """`initializer(shape, dtype=tf.float32)`."""
    dtype = resolve(call.get(1, "dtype", FLOAT32))
    shape = as_shape(call.get(0, "shape"))
    return from_rule(interpreter, TensorType(as_dtype(dtype) or ANY, shape))


CLASSES: Final = {
    f"tensorflow.{name}_initializer": LibraryClass(methods={"__call__": _initialize})
    for name in ("constant", "ones", "random_normal", "random_uniform", "zeros")
}
