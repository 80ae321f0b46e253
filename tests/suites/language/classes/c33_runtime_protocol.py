"""An object is an instance of a protocol by its members."""
from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable
import tensorflow as tf

@runtime_checkable
class HasWidth(Protocol):
    width: int

class Stage(ABC):
    def run(self, x):
        y = self.forward(x)
        if isinstance(self, HasWidth):
            y = y[..., : self.width]
        return y
    @abstractmethod
    def forward(self, x): ...
    @property
    @abstractmethod
    def name(self): ...

class Double(Stage):
    name = "double"
    def forward(self, x): return tf.concat([x, x], -1)
class Cut(Double):
    width = 3
    @property
    def name(self): return "cut"

reveal_type(Double().run(tf.ones([2, 4])))  # revealed: Tensor[float32, Shape[2, 8]]
reveal_type(Cut().run(tf.ones([2, 4])))  # revealed: Tensor[float32, Shape[2, 3]]
try:
    Stage()
except TypeError:
    reveal_type(tf.zeros([len(Cut().name)]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(Stage.run(Cut(), tf.ones([1, 1, 1])))  # revealed: Tensor[float32, Shape[1, 1, 2]]
