"""enumerate with a start, zip with strict, reversed, nested loops with a flag."""
import tensorflow as tf

dims = [4, 8, 16]
x = tf.zeros([2, 3])
for i, d in enumerate(dims, start=1):
    x = x @ tf.zeros([x.shape[1], d * i])
    reveal_type(x)  # revealed: Tensor[float32, Shape[2, 4]] | Tensor[float32, Shape[2, 16]] | Tensor[float32, Shape[2, 48]]
for a, (b, c) in zip(dims, [(1, 2), (3, 4), (5, 6)], strict=True):
    y = tf.zeros([a, b, c])
reveal_type(y)  # revealed: Tensor[float32, Shape[16, 5, 6]]
found = None
for r in reversed(range(5)):
    for c in range(5):
        if r * c == 6:
            found = tf.zeros([r, c])
            break
    if found is not None:
        break
reveal_type(found)  # revealed: Tensor[float32, Shape[3, 2]]
for k, (name, n) in enumerate(sorted({"b": 7, "a": 2}.items())):
    z = tf.zeros([k + 1, n, len(name)])
reveal_type(z)  # revealed: Tensor[float32, Shape[2, 7, 1]]
