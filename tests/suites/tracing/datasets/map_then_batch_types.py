import tensorflow as tf
from typing_extensions import reveal_type

def parse(i):
    return {"x": tf.fill([3], tf.cast(i, tf.float32)), "y": i % 2}


ds = tf.data.Dataset.range(8).map(parse).shuffle(8).batch(4).prefetch(1)
reveal_type(ds)  # revealed: Dataset[{'x': Tensor[float32, Shape[None, 3]], 'y': Tensor[int64, Shape[None]]}]
for batch in ds:
    reveal_type(batch["x"])  # revealed: Tensor[float32, Shape[4, 3]]
ds.map(lambda b: tf.matmul(b["x"], tf.ones([4, 2])))  # error: tf-shape
