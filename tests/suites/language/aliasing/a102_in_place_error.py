"""An augmented assignment changes the list that the caller holds."""
import tensorflow as tf

def grow(shape, by):
    shape += [by]
    return tf.zeros(shape)
def rebind(shape, by):
    shape = shape + [by]
    return tf.zeros(shape)
base = [2]
reveal_type(rebind(base, 3))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(grow(base, 4))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(grow(base, 5))  # revealed: Tensor[float32, Shape[2, 4, 5]]
t = (2,)
def grow_tuple(shape):
    shape += (9,)
    return shape
grow_tuple(t)
reveal_type(tf.zeros(t))  # revealed: Tensor[float32, Shape[2]]
tf.zeros(base) + tf.zeros([2, 4])  # error: tf-shape
