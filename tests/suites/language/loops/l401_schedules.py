"""while with several exits, a do-while, nested generators of sizes, zip of unequal lengths, reversed ranges."""
import tensorflow as tf

size, steps = 64, 0
while True:
    size //= 2
    steps += 1
    if size <= 4 or steps > 10:
        break
reveal_type(tf.zeros([size, steps]))  # revealed: Tensor[float32, Shape[4, 4]]
x = tf.zeros([1, 64, 1])
for kernel, stride in zip([3, 3, 5], [2, 2, 1, 9]):
    x = tf.nn.conv1d(x, tf.zeros([kernel, x.shape[-1], x.shape[-1] * 2]), stride, "VALID")
    reveal_type(x)  # revealed: Tensor[float32, Shape[1, 31, 2]] | Tensor[float32, Shape[1, 15, 4]] | Tensor[float32, Shape[1, 11, 8]]
pyramid = {level: tf.zeros([2 ** level, 2 ** level]) for level in range(3, 0, -1)}
reveal_type(pyramid[3])  # revealed: Tensor[float32, Shape[8, 8]]
reveal_type(next(iter(pyramid.values()))[:, :2])  # revealed: Tensor[float32, Shape[8, 2]]
merged = None
for level, t in pyramid.items():
    t = tf.reshape(t, [-1, 2])
    merged = t if merged is None else tf.concat([merged, t], 0)
reveal_type(merged)  # revealed: Tensor[float32, Shape[42, 2]]
total = i = 0
while (i := i + 1) < 5:
    total += i
reveal_type(tf.zeros([total, i]))  # revealed: Tensor[float32, Shape[10, 5]]
