"""Settings by enums, match statements with guards, and chained maps."""
import enum
from collections import ChainMap
from dataclasses import dataclass
import tensorflow as tf

class Mode(enum.StrEnum):
    TRAIN = enum.auto()
    EVAL = enum.auto()

@dataclass(frozen=True)
class Conv:
    filters: int
    kernel: int = 3

@dataclass(frozen=True)
class Pool:
    size: int

def build(x, spec):
    match spec:
        case Conv(filters=f, kernel=k) if k > 1:
            return tf.zeros([*x.shape[:-1], f])
        case Conv(f):
            return x @ tf.zeros([x.shape[-1], f])
        case Pool(size):
            return x[:, ::size]
        case [first, *rest]:
            return build(build(x, first), rest)
        case []:
            return x
        case {"repeat": n, **inner} if inner:
            for _ in range(n):
                x = build(x, inner["of"])
            return x
        case str() as name:
            return tf.cast(x, name)
        case _:
            raise ValueError(spec)

x = tf.zeros([2, 8, 3])
reveal_type(build(x, Conv(16)))  # revealed: Tensor[float32, Shape[2, 8, 16]]
reveal_type(build(x, [Conv(5, 1), Pool(2), "float64"]))  # revealed: Tensor[float64, Shape[2, 4, 5]]
reveal_type(build(x, {"repeat": 2, "of": Pool(2)}))  # revealed: Tensor[float32, Shape[2, 2, 3]]
settings = ChainMap({"units": 4}, {"units": 9, "mode": "eval"})
reveal_type(tf.zeros([settings["units"]]))  # revealed: Tensor[float32, Shape[4]]
mode = Mode(settings["mode"])
reveal_type(tf.zeros([3 if mode is Mode.EVAL else 7, len(Mode)]))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(tf.zeros([settings.new_child({"units": 2})["units"]]))  # revealed: Tensor[float32, Shape[2]]
reveal_type({Mode.TRAIN: x, Mode.EVAL: x[0]}[mode])  # revealed: Tensor[float32, Shape[8, 3]]
try:
    build(x, 3)
except ValueError as e:
    reveal_type(tf.zeros([e.args[0]]))  # revealed: Tensor[float32, Shape[3]]
