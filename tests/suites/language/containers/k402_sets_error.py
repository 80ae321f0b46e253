"""Sets, frozensets as keys, and tuples that are compared; the smallest shape wins."""
import tensorflow as tf

pads = {frozenset({0, 1}): tf.zeros([2, 2]), frozenset({2}): tf.zeros([3])}
reveal_type(pads[frozenset([1, 0])])  # revealed: Tensor[float32, Shape[2, 2]]
shapes = {(4, 2), (3, 9), (3, 1)}
reveal_type(tf.zeros(min(shapes)))  # revealed: Tensor[float32, Shape[3, 1]]
reveal_type(tf.zeros(sorted(shapes, key=lambda s: (-s[1], s[0]))[0]))  # revealed: Tensor[float32, Shape[3, 9]]
seen = set()
unique = [s for s in [(2,), (3,), (2,)] if not (s in seen or seen.add(s))]
reveal_type(tf.zeros([len(unique), len(shapes | seen)]))  # revealed: Tensor[float32, Shape[2, 5]]
tf.zeros(max(shapes)) + tf.zeros(unique[1])  # error: tf-shape
