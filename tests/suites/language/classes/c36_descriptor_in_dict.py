"""A descriptor keeps its value in the object's dict, past itself."""
import tensorflow as tf

class Positive:
    def __init__(self, default): self.default = default
    def __set_name__(self, owner, name):
        self.name = name
        owner.fields = (*getattr(owner, "fields", ()), name)
    def __get__(self, obj, owner):
        return self if obj is None else obj.__dict__.get(self.name, self.default)
    def __set__(self, obj, value):
        if value <= 0: raise ValueError(self.name)
        obj.__dict__[self.name] = value
    def __delete__(self, obj):
        del obj.__dict__[self.name]

class Config:
    width = Positive(3)
    depth = Positive(2)
    def __init__(self, **kw):
        for f in self.fields:
            if f in kw: setattr(self, f, kw.pop(f))

c = Config(width=5)
reveal_type(tf.zeros([c.width, c.depth, len(Config.fields)]))  # revealed: Tensor[float32, Shape[5, 2, 2]]
try:
    c.depth = -1
except ValueError as e:
    c.depth = 8
reveal_type(tf.zeros([c.depth]))  # revealed: Tensor[float32, Shape[8]]
del c.width
reveal_type(tf.zeros([c.width]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([Config.width.default + 1]))  # revealed: Tensor[float32, Shape[4]]
