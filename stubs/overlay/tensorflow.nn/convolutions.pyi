"""Convolutions and pooling."""

from typing import Any, Generic, NamedTuple

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, DTypeLike, Flag, Kind, Open, Operand, Padding, R, ShapeLike, TensorLike, Value

def conv1d(
    input: Open[R],
    filters: Kind[R],
    stride: TensorLike,
    padding: Padding,
    data_format: str | None = "NWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv2d(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv3d(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NDHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def convolution(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike | None = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def atrous_conv2d(
    value: Open[R],
    filters: Kind[R],
    rate: TensorLike,
    padding: Padding,
    name: str | None = None,
) -> R: ...
def conv1d_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = "NWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv2d_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = "NHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv3d_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = "NDHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def atrous_conv2d_transpose(
    value: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    rate: TensorLike,
    padding: Padding,
    name: str | None = None,
) -> R: ...
def depthwise_conv2d(
    input: Open[R],
    filter: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def separable_conv2d(
    input: Open[R],
    depthwise_filter: Kind[R],
    pointwise_filter: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def dilation2d(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None,
    dilations: TensorLike,
    name: str | None = None,
) -> R: ...
def erosion2d(
    value: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None,
    dilations: TensorLike,
    name: str | None = None,
) -> R: ...
def avg_pool(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    name: str | None = None,
) -> R: ...
def avg_pool1d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NWC",
    name: str | None = None,
) -> R: ...
def avg_pool2d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> R: ...
def avg_pool3d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> R: ...
def max_pool(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    name: str | None = None,
) -> R: ...
def max_pool1d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NWC",
    name: str | None = None,
) -> R: ...
def max_pool2d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> R: ...
def max_pool3d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> R: ...
def pool(
    input: Open[R],
    window_shape: TensorLike,
    pooling_type: str,
    strides: TensorLike | None = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...

class _MaxPoolWithArgmax(NamedTuple, Generic[DT]):
    output: tf.Tensor[DT, Any]
    argmax: tf.Tensor[Any, Any]

class _FractionalPool(NamedTuple, Generic[DT]):
    output: tf.Tensor[DT, Any]
    row_pooling_sequence: tf.Tensor[tftypes.int64, Any]
    col_pooling_sequence: tf.Tensor[tftypes.int64, Any]

def max_pool_with_argmax(
    input: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str = "NHWC",
    output_dtype: DTypeLike = ...,
    include_batch_in_index: Flag = False,
    name: str | None = None,
) -> _MaxPoolWithArgmax[DT]: ...
def fractional_avg_pool(
    value: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    pooling_ratio: TensorLike,
    pseudo_random: Flag = False,
    overlapping: Flag = False,
    seed: TensorLike = 0,
    name: str | None = None,
) -> _FractionalPool[DT]: ...
def fractional_max_pool(
    value: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    pooling_ratio: TensorLike,
    pseudo_random: Flag = False,
    overlapping: Flag = False,
    seed: TensorLike = 0,
    name: str | None = None,
) -> _FractionalPool[DT]: ...
