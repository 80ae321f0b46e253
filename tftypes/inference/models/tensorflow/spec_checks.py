"""What TensorFlow refuses as the shape or dtype of a spec."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.arguments import dtype_argument
from tftypes.inference.objects import External, Value, resolve
from tftypes.inference.values import is_symbol, unlisted

_NO_DTYPES: Final = {
    "builtins.int": "int is not a dtype; tf.int32 or tf.int64",
    "builtins.str": "str is not a dtype; tf.string",
}


def check_sizes(shape: Value, argument: str) -> None:
    """What TensorFlow refuses as the sizes of a shape. Raises OpError."""
    items = unlisted(resolve(shape))
    for each in map(resolve, items if isinstance(items, tuple) else ()):
        words = ""
        if isinstance(each, (float, str)):
            words = f"a dim is an int, got {each!r}"
        elif isinstance(each, int) and each < 0:
            words = f"a dim is not negative, got {each}; None is any size"
        elif is_symbol(each):
            got = f"a symbolic tensor: {TensorType(each.dtype, each.shape)}"
            words = f"a dim is an int, got {got}; None is a size that the graph computes"
        if words:
            raise OpError("tf-shape", f"argument '{argument}': {words}")


def check_dtype(dtype: Value) -> None:
    """What TensorFlow refuses as a dtype. Raises OpError."""
    dtype = resolve(dtype)
    if isinstance(dtype, External) and dtype.name in _NO_DTYPES:
        words = f"argument 'dtype': {_NO_DTYPES[dtype.name]}"
        raise OpError("tf-dtype", words)
    try:
        dtype_argument(to_rule(dtype))
    except OpError as error:
        raise OpError("tf-dtype", f"argument 'dtype': {error}") from None
