"""What is said of eager tensors, of gradients and of names is what TensorFlow does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lint.hazards.examples import Hazards, invalid, raises, run, valid
from tftypes_lint import all_rules

tf = pytest.importorskip("tensorflow")

RULES = (
    "gradient-none",
    "mismatched-gradients",
    "repeated-signature",
    "silent-broadcast",
    "tape-reuse",
    "tensor-hash",
    "tensor-identity",
    "tensor-isinstance",
    "tensor-parameter",
    "unused-result",
)
UNHASHABLE = "unhashable"


def always(name: str, result: bool) -> Any:
    """That a function gives the same Python bool for any tensor."""

    def observe(example: Any) -> None:
        for value in (-1.0, 0.0, 1.0):
            assert getattr(example, name)(tf.constant([value])) is result

    return observe


def both(*observed: Any) -> Any:
    def observe(example: Any) -> None:
        for each in observed:
            each(example)

    return observe


def once_only(example: Any) -> None:
    with pytest.raises(RuntimeError, match="one set of gradients"):
        example.f(tf.constant(2.0), tf.constant(3.0))


@pytest.mark.filterwarnings("ignore")
def none(example: Any) -> None:
    assert example.grad is None


class Model:
    """One weight that is trained, and one before it that is not."""

    def __init__(self, weight: float) -> None:
        self.frozen = tf.Variable(weight, trainable=False)
        self.weight = tf.Variable(weight)
        self.trainable_variables = [self.weight]
        self.variables = [self.frozen, self.weight]

    def __call__(self, x: Any) -> Any:
        return x * self.weight


def trains_another(example: Any) -> None:
    generator, discriminator = Model(2.0), Model(3.0)

    example.step(generator, discriminator, tf.keras.optimizers.SGD(1.0), tf.constant(1.0))

    assert float(generator.weight) == 2.0, "whose gradient it was"
    assert float(discriminator.weight) != 3.0


def trains_the_frozen(example: Any) -> None:
    model = Model(2.0)

    example.step(model, tf.keras.optimizers.SGD(1.0), tf.constant(1.0))

    assert float(model.weight) == 2.0, "whose gradient it was"
    assert float(model.frozen) != 2.0


def turns_a_variable_away(example: Any) -> None:
    with pytest.raises(TypeError, match="a tensor is needed"):
        example.f(tf.Variable(1.0))
    assert tf.is_tensor(tf.Variable(1.0))


def takes_a_list(example: Any) -> None:
    assert example.double([1.0, 2.0]).shape == (2,)


def leaves_the_order(example: Any) -> None:
    x = list(range(100))

    assert list(example.load(x).as_numpy_iterator()) == x


def leaves_the_shape(example: Any) -> None:
    assert example.flat(tf.ones([2, 3])).shape == (2, 3)


def same_signature(example: Any) -> None:
    from tftypes.runtime import function

    signed = example.double if hasattr(example, "double") else example.Net().step
    derived = function(signed.python_function)

    assert signed.input_signature is not None and derived is not None


HAZARDS: Hazards = {
    ("tensor-identity", "is True"): both(always("f", False), always("g", True)),
    ("tensor-identity", "== None"): always("f", False),
    ("tensor-hash", "a key"): raises(TypeError, UNHASHABLE),
    ("tensor-hash", "a key of a dict that is there"): raises(TypeError, UNHASHABLE),
    ("tensor-hash", "a member of a set"): raises(TypeError, UNHASHABLE, "f", "g", "h"),
    ("tape-reuse", "twice"): once_only,
    ("tape-reuse", "in one statement"): once_only,
    ("tape-reuse", "in a loop"): once_only,
    ("gradient-none", "computed after the block"): none,
    ("gradient-none", "a constant that is not watched"): none,
    ("gradient-none", "a variable of integers"): none,
    ("mismatched-gradients", "of another model"): trains_another,
    ("mismatched-gradients", "with those that are not trained"): trains_the_frozen,
    ("silent-broadcast", "predictions and labels"): lambda example: wider(example.loss),
    ("silent-broadcast", "a size with a name"): lambda example: square(example.loss),
    ("silent-broadcast", "constants"): lambda example: shape_is(example.y, (3, 3)),
    ("tensor-isinstance", "raises for what is no tf.Tensor"): turns_a_variable_away,
    ("tensor-parameter", "converted at the start"): takes_a_list,
    ("unused-result", "a dataset"): leaves_the_order,
    ("unused-result", "a tensor"): leaves_the_shape,
    ("repeated-signature", "the same twice"): same_signature,
    ("repeated-signature", "with other options"): same_signature,
}


def wider(loss: Any) -> None:
    """That right predictions have a loss, since each is compared with the labels of the others."""
    labels = tf.range(32.0)

    assert float(loss(labels[:, tf.newaxis], labels)) > 0.0


def square(loss: Any) -> None:
    shape_is(loss(tf.ones([32, 1]), tf.ones([32])), (32, 32))


def shape_is(tensor: Any, shape: tuple[int, ...]) -> None:
    assert tensor.shape == shape


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("code", "caption"), HAZARDS)
def test_the_hazard_is_real(code: str, caption: str, tmp_path: Path) -> None:
    HAZARDS[code, caption](run(all_rules()[code].INVALID[caption], tmp_path))


@pytest.mark.parametrize(("code", "caption"), valid(*RULES))
def test_a_valid_example_runs(code: str, caption: str, tmp_path: Path) -> None:
    run(all_rules()[code].VALID[caption], tmp_path)


@pytest.mark.parametrize(
    "caption", ["a variable", "a watched constant", "a source that the tape has computed"]
)
def test_a_valid_gradient_is_there(caption: str, tmp_path: Path) -> None:
    assert run(all_rules()["gradient-none"].VALID[caption], tmp_path).grad is not None


@pytest.mark.parametrize("caption", list(all_rules()["tape-reuse"].VALID))
def test_a_valid_tape_gives_gradients(caption: str, tmp_path: Path) -> None:
    example = run(all_rules()["tape-reuse"].VALID[caption], tmp_path)

    two = caption in ("a persistent tape", "all at once", "one of two branches")
    assert example.f(*[tf.constant(2.0)] * (2 if two else 1)) is not None


def test_every_example_is_observed() -> None:
    assert set(invalid(*RULES)) == HAZARDS.keys()
