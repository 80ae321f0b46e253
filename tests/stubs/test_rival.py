"""types-tensorflow, or other stubs, in the place of ours: mypy knows other classes then, and the engine finds what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapter.runs import Program

RIVAL = """\
from typing import Any

class Tensor: ...

def zeros(shape: Any) -> Tensor: ...
def matmul(a: Any, b: Any) -> Tensor: ...
"""
PROGRAM = """\
import tensorflow as tf
from tftypes import Shape, Tensor, float32

def f(x: tf.Tensor, y: Tensor[float32, Shape[3, 4]]) -> tf.Tensor:
    return tf.matmul(x, tf.zeros([2]))

f(tf.zeros([2, 3]), tf.matmul(tf.zeros([2, 3]), tf.zeros([4, 5])))
"""


def test_other_stubs_cost_no_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(tmp_path / "program")
    program.write(program=PROGRAM)
    ours = program.cold()
    (tmp_path / "other" / "tensorflow").mkdir(parents=True)
    (tmp_path / "other" / "tensorflow" / "__init__.pyi").write_text(RIVAL)
    monkeypatch.setenv("MYPYPATH", str(tmp_path / "other"))
    assert program.cold() == ours
    assert [line.rpartition("[")[2] for line in ours if ": error: " in line] == [
        "tf-rank]",
        "tf-shape]",
    ]
