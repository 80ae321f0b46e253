"""Labels beside the outputs of a model: which loss gets which of them, and what does not fit together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras.compiling import LOSS
from tftypes.inference.models.keras.config import config_of, is_legacy
from tftypes.inference.models.keras.symbols import origin
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.structures import leaves, parts
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    TOP,
    Container,
    Instance,
    Mapped,
    OneOf,
    Value,
    is_unknown,
    resolve,
)

_OUTPUTS: Final = "keras outputs"


def paired(
    interpreter: Interpreter, model: Instance, y: Value, predicted: Value
) -> Sequence[tuple[Value, Value, Value]]:
    """The losses with the labels and predictions that each gets.

    Raises OpError where there are other labels or losses than outputs.
    """
    loss, y, predicted = resolve(model.read(LOSS, TOP)), resolve(y), resolve(predicted)
    if not is_legacy(interpreter):
        _check(interpreter, model, loss, y, predicted)
    if isinstance(predicted, TensorType) and not isinstance(loss, Container):
        return [(loss, y, predicted)] if isinstance(y, TensorType) else []
    if isinstance(loss, Container) and isinstance(loss.contents, Mapped):
        whole = [each.contents for each in (loss, y, predicted) if isinstance(each, Container)]
        known = [each.known for each in whole if isinstance(each, Mapped)]
        if len(known) < 3:
            return []
        shared = [key for key in known[0] if key in known[1] and key in known[2]]
        return [(resolve(known[0][key]), known[1][key], known[2][key]) for key in shared]
    found = [parts(interpreter, each) for each in (loss, y, predicted)]
    if isinstance(loss, Container) and all(each is not None for each in found):
        if len({len(each or ()) for each in found}) == 1:
            return [(resolve(a), b, c) for a, b, c in zip(*(each or () for each in found))]
    return []


def _check(
    interpreter: Interpreter, model: Instance, loss: Value, y: Value, predicted: Value
) -> None:
    """Keras finds a loss and labels for each output, by position or name.

    Raises OpError where it does not.
    """
    outputs, labels = _count(interpreter, predicted), _count(interpreter, y)
    if outputs is None:
        return
    keys = _keys(loss)
    names = _names(interpreter, model, predicted)
    for key in keys or ():
        if names is not None and key not in names:
            words = f"no output is named {key!r}: the model has {', '.join(map(repr, names))}"
            raise OpError("tf-value", words, "loss").complete("compile()", {})
    given = len(keys) if keys is not None else _count(interpreter, loss)
    is_single = not isinstance(loss, (Container, tuple))
    if outputs > 1 and not is_single and given is not None and given > outputs:
        words = f"{given} losses for a model with {outputs} outputs"
        raise OpError("tf-value", words, "loss").complete("compile()", {})
    needs_all = is_single or given == outputs and None not in leaves(interpreter, loss)
    if labels is None or labels == outputs or loss is None or not needs_all:
        return
    each = "one array" if outputs == 1 else f"a list of {outputs} arrays"
    plural = "" if outputs == 1 else "s"
    words = f"the model has {outputs} output{plural}, y is {_shown(labels, y)}: give {each}"
    raise OpError("tf-value", words)


def _shown(count: int, y: Value) -> str:
    return "one array" if isinstance(y, TensorType) else f"a structure of {count}"


def _count(interpreter: Interpreter, value: Value) -> int | None:
    """How many leaves a structure has; None where that is not known."""
    found = parts(interpreter, value)
    if found is None:
        return None if is_unknown(value) or isinstance(value, OneOf) else 1
    if not _is_closed(value):
        return None
    counts = [_count(interpreter, resolve(each)) for each in found]
    return None if None in counts else sum(each or 0 for each in counts)


def _is_closed(value: Value) -> bool:
    """Whether all parts of a structure are known."""
    contents = value.contents if isinstance(value, Container) else value
    if isinstance(contents, Mapped):
        return contents.rest is ABSENT and not contents.optional
    return isinstance(contents, tuple)


def _keys(value: Value) -> list[str] | None:
    """The keys of a dict that is known wholly."""
    contents = value.contents if isinstance(value, Container) else None
    if not isinstance(contents, Mapped) or not _is_closed(value):
        return None
    return list(contents.known) if all(isinstance(each, str) for each in contents.known) else None


def _names(interpreter: Interpreter, model: Instance, predicted: Value) -> list[str] | None:
    """The names of the outputs: the keys of a dict, those of the layers that make them else."""
    keys = _keys(predicted)
    outputs = leaves(interpreter, model.read(_OUTPUTS, TOP))
    if keys is not None:
        return keys
    names = []
    for found in map(origin, outputs):
        layer = None if found is None else found.node.operation
        name = None if layer is None else config_of(layer).get("name")
        if not isinstance(name, str):
            return None
        names.append(name)
    return names or None
