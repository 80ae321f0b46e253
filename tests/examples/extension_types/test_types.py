"""The worked types under mypy with the plugin: clean in strict mode, and nothing wrong is said of what ops make.

A parameter has the fields that its class declares, so the class's handlers are run. Where that does not tell which of
them takes an op, nothing is said of what comes back.
"""

from pathlib import Path

import pytest
from mypy import api

from tests.examples.extension_types.conftest import FOLDER

CONFIG = f"""\
[mypy]
plugins = tftypes_mypy
mypy_path = {FOLDER}
strict = True
# Keras has no types
disallow_subclassing_any = False
[mypy-keras.*]
ignore_missing_imports = True
"""

#: Expressions of each type, and what they are.
REVEALED = {
    "masked.Masked": """\
        tf.abs(x)
        tf.add(dense, x)
        tf.reduce_sum(x, axis=0)
        tf.transpose(x)
        tf.concat([x, x], 0)
        tf.stack([x, x])
        tf.cast(x, tf.float64)
        x + 1.0
        1.0 + x
        dense * x
        -x
        x[0]
        x[:, tf.newaxis]""",
    "labelled.Labelled": """\
        tf.abs(x)
        tf.add(dense, x)
        tf.reduce_mean(x, axis="time")
        tf.reduce_sum(x, axis=["time", "sensor"])
        tf.argmax(x, "time")
        tf.transpose(x, ["sensor", "time"])
        tf.gather(x, 1, axis="time")
        tf.cumsum(x, "time")
        tf.nn.softmax(x, "time")
        tf.concat([x, x], "time")
        tf.expand_dims(x, "run")
        tf.matmul(x, x)
        x @ x
        x - x
        x[0, 1:]""",
    "csr.Csr": """\
        csr.Csr.from_dense(dense)
        x.with_values(dense)
        tf.abs(x)
        tf.cast(x, tf.float64)
        tf.transpose(x)
        tf.gather(x, [0, 1])
        tf.concat([x, x], 0)
        tf.multiply(dense, x)
        tf.add(x, x)
        tf.matmul(x, x, transpose_b=True)
        tf.linalg.matmul(x, b=x)
        x @ x
        x - x
        2.0 * x
        x / 2.0
        -x
        x[1]
        x[1:]""",
}
#: Of the ops on a sparse matrix, those that make a dense one.
DENSE = (
    "tf.matmul(x, dense)",
    "tf.linalg.matmul(dense, x)",
    "tf.linalg.matvec(x, dense[0])",
    "tf.add(dense, x)",
    "tf.reduce_sum(x, axis=1)",
    "x @ dense",
    "dense @ x",
    "x + 1.0",
    "1.0 - x",
)
NUMBERS = ("tf.rank(x)", "tf.size(x)")


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What mypy says of the programs, and of a module that reveals all of these."""
    folder = tmp_path_factory.mktemp("types")
    lines = [
        "import csr, labelled, masked",
        "import tensorflow as tf",
        "dense = tf.constant([[1.0]])",
    ]
    for cls, expressions in REVEALED.items():
        lines.append(f"def of_{cls.partition('.')[0]}(x: {cls}) -> None:")
        texts = [text.strip() for text in expressions.splitlines()]
        texts += NUMBERS
        texts += DENSE if cls == "csr.Csr" else ()
        lines += [f"    reveal_type({text})" for text in texts]
    (folder / "mypy.ini").write_text(CONFIG)
    (folder / "revealed.py").write_text("\n".join(lines) + "\n")
    programs = [str(FOLDER / f"{cls.partition('.')[0]}.py") for cls in REVEALED]
    output, errors, _ = api.run(
        ["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache")]
        + [*programs, str(folder / "revealed.py")]
    )
    assert errors == ""
    found = {}
    for line in output.splitlines():
        path, _, rest = line.partition(":")
        if Path(path).name == "revealed.py" and "Revealed type" in line:
            number = int(rest.partition(":")[0])
            function = next(text for text in lines[number - 1 :: -1] if text.startswith("def"))
            cls = function.partition("x: ")[2].partition(")")[0]
            found[cls, lines[number - 1].strip()] = line.split('"')[1]
    others = [line for line in output.splitlines() if "Revealed" not in line]
    return found, others


def test_the_programs_have_no_errors(report):
    assert [line for line in report[1] if not line.startswith("Success")] == []


@pytest.mark.parametrize("cls", REVEALED)
def test_ops_keep_the_type_or_nothing_is_said_of_it(cls, report):
    for text in REVEALED[cls].splitlines():
        shown = report[0][cls, f"reveal_type({text.strip()})"].split(" | ")
        assert {cls, cls.partition(".")[2]} & {*shown} or shown == ["Any"], text


@pytest.mark.parametrize("cls", ["masked.Masked", "labelled.Labelled"])
def test_operators_keep_the_type(cls, report):
    for text in map(str.strip, REVEALED[cls].splitlines()):
        if not text.startswith("tf."):
            assert report[0][cls, f"reveal_type({text})"] == cls.partition(".")[2], text


def test_methods_that_make_another_matrix(report):
    assert report[0]["csr.Csr", "reveal_type(csr.Csr.from_dense(dense))"] == "Csr"
    assert report[0]["csr.Csr", "reveal_type(x.with_values(dense))"] == "Csr"


@pytest.mark.parametrize("text", NUMBERS)
def test_what_asks_for_the_shape_is_the_types_own_answer(text, report):
    for cls in REVEALED:
        assert report[0][cls, f"reveal_type({text})"].endswith("Shape[()]]")


@pytest.mark.parametrize("text", DENSE)
def test_a_product_with_what_is_dense_is_no_matrix_of_ours(text, report):
    assert report[0]["csr.Csr", f"reveal_type({text})"].startswith("Tensor[Any, ")
