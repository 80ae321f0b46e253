"""The kernel does not grow with the input; the second round fails."""
import tensorflow as tf

def dense_block(x, rounds, growth, follow):
    width = x.shape[-1]
    for _ in range(rounds):
        y = x @ tf.zeros([x.shape[-1] if follow else width, growth])  # error: tf-shape
        x = tf.concat([x, y], -1)
    return x

x = tf.zeros([4, 6])
reveal_type(dense_block(x, 3, 2, True))  # revealed: Tensor[float32, Shape[4, 12]]
reveal_type(dense_block(x, 1, 2, False))  # revealed: Tensor[float32, Shape[4, 8]]
dense_block(x, 2, 2, False)  # error below: tf-shape
