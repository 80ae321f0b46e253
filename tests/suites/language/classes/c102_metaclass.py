"""A metaclass registers classes, adds members and makes the instances."""
import tensorflow as tf

class Registry(type):
    classes = {}
    def __new__(mcs, name, bases, namespace, *, units=1):
        namespace["units"] = units
        cls = super().__new__(mcs, name, bases, namespace)
        mcs.classes[name.lower()] = cls
        return cls
    def __init__(cls, name, bases, namespace, **kwargs):
        super().__init__(name, bases, namespace)
    def __call__(cls, *args, **kwargs):
        obj = super().__call__(*args, **kwargs)
        obj.made = tf.ones([cls.units])
        return obj
    def __len__(cls):
        return cls.units

class Small(metaclass=Registry, units=2):
    def __init__(self, n):
        self.n = n
class Large(Small, units=7):
    pass

reveal_type(Registry.classes["small"](3).made)  # revealed: Tensor[float32, Shape[2]]
reveal_type(Registry.classes["large"](3).made)  # revealed: Tensor[float32, Shape[7]]
reveal_type(tf.zeros([len(Large), Large(5).n]))  # revealed: Tensor[float32, Shape[7, 5]]
reveal_type(tf.zeros([len(Registry.classes)]))  # revealed: Tensor[float32, Shape[2]]
