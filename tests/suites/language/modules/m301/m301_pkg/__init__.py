import tensorflow as tf
from .layers import encode, decode
from .sizes import WIDTH

__all__ = ["encode", "WIDTH"]

def _hidden():
    return tf.zeros([1])
