"""Images of which nobody knows the rank before the graph runs: what makes them, and what refuses them."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.specs import is_open, open_shape
from tftypes.inference.objects import Value, resolve
from tftypes.inference.values import Tensor

_DECODE: Final = "tensorflow.io.decode_image"
#: What asks an image for its rank, by the name of its argument.
_ASKING: Final = {"tensorflow.image.resize": "images", "tensorflow.image.central_crop": "image"}


def _decoded(interpreter: Interpreter, call: Call) -> Value:
    """A GIF has a rank of its own: it is told where the graph runs."""
    made = by_rule(interpreter, call)
    if interpreter.trace is None or not isinstance(made, TensorType) or made.shape.rank is not None:
        return made
    return Tensor(made.dtype, open_shape(interpreter), made.kind, trace=interpreter.trace)


def _asking(argument: str, interpreter: Interpreter, call: Call) -> Value:
    image = resolve(call.get(0, argument))
    if interpreter.trace is not None and isinstance(image, TensorType) and is_open(image.shape):
        words = (
            "the rank of the image is not known while the graph is made: say it with x.set_shape(), or with"
            " decode_image(..., expand_animations=False)"
        )
        interpreter.refuse(call.node, "tf-rank", words, "builtins.ValueError")
    return by_rule(interpreter, call)


FUNCTIONS: Final[dict[str, Model]] = {
    _DECODE: _decoded,
    **{name: partial(_asking, argument) for name, argument in _ASKING.items()},
}
