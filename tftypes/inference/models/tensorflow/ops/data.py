"""What the transformations of tf.data and the loops over tensors do to one component of an element.

Ordinary functions from a tensor to a tensor, without examples: their oracle is `element_spec`.
"""

from __future__ import annotations

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType

from .rule import OpError, Unsure
from .values import RaggedDims


def with_shape(component: TensorType, shape: Shape) -> TensorType:
    return TensorType(component.dtype, shape, component.kind)


def batched(component: TensorType, size: Dim = UNKNOWN) -> TensorType:
    """Elements stacked along a new first axis.

    >>> str(batched(TensorType.parse("float32[2]"), 8)), str(batched(TensorType.parse("int32[...]")))
    ('float32[8, 2]', 'int32[?, ...]')
    """
    return with_shape(component, Shape.of(size) + component.shape)


def sliced(component: TensorType) -> TensorType:
    """One slice along the first axis.

    >>> str(sliced(TensorType.parse("float32[8, 2]")))
    'float32[2]'
    >>> str(sliced(TensorType.parse("ragged float32[8, ?]")))
    'float32[?]'

    Raises OpError for a scalar.
    """
    shape = component.shape
    if shape.rank == 0:
        raise OpError("tf-rank", f"expected rank 1 or more, got a scalar {component}")
    if component.kind == "ragged":
        return _ragged_row(component)
    return with_shape(component, rest(shape))


def _ragged_row(component: TensorType) -> TensorType:
    """A row of a ragged tensor, which is dense where nothing but the rows differs in length."""
    told = component.value
    count = told.count if isinstance(told, RaggedDims) else 1 if component.shape.rank == 2 else None
    if count is None:
        raise Unsure
    if count > 1:
        return TensorType(component.dtype, rest(component.shape), "ragged", RaggedDims(count - 1))
    return TensorType(component.dtype, rest(component.shape))


def rest(shape: Shape) -> Shape:
    """All dims but the first."""
    return shape.slice(1)


def rebatched(component: TensorType, size: Dim = UNKNOWN) -> TensorType:
    """Batches of another size.

    >>> str(rebatched(TensorType.parse("float32[8, 2]")))
    'float32[?, 2]'
    """
    return with_shape(component, Shape.of(size) + rest(component.shape))


def padded(component: TensorType, shape: Shape | None) -> TensorType:
    """One element after padding; None pads each axis to the longest of the batch.

    >>> str(padded(TensorType.parse("float32[?, 2]"), None))
    'float32[?, 2]'

    Raises OpError for a shape that has no room for the component.
    """
    rank = component.shape.rank
    if shape is None:
        return component
    if shape.rank is None:
        return with_shape(
            component, Shape.unknown() if rank is None else Shape.of(*[UNKNOWN] * rank)
        )
    if rank is not None and rank != shape.rank:
        raise OpError(
            "tf-rank", f"{shape} cannot pad {component}: rank {shape.rank}, expected {rank}"
        )
    if rank is not None:
        for dim, room in zip(component.shape.prefix, shape.prefix):
            if isinstance(dim, int) and isinstance(room, int) and dim > room:
                raise OpError(
                    "tf-shape", f"{shape} cannot pad {component}: {dim} is more than {room}"
                )
    return with_shape(component, shape)


def first_dim(shape: Shape) -> Dim:
    """The size of the first axis."""
    return shape.prefix[0] if shape.prefix else UNKNOWN
