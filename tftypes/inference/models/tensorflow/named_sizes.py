"""Sizes that an op asks for: `tf.shape` names those of a tensor that nobody knows, `tf.unstack` wants one before the graph runs."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import DType, Expr, Shape, TensorType
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.rules import as_dtype
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import Unknown, Value, resolve
from tftypes.inference.values import ShapeOf, Tensor, is_static


def _shape(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "input"))
    if not isinstance(value, Unknown):
        return by_rule(interpreter, call)
    dtype = as_dtype(call.get(1, "out_type", DType.of("int32"))) or DType.any()
    return Tensor(dtype, Shape.of(None), trace=interpreter.trace, history=ShapeOf(value))


def _unstack(interpreter: Interpreter, call: Call) -> Value:
    """Raises OpError where nobody knows how many tensors there are before the graph runs."""
    x, axis = resolve(call.get(0, "value")), resolve(call.get(2, "axis", 0))
    dims = x.shape.dims if isinstance(x, TensorType) and x.kind == "tensor" else None
    is_asked = interpreter.trace is not None and call.get(1, "num") is None
    if is_asked and dims is not None and type(axis) is int and -len(dims) <= axis < len(dims):
        size, written = dims[axis], written_argument(call.node, 0, "value")
        if isinstance(size, Expr) and not is_static(size):
            words = f"the size of axis {axis} is open until the graph runs: value is {x}"
            hint = f"a loop over {written} itself takes its rows" if axis == 0 else None
            raise OpError("tf-trace", words, "value", hint)
    return by_rule(interpreter, call)


FUNCTIONS: Final[dict[str, Model]] = {"tensorflow.shape": _shape, "tensorflow.unstack": _unstack}
