"""What is said to need the value of a tensor fails while TensorFlow traces it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lint.hazards.examples import Hazards, invalid, raises, run, valid
from tftypes_lint import all_rules
from tftypes_lint.rules.numpy_in_function import ARRAY

tf = pytest.importorskip("tensorflow")

RULES = ("list-in-tensor-loop", "numpy-in-function", "tensor-condition", "tensor-iteration")

Refused = tf.errors.OperatorNotAllowedInGraphError
NO_BOOL = "as a Python `bool`"
NO_LOOP = "Iterating over a symbolic"
OUT_OF_SCOPE = raises(ValueError, "out of scope")


def refused_in_a_model(example: Any) -> None:
    keras = pytest.importorskip("keras")
    model = keras.Sequential([example.Gate()])
    model.compile("sgd", "mse")
    with pytest.raises(Refused, match=NO_BOOL):
        model.predict(tf.ones([4, 3]), verbose=0)


def refused_in_a_loss(example: Any) -> None:
    with pytest.raises(NotImplementedError, match="symbolic"):
        example.model.fit(tf.ones([4, 3]), tf.ones([4, 1]), verbose=0)


HAZARDS: Hazards = {
    ("tensor-condition", "where Keras traces, without AutoGraph"): refused_in_a_model,
    ("tensor-condition", "without AutoGraph"): raises(Refused, NO_BOOL),
    ("tensor-condition", "every other condition without AutoGraph"): raises(
        Refused, NO_BOOL, "f", "g", "h", "k"
    ),
    ("tensor-condition", "in a function that AutoGraph is told to leave alone"): raises(
        Refused, NO_BOOL
    ),
    ("tensor-condition", "assert"): raises(Refused, NO_BOOL),
    ("tensor-condition", "the condition of a comprehension"): raises(Refused, NO_BOOL),
    ("tensor-condition", "in"): raises(TypeError, "not iterable"),
    ("tensor-condition", "bool, min and max"): raises(Refused, NO_BOOL, "f", "g"),
    ("tensor-condition", "in a generator"): raises(Refused, NO_BOOL),
    ("tensor-condition", "only one path returns"): raises(ValueError, "return"),
    ("tensor-condition", "set on one path only"): raises(ValueError, "must also be initialized"),
    ("tensor-condition", "a return at the end of a with or try block"): raises(
        ValueError, "return", "f", "g"
    ),
    ("tensor-iteration", "a comprehension"): raises(Refused, NO_LOOP),
    ("tensor-iteration", "list, tuple and sum"): raises(Refused, NO_LOOP, "f", "g", "h"),
    ("tensor-iteration", "without AutoGraph"): raises(Refused, NO_LOOP),
    ("tensor-iteration", "unpacking"): raises(Refused, NO_LOOP),
    ("tensor-iteration", "as separate arguments"): raises(Refused, NO_LOOP),
    ("numpy-in-function", ".numpy()"): raises(AttributeError, "numpy"),
    ("numpy-in-function", "on an argument"): raises(AttributeError, "numpy"),
    ("numpy-in-function", "a function of NumPy"): raises(NotImplementedError, "symbolic"),
    ("numpy-in-function", "in a loss that Keras traces"): refused_in_a_loss,
    ("list-in-tensor-loop", "a loop over a range"): OUT_OF_SCOPE,
    ("list-in-tensor-loop", "a loop over a tensor"): OUT_OF_SCOPE,
    ("list-in-tensor-loop", "while"): OUT_OF_SCOPE,
}
#: What AutoGraph says of what it cannot convert is part of the hazard.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@pytest.mark.parametrize(("code", "caption"), HAZARDS)
def test_the_hazard_is_real(code: str, caption: str, tmp_path: Path) -> None:
    HAZARDS[code, caption](run(all_rules()[code].INVALID[caption], tmp_path))


def test_a_dataset_has_no_values_either(tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match="numpy"):
        run(all_rules()["numpy-in-function"].INVALID["in the function of a dataset"], tmp_path)


@pytest.mark.parametrize(("code", "caption"), valid(*RULES))
def test_a_valid_example_runs(code: str, caption: str, tmp_path: Path) -> None:
    text = all_rules()[code].VALID[caption]
    if "import tf_keras" in text:
        pytest.importorskip(
            "tf_keras", reason="Keras 2 is no dependency: it proves more where it is"
        )
    example = run(text, tmp_path)

    size = [1, 3] if caption == "sizes are known" else [3]
    for name in ("f", "g"):
        if hasattr(example, name) and caption != "eager code":
            getattr(example, name)(tf.ones(size))


def test_every_example_is_observed() -> None:
    elsewhere = {("numpy-in-function", "in the function of a dataset")}

    assert set(invalid(*RULES)) == HAZARDS.keys() | elsewhere


def takes_a_symbol(function: Any) -> bool:
    try:
        tf.function(function, autograph=False)(tf.constant([1.0, 2.0, 3.0]))
    except (NotImplementedError, TypeError, Refused):
        return False
    return True


def test_no_listed_function_of_numpy_takes_a_symbolic_tensor() -> None:
    import numpy as np

    second = dict.fromkeys(("add", "divide", "maximum", "minimum", "mod", "multiply"), 1.0)
    second |= {"subtract": 1.0, "power": 2.0, "dot": [1.0, 2.0, 3.0], "matmul": [1.0, 2.0, 3.0]}
    second |= dict.fromkeys(("expand_dims", "pad", "repeat", "tile", "percentile"), 1)
    second |= {"reshape": [3], "clip": 0.0}

    taken = [
        name
        for name in sorted(ARRAY)
        if takes_a_symbol(
            lambda x, name=name: getattr(np, name)(x, *([second[name]] if name in second else []))
        )
    ]
    assert taken == []
