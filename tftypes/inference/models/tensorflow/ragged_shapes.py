"""`tf.shape` of a ragged tensor: no tensor, and no size of the axis whose rows are of several lengths."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.open_modules import is_mentioned
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import RAGGED

_SHAPE: Final = "tensorflow.experimental.DynamicRaggedShape"
#: The slots of the ragged tensor, and of how the program writes it.
_OF: Final = "<ragged>"
_WRITTEN: Final = "<written>"
#: What makes ragged tensors whose rows are as long as each other, by a length that nobody may know.
_UNIFORM: Final = ("from_tensor", "uniform_row_length")


def shape_of(interpreter: Interpreter, ragged: TensorType, node: ast.AST) -> Value:
    """What `tf.shape` gives for a ragged tensor."""
    written = written_argument(node, 0, "input") or "x"
    return interpreter.instance(_SHAPE, {_OF: ragged, _WRITTEN: written})


def static_shape(interpreter: Interpreter, ragged: TensorType) -> Shape:
    """`x.shape`: None along axis 1, which is the first ragged one, unless all rows are known to have one length."""
    dims = ragged.shape.dims
    if dims is None or len(dims) < 2 or dims[1] is not UNKNOWN or _may_be_uniform(interpreter):
        return ragged.shape
    return Shape.of(dims[0], RAGGED, *dims[2:])


def _may_be_uniform(interpreter: Interpreter) -> bool:
    return any(is_mentioned(interpreter, each) for each in _UNIFORM)


def _size(interpreter: Interpreter, call: Call) -> Value:
    """One of its sizes. Raises OpError for that of axis 1, which is the first ragged one."""
    ragged, axis = resolve(call.receiver.read(_OF, None)), resolve(call.get(0, "index"))
    dims = ragged.shape.dims if isinstance(ragged, TensorType) else None
    if _may_be_uniform(interpreter):
        return TOP
    if dims is not None and type(axis) is int and -len(dims) <= axis < len(dims):
        if axis % len(dims) == 1 and dims[1] is UNKNOWN:
            words = f"axis 1 of {ragged} is ragged: its rows have several lengths"
            written = call.receiver.read(_WRITTEN, "x")
            hint = f"{written}.bounding_shape()[1] is that of the longest"
            raise OpError("tf-value", words, hint=hint)
    return TOP


CLASSES: Final = {_SHAPE: LibraryClass(methods={"__getitem__": _size})}
