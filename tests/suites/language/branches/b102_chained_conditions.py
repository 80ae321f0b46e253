"""Conditional expressions, walrus in conditions, short circuits that keep values, chained comparisons."""
import tensorflow as tf

x = tf.zeros([3, 4])
reveal_type(x if 2 < x.shape[0] <= 3 else x[0])  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(x[0] if (n := x.shape[1]) > 5 else tf.zeros([n]))  # revealed: Tensor[float32, Shape[4]]
found = None
reveal_type(found or x)  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(found and x or tf.zeros([7]))  # revealed: Tensor[float32, Shape[7]]
reveal_type(tf.zeros([0 or 5, 3 and 2, (not 0) + 1]))  # revealed: Tensor[float32, Shape[5, 2, 2]]
if (m := found) is None and (k := 6):
    reveal_type(tf.zeros([k]))  # revealed: Tensor[float32, Shape[6]]
elif m:
    x = tf.zeros([1])
reveal_type(x)  # revealed: Tensor[float32, Shape[3, 4]]
while (n := n - 1) > 1:
    reveal_type(tf.zeros([n]))  # revealed: Tensor[float32, Shape[3]] | Tensor[float32, Shape[2]]
else:
    reveal_type(tf.zeros([n, n]))  # revealed: Tensor[float32, Shape[1, 1]]
reveal_type(tf.zeros([2] if "ab" < "b" else [3]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([1 if (1, 2) < (1, 3) else 2, 1 if [1] == [1.0] else 2, 1 if {1} <= {1, 2} else 2]))  # revealed: Tensor[float32, Shape[1, 1, 1]]
reveal_type(tf.zeros([1 if isinstance(True, int) else 2, 1 if callable(tf.zeros) else 2, 1 if issubclass(bool, int) else 2]))  # revealed: Tensor[float32, Shape[1, 1, 1]]
reveal_type({True: x, False: x[0]}[x.shape.rank == 2])  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type((x, x[0])[x.shape.rank == 2])  # revealed: Tensor[float32, Shape[4]]
