"""The report suggests a line in the place of another: with it the engine has no finding left, and TensorFlow runs the program."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.inference.keras_mistakes import preamble, raises
from tests.inference.reported import Program, outcomes, programs
from tests.inference.test_keras_remedies import ROOT, remedies
from tests.inference.test_keras_remedies import TEXT as REMEDIES
from tests.stubs.conftest import QUIET, SAME_KERAS, SAME_TENSORFLOW
from tftypes.inference import repairs
from tftypes.inference.attempts import Attempts
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.messages import Report
from tftypes.inference.modules import Sources
from tftypes.inference.reach import Reach
from tftypes.inference.repairs import Repair, Search, operators
from tftypes.inference.reports import Reports
from tftypes.inference.runs import Runs

TEXT = Path(__file__).with_name("suggested_fixes.txt")
SAME = pytest.mark.skipif(
    not (SAME_TENSORFLOW and SAME_KERAS), reason="the programs are of another TensorFlow"
)
#: Fixes of which the engine does not see that TensorFlow refuses them.
OPEN = {
    'keras.models.load_model("m.pb")': "nobody has written the file",
    "keras.optimizers.SGD().apply_gradients([tf.zeros([3, 2])], line.layers)": "a layer is no variable",
}


def report(source: str, folder: Path) -> Report:
    path = folder / "program.py"
    path.write_text(source)
    return Reports(Reach(Sources([str(path)]))).of(str(path))


def fixes(source: str, folder: Path) -> list[str]:
    found = report(source, folder)
    assert not found.faults
    notes = (note for each in found.messages for note in each.notes)
    return [each for each in notes if each.startswith("suggested fix")]


def repair(source: str, folder: Path) -> Repair | None:
    """The fix of the one error in a program."""
    path = str(folder / "program.py")
    Path(path).write_text(source)
    reach = Reach(Sources([path]))
    runs = Runs(reach)
    (error,) = [each for each in runs.analyze(path).findings if each.severity == "error"]
    tree = reach.sources.parse(path)
    return Search(tree, source, runs.attempts(path), 5_000).repair(error).fix


@pytest.mark.parametrize("program", programs(TEXT), ids=lambda program: program.name)
def test_the_lines_that_mend_a_program_are_suggested(program: Program, tmp_path: Path) -> None:
    found = report(program.wrong, tmp_path)
    assert not found.faults
    (change,) = [each.change for each in found.messages if each.change]
    assert change.applied(program.wrong.encode()).decode() == program.mended
    wrong, mended = program.wrong.splitlines(), program.mended.splitlines()
    lines = enumerate(zip(wrong, mended), 1)
    told = [(number, new) for number, (old, new) in lines if new.strip() != old.strip()]
    if len(told) == 1 and len(wrong) == len(mended):
        ((number, line),) = told
        assert fixes(program.wrong, tmp_path) == [f"suggested fix, line {number}: {line.strip()}"]


@pytest.mark.long
@SAME
def test_tensorflow_refuses_the_mistakes_and_runs_the_suggested_lines() -> None:
    for program, (wrong, mended) in zip(programs(TEXT), outcomes(TEXT), strict=True):
        assert wrong is not None, program.name
        assert mended is None, program.name


@pytest.mark.parametrize(
    "statement",
    [
        "tf.compat.v1.layers.dense(tf.zeros([2, 3]), units=2)",
        "tf.keras.backend.placeholder(1)",
        "class Cell(tf.keras.layers.AbstractRNNCell): pass",
        "def run(folder): pass\nrun('folder', None)",
        "k = tf.keras; a = k.layers.Conv2D(3, 3)(k.Input((9, 9, 3)))\n"
        "k.Sequential([k.Input((9, 9, 3)), k.layers.Flatten(), k.layers.Dense(1)])(a)",
        "x, w = tf.zeros([1, 8, 8, 8]), tf.zeros([5, 5, 3, 16]); tf.nn.conv2d(x, w, 1, 'SAME')",
        "rows = [tf.zeros([3, 4]), tf.zeros([1, 4]), tf.zeros([2, 4])]; tf.constant(rows)",
        "def f(x):\n    mean = tf.keras.metrics.Mean()\n    with tf.GradientTape() as tape:\n"
        "        y = x * x\n    tape.gradient(y, x)\n    mean.reset_state_of(3)\nf(tf.Variable(1.0))",
    ],
)
def test_what_a_message_tells_of_is_no_fix(statement: str, tmp_path: Path) -> None:
    source = f"import tensorflow as tf\n{statement}\n"
    assert report(source, tmp_path).messages
    assert fixes(source, tmp_path) == []


def test_a_program_with_graphs_gets_them_back(tmp_path: Path) -> None:
    """No program of `suggested_fixes.txt`: what it turns off would be off for those behind it."""
    source = """
