"""A check that the program itself makes and catches, and one that it does not catch."""
import tensorflow as tf

def check(x, *, rank=None, last=None):
    if rank is not None:
        assert x.shape.rank == rank, f"rank {x.shape.rank}"
    if last is not None and x.shape[-1] != last:
        raise ValueError(f"last {x.shape[-1]}")
    return x

try:
    x = check(tf.zeros([2, 3]), rank=3)
except AssertionError as error:
    x = tf.zeros([int(str(error)[-1]), 3])
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(check(x[None], rank=3, last=3))  # revealed: Tensor[float32, Shape[1, 2, 3]]
y = check(x, rank=2) @ tf.zeros([3, 4])
reveal_type(y)  # revealed: Tensor[float32, Shape[2, 4]]
check(y, last=4) @ check(x, last=3)  # error: tf-shape
