import tensorflow as tf
from ..body import norm
from .. import body

CLASSES = 3

def head(x):
    return (x / norm(x)[:, None]) @ tf.zeros([x.shape[-1], CLASSES])
