"""tf.keras.ops.image: images in other sizes, colours and places."""

from __future__ import annotations

from math import prod
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType

from .groups import FLOATS
from .keras_ops import keras_rule, operand
from .keras_ops_windows import channels_first, padding_argument
from .rule import OpError, Unsure, with_parameters
from .values import is_dim, is_number, of
from .windows import per_axis, slid


def _images(images: Any, ranks: tuple[int, ...] = (3, 4)) -> TensorType:
    """One image, or a batch of them."""
    value = operand(images, "images")
    rank = value.shape.rank
    if rank is None:
        raise Unsure
    if rank not in ranks:
        words = f"expected rank {' or '.join(map(str, ranks))}, got rank {rank}"
        raise OpError("tf-rank", words, "images")
    return TensorType(value.dtype, value.shape)


def _sized(value: TensorType, height: Dim, width: Dim, first: bool) -> Shape:
    rows = -2 if first else -3
    return value.shape.replace(rows, height).replace(rows + 1, width)


@keras_rule(
    "image.resize",
    "f32[8, 28, 28, 3], (14, 14)) -> f32[8, 14, 14, 3]",
    "f32[N, None, 3], [14, 7], interpolation='nearest') -> f32[14, 7, 3]",
    "f32[8, 3, 28, 28], (14, 14), data_format='channels_first') -> f32[8, 3, 14, 14]",
    "f32[28, 28], (14, 14)) !! expected rank 3 or 4, got rank 2",
    "f32[28, 28, 3], (14, 14, 3)) !! expected (height, width)",
)
def resize(
    images: Any,
    size: Any,
    interpolation: Any = "bilinear",
    antialias: Any = False,
    crop_to_aspect_ratio: Any = False,
    pad_to_aspect_ratio: Any = False,
    fill_mode: Any = "constant",
    fill_value: Any = 0.0,
    data_format: Any = None,
) -> TensorType:
    value = _images(images)
    dtype = value.dtype
    if not dtype.names <= FLOATS:  # of ints some versions make floats
        dtype = DType(dtype.names | {"float32"})
    if is_number(size) or isinstance(size, (list, tuple)) and len(size) != 2:
        raise OpError("tf-value", f"expected (height, width), got {size!r}", "size")
    if not isinstance(size, (list, tuple)):
        raise Unsure
    height, width = (each if is_dim(each) else UNKNOWN for each in size)
    return TensorType(dtype, _sized(value, height, width, channels_first(data_format)))


def _same(images: Any, ranks: tuple[int, ...] = (3, 4)) -> TensorType:
    value = _images(images, ranks)
    if not value.dtype.names <= FLOATS:
        raise Unsure
    return value


for _op in ("rgb_to_hsv", "hsv_to_rgb"):
    keras_rule(
        f"image.{_op}",
        "f32[8, 28, 28, 3]) -> f32[8, 28, 28, 3]",
        "f32[N, N, 3]) -> f32[N, N, 3]",
        "f32[28, 3]) !! expected rank 3 or 4, got rank 2",
    )(with_parameters(lambda images, data_format: _same(images), images=..., data_format=None))


@keras_rule(
    "image.rgb_to_grayscale",
    "f32[8, 28, 28, 3]) -> f32[8, 28, 28, 1]",
    "f32[N, N, 3]) -> f32[N, N, 1]",
    "f32[8, 3, 28, 28], 'channels_first') -> f32[8, 1, 28, 28]",
    "f32[8, 28, 28, 2]) !! expected 3 channels",
)
def rgb_to_grayscale(images: Any, data_format: Any = None) -> TensorType:
    if operand(images, "images").shape.rank not in (3, 4):
        raise Unsure
    value = _same(images)
    first = channels_first(data_format)
    place = -3 if first else -1
    channels = value.shape[place] if first is not None else UNKNOWN
    if is_number(channels) and channels not in (1, 3):
        raise OpError("tf-shape", f"expected 3 channels, or 1, got {channels}", "images")
    return TensorType(value.dtype, value.shape.replace(place, 1))


