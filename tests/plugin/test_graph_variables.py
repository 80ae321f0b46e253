"""Variables of `tf.compat.v1`: what others know they know, and they stay of their class."""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG, Case, check

PROGRAM = """\
import tensorflow as tf
import tensorflow.compat.v1 as tf1

w = tf1.Variable(tf.zeros([2, 3]), name="w", use_resource=True)
reveal_type(w)  # revealed: Variable[float32, Shape[2, 3]]
reveal_type(w[0])  # revealed: Tensor[float32, Shape[3]]
reveal_type(w.assign_add(tf.ones([2, 3])))  # revealed: Variable[float32, Shape[2, 3]]
reveal_type(w.value())  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf1.Variable(0, dtype="int64"))  # revealed: Variable[int64, Shape[()]]

# One that is no resource may be given any shape.
loose = tf1.Variable(tf.zeros([2, 3]), validate_shape=False)
reveal_type(loose)  # revealed: Variable[float32, Any]

def same(variable: tf1.Variable) -> tf1.Variable:
    return variable

kept: tf1.Variable = same(w)
other: tf1.Variable = tf.Variable(0.0)
"""


def test_variables_of_graphs(tmp_path: Path) -> None:
    case = Case("variables", PROGRAM, 1)
    check([case], tmp_path, CONFIG)
    assert not case.problems(), "\n".join(case.problems())
