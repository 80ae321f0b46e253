"""return in finally, nested handlers, raise from, else, and the exception's own fields."""
import tensorflow as tf

class ShapeError(Exception):
    def __init__(self, shape, *rest):
        super().__init__("bad", *rest)
        self.shape = shape

def last():
    try:
        return tf.zeros([1])
    finally:
        return tf.zeros([2])
reveal_type(last())  # revealed: Tensor[float32, Shape[2]]

def check(x):
    try:
        if x.shape.rank != 2:
            raise ShapeError(x.shape, 3)
    except ShapeError as e:
        raise ValueError("outer", e.args[1]) from e
    else:
        x = x[0]
    finally:
        calls.append(x)
    return x

calls = []
reveal_type(check(tf.zeros([4, 5])))  # revealed: Tensor[float32, Shape[5]]
try:
    check(tf.zeros([6]))
except (TypeError, ValueError) as error:
    reveal_type(tf.zeros([error.args[1]]))  # revealed: Tensor[float32, Shape[3]]
    reveal_type(tf.zeros(error.__cause__.shape))  # revealed: Tensor[float32, Shape[6]]
reveal_type(calls[-1])  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.zeros([len(calls)]))  # revealed: Tensor[float32, Shape[2]]

def loop():
    for i in range(4):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            yield tf.zeros([i + 1])
        finally:
            yield tf.zeros([i + 1, 1])
for t in loop():
    reveal_type(t)  # revealed: Tensor[float32, Shape[1]] | Tensor[float32, Shape[1, 1]] | Tensor[float32, Shape[2, 1]] | Tensor[float32, Shape[3]] | Tensor[float32, Shape[3, 1]] | Tensor[float32, Shape[4, 1]]