@keras_rule(
    "image.affine_transform",
    "f32[2, 28, 28, 3], f32[2, 8]) -> f32[2, 28, 28, 3]",
    "f32[28, N, 3], f32[8]) -> f32[28, N, 3]",
    "f32[28, 28], f32[8]) !! expected rank 3 or 4, got rank 2",
)
def affine_transform(
    images: Any,
    transform: Any,
    interpolation: Any = "bilinear",
    fill_mode: Any = "constant",
    fill_value: Any = 0,
    data_format: Any = None,
) -> TensorType:
    value = _same(images)
    operand(transform, "transform")
    return value


def _cut(images: Any, height: Any, width: Any, data_format: Any) -> TensorType:
    """Images of the size that is told; what else tells of it has another place in each version."""
    value, first = _images(images), channels_first(data_format)
    sizes = [each if each is not None and is_dim(each) else UNKNOWN for each in (height, width)]
    return TensorType(value.dtype, _sized(value, sizes[0], sizes[1], first))


@keras_rule(
    "image.pad_images",
    "f32[8, 15, 25, 3], 2, 3, target_height=20, target_width=30) -> f32[8, 20, 30, 3]",
    "f32[15, 25, 3], 2, 3, target_height=20, target_width=30) -> f32[20, 30, 3]",
)
def pad_images(
    images: Any,
    top_padding: Any = None,
    left_padding: Any = None,
    bottom_padding: Any = None,
    right_padding: Any = None,
    target_height: Any = None,
    target_width: Any = None,
    data_format: Any = None,
) -> TensorType:
    return _cut(images, target_height, target_width, data_format)


@keras_rule(
    "image.crop_images",
    "f32[8, 28, 28, 3], 2, 3, target_height=20, target_width=20) -> f32[8, 20, 20, 3]",
    "f32[28, 28, 3], 2, 3, target_height=20, target_width=20) -> f32[20, 20, 3]",
)
def crop_images(
    images: Any,
    top_cropping: Any = None,
    left_cropping: Any = None,
    bottom_cropping: Any = None,
    right_cropping: Any = None,
    target_height: Any = None,
    target_width: Any = None,
    data_format: Any = None,
) -> TensorType:
    return _cut(images, target_height, target_width, data_format)


@keras_rule(
    "image.extract_patches",
    "f32[2, 20, 20, 3], (5, 5)) -> f32[2, 4, 4, 75]",
    "f32[N, 20, 20, 3], 4, strides=2, padding='same') -> f32[N, 10, 10, 48]",
    "f32[20, 20, 3], 5) -> f32[4, 4, 75]",
    "f32[2, 10, 10, 9, 3], (3, 3, 3)) -> f32[2, 3, 3, 3, 81]",
    "f32[10, 10, 9, 3], (3, 2, 3), strides=1) -> f32[8, 9, 7, 54]",
)
def extract_patches(
    images: Any,
    size: Any,
    strides: Any = None,
    dilation_rate: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
) -> TensorType:
    is_told = is_number(size) or isinstance(size, (list, tuple)) and len(size) in (2, 3)
    if channels_first(data_format) or not is_told:
        raise Unsure
    spatial = 2 if is_number(size) else len(size)
    value = _same(images, (spatial + 1, spatial + 2))
    patch = per_axis(size, spatial, False, "size")
    steps = patch if strides is None else per_axis(strides, spatial, False, "strides")
    rates = per_axis(dilation_rate, spatial, False, "dilation_rate")
    sizes = value.shape.slice(-spatial - 1, -1).dims or ()
    made = slid(sizes, patch, steps, rates, padding_argument(padding))
    channels = prod(patch) * value.shape[-1]
    return TensorType(value.dtype, value.shape.slice(0, -spatial - 1) + of(*made, channels))


@keras_rule(
    "image.map_coordinates",
    "f32[5, 6], f32[2, 3, N], 1) -> f32[3, N]",
    "f32[5], f32[1, 7], order=0, fill_mode='nearest') -> f32[7]",
)
def map_coordinates(
    inputs: Any, coordinates: Any, order: Any, fill_mode: Any = "constant", fill_value: Any = 0
) -> TensorType:
    value, where = operand(inputs, "inputs"), operand(coordinates, "coordinates")
    if not value.dtype.names <= FLOATS or not where.shape.min_rank:
        raise Unsure
    return TensorType(value.dtype, where.shape.slice(1, None))
