"""What a name stands for that is bound in branches of which a call tells which one it goes through."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

TAKEN = """\
import tensorflow as tf

def nested(x, n=None, deep=True):
    if n is None:
        if not deep:
            n = 2
        else:
            n = 3
    elif n == 1:
        n = 4
    return tf.fill([n], x)

reveal_type(nested(1))  # revealed: Tensor[int32, Shape[3]]
reveal_type(nested(1, deep=False))  # revealed: Tensor[int32, Shape[2]]
reveal_type(nested(1, 1))  # revealed: Tensor[int32, Shape[4]]
reveal_type(nested(1, 5))  # revealed: Tensor[int32, Shape[5]]

def before_and_after(wide):
    n = 2
    first = tf.zeros([n])
    if wide:
        n = n + 3
    second = tf.zeros([n])
    n = 7
    return first, second, tf.zeros([n])

reveal_type(before_and_after(True)[1])  # revealed: Tensor[float32, Shape[5]]
reveal_type(before_and_after(False)[0])  # revealed: Tensor[float32, Shape[2]]
reveal_type(before_and_after(False)[1])  # revealed: Tensor[float32, Shape[2]]
reveal_type(before_and_after(False)[2])  # revealed: Tensor[float32, Shape[7]]

def activated(x, activation=None):
    if activation is None:
        activation = tf.nn.relu
    return activation(x)

reveal_type(activated(tf.zeros([3])))  # revealed: Tensor[float32, Shape[3]]
reveal_type(activated(tf.zeros([3]), tf.reduce_sum))  # revealed: Tensor[float32, Shape[()]]
"""

#: Where more than the one branch may have been gone through, or what it was given is changed there.
OPEN = """\
import tensorflow as tf

def changed(size=None):
    if size is None:
        size = [2, 3]
    size.append(4)
    return tf.zeros(size)

reveal_type(changed())  # revealed: Tensor[float32, Any]

def rounds(count, wide=True):
    n = 2
    for _ in range(count):
        made = tf.zeros([n])
        if wide:
            n = 3
    return made

reveal_type(rounds(int(input())))  # revealed: Tensor[float32, Shape[None]]

def open(x, wide=True):
    n = 2
    if wide:
        if tf.random.uniform([]) > 0.5:
            n = 3
    return tf.zeros([n])

reveal_type(open(1))  # revealed: Tensor[float32, Shape[None]]

def tried(path, wide=True):
    n = 2
    try:
        int(path)
        if wide:
            n = 3
    except ValueError:
        pass
    return tf.zeros([n])

reveal_type(tried("a"))  # revealed: Tensor[float32, Shape[None]]

def inner(wide=True):
    n = 2
    def made():
        return tf.zeros([n])
    if wide:
        n = 3
    first = made()
    n = 4
    return first

reveal_type(inner())  # revealed: Tensor[float32, Shape[None]]

def unsure(flag, n=None):
    if flag:
        n = 5
    elif n is None:
        n = 2
    return tf.zeros([n])

reveal_type(unsure(input() == "a"))  # revealed: Tensor[float32, Shape[None]]
reveal_type(unsure(False))  # revealed: Tensor[float32, Shape[2]]
"""

#: mypy joins functions, and then knows of none of them what may be called.
SEVERAL = """\
import tensorflow as tf

ACTIVATIONS = {"relu": tf.nn.relu, "gelu": tf.nn.gelu}

class Net:
    def __init__(self):
        self.reductions = [tf.reduce_sum, tf.reduce_max, tf.nn.softmax]

    def call(self, x, number):
        return self.reductions[number](x)

def activated(x, name):
    for function in (tf.nn.relu, tf.reduce_mean):
        x = function(x)
    return ACTIVATIONS[name](x)

activated(Net().call(tf.zeros([2]), 1), "relu")
"""


def test_branches_that_calls_decide(tmp_path: Path) -> None:
    cases = [Case(f"program{n}", text, 1) for n, text in enumerate((TAKEN, OPEN, SEVERAL))]
    check(cases, tmp_path)
    problems = [problem for case in cases for problem in case.problems()]
    assert not problems, "\n".join(problems)
