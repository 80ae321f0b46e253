"""Layers that are made of layers: what a wrapper, a recurrent layer and the two directions of one are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tftypes.inference.declarations import Class as Declared
from tftypes.inference.interpreter.arguments import positional, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import is_of_layer
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras.config import (
    KERAS,
    class_of,
    config_of,
    is_known,
    is_layer,
    short_name,
)
from tftypes.inference.models.keras.layer_state import RUN_FAULT
from tftypes.inference.models.tensorflow.ops import OpError, completed
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.keras_weights import WEIGHTS, WITHOUT
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import Class, External, Function, Instance, Value, resolve

#: The parameters that take a layer or a cell.
_TAKING: Final = ("layer", "backward_layer", "cell")
#: The parameters that take what is called on tensors.
_CALLED: Final = ("activation", "recurrent_activation")
#: The layers whose activation is over the last axis, and what its size is told by.
_SCORES: Final = {
    "Dense": "units",
    "Conv": "filters",
    "Conv1DTranspose": "filters",
    "Conv2DTranspose": "filters",
    "SeparableConv": "filters",
}
#: The classes of layers whose arguments are held against numbers, which no tensor in a graph lets be done.
_COMPARING: Final = ("Dropout", "LeakyReLU", "ReLU")
#: What the two directions have in common.
_SHARED: Final = ("stateful", "return_sequences", "return_state")


def check(interpreter: Interpreter, name: str, config: Mapping[str, Value]) -> None:
    """Raises OpError for a class or a function where a layer is wanted, and for directions that do not go together."""
    with completed(f"tf.keras.layers.{name}()"):
        for parameter in _TAKING:
            if parameter in config:
                _check_part(parameter, resolve(config[parameter]))
        if name == "Bidirectional":
            _check_directions(interpreter, config)


def _check_part(parameter: str, value: Value) -> None:
    wanted = "a cell" if parameter == "cell" else "a layer"
    if isinstance(value, External) and value.name.startswith(f"{KERAS}layers."):
        short = value.name.rpartition(".")[2]
        words = f"expected {wanted}, got the class {short}"
        raise OpError("tf-value", words, parameter, f"{short}() is one")
    if isinstance(value, Class):
        words = f"expected {wanted}, got the class {value.name}"
        raise OpError("tf-value", words, parameter, f"{value.name}() is one")
    is_number_ = parameter == "cell" and (is_number(value) or isinstance(value, (float, str)))
    if isinstance(value, Function) or is_number_:
        shown = "a function" if isinstance(value, Function) else describe(to_rule(value))
        raise OpError("tf-value", f"expected {wanted}, got {shown}", parameter)


def class_called(
    interpreter: Interpreter, call: Call, config: Mapping[str, Value]
) -> OpError | None:
    """What is wrong with the class of a layer as an activation: called on the output, it makes a layer.

    Keras says so where a model runs in a graph.
    """
    name = short_name(interpreter, call.receiver)
    for parameter in _CALLED:
        value = resolve(config.get(parameter))
        if isinstance(value, External) and value.name.startswith(f"{KERAS}layers."):
            if isinstance(interpreter.declared.find(value.name), Declared):
                short = value.name.rpartition(".")[2]
                names = positional(interpreter.declared, class_of(interpreter, call.receiver))
                place = (*(names or ()), parameter).index(parameter)
                written = written_argument(call.node, place, parameter) or short
                words = f"expected a function or an object, got the class {short}"
                error = OpError("tf-value", words, parameter, f"{written}() is one")
                return error.complete(f"tf.keras.layers.{name}()", {})
    return None


def check_called(interpreter: Interpreter, layer: Instance) -> None:
    """Raises OpError for a layer in a graph whose activation is such a class, where its constructor refuses a tensor."""
    fault, config = layer.read(RUN_FAULT, None), config_of(layer)
    given = [config[each] for each in _CALLED if each in config]
    names = [each.name.rpartition(".")[2] for each in given if isinstance(each, External)]
    if isinstance(fault, OpError) and interpreter.trace is not None:
        if not is_of_layer(interpreter.trace) and not set(names).isdisjoint(_COMPARING):
            raise fault


def warn_of_ones(interpreter: Interpreter, call: Call, config: Mapping[str, Value]) -> None:
    """Warns of a softmax over one score, which is 1 whatever the layer is given."""
    activation = resolve(config.get("activation"))
    name = activation.name.rpartition(".")[2] if isinstance(activation, External) else activation
    parameter = _SCORES.get(short_name(interpreter, call.receiver).rstrip("123D"), "")
    is_one = resolve(config.get(parameter)) == 1 and config.get("data_format") is None
    if name == "softmax" and is_one:
        words = "a softmax of one number is 1 whatever the layer is given"
        words = f"{words}; activation='sigmoid' gives a probability"
        interpreter.report(call.node, "tf-value", words, severity="warning")


def _check_directions(interpreter: Interpreter, config: Mapping[str, Value]) -> None:
    forward, backward = (resolve(config.get(each)) for each in ("layer", "backward_layer"))
    name = short_name(interpreter, forward)
    is_plain = is_layer(interpreter, forward) and isinstance(forward.cls, External)
    if (
        is_plain
        and name in WEIGHTS.keys() | WITHOUT
        and "LSTM" not in name
        and name not in _RECURRENT
    ):
        words = f"expected a recurrent layer, got {name}"
        hint = f"TimeDistributed({name}(...)) calls it on each step"
        raise OpError("tf-value", words, "layer", hint)
    if not is_layer(interpreter, backward) or not (is_plain and is_known(config_of(forward))):
        return
    other = config_of(backward)
    if not is_known(other):
        return
    turns = [resolve(each.get("go_backwards", False)) for each in (config_of(forward), other)]
    if turns[0] is turns[1] and isinstance(turns[0], bool):
        words = "both layers go the same way"
        hint = f"go_backwards={not turns[0]} turns it"
        raise OpError("tf-value", words, "backward_layer", hint)
    for each in _SHARED:
        one, two = (resolve(given.get(each, False)) for given in (config_of(forward), other))
        if isinstance(one, bool) and isinstance(two, bool) and one is not two:
            words = f"{each} is {one} forward, and {two} backward"
            raise OpError("tf-value", words, "backward_layer")


_RECURRENT: Final = ("GRU", "SimpleRNN", "RNN")
