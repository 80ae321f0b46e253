"""Layers that make one tensor of several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType, broadcast

from .describe import describe
from .rule import RULES, OpError, Unsure
from .values import FLOAT32


def _merged(inputs: Any) -> TensorType:
    """`Add`, `Multiply`, ...: element by element; the batch stays the first dim of inputs of other ranks."""
    _check_list(inputs)
    dtype = _common_dtype(inputs)
    ranks = [each.shape.rank for each in inputs]
    if not all(ranks):
        raise Unsure
    shapes = [_ranked(each.shape, max(ranks)) for each in inputs]
    shape = shapes[0]
    for other in shapes[1:]:
        shape = broadcast(shape, other)
    return TensorType(dtype, shape)


def _ranked(shape: Shape, rank: int) -> Shape:
    """A shape with dims of 1 behind the batch."""
    ones = Shape.of(*[1] * (rank - (shape.rank or 0)))
    return shape.slice(0, 1) + ones + shape.slice(1, None)


def _common_dtype(inputs: Any) -> DType:
    """What several inputs are converted to: the dtype that they all have, and floats where some are."""
    if not isinstance(inputs, list):
        raise Unsure
    dtypes = {x.dtype for x in inputs}
    if any(each.is_floating for each in dtypes) and all(
        each.is_floating or each.is_integer for each in dtypes
    ):
        return FLOAT32
    if len(dtypes) > 1 or not inputs[0].dtype.is_known:
        raise Unsure
    return inputs[0].dtype


def _averaged(inputs: Any) -> TensorType:
    """`Average`: numbers that are no floats become floats, 64 bits wide where they are as wide."""
    found = _merged(inputs)
    if not found.dtype.is_floating:
        raise Unsure
    return found


def _check_list(inputs: Any) -> None:
    if isinstance(inputs, TensorType):
        raise OpError("tf-value", "expected a list of tensors, got one", hint="[a, b] is one")


def _concatenated(inputs: Any, axis: Any = -1) -> TensorType:
    _check_list(inputs)
    if isinstance(axis, (list, tuple)):
        is_number = all(isinstance(each, int) for each in axis)
        hint = "Concatenate()([a, b]) is called on the tensors that it joins"
        words = f"expected an int, got {describe(axis)}"
        raise OpError("tf-dtype", words, "axis", None if is_number else hint)
    dtype = _common_dtype(inputs)
    found: TensorType = RULES["tensorflow.concat"].function(
        [TensorType(dtype, each.shape, each.kind) for each in inputs], axis
    )
    return found


#: By the name of the layer's class.
MERGING: Final[dict[str, Callable[..., TensorType]]] = {
    **dict.fromkeys(("Add", "Subtract", "Multiply", "Maximum", "Minimum"), _merged),
    "Average": _averaged,
    "Concatenate": _concatenated,
}
