"""Tables whose keys are frozen sets and tuples; sets that are compared and combined."""
import tensorflow as tf

PAIRS = {frozenset({"image", "text"}): tf.zeros([2, 3]), frozenset({"audio"}): tf.ones([4], tf.int32)}

def lookup(*names):
    return PAIRS[frozenset(names)]

reveal_type(lookup("text", "image"))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(lookup("audio"))  # revealed: Tensor[int32, Shape[4]]
reveal_type(PAIRS.get(frozenset({"video"}), tf.zeros([1])))  # revealed: Tensor[float32, Shape[1]]
a, b = frozenset([1, 2, 3]), {3, 4}
reveal_type(tf.zeros([len(a | b)]))  # revealed: Tensor[float32, Shape[4]]
reveal_type(tf.zeros([len(a & b), len(a - b), len(a ^ b)]))  # revealed: Tensor[float32, Shape[1, 2, 3]]
reveal_type(tf.zeros([2 if a >= {1, 2} else 5]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([2 if a.isdisjoint(b) else 5]))  # revealed: Tensor[float32, Shape[5]]
grid = {(r, c): tf.fill([r, c], 1.0) for r in (1, 2) for c in (3, 4)}
reveal_type(grid[2, 3])  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.concat([grid[k] for k in sorted(grid) if k[0] == 1], axis=1))  # revealed: Tensor[float32, Shape[1, 7]]
tf.concat([grid[1, 3], grid[2, 4]], axis=0)  # error: tf-shape
