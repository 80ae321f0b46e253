"""A counter in a closure; the third call does not fit."""
import tensorflow as tf

def builder(width):
    rows = 0
    kept = []
    def add(x):
        nonlocal rows
        rows += x.shape[0]
        kept.append(x @ tf.zeros([width, 2]))  # error: tf-shape
        return tf.concat(kept, 0)
    def total():
        return tf.zeros([rows])
    add.total = total
    return add

add = builder(3)
reveal_type(add(tf.zeros([1, 3])))  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type(add(tf.zeros([4, 3])))  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(add.total())  # revealed: Tensor[float32, Shape[5]]
other = builder(4)
reveal_type(other(tf.zeros([6, 4])))  # revealed: Tensor[float32, Shape[6, 2]]
add(tf.zeros([2, 4]))  # error below: tf-shape
