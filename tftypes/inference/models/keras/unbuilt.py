"""What Keras refuses of a layer or a model that nobody has called or built: it has no weights and no inputs yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import DType, Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, giving, reading
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.config import KERAS, class_of, is_legacy
from tftypes.inference.models.keras.inputs import INPUTS, OUTPUT, OUTPUTS
from tftypes.inference.models.keras.variables import weight
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.keras_checks import none_of, one_of
from tftypes.inference.models.tensorflow.ops.keras_weights import PREPARING, WEIGHTS, WITHOUT
from tftypes.inference.models.tensorflow.structures import tensors_in
from tftypes.inference.objects import OPEN, TOP, Class, Instance, Value, resolve
from tftypes.inference.state import ABSENT

#: The remedy, by the last word of the class.
_REMEDIES: Final = {
    "Sequential": "keras.Input(shape) as its first layer builds it, and so does a call",
    "Model": "call it on a batch first",
}


#: What has no weights, or is built as soon as it is made.
_WITHOUT: Final = WITHOUT | PREPARING | {"Functional", "InputLayer", "Model"}


def is_unbuilt(interpreter: Interpreter, layer: Instance) -> bool:
    """Whether nobody has called or built a layer or model for sure."""
    if layer.birth <= interpreter.escaped or layer.read(OPEN) is not ABSENT:
        return False
    if layer.read(tracking.BUILT) is not ABSENT or layer.read(INPUTS) is not ABSENT:
        return False
    name = _short(interpreter, layer)
    is_own = isinstance(layer.cls, Class)
    if is_legacy(interpreter) or is_own and (name != "Model" or layer.read(OUTPUTS) is not ABSENT):
        return False
    return is_own or name not in _WITHOUT


def _short(interpreter: Interpreter, layer: Instance) -> str:
    return class_of(interpreter, layer).rpartition(".")[2]


def refuse(interpreter: Interpreter, layer: Instance, exception: str, what: str) -> None:
    """Raises OpError where a layer is not built for sure."""
    if is_unbuilt(interpreter, layer):
        name = _short(interpreter, layer)
        words = f"{what}: nobody has called or built this {name}"
        hint = _REMEDIES.get(name, "call it on a tensor first, or build(input_shape)")
        raise OpError("tf-state", words, hint=hint, exception=exception)


def count_params(interpreter: Interpreter, call: Call) -> Value:
    """`count_params()` of a layer that has its weights."""
    refuse(interpreter, call.receiver, "builtins.ValueError", "its parameters cannot be counted")
    found = tracking.told(tracking.weights, interpreter, call.receiver)
    if found is None:
        return PyValue("int")
    total: Any = 0
    for each in found:
        size: Any = 1
        for dim in (None,) if each.shape.dims is None else each.shape.dims:
            size = size * dim if isinstance(dim, int) and isinstance(size, int) else None
        total = total + size if isinstance(size, int) and isinstance(total, int) else None
    return PyValue("int") if total is None else total


def attribute(
    what: str, read: Callable[[Interpreter, Value], Value]
) -> Callable[[Interpreter, Value], Value]:
    """An attribute that is there once the layer is built."""

    def run(interpreter: Interpreter, layer: Value) -> Value:
        refuse(interpreter, layer, "builtins.AttributeError", what)
        return read(interpreter, layer)

    return run


def method(what: str) -> Callable[[Interpreter, Call], Value]:
    """A method that a layer has for the weights that it has."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        refuse(interpreter, call.receiver, "builtins.ValueError", what)
        return TOP

    return run


_MODES: Final = ("int8", "float8", "int4", "gptq", "awq")


def _quantize(interpreter: Interpreter, call: Call) -> Value:
    """`quantize(mode)`: in a mode that there is. Raises OpError for another."""
    mode = resolve(call.get(0, "mode"))
    if (
        isinstance(mode, str)
        and mode.partition("/")[0] not in _MODES
        and not is_legacy(interpreter)
    ):
        none_of({"mode": partial(one_of, options=_MODES)}, {"mode": mode})
    return method("it has no weights to quantize")(interpreter, call)


def touched(interpreter: Interpreter, model: Instance, data: Value) -> None:
    """A model is trained on data that nobody knows, or does not call itself: what it consists of may be built from here on."""
    found = tracking.told(tracking.every, interpreter, model)
    is_known = bool(tensors_in(interpreter, data))
    if found is None:
        interpreter.escaped = interpreter.trail.tick()
    for each in found or ():
        if each.read(tracking.BUILT) is ABSENT:
            interpreter.write(each, tracking.BUILT, TOP)
            if (
                isinstance(each.cls, Class) and not is_known
            ):  # its code runs, and gives it attributes
                interpreter.write(each, OPEN, True)


_INPUT: Final = attribute("it has no input yet", lambda interpreter, layer: TOP)
_OUTPUT: Final = attribute("it has no output yet", reading(OUTPUT))
METHODS: Final = {
    "enable_lora": method("it has no weights to adapt"),
    "quantize": _quantize,
}
SYMBOLS: Final = {"input": _INPUT, "output": _OUTPUT}
_KERNELS: Final = (
    "Dense",
    "EinsumDense",
    *(name for name in WEIGHTS if "Conv" in name and "LSTM" not in name),
)
CLASSES: Final = {
    f"{KERAS}layers.{name}": LibraryClass(
        attributes={
            kind: attribute(f"it has no {kind} yet", giving(weight(DType.any(), Shape.unknown())))
        }
    )
    for name, kind in (*((each, "kernel") for each in _KERNELS), ("Embedding", "embeddings"))
}
