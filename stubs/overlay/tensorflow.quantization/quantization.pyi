"""Quantized tensors."""

from typing import Any

import tensorflow as tf
from tensorflow._typing import DT, NamedDType, Open, R

def dequantize(dtype: tf.DType[DT] | NamedDType) -> tf.Tensor[DT, Any]: ...  # and the rest
def quantize(T: tf.DType[DT] | NamedDType) -> tf.raw_ops._QuantizeDownAndShrinkRange[DT]: ...  # and the rest
def quantize_and_dequantize(input: Open[R]) -> R: ...  # and the rest
def quantize_and_dequantize_v2(input: Open[R]) -> R: ...  # and the rest
