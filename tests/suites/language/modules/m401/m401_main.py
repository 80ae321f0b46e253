"""A package whose modules register themselves when they are imported, by pkgutil-like loops and by name."""
import tensorflow as tf
from m401_zoo import MODELS, build
from m401_zoo import small as tiny, big
from m401_zoo.common import *

reveal_type(build("small", tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(MODELS["big"](tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 16]]
tiny.UNITS = 5
reveal_type(build("small", tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(tf.zeros([big.UNITS, len(MODELS), DEFAULT]))  # revealed: Tensor[float32, Shape[16, 2, 7]]
reveal_type(tf.zeros([1 if __name__ == "__main__" else 2, len(tiny.__name__)]))  # revealed: Tensor[float32, Shape[1, 14]]
