"""Protocol, Generic, TypedDict, NamedTuple, overload, abc: forms of typing that run."""
from __future__ import annotations

import abc
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Optional, Protocol, TypedDict, TypeVar, Union, cast, overload, runtime_checkable
import tensorflow as tf

T = TypeVar("T")
K = TypeVar("K")


@runtime_checkable
class Encoder(Protocol):
    width: int

    def encode(self, x: tf.Tensor) -> tf.Tensor: ...


class Features(TypedDict, total=False):
    tokens: tf.Tensor
    mask: tf.Tensor


class Output(NamedTuple):
    logits: tf.Tensor
    loss: Optional[tf.Tensor] = None

    @property
    def labels(self):
        return tf.argmax(self.logits, -1)


class Store(Generic[K, T]):
    def __init__(self) -> None:
        self.items: dict[K, T] = {}

    def put(self, key: K, value: T) -> "Store[K, T]":
        self.items[key] = value
        return self

    def __getitem__(self, key: K) -> T:
        return self.items[key]


class Base(abc.ABC):
    width: ClassVar[int] = 8
    RATE: Final = 2

    @property
    @abc.abstractmethod
    def depth(self) -> int: ...

    @abc.abstractmethod
    def encode(self, x): ...

    def stacked(self, x):
        for _ in range(self.depth):
            x = self.encode(x)
        return x


class Doubler(Base):
    depth = 3

    def encode(self, x):
        return tf.concat([x] * self.RATE, axis=-1)


class Projector(Base):
    @property
    def depth(self) -> int:
        return 1

    def encode(self, x):
        return tf.matmul(x, tf.zeros([x.shape[-1], self.width]))


@overload
def pick(x: tf.Tensor, many: Literal[True]) -> list: ...
@overload
def pick(x: tf.Tensor, many: Literal[False] = ...) -> tf.Tensor: ...
def pick(x, many=False):
    return tf.unstack(x) if many else x[0]


x = tf.zeros([2, 4])
reveal_type(Doubler().stacked(x))  # revealed: Tensor[float32, Shape[2, 32]]
reveal_type(Projector().stacked(x))  # revealed: Tensor[float32, Shape[2, 8]]
features: Features = {"tokens": tf.zeros([2, 6], tf.int32)}
features["mask"] = tf.cast(features["tokens"] > 0, tf.float32)
reveal_type(features["mask"])  # revealed: Tensor[float32, Shape[2, 6]]
out = Output(tf.zeros([4, 10]))
reveal_type(out.labels)  # revealed: Tensor[int64, Shape[4]]
reveal_type(out._replace(loss=tf.zeros([])).loss)  # revealed: Tensor[float32, Shape[()]]
store = Store[str, tf.Tensor]().put("a", x).put("b", tf.ones([3]))
reveal_type(store["b"])  # revealed: Tensor[float32, Shape[3]]
reveal_type(pick(x, many=True)[1])  # revealed: Tensor[float32, Shape[4]]
reveal_type(cast("tf.Tensor", pick(x)))  # revealed: Tensor[float32, Shape[4]]
size = 3 if isinstance(Doubler(), Encoder) else 1
reveal_type(tf.zeros([size]))  # revealed: Tensor[float32, Shape[3]]
try:
    Base()
    failed = tf.zeros([1])
except TypeError:
    failed = tf.zeros([2, 1])
reveal_type(failed)  # revealed: Tensor[float32, Shape[2, 1]]
