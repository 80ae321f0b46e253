"""singledispatchmethod, overridden class methods, and one type that is handled wrongly."""
import functools
import tensorflow as tf

class Encoder:
    width = 4
    @functools.singledispatchmethod
    def encode(self, x):
        raise NotImplementedError
    @encode.register
    def _(self, x: int):
        return tf.zeros([1, x])
    @encode.register
    def _(self, x: str):
        return tf.zeros([len(x), self.width])
    @encode.register(list)
    def _(self, x):
        return tf.concat([self.encode(y) for y in x], 0)  # error: tf-shape
e = Encoder()
reveal_type(e.encode(4))  # revealed: Tensor[float32, Shape[1, 4]]
reveal_type(e.encode("abc"))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(e.encode(["ab", 4, ["c"]]))  # revealed: Tensor[float32, Shape[4, 4]]
e.encode(["ab", 5])  # error below: tf-shape
