"""map and filter are lazy too."""
import tensorflow as tf

ws = [tf.zeros([3, 3]), tf.zeros([3, 2]), tf.zeros([4, 4])]
x = tf.zeros([1, 3])
out = map(lambda w: x @ w, ws)  # error: tf-shape
reveal_type(next(out))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(next(out))  # revealed: Tensor[float32, Shape[1, 2]]
good = filter(lambda w: (x @ w).shape[1] == 3, ws)
reveal_type(next(good))  # revealed: Tensor[float32, Shape[3, 3]]
for y in map(lambda w: x @ w, ws):
    reveal_type(y)  # revealed: Tensor[float32, Shape[1, 3]] | Tensor[float32, Shape[1, 2]]
    if y.shape[1] == 2:
        break
next(out)  # error below: tf-shape
