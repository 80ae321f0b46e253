"""Attributes that are set by their names, over and under those that `__init__` assigns as others do."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

PROGRAM = """\
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, **settings):
        super().__init__()
        self.units = 3
        self.rows = 2
        self.__dict__.update(settings)
        self.rows = self.rows + 1
        if settings:
            self.columns = 9

    def weights(self):
        return tf.zeros([self.rows, self.units])

    def bias(self):
        return tf.zeros([self.columns])


def made(**settings):
    return Net(**settings)


def read() -> dict:
    return {"units": 7}


reveal_type(Net().weights())  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(Net(units=5).weights())  # revealed: Tensor[float32, Shape[3, 5]]
reveal_type(Net(rows=7).weights())  # revealed: Tensor[float32, Shape[8, 3]]
reveal_type(made(units=5).weights())  # revealed: Tensor[float32, Shape[3, 5]]
# Both may be: what was set by its name, and what is assigned under a condition.
reveal_type(Net(columns=7).bias())  # revealed: Tensor[float32, Shape[None]]
# Nobody knows the names.
reveal_type(Net(**read()).weights())  # revealed: Tensor[float32, Shape[None, None]]


class Wide(Net):
    def widen(self):
        self.units = 2 * self.units


reveal_type(Wide(units=5).weights())  # revealed: Tensor[float32, Shape[3, None]]
"""


def test_which_assignment_is_the_last(tmp_path: Path) -> None:
    case = Case("set by name", PROGRAM, 1)
    check([case], tmp_path)
    assert case.problems() == []
