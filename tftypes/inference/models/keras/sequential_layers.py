"""What a Sequential is put together from: layers of other names, behind one Input."""

from __future__ import annotations

from tftypes.algebra import TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter import missing
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras.config import (
    KERAS,
    class_of,
    config_of,
    is_layer,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.inputs import INPUTS
from tftypes.inference.models.tensorflow.ops import OpError, keras_names
from tftypes.inference.objects import Container, External, Function, Instance, Value, python_type
from tftypes.inference.show import show
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, may_have_more


def check_layer(interpreter: Interpreter, known: Value, layer: Value) -> None:
    """Refuses what is no layer for sure, and a second layer of one name.

    Raises OpError for them.
    """
    problem = hint = None
    if _is_function(interpreter, layer):
        problem, hint = "a function is no layer", "Lambda(function) is one"
    elif isinstance(layer, External) and layer.name.startswith(f"{KERAS}layers."):
        short = layer.name.rpartition(".")[2]
        problem, hint = f"expected layers, got the class {short}", f"{short}() is a layer"
    elif _is_no_layer(interpreter, layer):
        problem = f"expected layers, got {show(layer)}"
        if isinstance(layer, Instance) and interpreter.has_method(layer, "__call__"):
            hint = "Lambda(...) of it is one"
        if isinstance(layer, str) and layer in keras_names.NAMES["activation"]:
            hint = f"Activation({layer!r}) is one"
    name = config_of(layer).get("name")
    others = [each for each in known if each is not layer] if isinstance(known, tuple) else []
    if isinstance(name, str) and any(config_of(each).get("name") == name for each in others):
        problem, hint = f"two layers are called {name!r}", "another name= for one of them"
    if problem is not None:
        raise OpError("tf-value", problem, hint=hint).complete("tf.keras.Sequential()", {})


def _is_function(interpreter: Interpreter, value: Value) -> bool:
    if isinstance(value, External):
        return isinstance(interpreter.declared.find(value.name), declared.Function)
    return isinstance(value, (Function, Bound))


def _is_no_layer(interpreter: Interpreter, value: Value) -> bool:
    if isinstance(value, External):
        return isinstance(interpreter.declared.find(value.name), declared.Module)
    if isinstance(value, Instance):
        is_told = class_of(interpreter, value).startswith(KERAS) or missing.is_known(
            interpreter, value
        )
        return is_told and not is_layer(interpreter, value)
    if isinstance(value, TensorType):
        return not may_have_more(value)
    is_several = isinstance(value, (tuple, Container))
    return is_several or value is None or python_type(value) is not None


def check_layers(interpreter: Interpreter, model: Instance, known: Value) -> None:
    """What is called has layers, and an Input before all others alone. Raises OpError where it has not."""
    late = isinstance(known, tuple) and any(
        short_name(interpreter, each) == "InputLayer" for each in known
    )
    if late and not is_legacy(interpreter):
        raise OpError(
            "tf-value", "an Input stands behind a layer", hint="keras.Input(shape) comes first"
        )
    is_empty = known == () and model.read(INPUTS) is ABSENT
    if is_empty and model.birth > interpreter.escaped and not is_legacy(interpreter):
        raise OpError("tf-state", "it has no layers yet", hint="add(layer) puts one in")
