"""Keras' layers on images: windows that slide, pools, and what is added around or cut off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import gcd
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, Unknown

from .rule import OpError, Unsure
from .values import FLOAT32, is_dim, is_number
from .windows import FORMATS, assembled, per_axis, positions, spatial_dims

_ANY: Final = DType.any()

# --- what many have in common ---------------------------------------------------------------------------------------


def floats(shape: Shape) -> TensorType:
    return TensorType(FLOAT32, shape)


def same(x: TensorType) -> TensorType:
    """Shape and dtype stay; of ints it is not known what they become."""
    return TensorType(FLOAT32 if x.dtype.is_floating else _ANY, x.shape)


def kept(x: TensorType, shape: Shape) -> TensorType:
    return TensorType(x.dtype, shape)


def ranked(x: TensorType, rank: int) -> Shape:
    """The shape of an input that has this rank, or is refused."""
    if x.shape.rank not in (None, rank):
        raise Unsure
    return x.shape if x.shape.rank is not None else Shape.of(*[UNKNOWN] * rank)


def size_of(value: Any) -> Dim:
    return value if is_dim(value) else UNKNOWN


def channels_first(data_format: Any) -> bool | None:
    """Whether channels come first; None when that is not known."""
    if data_format in (None, "channels_last"):
        return False
    return True if data_format == "channels_first" else None


def _padding(padding: Any) -> str | None:
    """A causal window has as many positions as one of the same size."""
    if not isinstance(padding, str):
        return None
    return {"valid": "VALID", "same": "SAME", "causal": "SAME"}.get(padding.lower())


def _slid(
    x: TensorType,
    channels: Any,
    size: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    dilation: Any,
    spatial: int,
) -> Shape:
    """The images that a window makes which slides over them."""
    first = channels_first(data_format)
    value = kept(x, ranked(x, spatial + 2))
    dims, own = spatial_dims(value, spatial, first)
    numbers = [per_axis(each, spatial, first, "strides") for each in (size, strides, dilation)]
    try:
        sizes = [
            positions(dim, window, step, spread, _padding(padding), eager=channels is None)
            for dim, window, step, spread in zip(dims, *numbers)
        ]
    except OpError as error:
        error.hint = "padding='same' adds what is missing"
        raise
    made = own if channels is None else channels
    return assembled(value.shape.slice(0, 1), sizes, made, first)


# --- layers ---------------------------------------------------------------------------------------------------------


def _conv(
    x: TensorType,
    filters: Any,
    kernel_size: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
    groups: Any = 1,
    *,
    spatial: int,
) -> TensorType:
    _, channels = spatial_dims(
        kept(x, ranked(x, spatial + 2)), spatial, channels_first(data_format)
    )
    if is_number(groups) and is_number(channels) and groups > 0 and channels % groups:
        raise ungrouped(channels, groups)
    shape = _slid(
        x, size_of(filters), kernel_size, strides, padding, data_format, dilation_rate, spatial
    )
    return floats(shape)


def _depthwise(
    x: TensorType,
    kernel_size: Any,
    strides: Any = 1,
    padding: Any = "valid",
    depth_multiplier: Any = 1,
    data_format: Any = None,
    dilation_rate: Any = 1,
    *,
    spatial: int,
) -> TensorType:
    _, channels = spatial_dims(
        kept(x, ranked(x, spatial + 2)), spatial, channels_first(data_format)
    )
    known = is_dim(depth_multiplier) and not isinstance(channels, Unknown)
    made = channels * depth_multiplier if known else UNKNOWN
    return floats(
        _slid(x, made, kernel_size, strides, padding, data_format, dilation_rate, spatial)
    )


def _transposed(
    x: TensorType,
    filters: Any,
    kernel_size: Any,
    strides: Any = 1,
    padding: Any = "valid",
    output_padding: Any = None,
    data_format: Any = None,
    dilation_rate: Any = 1,
    *,
    spatial: int,
) -> TensorType:
    first = channels_first(data_format)
    value = kept(x, ranked(x, spatial + 2))
    dims, _ = spatial_dims(value, spatial, first)
    numbers = [per_axis(each, spatial, first, "strides") for each in (kernel_size, strides)]
    plain = output_padding is None and all(step == 1 for step in _all(dilation_rate))
    sizes = [
        _widened(dim, window, step, padding) if plain else UNKNOWN
        for dim, window, step in zip(dims, *numbers)
    ]
    return floats(assembled(value.shape.slice(0, 1), sizes, size_of(filters), first))


def _all(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else (value,)


def _widened(dim: Dim, window: Dim, step: Dim, padding: Any) -> Dim:
    if isinstance(dim, Unknown) or not (is_number(window) and is_number(step)):
        return UNKNOWN
    extra = {"VALID": max(window - step, 0), "SAME": 0}.get(_padding(padding) or "")
    return UNKNOWN if extra is None else dim * step + extra


def _pool(
    x: TensorType,
    pool_size: Any = 2,
    strides: Any = None,
    padding: Any = "valid",
    data_format: Any = None,
    *,
    spatial: int,
) -> TensorType:
    steps = pool_size if strides is None else strides
    return same(kept(x, _slid(x, None, pool_size, steps, padding, data_format, 1, spatial)))


def _global_pool(
    x: TensorType, data_format: Any = None, keepdims: Any = False, *, spatial: int
) -> TensorType:
    first = channels_first(data_format)
    value = kept(x, ranked(x, spatial + 2))
    _, channels = spatial_dims(value, spatial, first)
    if not isinstance(keepdims, bool):
        raise Unsure
    batch = value.shape.slice(0, 1)
    if keepdims:
        return same(kept(x, assembled(batch, [1] * spatial, channels, first)))
    return same(kept(x, batch + Shape.of(channels)))


def _adaptive(
    x: TensorType, output_size: Any, data_format: Any = None, *, spatial: int
) -> TensorType:
    """As many windows as are asked for."""
    if x.shape.rank != spatial + 2:
        raise Unsure
    first = channels_first(data_format)
    _, channels = spatial_dims(x, spatial, first)
    sizes = [size_of(each) for each in per_axis(output_size, spatial, False, "output_size")]
    return same(kept(x, assembled(x.shape.slice(0, 1), sizes, channels, first)))


def ungrouped(channels: int, groups: int) -> OpError:
    """Channels that do not divide into so many groups."""
    words = f"{channels} channels do not make {groups} groups"
    return OpError("tf-shape", words, hint=f"groups={gcd(channels, groups)} does")


def along(x: TensorType, axis: Any = -1) -> TensorType:
    """Shape and dtype stay; the axes are there."""
    for each in axis if isinstance(axis, (list, tuple)) else (axis,):
        if (
            is_number(each)
            and x.shape.rank is not None
            and not -x.shape.rank <= each < x.shape.rank
        ):
            words = f"axis {each} is out of range for rank {x.shape.rank}"
            raise OpError("tf-axis", words, hint="axis=-1 is the last one")
    return same(x)


def grouped(x: TensorType, groups: Any = 32, axis: Any = -1) -> TensorType:
    made = along(x, axis)
    channels = x.shape[axis] if is_number(axis) and x.shape.rank else UNKNOWN
    if is_number(groups) and groups > 0 and is_number(channels) and channels % groups:
        raise ungrouped(channels, groups)
    return made


def _padded(
    x: TensorType, padding: Any = 1, data_format: Any = None, *, spatial: int, sign: int
) -> TensorType:
    """Zeros around images, or what is cut off."""
    first = channels_first(data_format)
    value = kept(x, ranked(x, spatial + 2))
    dims, channels = spatial_dims(value, spatial, first)
    around = _around(padding, spatial)
    sizes = [
        UNKNOWN if UNKNOWN in (dim, extra) else dim + sign * extra
        for dim, extra in zip(dims, around)
    ]
    for axis, (dim, size) in enumerate(zip(dims, sizes), 1):
        if is_number(size) and size <= 0:
            words = f"nothing is left of dim {axis}, which is {dim}"
            hint = f"less than {dim} in all leaves some"
            raise OpError("tf-shape", words, "cropping", hint)
    return kept(x, assembled(value.shape.slice(0, 1), sizes, channels, first))


def _around(padding: Any, spatial: int) -> list[Any]:
    """How much stands on both sides of each dim, of `1`, `(1, 2)` and `((1, 1), (2, 2))`.

    >>> _around(1, 2), _around((1, 2), 2), _around(((1, 1), (0, 2)), 2)
    ([2, 2], [2, 4], [2, 2])
    """
    if is_number(padding):
        return [2 * padding] * spatial
    if not isinstance(padding, (list, tuple)):
        return [UNKNOWN] * spatial
    if spatial == 1:
        padding = (padding,)
    found = []
    for item in padding:
        sides = (item, item) if is_number(item) else item
        told = isinstance(sides, (list, tuple)) and all(map(is_number, sides))
        found.append(sum(sides) if told else UNKNOWN)
    return found


def _cropped(x: TensorType, cropping: Any, data_format: Any = None, *, spatial: int) -> TensorType:
    return _padded(x, cropping, data_format, spatial=spatial, sign=-1)


def _upsampled(
    x: TensorType,
    size: Any = 2,
    data_format: Any = None,
    interpolation: Any = "nearest",
    *,
    spatial: int,
) -> TensorType:
    first = channels_first(data_format)
    value = kept(x, ranked(x, spatial + 2))
    dims, channels = spatial_dims(value, spatial, first)
    factors = per_axis(size, spatial, first, "size")
    sizes = [
        UNKNOWN if isinstance(dim, Unknown) or isinstance(by, Unknown) else dim * by
        for dim, by in zip(dims, factors)
    ]
    shape = assembled(value.shape.slice(0, 1), sizes, channels, first)
    return same(kept(x, shape))


#: By the name of the layer's class.
IMAGES: Final[dict[str, Callable[..., Any]]] = {
    **{f"Conv{n}D": partial(_conv, spatial=n) for n in FORMATS},
    **{f"SeparableConv{n}D": partial(_conv, spatial=n) for n in (1, 2)},
    **{f"DepthwiseConv{n}D": partial(_depthwise, spatial=n) for n in (1, 2)},
    **{f"Conv{n}DTranspose": partial(_transposed, spatial=n) for n in FORMATS},
    **{
        f"{kind}Pooling{n}D": partial(_pool, spatial=n)
        for kind in ("Max", "Average")
        for n in FORMATS
    },
    **{
        f"Global{kind}Pooling{n}D": partial(_global_pool, spatial=n)
        for kind in ("Max", "Average")
        for n in FORMATS
    },
    **{
        f"Adaptive{kind}Pooling{n}D": partial(_adaptive, spatial=n)
        for kind in ("Max", "Average")
        for n in FORMATS
    },
    **{f"ZeroPadding{n}D": partial(_padded, spatial=n, sign=1) for n in FORMATS},
    **{f"Cropping{n}D": partial(_cropped, spatial=n, cropping=0 if n == 2 else 1) for n in FORMATS},
    **{f"UpSampling{n}D": partial(_upsampled, spatial=n) for n in FORMATS},
}
