import tensorflow as tf
from typing_extensions import reveal_type

def body(i, state):
    return i + 1, {"h": state["h"] * 2.0, "n": state["n"] + 1}  # error: tf-value


@tf.function
def net(x):
    i, state = tf.while_loop(lambda i, s: i < 3, body, (0, {"h": x, "n": tf.constant(0, tf.int64)}))
    reveal_type(state["n"])  # revealed: Tensor[int64, Shape[()]]
    return reveal_type(state["h"])  # revealed: Tensor[float32, Shape[2, 4]]


net(tf.ones([2, 4]))
tf.function(lambda x: tf.while_loop(lambda i, s: i < 3, body, (0, {"h": x})))(tf.ones([2]))  # cause
