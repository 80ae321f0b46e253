"""`reveal_type` and `assert_type` are answered by the engine."""

from __future__ import annotations

import pytest

from tests.adapter.runs import Program

TEXT = """\
import tensorflow as tf
from tftypes import Shape, Tensor, float32
from typing_extensions import assert_type

def f(x):
    y = tf.transpose(tf.zeros([2, 3]))
    reveal_type(y)
    assert_type(y, Tensor[float32, Shape[3, 2]])
    return y

def g(x: Tensor[float32, Shape[2, 3]]) -> None:
    reveal_type(tf.transpose(x)); reveal_type(len("a"))
    for _ in range(2):
        reveal_type(x + 1)
    assert_type(x, Tensor[float32, Shape[2, 4]])

class Later:
    def use(self) -> None:
        reveal_type(tf.square(self.made))

    def make(self) -> None:
        self.made = tf.zeros([7])
"""
ANSWERS = [
    'program.py:12: note: Revealed type is "Tensor[float32, Shape[3, 2]]"',
    'program.py:12: note: Revealed type is "int"',
    'program.py:14: note: Revealed type is "Tensor[float32, Shape[2, 3]]"',
    "program.py:15: error: assert_type(): expected float32[2, 4], got float32[2, 3]: "
    "dim 1 is 3, expected 4  [tf-assert]",
]
UNANNOTATED = 'program.py:7: note: Revealed type is "Tensor[float32, Shape[3, 2]]"'


@pytest.mark.parametrize("options", [[], ["--check-untyped-defs"]])
def test_in_functions_of_every_kind(program: Program, options: list[str]) -> None:
    program.write(program=TEXT)
    said = [line for line in program.fresh(*options) if ":19:" not in line]
    assert said == sorted([*ANSWERS, UNANNOTATED])


def test_answers_are_known_by_their_place(program: Program) -> None:
    """mypy's columns on a line with characters beyond ASCII are not ours."""
    program.write(
        program="""\
        import tensorflow as tf
        import tftypes as t
        import typing_extensions as te

        s = "äöü"; te.reveal_type(tf.zeros([2]))
        reveal_type(
            (tf.zeros([3]))
        )
        s = "äöü"; images: t.Tensor[t.float32, t.Shape[28, 28]]
        assert_type = te.assert_type
        def f(x):
            te.assert_type(tf.zeros([2]), t.Tensor[t.float32, t.Shape[2]]); te.assert_type(len(s), str)
            reveal_type(reveal_type(tf.zeros([4])).shape[0])
        te.assert_type(tf.int32, tf.DType[t.int32])
        """
    )
    assert program.fresh("--check-untyped-defs") == sorted(
        [
            'program.py:5: note: Revealed type is "Tensor[float32, Shape[2]]"',
            'program.py:7: note: Revealed type is "Tensor[float32, Shape[3]]"',
            'program.py:12: error: Expression is of type "int", not "str"  [assert-type]',
            'program.py:13: note: Revealed type is "Tensor[float32, Shape[4]]"',
            'program.py:13: note: Revealed type is "int"',
        ]
    )


def test_from_the_daemon_after_an_edit(program: Program) -> None:
    program.write(
        program="import tensorflow as tf\nfrom size import size\n\nreveal_type(tf.zeros([size()]))\n",
        size="def size():\n    return 3\n",
    )
    with program.daemon():
        assert program.check() == [
            'program.py:4: note: Revealed type is "Tensor[float32, Shape[3]]"'
        ]
        program.write(size="def size():\n    return 4\n")
        assert program.check() == [
            'program.py:4: note: Revealed type is "Tensor[float32, Shape[4]]"'
        ]
