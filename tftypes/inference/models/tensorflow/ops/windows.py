"""Sizes of what slides over spatial dims: the arithmetic that convolutions and pools share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, Unknown, less

from .arguments import attributes, choice
from .rule import OpError
from .values import is_number

#: The data formats by number of spatial dims: channels last, which is the default, and first.
FORMATS: Final = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}

#: Padding: before and behind of each spatial dim, or how to compute it.
Padding = str | list[tuple[Dim, Dim]] | None


def format_argument(value: Any, spatial: int) -> bool | None:
    """Whether channels come first; None when that is not known."""
    last, first = FORMATS[spatial]
    if value is None:
        return False
    chosen = choice(value, (last, first), "data_format")
    return None if chosen is None else chosen == first


def per_axis(value: Any, spatial: int, first: bool | None, argument: str) -> list[Dim]:
    """A stride, dilation or window size for each spatial dim, out of one number, one for each, or one for each dim.

    >>> per_axis(2, 2, False, "strides"), per_axis([1, 2, 3, 1], 2, False, "strides")
    ([2, 2], [2, 3])
    """
    if value is None:
        return [1] * spatial
    if is_number(value):
        return [value] * spatial
    numbers = attributes(value, argument)
    if numbers is None:
        return [UNKNOWN] * spatial
    if len(numbers) == 1:
        return [*numbers] * spatial
    if len(numbers) == spatial:
        return [*numbers]
    if len(numbers) != spatial + 2:
        wanted = " or ".join(str(count) for count in sorted({1, spatial, spatial + 2}))
        raise OpError("tf-value", f"expected {wanted} numbers, got {len(numbers)}", argument)
    if is_number(numbers[0]) and numbers[0] != 1:
        raise OpError("tf-value", f"expected 1 for the batch, got {numbers[0]}", argument)
    if first is None:
        return [UNKNOWN] * spatial
    return [*numbers[2:]] if first else [*numbers[1:-1]]


def padding_argument(value: Any, spatial: int, first: bool | None) -> Padding:
    """'SAME', 'VALID', or explicit numbers for each spatial dim; None when not known."""
    if isinstance(value, str):
        return choice(value, ("SAME", "VALID"), "padding")
    if not isinstance(value, (list, tuple)) or first is None:
        return None
    if len(value) != spatial + 2:
        raise OpError("tf-value", f"expected {spatial + 2} pairs, got {len(value)}", "padding")
    pairs: list[tuple[Dim, Dim]] = []
    for item in value[2:] if first else value[1:-1]:
        pair = attributes(item, "padding")
        if pair is None or len(pair) != 2:
            return None
        pairs.append((pair[0], pair[1]))
    return pairs


def slid(
    dims: Sequence[Dim],
    kernel: Sequence[Dim],
    strides: Sequence[Dim],
    dilations: Sequence[Dim],
    padding: Padding,
    eager: bool = True,
) -> list[Dim]:
    """The number of positions of a window in each spatial dim."""
    out = []
    for place, (dim, size, stride, dilation) in enumerate(zip(dims, kernel, strides, dilations)):
        if is_number(stride) and stride <= 0:
            raise OpError("tf-value", f"stride {stride}", "strides")
        if isinstance(padding, list):
            before, behind = padding[place]
            out.append(
                positions(dim + before + behind, size, stride, dilation, "VALID", eager=eager)
            )
        else:
            out.append(positions(dim, size, stride, dilation, padding, eager=eager))
    return out


def positions(
    dim: Dim,
    size: Dim,
    stride: Dim,
    dilation: Dim,
    padding: str | None,
    empty: bool = False,
    eager: bool = False,
) -> Dim:
    """How often a window fits in a dim. `empty` marks the ops that go by without an error where it hardly does not.

    Others do so where they run `eager`ly: kernels round towards zero.

    >>> positions(28, 3, 2, 1, "SAME"), positions(28, 3, 2, 1, "VALID"), positions(28, 3, 1, 2, "VALID")
    (14, 13, 24)
    """
    if padding is None or isinstance(dim, Unknown) or not (is_number(stride) and stride > 0):
        return UNKNOWN
    if padding == "SAME":
        return (dim + (stride - 1)) // stride
    if isinstance(size, Unknown) or isinstance(dilation, Unknown):
        return UNKNOWN
    extent = (size - 1) * dilation + 1
    if empty and less(dim, extent) and less(extent, dim + 2 * stride):
        return 0
    if less(dim, extent):
        words = f"a window of {extent} does not fit into {dim}"
        error = OpError("tf-shape", words, hint="padding='SAME' adds what is missing")
        error.in_graph = eager and less(extent, dim + 2 * stride) is True
        raise error
    return (dim - extent) // stride + 1


def spatial_dims(x: TensorType, spatial: int, first: bool | None) -> tuple[list[Dim], Dim]:
    """The spatial dims and the number of channels."""
    if first is None:
        return [UNKNOWN] * spatial, UNKNOWN
    if first:
        return [x.shape[place - spatial] for place in range(spatial)], x.shape[-spatial - 1]
    return [x.shape[place - spatial - 1] for place in range(spatial)], x.shape[-1]


def assembled(batch: Shape, dims: Sequence[Dim], channels: Dim, first: bool | None) -> Shape:
    """The shape of images: batch dims, spatial dims and channels in the order of the data format."""
    if first is None:
        return batch + Shape.of(*[UNKNOWN] * (len(dims) + 1))
    return batch + (Shape.of(channels, *dims) if first else Shape.of(*dims, channels))
