"""Mixins, registries by __init_subclass__, cached properties, weak dictionaries and copies by method."""
import copy
import functools
import inspect
import tensorflow as tf

class Registered:
    registry = {}
    def __init_subclass__(cls, /, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.registry[key or cls.__name__.lower()] = cls
    @classmethod
    def make(cls, key, *args, **kwargs):
        made = cls.registry[key]
        accepted = inspect.signature(made.__init__).parameters
        return made(*args, **{k: v for k, v in kwargs.items() if k in accepted})

class Loggable:
    def describe(self):
        return f"{type(self).__name__}:{self.width}"

class Dense(Loggable, Registered):
    def __init__(self, units, dtype=tf.float32):
        self.units, self.dtype = units, dtype
    @property
    def width(self):
        return self.units
    @functools.cached_property
    def kernel(self):
        return tf.zeros([4, self.units], self.dtype)

class Twin(Dense, key="twin"):
    @property
    def width(self):
        return 2 * super().width
    def __deepcopy__(self, memo):
        return type(self)(self.units + 1, self.dtype)

dense = Registered.make("dense", 3, dtype=tf.float64, rate=0.1)
reveal_type(dense.kernel)  # revealed: Tensor[float64, Shape[4, 3]]
twin = Registered.make("twin", units=5, rate=0.1)
reveal_type(tf.zeros([twin.width]))  # revealed: Tensor[float32, Shape[10]]
reveal_type(twin.kernel)  # revealed: Tensor[float32, Shape[4, 5]]
other = copy.deepcopy(twin)
reveal_type(other.kernel)  # revealed: Tensor[float32, Shape[4, 6]]
shallow = copy.copy(dense)
shallow.units = 8
reveal_type(shallow.kernel)  # revealed: Tensor[float64, Shape[4, 3]]
del shallow.kernel
reveal_type(shallow.kernel)  # revealed: Tensor[float64, Shape[4, 8]]
reveal_type(tf.zeros([int(twin.describe().split(":")[1])]))  # revealed: Tensor[float32, Shape[10]]
reveal_type(tf.zeros([len(Registered.registry)]))  # revealed: Tensor[float32, Shape[2]]
dense.kernel + twin.kernel  # error: tf-dtype
