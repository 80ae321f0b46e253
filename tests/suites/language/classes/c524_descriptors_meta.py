"""Descriptors, metaclasses, __init_subclass__, __class_getitem__, __getattr__, slots."""
import tensorflow as tf


class Weight:
    def __init__(self, shape, dtype=tf.float32):
        self.shape, self.dtype = shape, dtype

    def __set_name__(self, owner, name):
        self.name = name
        owner.declared = getattr(owner, "declared", []) + [name]

    def __get__(self, instance, owner):
        if instance is None:
            return self
        if self.name not in instance.__dict__:
            shape = [getattr(instance, s) if isinstance(s, str) else s for s in self.shape]
            instance.__dict__[self.name] = tf.zeros(shape, self.dtype)
        return instance.__dict__[self.name]


class Meta(type):
    known = {}

    def __new__(mcs, name, bases, namespace, **kwargs):
        cls = super().__new__(mcs, name, bases, namespace)
        cls.tag = kwargs.get("tag", name.lower())
        mcs.known[cls.tag] = cls
        return cls

    def __init__(cls, name, bases, namespace, **kwargs):
        super().__init__(name, bases, namespace)

    def __call__(cls, *args, **kwargs):
        instance = super().__call__(*args, **kwargs)
        instance.built = True
        return instance

    def __getitem__(cls, units):
        return cls(units)

    def __len__(cls):
        return len(cls.known)


class Net(metaclass=Meta):
    kernel = Weight(["units", 3])
    bias = Weight(["units"], tf.float16)

    def __init__(self, units):
        self.units = units


class Wide(Net, tag="w"):
    def __init__(self, units):
        super().__init__(units * 2)


reveal_type(Net(4).kernel)  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(Meta.known["w"](4).bias)  # revealed: Tensor[float16, Shape[8]]
reveal_type(Wide[3].kernel)  # revealed: Tensor[float32, Shape[6, 3]]
reveal_type(tf.zeros([len(Net), len(Net.declared), int(Net(1).built)]))  # revealed: Tensor[float32, Shape[2, 2, 1]]


class Plugin:
    registry = {}

    def __init_subclass__(cls, /, rank=2, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.rank = rank
        Plugin.registry[cls.__name__] = cls

    def make(self, n):
        return tf.zeros([n] * self.rank)


class Matrix(Plugin):
    pass


class Cube(Plugin, rank=3):
    pass


reveal_type(Plugin.registry["Cube"]().make(2))  # revealed: Tensor[float32, Shape[2, 2, 2]]
reveal_type(Matrix().make(5))  # revealed: Tensor[float32, Shape[5, 5]]


class Typed:
    def __class_getitem__(cls, item):
        return type(f"Typed{item}", (cls,), {"size": item})

    def zeros(self):
        return tf.zeros([self.size])


reveal_type(Typed[6]().zeros())  # revealed: Tensor[float32, Shape[6]]


class Proxy:
    __slots__ = ("_target", "_calls")

    def __init__(self, target):
        object.__setattr__(self, "_target", target)
        object.__setattr__(self, "_calls", [])

    def __getattr__(self, name):
        self._calls.append(name)
        return getattr(self._target, name)

    def __setattr__(self, name, value):
        setattr(self._target, name, value)

    def __dir__(self):
        return ["kernel"]


proxy = Proxy(Net(7))
reveal_type(proxy.kernel)  # revealed: Tensor[float32, Shape[7, 3]]
proxy.units = 9
reveal_type(proxy.bias)  # revealed: Tensor[float16, Shape[9]]
reveal_type(tf.zeros([len(proxy._calls), len(Proxy.__slots__)]))  # revealed: Tensor[float32, Shape[2, 2]]
