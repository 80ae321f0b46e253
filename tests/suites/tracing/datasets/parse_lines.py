import tensorflow as tf
from typing_extensions import reveal_type

import re

LINES = ["1,2,3", "4,5,6", "7,8,9", "1,1,1", "2,2,2"]
sizes = {"batch": 2, "columns": len(LINES[0].split(","))}


def parse(line):
    parts = tf.strings.split(line, ",")
    reveal_type(parts)  # revealed: Tensor[string, Shape[None]]
    numbers = tf.strings.to_number(parts)
    numbers = tf.ensure_shape(numbers, [sizes["columns"]])
    return {"x": numbers[:-1], "y": tf.cast(numbers[-1], tf.int64)}


ds = tf.data.Dataset.from_tensor_slices(LINES).map(parse)
reveal_type(ds)  # revealed: Dataset[{'x': Tensor[float32, Shape[2]], 'y': Tensor[int64, Shape[()]]}]
batched = ds.batch(sizes["batch"], drop_remainder=True).enumerate()
for i, item in batched:
    reveal_type(item["x"])  # revealed: Tensor[float32, Shape[2, 2]]
    reveal_type(i)  # revealed: Tensor[int64, Shape[()]]
reveal_type(next(iter(ds.batch(5)))["y"])  # revealed: Tensor[int64, Shape[5]]


def bad(line):
    return tf.constant([float(v) for v in re.split(",", line)])  # error: tf-trace


tf.data.Dataset.from_tensor_slices(LINES).map(bad)
