"""weakref, id as a key, type() with three arguments, setattr and vars."""
import types
import weakref
import tensorflow as tf

class Node:
    def __init__(self, t):
        self.t = t

node = Node(tf.zeros([3]))
ref = weakref.ref(node)
reveal_type(ref().t)  # revealed: Tensor[float32, Shape[3]]
cache = {id(node): tf.zeros([4])}
reveal_type(cache[id(ref())])  # revealed: Tensor[float32, Shape[4]]
Made = type("Made", (Node,), {"size": 5, "get": lambda self: tf.stack([self.t] * self.size)})
reveal_type(Made(tf.zeros([2])).get())  # revealed: Tensor[float32, Shape[5, 2]]
for name, n in [("a", 6), ("b", 7)]:
    setattr(node, name, tf.zeros([n]))
reveal_type(vars(node)["b"])  # revealed: Tensor[float32, Shape[7]]
ns = types.SimpleNamespace(**vars(node), extra=1)
reveal_type(ns.a)  # revealed: Tensor[float32, Shape[6]]
node.get = types.MethodType(lambda self: self.t[None], node)
reveal_type(node.get())  # revealed: Tensor[float32, Shape[1, 3]]
