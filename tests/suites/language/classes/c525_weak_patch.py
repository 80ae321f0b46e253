"""Weak references, monkeypatching, dynamic attributes and classes made at run time."""
import types
import weakref
import tensorflow as tf


class Net:
    def __init__(self, n):
        self.n = n

    def forward(self, x):
        return x @ tf.zeros([x.shape[-1], self.n])


class Hook:
    def __init__(self, owner):
        self.owner = weakref.ref(owner)

    def __call__(self, x):
        owner = self.owner()
        return tf.zeros([owner.n]) if owner is not None else x


net = Net(4)
hook = Hook(net)
x = tf.ones([2, 3])
reveal_type(hook(x))  # revealed: Tensor[float32, Shape[4]]
cache = weakref.WeakKeyDictionary()
cache[net] = tf.ones([7])
reveal_type(cache[net])  # revealed: Tensor[float32, Shape[7]]
names = weakref.WeakValueDictionary(main=net)
reveal_type(names["main"].forward(x))  # revealed: Tensor[float32, Shape[2, 4]]

original = Net.forward


def patched(self, x):
    return tf.nn.softmax(original(self, x))[:, :1]


Net.forward = patched
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[2, 1]]
net.forward = types.MethodType(lambda self, x: tf.zeros([self.n, self.n]), net)
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(Net(5).forward(x))  # revealed: Tensor[float32, Shape[2, 1]]
del net.forward
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[2, 1]]
Net.forward = original
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[2, 4]]

for name, units in {"small": 2, "large": 6}.items():
    setattr(net, f"{name}_head", Net(units))
reveal_type(net.large_head.forward(x))  # revealed: Tensor[float32, Shape[2, 6]]
reveal_type(getattr(net, "missing", Net(8)).forward(x))  # revealed: Tensor[float32, Shape[2, 8]]
reveal_type(tf.zeros([len(vars(net)), int(hasattr(net, "small_head"))]))  # revealed: Tensor[float32, Shape[3, 1]]

Dynamic = type("Dynamic", (Net,), {"scale": 3, "size": property(lambda self: self.n * self.scale)})
reveal_type(tf.zeros([Dynamic(2).size]))  # revealed: Tensor[float32, Shape[6]]
space = types.SimpleNamespace(a=tf.ones([1]), b=tf.ones([2]))
space.c = tf.concat([space.a, space.b], 0)
reveal_type(space.c)  # revealed: Tensor[float32, Shape[3]]
reveal_type(vars(space)["b"])  # revealed: Tensor[float32, Shape[2]]
net.__dict__["n"] = 11
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[2, 11]]
net.__class__ = Dynamic
reveal_type(tf.zeros([net.size]))  # revealed: Tensor[float32, Shape[33]]
frozen = types.MappingProxyType({"k": tf.zeros([3, 2])})
reveal_type(frozen["k"])  # revealed: Tensor[float32, Shape[3, 2]]
