"""Walrus in comprehensions and conditions; star-arguments in every place."""
import tensorflow as tf

widths = [4, 7, 8, 5, 6]
kept = [half for w in widths if (half := w // 2) * 2 == w]
reveal_type(tf.zeros(kept))  # revealed: Tensor[float32, Shape[2, 4, 3]]
reveal_type(tf.zeros([half]))  # revealed: Tensor[float32, Shape[3]]
total = 0
ends = [total := total + w for w in widths]
reveal_type(tf.zeros([total, ends[1]]))  # revealed: Tensor[float32, Shape[30, 11]]
layers = {name: layer for i, w in enumerate(widths) if (layer := tf.zeros([w, i + 1])) is not None and (name := f"l{i}")}
reveal_type(layers["l2"])  # revealed: Tensor[float32, Shape[8, 3]]
if (n := len(widths)) > 3 and (last := widths[-1]) < n * 2:
    reveal_type(tf.zeros([n, last]))  # revealed: Tensor[float32, Shape[5, 6]]


def gather(first, *rest, axis=0, **options):
    joined = tf.concat([first, *rest], axis)
    if (depth := options.pop("depth", None)) is not None:
        joined = tf.tile(joined, [depth] + [1] * (joined.shape.rank - 1))
    return joined, options


parts = tf.split(tf.zeros([6, 4]), 3)
reveal_type(gather(*parts)[0])  # revealed: Tensor[float32, Shape[6, 4]]
reveal_type(gather(*parts[:2], *parts[2:], **{"axis": 1})[0])  # revealed: Tensor[float32, Shape[2, 12]]
joined, left = gather(parts[0], depth=5, **dict(a=1, b=2))
reveal_type(joined)  # revealed: Tensor[float32, Shape[10, 4]]
reveal_type(tf.zeros([len(left), left["b"]]))  # revealed: Tensor[float32, Shape[2, 2]]


def forward(f, /, *args, **kwargs):
    return f(*args, **kwargs)


reveal_type(forward(tf.zeros, [2, 3], dtype=tf.int64))  # revealed: Tensor[int64, Shape[2, 3]]
reveal_type(forward(forward, tf.reduce_sum, tf.ones([4, 5]), axis=1, keepdims=True))  # revealed: Tensor[float32, Shape[4, 1]]
(a, *middle), [*_, z] = parts, [1, 2, 9]
reveal_type(tf.concat(middle, 1))  # revealed: Tensor[float32, Shape[2, 8]]
reveal_type(tf.zeros([z]))  # revealed: Tensor[float32, Shape[9]]
x, y = y0, x0 = tf.ones([1]), tf.ones([2])
reveal_type(x0)  # revealed: Tensor[float32, Shape[2]]
head, (left_w, right_w), *tail = tf.ones([3]), (tf.ones([2, 2]), tf.ones([5])), 1, 2
reveal_type(right_w)  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.zeros([*range(1, 4), *(tail)]))  # revealed: Tensor[float32, Shape[1, 2, 3, 1, 2]]
matrix = [[tf.ones([r + 1, c + 1]) for c in range(3)] for r in range(2)]
columns = [*zip(*matrix)]
reveal_type(columns[2][1])  # revealed: Tensor[float32, Shape[2, 3]]
merged = {**layers, "extra": tf.ones([1])} | {"l0": tf.ones([2])}
reveal_type(merged["l0"])  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([len(merged)]))  # revealed: Tensor[float32, Shape[6]]
