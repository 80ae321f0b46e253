"""A Mapping of one's own: the mixin methods come from collections.abc."""
from collections.abc import Mapping, MutableMapping, Sequence
import tensorflow as tf

class Params(Mapping):
    def __init__(self, **sizes):
        self.sizes = sizes
    def __getitem__(self, name):
        return tf.zeros(self.sizes[name])
    def __iter__(self):
        return iter(self.sizes)
    def __len__(self):
        return len(self.sizes)

class Store(MutableMapping):
    def __init__(self):
        self.data = {}
    def __getitem__(self, k):
        return self.data[k.lower()]
    def __setitem__(self, k, v):
        self.data[k.lower()] = v
    def __delitem__(self, k):
        del self.data[k.lower()]
    def __iter__(self):
        return iter(self.data)
    def __len__(self):
        return len(self.data)

class Pyramid(Sequence):
    def __len__(self):
        return 3
    def __getitem__(self, i):
        if i >= 3:
            raise IndexError(i)
        return tf.zeros([2 ** i])

p = Params(w=[2, 3], b=[3])
reveal_type(p.get("w"))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(p.get("c", tf.ones([1])))  # revealed: Tensor[float32, Shape[1]]
reveal_type([v for k, v in p.items() if k == "b"][0])  # revealed: Tensor[float32, Shape[3]]
s = Store()
s.update(p, X=tf.zeros([7]))
reveal_type(s.pop("x"))  # revealed: Tensor[float32, Shape[7]]
reveal_type(s.setdefault("B", None))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.concat(list(Pyramid()), 0))  # revealed: Tensor[float32, Shape[7]]
reveal_type(next(reversed(Pyramid())))  # revealed: Tensor[float32, Shape[4]]
