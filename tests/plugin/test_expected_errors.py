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


def test_what_is_waited_for(tmp_path: Path) -> None:
    cases = [Case("waited", WAITED, 1), Case("tried", TRIED, 1)]
    check(cases, tmp_path)
    assert not [problem for case in cases for problem in case.problems()]
