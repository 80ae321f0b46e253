"""tf.nn: pools over one to three spatial dims."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, TensorType

from .arguments import defaulted, dtype_argument, rank_at_least, rank_is, taken
from .conversion import as_tensor
from .groups import FLOATS, REALS, Names
from .rule import rule
from .values import INT64
from .windows import (
    FORMATS,
    assembled,
    format_argument,
    padding_argument,
    per_axis,
    slid,
    spatial_dims,
)


def pooled(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    spatial: int,
    allowed: Names,
) -> TensorType:
    """What a pool makes of images."""
    # The one of these ops that has a dtype for what has none takes ints too.
    is_defaulted = spatial == 2 and "int32" in allowed
    x = (
        defaulted(input, allowed, "float32", "input")
        if is_defaulted
        else taken(input, allowed, "input")
    )
    rank_is(x, spatial + 2, "input")
    first = format_argument(data_format, spatial)
    dims, channels = spatial_dims(x, spatial, first)
    sizes = slid(
        dims,
        per_axis(ksize, spatial, first, "ksize"),
        per_axis(strides, spatial, first, "strides"),
        [1] * spatial,
        padding_argument(padding, spatial, first),
    )
    return TensorType(x.dtype, assembled(x.shape.slice(0, 1), sizes, channels, first))


def _register(op: str, spatial: int, allowed: Names) -> None:
    def function(
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: Any = FORMATS[spatial][0],
        name: Any = None,
    ) -> TensorType:
        return pooled(input, ksize, strides, padding, data_format, spatial, allowed)

    def sizes(size: int) -> str:
        return ", ".join([str(size)] * spatial)

    images = f"f32[8, {sizes(28)}, 3]"
    rule(
        f"tensorflow.nn.{op}{spatial}d",
        f"tf.nn.{op}{spatial}d({images}, 2, 2, 'SAME') -> f32[8, {sizes(14)}, 3]",
        f"tf.nn.{op}{spatial}d(f32[N, {sizes(28)}, 3], [{sizes(3)}], [{sizes(2)}], 'VALID') -> f32[N, {sizes(13)}, 3]",
        f"tf.nn.{op}{spatial}d({images}, 30, 1, 'VALID') !! a window of 30 does not fit into 28",
        f"tf.nn.{op}{spatial}d({images}, 2, 2, 'valid') !! 'valid' is none of 'SAME', 'VALID'",
        f"tf.nn.{op}{spatial}d(f32[8, 3], 2, 2, 'SAME') !! expected rank {spatial + 2}, got rank 2",
        f"tf.nn.{op}{spatial}d(b[8, {sizes(28)}, 3], 2, 2, 'SAME') !! bool is not supported",
    )(function)


for _spatial in (1, 2, 3):
    _register("max_pool", _spatial, REALS | {"qint8"} if _spatial < 3 else FLOATS)
    _register("avg_pool", _spatial, FLOATS)


def _register_any(op: str, allowed: Names) -> None:
    """By the rank of the input: (batch, one to three spatial dims, channels)."""

    def function(
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: Any = None,
        name: Any = None,
    ) -> TensorType:
        x = rank_at_least(as_tensor(input, argument="input"), 3, "input")
        rank = x.shape.rank
        if rank is None or rank > 5:
            return TensorType(x.dtype, Shape.unknown())
        return pooled(input, ksize, strides, padding, data_format, rank - 2, allowed)

    rule(
        f"tensorflow.nn.{op}",
        f"tf.nn.{op}(f32[8, 28, 28, 3], 2, 2, 'SAME') -> f32[8, 14, 14, 3]",
        f"tf.nn.{op}(f32[N, 28, 3], 3, 2, 'VALID') -> f32[N, 13, 3]",
        f"tf.nn.{op}(f32[28, 3], 2, 2, 'SAME') !! expected rank 3 or more, got rank 2",
    )(function)


_register_any("max_pool", REALS | {"qint8"})
_register_any("avg_pool", FLOATS)


@rule(
    "tensorflow.nn.max_pool_with_argmax",
    "tf.nn.max_pool_with_argmax(f32[N, 28, 28, 3], 2, 2, 'SAME') -> (f32[N, 14, 14, 3], i64[N, 14, 14, 3])",
    "tf.nn.max_pool_with_argmax(f32[28, 28, 3], 2, 2, 'SAME') !! expected rank 4, got rank 3",
)
def max_pool_with_argmax(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    output_dtype: Any = INT64,
    include_batch_in_index: Any = False,
    name: Any = None,
) -> tuple[TensorType, TensorType]:
    values = pooled(input, ksize, strides, padding, data_format, 2, REALS)
    return values, TensorType(dtype_argument(output_dtype), values.shape)
