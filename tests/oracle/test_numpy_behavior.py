"""The functions of tf.experimental.numpy after `experimental_enable_numpy_behavior`, with each of its settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version

import pytest

from tftypes.inference.models.tensorflow.ops import RULES
from tftypes.inference.models.tensorflow.ops.tnp import Behavior

from .judge import SETTINGS, Judge
from .survey import drawn

NAMES = [name for name in sorted(RULES) if name.startswith("tensorflow.experimental.numpy.")]
#: Calls drawn of each rule for each setting.
NUMBER = 8


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def judge(request: pytest.FixtureRequest) -> Iterator[Judge]:
    behavior: Behavior = request.param
    with Judge(behavior, "agreement") as judge:
        yield judge


#: What TensorFlow 2.16 and 2.17 leave to NumPy 1, which promotes in other ways.
BY_NUMPY_1 = {f"tensorflow.experimental.numpy.{name}" for name in ("array", "stack", "logspace")}


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_never_contradict_tensorflow(name: str, judge: Judge) -> None:
    if name in BY_NUMPY_1 and version("numpy") < "2":
        pytest.skip("the rules are those of NumPy 2")
    rule = RULES[name]
    for text in (*(example.call for example in rule.examples), *drawn(rule, NUMBER)):
        with suppress(ValueError):  # a change may make it no call
            judge(text)
