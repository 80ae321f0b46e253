"""Closures: late binding in loops, defaults that bind early, shared cells."""
import tensorflow as tf

late = [lambda: tf.zeros([n]) for n in (1, 2, 3)]
early = [lambda n=n: tf.zeros([n]) for n in (1, 2, 3)]
reveal_type(late[0]())  # revealed: Tensor[float32, Shape[3]]
reveal_type(early[0]())  # revealed: Tensor[float32, Shape[1]]

def accumulator(dim):
    parts = []
    total = 0
    def add(n):
        nonlocal total
        total += n
        parts.append(tf.zeros([n, dim]))
        return tf.concat(parts, 0)
    def size():
        return total
    return add, size

add, size = accumulator(4)
reveal_type(add(2))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(add(3))  # revealed: Tensor[float32, Shape[5, 4]]
reveal_type(tf.zeros([size()]))  # revealed: Tensor[float32, Shape[5]]
