import tensorflow as tf
from typing_extensions import reveal_type

class Cache:
    last = None

    @classmethod
    def keep(cls, x):
        cls.last = x  # may warn
        return x


@tf.function
def net(x):
    y = Cache.keep(x * 2.0)  # may warn
    return reveal_type(y + 1.0)  # revealed: Tensor[float32, Shape[2]]


net(tf.ones([2]))
print(Cache.last + 1.0)  # error: tf-trace
