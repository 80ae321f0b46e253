"""`tf.shape` of a tensor that nobody knows: unpacking it names the sizes."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import DType, Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.rules import as_dtype
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import Unknown, Value, resolve
from tftypes.inference.values import ShapeOf, Tensor


def _shape(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "input"))
    if not isinstance(value, Unknown):
        return by_rule(interpreter, call)
    dtype = as_dtype(call.get(1, "out_type", DType.of("int32"))) or DType.any()
    return Tensor(dtype, Shape.of(None), trace=interpreter.trace, history=ShapeOf(value))


FUNCTIONS: Final[dict[str, Model]] = {"tensorflow.shape": _shape}
