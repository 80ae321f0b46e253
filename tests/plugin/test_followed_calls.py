"""What the plugin looks at for a call, and how often: nothing is checked again that cannot tell anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mypy.plugin import MethodContext
from mypy.types import Type

from tests.checks import CONFIG, Case, check
from tests.plugin.test_incremental import mypy
from tftypes_mypy.features.bodies.inference import Bodies
from tftypes_mypy.features.bodies.model import Frame
from tftypes_mypy.features.calls import arrays
from tftypes_mypy.features.calls.trials import Trials
from tftypes_mypy.values import Values

CALLS = """\
import tensorflow as tf

class Agent:
    def __init__(self, size):
        self.w = tf.zeros([size])

    def act(self, x):
        return x * self.w

def joined(words):
    return "".join(words)

def described(name, words):
    return name + joined(words)

def counted(n):
    return 0 if n == 0 else counted(n - 1) + len(described("a", ["b"]))

def made(size):
    return Agent(size)

def chosen(size):
    return made(size)

def even(n):
    return tf.zeros([2]) if n == 0 else odd(n - 1)

def odd(n):
    return even(n)

described("net", ["a", "b"])
counted(3)
reveal_type(chosen(3).act(2.0))  # revealed: Tensor[float32, Shape[3]]
reveal_type(odd(0))  # revealed: Tensor[float32, Shape[2]]
"""

LOCAL = """\
import tensorflow as tf

def stats(x, factor):
    def scaled(rows):
        return {"mean": rows * factor, "size": rows[0]}

    found: dict = {}
    found.update(scaled(x))
    found.update(scaled(x))
    reveal_type(scaled(x)["mean"])  # revealed: Tensor[float32, Shape[2, 3]]  # revealed: Any
    return found

def grown(x):
    sizes = [2]

    def reshaped(y):
        return tf.reshape(y, [*sizes, -1])

    made = {}
    made.update({"a": reshaped(x)})
    for _ in range(3):
        made.update({"a": reshaped(x)})
        sizes.append(1)
    try:
        made.update({"a": reshaped(x)})
    finally:
        sizes = [3]
        made.update({"a": reshaped(x)})
        reveal_type(reshaped(x))  # revealed: Tensor[float32, Any]  # revealed: Any
    return made

def bound_again(x):
    by = tf.zeros([3])
    def moved(y):
        return y + by
    first = dict(a=moved(x))
    reveal_type(moved(x))  # revealed: Tensor[float32, Shape[2, 3]]  # revealed: Any
    by = tf.zeros([4, 2, 3])
    second = dict(a=moved(x))
    reveal_type(moved(x))  # revealed: Tensor[float32, Shape[..., 2, 3]]  # revealed: Any
    return first, second

stats(tf.zeros([2, 3]), tf.zeros([3]))
grown(tf.zeros([2, 3]))
bound_again(tf.zeros([2, 3]))
"""

UNIONS = """\
import numpy as np
from typing import Union

Number = Union[np.ndarray, np.float32, np.float64, np.int32, np.int64, float, int]

def spread(count: Number, mean: Number, other: Number, beside: Number):
    return other + (mean - other) * beside / count
"""

TABLES = """\
import tensorflow as tf
TABLE = {"twice": lambda x: 2.0 * x, "zeros": tf.zeros([2])}
"""

TABLE = """\
import tensorflow as tf
from tables import TABLE

def table(x):
    return TABLE

table(tf.zeros([2, 3]))["zeros"]
"""


def frames(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """The bodies that are checked from now on."""
    checked: list[Frame] = []
    run = Bodies._run

    def noted(self: Bodies, frame: Frame) -> bool:
        checked.append(frame)
        return run(self, frame)

    monkeypatch.setattr(Bodies, "_run", noted)
    return checked


def test_only_bodies_that_lead_to_tensors_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = frames(monkeypatch)
    case = Case("calls", CALLS, 1)
    check([case], tmp_path, CONFIG)
    assert not case.problems(), "\n".join(case.problems())
    followed = {frame.function.name for frame in checked}
    assert followed == {"Agent.__init__", "Agent.act", "made", "chosen", "even", "odd"}


def test_functions_in_functions_are_checked_once_for_all_overloads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """mypy asks for the argument of `dict.update()` once for each of six."""
    checked = frames(monkeypatch)
    case = Case("local", LOCAL, 1)
    check([case], tmp_path, CONFIG)
    assert not case.problems(), "\n".join(case.problems())
    assert [frame.function.name for frame in checked if frame.function.outer].count("scaled") == 3


def test_each_member_of_a_union_is_asked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often mypy tries it, for each overload of each operator around."""
    tried, asked = [0], [0]
    operator, call = arrays.operator, Trials.call

    def tries(self: Trials, hook: Any, context: MethodContext) -> Type:
        tried[0] += 1
        return call(self, hook, context)

    def asks(context: MethodContext, values: Values, name: str) -> Type:
        asked[0] += 1
        return operator(context, values, name)

    monkeypatch.setattr(Trials, "call", tries)
    monkeypatch.setattr(arrays, "operator", asks)
    check([Case("unions", UNIONS, 1)], tmp_path, CONFIG)
    assert 0 < asked[0] < tried[0] / 5, (asked, tried)


def test_what_another_module_makes_is_read_after_the_body(tmp_path: Path) -> None:
    """mypy has no frame for a lambda then."""
    modules = {"tables.py": TABLES, "table.py": TABLE, "mypy.ini": CONFIG}
    for name, text in modules.items():
        (tmp_path / name).write_text(text)
    assert mypy(tmp_path, "table.py") == []
