"""Functions of `keras.utils` and `keras.models` of which nothing is known but what they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.arguments import bound, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras.array_utilities import of_arrays
from tftypes.inference.models.keras.config import KERAS, data_format, is_a, is_known, is_legacy
from tftypes.inference.models.keras.restoring import check_objects
from tftypes.inference.models.keras.unbuilt import refuse
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.keras_checks import Check, none_of, one_of
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import Instance, Value, resolve

_TYPE_ERROR: Final = "builtins.TypeError"


def _seed(value: Any) -> str | None:
    bad = isinstance(value, (str, float)) or is_number(value) and not 0 <= value < 2**32
    return "an integer from 0 on" if bad else None


def _picture(value: Any) -> str | None:
    rank = value.shape.rank if isinstance(value, TensorType) else None
    return "one image, of rank 3" if rank not in (None, 3) else None


def _channels(given: Mapping[str, Any]) -> None:
    """An image has one channel, three or four. Raises OpError for others."""
    image, order = given.get("x"), given.get("data_format")
    if not isinstance(image, TensorType) or image.shape.rank != 3 or order is None:
        return
    channels = image.shape[0 if order == "channels_first" else -1]
    if is_number(channels) and channels not in (1, 3, 4):
        raise OpError("tf-shape", f"expected 1, 3 or 4 channels, got {channels}", "x")


def _text(value: Any) -> str | None:
    bad = isinstance(value, (dict, list, tuple)) or is_number(value)
    return "the text that to_json() makes" if bad else None


#: What `open()` makes.
_FILES: Final = ("io.TextIOWrapper", "io.BufferedReader", "tensorflow.io.gfile.GFile")


def _model(value: Any) -> str | None:
    return "a model" if is_number(value) or isinstance(value, (str, float)) else None


_format: Final = partial(one_of, options=("channels_last", "channels_first"), optional=True)
#: By the function and the parameter.
_CHECKS: Final[Mapping[str, Mapping[str, Check]]] = {
    "utils.set_random_seed": {"seed": _seed},
    "utils.array_to_img": {"x": _picture, "data_format": _format},
    "utils.save_img": {"x": _picture, "data_format": _format},
    "utils.plot_model": {"model": _model},
    "utils.model_to_dot": {"model": _model},
}


def _check(checks: Mapping[str, Check], interpreter: Interpreter, call: Call) -> Value:
    given = bound(interpreter, call)
    if is_known(given) and not is_legacy(interpreter):
        rules = {name: to_rule(value) for name, value in given.items()}
        none_of(checks, rules)
        if "x" in checks:
            order = given.get("data_format") or data_format(interpreter)
            _channels({**rules, "data_format": order})
        model = resolve(given.get("model"))
        if is_a(interpreter, model, "Model") and isinstance(model, Instance):
            refuse(interpreter, model, "builtins.ValueError", "it cannot be drawn")
    return library.from_declaration(interpreter, call.name)


def _from_json(interpreter: Interpreter, call: Call) -> Value:
    """`model_from_json(text)`, of what `to_json` has made."""
    text = resolve(call.get(0, "json_string"))
    if class_name(text) in _FILES:
        hint = f"{written_argument(call.node, 0, 'json_string') or 'file'}.read() is one"
        raise OpError("tf-value", "expected a text, got a file", "json_string", hint, _TYPE_ERROR)
    made = _check({"json_string": _text}, interpreter, call)
    check_objects(interpreter, call, getattr(text, "source", None))
    return made


def _get_file(interpreter: Interpreter, call: Call) -> Value:
    """`get_file(fname, origin)`: of some address."""
    given = bound(interpreter, call)
    if is_known(given) and given.get("origin") is None and not is_legacy(interpreter):
        raise OpError(
            "tf-value", "the address of the file is needed", "origin", "origin='https://...'"
        )
    return library.from_declaration(interpreter, call.name)


FUNCTIONS: Final = {
    **{f"{KERAS}{name}": partial(_check, checks) for name, checks in _CHECKS.items()},
    f"{KERAS}models.model_from_json": _from_json,
    **{
        f"{KERAS}{name}": partial(of_arrays, partial(_check, _CHECKS[name]), "x")
        for name in ("utils.array_to_img", "utils.save_img")
    },
    f"{KERAS}utils.get_file": _get_file,
}


def _generator_seed(value: Any) -> str | None:
    bad = isinstance(value, (str, float, list, tuple, TensorType))
    return "an integer or None" if bad else None


def _seed_generator(interpreter: Interpreter, call: Call) -> None:
    given = bound(interpreter, call)
    if is_known(given) and not is_legacy(interpreter):
        none_of({"seed": _generator_seed}, {"seed": to_rule(given.get("seed"))})


CLASSES: Final = {f"{KERAS}random.SeedGenerator": LibraryClass(construct=_seed_generator)}
