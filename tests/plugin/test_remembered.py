"""What a body makes of arguments is taken again where nothing differs that it asks for: graph or not, and names bound again."""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG, Case, check

KIT = """\
import tensorflow as tf

def negated(mask):
    return tf.cast(not mask, tf.int32)

def negated_too(mask):
    return negated_also(mask)

def negated_also(mask):
    return tf.cast(not mask, tf.int32)

def doubled(x):
    return x + x
"""

PROGRAM = """\
import tensorflow as tf

import case0 as kit

@tf.function
def traced(mask):
    return kit.negated(mask), kit.negated_too(mask)

def doubled():
    return kit.doubled(rows)

yes = tf.constant(True)
reveal_type(kit.negated(yes))  # revealed: Tensor[int32, Shape[()]]
reveal_type(traced(yes))  # revealed: tuple[Tensor[int32, Any], Tensor[int32, Any]]
reveal_type(kit.negated_too(yes))  # revealed: Tensor[int32, Shape[()]]

rows = tf.zeros([2])
reveal_type(doubled())  # revealed: Tensor[float32, Shape[2]]
reveal_type(kit.doubled(rows))  # revealed: Tensor[float32, Shape[2]]
rows = tf.zeros([3])
reveal_type(doubled())  # revealed: Tensor[float32, Shape[3]]
reveal_type(kit.doubled(tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
"""


def test_what_is_remembered(tmp_path: Path) -> None:
    cases = [Case("kit", KIT, 1), Case("program", PROGRAM, 1)]
    output = check(cases, tmp_path, CONFIG + "allow_redefinition = True\n")
    assert not [problem for case in cases for problem in case.problems()], output


def test_what_is_told_where_it_stands_is_not_told_again_by_a_long_call(tmp_path: Path) -> None:
    """However much of the program a call has gone through before it comes by."""
    told = """\
import tensorflow as tf

def inner(x):
    return tf.matmul(x, tf.zeros([2, 3]))

def same(x):
    return x
"""
    for count in range(110, 122):
        calls = "\n".join(["    same(x)"] * count)
        told += f"""
def outer{count}(x):
    return inner(tf.zeros([2, 4])) + x  # error: [tf-shape] "inner dims 4 and 2 differ"

def run{count}(x):
{calls}
    outer{count}(x)

run{count}(tf.zeros([3]))
"""
    case = Case("told", told, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output
