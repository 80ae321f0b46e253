"""What layers keep between calls: what they have learned from data, and the state of those that are stateful."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tftypes.algebra import Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.config import config_of, is_known, is_legacy, short_name
from tftypes.inference.models.keras.inputs import is_connected
from tftypes.inference.models.keras.symbols import has_symbols
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import OPEN, TOP, External, Instance, Value, python_type, resolve
from tftypes.inference.state import ABSENT, Definite

#: The slot of a layer that has learned from data, or of a model whose weights were read from a file.
LEARNED: Final = "keras learned"
#: The slot of a layer with what it refuses in a graph: the loop of a recurrent one, or the class in place of an activation.
RUN_FAULT: Final = "fault of the run"
#: The slot of a layer without a name that is not the first of its class in the process for sure.
NUMBERED: Final = "keras numbered"
#: The slot with the shape that a layer was built for.
BUILT_FOR: Final = Definite("keras built for")
#: The layers that learn, by the argument that makes it needless.
_LEARNING: Final = {
    "StringLookup": "vocabulary",
    "IntegerLookup": "vocabulary",
    "TextVectorization": "vocabulary",
    "Discretization": "bin_boundaries",
}
RECURRENT: Final = frozenset(
    ("LSTM", "GRU", "SimpleRNN", "RNN", "ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D")
)


def check_learned(interpreter: Interpreter, layer: Instance) -> None:
    """Raises OpError for a layer that must have learned something, or was given it, and was not for sure."""
    config, fixed = config_of(layer), _LEARNING.get(short_name(interpreter, layer))
    is_fresh = layer.birth > interpreter.escaped and layer.read(OPEN) is ABSENT
    if fixed is None or not is_fresh or not isinstance(layer.cls, External):
        return
    is_told = not is_known(config) or config.get(fixed) is not None or is_legacy(interpreter)
    if not is_told and layer.read(LEARNED) is ABSENT:
        words = f"the layer has no {fixed.replace('_', ' ')} yet"
        raise OpError("tf-state", words, hint="adapt(data) before it learns one")


def check_parts(interpreter: Interpreter, model: Instance) -> None:
    """Raises OpError for a model with a layer that has not learned."""
    if model.read(LEARNED) is ABSENT:
        for each in _layers(interpreter, model):
            check_learned(interpreter, each)


def check_batches(interpreter: Interpreter, model: Instance, *sizes: Dim) -> None:
    """Raises OpError for batches of other sizes than a stateful layer of a model keeps its state for.

    Keras asks for the size of the first one. A later one of one row goes with a state of any size.
    """
    asked = [*sizes[:1], *(size for size in sizes[1:] if size != 1)]
    for each in _layers(interpreter, model):
        config, built_for = config_of(each), each.read(BUILT_FOR)
        if config.get("stateful") is not True or not is_known(config) or is_legacy(interpreter):
            continue
        if short_name(interpreter, each) not in RECURRENT or not isinstance(each.cls, External):
            continue
        kept = built_for[0] if isinstance(built_for, Shape) and built_for.rank else None
        other = next((size for size in asked if is_number(size) and size != kept), None)
        if is_number(kept) and other is not None:
            words = (
                f"a batch of {other} rows, and stateful=True keeps a state for batches of {kept}"
            )
            raise OpError(
                "tf-shape", words, hint=f"{kept} rows, or a multiple with batch_size={kept}"
            )


def _layers(interpreter: Interpreter, model: Instance) -> Sequence[Instance]:
    """All layers of a model that was put together; none where they are not known."""
    is_put_together = isinstance(model.cls, External)
    return (tracking.told(tracking.every, interpreter, model) if is_put_together else None) or ()


def _initial_state(interpreter: Interpreter, call: Call) -> Value:
    """`get_initial_state(batch_size)`. Raises OpError for the inputs, which older versions took."""
    given = resolve(call.get(0, "batch_size"))
    if isinstance(given, TensorType) and given.shape.rank and not is_legacy(interpreter):
        words = f"expected the number of rows, got {describe(to_rule(given))}"
        raise OpError("tf-value", words, "batch_size", "keras.ops.shape(x)[0] is that of x")
    return TOP


RNN: Final = {"get_initial_state": _initial_state}


def add_loss(interpreter: Interpreter, call: Call) -> Value:
    """`add_loss(loss)`: of symbols only within `call`, where they are tensors; a functional model has none."""
    is_functional = is_connected(call.receiver)
    is_functional = is_functional and short_name(interpreter, call.receiver) != "Sequential"
    is_refused = is_functional or has_symbols(interpreter, *call.values)
    if is_refused and not is_legacy(interpreter):
        taken = (
            "a functional model takes no losses"
            if is_functional
            else "add_loss() takes no KerasTensor"
        )
        words = f"{taken}: call self.add_loss() in the call() of a layer, on its tensors"
        interpreter.refuse(call.node, "tf-trace", words)
    for leaf in leaves(interpreter, call.get(0, "loss")):
        is_array = isinstance(leaf, TensorType) and leaf.kind == "array"
        if (is_array or python_type(leaf) is not None) and not is_legacy(interpreter):
            words = (
                f"add_loss() takes tensors, got {describe(to_rule(leaf))}; tf.constant(loss) is one"
            )
            interpreter.refuse(call.node, "tf-value", words)
    interpreter.write(call.receiver, tracking.LOST, True)
    return None
