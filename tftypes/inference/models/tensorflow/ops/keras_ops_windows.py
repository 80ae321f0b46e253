"""tf.keras.ops: convolutions and pools, and what undoes their shapes."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, TensorType, Unknown

from .arguments import choice
from .convolution import convolved
from .groups import FLOATS, REALS, Names
from .keras_ops import default_float, default_format, has_symbols, keras_rule, operand
from .pooling import pooled
from .rule import Unsure
from .tnp import naming
from .values import FLOAT32, is_number
from .windows import FORMATS, assembled, per_axis, slid, spatial_dims

_FORMATS: Final = ("channels_last", "channels_first")


def channels_first(data_format: Any) -> bool:
    """Whether channels come first; a program that sets the default one may set the default float too.

    Raises Unsure where that is not known.
    """
    if data_format is None and default_float().is_known:
        data_format = default_format()
    chosen = choice(data_format, _FORMATS, "data_format")
    if chosen is None:
        raise Unsure
    return chosen == "channels_first"


def padding_argument(value: Any) -> str:
    if not isinstance(value, str) or value.lower() not in ("valid", "same"):
        raise Unsure
    return value.upper()


def _images(inputs: Any) -> tuple[TensorType, int]:
    """Images, and the number of their spatial dims."""
    value = operand(inputs, "inputs")
    rank = value.shape.rank
    if rank not in (3, 4, 5):
        raise Unsure
    return TensorType(value.dtype, value.shape), rank - 2


# --- pools ------------------------------------------------------------------------------------------------------------


def _pool(allowed: Names) -> Any:
    def function(
        inputs: Any,
        pool_size: Any,
        strides: Any = None,
        padding: Any = "valid",
        data_format: Any = None,
    ) -> TensorType:
        value, spatial = _images(inputs)
        order = FORMATS[spatial][channels_first(data_format)]
        steps = pool_size if strides is None else strides
        # Which dtypes there are is not asked of symbols; an array is turned around by an op of its own first.
        given = value if channels_first(data_format) else inputs
        images = TensorType(FLOAT32, value.shape) if has_symbols() else given
        with naming(input="inputs", ksize="pool_size"):
            made = pooled(
                images, pool_size, steps, padding_argument(padding), order, spatial, allowed
            )
        return TensorType(value.dtype if has_symbols() else made.dtype, made.shape)

    return function


for _op, _allowed in (("max_pool", REALS), ("average_pool", FLOATS)):
    keras_rule(
        _op,
        "f32[8, 28, 28, 3], 2) -> f32[8, 14, 14, 3]",
        "f32[N, 28, 3], 3, strides=2, padding='same') -> f32[N, 14, 3]",
        "f32[8, 28, 28, 3], (2, 4)) -> f32[8, 14, 7, 3]",
        "f32[8, 3, 28, 28], 2, data_format='channels_first') -> f32[8, 3, 14, 14]",
        "f32[8, 2, 28, 3], 3) !! a window of 3 does not fit into 2",
    )(_pool(_allowed))


def _adaptive(inputs: Any, output_size: Any, data_format: Any = None) -> TensorType:
    value, spatial = _images(inputs)
    first = channels_first(data_format)
    _, channels = spatial_dims(value, spatial, first)
    sizes = per_axis(output_size, spatial, first, "output_size")
    return TensorType(value.dtype, assembled(value.shape.slice(0, 1), sizes, channels, first))


for _op in ("adaptive_average_pool", "adaptive_max_pool"):
    keras_rule(
        _op,
        "f32[8, 28, 28, 3], 7) -> f32[8, 7, 7, 3]",
        "f32[8, 3, 28], 4, data_format='channels_first') -> f32[8, 3, 4]",
    )(_adaptive)


# --- convolutions -----------------------------------------------------------------------------------------------------


@keras_rule(
    "conv",
    "f32[8, 28, 28, 3], f32[3, 3, 3, 16]) -> f32[8, 26, 26, 16]",
    "f32[N, 28, 3], f32[3, 3, 16], strides=2, padding='same') -> f32[N, 14, 16]",
    "f32[N, 28, 28, 3], variable(f32[3, 3, 3, 16]), 1, 'valid', dilation_rate=2) -> f32[N, 24, 24, 16]",
    "f32[8, 28, 28, 4], f32[3, 3, 3, 16]) !! 4 channels, the filters take 3",
    "f32[8, 2, 28, 3], f32[3, 3, 3, 16]) !! a window of 3 does not fit into 2",
)
def conv(
    inputs: Any,
    kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> TensorType:
    value, spatial = _images(inputs)
    filters = operand(kernel, "kernel")
    if filters.shape.rank not in (None, spatial + 2) or not value.dtype.names <= FLOATS:
        raise Unsure
    if has_symbols():
        filters = TensorType(value.dtype, filters.shape)
    order = FORMATS[spatial][channels_first(data_format)]
    with naming(input="inputs", filters="kernel", dilations="dilation_rate"):
        return convolved(
            value, filters, strides, padding_argument(padding), order, dilation_rate, spatial
        )


def _slid(
    value: TensorType,
    kernel: TensorType,
    strides: Any,
    padding: Any,
    first: bool,
    dilation_rate: Any,
    channels: Dim,
) -> TensorType:
    """What windows of a kernel's size make of images, with so many channels."""
    spatial = (value.shape.rank or 0) - 2
    if kernel.shape.rank != spatial + 2 or spatial not in (1, 2):
        raise Unsure
    dims, _ = spatial_dims(value, spatial, first)
    sizes = slid(
        dims,
        [kernel.shape[place] for place in range(spatial)],
        per_axis(strides, spatial, first, "strides"),
        per_axis(dilation_rate, spatial, first, "dilation_rate"),
        padding_argument(padding),
        eager=False,
    )
    return TensorType(value.dtype, assembled(value.shape.slice(0, 1), sizes, channels, first))


