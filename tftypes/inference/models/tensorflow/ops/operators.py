"""Python's operators on tensors: `x + y`, `-x`, `x @ w`, `x[0]` is in `indexing`."""

from __future__ import annotations

import re
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Shape, ShapeMismatch, TensorType, broadcast

from . import loop_starts
from .broadcasting import as_wide, matched, result
from .conversion import as_tensor, is_told
from .elementwise import COMPUTE
from .folding import folded
from .rule import RULES, OpError, Unsure, is_operator
from .values import BOOL, is_sparse, tensor

#: The op behind each operator.
BINARY: Final[dict[str, str]] = {
    "+": "tensorflow.math.add",
    "-": "tensorflow.math.subtract",
    "*": "tensorflow.math.multiply",
    "/": "tensorflow.math.truediv",
    "//": "tensorflow.math.floordiv",
    "%": "tensorflow.math.floormod",
    "**": "tensorflow.math.pow",
    "@": "tensorflow.linalg.matmul",
    "<": "tensorflow.math.less",
    "<=": "tensorflow.math.less_equal",
    ">": "tensorflow.math.greater",
    ">=": "tensorflow.math.greater_equal",
}
_LOGICAL: Final = {
    "&": ("tensorflow.math.logical_and", "tensorflow.bitwise.bitwise_and"),
    "|": ("tensorflow.math.logical_or", "tensorflow.bitwise.bitwise_or"),
    "^": ("tensorflow.math.logical_xor", "tensorflow.bitwise.bitwise_xor"),
}
_EQUALITY: Final = {"==": "math.equal", "!=": "math.not_equal"}
UNARY: Final = {"-": "tensorflow.math.negative", "abs": "tensorflow.math.abs"}

#: Python's methods for the operators: the reflected ones have their operands exchanged.
DUNDERS: Final[dict[str, str]] = {
    "__add__": "+",
    "__sub__": "-",
    "__mul__": "*",
    "__truediv__": "/",
    "__floordiv__": "//",
    "__mod__": "%",
    "__pow__": "**",
    "__matmul__": "@",
    "__and__": "&",
    "__or__": "|",
    "__xor__": "^",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
    "__eq__": "==",
    "__ne__": "!=",
}
REFLECTED: Final[dict[str, str]] = {
    name.replace("__", "__r", 1): symbol
    for name, symbol in DUNDERS.items()
    if symbol not in ("<", "<=", ">", ">=", "==", "!=")
}
UNARY_DUNDERS: Final = {"__neg__": "-", "__invert__": "~", "__abs__": "abs", "__pos__": "+"}


#: What the operators make of operands; tests and documentation read it as they do the examples of rules.
EXAMPLES: Final = (
    "f32[2, 3] + f32[3] -> f32[2, 3]",
    "f32[N, 3] - 1 -> f32[N, 3]",
    "f32[2] - [i32[], 0.5] -> f32[2]",
    "2 * i64[None] -> i64[None]",
    "1.5 / f64[3] -> f64[3]",
    "i32[3] / 2 -> f64[3]",
    "i32[3] // 2 -> i32[3]",
    "u8[3] % 2 -> u8[3]",
    "f32[3] ** 2 -> f32[3]",
    "2 ** f32[3] -> f32[3]",
    "f32[2, 3] @ f32[3, N] -> f32[2, N]",
    "f32[2, 3] > 0 -> b[2, 3]",
    "f32[2, 3] == f32[2, 1] -> b[2, 3]",
    "f32[2] == f32[3] -> b[]",
    "i32[3] != 1 -> b[3]",
    "b[3] & True -> b[3]",
    "i32[3] | 1 -> i32[3]",
    "b[2, 1] ^ b[3] -> b[2, 3]",
    "~b[3] -> b[3]",
    "~i32[3] -> i32[3]",
    "-f32[3] -> f32[3]",
    "s[3] + 'suffix' -> s[3]",
    "tf.zeros([tf.shape(f32[N, 3])[0] * 2]) -> f32[2*N]",
    "ragged(f32[2, None]) + 1.0 -> ragged(f32[2, None])",
    "sparse(f32[2, 3]) * f32[3] -> sparse(f32[2, 3])",
    "f32[3] * sparse(f32[2, 3]) -> sparse(f32[2, 3])",
    "sparse(i32[2, 3]) / 2 -> sparse(f64[2, 3])",
    "LinearOperator(f32[2, 3]) @ f32[3, N] -> f32[2, N]",
    "f32[4, 2] @ LinearOperator(f32[2, 3]) -> f32[4, 3]",
    "f32[2, 3] + f32[4] !! [2, 3] and [4] do not broadcast: 3 against 4",
    "i32[3] * 1.5 !! expected float32 as on the right, got int32",
    "1.5 * i32[3] !! expected float32 as on the left, got int32",
    "f32[3] + i32[3] !! expected float32 as on the left, got int32",
    "f32[2, 3] @ f32[2, 3] !! inner dims 3 and 2 differ",
    "LinearOperator(f32[2, 3]) @ f32[4, 5] !! inner dims 3 and 4 differ",
    "f32[3] @ f32[3] !! expected rank 2 or more, got rank 1",
    "array(b[3]) * f32[3] -> f32[3]",
    "f32[3] * array(b[3]) -> f32[3]",
    "b[3] + b[3] !! bool is not supported",
    "b[3] & i32[3] !! expected bool as on the left, got int32",
    "sparse(f32[2, 3]) + 1.0 !! a sparse tensor does not support it",
    "f32[2, 3] - sparse(f32[2, 3]) !! a sparse tensor does not support it",
    "2.0 * sparse(f32[2, 3]) !! a sparse tensor does not support it",
    "s[3] < s[3] !! string is not supported",
    "-u8[3] !! uint8 is not supported",
    "~f32[3] !! float32 is not supported",
)


