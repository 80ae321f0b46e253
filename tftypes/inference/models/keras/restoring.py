"""Models that are made anew from what was kept of them: `load_model` of a file that the program wrote, `clone_model`.

Keras makes each layer by `cls(**layer.get_config())`, and finds the program's classes and functions where it is told to.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.compiling import LOSS, METRICS, OPTIMIZER, WEIGHTED
from tftypes.inference.models.keras.config import (
    KERAS,
    check_names,
    class_of,
    config_of,
    has_registered,
    is_a,
    is_legacy,
    with_config,
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
from tftypes.inference.values import Bound, Mapped, whole_dict

#: What the names of files end in that `load_model` reads; it reads folders, too.
_READ: Final = (".keras", ".h5", ".hdf5")
#: Losses under these names are written to .h5 files and not found again.
_LOST: Final = ("bce", "kld", "mae", "mape", "mse", "msle")


def layer_config(interpreter: Interpreter, call: Call) -> Value:
    """`super().get_config()` of a layer of the program's: what every layer is made with, but for the class's own."""
    layer = call.receiver
    if not is_legacy(interpreter):
        check_config(interpreter, layer)
    is_own = isinstance(layer.cls, Class) and layer.cls.find("get_config") is not None
    if not is_own or class_of(interpreter, layer) != f"{KERAS}Layer":
        return interpreter.list(Mapped({}, frozenset(), TOP), "dict")
    given = config_of(layer)
    known = {"name": PyValue("str"), "trainable": PyValue("bool"), "dtype": TOP}
    rest = TOP if "**" in given or "activity_regularizer" in given else ABSENT
    return interpreter.list(Mapped(known, frozenset(), rest), "dict")


#: The slot with the arguments that a layer of the program was made with.
MADE_WITH: Final = "keras made with"


def keep_arguments(interpreter: Interpreter, call: Call) -> None:
    """What a layer of a class of the program's is made with is its config, where the class says none."""
    named = (value for name, value in call.kwargs.items() if name not in ("dtype", "**"))
    interpreter.write(call.receiver, MADE_WITH, (*call.args, *named))


def check_config(interpreter: Interpreter, layer: Instance) -> None:
    """Raises OpError for a layer of the program's that says no config and was made with more than plain values."""
    given, cls = layer.read(MADE_WITH), layer.cls
    if not isinstance(given, tuple) or not isinstance(cls, Class) or cls.is_open:
        return
    if cls.find("get_config") is not None or class_of(interpreter, layer) != f"{KERAS}Layer":
        return
    for leaf in (leaf for value in given for leaf in leaves(interpreter, value, False)):
        if _is_no_config(interpreter, leaf):
            words = f"{cls.name} was made with {show(leaf)}, and has no get_config() that says it"
            hint = "{**super().get_config(), 'name': ...} says what it is made with"
            raise OpError("tf-value", words, hint=hint, exception="builtins.NotImplementedError")


def _is_no_config(interpreter: Interpreter, value: Value) -> bool:
    """Whether a value is neither text nor a number nor None for sure."""
    if isinstance(value, TensorType):
        return value.kind != "array" or bool(value.shape.rank)
    if isinstance(value, External):
        entry = interpreter.declared.find(value.name)
        return isinstance(entry, (declared.Function, declared.Class))
    is_function = isinstance(value, (Function, Bound, Class))
    return is_function or is_a(interpreter, value, "Layer")


def model_config(interpreter: Interpreter, call: Call) -> Value:
    """`model.get_config()`, which asks each layer for its own."""
    if not is_legacy(interpreter):
        for each, _ in _of_program(interpreter, call.receiver):
            check_config(interpreter, each)
    made = layer_config(interpreter, call)
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


# -- what a layer is made of again --------------------------------------------------------------------------------------


def check_saved(interpreter: Interpreter, model: Instance) -> None:
    """Raises OpError for a model of the program's of which Keras does not know what it was made with."""
    for each, cls in _of_program(interpreter, model):
        check_config(interpreter, each)
        if cls.find("get_config") is None and is_a(interpreter, each, "Model"):
            needed = [name for name, is_needed in _parameters(cls)[0].items() if is_needed]
            if needed:
                words = f"{cls.name}() needs {needed[0]!r}, so {cls.name} needs a get_config() that says it"
                hint = f"return {{{', '.join(f'{each!r}: self.{each}' for each in needed)}}} in it"
                raise OpError("tf-value", words, hint=hint)


