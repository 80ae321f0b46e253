import tensorflow as tf
from typing_extensions import reveal_type

x = tf.ones([5, 3])
reveal_type(tf.scan(lambda a, e: a + e, x))  # revealed: Tensor[float32, Shape[5, 3]]
reveal_type(tf.scan(lambda a, e: a + tf.reduce_sum(e), x, initializer=tf.zeros([])))  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.foldl(lambda a, e: a + e, x))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.foldr(lambda a, e: a + e[0], x, tf.zeros([])))  # revealed: Tensor[float32, Shape[()]]
reveal_type(tf.map_fn(lambda r: r[:2], x))  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(tf.map_fn(lambda r: tf.cast(r[0], tf.int32), x, fn_output_signature=tf.int32))  # revealed: Tensor[int32, Shape[5]]
reveal_type(tf.vectorized_map(lambda r: tf.reduce_sum(r), x))  # revealed: Tensor[float32, Shape[5]]
tf.map_fn(lambda r: tf.cast(r, tf.int32), x)  # error: tf-state
