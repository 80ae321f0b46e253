"""A callback that is called with one argument too many is caught, and then one tensor too wide."""
import tensorflow as tf

def each(fns, x):
    for fn in fns:
        try:
            x = fn(x)  # error below: tf-shape
        except TypeError:
            x = fn(x, 3)
        reveal_type(x)  # revealed: Tensor[float32, Shape[2, 6]] | Tensor[float32, Shape[2, 4]] | Tensor[float32, Shape[2, 7]] | Tensor[float32, Shape[2, 1]]
    return x
def pad(x, n):
    return tf.pad(x, [[0, 0], [0, n]])
def head(x, /):
    return x[:, :4]
each([pad, head], tf.zeros([2, 3]))
y = each([head, pad, lambda x: x @ tf.zeros([7, 1])], tf.zeros([2, 6]))
reveal_type(y)  # revealed: Tensor[float32, Shape[2, 1]]
each([head, pad, lambda x: x @ tf.zeros([8, 1])], tf.zeros([2, 6]))  # error: tf-shape
