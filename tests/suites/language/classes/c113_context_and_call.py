"""super() in class methods, diamond inheritance with kwargs, __init_subclass__ with keywords."""
import tensorflow as tf

class Base:
    registry = {}
    def __init_subclass__(cls, /, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        if key:
            cls.registry[key] = cls
            cls.key = key
    def __init__(self, **kwargs):
        self.options = kwargs
    @classmethod
    def create(cls, key, **kwargs):
        return cls.registry[key](**kwargs)
    def build(self):
        return tf.zeros([len(self.options) + 1])
class Wide(Base, key="wide"):
    def __init__(self, *, width=3, **kwargs):
        super().__init__(**kwargs)
        self.width = width
    def build(self):
        return tf.concat([super().build(), tf.zeros([self.width])], 0)
class Deep(Base, key="deep"):
    def __init__(self, *, depth=2, **kwargs):
        super().__init__(**kwargs)
        self.depth = depth
    def build(self):
        return tf.stack([super().build()] * self.depth)
class Both(Deep, Wide, key="both"):
    pass
reveal_type(Base.create("wide", width=5).build())  # revealed: Tensor[float32, Shape[6]]
reveal_type(Base.create("deep").build())  # revealed: Tensor[float32, Shape[2, 1]]
reveal_type(Base.create("both", width=1, depth=4, other=0).build())  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(tf.zeros([len(Base.registry), len(Both.__mro__), len(Both.key)]))  # revealed: Tensor[float32, Shape[3, 5, 4]]
reveal_type(tf.zeros([len(Base.__subclasses__()), 1 if issubclass(Both, Wide) else 2]))  # revealed: Tensor[float32, Shape[2, 1]]
reveal_type(super(Deep, Both(width=2)).build())  # revealed: Tensor[float32, Shape[3]]
