"""nonlocal in two levels, a name that is global in one function, class bodies, conditional definitions, del."""
import tensorflow as tf

depth = 2
def outer():
    size = 3
    def middle():
        nonlocal size
        size += 1
        def inner():
            nonlocal size
            global depth
            size *= 2
            depth = size
        inner()
        return tf.zeros([size])
    x = middle()
    return x, tf.zeros([size, depth])

a, b = outer()
reveal_type(a)  # revealed: Tensor[float32, Shape[8]]
reveal_type(b)  # revealed: Tensor[float32, Shape[8, 8]]
reveal_type(tf.zeros([depth]))  # revealed: Tensor[float32, Shape[8]]
if depth > 5:
    def make(n):
        return tf.zeros([n, n])
else:
    def make(n):
        return None
reveal_type(make(3))  # revealed: Tensor[float32, Shape[3, 3]]
size = 9
class Config:
    size = size + 1
    shape = (size, size)
    pairs = [(size, i) for i in range(2)] if False else [tf.zeros([i]) for i in shape]
reveal_type(Config.pairs[0])  # revealed: Tensor[float32, Shape[10]]
x = y = [tf.zeros([1])]
del x[0], x
reveal_type(tf.zeros([len(y), size]))  # revealed: Tensor[float32, Shape[0, 9]]
