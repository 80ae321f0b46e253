"""What a program expects to fail is no finding: tests that wait for an error, tutorials that show one."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

WAITED = """\
import pytest
import tensorflow as tf

def squared(x):
    return tf.matmul(x, x)

def refused(test, x):
    with test.assertRaises(ValueError):
        tf.matmul(x, x)

class OpsTest(tf.test.TestCase):
    def test_matmul(self):
        x = tf.zeros([2, 3])
        with self.assertRaises(ValueError):
            tf.matmul(x, x)
        with self.assertRaisesRegex(ValueError, "inner"), tf.name_scope("a"):
            squared(x)
        with pytest.raises(tf.errors.InvalidArgumentError):
            x + tf.zeros([2])
        self.assertRaises(ValueError, lambda: tf.reduce_sum(x, axis=2))
        refused(self, x)
        x + tf.zeros([2])  # error: [tf-shape] "do not broadcast"
        with tf.name_scope("b"):
            squared(x)  # error: [tf-shape] "inner dims"
"""

TRIED = """\
import tensorflow as tf

def train(x):
    return tf.matmul(x, x)

x = tf.zeros([2, 3])
try:
    tf.matmul(x, x)
except (ValueError, tf.errors.InvalidArgumentError) as error:
    print(error)

try:
    product = train(x)
    print(product)
except tf.errors.InvalidArgumentError:
    pass

try:
    x + tf.zeros([2])
except Exception as error:
    print(type(error))

try:
    train(x)
except:
    print("cannot be multiplied")

# Another exception, one that goes on, and what else may fail in a long `try`: those are bugs.
try:
    train(x)  # error: [tf-shape] "inner dims"
except KeyError:
    pass

try:
    train(x)  # error: [tf-shape] "inner dims"
except ValueError as error:
    raise SystemExit(1) from error

try:
    print("started")
    train(x)  # error: [tf-shape] "inner dims"
except Exception as error:
    print(error)

try:
    print("started")
    print("still running")
    train(x)  # error: [tf-shape] "inner dims"
except ValueError as error:
    print(error)
"""


#: Operators that tensors do not have.
OPERATORS = """\
import tensorflow as tf

variable = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
sparse = tf.SparseTensor(indices=[[0, 1]], values=[1.0], dense_shape=[3, 4])

try:
    variable[1] = [7.0, 8.0]
except TypeError as error:
    print(error)
try:
    sparse + 42.0
except TypeError as error:
    print(error)
try:
    sparse + 42.0  # error: [operator] "Unsupported operand types"
except KeyError as error:
    print(error)
variable[1] = [7.0, 8.0]  # error: [index] "Unsupported target"
"""


def test_what_is_waited_for(tmp_path: Path) -> None:
    texts = {"waited": WAITED, "tried": TRIED, "operators": OPERATORS}
    cases = [Case(name, text, 1) for name, text in texts.items()]
    check(cases, tmp_path)
    assert not [problem for case in cases for problem in case.problems()]
