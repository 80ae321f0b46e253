"""A pipeline of named steps with hooks: a registry decorator, a builder that chains, and operators that compose."""
from __future__ import annotations
from dataclasses import dataclass, field
from typing import Any, Callable, ClassVar, Iterator
import tensorflow as tf

STEPS: dict[str, Callable[..., Any]] = {}

def step(name=None):
    def register(fn):
        STEPS[name or fn.__name__] = fn
        return fn
    return register

@step()
def normalize(x, eps=1e-6):
    mean, var = tf.nn.moments(x, [0])
    return (x - mean) / tf.sqrt(var + eps)

@step("onehot")
def encode(x, depth):
    return tf.one_hot(tf.cast(x, tf.int32), depth)

@step()
def flatten(x):
    return tf.reshape(x, [x.shape[0], -1])

@dataclass
class Pipeline:
    steps: list[tuple[str, dict]] = field(default_factory=list)
    hooks: ClassVar[list] = []
    def add(self, name: str, **options) -> Pipeline:
        self.steps.append((name, options))
        return self
    def __or__(self, other: Pipeline) -> Pipeline:
        return Pipeline([*self.steps, *other.steps])
    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.steps)
    def __call__(self, x):
        for name, options in self.steps:
            x = STEPS[name](x, **options)
            for hook in self.hooks:
                hook(name, x)
        return x

seen = {}
Pipeline.hooks.append(lambda name, x: seen.setdefault(name, []).append(x))
first = Pipeline().add("normalize").add("onehot", depth=5)
both = first | Pipeline().add("flatten")
reveal_type(first(tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[2, 3, 5]]
reveal_type(both(tf.ones([4, 3])))  # revealed: Tensor[float32, Shape[4, 15]]
reveal_type(seen["onehot"][1])  # revealed: Tensor[float32, Shape[4, 3, 5]]
reveal_type(tf.constant(list(both)))  # revealed: Tensor[string, Shape[3]]
reveal_type(tf.zeros([len(seen["flatten"]), len(both.steps)]))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(tf.concat(seen["normalize"], axis=0))  # revealed: Tensor[float32, Shape[6, 3]]
tf.concat([seen["flatten"][0], seen["onehot"][0]], axis=0)  # error: tf-shape
