"""Weights that a model is given: by `set_weights`, and from files, of which it is known what was written for each layer.

Keras finds the weights of a layer under the name of its class and its number among those of that class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.algebra.shapes import compatible
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import tracking, unbuilt
from tftypes.inference.models.keras.config import short_name
from tftypes.inference.models.tensorflow.ops import OpError, keras_weights
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import EXPLAINED, TOP, External, Instance, Value, resolve
from tftypes.inference.values import Seq, Tensor
from tftypes.inference.widening import soften

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
    last = [key for key, shapes in wanted.items() if shapes][-1:]
    for (name, number), shapes in wanted.items():
        saved = kept.get((name, number), ())
        shown = f"the {name} layer" if number == 0 else f"{name} layer {number + 1}"
        if len(saved) != len(shapes):
            words = f"{shown} has {len(shapes)} weights, and {path} {len(saved)} for it"
            raise OpError("tf-value", words, "filepath", "it was saved of another model")
        for one, other in zip(shapes, saved):
            if compatible(soften(one), soften(other)) is False:
                words = f"{shown} has a weight of shape {one}, and {path} one of {other} for it"
                are_classes = (one.dims or ())[:-1] == (other.dims or ())[:-1]
                is_head = [(name, number)] == last and are_classes  # it has another number of them
                hint = "skip_mismatch=True leaves it out" if is_head else None
                raise OpError("tf-shape", words, "filepath", hint)


def _get_weights(interpreter: Interpreter, call: Call) -> Value:
    """`get_weights()`: the weights as arrays."""
    found = tracking.told(tracking.weights, interpreter, call.receiver)
    if found is None and unbuilt.is_unbuilt(interpreter, call.receiver):
        made = interpreter.list(())
        words = "it has no weights yet, build(input_shape) or a call makes them"
        interpreter.write(made, EXPLAINED, words)
        return made
    if found is None:
        return interpreter.list(Seq((), TOP))
    return tracking.explained(
        interpreter, [TensorType(each.dtype, each.shape, "array") for each in found]
    )


def _set_weights(interpreter: Interpreter, call: Call) -> Value:
    """`set_weights(arrays)`: as many as there are weights, each of its shape.

    Raises OpError for others.
    """
    value = resolve(call.get(0, "weights"))
    if value is None or isinstance(value, (int, float, str)):
        raise OpError("tf-value", f"expected a list of arrays, got {value!r}", "weights")
    found = tracking.told(tracking.weights, interpreter, call.receiver)
    if found is not None and isinstance(value, TensorType):
        _check_array(value, len(found), written_argument(call.node, 0, "weights"))
    given = interpreter.known_items(value)
    if given and found is None:
        parts = tracking.told(tracking.every, interpreter, call.receiver)
        if parts and all(unbuilt.is_unbuilt(interpreter, each) for each in parts):
            words = f"{len(given)} arrays for no weights"
            unbuilt.refuse(interpreter, call.receiver, "builtins.ValueError", words)
    if given is None or found is None:
        return None
    if len(given) != len(found):
        words = f"{len(given)} arrays for {len(found)} weights"
        shown = ", ".join(str(each.shape) for each in found)
        hint = (
            f"expected shapes {shown}" if 0 < len(found) < 5 else "get_weights() has one for each"
        )
        if len(given) == 1 and len(found) == 2 and found[1].shape.rank == 1:
            hint = "use_bias=False in the layer leaves out its bias"
        raise OpError("tf-value", words, "weights", hint)
    for place, (weight_, value) in enumerate(zip(found, map(resolve, given))):
        wanted, got = weight_.shape, value.shape if isinstance(value, TensorType) else None
        if got is not None and compatible(soften(got), soften(wanted)) is False:
            words = f"weight {place} is {wanted}, got {got}"
            is_flipped = got == Shape.of(*reversed(wanted.dims or ()))
            hint = "its .T fits" if is_flipped else _sized(interpreter, call.receiver, weight_, got)
            raise OpError("tf-shape", words, "weights", hint)
    return None


def _check_array(value: TensorType, count: int, code: str | None) -> None:
    """One array is a list of its rows. Raises OpError where it has not one for each weight."""
    if value.shape.rank and is_number(value.shape[0]) and value.shape[0] != count:
        words = f"expected a list of arrays for {count} weights, got {value}"
        raise OpError("tf-value", words, "weights", f"[{code}] is one" if count == 1 else None)


def _sized(interpreter: Interpreter, model: Instance, weight: Tensor, got: Shape) -> str | None:
    """The arguments of a layer with which a weight of it has another shape."""
    for layer in tracking.every(interpreter, model):
        for place, each in enumerate(tracking.own_weights(layer)):
            if each.identity == weight.identity and each.shape == weight.shape:
                name = short_name(interpreter, layer)
                owner = "" if layer is model else f" in its {name}"
                return keras_weights.sized(name, place, weight.shape, got, owner)
    return None


METHODS: Final = {
    "get_weights": _get_weights,
    "set_weights": _set_weights,
}
