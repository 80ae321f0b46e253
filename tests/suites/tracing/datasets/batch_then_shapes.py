import tensorflow as tf
from typing_extensions import reveal_type

ds = tf.data.Dataset.from_tensor_slices((tf.zeros([10, 4]), tf.zeros([10], tf.int32)))
reveal_type(ds.batch(3))  # revealed: Dataset[tuple[Tensor[float32, Shape[None, 4]], Tensor[int32, Shape[None]]]]
reveal_type(ds.batch(3, drop_remainder=True).map(lambda x, y: (x @ tf.zeros([4, 2]), y)))  # revealed: Dataset[tuple[Tensor[float32, Shape[3, 2]], Tensor[int32, Shape[3]]]]
reveal_type(ds.map(lambda x, y: {"x": x, "y": y}).padded_batch(2))  # revealed: Dataset[{'x': Tensor[float32, Shape[None, 4]], 'y': Tensor[int32, Shape[None]]}]
reveal_type(ds.shuffle(4).repeat().take(2).enumerate())  # revealed: Dataset[tuple[Tensor[int64, Shape[()]], tuple[Tensor[float32, Shape[4]], Tensor[int32, Shape[()]]]]]
reveal_type(ds.window(2, drop_remainder=True).flat_map(lambda x, y: x.batch(2, drop_remainder=True)))  # revealed: Dataset[Tensor[float32, Shape[2, 4]]]
reveal_type(tf.data.Dataset.zip(ds, tf.data.Dataset.range(10)))  # revealed: Dataset[tuple[tuple[Tensor[float32, Shape[4]], Tensor[int32, Shape[()]]], Tensor[int64, Shape[()]]]]
reveal_type(ds.interleave(lambda x, y: tf.data.Dataset.from_tensors(x).repeat(2)))  # revealed: Dataset[Tensor[float32, Shape[4]]]
for x, y in ds.batch(5, drop_remainder=True):
    reveal_type(x)  # revealed: Tensor[float32, Shape[5, 4]]
ds.map(lambda x, y: x @ tf.zeros([3, 2]))  # error: tf-shape
