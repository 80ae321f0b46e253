"""Functions of `keras.utils` and `keras.models` of which nothing is known but what they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.arguments import bound
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras.config import KERAS, is_known, is_legacy
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.keras_checks import Check, none_of, one_of
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import Value


def _seed(value: Any) -> str | None:
    bad = isinstance(value, (str, float)) or is_number(value) and not 0 <= value < 2**32
    return "an integer from 0 on" if bad else None


def _picture(value: Any) -> str | None:
    rank = value.shape.rank if isinstance(value, TensorType) else None
    return "one image, of rank 3" if rank not in (None, 3) else None


def _text(value: Any) -> str | None:
    bad = isinstance(value, (dict, list, tuple)) or is_number(value)
    return "the text that to_json() makes" if bad else None


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
    "models.model_from_json": {"json_string": _text},
}


def _check(checks: Mapping[str, Check], interpreter: Interpreter, call: Call) -> Value:
    given = bound(interpreter, call)
    if is_known(given) and not is_legacy(interpreter):
        none_of(checks, {name: to_rule(value) for name, value in given.items()})
    return library.from_declaration(interpreter, call.name)


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
    f"{KERAS}utils.get_file": _get_file,
}
