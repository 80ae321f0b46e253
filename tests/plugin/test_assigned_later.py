"""Attributes and names that are one thing first and another later: no error is new, as nobody has said what they are."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.checks import CONFIG
from tests.plugin.test_incremental import mypy

HEAD = """\
import numpy as np
import tensorflow as tf

class Scaler:
    def __init__(self, rate):
        self.rate = rate

class Factory:
    @staticmethod
    def make(rate):
        return Scaler(rate)
"""

FIRST = ("None", "0", "2.5", '""', "[]", "{}", "False", "[0]", "(1, 2)", "np.zeros([2])")

#: What a function without annotations returns.
LATER = (
    "Factory.make(x)",
    "Scaler(x)",
    "tf.zeros([2])",
    "tf.zeros([2]) if x else None",
    "[tf.zeros([2])]",
    "(tf.zeros([2]), 1)",
    "tf.zeros([2, 3]).shape",
    "tf.Variable(1.0)",
    "tf.function(lambda y: y)",
    "tf.keras.layers.Dense(3)",
    "tf.data.Dataset.range(3)",
    "np.mean(np.ones([2]))",
    "'a'",
    "2.5",
)

OF_LATER = """
def made_{n}(x):
    y = tf.zeros([2])
    return {later}
"""

OF_BOTH = """
class Holder_{m}_{n}:
    def __init__(self{told}:
        self._held = {first}

    def held(self):
        if self._held is None:
            self._held = made_{n}(1)
        return self._held

    def change(self):
        before = self.held()
        self._held = made_{n}(2)
        return before

def looped_{m}_{n}(flag):
    held = {first}
    for _ in range(3):
        held = made_{n}(flag)
    return held
"""


@pytest.mark.parametrize("told", [")", ", count: int) -> None"], ids=["unannotated", "annotated"])
def test_what_is_assigned_later_is_refused_only_where_mypy_alone_refuses_it(
    told: str, tmp_path: Path
) -> None:
    text = HEAD + "".join(OF_LATER.format(n=n, later=later) for n, later in enumerate(LATER))
    for (m, first), n in itertools.product(enumerate(FIRST), range(len(LATER))):
        text += OF_BOTH.format(m=m, n=n, first=first, told=told)
    # What mypy alone has errors of is there, too.
    text += "\nclass Refused:\n    def __init__(self) -> None:\n        self._held = 0\n"
    text += "\n    def change(self):\n        self._held = Scaler(1)\n"
    (tmp_path / "program.py").write_text(text)
    found = []
    for config in (CONFIG.replace("plugins = tftypes_mypy\n", ""), CONFIG):
        (tmp_path / "mypy.ini").write_text(config)
        found.append({error.partition(": error:")[0] for error in mypy(tmp_path, "program.py")})
    alone, with_plugin = found
    assert alone
    assert sorted(with_plugin - alone) == []
