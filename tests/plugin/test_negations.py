"""`not x` of a tensor: a bool to Python and to mypy, and a tensor of the same shape where AutoGraph traces."""

from __future__ import annotations

from pathlib import Path

import tensorflow as tf

from tests.checks import Case, check

GRAPHS = """\
import tensorflow as tf

def negated(mask):
    return not mask

def counted(mask):
    reveal_type(mask)  # revealed: Any
    return tf.reduce_sum(tf.cast(mask, tf.int32))

@tf.function
def split(numbers, rows):
    mask = numbers > 2
    rest = not mask
    if tf.reduce_all(mask):
        rest = not rest
    reveal_type(tf.cast(rest, tf.int32))  # revealed: Tensor[int32, Any]
    counted(not mask)
    counted(negated(mask))
    return tf.boolean_mask(rows, not mask), tf.boolean_mask(rows, rest)

made = split(tf.constant([1, 2, 3]), tf.zeros([3, 2]))
"""

PYTHON = """\
import tensorflow as tf

def scale(training: bool = False, rows=None):
    reveal_type(tf.cast(not training, tf.float32))  # revealed: Tensor[float32, Shape[()]]
    reveal_type(tf.cast(not isinstance(rows, tf.Tensor), tf.float32))  # revealed: Tensor[float32, Shape[()]]

scale()
scale(True)
reveal_type(tf.cast(not tf.constant(True), tf.int32))  # revealed: Tensor[int32, Shape[()]]
tf.boolean_mask(tf.zeros([3, 2]), not tf.constant(True))  # error: [tf-rank] "a mask cannot be a scalar"
"""


def test_what_not_makes_of_tensors(tmp_path: Path) -> None:
    cases = [Case("graphs", GRAPHS, 1), Case("python", PYTHON, 1)]
    check(cases, tmp_path)
    problems = [problem for case in cases for problem in case.problems()]
    assert not problems, "\n".join(problems)


def test_tensorflow_traces_it(tmp_path: Path) -> None:
    (tmp_path / "graphs.py").write_text(GRAPHS)  # AutoGraph reads the source
    names = {"__file__": str(tmp_path / "graphs.py"), "reveal_type": lambda value: value}
    exec(compile(GRAPHS, str(tmp_path / "graphs.py"), "exec"), names)
    shapes = [tuple(each.shape) for each in tf.nest.flatten(names["made"])]
    assert shapes == [(2, 2), (2, 2)]
