import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def rows(x):
    n = x.shape.as_list()[0]
    parts = [x[i] for i in range(n)]
    reveal_type(tf.concat(parts, 0))  # revealed: Tensor[float32, Shape[6]]
    return parts[0].numpy()  # error: tf-trace


rows(tf.ones([3, 2]))
