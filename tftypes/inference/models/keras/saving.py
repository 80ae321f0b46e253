"""Files of models: the endings of their names that Keras takes, by the method or function that reads or writes them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.interpreter.arguments import argument_of, written_owner
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import configs, layer_state, restoring, unbuilt, weight_files
from tftypes.inference.models.keras.compiling import OPTIMIZER
from tftypes.inference.models.keras.config import (
    KERAS,
    check_object,
    config_of,
    configure,
    is_legacy,
)
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.saved_models import (
    EXPORTED,
    SERVED,
    end_of,
    place_of,
    shown_path,
)
from tftypes.inference.objects import TOP, Class, External, Instance, Value, resolve

VALUE_ERROR: Final = "builtins.ValueError"
_MODEL: Final = (".keras", ".h5", ".hdf5")
_WEIGHTS: Final = (".weights.h5",)
#: The endings of files of models, those of older versions too; longer ones first.
_ENDINGS: Final = (*_WEIGHTS, *_MODEL, ".ckpt", ".tf", ".pb")


def _check(
    interpreter: Interpreter,
    shown: str,
    path: Value,
    endings: tuple[str, ...],
    exported: str | None = None,
) -> None:
    """Refuses the name of a file that ends in something else. What is `exported` is to be no file.

    Raises OpError where the name is known.
    """
    path = resolve(path)
    if (
        isinstance(path, PyValue)
        and path.end
        and not any(each.endswith(path.end) for each in endings)
    ):
        path = f"...{path.end}"
    if not isinstance(path, str) or path.endswith(endings) or is_legacy(interpreter):
        return
    words = f"expected a name that ends in {' or '.join(endings)}, got {path!r}"
    hint = exported or f"{_stem(path) + endings[0]!r} does"
    raise OpError("tf-value", words, "filepath", hint).complete(shown, {})


def _exporting(call: Call) -> str | None:
    """What writes the folder that a format of older versions was."""
    owner, path = written_owner(call.node), argument_of(call.node, 0, "filepath")
    if resolve(call.kwargs.get("save_format")) != "tf" or not owner or path is None:
        return None
    return f"{owner}.export({ast.unparse(path)}) writes a SavedModel"


def _stem(path: str) -> str:
    """A path without the ending of a model's file.

    >>> _stem("./data/net.h5"), _stem("./data/net-{loss:.2f}"), _stem("saved/")
    ('./data/net', './data/net-{loss:.2f}', 'saved')
    """
    path = path.rstrip("/")
    return next((path.removesuffix(each) for each in _ENDINGS if path.endswith(each)), path)


def _method(name: str, endings: tuple[str, ...], free: str) -> Callable[[Interpreter, Call], Value]:
    """A method that writes a file. `free` is an argument with which Keras takes other names."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        path = resolve(call.get(0, "filepath"))
        if free not in call.kwargs and "**" not in call.kwargs:
            _check(interpreter, f"{name}()", path, endings, _exporting(call))
        if endings is _WEIGHTS:
            unbuilt.refuse(interpreter, call.receiver, VALUE_ERROR, "there are no weights to save")
        place = place_of(path)
        if endings is _WEIGHTS and place is not None:
            kept = weight_files.layout(call.receiver, interpreter)
            interpreter.write(
                interpreter.switches, (restoring.WEIGHTS, place), TOP if kept is None else kept
            )
        if endings is _MODEL and not is_legacy(interpreter):
            configs.check_saved(interpreter, call.receiver, call.node)
            _check_schedule(call.receiver)
            restoring.keep(interpreter, path, call.receiver)
        return None

    return run


_SCHEDULE: Final = f"{KERAS}optimizers.schedules.LearningRateSchedule"


def _check_schedule(model: Instance) -> None:
    """A file has what the optimizer was made with. Raises OpError for a schedule of the program's that does not say it."""
    made = resolve(config_of(resolve(model.read(OPTIMIZER, None))).get("learning_rate"))
    cls = made.cls if isinstance(made, Instance) else None
    if not isinstance(cls, Class) or cls.is_open or cls.externals[:1] != (_SCHEDULE,):
        return
    if cls.find("get_config") is None:
        names = configs.parameters_of(cls)
        told = ", ".join(f"{each!r}: self.{each}" for each in names)
        words = f"the schedule {cls.name} needs a get_config() that says what it was made with"
        hint = f"def get_config(self): return {{{told}}} in {cls.name} does"
        raise OpError("tf-value", words, hint=hint, exception="builtins.NotImplementedError")


