"""What Keras says of its symbols, of dtypes together and of other default floats, the rules of its ops say too.

What its ops make of tensors is judged with the other rules, see `test_examples` and `test_drawn`.
"""

from __future__ import annotations

import doctest
import itertools
import re
from collections.abc import Iterator
from random import Random

import keras
import pytest

from tests.stubs.conftest import SAME_KERAS
from tftypes.algebra import DType
from tftypes.inference.models.tensorflow.ops import (
    RULES,
    OpError,
    Rule,
    keras_ops,
    keras_ops_dtypes,
)
from tftypes.inference.models.tensorflow.ops.examples import evaluate

from . import keras_symbols, oracle, verdicts
from .drawn_rules import is_left_out
from .survey import drawn

OPS = [rule for name, rule in sorted(RULES.items()) if name.startswith("tensorflow.keras.ops.")]
#: Calls drawn of each rule.
DRAWN = 12


def calls(rule: Rule) -> Iterator[str]:
    yield from (example.call for example in rule.examples)
    yield from drawn(rule, DRAWN)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rule", OPS, ids=str)
def test_of_symbols(rule: Rule) -> None:
    """Each example, and calls drawn from them, with symbols in the place of tensors."""
    if rule.fullname == "tensorflow.keras.ops.inner" and not SAME_KERAS:
        pytest.skip("an older Keras says of `inner(f32[N], f32[])` that its symbol is a scalar")
    for text in calls(rule):
        if keras_symbols.is_told(text) and not is_left_out(text):
            keras_symbols.verdict(text)


#: A tensor in a call, and what takes its place.
TENSOR = re.compile(r"\b(?:f32|i32|f64|b)\[([^\]]*)\]")
DRAWN_DTYPES = ("b", "i32", "u8", "f16", "f64", "c64", "s")


def test_the_dtypes_that_are_refused() -> None:
    """Two calls drawn of each function, of tensors and of NumPy's arrays: what the table refuses, Keras refuses."""
    random, refused = Random(40), 0
    for name in keras_ops_dtypes.DTYPES:
        call = RULES[f"tensorflow.keras.ops.{name}"].examples[0].call
        for _ in range(2):
            dtype, form = random.choice(DRAWN_DTYPES), random.choice(("{}", "array({})"))
            count = random.choice((0, 1))
            text = TENSOR.sub(form.format(rf"{dtype}[\1]"), call, count=count)
            answer = verdicts.answer(text)
            if isinstance(answer, OpError) and answer.code == "tf-dtype" and "..." not in text:
                refused += 1
                assert oracle.refused(text), f"{text}: {answer}"
    assert refused > 100


#: The dtypes that Keras promotes, and the types of Python's numbers.
PROMOTED = sorted(keras_ops._NEXT.keys() - keras_ops.WEAK)


@pytest.mark.parametrize("floatx", ["float16", "float32", "float64"])
def test_dtypes_together(floatx: str) -> None:
    """Of two and of three, with Python's numbers among them."""
    before = keras.config.floatx()
    given = [*PROMOTED, int, float]
    keras.config.set_floatx(floatx)
    try:
        with keras_ops.assumed(DType.of(floatx)):
            for count in (1, 2, 3):
                for each in itertools.combinations_with_replacement(given, count):
                    names = [n if isinstance(n, str) else n.__name__ for n in each]
                    made = keras_ops.promoted(*(frozenset({name}) for name in names))
                    truth = keras.backend.result_type(*each)
                    assert made.name == truth or "complex128" in {truth, *made.names}, each
    finally:
        keras.config.set_floatx(before)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("tf.keras.ops.zeros([2, 3])", "float64[2, 3]"),
        ("tf.keras.ops.exp(i32[2])", "float64[2]"),
        ("tf.keras.ops.multiply(i32[2], 0.5)", "float64[2]"),
        ("tf.keras.ops.multiply(f32[2], 0.5)", "float32[2]"),
        ("tf.keras.ops.mean(i32[2])", "float32[]"),
        ("tf.keras.random.normal([2])", "float64[2]"),
    ],
)
def test_the_default_float_that_a_program_sets(text: str, made: str) -> None:
    with keras_ops.assumed(DType.of("float64")):
        assert str(evaluate(text)) == made
    before = keras.config.floatx()
    keras.config.set_floatx("float64")
    try:
        truth = keras_symbols.oracle.run(text)[0]
    finally:
        keras.config.set_floatx(before)
    assert made.startswith(truth.dtype.name)


def test_of_a_default_float_that_is_not_known_the_shape_is() -> None:
    with keras_ops.assumed(DType.any()):
        assert str(evaluate("tf.keras.ops.zeros([2, 3])").shape) == "[2, 3]"
        assert not evaluate("tf.keras.ops.zeros([2, 3])").dtype.is_known
        assert str(evaluate("tf.keras.ops.exp(f16[2])")) == "float16[2]"


def test_doctests() -> None:
    assert doctest.testmod(keras_ops).failed == 0
