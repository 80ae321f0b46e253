"""Which run comes by where: the branches of a statement, the turns of a loop, and what a test finds of a parameter."""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG, Case, check

#: What is bound in one branch is not what the other one reads.
BRANCHES = """\
import numpy as np
import tensorflow as tf

row = tf.zeros([1, 2])

def either(which, other):
    x = np.zeros([2, 3])
    if which == 1:
        x = np.zeros([4, 3])
    elif which == 2:
        tf.matmul(row, x)
    elif which == 3:
        if other:
            x = np.zeros([4, 3])
        tf.matmul(row, x)
    else:
        tf.matmul(row, x)

def case(which):
    x = np.zeros([2, 3])
    match which:
        case 1:
            x = np.zeros([4, 3])
            tf.matmul(row, x)  # error: [tf-shape] "inner dims 2 and 4"
        case _:
            tf.matmul(row, x)

def looped(names):
    x = np.zeros([2, 3])
    for name in names:
        x = np.zeros([4, 3])
    else:
        tf.matmul(row, x)

def after(which):
    if which:
        x = np.zeros([2, 3])
    else:
        x = np.zeros([5, 3])
        tf.matmul(row, x)  # error: [tf-shape] "inner dims 2 and 5"
    x = np.zeros([4, 3])
    tf.matmul(row, x)  # error: [tf-shape] "inner dims 2 and 4"
"""

#: What a name stands for before a loop only the first turn meets.
TURNS = """\
import tensorflow as tf

def clusters(logits, mask, count):
    head = 0.0
    for number in range(count):
        if number == 0:
            head = tf.nn.log_softmax(logits)
        else:
            tf.boolean_mask(head, mask)

def changes(rows, count):
    before = tf.zeros([2])
    for number in range(count):
        if number > 0:
            tf.concat([before, tf.zeros([2, 2])], 0)
            print(before[0, 0], before + tf.zeros([3]))
        before = tf.zeros([2, 2])

def skipping(rows):
    before = tf.constant(0.0)
    for row in rows:
        if row is None:
            before = tf.zeros([3])
            continue
        tf.boolean_mask(before, [True, False, True])

def called(rows):
    def joined(x):
        return tf.concat([x, tf.zeros([2, 2])], 0)
    before = tf.zeros([2])
    for number in range(3):
        if number:
            joined(before)
        before = tf.zeros([2, 2])

def surely(count):
    x, w = tf.zeros([3]), tf.zeros([3, 3])
    while count:
        for number in range(3):
            x = tf.matmul(x, w)  # error: [tf-rank] "rank"
        count -= 1

def in_it(names):
    x = tf.zeros([2])
    for name in names:
        if name:
            x = tf.zeros([3])
            tf.concat([x, tf.zeros([2, 2])], 0)  # error: [tf-rank] "ranks 1 and 2"
"""

#: To mypy alone a parameter that nobody annotated stays Any, whatever a test finds of it.
PARAMETERS = """\
import tensorflow as tf

def bounded(ids: tf.Tensor, below: int) -> None: ...

class Embedding(tf.keras.layers.Layer):
    def call(self, ids=None, embedded=None):
        if ids is not None and embedded is not None:
            raise ValueError("one of both")
        elif ids is not None:
            ids = tf.reshape(ids, (-1, 3))
        elif embedded is not None:
            print(tf.shape(embedded))
        else:
            raise ValueError("one of both")
        if embedded is None:
            bounded(ids, 3)
            bounded(ids=ids, below=3)
            print(ids.shape, ids[0], ids + 1, 2 * ids, ids > 1)
            for row in ids:
                print(row)

def forgotten(x, c: bool):
    x = tf.reshape(x, [-1, 3])
    if c:
        x = None
    return x.shape  # error: [union-attr] "None"

def local(c: bool):
    x = tf.zeros([2]) if c else None
    return x.shape  # error: [union-attr] "None"
"""


def test_each_run_comes_by_one_branch(tmp_path: Path) -> None:
    programs = {"branches": BRANCHES, "turns": TURNS, "parameters": PARAMETERS}
    cases = [Case(name, text, 1) for name, text in programs.items()]
    check(cases, tmp_path, CONFIG.replace("[mypy]\n", "[mypy]\nallow_redefinition = True\n"))
    problems = [problem for case in cases for problem in case.problems()]
    assert not problems, "\n".join(problems)
