"""Loops that a module runs itself: followed round by round, and only where nothing else has a hand in what they bind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import CONFIG, Case, check
from tests.plugin.test_incremental import mypy, written

FOLLOWED = """\
import sys

import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x = keras.Input([32, 32, 3])
size = 4
for step in range(3):
    x = layers.Conv2D(size, 3, strides=2, padding="same")(x)
    size *= 2
    if step == 1:
        continue
    x = layers.Activation("relu")(x)
reveal_type(x)  # revealed: KerasTensor[float32, Shape[batch, 4, 4, 16]]

y = x
for size in ():
    y = layers.Dense(size)(y)
reveal_type(y)  # revealed: KerasTensor[float32, Shape[batch, 4, 4, 16]]

if len(sys.argv) < 9:
    z = tf.zeros([2, 3])
    for units, name in zip([4, 5], "ab"):
        z = layers.Dense(units, name=name)(z)
    reveal_type(z)  # revealed: Tensor[float32, Shape[2, 5]]

z = tf.zeros([2, 3])
for units in [4, 5]:
    for again in range(2):
        z = layers.Dense(units + again)(z)
else:
    z = tf.transpose(z)
reveal_type(z)  # revealed: Tensor[float32, Shape[6, 2]]

model = keras.Sequential()
for units in [4, 5]:
    model.add(layers.Dense(units))
reveal_type(model(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 5]]

# Which rounds there are is known when the program runs.
z = tf.zeros([2, 3])
for units in range(len(sys.argv)):
    z = layers.Dense(4)(z)
reveal_type(z)  # revealed: Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[2, 4]]

left = tf.zeros([2, 3])
for units in [4, 5]:
    left = layers.Dense(units)(left)
    if len(sys.argv) > 2:
        break
reveal_type(left)  # revealed: Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[2, None]]

open_model = keras.Sequential()
for units in range(len(sys.argv)):
    open_model.add(layers.Dense(4))
reveal_type(open_model(tf.zeros([2, 3])))  # revealed: Any
"""
#: A function reads what the loop binds, or binds it too.
SHARED = """\
import tensorflow as tf
from tensorflow.keras import layers


def wide():
    return tf.concat([x, x], 1)


def restart():
    global y
    y = tf.zeros([2, 7])


x = y = tf.zeros([2, 3])
for units in [4, 5]:
    x = layers.Dense(units)(x)
    twice = wide()
reveal_type(twice.shape[1])  # revealed: Any

for units in [4, 5]:
    y = layers.Dense(units)(y)
    restart()
reveal_type(y)  # revealed: Tensor[float32, Shape[2, 7]] | Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[2, None]]
"""
#: mypy tells what is wrong in a loop as it does without us, once.
WRONG = """\
import tensorflow as tf
from tensorflow.keras import layers

x = tf.zeros([2, 3])
for units in [4, 5]:
    x = layers.Dense(units)(x)
    tf.matmul(x, "a")  # error: [tf-dtype] "expected float32 as a has, got string: a is float32[2, ?]"
    tf.reshape(tf.zeros([2, 3]), [7])  # error: [tf-shape] "6 elements"
    units.nothing  # error: [attr-defined] "nothing"
tf.matmul(x, tf.zeros([4, 2]))  # error: [tf-shape] "inner dims 5 and 4 differ"
"""


@pytest.mark.parametrize("text", [FOLLOWED, SHARED, WRONG], ids=["followed", "shared", "wrong"])
def test_what_is_known_behind_a_loop(text: str, tmp_path: Path) -> None:
    case = Case("loops", text, 1)
    check([case], tmp_path)
    assert case.problems() == []


def test_strict_options_say_nothing_of_what_we_put_around_a_loop(tmp_path: Path) -> None:
    strict = f"{CONFIG}strict = True\nwarn_unreachable = True\ndisallow_any_expr = True\n"
    text = """\
import tensorflow as tf

x = tf.zeros([2, 3])
for factor in (tf.zeros([3, 4]), tf.zeros([4, 5])):
    x = tf.matmul(x, factor)
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 5]]
"""
    case = Case("strict", text, 1)
    check([case], tmp_path, strict)
    assert case.problems() == []


LAYERS = """\
import tensorflow as tf

def widened(x, units):
    return tf.concat([x, tf.zeros([2, units])], 1)
"""
PROGRAM = """\
import tensorflow as tf
import helpers
from tftypes import Shape, Tensor, float32

x = tf.zeros([2, 3])
for units in [4, 5]:
    x = helpers.widened(x, units)
    layer = tf.keras.layers.Dense(units)
y: Tensor[float32, Shape[2, 9]] = x

def later(n):
    return n
"""
ERROR = (
    "program.py:9: error: assignment: expected float32[2, 9], got float32[2, {}]: "
    "dim 1 is {}, expected 9  [tf-shape]"
)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return written(tmp_path, helpers=LAYERS, program=PROGRAM)


def test_the_same_cold_warm_and_from_parallel_workers(program: Path) -> None:
    expected = [ERROR.format(12, 12)]
    assert mypy(program, "program.py", "helpers.py") == expected
    assert mypy(program, "program.py", "helpers.py") == expected
    workers = ("--num-workers", "2", "--cache-dir=workers")
    assert mypy(program, *workers, "program.py", "helpers.py") == expected
    (program / "helpers.py").write_text(LAYERS.replace("[2, units]", "[2, 2 * units]"))
    assert mypy(program, "program.py", "helpers.py") == [ERROR.format(21, 21)]


def test_the_daemon(program: Path) -> None:
    def run() -> list[str]:
        return mypy(program, "run", "--", "program.py", "helpers.py", module="mypy.dmypy")

    try:
        assert run() == [ERROR.format(12, 12)]
        # Another body, while the module with the loop stays as it was read.
        (program / "helpers.py").write_text(LAYERS.replace("[2, units]", "[2, 2 * units]"))
        assert run() == [ERROR.format(21, 21)]
        (program / "helpers.py").write_text(LAYERS)
        (program / "program.py").write_text(PROGRAM.replace("[4, 5]", "[4, 2]"))
        assert run() == []
    finally:
        mypy(program, "kill", module="mypy.dmypy")
