"""A loop goes on while assertions fail."""
import tensorflow as tf

def need(x, *, rank):
    assert x.shape.rank == rank, f"rank {x.shape.rank}"
    return x

def safe(x):
    for rank in (1, 2, 3):
        try:
            need(x, rank=rank)
        except AssertionError as e:
            msg = str(e)
        else:
            break
    else:
        rank = 0
    return tf.zeros([rank, len(x.shape)])

reveal_type(safe(tf.zeros([1])))  # revealed: Tensor[float32, Shape[1, 1]]
reveal_type(safe(tf.zeros([1, 1, 1])))  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(safe(tf.zeros([1, 1, 1, 1])))  # revealed: Tensor[float32, Shape[0, 4]]
