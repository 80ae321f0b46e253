"""tf.io.parse_example and its kin: features as values, and the ops that take dicts of them."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import apply_rule
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops import RULES, PyValue
from tftypes.inference.models.tensorflow.ops.parsing import FEATURES, feature
from tftypes.inference.models.tensorflow.ops.values import STRING, Among, Record
from tftypes.inference.objects import Value, resolve
from tftypes.inference.values import whole_dict

_OPS: Final = (
    "parse_single_example",
    "parse_example",
    "parse_single_sequence_example",
    "parse_sequence_example",
)


def _feature(interpreter: Interpreter, call: Call) -> Value:
    kwargs = {name: to_rule(each) for name, each in call.kwargs.items()}
    return feature(call.name, [to_rule(each) for each in call.args], kwargs)


def _parse(name: str, interpreter: Interpreter, call: Call) -> Value:
    kwargs = {key: _spelled(each) for key, each in call.kwargs.items()}
    return apply_rule(
        interpreter, RULES[name], Call(list(map(_spelled, call.args)), kwargs, call.node)
    )


def _spelled(value: Value) -> Any:
    """A dict, or bytes of which it is known what they hold, as the rules of these ops take them."""
    found = resolve(value)
    if isinstance(found, PyValue) and isinstance(found.source, Record):
        return TensorType(STRING, Shape.scalar(), value=Among((found.source,)))
    known = whole_dict(value)
    return value if known is None else {key: to_rule(each) for key, each in known.items()}


FUNCTIONS: Final[dict[str, Model]] = {
    **dict.fromkeys(FEATURES, _feature),
    **{f"tensorflow.io.{name}": partial(_parse, f"tensorflow.io.{name}") for name in _OPS},
}
