"""tf.nn: pools and convolutions that say their kind by an argument, with holes, of fractional size, by greatest sums."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, TensorType, equal

from .arguments import allow, attributes, choice, ints_argument, rank_is
from .broadcasting import matched
from .conversion import as_tensor
from .convolution import convolved, transposed
from .groups import REALS
from .rule import OpError, Unsure, rule
from .values import INT64, is_number, of
from .windows import (
    assembled,
    format_argument,
    padding_argument,
    per_axis,
    positions,
    slid,
    spatial_dims,
)


@rule(
    "tensorflow.nn.pool",
    "tf.nn.pool(f32[N, 28, 28, 3], [2, 2], 'MAX', strides=[2, 2]) -> f32[N, 14, 14, 3]",
    "tf.nn.pool(f32[N, 28, 3], [3], 'AVG', padding='SAME') -> f32[N, 28, 3]",
    "tf.nn.pool(f32[N, 28, 28, 3], [3, 3], 'MAX', dilations=[2, 2]) -> f32[N, 24, 24, 3]",
    "tf.nn.pool(f32[2, 28, 28, 3], [2, 2], 'MIN') !! 'MIN' is none of 'MAX', 'AVG'",
    "tf.nn.pool(f32[28, 3], [2, 2], 'MAX') !! expected rank 4, got rank 2",
    "tf.nn.pool(b[2, 28, 28, 3], [2, 2], 'MAX') !! bool is not supported",
)
def pool(
    input: Any,
    window_shape: Any,
    pooling_type: Any,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: Any = None,
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    choice(pooling_type, ("MAX", "AVG"), "pooling_type")
    window = attributes(window_shape, "window_shape")
    x = as_tensor(input, argument="input")
    if window is None or not 1 <= len(window) <= 3:
        raise Unsure
    spatial = len(window)
    rank_is(allow(x, REALS, "input"), spatial + 2, "input")
    if isinstance(padding, (list, tuple)):
        raise Unsure
    first = format_argument(data_format, spatial)
    dims, channels = spatial_dims(x, spatial, first)
    sizes = slid(
        dims,
        window,
        per_axis(strides, spatial, first, "strides"),
        per_axis(dilations, spatial, first, "dilations"),
        padding_argument(padding, spatial, first),
    )
    return TensorType(x.dtype, assembled(x.shape.slice(0, 1), sizes, channels, first))


@rule(
    "tensorflow.nn.conv_transpose",
    "tf.nn.conv_transpose(f32[N, 7, 7, 16], f32[3, 3, 3, 16], [8, 14, 14, 3], 2) -> f32[8, 14, 14, 3]",
    "tf.nn.conv_transpose(f32[8, 7, 16], f32[3, 3, 16], [8, 14, 3], strides=2) -> f32[8, 14, 3]",
    "tf.nn.conv_transpose(f32[8, 7, 7, 5], f32[3, 3, 3, 16], [8, 14, 14, 3], 2) !! 5 channels, the filters take 16",
)
def conv_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: Any = None,
    dilations: Any = None,
    name: Any = None,
) -> TensorType:
    rank = as_tensor(filters, argument="filters").shape.rank
    if rank not in (3, 4, 5):
        raise Unsure
    return transposed(input, filters, output_shape, strides, padding, data_format, rank - 2)


@rule(
    "tensorflow.nn.atrous_conv2d",
    "tf.nn.atrous_conv2d(f32[N, 28, 28, 3], f32[3, 3, 3, 16], 2, 'SAME') -> f32[N, 28, 28, 16]",
    "tf.nn.atrous_conv2d(f32[N, 28, 28, 3], f32[3, 3, 3, 16], rate=2, padding='VALID') -> f32[N, 24, 24, 16]",
    "tf.nn.atrous_conv2d(f32[2, 28, 28, 4], f32[3, 3, 3, 16], 2, 'SAME') !! 4 channels, the filters take 3",
    "tf.nn.atrous_conv2d(f32[2, 28, 28, 3], f32[3, 3, 3, 16], 0, 'SAME') !! expected a positive rate, got 0",
)
def atrous_conv2d(
    value: Any, filters: Any, rate: Any, padding: Any, name: Any = None
) -> TensorType:
    if is_number(rate) and rate < 1:
        raise OpError("tf-value", f"expected a positive rate, got {rate}", "rate")
    return convolved(value, filters, 1, padding, "NHWC", rate if is_number(rate) else UNKNOWN, 2)


@rule(
    "tensorflow.nn.atrous_conv2d_transpose",
    "tf.nn.atrous_conv2d_transpose(f32[8, 7, 7, 16], f32[3, 3, 3, 16], [8, 7, 7, 3], 2, 'SAME') -> f32[8, 7, 7, 3]",
    "tf.nn.atrous_conv2d_transpose(f32[8, 7, 7, 5], f32[3, 3, 3, 16], [8, 7, 7, 3], 2, 'SAME')"
    " !! 5 channels, the filters take 16",
    "tf.nn.atrous_conv2d_transpose(f32[8, 7, 7, 16], f32[3, 3, 3, 16], [8, 7, 7], 2, 'SAME') !! expected 4 sizes, got 3",
    "tf.nn.atrous_conv2d_transpose(f32[8, 7, 7, 16], f32[3, 3, 3, 16], [8, 7, 7, 4], 2, 'SAME')"
    " !! expected 3 for the channels, got 4",
)
def atrous_conv2d_transpose(
    value: Any, filters: Any, output_shape: Any, rate: Any, padding: Any, name: Any = None
) -> TensorType:
    x, w, dtype = matched(value, filters, ("value", "filters"), first=True)
    x, w = rank_is(x, 4, "value"), rank_is(w, 4, "filters")
    if equal(x.shape[3], w.shape[3]) is False:
        raise OpError(
            "tf-shape",
            f"the input has {x.shape[3]} channels, the filters take {w.shape[3]}",
            "filters",
        )
    sizes = ints_argument(output_shape, "output_shape")
    if sizes is None:
        return TensorType(dtype, of(*[UNKNOWN] * 4))
    if len(sizes) != 4:
        raise OpError("tf-rank", f"expected 4 sizes, got {len(sizes)}", "output_shape")
    for size, own, what in ((sizes[0], x.shape[0], "batch"), (sizes[3], w.shape[2], "channels")):
        if equal(size, own) is False:
            raise OpError("tf-shape", f"expected {own} for the {what}, got {size}", "output_shape")
    return TensorType(dtype, of(*sizes))


def _register_fractional(op: str) -> None:
    def function(
        value: Any,
        pooling_ratio: Any,
        pseudo_random: Any = False,
        overlapping: Any = False,
        seed: Any = 0,
        name: Any = None,
    ) -> tuple[TensorType, TensorType, TensorType]:
        """How far it shrinks is drawn at random, within the ratio."""
        x = rank_is(allow(as_tensor(value, argument="value"), REALS, "value"), 4, "value")
        rows = TensorType(INT64, of(UNKNOWN))
        return TensorType(x.dtype, of(x.shape[0], UNKNOWN, UNKNOWN, x.shape[3])), rows, rows

    rule(
        f"tensorflow.nn.{op}",
        f"tf.nn.{op}(f32[N, 28, 28, 3], [1.0, 1.5, 1.5, 1.0])[1] -> i64[None]",
        f"tf.nn.{op}(f32[28, 28, 3], [1.0, 1.5, 1.5, 1.0]) !! expected rank 4, got rank 3",
    )(function)


_register_fractional("fractional_max_pool")
_register_fractional("fractional_avg_pool")


def _morphed(
    image: Any, filters: Any, strides: Any, padding: Any, dilations: Any, argument: str
) -> TensorType:
    x, w, dtype = matched(image, filters, (argument, "filters"), first=True)
    x, w = rank_is(allow(x, REALS, argument), 4, argument), rank_is(w, 3, "filters")
    if equal(x.shape[3], w.shape[2]) is False:
        raise OpError(
            "tf-shape",
            f"the input has {x.shape[3]} channels, the filters take {w.shape[2]}",
            "filters",
        )
    steps, rates = attributes(strides, "strides"), attributes(dilations, "dilations")
    pad = choice(padding, ("SAME", "VALID"), "padding")
    for argument, items in (("strides", steps), ("dilations", rates)):
        if items is not None and len(items) != 4:
            raise OpError("tf-value", f"expected 4 numbers, got {len(items)}", argument)
        if any(is_number(item) and item < 1 for item in items or ()):
            if argument == "dilations":
                raise Unsure  # some are let through
            raise OpError("tf-value", "expected positive numbers", argument)
    if steps is None or rates is None:
        return TensorType(dtype, of(x.shape[0], UNKNOWN, UNKNOWN, x.shape[3]))
    sizes = [
        positions(x.shape[axis], w.shape[axis - 1], steps[axis], rates[axis], pad, empty=True)
        for axis in (1, 2)
    ]
    return TensorType(dtype, of(x.shape[0], *sizes, x.shape[3]))


_CALL = "f32[3, 3, 5], [1, 2, 2, 1], 'SAME', 'NHWC', [1, 1, 1, 1])"


@rule(
    "tensorflow.nn.dilation2d",
    f"tf.nn.dilation2d(f32[N, 28, 28, 5], {_CALL} -> f32[N, 14, 14, 5]",
    f"tf.nn.dilation2d(f32[2, 28, 28, 4], {_CALL} !! 4 channels, the filters take 5",
)
def dilation2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    dilations: Any,
    name: Any = None,
) -> TensorType:
    return _morphed(input, filters, strides, padding, dilations, "input")


@rule(
    "tensorflow.nn.erosion2d",
    f"tf.nn.erosion2d(f32[N, 28, 28, 5], {_CALL} -> f32[N, 14, 14, 5]",
    f"tf.nn.erosion2d(f32[2, 28, 28, 4], {_CALL} !! 4 channels, the filters take 5",
)
def erosion2d(
    value: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    dilations: Any,
    name: Any = None,
) -> TensorType:
    return _morphed(value, filters, strides, padding, dilations, "value")
