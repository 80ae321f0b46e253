"""Images of arrays: the dtypes and channels that Pillow knows, as it was seen with Pillow 9 to 12."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import is_symbol, may_have_more

#: The dtypes of an image without channels; one with channels has bytes.
_PLAIN: Final = frozenset(
    ("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "float64")
)
_CHANNELS: Final = (2, 3, 4)


def _from_array(interpreter: Interpreter, call: Call) -> Value:
    """`Image.fromarray(array)`. Raises OpError for a tensor, and for an array that is no image."""
    value, code = resolve(call.get(0, "obj")), written_argument(call.node, 0, "obj") or "array"
    if not isinstance(value, TensorType) or is_symbol(value) or may_have_more(value):
        return TOP
    if value.kind in ("tensor", "variable"):
        raise _refused("an array", value, f"{code}.numpy() is one", "builtins.AttributeError")
    if value.kind == "array" and not call.kwargs.keys() - {"obj"} and len(call.args) < 2:
        hint = _instead(value, code)
        if hint is not None:
            raise _refused("an image of bytes or without channels", value, hint or None)
    return TOP


def _instead(array: TensorType, code: str) -> str | None:
    """What is an image in the place of an array: no text where nobody knows, None where it is one or may be."""
    rank, dtype = array.shape.rank, array.dtype.name
    if rank is None or dtype is None:
        return None
    size = array.shape[-1] if rank else None
    if rank == 3 and size == 1:
        return f"{code}[..., 0] has no channels"
    if rank > 3 or rank == 3 and is_number(size) and size not in _CHANNELS:
        return f"{code}[0] is the first" if rank == 4 else ""
    if dtype in (_PLAIN if rank < 3 else ("uint8",)):
        return None
    if array.dtype.is_floating:
        return f"({code} * 255).astype('uint8') has bytes of numbers from 0 to 1"
    return f"{code}.astype('uint8') has bytes"


def _refused(
    wanted: str, value: TensorType, hint: str | None, exception: str = "builtins.TypeError"
) -> OpError:
    words = f"expected {wanted}, got {value.dtype}{value.shape}"
    return OpError("tf-value", words, "obj", hint, exception)


FUNCTIONS: Final = {"PIL.Image.fromarray": _from_array}
