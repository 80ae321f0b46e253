"""What Python asks of a tensor with a value, or of an array: one number, a length, items."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import UNKNOWN, TensorType, num_elements
from tftypes.inference.interpreter import keys
from tftypes.inference.interpreter.provenance import Running
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops.values import plain
from tftypes.inference.objects import Value, resolve
from tftypes.inference.values import is_symbol, may_have_more

_TYPE_ERROR: Final = "builtins.TypeError"
#: What gives each of several elements instead.
_CASTS: Final = {
    "int": "tf.cast(x, tf.int32)",
    "float": "tf.cast(x, tf.float32)",
    "complex": "tf.cast(x, tf.complex64)",
}
_PYTHON: Final = ("builtins.", "math.")
_OF_MATH: Final = ("sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "floor", "ceil", "pow")
_ITERATING: Final = (
    "list", "tuple", "set", "sum", "sorted", "enumerate", "any", "all", "iter", "max", "min",
)  # fmt: skip


def check_python(interpreter: Running, name: str, call: Call) -> None:
    """A call of a function of Python's with such a tensor."""
    if not name.startswith(_PYTHON):
        return
    library, _, short = name.partition(".")
    value = resolve(call.args[0]) if call.args else None
    for each in call.args if short == "zip" else ():
        check_items(interpreter, resolve(each), call.node)
    if library == "math" and short in _OF_MATH:
        check_number(interpreter, value, name, call.node, f"tf.math.{short}(x)")
    elif (
        library == "math"
        or not isinstance(value, TensorType)
        or not (_has_value(value) or short == "len" and value.kind == "tensor")
    ):
        return
    elif short == "hash":
        keys.check_key(interpreter, value, call.node)
    elif short in _CASTS:
        check_number(interpreter, value, short, call.node, _CASTS[short])
    elif short == "range":
        for each in call.args:
            check_index(interpreter, resolve(each), "range() takes", call.node)
    elif short == "len" and (value.shape.rank == 0 or value.kind == "variable"):
        what, hint = "a scalar", ""
        if value.kind == "variable":
            what, hint = "a variable", "; len(v.value()) is that of its value"
        hint = hint if value.shape.rank else ""
        if value.dtype.is_string is True and not value.shape.rank:
            hint = "; tf.strings.length(x) counts its bytes"
        words = f"{what} has no len(): {plain(value)}{hint}"
        interpreter.refuse(call.node, "tf-rank", words, _TYPE_ERROR)
    elif short in _ITERATING and len(call.args) == 1:
        check_items(interpreter, value, call.node)


def check_number(interpreter: Running, value: Value, use: str, node: ast.AST, hint: str) -> None:
    """Several elements are no number."""
    if has_several(value):
        words = f"{use}() takes one number, got {plain(value)}; {hint} takes each element"
        interpreter.refuse(node, "tf-rank", words, _TYPE_ERROR)


def check_index(interpreter: Running, value: Value, use: str, node: ast.AST) -> None:
    """An array that is no scalar is no index, and floats are none."""
    if _has_value(value) and value.shape.rank:
        words = f"{use} one int, got {plain(value)}"
        if isinstance(node, ast.Subscript):
            words = f"{words}; {_indexed(node, value)}"
        interpreter.refuse(node, "tf-rank", words, _TYPE_ERROR)
    elif _has_value(value) and value.shape.rank == 0 and value.dtype.is_floating is True:
        raised = _TYPE_ERROR if value.kind == "array" else "builtins.AttributeError"
        words = f"{use} ints, got {plain(value)}; int(x) cuts it"
        interpreter.refuse(node, "tf-dtype", words, raised)


def _indexed(node: ast.Subscript, value: TensorType) -> str:
    """What takes the one item, or each of several."""
    items, places = ast.unparse(node.value), ast.unparse(node.slice)
    if value.shape.rank == 1 and not has_several(value):
        return f"{items}[{places}[0]] takes the first"
    flat = places if value.shape.rank == 1 else f"{places}.ravel()"
    return f"[{items}[i] for i in {flat}] takes each"


def check_items(interpreter: Running, value: Value, node: ast.AST) -> None:
    """A scalar has no items, and a sparse tensor gives none."""
    if isinstance(value, TensorType) and value.kind == "sparse":
        words = f"a sparse tensor is not iterable: {plain(value)}; tf.sparse.to_dense(x) is"
        interpreter.refuse(node, "tf-unpack", words, _TYPE_ERROR)
    if _has_value(value) and value.shape.rank == 0:
        hint = "; range(x) counts up to it" if value.dtype.is_integer is True else ""
        words = f"a scalar has no items: {plain(value)}{hint}"
        interpreter.refuse(node, "tf-unpack", words, _TYPE_ERROR)


def check_length(interpreter: Running, value: Value, node: ast.AST, converted: bool) -> None:
    """A ragged or sparse tensor has no `len()`, but what AutoGraph makes of it."""
    if isinstance(value, TensorType) and value.kind in ("ragged", "sparse") and not converted:
        words = f"a {value.kind} tensor has no len(); .shape[0] is the number of its rows"
        interpreter.refuse(node, "tf-value", words, _TYPE_ERROR)


def _has_value(value: Value) -> bool:
    is_dense = isinstance(value, TensorType) and value.kind in ("tensor", "variable", "array")
    return is_dense and not is_symbol(value) and not may_have_more(value)


def has_several(value: Value) -> bool:
    """Whether there are more elements than one for sure."""
    size = num_elements(value.shape) if _has_value(value) else UNKNOWN
    return isinstance(size, int) and size > 1