def method(name: str, value: Any, other: Any = None) -> Any:
    """The result of an operator's method on a tensor, `value.__add__(other)`.

    >>> x = TensorType.parse("float32[2, 3]")
    >>> str(method("__radd__", x, 1.0)), str(method("__neg__", x))
    ('float32[2, 3]', 'float32[2, 3]')

    Raises OpError as `binary` and `unary` do, KeyError for another method.
    """
    if name in UNARY_DUNDERS:
        return unary(UNARY_DUNDERS[name], value)
    if name in REFLECTED:
        return binary(REFLECTED[name], other, value)
    return binary(DUNDERS[name], value, other)


def binary(symbol: str, left: Any, right: Any, in_layer: bool = False) -> Any:
    """The result of `left + right`, where at least one is a tensor.

    >>> x, y = TensorType.parse("float32[2, 3]"), TensorType.parse("float32[4]")
    >>> binary("+", x, y)
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: operator +: [2, 3] and [4] do not broadcast: 3 against 4: left is float32[2, 3], right is float32[4]
    """
    try:
        return _binary(symbol, left, right)
    except Unsure:
        return UNKNOWN
    except OpError as error:
        if in_layer and symbol in "+-*/" and error.code == "tf-shape":
            both = [each.shape for each in (left, right) if isinstance(each, TensorType)]
            error.hint = error.hint or as_wide(*both) if len(both) == 2 else error.hint
        raise _completed(error, symbol, {"left": left, "right": right}) from None


def _binary(symbol: str, left: Any, right: Any) -> Any:
    if symbol in ("==", "!="):
        return _equality(symbol, left, right)
    if symbol in _LOGICAL:
        return _logical(symbol, left, right)
    if symbol == "%" and isinstance(left, (str, bytes)):
        raise Unsure  # Python's formatting
    if is_sparse(left) or is_sparse(right):
        return _with_sparse(symbol, left, right)
    if is_operator(left):
        return _with_operator(symbol, left, right)
    if is_operator(right) and symbol == "@":
        return RULES[BINARY[symbol]].call(a=left, b=right)
    if symbol == "*" and (_is_bool(left) or _is_bool(right)):
        return _with_mask(left, right)
    # A Python operand on the left takes the dtype of the tensor, whichever op it is.
    if isinstance(right, TensorType) and not is_told(left) and right.kind in ("tensor", "variable"):
        left = as_tensor(left, like=right.dtype)
    return RULES[BINARY[symbol]].function(left, right)


def _with_sparse(symbol: str, left: Any, right: Any) -> Any:
    """What a sparse tensor can do: be multiplied and divided by a dense one."""
    if is_sparse(left) and symbol in ("*", "/"):
        name = "__mul__" if symbol == "*" else "__truediv__"
        return RULES[f"tensorflow.SparseTensor.{name}"].function(left, right)
    dense = right if is_sparse(left) else left
    if not isinstance(dense, (TensorType, bool, int, float)):
        raise Unsure  # an object may say what it makes of a sparse tensor
    if is_sparse(left) or symbol != "*" or not isinstance(left, TensorType):
        sides = ("tf.sparse.to_dense(left)", "right")
        hint = f" {symbol} ".join(
            sides if is_sparse(left) else ("left", "tf.sparse.to_dense(right)")
        )
        if symbol == "+" and is_sparse(left) and is_sparse(right):
            hint = "tf.sparse.add(left, right)"
        raise OpError("tf-value", "a sparse tensor does not support it", hint=hint)
    return RULES["tensorflow.SparseTensor.__mul__"].function(right, left)


