"""Gradients that are None: a warning, unless the program looks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.inference.reports import said

_TAPE = """
import tensorflow as tf

a, b = tf.Variable(1.0), tf.Variable(2.0)

def gradients():
    with tf.GradientTape() as tape:
        loss = a * 2.0
    return tape.gradient(loss, [a, b])

"""


@pytest.mark.parametrize(
    "looks",
    [
        "pairs = [(g, v) for g, v in zip(gradients(), [a, b]) if g is not None]",
        "for g in gradients():\n    if g is None:\n        print('nothing')",
        "def is_there(g):\n    return g is not None\n"
        "def step():\n    return [is_there(g) for g in gradients()]\nstep()",
    ],
)
def test_a_program_that_tells_none_apart_expects_it(looks: str, tmp_path: Path) -> None:
    assert said(_TAPE + looks, tmp_path) == []


@pytest.mark.parametrize(
    "goes_on",
    [
        "print(gradients())",
        "found = gradients()\nassert found[1] is None",
        "tf.keras.optimizers.SGD().apply_gradients(zip(gradients(), [a, b]))",
        "def scaled(g, by=None):\n    return g if by is None else g * by\n"
        "first, second = gradients()\nscaled(first)",
    ],
)
def test_one_that_goes_on_does_not(goes_on: str, tmp_path: Path) -> None:
    [warning] = said(_TAPE + goes_on, tmp_path)
    assert warning.startswith("9 warning: [tf-gradient] a gradient is None")