def check_restored(interpreter: Interpreter, model: Instance, node: ast.AST) -> None:
    """Raises OpError for a layer, or a part of one, whose constructor does not take what its config says."""
    parts = [each for each in _given(interpreter, model) if isinstance(each, Instance)]
    own = [(each, each.cls) for each in parts if isinstance(each.cls, Class)]
    for layer, cls in (*_of_program(interpreter, model), *own):
        parameters, takes_more = _parameters(cls)
        if cls.find("from_config") is not None or cls.find("__new__") is not None:
            continue
        has_own = cls.find("get_config") is not None
        is_part = not is_a(interpreter, layer, "Layer")
        said = [] if is_part else [*parameters, "trainable", "dtype"]
        given = _config(interpreter, layer, node) if has_own else said
        if given is None or is_part and not has_own and not _says_nothing(interpreter, layer):
            continue
        unknown = [name for name in given if name not in parameters]
        if unknown and not takes_more:
            words = f"{cls.name}() gets {unknown[0]!r} from its config, and takes no such argument"
            taken = ", ".join(("self", *parameters, "**kwargs"))
            hint = f"def __init__({taken}) hands them on: super().__init__(**kwargs)"
            hint = "get_config() leaves it out" if is_part else hint
            raise OpError("tf-call", words, hint=hint)
        left = [name for name in parameters if name not in given]
        missing = [name for name in left if parameters[name]]
        if missing:
            words = f"{cls.name}() needs {missing[0]!r}, and get_config() does not say it"
            said = [name for name in left if name in missing or layer.read(name) is not ABSENT]
            raise OpError("tf-call", words, hint=with_config(cls, said))


def _says_nothing(interpreter: Interpreter, part: Instance) -> bool:
    """Whether the class of the library's that it derives from gives an empty config."""
    kinds = ("Initializer", "constraints.Constraint", "initializers.Initializer")
    return any(is_a(interpreter, part, name) for name in kinds)


def _of_program(interpreter: Interpreter, model: Instance) -> Iterator[tuple[Instance, Class]]:
    """A model and its layers with their classes, where the program has written these."""
    if isinstance(model.cls, Class):
        yield model, model.cls
        return  # its constructor makes what it consists of
    for each in tracking.told(tracking.parts, interpreter, model) or ():
        if isinstance(each.cls, Class):
            yield each, each.cls


def _config(interpreter: Interpreter, layer: Instance, node: ast.AST) -> list[str] | None:
    """The names in the config of a layer that says itself what it is."""
    known = whole_dict(interpreter.method(layer, "get_config", [], node))
    return None if known is None else [each for each in known if isinstance(each, str)]


def _parameters(cls: Class) -> tuple[dict[str, bool], bool]:
    """What a constructor takes by name and whether it must get it, and whether it takes any other name."""
    found = cls.find("__init__")
    function = None if found is None else resolve(found[0])
    if not isinstance(function, Function):
        return {}, True
    code = function.code
    names = [*code.positional[1:], *code.keyword_only]
    return {each: each not in function.defaults for each in names}, code.kwarg is not None


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
    check_restored(interpreter, model, call.node)
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
    for _, cls in _of_program(interpreter, model):
        yield cls.name, "class"
    kept = [one for slot in slots for one in leaves(interpreter, model.read(slot, None))]
    yield from _named([*_given(interpreter, model), *kept])


def _named(values: Sequence[Value]) -> Iterator[tuple[str, str]]:
    for value in values:
        if isinstance(value, Function) and value.code.name != "<lambda>":
            yield value.code.name, "function"
        elif isinstance(value, Instance) and isinstance(value.cls, Class):
            yield value.cls.name, "class"


def _given(interpreter: Interpreter, model: Instance) -> Iterator[Value]:
    """What Keras' own layers of a model were made with and look up again: activations, constraints and their like."""
    if isinstance(model.cls, Class):
        return
    for layer in tracking.told(tracking.parts, interpreter, model) or ():
        if isinstance(layer.cls, External):
            for name, value in config_of(layer).items():
                if name.rpartition("_")[2] in (
                    "activation",
                    "constraint",
                    "initializer",
                    "regularizer",
                ):
                    yield resolve(value)


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
        _check_names(interpreter, _named([*_given(interpreter, model)]), None, remedy)
    check_restored(interpreter, model, call.node)
    return tracking.copied(interpreter, model)


FUNCTIONS: Final = {
    f"{KERAS}models.clone_model": clone,
    f"{KERAS}Operation.from_config": from_config,
    f"{KERAS}saving.load_model": load,
    f"{KERAS}config.enable_unsafe_deserialization": _allow,
}
