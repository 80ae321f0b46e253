"""Options pass through three functions; the last one gets a size that does not fit."""
import tensorflow as tf

DEFAULTS = dict(width=3, depth=2)
def outer(x, **options):
    return middle(x, **{**DEFAULTS, **options})  # error below: tf-shape
def middle(x, *, depth, **rest):
    for _ in range(depth):
        x = inner(x, **rest)  # error below: tf-shape
    return x
def inner(x, width, scale=1):
    reveal_type(x)  # revealed: Tensor[float32, Shape[1, 3]] | Tensor[float32, Shape[1, 5]] | Tensor[float32, Shape[1, 6]]
    return x @ tf.zeros([width, width * scale])  # error: tf-shape
reveal_type(outer(tf.zeros([1, 3])))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(outer(tf.zeros([1, 5]), width=5, depth=1, scale=2))  # revealed: Tensor[float32, Shape[1, 10]]
outer(tf.zeros([1, 3]), scale=2)  # error below: tf-shape
