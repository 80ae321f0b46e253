import tensorflow as tf
from typing_extensions import reveal_type

rows = tf.data.Dataset.range(1, 5).map(lambda i: tf.fill([i, 2], 1.0))
reveal_type(rows)  # revealed: Dataset[Tensor[float32, Shape[None, 2]]]
reveal_type(rows.padded_batch(2))  # revealed: Dataset[Tensor[float32, Shape[None, None, 2]]]
reveal_type(rows.padded_batch(2, padded_shapes=[6, 2]))  # revealed: Dataset[Tensor[float32, Shape[None, 6, 2]]]
rows.batch(2).map(lambda b: b @ tf.ones([3, 1]))  # error: tf-shape