import tensorflow as tf
x = tf.compat.v1.placeholder(tf.float32, [None, 2])
with tf.compat.v1.Session() as sess:
    print(sess.run(x * 2.0, {x: [[1.0, 2.0]]}))
"""
    off = "tf.compat.v1.disable_eager_execution()"
    assert fixes(source, tmp_path) == [f"suggested fix, line 2: import tensorflow as tf; {off}"]
    old = source.replace(".compat.v1", "")
    whole = "import tensorflow.compat.v1 as tf; tf.disable_v2_behavior()"
    assert fixes(old, tmp_path)[0] == f"suggested fix, line 2: {whole}"
    begun = """
import tensorflow as tf
start = tf.global_variables_initializer()
with tf.Session() as sess:
    sess.run(start)
"""
    assert fixes(begun, tmp_path)[0] == f"suggested fix, line 2: {whole}"


def test_a_fix_of_a_statement_of_several_lines_keeps_the_others(tmp_path: Path) -> None:
    source = """
from tensorflow import keras
from tensorflow.keras import layers
model = keras.Sequential(
    [
        keras.Input((20, 8)),  # größer
        layers.LSTM(16),
        layers.LSTM(4),
    ]
)
"""
    found = repair(source, tmp_path)
    assert found is not None
    assert (found.change.line, found.text) == (7, "layers.LSTM(16, return_sequences=True),")
    mended = source.replace("LSTM(16)", "LSTM(16, return_sequences=True)")
    assert found.change.applied(source.encode()).decode() == mended


def test_lines_begin_with_tabs_where_the_file_has_them(tmp_path: Path) -> None:
    source = """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
opt = tf.keras.optimizers.Adam()
for step in range(10):
\topt.minimize(lambda: tf.reduce_sum(w * w), var_list=[w])
\tprint(step)
"""
    found = repair(source, tmp_path)
    assert found is not None
    lines = found.change.applied(source.encode()).decode().split("\n")
    assert lines[5:7] == ["\twith tf.GradientTape() as tape:", "\t    loss = tf.reduce_sum(w * w)"]
    assert lines[7].startswith("\topt.apply_gradients(")


def test_a_remedy_that_brings_another_mistake_is_not_told(tmp_path: Path) -> None:
    """An Input of 5 features takes these rows, but not those that the model has been fitted to."""
    source = """
import numpy as np
from tensorflow import keras
WIDTH = 6
model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.zeros((4, 6)), np.zeros((4, 1)), verbose=0)
model.predict(np.zeros((4, WIDTH - 1)), verbose=0)
"""
    (found,) = report(source, tmp_path).messages
    assert found.text == (
        "model.predict(): its Input takes [batch, 6], and dim 1 is 5: input is float32[batch, 5]"
    )


def test_a_keyword_of_a_function_of_the_program_is_spelt_and_not_left_out(tmp_path: Path) -> None:
    """Nobody but its author knows whether the function does the same without it."""
    source = """
import tensorflow as tf
def scale(x, factor=1.0):
    return x * factor
scale(tf.ones([2]), {}=2.0)
"""
    (spelt,) = fixes(source.format("factr"), tmp_path)
    assert spelt == "suggested fix, line 5: scale(tf.ones([2]), factor=2.0)"
    assert fixes(source.format("limit"), tmp_path) == []


def test_a_line_that_is_too_many_is_left_out(tmp_path: Path) -> None:
    source = """
from tensorflow import keras
from tensorflow.keras import layers
model = keras.Sequential()
model.add(keras.Input((8, 8, 3)))
model.add(layers.Flatten())
model.add(layers.Conv2D(2, 3))
"""
    found = repair(source, tmp_path)
    assert found is not None
    assert (found.change.line, found.text) == (6, "leave out model.add(layers.Flatten())")


def test_nothing_is_suggested_where_another_mistake_would_come(tmp_path: Path) -> None:
    source = """
import tensorflow as tf
def both(x):
    return tf.matmul(x, tf.zeros([3, 4]))
both(tf.zeros([2, 3]))
both(tf.zeros([2, 4]))
"""
    assert fixes(source, tmp_path) == []


def test_warnings_and_silenced_errors_get_none(tmp_path: Path) -> None:
    source = "import tensorflow as tf\ntf.zeros([2]) + tf.zeros([2], tf.int32)"
    assert len(fixes(source, tmp_path)) == 1
    assert fixes(f"{source}  # tftypes: ignore", tmp_path) == []


def test_a_class_stands_for_no_object_of_it(tmp_path: Path) -> None:
    source = """
