"""NamedTuple with methods and defaults, TypedDict, Protocol, Flag, ExceptionGroup, nested f-strings."""
from enum import Flag, auto
from typing import NamedTuple, Protocol, TypedDict, runtime_checkable
import tensorflow as tf

class Box(NamedTuple):
    y: int
    x: int = 4
    @property
    def area(self):
        return self.y * self.x
    @classmethod
    def square(cls, n):
        return cls(n, n)

class Options(TypedDict, total=False):
    units: int
    rate: float

@runtime_checkable
class HasCall(Protocol):
    def __call__(self, x): ...

class Part(Flag):
    W = auto()
    B = auto()
    ALL = W | B

reveal_type(tf.zeros([Box(2).area, *Box.square(3)]))  # revealed: Tensor[float32, Shape[8, 3, 3]]
o: Options = Options(units=5)
reveal_type(tf.zeros([o["units"], len(o)]))  # revealed: Tensor[float32, Shape[5, 1]]
reveal_type((tf.nn.relu if isinstance(tf.nn.relu, HasCall) else len)(tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([3 if Part.W in Part.ALL else 1, Part.ALL.value, len(list(Part))]))  # revealed: Tensor[float32, Shape[3, 3, 2]]
try:
    raise ExceptionGroup("g", [ValueError(2), KeyError(5)])
except* KeyError as group:
    k = tf.zeros([group.exceptions[0].args[0]])
except* ValueError:
    v = tf.ones([1])
reveal_type(k)  # revealed: Tensor[float32, Shape[5]]
table, i = {"w1": tf.zeros([8])}, 1
reveal_type(table[f"{'w'}{i:{1}d}"])  # revealed: Tensor[float32, Shape[8]]
