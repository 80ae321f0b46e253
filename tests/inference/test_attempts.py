"""Runs of a module with edits share what stands before them, and find what a run from the start finds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.inference.reported import Program, programs
from tftypes.inference.attempts import Attempts
from tftypes.inference.modules import Sources
from tftypes.inference.reach import Reach
from tftypes.inference.runs import Runs

TEXT = Path(__file__).with_name("suggested_fixes.txt")
SOURCE = """
import os
import tensorflow as tf

class Scale(tf.keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def call(self, x):
        return x * tf.zeros([self.size])

os.environ["SIZE"] = "3"
sizes = [2]
model = tf.keras.Sequential([tf.keras.Input((4,))])
sizes.append(int(os.environ["SIZE"]))
model.add(tf.keras.layers.Dense(sizes[1]))
SIZE: int = 3
model.add(Scale(sizes[0]))
tf.config.run_functions_eagerly(True)

@tf.function
def double(x):
    return x.numpy() + x

double(tf.zeros([2]))
model.predict(tf.zeros([8, 5]))
tf.matmul(model.output, tf.zeros([SIZE, 2]))
"""


def edits(tree: ast.Module) -> list[ast.Module]:
    """The tree without each of its statements, which leaves the others as they are, and the tree itself."""
    body = tree.body
    less = [[*body[:at], *body[at + 1 :]] for at in range(len(body))]
    return [ast.Module(each, []) for each in (*less, body)]


def found(attempts: Attempts, tree: ast.Module) -> Iterator[object]:
    """What is found with a tree, and the values of its expressions."""
    process = attempts.run(tree, lambda *_: None)
    yield from sorted((each.place, each.code, each.message) for each in process.findings.values())
    yield sorted(map(str, process.failures))
    yield sorted(process.modules)


@settings(max_examples=25, deadline=None)
@given(order=st.lists(st.integers(0, 16), min_size=2, max_size=8))
def test_the_order_of_runs_does_not_matter(
    order: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    check(SOURCE, order, tmp_path_factory.mktemp("program"))


@pytest.mark.parametrize("program", [*programs(TEXT)][::80], ids=lambda program: program.name)
def test_programs_with_mistakes_are_run_as_from_the_start(program: Program, tmp_path: Path) -> None:
    check(program.wrong, [*reversed(range(len(ast.parse(program.wrong).body) + 1))], tmp_path)


def check(source: str, order: list[int], folder: Path) -> None:
    path = folder / "program.py"
    path.write_text(source)
    runs = Runs(reach := Reach(Sources([str(path)])))
    runs.analyze(str(path))
    trees = edits(reach.sources.parse(str(path)))
    alone = {}
    for each in {at % len(trees) for at in order}:
        with closing(runs.attempts(str(path))) as attempts:
            alone[each] = [*found(attempts, trees[each])]
    with closing(runs.attempts(str(path))) as attempts:
        for at in order:
            assert [*found(attempts, trees[at % len(trees)])] == alone[at % len(trees)]


def test_what_stands_before_an_edit_is_run_once(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import tensorflow as tf\nx = tf.zeros([2])\ny = x + x\nz = y + y\n")
    runs = Runs(reach := Reach(Sources([str(path)])))
    runs.analyze(str(path))
    tree = reach.sources.parse(str(path))
    lines: list[set[int]] = []
    with closing(runs.attempts(str(path))) as attempts:
        for edited in (tree, ast.Module(tree.body[:3], []), tree):
            seen: set[int] = set()
            attempts.run(edited, lambda _, node, value, seen=seen: seen.add(node.lineno))
            lines.append(seen)
    assert lines == [{2, 3, 4}, set(), {4}]
