"""Models that are made anew from what was kept of them: `load_model` of a file that the program wrote, `clone_model`.

Keras makes each layer by `cls(**layer.get_config())`, and finds the program's classes and functions where it is told to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import configs, tracking
from tftypes.inference.models.keras.compiling import LOSS, METRICS, OPTIMIZER, WEIGHTED
from tftypes.inference.models.keras.config import (
    KERAS,
    check_names,
    class_of,
    config_of,
    has_registered,
    is_legacy,
)
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.saved_models import EXPORTED, end_of, place_of, shown_path
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Log,
    Value,
    resolve,
)
from tftypes.inference.show import show
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped

#: What the names of files end in that `load_model` reads; it reads folders, too.
_READ: Final = (".keras", ".h5", ".hdf5")
#: Losses under these names are written to .h5 files and not found again.
_LOST: Final = ("bce", "kld", "mae", "mape", "mse", "msle")


def model_config(interpreter: Interpreter, call: Call) -> Value:
    """`model.get_config()`, which asks each layer for its own."""
    if not is_legacy(interpreter):
        for each, _ in configs.of_program(interpreter, call.receiver):
            configs.check_config(interpreter, each)
    made = configs.layer_config(interpreter, call)
    interpreter.write(made, _MODEL, call.receiver)
    return made


#: The slot of a config with the model that it is of.
_MODEL: Final = "keras model"


def from_config(interpreter: Interpreter, call: Call) -> Value:
    """`Model.from_config(config)`: the classes of the program in it are looked up by their names."""
    config = resolve(call.get(0, "config"))
    model = config.read(_MODEL) if isinstance(config, Container) else None
    check_objects(interpreter, call, model)
    return TOP


def check_objects(interpreter: Interpreter, call: Call, model: Value) -> None:
    """Raises OpError where a model is made anew and Keras is not told of the program's classes and functions in it."""
    if isinstance(model, Instance) and not is_legacy(interpreter) and "**" not in call.kwargs:
        names = _names(interpreter, model, ())
        _check_names(interpreter, names, resolve(call.get(1, "custom_objects")))


def to_json(interpreter: Interpreter, call: Call) -> Value:
    """`model.to_json()`: its config as text."""
    model_config(interpreter, call)
    return PyValue("str", source=call.receiver)


def _check_names(
    interpreter: Interpreter,
    names: Iterator[tuple[str, str]],
    objects: Value,
    remedy: str = "custom_objects={} tells it",
) -> None:
    """Raises OpError for a class or function of the program's that Keras is not told of."""
    told = _told(objects)
    if told is None or has_registered(interpreter):
        return
    missing = {name: kind for name, kind in names if name not in told}
    for name, kind in missing.items():
        every = ", ".join(f"{each!r}: {each}" for each in (*map(str, told), *missing))
        words = f"Keras does not find the {kind} {name!r}"
        raise OpError("tf-value", words, hint=remedy.format(f"{{{every}}}"))


# -- files ------------------------------------------------------------------------------------------------------------


#: The switch, with a path, of what weights were written there.
WEIGHTS: Final = "saved weights"


def _is_exported(interpreter: Interpreter, path: Value) -> bool:
    """Whether the program has written a SavedModel there. Of other folders nobody knows here what they hold."""
    place = place_of(path)
    if place is None or end_of(path).endswith(_READ):
        return False
    found = interpreter.switches.read((EXPORTED, place), None)
    return found is True or isinstance(interpreter.switches.read(("saved", place), None), Log)


def keep(interpreter: Interpreter, path: Value, model: Instance) -> None:
    """The file holds the model as it is now; one of a class of the program's is made anew when it is read."""
    place = place_of(path)
    if place is not None:
        kept = tracking.copied(interpreter, model) if isinstance(model.cls, External) else model
        interpreter.write(interpreter.switches, ("saved", place), kept)


#: What Keras reads neither models nor weights of.
_OLD: Final = (".ckpt", ".tf", ".pb", ".json", ".pkl", ".pt", ".pth", ".onnx", ".tflite")


def check_read(path: str, endings: tuple[str, ...]) -> None:
    """Raises OpError for a file of another program's, or of an older version's."""
    if path.endswith(_OLD):
        words = f"expected a name that ends in {' or '.join(endings)}, got {path!r}"
        made = path.rpartition(".")[0] + endings[0]
        raise OpError("tf-value", words, "filepath", f"save() writes {made!r}")


