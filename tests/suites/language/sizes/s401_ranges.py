"""Sizes from ranges, slices, lens, divmod, boolean sums, min with defaults, string multiplication, bytes."""
import tensorflow as tf

x = tf.zeros([17, 5])
start, stop, step = slice(2, None, 4).indices(x.shape[0])
reveal_type(tf.zeros([start, stop, step]))  # revealed: Tensor[float32, Shape[2, 17, 4]]
reveal_type(tf.zeros([len(range(start, stop, step)), range(10)[-3]]))  # revealed: Tensor[float32, Shape[4, 7]]
reveal_type(x[-6:-1:2, ::-3])  # revealed: Tensor[float32, Shape[3, 2]]
batches, rest = divmod(len(x), 4)
reveal_type(tf.zeros([batches + bool(rest), sum(n > 3 for n in x.shape)]))  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(tf.zeros([max([], default=6), min((3, 1, 2), key=lambda n: -n)]))  # revealed: Tensor[float32, Shape[6, 3]]
reveal_type(tf.zeros([len("ab" * 3), len(bytes(4)), int(1e1), round(2.5), round(3.5)]))  # revealed: Tensor[float32, Shape[6, 4, 10, 2, 4]]
widths = list(range(8, 33, 8))
reveal_type(tf.zeros([widths[-1], len(widths), sum(widths[1::2])]))  # revealed: Tensor[float32, Shape[32, 4, 48]]
reveal_type(tf.zeros([*map(lambda a, b: a * b, (1, 2), (3, 4)), *(n for n in range(9) if n % 4 == 3)]))  # revealed: Tensor[float32, Shape[3, 8, 3, 7]]
