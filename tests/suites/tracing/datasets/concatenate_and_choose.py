import tensorflow as tf
from typing_extensions import reveal_type

a = tf.data.Dataset.from_tensor_slices(tf.ones([4, 2]))
b = tf.data.Dataset.from_tensors(tf.zeros([2]))
reveal_type(a.concatenate(b))  # revealed: Dataset[Tensor[float32, Shape[2]]]
reveal_type(tf.data.Dataset.sample_from_datasets([a, b]))  # revealed: Dataset[Tensor[float32, Shape[2]]]
reveal_type(a.enumerate())  # revealed: Dataset[tuple[Tensor[int64, Shape[()]], Tensor[float32, Shape[2]]]]
reveal_type(a.interleave(lambda r: tf.data.Dataset.from_tensor_slices(r)))  # revealed: Dataset[Tensor[float32, Shape[()]]]
a.concatenate(tf.data.Dataset.range(3))  # error: tf-dtype
