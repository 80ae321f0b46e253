# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow._typing import TensorLike
from typing import Any, SupportsInt

def decode_wav(contents: TensorLike, desired_channels: SupportsInt = -1, desired_samples: SupportsInt = -1, name: str | None = None) -> tf.raw_ops._DecodeWav: ...
def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...
