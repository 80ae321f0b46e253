# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
import typing
from tensorflow._typing import TensorLike

def decode_wav(contents: TensorLike, desired_channels: typing.SupportsInt = -1, desired_samples: typing.SupportsInt = -1, name: str | None = None) -> tf.raw_ops._DecodeWav: ...
def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> tf.Tensor[tftypes.string, typing.Any]: ...
