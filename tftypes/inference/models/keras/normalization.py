"""`Normalization`: the means that it was given or has learned, and the inputs that they are for."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import Shape, TensorType, equal
from tftypes.inference.graphs import LAYER
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import layers
from tftypes.inference.models.keras.config import KERAS, config_of, is_known, is_legacy
from tftypes.inference.models.keras.layer_state import BUILT_FOR
from tftypes.inference.models.keras.preprocessing import check_learned_from
from tftypes.inference.models.keras.symbols import shape_of, sizes
from tftypes.inference.models.keras.tracking import BUILT
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, completed
from tftypes.inference.models.tensorflow.ops.keras_statistics import (
    axes_of,
    check_data,
    check_given,
    check_normalized,
)
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Dataset
from tftypes.inference.widening import soften

_NAME: Final = "tf.keras.layers.Normalization()"


def _build(interpreter: Interpreter, call: Call) -> Value:
    config, shape = config_of(call.receiver), shape_of(call.get(0, "input_shape"))
    if is_known(config) and shape is not None and not is_legacy(interpreter):
        axis, mean = (to_rule(config.get(name, at)) for name, at in (("axis", -1), ("mean", None)))
        try:
            with completed(_NAME):
                check_given(axis, mean, shape)
        except Unsure:
            pass
    return layers.build(interpreter, call)


def _call(interpreter: Interpreter, call: Call) -> Value:
    layer, config = call.receiver, config_of(call.receiver)
    is_of_symbols = interpreter.trace is not None and interpreter.trace.kind is LAYER
    if is_known(config) and not is_of_symbols and not is_legacy(interpreter) and call.args:
        check = partial(_check, to_rule(config.get("axis", -1)), layer.read(BUILT_FOR))
        interpreter.certain(check, [to_rule(call.args[0])], call.node)
    return layers.call_library(interpreter, call)


def _check(axis: Value, built_for: Value, x: Value) -> None:
    with completed(_NAME):
        check_normalized(axis, built_for, x)


def _adapt(interpreter: Interpreter, call: Call) -> Value:
    """`adapt(data)`: the layer is built for such data, unless it is built."""
    layer, config, data = call.receiver, config_of(call.receiver), resolve(call.get(0, "data"))
    if not is_known(config) or is_legacy(interpreter):
        return None
    if config.get("mean") is not None:
        if isinstance(config["mean"], (TensorType, float, tuple)):
            hint = "leave out adapt(), or the arguments mean and variance"
            words = "the layer was made with means, and learns no others"
            raise OpError("tf-state", words, hint=hint, exception="builtins.AttributeError")
        return None
    check_data(to_rule(data))
    check_learned_from(interpreter, call)
    shape, built_for = _shape(interpreter, data), layer.read(BUILT_FOR)
    if layer.read(BUILT) is not True:
        given = TOP if shape is None else sizes(shape)
        interpreter.call(interpreter.attribute(layer, "build", call.node), [given], {}, call.node)
    elif shape is not None and isinstance(built_for, Shape):
        for place in _axes(to_rule(config.get("axis", -1)), built_for):
            if (
                place < (shape.rank or 0)
                and equal(soften(shape[place]), soften(built_for[place])) is False
            ):
                words = f"built for inputs of {built_for}, got data of {shape}"
                raise OpError("tf-shape", words, "data", "adapt() comes before the first call")
    return None


def _axes(axis: Value, shape: Shape) -> tuple[int, ...]:
    try:
        return axes_of(axis, shape.rank)
    except (OpError, Unsure):
        return ()


def _shape(interpreter: Interpreter, data: Value) -> Shape | None:
    """The shape of an array, or of the batches of a data set."""
    if isinstance(data, Dataset):
        data = next(iter(leaves(interpreter, data.element)), None)
        if isinstance(data, TensorType) and data.shape.rank in (None, 1):
            return None  # Keras makes batches of what has none
    return data.shape if isinstance(data, TensorType) else None


CLASSES: Final = {
    f"{KERAS}layers.Normalization": LibraryClass(
        methods={"build": _build, "call": _call, "adapt": _adapt}
    )
}
