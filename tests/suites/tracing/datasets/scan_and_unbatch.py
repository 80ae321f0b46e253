import tensorflow as tf
from typing_extensions import reveal_type

ds = tf.data.Dataset.range(5)
reveal_type(ds.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, tf.cast(s, tf.float32))))  # revealed: Dataset[Tensor[float32, Shape[()]]]
reveal_type(ds.batch(2).unbatch())  # revealed: Dataset[Tensor[int64, Shape[()]]]
reveal_type(ds.filter(lambda x: x > 1))  # revealed: Dataset[Tensor[int64, Shape[()]]]
reveal_type(ds.concatenate(tf.data.Dataset.range(2)))  # revealed: Dataset[Tensor[int64, Shape[()]]]
reveal_type(ds.reduce(tf.constant(0.0), lambda s, x: s + tf.cast(x, tf.float32)))  # revealed: Tensor[float32, Shape[()]]
ds.filter(lambda x: x)  # error: tf-dtype
