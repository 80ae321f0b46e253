"""Tensors of a graph whose rank nobody knows before it runs, as what `tf.py_function` gives: layers cannot be built."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.specs import is_open
from tftypes.inference.models.tensorflow.structures import tensors_in
from tftypes.inference.objects import Class, Instance, Value

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
                interpreter.refuse(
                    node,
                    "tf-rank",
                    "the rank of the input is not known while the graph is made, and the layer is built by its shape: "
                    "say it with x.set_shape() or tf.ensure_shape()",
                    "builtins.ValueError",
                )
                return True
    return False


def _has_no_rank(interpreter: Interpreter, tensor: TensorType) -> bool:
    return interpreter.trace is not None and tensor.kind == "tensor" and is_open(tensor.shape)


def _asks_for_rank(layer: Instance) -> bool:
    """Whether a layer looks at shapes before it is called: what has something to build does, and all of the program's."""
    return isinstance(layer.cls, Class) or layer.cls.name.rpartition(".")[2] in _BUILT
