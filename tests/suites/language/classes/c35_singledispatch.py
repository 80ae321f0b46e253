"""Dispatch by the class of an argument, of functions and of methods."""
from functools import singledispatch, singledispatchmethod
import tensorflow as tf

@singledispatch
def pack(x):
    return tf.zeros([0])
@pack.register
def _(x: int):
    return tf.zeros([x])
@pack.register(list)
@pack.register(tuple)
def _seq(x):
    return tf.concat([pack(e) for e in x], 0)
@pack.register
def _(x: str):
    return tf.constant(list(x))

class Enc:
    @singledispatchmethod
    def enc(self, x): return tf.ones([1])
    @enc.register
    def _(self, x: dict): return tf.ones([len(x), 2])
    @enc.register
    def _(self, x: float): return tf.ones([3])

reveal_type(pack(4))  # revealed: Tensor[float32, Shape[4]]
reveal_type(pack([1, 2, (3, 4)]))  # revealed: Tensor[float32, Shape[10]]
reveal_type(pack("abc"))  # revealed: Tensor[string, Shape[3]]
reveal_type(pack(None))  # revealed: Tensor[float32, Shape[0]]
reveal_type(pack(True))  # revealed: Tensor[float32, Shape[1]]
reveal_type(Enc().enc({"a": 1}))  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type(Enc().enc(2.0))  # revealed: Tensor[float32, Shape[3]]
reveal_type(Enc().enc(2))  # revealed: Tensor[float32, Shape[1]]
