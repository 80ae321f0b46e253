import tensorflow as tf
from typing_extensions import reveal_type

numbers = tf.data.Dataset.range(3)
pairs = numbers.flat_map(lambda i: tf.data.Dataset.from_tensors((i, tf.ones([2]))).repeat(i))
reveal_type(pairs)  # revealed: Dataset[tuple[Tensor[int64, Shape[()]], Tensor[float32, Shape[2]]]]
numbers.flat_map(lambda i: tf.stack([i, i]))  # error: tf-value
