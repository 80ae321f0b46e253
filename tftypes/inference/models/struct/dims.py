"""The dims of structs and of their fields: several of them as one, rows counted, elements left out."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import Unsure
from tftypes.inference.structs import DENSE, Field, Layout, Struct, layout_of, mapped, reshaped
from tftypes.inference.values import Tensor

#: What has dims of its own and may be ragged.
Whole = TensorType | Struct
_INDICES: Final = DType.of("int32", "int64")


def rank_of(value: object) -> int:
    """The number of dims. Raises Unsure where it is not known."""
    rank = value.shape.rank if isinstance(value, (TensorType, Struct)) else None
    if rank is None:
        raise Unsure
    return rank


def layout(value: object) -> Layout:
    """How a value is laid out. Raises Unsure where it is neither a tensor nor a struct."""
    if isinstance(value, Struct):
        return value.layout
    if not isinstance(value, TensorType):
        raise Unsure
    if value.kind not in ("tensor", "variable", "ragged"):
        raise Unsure
    return "ragged" if value.kind == "ragged" else "dense"


def with_dims(value: Whole, shape: Shape, known: Layout) -> Whole:
    """The value in other dims. Raises Unsure for a tensor of which is not known whether it is ragged."""
    known = layout_of(shape, known)
    if isinstance(value, Struct):
        return reshaped(value, shape, known)
    if known is None:
        raise Unsure
    trace = value.trace if isinstance(value, Tensor) else None
    return Tensor(value.dtype, shape, "ragged" if known == "ragged" else "tensor", trace=trace)


def merged(value: Whole, first: int, last: int) -> Whole:
    """The value with the dims from the first to the last in one."""
    rank_of(value)
    if first >= last:
        return value
    dims, known = value.shape.dims or (), layout(value)
    sizes, sure = dims[first : last + 1], known == "dense" or known == "ragged" and first > 0
    size: Dim = prod(sizes) if sure and UNKNOWN not in sizes else UNKNOWN
    shape = Shape.of(*dims[:first], size, *dims[last + 1 :])
    if known == "ragged" and first == 0:
        known = None  # the dims after the last may be ragged or not
    return with_dims(value, shape, known)


def lengths(struct: Struct, axis: int) -> TensorType:
    """How many structures each row along an axis has, which is not the first."""
    shape = struct.shape.slice(0, axis)
    if struct.layout == "dense":
        return TensorType(DType.of("int64"), shape)
    if axis > 1 and struct.layout is None:
        raise Unsure
    return TensorType(_INDICES, shape, "ragged" if axis > 1 else "tensor")


def shortened(value: Whole, ndims: int) -> Whole:
    """Some elements along the last of so many dims."""
    if not 0 < ndims <= rank_of(value):
        raise Unsure
    known: Layout = "ragged" if ndims > 1 else layout(value)
    return with_dims(value, value.shape.replace(ndims - 1, UNKNOWN), known)


def flat(struct: Struct) -> Struct:
    """All structures in a vector."""
    rank_of(struct)
    return reshaped(struct, Shape.of(UNKNOWN), "dense")


def padded(value: Whole) -> Whole:
    """The value with all rows as long as the longest."""
    if isinstance(value, Struct):
        return replace(value, schema=mapped(value.schema, _filled), layout="dense")
    return with_dims(value, value.shape, "dense") if value.kind == "ragged" else value


def _filled(field: Field) -> Field:
    return replace(field, ragged=DENSE)
