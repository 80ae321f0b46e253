"""What the engine finds is told through mypy, wherever it stands and however mypy comes by the module."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapter.runs import Program

#: Missing modules of TensorFlow's are the plugin's to tell.
IGNORED = "[mypy-tensorflow.*]\nignore_missing_imports = True\n"
WRONG = """\
import tensorflow as tf

def f(x):
    return tf.matmul(tf.zeros([2, 3]), tf.zeros([4, 5]))
"""
ERROR = (
    "program.py:4: error: tf.matmul(): argument 'b': inner dims 3 and 4 differ: "
    "a is float32[2, 3], b is float32[4, 5]  [tf-shape]"
)


FIX = "program.py:4: note: suggested fix, line 4: return tf.matmul(tf.zeros([2, 4]), tf.zeros([4, 5]))"


def test_in_a_function_that_mypy_does_not_check(program: Program) -> None:
    program.write(program=WRONG)
    assert program.warm() == [ERROR, FIX]
    assert program.warm() == [ERROR, FIX]
    assert program.workers() == [ERROR, FIX]
    with program.daemon():
        assert program.check() == [ERROR, FIX]


def test_what_calls_a_function_wrongly_is_told_where_it_calls(program: Program) -> None:
    program.write(
        layers="""\
        import tensorflow as tf

        def dense(x, w):
            return tf.matmul(x, w)
        """,
        program="""\
        import tensorflow as tf
        from layers import dense

        def net(x):
            return dense(x, tf.zeros([4, 5]))

        net(tf.zeros([2, 3]))
        """,
    )
    assert program.fresh() == [
        "program.py:5: error: layers.py:4: tf.matmul(): argument 'b': inner dims 3 and 4 differ: "
        "a is float32[2, 3], b is float32[4, 5]  [tf-shape]",
        "program.py:5: note: in dense(), which is called at program.py:5",
        "program.py:5: note: in net(), which is called at program.py:7",
    ]


def test_what_is_wrong_for_everybody_is_told_once(program: Program) -> None:
    program.write(
        broken="import tensorflow as tf\n\ndef f():\n    return tf.zeros([2]) + tf.ones([3])\n",
        program="import tensorflow as tf\nfrom broken import f\n\nf()\n",
    )
    error, *_ = program.fresh()
    assert error.startswith("broken.py:4: error: operator +: [2] and [3] do not broadcast")


@pytest.mark.parametrize(
    "comment",
    [
        "# type: ignore",
        "# type: ignore[tf-shape]",
        "# tftypes: ignore",
        "# tftypes: ignore[tf-shape]",
        "# tftypes: ignore[tf-rank, tf-shape]",
    ],
)
def test_a_comment_silences_a_finding(tmp_path: Path, comment: str) -> None:
    program = Program(tmp_path, f"warn_unused_ignores = True\n{IGNORED}")
    program.write(program=WRONG.replace("5]))", f"5]))  {comment}"))
    assert program.fresh() == []


def test_a_comment_for_the_parent_of_all_codes_does_as_well(program: Program) -> None:
    program.write(program=WRONG.replace("5]))", "5]))  # type: ignore[tftypes]"))
    assert program.fresh() == []


def test_a_comment_for_another_code_does_not(program: Program) -> None:
    program.write(program=WRONG.replace("5]))", "5]))  # type: ignore[tf-dtype]"))
    error, note, fix = program.fresh()
    assert [error, fix] == [ERROR, FIX]
    assert 'Error code "tf-shape" not covered by "type: ignore' in note


@pytest.mark.parametrize("code", ["tf-shape", "tftypes"])
def test_a_code_is_disabled(program: Program, code: str) -> None:
    program.write(program=WRONG)
    assert program.fresh("--disable-error-code", code) == []


def test_options_of_one_module(tmp_path: Path) -> None:
    program = Program(tmp_path, "[mypy-other]\nignore_errors = True\n")
    program.write(program=WRONG, other=WRONG)
    assert program.cold() == [ERROR, FIX]


def test_a_failure_of_the_engine_leaves_a_note(tmp_path: Path) -> None:
    """It costs what the engine would have found, and nothing of what mypy finds."""
    program = Program(tmp_path / "program")
    program.write(program=WRONG + "\nx: int = 'a'\n")
    plugin = tmp_path / "breaking.py"
    plugin.write_text(
        "from tftypes.inference.runs import Runs\n"
        "def broken(*arguments):\n    raise ZeroDivisionError('by zero')\n"
        "Runs.analyze = broken\n"
        "from tftypes_mypy import plugin as plugin\n"
    )
    (program.folder / "mypy.ini").write_text(f"[mypy]\nplugins = {plugin}\n")
    note, error = program.fresh()
    assert note == (
        "program.py:1: note: tftypes itself has failed here, so that some findings may be missing: "
        "ZeroDivisionError: by zero; please report it with this file"
    )
    assert error.startswith("program.py:6: error: Incompatible types in assignment")


def test_code_for_other_versions_is_none_of_mypys_business(tmp_path: Path) -> None:
    """The program asks what there is, in a condition or with an except; nothing here is wrong where it runs."""
    program = Program(tmp_path, f"warn_unused_ignores = True\n{IGNORED}")
    program.write(
        program="""\
        import tensorflow as tf

        def take(optimizer: tf.keras.optimizers.Optimizer) -> None: ...

        if hasattr(tf.keras.utils, "legacy"):
            load = tf.keras.utils.legacy.deserialize_keras_object
        else:
            load = tf.keras.utils.deserialize_keras_object({}, None, None, "x")
        if tuple(map(int, tf.__version__.split(".")[:2])) < (2, 16):
            tf.keras.layers.DenseFeatures([])
        try:
            tf.distribute.InputOptions(experimental_fetch_to_device=False)
        except TypeError:
            tf.distribute.InputOptions(experimental_prefetch_to_device=False)
        try:
            lookup = tf.keras.layers.StringLookup
        except AttributeError:
            lookup = tf.keras.layers.experimental.preprocessing.StringLookup
        try:
            from tensorflow.keras.layers import Normalization
        except ImportError:
            from tensorflow.keras.layers.experimental.preprocessing import Normalization
        try:
            take(tf.keras.optimizers.legacy.SGD(0.1))
        except ImportError:
            take(tf.keras.optimizers.SGD(0.1))
        """
    )
    assert program.warm() == []
    assert program.warm() == []


def test_what_an_except_takes_of_the_programs_own_is_mypys_business(program: Program) -> None:
    program.write(
        program="""\
        import tensorflow as tf

        def take(x: int) -> None: ...

        try:
            tf.zeros([2])
            take()
        except TypeError:
            take(1, 2)
        """
    )
    lines = program.fresh()
    assert [line.partition(": ")[0] for line in lines if ": error: " in line] == [
        "program.py:7",
        "program.py:9",
    ]


MISSING = """\
import tensorflow.nosuch
from tensorflow.python.framework import ops
import nosuch
"""


def test_a_module_that_is_missing_is_told_once_and_a_private_one_not_at_all(tmp_path: Path) -> None:
    program = Program(tmp_path, f"warn_unused_ignores = True\n{IGNORED}")
    program.write(program=MISSING)
    expected = [
        "program.py:1: error: 'tensorflow' has no attribute 'nosuch'  [tf-attribute]",
        'program.py:3: error: Cannot find implementation or library stub for module named "nosuch"  [import-not-found]',
        "program.py:3: note: See https://mypy.readthedocs.io/en/stable/running_mypy.html#missing-imports",
    ]
    assert program.warm() == expected
    assert program.warm() == expected
    assert program.workers() == expected
    with program.daemon():
        assert program.check() == expected


def test_without_the_option_mypy_alone_tells_what_has_no_stub(program: Program) -> None:
    """It does so before it asks a plugin: the same is not told again."""
    program.write(program=MISSING)
    expected = [
        f'program.py:{line}: error: Cannot find implementation or library stub for module named "{name}"  [import-not-found]'
        for line, name in enumerate(
            ("tensorflow.nosuch", "tensorflow.python.framework", "nosuch"), 1
        )
    ]

    def errors(lines: list[str]) -> list[str]:
        return [each for each in lines if ": error: " in each]

    assert errors(program.warm()) == expected
    assert errors(program.warm()) == expected
    with program.daemon():
        assert errors(program.check()) == expected
        program.write(program=MISSING + "x = 1\n")
        assert errors(program.check()) == expected


def test_what_cannot_be_made_is_told_once(program: Program) -> None:
    program.write(
        program="""\
        import tensorflow as tf

        def take(optimizer: tf.keras.optimizers.Optimizer) -> None: ...

        optimizer = tf.keras.optimizers.legacy.SGD(0.1)
        take(optimizer)
        optimizer.minimize(lambda: 1, [])
        """
    )
    (line,) = program.fresh()
    assert line.startswith("program.py:5: error: tf.keras.optimizers.legacy.SGD(): Keras 3 has no")