def _save_model(interpreter: Interpreter, call: Call) -> Value:
    if "zipped" not in call.kwargs and "**" not in call.kwargs:
        _check(interpreter, "save_model()", call.get(1, "filepath"), _MODEL)
    model = resolve(call.get(0, "model"))
    if isinstance(model, Instance) and not is_legacy(interpreter):
        configs.check_saved(interpreter, model, call.node)
        _check_schedule(model)
        restoring.keep(interpreter, resolve(call.get(1, "filepath")), model)
    return None


def _checkpoint(interpreter: Interpreter, call: Call) -> None:
    config = configure(interpreter, call)
    check_object(interpreter, "", call.receiver)
    only = config.get("save_weights_only", False)
    if "**" not in config and isinstance(only, bool):
        endings = _WEIGHTS if only else (".keras", ".h5")
        _check(interpreter, "ModelCheckpoint()", config.get("filepath"), endings)


#: The formats of `export`, and what the name of the file ends in, if it matters.
_FORMATS: Final = {
    "tf_saved_model": "", "onnx": "", "openvino": ".xml", "litert": ".tflite", "torch": ".pt2",
}  # fmt: skip


def _export(interpreter: Interpreter, call: Call) -> Value:
    """`export(path)`: a folder with a SavedModel."""
    path, kind = resolve(call.get(0, "filepath")), resolve(call.get(1, "format", "tf_saved_model"))
    unbuilt.refuse(interpreter, call.receiver, VALUE_ERROR, "it cannot be exported")
    if isinstance(kind, str) and not is_legacy(interpreter):
        if kind not in _FORMATS:
            words = f"expected one of {', '.join(map(repr, _FORMATS))}, got {kind!r}"
            raise OpError("tf-value", words, "format")
        if _FORMATS[kind]:
            _check(interpreter, "export()", path, (_FORMATS[kind],))
    place = place_of(path)
    if place is not None and kind == "tf_saved_model":
        interpreter.write(interpreter.switches, (EXPORTED, place), True)
        interpreter.write(interpreter.switches, (SERVED, place), _served(interpreter, call))
    return None


def _served(interpreter: Interpreter, call: Call) -> TensorType | None:
    """What `serve` takes: the one input of a model that was put together, in batches of any size."""
    model = call.receiver
    if "input_signature" in call.kwargs or call.is_open or not isinstance(model.cls, External):
        return None
    is_stack = model.cls.name == f"{KERAS}Sequential"
    with interpreter.quietly():
        found = resolve(interpreter.attribute(model, "inputs" if is_stack else "input", call.node))
    items = interpreter.known_items(found) if is_stack else (found,)
    found = resolve(items[0]) if items else None
    if not isinstance(found, TensorType) or found.kind != "symbol" or not found.shape.rank:
        return None
    return TensorType(found.dtype, found.shape.replace(0, UNKNOWN), "spec")


def _load_weights(interpreter: Interpreter, call: Call) -> Value:
    """`load_weights(path)`: by name from files of old alone."""
    path, by_name = resolve(call.get(0, "filepath")), resolve(call.kwargs.get("by_name"))
    # What it has learned is in the file.
    interpreter.write(call.receiver, layer_state.LEARNED, True)
    place = place_of(path)
    if place is None or is_legacy(interpreter):
        return None
    end = end_of(path)
    if isinstance(path, str):
        restoring.check_read(path, (".keras", *_WEIGHTS, ".h5", ".hdf5", ".weights.json"))
    if end.endswith((".keras", *_WEIGHTS)):
        unbuilt.refuse(interpreter, call.receiver, VALUE_ERROR, "there are no weights to load into")
    if isinstance(by_name, bool) and end.endswith((".keras", *_WEIGHTS)):
        words = f"{shown_path(path)} is read layer by layer in their order, not by their names"
        hint = "by_name is for .h5 files of old; skip_mismatch=True leaves out what does not fit"
        raise OpError("tf-value", words, "by_name", hint)
    if not call.given(1, "skip_mismatch") and "**" not in call.kwargs:
        kept = interpreter.switches.read((restoring.WEIGHTS, place))
        weight_files.check(interpreter, call.receiver, kept, shown_path(path))
    return None


METHODS: Final[dict[str, Any]] = {
    "save": _method("save", _MODEL, "zipped"),
    "save_weights": _method("save_weights", _WEIGHTS, "max_shard_size"),
    "load_weights": _load_weights,
    "export": _export,
    "get_config": restoring.model_config,
    "to_json": restoring.to_json,
}
FUNCTIONS: Final = {f"{KERAS}saving.save_model": _save_model}
CLASSES: Final = {f"{KERAS}callbacks.ModelCheckpoint": LibraryClass(construct=_checkpoint)}