def _with_operator(symbol: str, left: TensorType, right: Any) -> Any:
    """What a linear operator can do: be multiplied by what comes after it."""
    if symbol != "@":
        raise Unsure
    return RULES["tensorflow.linalg.LinearOperator.matmul"].function(left, right)


def _is_bool(value: Any) -> bool:
    """Whether a mask makes a product one of bools. An array takes the dtype of the tensor beside it."""
    is_mask = isinstance(value, TensorType) and value.dtype.is_bool is True
    return is_mask and value.kind not in ("ragged", "array")


def _with_mask(left: Any, right: Any) -> TensorType:
    """`x * mask` is a bool tensor, whatever the dtype of x: the operator casts both to int32 and the product back.

    (So it is in the newest releases; older ones refuse it.)
    """
    if not isinstance(left, TensorType):
        left = as_tensor(left, BOOL)
    a, b = as_tensor(left), as_tensor(right, like=BOOL)
    for value in (a, b):
        if value.dtype.is_string:
            raise OpError("tf-dtype", "strings cannot be multiplied")
    return result(BOOL, a, b, None)


def _logical(symbol: str, left: Any, right: Any) -> Any:
    """On bools the logical op, on ints the bitwise one; of floats it is the comparison that is missing."""
    tensor = left if isinstance(left, TensorType) else right
    logical, bitwise = _LOGICAL[symbol]
    if tensor.dtype.is_bool is None:
        return TensorType(tensor.dtype, Shape.unknown())
    is_logical = tensor.dtype.is_bool or tensor.dtype.is_floating
    return RULES[logical if is_logical else bitwise].function(left, right)


def _equality(symbol: str, left: Any, right: Any) -> Any:
    """`==` of tensors: shapes that do not broadcast are not equal, which is no error; neither is None."""
    if left is None or right is None:
        return UNKNOWN
    a, b, _ = matched(left, right)
    try:
        shape = broadcast(a.shape, b.shape)
        return tensor(BOOL, shape, folded(COMPUTE[_EQUALITY[symbol]], a, b))
    except ShapeMismatch as error:  # what does not go together is not equal, as a whole
        is_sure = type(error.dim_a) is type(error.dim_b) is int
        return TensorType(BOOL, Shape.scalar() if is_sure else Shape.unknown())


def unary(symbol: str, value: Any) -> Any:
    """The result of `-value`, `~value`, `+value` or `abs(value)` of a tensor.

    Raises OpError for a dtype that does not have it.
    """
    if symbol == "+":
        return value
    name = UNARY.get(symbol)
    if name is None:
        if value.dtype.is_bool is None:
            return TensorType(value.dtype, value.shape)
        is_logical = value.dtype.is_bool or value.dtype.is_floating
        name = "tensorflow.math.logical_not" if is_logical else "tensorflow.bitwise.invert"
    try:
        return RULES[name].function(value)
    except Unsure:
        return UNKNOWN
    except OpError as error:
        raise _completed(error, symbol, {"operand": value}) from None


_SIDES: Final = {
    "x": "left", "a": "left", "self": "left", "y": "right", "b": "right", "other": "right",
}  # fmt: skip
_NAMED: Final = re.compile("as (x|a|self|y|b|other) has")
#: An operand as a remedy passes it to a function.
_PASSED: Final = re.compile(r"(?:(?<=[(: =])|^)(x|a|self|y|b|other)(?=[,)\[.])")
#: What has the flags that an operator has not.
_CALLS: Final = {"transpose": "tf.matmul", "adjoint": "matmul"}


def _completed(error: OpError, symbol: str, operands: dict[str, Any]) -> OpError:
    """The error of the op behind an operator, in the operator's words: it has sides instead of arguments."""
    message = _NAMED.sub(lambda found: f"as on the {_SIDES[found[1]]}", error.message)
    hint, side = error.hint, _SIDES.get(error.argument or "")
    is_mended = error.code in ("tf-dtype", "tf-rank", "tf-shape") and len(operands) > 1
    if hint is not None and side is not None and is_mended:
        hint = _PASSED.sub(lambda found: _SIDES[found[0]], hint)
        if error.code == "tf-dtype":
            hint = loop_starts.remedy(operands, side) or hint
    for flag, call in _CALLS.items():
        if hint is not None and hint.startswith(f"did you mean {flag}"):
            hint = hint.replace("did you mean ", f"did you mean {call}(..., ").replace("?", ")?")
    return OpError(error.code, message, None, hint).complete(
        f"operator {symbol}", operands, every=True
    )
