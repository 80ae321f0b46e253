"""The right operand is asked first where its class derives from the left one's."""
import tensorflow as tf

class P:
    def __add__(self, o): return tf.zeros([1])
    def __radd__(self, o): return tf.zeros([2])
class Q(P):
    def __radd__(self, o): return tf.zeros([3])
class R(P): ...

reveal_type(P() + P())  # revealed: Tensor[float32, Shape[1]]
reveal_type(P() + Q())  # revealed: Tensor[float32, Shape[3]]
reveal_type(P() + R())  # revealed: Tensor[float32, Shape[1]]
reveal_type(Q() + P())  # revealed: Tensor[float32, Shape[1]]
reveal_type(4 + R())  # revealed: Tensor[float32, Shape[2]]
reveal_type(sum([P(), ], Q()) + 0)  # revealed: Tensor[float32, Shape[1]]
