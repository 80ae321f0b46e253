"""What is inferred through bodies, against TensorFlow; and what cannot be shown in docs/checks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

from tests.checks import Case, check, read
from tftypes.algebra import TensorType, shapes
from tftypes_mypy.typetext import read as read_type
from tftypes_mypy.typetext import tensor

PAGE = Path(__file__).parents[2] / "docs" / "checks" / "unannotated.md"
CASES = read(PAGE)

#: Runs each case statement by statement, and notes the tensors that `reveal_type` sees.
RUNNER = """\
import ast, json, sys, traceback
import tensorflow as tf

def run(text):
    lines = text.splitlines()
    seen, unexpected = [], []

    def reveal_type(value):
        line = sys._getframe(1).f_lineno
        if isinstance(value, (tf.Tensor, tf.Variable)):
            seen.append([line, value.dtype.name, value.shape.as_list()])
        return value

    names = {"__name__": "case", "reveal_type": reveal_type}
    for statement in ast.parse(text).body:
        try:
            exec(compile(ast.Module([statement], []), "case", "exec"), names)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            passed = [lines[f.lineno - 1] for f in frames if f.filename == "case"]
            if not any("# error:" in line for line in passed):
                unexpected.append(repr(error))
        else:
            if "# error:" in lines[statement.lineno - 1]:
                unexpected.append(f"line {statement.lineno} does not fail")
    return {"seen": seen, "unexpected": unexpected}

json.dump([run(text) for text in json.load(sys.stdin)], sys.stdout)
"""


@pytest.fixture(scope="module")
def runs() -> list[dict[str, list[list[object]]]]:
    run = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps([case.text for case in CASES]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    result: list[dict[str, list[list[object]]]] = json.loads(run.stdout)
    return result


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_tensorflow_says_the_same(number: int, runs: list[dict[str, list[list[object]]]]) -> None:
    """Each tensor is of a type revealed on its line, and what is an error fails."""
    case, run = CASES[number], runs[number]
    revealed: dict[int, list[TensorType]] = {}
    for line, kind, _, text in case.expected():
        if kind == "revealed" and text != "Any":
            known = tensor(read_type(text.replace("None", "Any")), lambda name: None)
            assert known is not None
            revealed.setdefault(line, []).append(TensorType(known.dtype, known.shape))
    assert run["unexpected"] == []
    for line, dtype, dims in run["seen"]:
        assert isinstance(dims, list) and isinstance(line, int)
        actual = TensorType.parse(f"{dtype}{json.dumps(dims)}")
        assert any(_fits(actual, known) for known in revealed[line]), (line, str(actual))
    assert len(run["seen"]) >= sum(map(len, revealed.values()))


def _fits(actual: TensorType, known: TensorType) -> bool:
    same_dtype = known.dtype.name in (None, actual.dtype.name)
    return same_dtype and shapes.compatible(actual.shape, known.shape) is not False


def notes(text: str, tmp_path: Path) -> list[str]:
    """The notes of mypy's output, without their place."""
    output = check([Case("program", text, 1)], tmp_path)
    return [line.partition(" note: ")[2] for line in output.splitlines() if " note: " in line]


def test_the_way_to_an_error_is_shown(tmp_path: Path) -> None:
    program = """\
import tensorflow as tf

class Dense(tf.Module):
    def __init__(self, inputs, units):
        super().__init__()
        self.w = tf.Variable(tf.zeros([inputs, units]))

    def __call__(self, x):
        return tf.matmul(x, self.w)

def forward(layer, x, scale=2.0):
    return layer(x * scale)

forward(Dense(4, 5), tf.zeros([2, 3]))
"""
    assert notes(program, tmp_path) == [
        "in forward(), line 12, called here with x: float32[2, 3], scale: 2.0",
        "in Dense.__call__(), line 9, called there with x: float32[2, 3]",
    ]


def test_types_are_revealed_in_a_function_that_a_call_makes_and_does_not_call(
    tmp_path: Path,
) -> None:
    program = """\
import tensorflow as tf

def scaling(scale):
    def scaled(x):
        reveal_type(scale)
        return x * scale
    return scaled

scaling(tf.ones([2]))
"""
    assert notes(program, tmp_path) == [
        'Revealed type is "Tensor[float32, Shape[2]]"',
        'Revealed type is "Any"',
    ]


def test_an_error_is_ignored_on_its_line_or_at_the_call(tmp_path: Path) -> None:
    program = """\
import tensorflow as tf

def first(x):
    return tf.matmul(x, x)  # type: ignore[tf-shape]

def second(x):
    return tf.matmul(x, x)

first(tf.zeros([2, 3]))
second(tf.zeros([2, 3]))  # type: ignore[tf-shape]
"""
    case = Case("program", program, 1)
    check([case], tmp_path)
    assert case.reported == []


def test_a_test_that_waits_for_an_error_has_none(tmp_path: Path) -> None:
    program = """\
import pytest
import tensorflow as tf

def square(x):
    return tf.matmul(x, x)

def test_square():
    with pytest.raises(ValueError):
        square(tf.zeros([2, 3]))
"""
    case = Case("program", program, 1)
    check([case], tmp_path)
    assert case.reported == []


def test_bodies_are_checked_while_mypy_times_each_line(tmp_path: Path) -> None:
    program, times = tmp_path / "program.py", tmp_path / "times"
    program.write_text("""\
import tensorflow as tf

def double(x):
    return tf.stack([x, x])

reveal_type(double(tf.zeros([3])))
""")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nplugins = tftypes_mypy\n")
    options = ["--config-file", str(config), "--cache-dir", str(tmp_path / "cache")]
    output, _, _ = api.run([*options, "--line-checking-stats", str(times), str(program)])
    assert 'Revealed type is "Tensor[float32, Shape[2, 3]]"' in output
    assert "program:" in times.read_text()
