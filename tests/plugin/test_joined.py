"""What mypy joins of tensors and other things: to it alone, which takes tensors for Any, they go together."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, assert_all

#: In a graph what is compared makes a tensor, outside of it one of them comes back.
COMPARED = """\
import tensorflow as tf

def least(x: tf.Tensor, variable: tf.Variable, count: int, rows: list[tf.Tensor]):
    reveal_type(min(tf.size(x), count))  # revealed: Any
    reveal_type(max(variable, x))  # revealed: Any
    reveal_type(max(tf.zeros([]), tf.ones([])))  # revealed: Tensor[float32, Shape[()]]
    reveal_type(min(rows, key=len))  # revealed: Tensor[Any, Any]
    reveal_type(max(*rows, 1))  # revealed: Any
    reveal_type(max(count, 3))  # revealed: int
    largest = max(0.0, tf.reduce_max(x)) * 2 + max([tf.size(x), count]) + sorted([count, tf.size(x)])[0]
    if min(tf.reduce_sum(x), count) >= 1:
        return tf.range(min(count, tf.size(x))), largest
    max([object(), count])  # error: [type-var] "object"
"""

SOLVED = """\
from typing import TypeVar
import numpy as np
import tensorflow as tf

Number = TypeVar("Number", float, tf.Tensor, np.ndarray)
Some = TypeVar("Some", bound=tf.Tensor | tf.RaggedTensor)
Named = TypeVar("Named", bound=tf.keras.layers.Layer)

def hertz(notes: Number) -> Number:
    return 440.0 * (2.0 ** ((notes - 69.0) / 12.0))

def each_kind(x: tf.Tensor, rate: float, array: np.ndarray, other: object):
    for note in [x, rate, array]:
        hertz(note)
    hertz(other)  # error: [type-var] "object"
    hertz([1])  # error: [type-var] "list[int]"

def next_to(x: Some) -> Some:
    return x + 1

def head(layer: Named) -> Named:
    return tf.keras.layers.Dense(3)  # error: [return-value] "Dense"
"""


def test_what_runs_is_no_error(tmp_path: Path) -> None:
    cases = [Case("compared", COMPARED, 1), Case("solved", SOLVED, 1)]
    assert_all(cases, tmp_path)
