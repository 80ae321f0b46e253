"""What a rule needs to say the dtype and shape of a call, against TensorFlow, which adds the op to a graph."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

from benchmarks import side_by_side
from tftypes.inference.models.tensorflow.ops import RULES, TensorType

#: Of these tensors are the calls: what the rule is given, and what stands for it in the graph.
TENSORS = {
    "x": ("float32[8, ?, 64]", [8, None, 64]),
    "w": ("float32[64, 4]", [64, 4]),
    "images": ("float32[?, 28, 28, 3]", [None, 28, 28, 3]),
    "filters": ("float32[3, 3, 3, 16]", [3, 3, 3, 16]),
}
CASES: dict[str, Callable[..., list[Any]]] = {
    "linalg.matmul": lambda x, w, **_: [x, w],
    "math.add": lambda x, **_: [x, 1.0],
    "reshape": lambda x, **_: [x, [-1, 4]],
    "concat": lambda x, **_: [[x, x], 0],
    "math.reduce_mean": lambda x, **_: [x, [0, 1]],
    "nn.conv2d": lambda images, filters, **_: [images, filters, 2, "SAME"],
    "einsum": lambda x, w, **_: ["bij,jk->bik", x, w],
}


def rows() -> list[tuple[str, float, float, str]]:
    """Microseconds a call, the rule first."""
    types = {name: TensorType.parse(text) for name, (text, _) in TENSORS.items()}
    table = []
    for name, arguments in CASES.items():
        with tf.Graph().as_default():
            given = {
                key: tf.compat.v1.placeholder(tf.float32, shape)
                for key, (_, shape) in TENSORS.items()
            }
            rule = partial(RULES[f"tensorflow.{name}"].apply, arguments(**types))
            op = partial(reduce(getattr, name.split("."), tf), *arguments(**given))
            table.append((f"tf.{name}", *side_by_side(rule, op), "µs"))
    return table


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(f"{what:20} {ours:7.1f} {theirs:7.1f} {unit}  {ours / theirs:.2f}")