import tensorflow as tf
class Errors(tf.keras.metrics.Metric):
    def __init__(self, padding):
        super().__init__()
    def update_state(self, y_true, y_pred, sample_weight=None): ...
    def result(self):
        return 0.0
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=[Errors()])
"""
    assert fixes(source, tmp_path) == []


def test_a_function_that_has_all_names_for_a_parameter_gets_no_other(tmp_path: Path) -> None:
    source = """
import tensorflow as tf
tf.data.Dataset.range(3).map(lambda y, z, w, _: y + z + w + _)
"""
    assert fixes(source, tmp_path) == []


def test_the_search_ends_where_its_effort_is_spent(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import tensorflow as tf\ntf.zeros([2]) + tf.zeros([2], tf.int32)")
    runs = Runs(reach := Reach(Sources([str(path)])))
    (error,) = runs.analyze(str(path)).findings
    tree = reach.sources.parse(str(path))
    asked = [
        Search(tree, path.read_text(), runs.attempts(str(path)), effort).repair(error).fix
        for effort in (-20, -10, 1000)  # less than twice what the module evaluates by itself
    ]
    assert [each is not None for each in asked] == [False, False, True]


def test_a_module_is_run_no_more_once_the_effort_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So thousands of findings are told at once."""
    path = tmp_path / "program.py"
    path.write_text(
        "import tensorflow as tf\n"
        + "".join(
            f"def f{i}(): return tf.matmul(tf.zeros([2, 3]), tf.zeros([5, 4]))\n" for i in range(9)
        )
    )
    runs = Runs(Reach(Sources([str(path)])))
    errors = [each for each in runs.analyze(str(path)).findings if each.severity == "error"]
    trees, run = [], Attempts.run

    def counted(*args: Any, **kwargs: Any) -> Interpreter:
        trees.append(args[1])
        return run(*args, **kwargs)

    monkeypatch.setattr(Attempts, "run", counted)
    text = path.read_text()
    search = Search(ast.parse(text), text, runs.attempts(str(path)), -1_000_000)

    assert [search.repair(each).fix for each in errors] == [None] * 9
    assert len(trees) == 1


def test_annotations_may_be_where_the_effort_ends(tmp_path: Path) -> None:
    source = "import tensorflow as tf\n" + "def f(x: tf.Tensor) -> tf.Tensor: return x\n" * 50
    found = []
    for effort in range(-400, 0, 13):
        path = tmp_path / "program.py"
        path.write_text(f"{source}tf.zeros([2]) + tf.zeros([3])")
        runs = Runs(reach := Reach(Sources([str(path)])))
        (error,) = runs.analyze(str(path)).findings
        search = Search(
            reach.sources.parse(str(path)),
            path.read_text(),
            runs.attempts(str(path)),
            effort,
        )
        found.append(search.repair(error).fix is not None)
    assert found == sorted(found)
    assert {*found} == {False, True}


def test_a_fault_of_the_search_costs_the_fix_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> Iterator[object]:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(repairs.candidates, "OPERATORS", ((fails, object), *operators.OPERATORS))
    found = report("import tensorflow as tf\ntf.zeros([2]) + tf.zeros([3])", tmp_path)
    assert [each.code for each in found.messages] == ["tf-shape"]
    assert ["ZeroDivisionError: a fault" in each.text for each in found.faults] == [True]


def suggested() -> dict[str, str]:
    """The programs with the fixes that are suggested for the mistakes of keras_remedies.txt, by the mistake.

    Those that are the remedies themselves are left out: they have a test.
    """
    before, found = preamble(REMEDIES), {}
    with tempfile.TemporaryDirectory() as folder:
        for each in remedies():
            source = f"{before}{each.mistake}\n"
            fix = repair(source, Path(folder))
            program = source if fix is None else fix.change.applied(source.encode()).decode()
            if program not in (source, f"{before}{each.repaired}\n"):
                found[each.mistake] = program
    return found


@pytest.mark.long
@SAME
def test_tensorflow_runs_the_fixes_of_the_other_mistakes() -> None:
    command = [sys.executable, "-m", "tests.inference.test_suggested_fixes"]
    run = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    raised = json.loads(run.stdout.splitlines()[-1])
    assert len(raised) > 120
    assert {mistake for mistake, found in raised.items() if found} == {*OPEN}


def main() -> None:
    found, before = suggested(), preamble(REMEDIES)
    raised = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for mistake, program in found.items():
            code = program.removeprefix(before)
            raised[mistake] = raises(before if code != program else "", code)
    json.dump(raised, sys.stdout)


if __name__ == "__main__":
    main()
