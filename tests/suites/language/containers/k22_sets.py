"""Sets that grow, shrink and are sorted."""
import tensorflow as tf

s = {3, 5} | {7}
s.add(5)
s.discard(9)
reveal_type(tf.zeros(sorted(s)))  # revealed: Tensor[float32, Shape[3, 5, 7]]
reveal_type(tf.zeros(sorted(s - {5}, reverse=True)))  # revealed: Tensor[float32, Shape[7, 3]]
reveal_type(tf.zeros([len(s & {3, 4}), len(s ^ {3, 4})]))  # revealed: Tensor[float32, Shape[1, 3]]
s -= {3}
reveal_type(tf.zeros([min(s), max(s), sum(s)]))  # revealed: Tensor[float32, Shape[5, 7, 12]]
t = frozenset(s)
s.clear()
reveal_type(tf.zeros([len(t), len(s) + 1]))  # revealed: Tensor[float32, Shape[2, 1]]
reveal_type(tf.zeros([len({c for c in "hello"}), len(set(map(type, [1, 2.0, 3])))]))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(tf.ones([2]) if t >= {5} else tf.ones([3]))  # revealed: Tensor[float32, Shape[2]]
shapes = {tuple(x.shape) for x in [tf.zeros([2, 3]), tf.ones([2, 3])]}
(only,) = shapes
reveal_type(tf.zeros(only))  # revealed: Tensor[float32, Shape[2, 3]]
shapes.update({(4,)}, [(5, 5)])
reveal_type(tf.zeros([len(shapes)]))  # revealed: Tensor[float32, Shape[3]]
