"""match with class patterns, guards, mappings and captures."""
from dataclasses import dataclass
import enum
import tensorflow as tf


@dataclass
class Dense:
    units: int
    activation: str = "linear"


@dataclass
class Conv:
    filters: int
    kernel: tuple = (3, 3)


class Flatten:
    pass


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Kind(enum.Enum):
    MEAN = "mean"
    MAX = "max"


def apply(x, op):
    match op:
        case Dense(units, activation="relu"):
            return tf.nn.relu(x @ tf.zeros([x.shape[-1], units]))
        case Dense(units=n):
            return x @ tf.zeros([x.shape[-1], n])
        case Conv(filters=f, kernel=(h, w)) if h == w:
            return tf.nn.conv2d(x, tf.zeros([h, w, x.shape[-1], f]), 1, "SAME")
        case Conv(f, (h, w)):
            return tf.nn.conv2d(x, tf.zeros([h, w, x.shape[-1], f]), 1, "VALID")
        case Flatten():
            return tf.reshape(x, [x.shape[0], -1])
        case ("crop", int(n)) | ["crop", int(n), *_]:
            return x[:, n:-n, n:-n]
        case {"pad": int(n), **rest}:
            return tf.pad(x, [[0, 0], [n, n], [n, n], [0, 0]], rest.get("mode", "CONSTANT"))
        case Kind.MEAN:
            return tf.reduce_mean(x, -1)
        case Kind.MAX:
            return tf.reduce_max(x, -1, keepdims=True)
        case "square" | "sqr" as name:
            return tf.square(x) + len(name)
        case None | []:
            return x
        case [*ops]:
            for one in ops:
                x = apply(x, one)
            return x
        case Point(0, y):
            return tf.zeros([y])
        case Point(x=a, y=b):
            return tf.zeros([a, b])
        case float() | int() as scale:
            return x * scale
        case _:
            raise TypeError(op)


image = tf.zeros([2, 8, 8, 3])
reveal_type(apply(image, Conv(4)))  # revealed: Tensor[float32, Shape[2, 8, 8, 4]]
reveal_type(apply(image, Conv(4, (5, 3))))  # revealed: Tensor[float32, Shape[2, 4, 6, 4]]
reveal_type(apply(image, ("crop", 1)))  # revealed: Tensor[float32, Shape[2, 6, 6, 3]]
reveal_type(apply(image, ["crop", 2, "later"]))  # revealed: Tensor[float32, Shape[2, 4, 4, 3]]
reveal_type(apply(image, {"pad": 2, "mode": "REFLECT"}))  # revealed: Tensor[float32, Shape[2, 12, 12, 3]]
reveal_type(apply(image, [Conv(6), {"pad": 1}, Flatten(), Dense(10, "relu")]))  # revealed: Tensor[float32, Shape[2, 10]]
reveal_type(apply(image, Kind.MEAN))  # revealed: Tensor[float32, Shape[2, 8, 8]]
reveal_type(apply(image, Kind("max")))  # revealed: Tensor[float32, Shape[2, 8, 8, 1]]
reveal_type(apply(tf.ones([4, 2]), Dense(3)))  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(apply(tf.ones([4, 2]), "sqr"))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(apply(tf.ones([4, 2]), []))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(apply(image, Point(0, 5)))  # revealed: Tensor[float32, Shape[5]]
reveal_type(apply(image, Point(6, 5)))  # revealed: Tensor[float32, Shape[6, 5]]
reveal_type(apply(image, 0.5))  # revealed: Tensor[float32, Shape[2, 8, 8, 3]]
