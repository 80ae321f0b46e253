"""Files of weights: what a model writes of each layer, held against the model that reads it.

Keras finds the weights of a layer under the name of its class and its number among those of that class.
"""

from __future__ import annotations

from collections.abc import Mapping

from tftypes.algebra import Shape, equal
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.config import short_name
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import External, Instance, Value

#: The shapes of the weights of each layer, by its class and number.
Layout = Mapping[tuple[str, int], tuple[Shape, ...]]


def layout(model: Instance, interpreter: Interpreter) -> Layout | None:
    """What a model of plain layers writes; None where that is not known."""
    if not isinstance(model.cls, External):
        return None
    found: dict[tuple[str, int], tuple[Shape, ...]] = {}
    counts: dict[str, int] = {}
    try:
        for layer in tracking.parts(interpreter, model):
            if not isinstance(layer.cls, External) or tracking.parts(interpreter, layer):
                return None
            name = short_name(interpreter, layer)
            counts[name] = counts.get(name, -1) + 1
            shapes = tuple(each.shape for each in tracking.weights(interpreter, layer))
            found[name, counts[name]] = shapes
    except tracking.Untold:
        return None
    return found


def check(interpreter: Interpreter, model: Instance, kept: Value, path: str) -> None:
    """Raises OpError for a layer whose weights are not in the file, or have other shapes there."""
    wanted = layout(model, interpreter)
    if wanted is None or not isinstance(kept, Mapping):
        return
    for (name, number), shapes in wanted.items():
        saved = kept.get((name, number), ())
        shown = f"the {name} layer" if number == 0 else f"{name} layer {number + 1}"
        if len(saved) != len(shapes):
            words = f"{shown} has {len(shapes)} weights, and {path} {len(saved)} for it"
            raise OpError("tf-value", words, "filepath", "it was saved of another model")
        for one, other in zip(shapes, saved):
            if one.rank != other.rank or any(
                equal(a, b) is False for a, b in zip(one.dims or (), other.dims or ())
            ):
                words = f"{shown} has a weight of shape {one}, and {path} one of {other} for it"
                raise OpError("tf-shape", words, "filepath", "skip_mismatch=True leaves it out")
