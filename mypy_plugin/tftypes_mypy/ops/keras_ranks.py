"""Keras' own layers: the rank of input that each takes, whatever it was made with, and refuses all others."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import TensorType

from .rule import OpError

_DENSE: Final = ("tensor", "variable", "array")
_SEQUENCE: Final = "[batch, steps, features]"
_IMAGE: Final = "[batch, rows, columns, channels]"
_VOLUME: Final = "[batch, planes, rows, columns, channels]"

#: What the dims of an input are, by their number, and the layers that take so many.
_TAKING: Final = (
    (2, "[batch, features]", "RepeatVector"),
    (
        3,
        _SEQUENCE,
        "AveragePooling1D Conv1D Conv1DTranspose Cropping1D DepthwiseConv1D GRU GlobalAveragePooling1D"
        " GlobalMaxPooling1D LSTM MaxPooling1D SeparableConv1D SimpleRNN SpatialDropout1D UpSampling1D ZeroPadding1D",
    ),
    (
        4,
        _IMAGE,
        "AveragePooling2D Conv2D Conv2DTranspose Cropping2D DepthwiseConv2D GlobalAveragePooling2D"
        " GlobalMaxPooling2D MaxPooling2D SeparableConv2D SpatialDropout2D UpSampling2D ZeroPadding2D",
    ),
    (
        5,
        _VOLUME,
        "AveragePooling3D Conv3D Conv3DTranspose Cropping3D GlobalAveragePooling3D GlobalMaxPooling3D"
        " MaxPooling3D SpatialDropout3D UpSampling3D ZeroPadding3D",
    ),
)
RANKS: Final = {name: (rank, dims) for rank, dims, names in _TAKING for name in names.split()}


def check(name: str, value: Any) -> None:
    """Says nothing where a layer of this class takes the input, or where that is not known.

    >>> check("Conv2D", TensorType.parse("float32[32, 28, 28, 1]"))
    >>> check("Conv2D", TensorType.parse("float32[32, 28, 28]"))
    Traceback (most recent call last):
    tftypes_mypy.ops.rule.OpError: expected rank 4 [batch, rows, columns, channels], got rank 3

    Raises:
      OpError: if Keras refuses it for its rank.
    """
    if not isinstance(value, TensorType) or value.kind not in _DENSE or value.shape.rank is None:
        return
    rank, got = value.shape.rank, None
    if name in RANKS:
        expected, dims = RANKS[name]
        got = f"expected rank {expected} {dims}, got rank {rank}" if rank != expected else None
    elif name == "Dense" and rank < 2:
        got = f"expected rank 2 or more [batch, ..., features], got rank {rank}"
    if got is not None:
        raise OpError("tf-rank", got)
