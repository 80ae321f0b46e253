"""What is said of Keras' own layers and of NumPy's arrays: as docs/checks/keras.md has it, and as it is at run time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checks import Case, check, read
from tests.plugin.test_bodies import RUNNER

CASES = read(Path(__file__).parents[2] / "docs" / "checks" / "keras.md")
NAMES = [case.name for case in CASES]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    check(CASES, tmp_path_factory.mktemp("keras"))
    return CASES


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_the_page_says_what_the_checker_says(number: int, checked: list[Case]) -> None:
    assert checked[number].problems() == []


BEFORE = """\
import numpy as np
import tensorflow as tf

x = np.zeros([5, 3])
columns, rows = x.shape[1], len(x)
x = np.zeros([6, 7])

def branches(wide: bool) -> None:
    x = np.zeros([5, 3])
    if wide:
        x = np.zeros([6, 7])
    reveal_type(tf.constant(x.T))  # revealed: Tensor[float64, Any]

class Net(tf.Module):
    def __init__(self):
        self.w = tf.zeros([columns, 2])

def nested() -> None:
    y = np.zeros([2])
    y = np.zeros([4])
    def later():
        return tf.constant(y)
    y = np.zeros([5])
    reveal_type(later())  # revealed: Tensor[float64, Any]

def chosen(mode):
    tf.print(mode)
    if mode == "rows":
        y = np.zeros([2])
        y = np.zeros([4])
        return 1, y
    elif mode == "columns":
        y = np.zeros([5])
        return 1, y, y

reveal_type(tf.constant(chosen("rows")[1]))  # revealed: Tensor[float64, Shape[4]]
reveal_type(tf.zeros([columns, rows]))  # revealed: Tensor[float32, Shape[3, 5]]
reveal_type(Net().w)  # revealed: Tensor[float32, Shape[3, 2]]
"""


SHOWN = """\
import matplotlib.pyplot as plt  # type: ignore[import-not-found]
import tensorflow as tf

def grow(rows):
    rows.append([1.0])

points = [1.0, 2.0, 3.0]
plt.plot(points, "o")
reveal_type(tf.constant(points))  # revealed: Tensor[float32, Shape[3]]

rows = [[0.0]]
rows = [[1.0], [2.0]]
reveal_type(tf.constant(rows))  # revealed: Tensor[float32, Shape[2, 1]]

def later():
    grow(rows)

table = [[0.0]]
table = [[1.0], [2.0]]
for _ in range(3):
    reveal_type(tf.constant(table))  # revealed: Tensor[float32, Shape[None, None]]
    grow(table)

class Head(tf.keras.layers.Layer):
    def call(self, x):
        return tf.reduce_sum(x, 1)

import numpy as np
reveal_type(Head()(np.zeros([3, 4])))  # revealed: Tensor[float32, Shape[3]]
"""


def test_a_list_is_what_it_was_where_nobody_changes_it_before(tmp_path: Path) -> None:
    case = Case("program", SHOWN, 1)
    check([case], tmp_path)
    assert case.problems() == []


def test_a_size_is_that_of_the_array_which_the_name_stood_for(tmp_path: Path) -> None:
    case = Case("program", BEFORE, 1)
    check([case], tmp_path)
    assert case.problems() == []


@pytest.fixture(scope="module")
def runs() -> list[dict[str, list[list[object]]]]:
    return runs_of(CASES)


def runs_of(cases: list[Case]) -> list[dict[str, list[list[object]]]]:
    """What TensorFlow makes of the cases, in a process of their own."""
    texts = json.dumps([case.text for case in cases])
    run = subprocess.run(
        [sys.executable, "-c", RUNNER], input=texts, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    result: list[dict[str, list[list[object]]]] = json.loads(run.stdout)
    return result


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_tensorflow_says_the_same(number: int, runs: list[dict[str, list[list[object]]]]) -> None:
    """The batch of a dataset is of any size, and what is not known may be anything."""
    revealed = {
        line: text for line, kind, _, text in CASES[number].expected() if kind == "revealed"
    }
    assert runs[number]["unexpected"] == []
    for line, dtype, dims in runs[number]["seen"]:
        assert isinstance(line, int) and isinstance(dims, list)
        if revealed[line] == "Any":
            continue
        kind = revealed[line].partition("[")[0]
        shown = ", ".join(map(str, dims)) or "()"
        assert f"{kind}[{dtype}, Shape[{shown}]]" == revealed[line].replace(
            "None", str((dims or [None])[0])
        )


WIDER = """\
import tensorflow as tf
from tensorflow.keras import layers

tf.keras.backend.set_floatx("float64")

class Scaled(layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], 2))

    def call(self, x):
        return tf.matmul(x, self.w)

