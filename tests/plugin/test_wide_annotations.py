"""Parameters that may be of many classes: mypy goes through all pairs of members for an operator, the plugin does not.

Of `Like`, which is what libraries of NumPy and TensorFlow write, that would be 200 pairs for each.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy.plugin import MethodContext
from mypy.types import Type

from tests.checks import Case, check
from tftypes_mypy.features.calls.ops import operator
from tftypes_mypy.values import Values

PROGRAM = """\
import numpy as np
import tensorflow as tf

Number = float | np.float32 | np.int8 | np.int16 | np.int32 | np.int64 | np.uint8 | np.uint16
Like = Number | list[float] | tuple[float, ...] | np.ndarray | tf.Tensor | tf.Variable

def turned(x: Like, width: Like, height: Like):
    turn = tf.math.cos(tf.convert_to_tensor(x))
    moved = (width - 1) - (turn * (width - 1) - turn * (height - 1))  # type: ignore
    return moved / 2

def both(x: Like, size: Like):
    return turned(x, size, size)

"""
CALLS = """
reveal_type(turned(tf.zeros([3]), tf.zeros([]), tf.zeros([])))  # revealed: Tensor[float32, Shape[3]]
reveal_type(both(tf.zeros([3]), tf.zeros([])))  # revealed: Tensor[float32, Shape[3]]
"""


def operators(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often mypy asks what an operator gives."""
    called = 0

    def counted(context: MethodContext, name: str, values: Values) -> Type:
        nonlocal called
        called += 1
        return operator(context, name, values)

    monkeypatch.setattr("tftypes_mypy.features.calls.ops.operator", counted)
    case = Case("wide", program, 1)
    folder.mkdir()
    output = check([case], folder)
    assert not case.problems(), output
    return called


def test_operators_on_wide_unions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_mypy = operators(PROGRAM, tmp_path / "mypy", monkeypatch)
    assert operators(PROGRAM + CALLS, tmp_path / "calls", monkeypatch) - by_mypy < 20
