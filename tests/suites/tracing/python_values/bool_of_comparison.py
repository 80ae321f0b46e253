import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def check(x):
    ok = tf.reduce_all(x > 0)
    assert x.shape[0] == 3
    if not isinstance(ok, bool):
        y = x[None]
    else:
        y = x
    reveal_type(y)  # revealed: Tensor[float32, Shape[1, 3]]
    return bool(ok)  # error: tf-trace


check(tf.ones([3]))