def _filtered(
    inputs: Any, kernel: Any, data_format: Any
) -> tuple[TensorType, int, TensorType, Any]:
    """Images, the number of their spatial dims, the filters that slide over them, and whether channels come first."""
    value, spatial = _images(inputs)
    filters, first = operand(kernel, "kernel"), channels_first(data_format)
    if filters.shape.rank != spatial + 2 or filters.dtype != value.dtype:
        raise Unsure
    return value, spatial, filters, first


@keras_rule(
    "depthwise_conv",
    "f32[8, 28, 28, 3], f32[3, 3, 3, 2]) -> f32[8, 26, 26, 6]",
    "f32[N, 28, 3], f32[3, 3, 1], strides=2, padding='same') -> f32[N, 14, 3]",
)
def depthwise_conv(
    inputs: Any,
    kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> TensorType:
    value, spatial, filters, first = _filtered(inputs, kernel, data_format)
    made = filters.shape[-2] * filters.shape[-1]
    return _slid(value, filters, strides, padding, first, dilation_rate, made)


@keras_rule(
    "separable_conv",
    "f32[8, 28, 28, 3], f32[3, 3, 3, 2], f32[1, 1, 6, 16]) -> f32[8, 26, 26, 16]",
    "f32[N, 28, 3], f32[3, 3, 1], f32[1, 3, 4], padding='same') -> f32[N, 28, 4]",
)
def separable_conv(
    inputs: Any,
    depthwise_kernel: Any,
    pointwise_kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> TensorType:
    value, _ = _images(inputs)
    filters = operand(depthwise_kernel, "depthwise_kernel")
    points, first = operand(pointwise_kernel, "pointwise_kernel"), channels_first(data_format)
    if not filters.dtype == points.dtype == value.dtype or not points.shape.rank:
        raise Unsure
    return _slid(value, filters, strides, padding, first, dilation_rate, points.shape[-1])


@keras_rule(
    "conv_transpose",
    "f32[8, 14, 14, 16], f32[3, 3, 8, 16], 2, 'same') -> f32[8, 28, 28, 8]",
    "f32[N, 14, 16], f32[3, 8, 16], strides=2) -> f32[N, 29, 8]",
    "f32[8, 14, 14, 16], f32[3, 3, 8, 16]) -> f32[8, 16, 16, 8]",
)
def conv_transpose(
    inputs: Any,
    kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    output_padding: Any = None,
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> TensorType:
    value, spatial, filters, first = _filtered(inputs, kernel, data_format)
    dims, _ = spatial_dims(value, spatial, first)
    sizes: list[Dim] = [UNKNOWN] * spatial
    if output_padding is None and is_number(dilation_rate) and dilation_rate == 1:
        steps = per_axis(strides, spatial, first, "strides")
        kind = padding_argument(padding)
        sizes = [_larger(dims[i], filters.shape[i], steps[i], kind) for i in range(spatial)]
    batch = value.shape.slice(0, 1)
    return TensorType(value.dtype, assembled(batch, sizes, filters.shape[-2], first))


def _larger(dim: Dim, size: Dim, stride: Dim, padding: str) -> Dim:
    """The size of which a convolution makes this one."""
    if not is_number(stride) or stride < 1 or isinstance(dim, Unknown):
        return UNKNOWN
    if padding == "SAME":
        return dim * stride
    return dim * stride + max(size - stride, 0) if is_number(size) else UNKNOWN
