"""What an object has not, another one answers."""
import tensorflow as tf

class Inner:
    scale = 3
    def __init__(self, n):
        self.data = tf.zeros([n, 2])
    def rows(self):
        return self.data.shape[0]

class Proxy:
    def __init__(self, target):
        self._target = target
        self.calls = []
    def __getattr__(self, name):
        self.calls.append(name)
        return getattr(self._target, name)
    def __setattr__(self, name, value):
        if name in ("_target", "calls"):
            object.__setattr__(self, name, value)
        else:
            setattr(self._target, name, value)
    def __len__(self):
        return len(self._target.data)
    def __contains__(self, item):
        return item == self._target.scale
    def __iter__(self):
        return iter(tf.unstack(self._target.data))

p = Proxy(Inner(4))
reveal_type(p.data)  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(tf.zeros([p.rows(), len(p), p.scale]))  # revealed: Tensor[float32, Shape[4, 4, 3]]
p.data = tf.ones([6, 1])
reveal_type(p._target.data)  # revealed: Tensor[float32, Shape[6, 1]]
reveal_type(tf.zeros([len(p.calls)]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([5]) if 3 in p else tf.zeros([6]))  # revealed: Tensor[float32, Shape[5]]
for row in p:
    reveal_type(row)  # revealed: Tensor[float32, Shape[1]]
