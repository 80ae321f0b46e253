import tensorflow as tf
from .registry import register
@register("alpha")
def build(n):
    return tf.zeros([n, 2])
DEFAULT = build(1)
