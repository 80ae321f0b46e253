import tensorflow as tf
from typing_extensions import reveal_type

v = tf.Variable(tf.zeros([2, 3]))
free = tf.Variable(tf.zeros([2, 3]), shape=tf.TensorShape([None, 3]))
@tf.function
def update(x):
    free.assign(x)
    reveal_type(free)  # revealed: Variable[float32, Shape[None, 3]]
    v.assign_add(x)  # error: tf-shape
    return reveal_type(v.read_value())  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(update(tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
free.assign(tf.zeros([7, 3]))
reveal_type(free.read_value())  # revealed: Tensor[float32, Shape[7, 3]]
update(tf.ones([4, 3]))