x = tf.zeros([2, 4])
model = tf.keras.Sequential([layers.Input([4]), layers.Dense(3)])
reveal_type(model(x))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(Scaled()(x))  # revealed: Tensor[float64, Shape[2, 2]]
reveal_type(tf.keras.losses.MeanSquaredError()(x, x))  # revealed: Tensor[float64, Shape[()]]
reveal_type(tf.keras.metrics.Mean()(3.0))  # revealed: Tensor[float64, Shape[()]]
reveal_type(tf.keras.initializers.GlorotUniform()([3, 4]))  # revealed: Tensor[float64, Shape[3, 4]]
reveal_type(tf.keras.ops.zeros((2, 3)))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(tf.keras.ops.exp(tf.zeros([2], tf.int32)))  # revealed: Tensor[float64, Shape[2]]
reveal_type(tf.keras.ops.exp(x))  # revealed: Tensor[float32, Shape[2, 4]]
"""


def test_another_dtype_for_all_layers(tmp_path: Path) -> None:
    case = Case("program", WIDER, 1)
    check([case], tmp_path)
    assert case.problems() == []
    ran = runs_of([case])[0]
    revealed = [text for _, kind, _, text in case.expected() if kind == "revealed"]
    seen = [f"Tensor[{dtype}, Shape{dims or '[()]'}]" for _, dtype, dims in ran["seen"]]
    assert revealed == seen


SWITCHED = """\
import tensorflow as tf
from tensorflow.keras import layers, mixed_precision

mixed_precision.set_global_policy("mixed_float16")
reveal_type(layers.Dense(3)(tf.zeros([2, 4])))  # revealed: Tensor[Any, Shape[2, 3]]
reveal_type(tf.keras.ops.zeros((2, 3)))  # revealed: Tensor[Any, Shape[2, 3]]
reveal_type(tf.keras.ops.exp(tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
"""

GROWN = """\
import tensorflow as tf
from tensorflow.keras import Sequential, layers

net = Sequential([layers.Dense(3)])
net.add(layers.Dense(4))

def forward(x):
    return net(x)

reveal_type(forward(tf.zeros([2, 5])))  # revealed: Any
"""

LOADED = """\
import numpy as np
import tensorflow as tf

(x, y), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
rows = np.reshape(x, (-1, 784))
reveal_type(tf.constant(rows[:-10000]))  # revealed: Tensor[uint8, Shape[50000, 784]]
x = tf.convert_to_tensor(x, dtype=tf.float32)
reveal_type(x)  # revealed: Tensor[float32, Shape[60000, 28, 28]]
reveal_type(tf.one_hot(y_test, 10))  # revealed: Tensor[float32, Shape[10000, 10]]
classes = len(np.unique(y_test))
reveal_type(tf.zeros([classes]))  # revealed: Tensor[float32, Shape[10]]
reveal_type(tf.zeros([len(np.unique(y_test[:5]))]))  # revealed: Tensor[float32, Shape[None]]
"""

SYMBOLIC = """\
import tensorflow as tf
from tensorflow import keras

inputs = keras.Input([28, 28])
reveal_type(keras.layers.Flatten()(inputs))  # revealed: KerasTensor[float32, Shape[batch, 784]]
model = keras.Sequential([inputs, keras.layers.Flatten(), keras.layers.Dense(4)])
reveal_type(model(tf.zeros([1, 2, 2])))  # revealed: Any
"""

PREDICTED = """\
from typing import Any

import tensorflow as tf
from tensorflow import keras

class Halved(keras.layers.Layer):
    def call(self, x):
        return x[: x.shape[0] // 2] if x.shape[0] is not None else x

def take(x: tf.Tensor) -> None: ...

unknown: Any = 1
inputs = keras.Input([None, 8])
take(inputs)
reveal_type(Halved()(inputs))  # revealed: KerasTensor[float32, Shape[None, size1, 8]]
model = keras.Model(inputs, keras.layers.LSTM(4)(inputs))
reveal_type(model(unknown))  # revealed: Any
model(tf.zeros([3, 8]))  # error: [tf-rank] "expected rank 3 as the model's Input has, got rank 2"
model(tf.zeros([3, 5, 9]))  # error: [tf-shape] "dim 2 is 9, expected 8 as the model's Input has"
inputs = tf.zeros([2])
"""

ALTERED = """\
import tensorflow as tf

weights = {"h": tf.zeros([3, 4]), "b": tf.zeros([4])}
weights["h"] = tf.zeros([3, 5])

def forward(x):
    return tf.matmul(x, weights["h"])

reveal_type(forward(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[..., 2, None]]
"""


@pytest.mark.parametrize(
    "text",
    [SWITCHED, GROWN, LOADED, SYMBOLIC, PREDICTED, ALTERED],
    ids=[
        "another dtype",
        "a layer more",
        "data sets",
        "symbols of Keras",
        "what a model is not made for",
        "a dict that changes",
    ],
)
def test_nothing_is_said_that_may_not_be_so(text: str, tmp_path: Path) -> None:
    case = Case("program", text, 1)
    check([case], tmp_path)
    assert case.problems() == []


SYMBOL = """\
import os
import tensorflow as tf

{line}
tf.nn.relu(tf.keras.Input([3]))
"""


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("", True),
        ("print(tf.__version__)", True),
        ('os.environ["TF_USE_LEGACY_KERAS"] = "1"', False),
        ('is_old = tf.keras.__version__.startswith("2")', False),
        ("tf.keras.backend.is_keras_tensor(3)", False),
    ],
)
def test_symbols_of_an_older_keras_are_taken(line: str, is_told: bool, tmp_path: Path) -> None:
    case = Case("program", SYMBOL.format(line=line), 1)
    check([case], tmp_path)
    found = [(number, code) for number, kind, code, _ in case.reported if kind == "error"]
    assert found == [(5, "tf-value")] * is_told


def test_symbols_are_taken_where_the_environment_has_an_older_keras(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    case = Case("program", SYMBOL.format(line=""), 1)
    check([case], tmp_path)
    assert case.reported == []
