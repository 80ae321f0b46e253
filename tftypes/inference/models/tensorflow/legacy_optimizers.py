"""The optimizers of tf.compat.v1, which call a function for the loss where the program runs eagerly."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.objects import TOP, Container, External, Value, python_type, resolve


def _with_loss(interpreter: Interpreter, call: Call) -> Value:
    loss = resolve(call.get(0, "loss"))
    is_group = isinstance(loss, (TensorType, Container, tuple))
    is_value = is_group or loss is None or python_type(loss) is not None
    if is_value and interpreter.is_eager and isinstance(call.receiver.cls, External):
        words = f"expected a function that computes it, got {describe(to_rule(loss))}"
        hint = _as_function(interpreter, argument_of(call.node, 0, "loss"))
        raise OpError("tf-value", words, "loss", hint, "builtins.RuntimeError")
    interpreter.escape((call.receiver, *call.values))
    return TOP


def _as_function(interpreter: Interpreter, loss: ast.expr | None) -> str | None:
    """What computes the loss anew: a name stands for the one expression that it is assigned."""
    scope = interpreter.current_scope
    if isinstance(loss, ast.Name) and scope is not None:
        values = bound_in(scope).get(loss.id, ())
        loss = values[0] if len(values) == 1 else None
    if loss is None or isinstance(loss, ast.Constant):
        return None
    return f"lambda: {ast.unparse(loss)} is one"


CLASSES: Final = {
    "tensorflow.compat.v1.train.Optimizer": LibraryClass(
        methods={"minimize": _with_loss, "compute_gradients": _with_loss}
    )
}
