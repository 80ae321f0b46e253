"""Modules are looked for where mypy finds them: in all folders that it is given, under the names that it gives them."""

from __future__ import annotations

import pytest

from tests.adapter.runs import Program

LABELLED = """\
from typing import Any
from tftypes.runtime import dispatch

class Labelled(dispatch.Operators):
    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> "Labelled":
        return cls()

def first(x):
    return x[0]
"""
USE = """\
import tensorflow as tf
from {module} import Labelled, first
from typing_extensions import reveal_type

def by_name(x: Labelled) -> None:
    tf.argmax(x, "time")

def of_anything(x):
    return tf.argmax(x, "time")

reveal_type(first(tf.zeros([2, 3])))
"""
ROWS = '{path}:11: note: Revealed type is "Tensor[float32, Shape[3]]"'
ROW = '{path}:11: note: Revealed type is "Tensor[float32, Shape[()]]"'


def test_in_another_folder_of_the_command_line(program: Program) -> None:
    program.write(second__labelled=LABELLED, first__use=USE.format(module="labelled"))
    path = "first/use.py"
    assert program.fresh() == program.workers() == [ROWS.format(path=path)]
    assert program.warm() == program.warm() == [ROWS.format(path=path)]
    program.write(second__labelled=LABELLED.replace("x[0]", "x[0][0]"))
    assert program.warm() == program.workers() == [ROW.format(path=path)]
    with program.daemon():
        assert program.check() == [ROW.format(path=path)]
        program.write(second__labelled=LABELLED)
        assert program.check() == [ROWS.format(path=path)]


@pytest.mark.parametrize("module", ["pkg.labelled", ".labelled"])
def test_in_a_package_without_init(program: Program, module: str) -> None:
    program = Program(program.folder, "mypy_path = src\nexplicit_package_bases = True\n")
    (program.folder / "src").mkdir()
    program.write(src__pkg__labelled=LABELLED, src__pkg__use=USE.format(module=module))
    assert program.fresh() == [ROWS.format(path="src/pkg/use.py")]


def test_what_nobody_finds_may_answer_ops(program: Program) -> None:
    """In a program that has to do with such objects."""
    text = USE.format(module="nobody_has_this").replace("first(tf.zeros([2, 3]))", "1")
    program = Program(program.folder, "ignore_missing_imports = True\n")
    program.write(use=f"import tftypes.runtime\n{text}")
    assert not [line for line in program.cold() if "error" in line]
