"""match with class patterns, __match_args__, guards and stars."""
from dataclasses import dataclass
import tensorflow as tf

@dataclass
class Conv:
    filters: int
    size: int = 3

class Dense:
    __match_args__ = ("units",)
    def __init__(self, units):
        self.units = units

def apply(x, spec):
    match spec:
        case Conv(f, size=k) if k > 1:
            return tf.nn.conv2d(x, tf.zeros([k, k, x.shape[-1], f]), 1, "SAME")
        case Conv(f):
            return x @ tf.zeros([x.shape[-1], f])
        case Dense(n):
            return tf.reshape(x, [x.shape[0], -1])[:, :n]
        case ["pad", *amounts]:
            return tf.pad(x, [[a, a] for a in amounts])
        case {"pool": int(p), **rest} if not rest:
            return x[:, ::p, ::p]
        case None | "same":
            return x

x = tf.zeros([2, 8, 8, 3])
reveal_type(apply(x, Conv(5)))  # revealed: Tensor[float32, Shape[2, 8, 8, 5]]
reveal_type(apply(x, Conv(6, 1)))  # revealed: Tensor[float32, Shape[2, 8, 8, 6]]
reveal_type(apply(x, Dense(10)))  # revealed: Tensor[float32, Shape[2, 10]]
reveal_type(apply(x, ["pad", 0, 1, 2, 0]))  # revealed: Tensor[float32, Shape[2, 10, 12, 3]]
reveal_type(apply(x, {"pool": 4}))  # revealed: Tensor[float32, Shape[2, 2, 2, 3]]
reveal_type(apply(x, "same"))  # revealed: Tensor[float32, Shape[2, 8, 8, 3]]
