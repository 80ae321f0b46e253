"""Constructors of layers: the arguments that Keras refuses, and what a layer keeps of the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.declarations import Class as Declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import parts, tracking
from tftypes.inference.models.keras.config import (
    DTYPES,
    check_keywords,
    class_of,
    configure,
    dtypes,
    has_registered,
    is_known,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.layer_state import NUMBERED, RUN_FAULT
from tftypes.inference.models.keras.symbols import is_symbol
from tftypes.inference.models.keras.windows import windows
from tftypes.inference.models.tensorflow.ops import OpError, completed, keras_arguments
from tftypes.inference.models.tensorflow.tracing import note_made, variable_made
from tftypes.inference.objects import TOP, Class, External, Instance, Value, resolve
from tftypes.inference.state import Definite
from tftypes.inference.values import Spread

#: What is the same on the layer as it was given.
_KEPT: Final = (
    "units", "filters", "rate", "axis", "epsilon", "momentum", "return_sequences", "return_state", "input_dim",
    "output_dim", "merge_mode", "n", "num_heads", "key_dim", "use_bias", "name", "layer", "cell", "scale", "offset",
)  # fmt: skip


def construct(interpreter: Interpreter, call: Call) -> None:
    """The constructor of Keras' own layer classes, also as `super().__init__(...)` of the program's."""
    config = configure(interpreter, call)
    layer = call.receiver
    note_made(interpreter, layer, call.node)
    if (
        short_name(interpreter, layer) == "Layer"
        and call.args
        and not isinstance(call.args[0], Spread)
    ):
        words = f"takes no argument by position, got {len(call.args)}"
        is_self = resolve(call.args[0]) is layer
        hint = "super().__init__() knows self" if is_self else None
        if isinstance(layer.cls, Class) and layer.cls.find("__init__") is None:
            hint = f"def __init__(self, ...) of {layer.cls.name} takes it"
        error = OpError("tf-call", words, hint=hint)
        raise error.complete("tf.keras.layers.Layer()", {})
    _number(interpreter, layer, config)
    _check_uncalled(interpreter, call)
    check_keywords(interpreter, "Layer", class_of(interpreter, layer), config)
    check_arguments(interpreter, short_name(interpreter, layer), config)
    if fault := parts.class_called(interpreter, call, config):
        interpreter.write(layer, RUN_FAULT, fault)
    parts.warn_of_ones(interpreter, call, config)
    if _is_random(short_name(interpreter, layer), config):
        variable_made(interpreter, call.node, layer)
    interpreter.write(layer, DTYPES, dtypes(interpreter, config.get("dtype")))
    interpreter.write(layer, tracking.LOCKED, False)
    kept = {name: config[name] for name in _KEPT if name in config}
    for name, value in (kept | windows(short_name(interpreter, layer), config)).items():
        interpreter.write(layer, name, value)
        tracking.on_write(interpreter, Call((name, value), {}, call.node, receiver=layer))
    if "trainable" in config:
        tracking.set_trainable(interpreter, layer, config["trainable"])


def _number(interpreter: Interpreter, layer: Instance, config: Mapping[str, Value]) -> None:
    """Keras numbers the layers of a class that are given no name, the first one apart."""
    if config.get("name") is None and is_known(config) and interpreter.trace is None:
        made = Definite(f"keras numbers {layer.cls.name}")
        if interpreter.switches.read(made) is True:
            interpreter.write(layer, NUMBERED, True)
        interpreter.write(interpreter.switches, made, True)


#: The layers with a generator of random numbers, which has a variable, where this argument is no zero.
_RANDOM: Final = {
    "AlphaDropout": "rate", "Dropout": "rate", "GaussianDropout": "rate", "GaussianNoise": "stddev",
    "SpatialDropout1D": "rate", "SpatialDropout2D": "rate", "SpatialDropout3D": "rate",
}  # fmt: skip


def _is_random(name: str, config: Mapping[str, Value]) -> bool:
    """Whether a layer has a generator of random numbers for sure."""
    share = resolve(config.get(_RANDOM.get(name, ""), 0))
    return name.startswith("Random") or isinstance(share, (int, float)) and share > 0


#: The classes whose first argument may be a symbol until they are called.
_HOLDING: Final = (
    "AdditiveAttention", "Attention", "CenterCrop", "Concatenate", "ContrastLimitedAdaptiveHistogramEqualization",
    "ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D", "ELU", "EinsumDense", "HashedCrossing", "Masking", "MixUp",
    "Normalization", "PReLU", "Pipeline", "RMSNormalization", "RandomColorJitter", "RandomCrop", "RandomFlip",
    "Rescaling", "Reshape", "Resizing", "Softmax",
)  # fmt: skip


def _check_uncalled(interpreter: Interpreter, call: Call) -> None:
    """A layer is made first, then called on its input. Raises OpError where the class is given that."""
    layer, given = call.receiver, resolve(call.args[0]) if call.args else TOP
    name = short_name(interpreter, layer)
    is_own = isinstance(layer.cls, External) and not is_legacy(interpreter)
    if is_own and isinstance(given, TensorType) and is_symbol(given) and name not in _HOLDING:
        words = f"the class makes a layer, got the input {TensorType(given.dtype, given.shape)}"
        found = interpreter.declared.find(layer.cls.name)
        is_alone = isinstance(found, Declared) and interpreter.declared.accepts(found, 0) is None
        is_alone = is_alone and len(call.values) == 1
        error = OpError(
            "tf-call", words, hint=f"{name}({'' if is_alone else '...'})(x) calls it on x"
        )
        raise error.complete(f"tf.keras.layers.{name}()", {})


def check_arguments(interpreter: Interpreter, name: str, config: Mapping[str, Value]) -> None:
    """Refuses what a layer of this class cannot be made with."""
    if is_legacy(interpreter):
        return
    parts.check(interpreter, name, config)
    given = {key: to_rule(value) for key, value in config.items()}
    with completed(f"tf.keras.layers.{name}()"):
        try:
            keras_arguments.check(name, given, has_registered(interpreter))
        except OpError as error:
            is_tensor = any(map(is_symbol, config.values()))
            error.hint = f"{name}(...)(x) calls it on x" if is_tensor else error.hint
            if isinstance(given.get("layer"), TensorType):
                error.hint = f"{name}(layer)(x) takes the layer, not what it makes of x"
            raise
