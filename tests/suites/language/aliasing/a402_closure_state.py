"""A list and a dict captured by closures and methods are the same objects."""
import tensorflow as tf

class Hooks:
    shared = {}
    def __init__(self, hooks=None):
        self.hooks = hooks or []
    def on(self, fn):
        self.hooks.append(fn)
        self.shared[fn.__name__] = self
        return fn
    def run(self, x):
        for hook in self.hooks:
            x = hook(x)
        return x

hooks = Hooks()
seen = []

@hooks.on
def double(x):
    seen.append(x)
    return tf.concat([x, x], 0)

@hooks.on
def widen(x):
    return tf.pad(x, [[0, 0], [0, len(seen)]])

reveal_type(hooks.run(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(hooks.run(tf.zeros([1, 3])))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(seen[-1])  # revealed: Tensor[float32, Shape[1, 3]]
other = Hooks(hooks.hooks)
hooks.hooks.pop()
reveal_type(other.run(tf.zeros([5, 1])))  # revealed: Tensor[float32, Shape[10, 1]]
reveal_type(Hooks.shared["widen"].run(tf.zeros([3, 2])))  # revealed: Tensor[float32, Shape[6, 2]]
