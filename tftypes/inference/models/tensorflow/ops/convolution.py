"""tf.nn: convolutions of one to three spatial dims, and what undoes their shapes."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, Unknown, equal

from .arguments import allow, rank_at_least, rank_is, shape_argument
from .broadcasting import matched
from .groups import FLOATS, Names
from .rule import OpError, rule
from .values import is_number
from .windows import (
    assembled,
    format_argument,
    padding_argument,
    per_axis,
    positions,
    slid,
    spatial_dims,
)


def convolved(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    dilations: Any,
    spatial: int,
    allowed: Names = FLOATS,
) -> TensorType:
    """What a convolution makes of images and a bank of filters."""
    first = format_argument(data_format, spatial)
    x, w, dtype = matched(input, filters, ("input", "filters"), first=True)
    rank_at_least(allow(x, allowed, "input"), spatial + 2, "input", _completed(x, w, spatial))
    dims, channels = spatial_dims(x, spatial, first)
    if w.shape.rank == spatial and equal(channels, 1):
        words, index = f"expected rank {spatial + 2}, got rank {spatial}", ", ".join(":" * spatial)
        hint = f"filters[{index}, None, None] is one filter of one channel"
        raise OpError("tf-rank", words, "filters", hint)
    w = rank_is(w, spatial + 2, "filters")
    _check_channels(channels, w, x if first is False else None)
    sizes = slid(
        dims,
        [w.shape[place] for place in range(spatial)],
        per_axis(strides, spatial, first, "strides"),
        per_axis(dilations, spatial, first, "dilations"),
        padding_argument(padding, spatial, first),
    )
    return TensorType(dtype, assembled(x.shape.slice(0, -spatial - 1), sizes, w.shape[-1], first))


def _completed(x: TensorType, w: TensorType, spatial: int) -> str | None:
    """What the input lacks that has one dim too few: the batch, or the channels."""
    if x.shape.rank != spatial + 1 or w.shape.rank != spatial + 2:
        return None
    if equal(x.shape[-1], w.shape[-2]):
        return "tf.expand_dims(input, 0) is a batch of one"
    return "tf.expand_dims(input, -1) has one channel" if w.shape[-2] == 1 else None


def _check_channels(channels: Dim, w: TensorType, x: TensorType | None) -> None:
    """The channels of the input are as many as the filters take, or a multiple of that: groups.

    `x` is the input where it has its channels last.
    """
    taken, made = w.shape[-2], w.shape[-1]
    hint = None
    if is_number(channels) and w.shape.dims is not None:
        hint = f"filters of shape {w.shape.replace(-2, channels)} take it"
    if w.shape.rank == 4 and (order := _filters_last(w, channels)) is not None:
        hint = f"tf.transpose(filters, {order}) has its filters last"
    if x is not None and x.shape.rank == 4 and equal(x.shape[1], taken):
        hint = "tf.transpose(input, [0, 2, 3, 1]) has its channels last"
    if isinstance(channels, Unknown) or isinstance(taken, Unknown) or taken == 0:
        return
    if equal(channels, taken) is False and not (
        is_number(channels) and is_number(taken) and channels % taken == 0
    ):
        words = f"the input has {channels} channels, the filters take {taken}"
        raise OpError("tf-shape", words, "filters", hint)
    if (
        is_number(channels)
        and is_number(taken)
        and is_number(made)
        and made % (channels // taken or 1)
    ):
        words = f"the input has {channels} channels, the filters take {taken}: {made} filters"
        words += f" for {channels // taken} groups of channels"
        raise OpError("tf-shape", words, "filters", hint)


def _filters_last(w: TensorType, channels: Dim) -> list[int] | None:
    """How filters of another library are turned that come first, with the channels behind a square window or before it."""
    _, a, b, c = w.shape
    if equal(a, b) and equal(c, channels):
        return [1, 2, 3, 0]
    return [2, 3, 1, 0] if equal(b, c) and equal(a, channels) else None


@rule(
    "tensorflow.nn.conv2d",
    "tf.nn.conv2d(f32[8, 28, 28, 3], f32[3, 3, 3, 16], 1, 'SAME') -> f32[8, 28, 28, 16]",
    "tf.nn.conv2d(f32[N, 28, 28, 3], f32[3, 3, 3, 16], 2, 'VALID') -> f32[N, 13, 13, 16]",
    "tf.nn.conv2d(f32[8, None, 28, 3], f32[3, 3, 3, 16], [1, 2, 3, 1], 'SAME') -> f32[8, None, 10, 16]",
    "tf.nn.conv2d(f32[8, 28, 28, 3], f32[3, 3, 3, 16], 1, 'VALID', dilations=2) -> f32[8, 24, 24, 16]",
    "tf.nn.conv2d(f32[8, 3, 28, 28], f32[3, 3, 3, 16], 1, 'SAME', data_format='NCHW') -> f32[8, 16, 28, 28]",
    "tf.nn.conv2d(f32[8, 9, 9, 3], f32[3, 3, 3, 16], 1, [[0, 0], [1, 1], [2, 2], [0, 0]]) -> f32[8, 9, 11, 16]",
    "tf.nn.conv2d(f32[8, 28, 28, 4], f32[3, 3, 2, 16], 1, 'SAME') -> f32[8, 28, 28, 16]",
    "tf.nn.conv2d(f32[8, 28, 28, 4], f32[3, 3, 3, 16], 1, 'SAME') !! 4 channels, the filters take 3",
    "tf.nn.conv2d(f32[8, 28, 28, 8], f32[16, 5, 5, 8], 1, 'SAME') !! tf.transpose(filters, [1, 2, 3, 0])",
    "tf.nn.conv2d(f32[8, 28, 28, 8], f32[16, 8, 5, 5], 1, 'SAME') !! tf.transpose(filters, [2, 3, 1, 0])",
    "tf.nn.conv2d(f32[28, 28, 3], f32[3, 3, 3, 16], 1, 'SAME') !! expected rank 4 or more, got rank 3",
    "tf.nn.conv2d(f32[8, 28, 28, 3], f32[3, 3, 3], 1, 'SAME') !! expected rank 4, got rank 3",
    "tf.nn.conv2d(f32[8, 28, 28, 3], f32[3, 3, 3, 16], 1, 'same') !! 'same' is none of 'SAME', 'VALID'",
    "tf.nn.conv2d(f32[8, 28, 28, 3], f32[3, 3, 3, 16], [1, 2, 3], 'SAME') !! expected 1 or 2 or 4 numbers, got 3",
    "tf.nn.conv2d(f32[8, 28, 28, 3], f32[3, 3, 3, 16], 0, 'SAME') !! stride 0",
    "tf.nn.conv2d(f32[8, 2, 28, 3], f32[3, 3, 3, 16], 1, 'VALID') !! a window of 3 does not fit into 2",
    "tf.nn.conv2d(u8[8, 28, 28, 3], u8[3, 3, 3, 16], 1, 'SAME') !! uint8 is not supported",
    "tf.nn.conv2d(f32[8, 9, 9, 3], f32[3, 3, 3, 4], 1, 'SAME', data_format='NWHC') !! 'NWHC' is none of",
)
def conv2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    return convolved(
        input, filters, strides, padding, data_format, dilations, 2, FLOATS | {"int32"}
    )


@rule(
    "tensorflow.nn.conv1d",
    "tf.nn.conv1d(f32[8, 28, 3], f32[3, 3, 16], 2, 'VALID') -> f32[8, 13, 16]",
    "tf.nn.conv1d(f32[N, None, 3], f32[3, 3, 16], [1], 'SAME') -> f32[N, None, 16]",
    "tf.nn.conv1d(f32[8, 28, 3], f32[3, 3, 16], 1, 'VALID', dilations=2) -> f32[8, 24, 16]",
    "tf.nn.conv1d(f32[8, 28, 3], f32[3, 4, 16], 1, 'SAME') !! 3 channels, the filters take 4",
    "tf.nn.conv1d(f32[8, 28, 1], f32[3], 1, 'SAME') !! filters[:, None, None] is one filter",
    "tf.nn.conv1d(f32[28, 3], f32[3, 3, 16], 1, 'SAME') !! expected rank 3 or more, got rank 2",
)
def conv1d(
    input: Any,
    filters: Any,
    stride: Any,
    padding: Any,
    data_format: Any = "NWC",
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    return convolved(input, filters, stride, padding, data_format, dilations, 1, FLOATS | {"int32"})


@rule(
    "tensorflow.nn.conv3d",
    "tf.nn.conv3d(f32[8, 9, 28, 28, 3], f32[3, 3, 3, 3, 16], [1, 2, 2, 2, 1], 'VALID') -> f32[8, 4, 13, 13, 16]",
    "tf.nn.conv3d(f32[N, 9, 8, 7, 3], f32[3, 3, 3, 3, 4], [1, 1, 1, 1, 1], 'SAME') -> f32[N, 9, 8, 7, 4]",
    "tf.nn.conv3d(f32[8, 9, 9, 9, 3], f32[3, 3, 3, 4, 4], [1, 1, 1, 1, 1], 'SAME') !! 3 channels, the filters take 4",
    "tf.nn.conv3d(f32[8, 9, 9, 9, 3], f32[3, 3, 3, 3, 4], 1, 'SAME') !! expected 5 numbers, got 1",
)
def conv3d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NDHWC",
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    _one_for_each_dim(strides, 5)
    return convolved(input, filters, strides, padding, data_format, dilations, 3)


def _one_for_each_dim(strides: Any, count: int) -> None:
    """Some ops take a list of one number for each dim and nothing else."""
    size = (
        1 if is_number(strides) else len(strides) if isinstance(strides, (list, tuple)) else count
    )
    if size != count:
        raise OpError("tf-value", f"expected {count} numbers, got {size}", "strides")


_DEFAULTS = {1: "VALID", 2: "VALID", 3: "VALID"}


@rule(
    "tensorflow.nn.convolution",
    "tf.nn.convolution(f32[8, 28, 28, 3], f32[3, 3, 3, 16]) -> f32[8, 26, 26, 16]",
    "tf.nn.convolution(f32[N, 28, 3], f32[3, 3, 16], strides=2, padding='SAME') -> f32[N, 14, 16]",
    "tf.nn.convolution(f32[8, 28, 28, 4], f32[3, 3, 3, 16]) !! 4 channels, the filters take 3",
    "tf.nn.convolution(f32[8, 28, 28, 4], f32[4, 16]) !! expected rank 3 to 5, got rank 2",
)
def convolution(
    input: Any,
    filters: Any,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: Any = None,
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    w = matched(input, filters, ("input", "filters"), first=True)[1]
    spatial = None if w.shape.rank is None else w.shape.rank - 2
    if spatial is not None and spatial < 1:
        raise OpError("tf-rank", f"expected rank 3 to 5, got rank {w.shape.rank}", "filters")
    if spatial not in _DEFAULTS:
        return TensorType(w.dtype, Shape.unknown())
    return convolved(input, filters, strides, padding, data_format, dilations, spatial)


# --- each channel by itself -------------------------------------------------------------------------------------------


@rule(
    "tensorflow.nn.depthwise_conv2d",
    "tf.nn.depthwise_conv2d(f32[8, 28, 28, 3], f32[3, 3, 3, 2], [1, 1, 1, 1], 'SAME') -> f32[8, 28, 28, 6]",
    "tf.nn.depthwise_conv2d(f32[N, 28, 28, 3], f32[3, 3, 3, 2], [1, 2, 2, 1], 'VALID') -> f32[N, 13, 13, 6]",
    "tf.nn.depthwise_conv2d(f32[8, 9, 9, 3], f32[3, 3, 4, 2], [1, 1, 1, 1], 'SAME') !! 3 channels, the filter takes 4",
    "tf.nn.depthwise_conv2d(f32[8, 9, 9, 3], f32[3, 3, 3, 2], 1, 'SAME') !! expected 4 numbers, got 1",
    "tf.nn.depthwise_conv2d(i32[8, 9, 9, 3], i32[3, 3, 3, 2], [1, 1, 1, 1], 'SAME') !! int32 is not supported",
)
def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    data_format: Any = None,
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    _one_for_each_dim(strides, 4)
    first = format_argument(data_format, 2)
    x, w, dtype = matched(input, filter, ("input", "filter"), first=True)
    x = rank_is(allow(x, FLOATS, "input"), 4, "input")
    w = rank_is(w, 4, "filter")
    dims, channels = spatial_dims(x, 2, first)
    if equal(channels, w.shape[2]) is False:
        raise OpError(
            "tf-shape",
            f"the input has {channels} channels, the filter takes {w.shape[2]}",
            "filter",
        )
    sizes = slid(
        dims,
        [w.shape[0], w.shape[1]],
        per_axis(strides, 2, first, "strides"),
        per_axis(dilations, 2, first, "dilations"),
        padding_argument(padding, 2, first),
    )
    return TensorType(dtype, assembled(x.shape.slice(0, 1), sizes, w.shape[2] * w.shape[3], first))


@rule(
    "tensorflow.nn.separable_conv2d",
    "tf.nn.separable_conv2d(f32[8, 9, 9, 3], f32[3, 3, 3, 2], f32[1, 1, 6, 10], [1, 1, 1, 1], 'SAME')"
    " -> f32[8, 9, 9, 10]",
    "tf.nn.separable_conv2d(f32[8, 9, 9, 3], f32[3, 3, 3, 2], f32[1, 1, 5, 10], [1, 1, 1, 1], 'SAME')"
    " !! 6 channels, the filters take 5",
)
def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    data_format: Any = None,
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    between = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations)
    return convolved(between, pointwise_filter, 1, "VALID", data_format, None, 2)


# --- transposed -------------------------------------------------------------------------------------------------------


def transposed(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    spatial: int,
) -> TensorType:
    """What a transposed convolution makes: a result of a given shape, of which a convolution would make the input."""
    first = format_argument(data_format, spatial)
    x, w, dtype = matched(input, filters, ("input", "filters"), first=True)
    allow(x, FLOATS if spatial == 3 else FLOATS | {"int32"}, "input")
    x, w = rank_is(x, spatial + 2, "input"), rank_is(w, spatial + 2, "filters")
    dims, channels = spatial_dims(x, spatial, first)
    if equal(channels, w.shape[-1]) is False:
        raise OpError(
            "tf-shape",
            f"the input has {channels} channels, the filters take {w.shape[-1]}",
            "filters",
        )
    wanted = shape_argument(output_shape, "output_shape")
    if wanted.rank is None:
        return TensorType(
            dtype, assembled(Shape.of(x.shape[0]), [UNKNOWN] * spatial, UNKNOWN, first)
        )
    if wanted.rank != spatial + 2:
        raise OpError("tf-rank", f"expected {spatial + 2} sizes, got {wanted.rank}", "output_shape")
    _check_transposed(
        x, w, wanted, per_axis(strides, spatial, first, "strides"), padding, first, dims
    )
    known = zip(wanted, assembled(Shape.of(x.shape[0]), [UNKNOWN] * spatial, UNKNOWN, first))
    return TensorType(
        dtype, Shape.of(*(other if isinstance(dim, Unknown) else dim for dim, other in known))
    )


def _check_transposed(
    x: TensorType,
    w: TensorType,
    wanted: Shape,
    strides: list[Dim],
    padding: Any,
    first: bool | None,
    dims: list[Dim],
) -> None:
    """The sizes asked for are among those of which the convolution makes the input."""
    if equal(wanted[0], x.shape[0]) is False:
        raise OpError(
            "tf-shape", f"a batch of {x.shape[0]} does not make one of {wanted[0]}", "output_shape"
        )
    spatial, made = spatial_dims(TensorType(x.dtype, wanted), len(dims), first)
    taken = w.shape[-2]
    if is_number(made) and is_number(taken) and taken and made % taken:
        raise OpError("tf-shape", f"{made} channels, the filters make {taken}", "output_shape")
    kind = padding_argument(padding, len(dims), first)
    if not isinstance(kind, str):
        return
    for place, (dim, size, stride) in enumerate(zip(dims, spatial, strides)):
        if is_number(dim) and is_number(size) and is_number(w.shape[place]):
            back = positions(size, w.shape[place], stride, 1, kind)
            if equal(back, dim) is False:
                raise OpError(
                    "tf-shape", f"a convolution makes {back} of {size}, not {dim}", "output_shape"
                )


def _register_transposed(op: str, spatial: int, last: str) -> None:
    def function(
        input: Any,
        filters: Any,
        output_shape: Any,
        strides: Any,
        padding: Any = "SAME",
        data_format: Any = last,
        dilations: Any = None,
        name: Any = None,
    ) -> TensorType:
        return transposed(input, filters, output_shape, strides, padding, data_format, spatial)

    def sizes(size: int) -> str:
        return ", ".join([str(size)] * spatial)

    strides = f"[1, {sizes(2)}, 1]"
    images, filters = f"f32[8, {sizes(7)}, 16]", f"f32[{sizes(3)}, 3, 16]"
    call = f"tf.nn.{op}({images}, {filters}"
    rule(
        f"tensorflow.nn.{op}",
        f"{call}, [8, {sizes(14)}, 3], {strides}) -> f32[8, {sizes(14)}, 3]",
        f"{call}, [8, {sizes(15)}, 3], {strides}, 'VALID') -> f32[8, {sizes(15)}, 3]",
        f"tf.nn.{op}(f32[N, {sizes(7)}, 16], {filters}, [tf.shape(f32[N, 2])[0], {sizes(14)}, 3], {strides})"
        f" -> f32[N, {sizes(14)}, 3]",
        f"{call}, [9, {sizes(14)}, 3], {strides}) !! a batch of 8 does not make one of 9",
        f"{call}, [8, {sizes(17)}, 3], {strides}) !! a convolution makes 9 of 17, not 7",
        f"{call}, [8, {sizes(14)}, 4], {strides}) !! 4 channels, the filters make 3",
        f"{call}, [8, 3], {strides}) !! expected {spatial + 2} sizes, got 2",
        f"tf.nn.{op}(f32[8, {sizes(7)}, 5], {filters}, [8, {sizes(14)}, 3], {strides})"
        " !! 5 channels, the filters take 16",
    )(function)


_register_transposed("conv1d_transpose", 1, "NWC")
_register_transposed("conv2d_transpose", 2, "NHWC")
_register_transposed("conv3d_transpose", 3, "NDHWC")
