"""What a fix leaves does under TensorFlow what the example was written for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lint.hazards.examples import Hazards, run
from tftypes_lint import all_rules

tf = pytest.importorskip("tensorflow")


def traced_once(example: Any) -> None:
    assert example.step.experimental_get_tracing_count() == 1


def two_gradients(example: Any) -> None:
    dx, dy = example.f(tf.constant(2.0), tf.constant(3.0))

    assert (float(dx), float(dy)) == (3.0, 2.0)


def asks_the_tensor(example: Any) -> None:
    assert [bool(example.f(tf.constant([value]))) for value in (-1.0, 1.0)] == [False, True]
    assert [bool(example.g(tf.constant([value]))) for value in (-1.0, 1.0)] == [False, True]


def finds_the_key(example: Any) -> None:
    ((key, value),) = example.f(tf.constant(-2.0)).items()

    assert (float(key.deref()), value) == (2.0, 1)


def lets_a_variable_in(example: Any) -> None:
    assert float(example.f(tf.Variable(2.0))) == 4.0
    with pytest.raises(TypeError, match="a tensor is needed"):
        example.f("no tensor")


def takes_what_converts(example: Any) -> None:
    assert example.double([1.0, 2.0]).shape == (2,)


def shuffles(example: Any) -> None:
    x = list(range(100))
    loaded = list(example.load(x).as_numpy_iterator())

    assert loaded != x and sorted(loaded) == x


def has_one_signature(example: Any) -> None:
    assert example.double(tf.ones([5, 3])).shape == (5, 3)
    with pytest.raises((TypeError, ValueError)):
        example.double(tf.ones([5, 4]))


def makes_a_layer(example: Any) -> None:
    assert float(example.layer(tf.ones([1]))[0]) == 2.0


def sums_rows(example: Any) -> None:
    assert example.x.numpy().tolist() == [[3.0], [3.0]]


def compiles_and_maps(example: Any) -> None:
    assert example.step(tf.constant([-1, 2])).numpy().tolist() == [1, 2]


FIXED: Hazards = {
    ("deprecated-argument", "a name that still works"): compiles_and_maps,
    ("deprecated-argument", "an old name"): sums_rows,
    ("deprecated-symbol", "removed with Keras 3"): makes_a_layer,
    ("python-argument", "a number that is cast"): traced_once,
    ("repeated-signature", "the same twice"): has_one_signature,
    ("tape-reuse", "twice"): two_gradients,
    ("tensor-hash", "a key"): finds_the_key,
    ("tensor-identity", "is True"): asks_the_tensor,
    ("tensor-isinstance", "raises for what is no tf.Tensor"): lets_a_variable_in,
    ("tensor-parameter", "converted at the start"): takes_what_converts,
    ("unused-result", "a dataset"): shuffles,
}


@pytest.mark.parametrize(("code", "caption"), FIXED)
def test_the_fix_is_right(code: str, caption: str, tmp_path: Path) -> None:
    fixed: Any = all_rules()[code]

    FIXED[code, caption](run(fixed.FIXED[caption], tmp_path))


def test_a_placeholder_of_a_graph(tmp_path: Path) -> None:
    fixed: Any = all_rules()["deprecated-symbol"]

    with tf.Graph().as_default():
        assert run(fixed.FIXED["removed in TensorFlow 2"], tmp_path).x.dtype == tf.float32
