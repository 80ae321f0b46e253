"""Sizes that an op asks for: `tf.shape` names those of a tensor that nobody knows, `tf.unstack` wants one before the graph runs."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

from tftypes.algebra import DType, Expr, Shape, TensorType
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.rules import as_dtype
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import DENSE
from tftypes.inference.models.tensorflow.ragged_shapes import shape_of
from tftypes.inference.objects import Unknown, Value, resolve
from tftypes.inference.scopes import walk
from tftypes.inference.values import ShapeOf, Tensor, is_static


def _shape(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "input"))
    if isinstance(value, TensorType) and value.kind == "ragged":
        return shape_of(interpreter, value, call.node)
    dtype = as_dtype(call.get(1, "out_type", DType.of("int32"))) or DType.any()
    if not isinstance(value, Unknown):
        is_dense = isinstance(value, TensorType) and value.kind in DENSE
        if is_dense and interpreter.is_eager and dtype.names.isdisjoint(("int32", "int64")):
            code = written_argument(call.node, 0, "input")
            hint = code and f"tf.cast(tf.shape({code}), tf.{dtype})"
            raise OpError("tf-dtype", f"expected int32 or int64, got {dtype}", "out_type", hint)
        return by_rule(interpreter, call)
    return Tensor(dtype, Shape.of(None), trace=interpreter.trace, history=ShapeOf(value))


@dataclass(frozen=True)
class _OfData:
    """The history of a tensor of a graph: how many values there are along an axis depends on what is in others."""

    axis: int


def _of_data(interpreter: Interpreter, call: Call) -> Value:
    """`tf.where(condition)` and its like: TensorFlow does not know the size along one axis before the graph runs."""
    made = by_rule(interpreter, call)
    axis = call.get(2, "axis") if call.name.endswith("boolean_mask") else 0
    axis = 0 if axis is None else resolve(axis)
    chooses = call.name.endswith("where") and (call.get(1, "x"), call.get(2, "y")) != (None, None)
    if interpreter.trace is None or chooses or type(axis) is not int or axis < 0:
        return made
    is_many = isinstance(made, tuple)
    first, rest = (made[0], made[1:]) if is_many else (made, ())
    if isinstance(first, TensorType) and first.kind == "tensor":
        first = Tensor.of(first, history=_OfData(axis))
    return (first, *rest) if is_many else first


def _unstack(interpreter: Interpreter, call: Call) -> Value:
    """Raises OpError where nobody knows how many tensors there are before the graph runs."""
    x, axis = resolve(call.get(0, "value")), resolve(call.get(2, "axis", 0))
    dims = x.shape.dims if isinstance(x, TensorType) and x.kind == "tensor" else None
    is_asked = interpreter.trace is not None and call.get(1, "num") is None
    if is_asked and dims is not None and type(axis) is int and -len(dims) <= axis < len(dims):
        size, written = dims[axis], written_argument(call.node, 0, "value")
        is_open = isinstance(size, Expr) and not is_static(size)
        if is_open or getattr(x, "history", None) == _OfData(axis % len(dims)):
            shown = TensorType(x.dtype, x.shape)
            words = f"the size of axis {axis} is open until the graph runs: value is {shown}"
            hint = f"tf.map_fn(f, {written}) calls f for each row"
            if _is_looped(interpreter.current_scope, call.node):
                hint = f"a loop over {written} itself takes its rows"
            raise OpError("tf-trace", words, "value", None if axis else hint)
    return by_rule(interpreter, call)


def _is_looped(scope: ast.AST | None, node: ast.AST) -> bool:
    """Whether a `for` statement goes over what a node gives."""
    inside = () if scope is None else walk(scope)
    return any(isinstance(each, ast.For) and each.iter is node for each in inside)


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.shape": _shape,
    "tensorflow.unstack": _unstack,
    "tensorflow.where": _of_data,
    "tensorflow.boolean_mask": _of_data,
    "tensorflow.unique": _of_data,
    "tensorflow.image.non_max_suppression": _of_data,
}