def load(interpreter: Interpreter, call: Call) -> Value:
    """`load_model(path)`: the model that the program has written there, or what is wrong with it."""
    path = resolve(call.get(0, "filepath"))
    if path is None or isinstance(path, (int, float, tuple, TensorType)):
        raise OpError("tf-value", f"expected the name of a file, got {show(path)}", "filepath")
    if isinstance(path, str) and not is_legacy(interpreter):
        check_read(path, _READ)
    if _is_exported(interpreter, path) and not is_legacy(interpreter):
        shown = repr(path) if isinstance(path, str) else "path"
        words = f"{shown_path(path)} is a SavedModel, expected a file that save() has written"
        hint = f"keras.layers.TFSMLayer({shown}, call_endpoint=...) and tf.saved_model.load({shown}) read it"
        raise OpError("tf-value", words, "filepath", hint)
    place = place_of(path)
    if place is not None and interpreter.switches.read((WEIGHTS, place)) is not ABSENT:
        words = f"{shown_path(path)} has the weights of a model alone, expected a file that save() has written"
        raise OpError("tf-value", words, "filepath", "load_weights() of a model like it reads it")
    model = TOP if place is None else interpreter.switches.read(("saved", place), TOP)
    if not isinstance(model, Instance) or is_legacy(interpreter) or "**" in call.kwargs:
        return TOP
    end = end_of(path)
    if end.endswith(".keras") and resolve(call.get(3, "safe_mode", True)) is True:
        _check_safe(interpreter, model)
    compiles = resolve(call.get(2, "compile", True))
    objects = resolve(call.get(1, "custom_objects"))
    if isinstance(objects, tuple) or isinstance(objects, Container) and objects.kind != "dict":
        hint = "{'Name': Name, ...} has them by their names"
        raise OpError("tf-value", "expected a dict of objects", "custom_objects", hint)
    is_old = not end.endswith(".keras")
    read = () if compiles is not True else (LOSS,) if is_old else (LOSS, METRICS)
    _check_names(interpreter, _names(interpreter, model, read), objects)
    loss = model.read(LOSS)
    if is_old and compiles is True and isinstance(loss, str) and loss.lower() in _LOST:
        words = (
            f"Keras does not find the loss {loss!r} of a file that ends in {end.rpartition('.')[2]}"
        )
        raise OpError("tf-value", words, hint="compile=False leaves it out")
    configs.check_restored(interpreter, model, call.node)
    if not isinstance(model.cls, External) or not isinstance(compiles, bool):
        return TOP
    made = tracking.copied(interpreter, model)
    for slot in () if compiles else (OPTIMIZER, LOSS, METRICS, WEIGHTED):
        interpreter.write(made, slot, ABSENT)
    return made


_UNSAFE: Final = "keras loads unsafely"


def _allow(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(interpreter.switches, _UNSAFE, True)
    return None


def _check_safe(interpreter: Interpreter, model: Instance) -> None:
    """Raises OpError for a lambda, whose code Keras does not run from a file unless it is told to."""
    if isinstance(model.cls, Class) or interpreter.switches.read(_UNSAFE) is not ABSENT:
        return
    for each in tracking.told(tracking.parts, interpreter, model) or ():
        function = config_of(each).get("function")
        is_lambda = isinstance(function, Function) and function.code.name == "<lambda>"
        if is_lambda and class_of(interpreter, each) == f"{KERAS}layers.Lambda":
            words = "the file has a Lambda with a lambda, whose code is not run by default"
            raise OpError(
                "tf-value", words, hint="safe_mode=False runs it, where you trust the file"
            )


def _told(value: Value) -> list[Value] | None:
    """The names among the custom objects; None where they are not known."""
    value = resolve(value)
    if value is None:
        return []
    contents = value.contents if isinstance(value, Container) else None
    if not isinstance(contents, Mapped) or contents.rest is not ABSENT:
        return None
    return list(contents.known)


def _names(
    interpreter: Interpreter, model: Instance, slots: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The classes and functions of the program that a file names: those of layers, and what is in some slots."""
    for _, cls in configs.of_program(interpreter, model):
        yield cls.name, "class"
    kept = [one for slot in slots for one in leaves(interpreter, model.read(slot, None))]
    yield from _named([*configs.given_to(interpreter, model), *kept])


def _named(values: Sequence[Value]) -> Iterator[tuple[str, str]]:
    for value in values:
        if isinstance(value, Function) and value.code.name != "<lambda>":
            yield value.code.name, "function"
        elif isinstance(value, Instance) and isinstance(value.cls, Class):
            yield value.cls.name, "class"


def clone(interpreter: Interpreter, call: Call) -> Value:
    """`clone_model`: as the model is, but for functions that change its layers."""
    check_names(interpreter, call)
    model = resolve(call.get(0, "model"))
    for place, name in enumerate(("clone_function", "call_function"), 2):
        function = resolve(call.get(place, name))
        if isinstance(function, (int, float, str, tuple)):
            raise OpError("tf-value", f"expected a function, got {show(function)}", name)
    if not isinstance(model, Instance) or len(call.args) + len(call.kwargs) > 1:
        return TOP
    if not is_legacy(interpreter):
        remedy = "with keras.utils.custom_object_scope({}): around it tells it"
        _check_names(interpreter, _named([*configs.given_to(interpreter, model)]), None, remedy)
    configs.check_restored(interpreter, model, call.node)
    return tracking.copied(interpreter, model)


FUNCTIONS: Final = {
    f"{KERAS}models.clone_model": clone,
    f"{KERAS}Operation.from_config": from_config,
    f"{KERAS}saving.load_model": load,
    f"{KERAS}config.enable_unsafe_deserialization": _allow,
}
