"""Tensors of a graph whose rank nobody knows before it runs, as what `tf.py_function` gives: layers cannot be built."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras.batches import unpacked
from tftypes.inference.models.keras.call_checks import own_method
from tftypes.inference.models.keras.compiling import LOSS
from tftypes.inference.models.keras.tracking import BUILT
from tftypes.inference.models.tensorflow.specs import is_open
from tftypes.inference.models.tensorflow.structures import tensors_in
from tftypes.inference.objects import TOP, Class, External, Function, Instance, Value, resolve
from tftypes.inference.state import ABSENT

#: Keras' layers that have weights, or keep what they were built for.
_BUILT: Final = frozenset(
    ("Dense", "Conv1D", "Conv2D", "Conv3D", "Embedding", "LSTM", "GRU", "SimpleRNN", "BatchNormalization",
     "LayerNormalization", "Flatten", "Sequential")
)  # fmt: skip


def refused(
    interpreter: Interpreter, layer: Instance, values: Sequence[Value], node: ast.AST
) -> bool:
    """Whether a layer is not built for these arguments, which is told."""
    for each in values:
        for tensor in tensors_in(interpreter, each):
            if _has_no_rank(interpreter, tensor) and _asks_for_rank(layer):
                words = "the rank of the input is not known while the graph is made, and the layer is built by its shape"
                interpreter.refuse(node, "tf-rank", f"{words}: {_REMEDY}", "builtins.ValueError")
                return True
    return False


_REMEDY: Final = "say it with x.set_shape() or tf.ensure_shape()"


def check_step(
    interpreter: Interpreter, model: Instance, name: str, element: Value, node: ast.AST
) -> bool:
    """Whether Keras' own step refuses data of which nobody knows the rank in the graph, which is told."""
    if own_method(model, name) is not None:
        return False
    x, y, _ = unpacked(element)
    loss, is_own = resolve(model.read(LOSS, TOP)), isinstance(model.cls, Class)
    is_asked = not is_own or model.read(BUILT) is ABSENT
    is_lost = isinstance(loss, (str, Function, External)) or (
        isinstance(loss, Instance) and isinstance(loss.cls, External)
    )
    found = [("inputs", x)] if is_asked else []
    if is_lost and own_method(model, "compute_loss") is None:
        found.append(("labels", y))
    for what, value in found:
        if any(is_open(each.shape) for each in tensors_in(interpreter, value)):
            words = (
                f"the rank of the {what} is not known while the graph is made: {_REMEDY} in map()"
            )
            interpreter.refuse(node, "tf-rank", words, "builtins.ValueError")
            return True
    return False


def _has_no_rank(interpreter: Interpreter, tensor: TensorType) -> bool:
    return interpreter.trace is not None and tensor.kind == "tensor" and is_open(tensor.shape)


def _asks_for_rank(layer: Instance) -> bool:
    """Whether a layer looks at shapes before it is called: what has something to build does, and all of the program's."""
    return isinstance(layer.cls, Class) or layer.cls.name.rpartition(".")[2] in _BUILT
