"""Functions that are defined in several branches, or bound to something else: nothing is said for the first definition.

mypy knows the first one by the name, whichever it is that runs.
"""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG, Case, check

BRANCHES = """\
import tensorflow as tf

def triangular(rows, is_full: bool):
    if is_full:
        def fill(row, left, right):
            return row, left + right
        filled = fill(rows, rows, rows)
    else:
        def fill(left, row):  # error: [misc] "identical signatures"
            return left + row
        filled = tf.scan(fill, rows)
        tf.data.Dataset.from_tensor_slices((rows, rows)).map(fill)
    return filled

def projected(is_wide: bool):
    if is_wide:
        def project(x):
            return tf.matmul(x, tf.ones([3, 4]))
    else:
        def project(x):
            return x
    reveal_type(project(tf.ones([2, 5])))  # revealed: Any
    return tf.map_fn(project, tf.ones([7, 2, 5]))

def traced(is_wide: bool):
    if is_wide:
        @tf.function
        def project(x):
            return tf.matmul(x, tf.ones([3, 4]))
    else:
        @tf.function
        def project(x):
            return x
        project(tf.ones([2, 5]))

class Layer:
    def call(self, rows, is_full):
        if is_full:
            def fill(row, left, right):
                return row, left + right
        else:
            def fill(left, row):  # error: [misc] "identical signatures"
                return left + row
            return tf.scan(fill, rows)

def vectorized(function):
    return lambda rows: tf.map_fn(function, rows)

def rebound():
    def step(x):
        return tf.matmul(x, tf.ones([3, 4]))
    step = vectorized(step)
    step(tf.ones([7, 2, 3, 3]))

def alone():
    def step(x):
        return tf.matmul(x, tf.ones([3, 4]))
    step.calls = 0
    step(tf.ones([2, 5]))  # error: [tf-shape] "inner dims 5 and 3 differ"
"""

MODULE = """\
import os
import tensorflow as tf

if os.name == "nt":
    def parsed(x, y):
        return x
else:
    def parsed(x):  # error: [misc] "identical signatures"
        return x

tf.map_fn(parsed, tf.ones([3]))
"""

#: As in notebooks; what mypy alone says of a plain function stays.
CELLS = """\
import tensorflow as tf

@tf.function
def joined(x):
    return x

joined(tf.zeros([2]))

@tf.function  # error: [no-redef] "already defined"
def joined(x, y):
    return x + y

joined(tf.zeros([2]), tf.zeros([2]))
joined(tf.zeros([2]), y=tf.zeros([3]))  # error: [tf-shape] "2 against 3"

@tf.function
def alone(x):
    return x

alone(tf.zeros([2]), tf.zeros([2]))  # error: [call-arg] "Too many arguments"
"""


def test_a_traced_function_takes_what_its_last_definition_takes(tmp_path: Path) -> None:
    case = Case("cells", CELLS, 1)
    check([case], tmp_path, CONFIG)
    assert not list(case.problems())


def test_nothing_is_said_for_the_first_definition(tmp_path: Path) -> None:
    cases = [Case("branches", BRANCHES, 1), Case("module", MODULE, 1)]
    check(cases, tmp_path, CONFIG.replace("empty-body", "empty-body, attr-defined, assignment"))
    assert not [problem for case in cases for problem in case.problems()]
