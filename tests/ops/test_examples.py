"""Every example of every rule, by the rules alone: the result as written, the error saying what is written."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tftypes_mypy.ops
from tftypes_mypy.ops import RULES, Example, OpError, Rule, indexing, operators
from tftypes_mypy.ops.describe import describe
from tftypes_mypy.ops.examples import evaluate, fullname

EXAMPLES = [
    pytest.param(example, id=str(example))
    for example in (
        *(example for name in sorted(RULES) for example in RULES[name].examples),
        *map(Example.parse, (*indexing.EXAMPLES, *operators.EXAMPLES)),
    )
]
PASSING = [case for case in EXAMPLES if case.values[0].error is None]
FAILING = [case for case in EXAMPLES if case.values[0].error is not None]


@pytest.mark.parametrize("example", PASSING)
def test_a_call_has_the_result_written(example: Example) -> None:
    assert describe(evaluate(example.call)) == describe(evaluate(example.result or ""))


@pytest.mark.parametrize("example", FAILING)
def test_a_bad_call_says_what_is_written(example: Example) -> None:
    with pytest.raises(OpError) as raised:
        evaluate(example.call)
    line = str(raised.value)
    assert example.error in line
    assert "\n" not in line
    assert raised.value.code in {"tf-shape", "tf-dtype", "tf-axis", "tf-rank", "tf-value"}


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_every_rule_shows_a_call_that_works(rule: Rule) -> None:
    assert any(example.error is None for example in rule.examples)


#: Ops that take whatever they are given, or what is known too late for a rule to refuse.
TAKE_ANYTHING = {
    "tf.RaggedTensor.bounding_shape",
    "tf.RaggedTensor.nrows",
    "tf.RaggedTensor.row_lengths",
    "tf.dtypes.saturate_cast",
    "tf.eye",
    "tf.histogram_fixed_width",
    "tf.identity_n",
    "tf.image.adjust_brightness",
    "tf.image.adjust_contrast",
    "tf.image.adjust_gamma",
    "tf.image.adjust_hue",
    "tf.image.adjust_saturation",
    "tf.image.convert_image_dtype",
    "tf.image.per_image_standardization",
    "tf.image.random_brightness",
    "tf.image.random_contrast",
    "tf.image.random_hue",
    "tf.image.random_saturation",
    "tf.image.sobel_edges",
    "tf.image.stateless_random_brightness",
    "tf.linalg.global_norm",
    "tf.math.bincount",
    "tf.math.confusion_matrix",
    "tf.math.imag",
    "tf.math.zero_fraction",
    "tf.nn.compute_average_loss",
    "tf.ragged.stack",
    "tf.random.Generator.make_seeds",
    "tf.random.poisson",
    "tf.shape_n",
    "tf.signal.fftshift",
    "tf.signal.hamming_window",
    "tf.signal.hann_window",
    "tf.signal.ifftshift",
    "tf.signal.kaiser_window",
    "tf.signal.linear_to_mel_weight_matrix",
    "tf.signal.mfccs_from_log_mel_spectrograms",
    "tf.signal.vorbis_window",
    "tf.stop_gradient",
    "tf.strings.as_string",
    "tf.strings.format",
}


def test_every_other_rule_shows_a_call_that_fails() -> None:
    silent = {
        rule.shown
        for rule in RULES.values()
        if all(example.error is None for example in rule.examples)
    }
    assert silent == TAKE_ANYTHING


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_every_example_is_a_call_of_its_rule(rule: Rule) -> None:
    method = rule.fullname.rpartition(".")[2]
    for example in rule.examples:
        assert f"{method}(" in example.call


def test_a_name_that_users_write_leads_to_the_rule() -> None:
    assert fullname("tf.matmul") == "tensorflow.linalg.matmul"
    assert fullname("tf.nn.tanh") == "tensorflow.math.tanh"
    assert fullname("tf.split") == "tensorflow.split"
    assert fullname("tf.strings.split") == "tensorflow.strings.split"


def test_the_examples_in_docstrings() -> None:
    failed = 0
    for module in pkgutil.iter_modules(tftypes_mypy.ops.__path__, "tftypes_mypy.ops."):
        failed += doctest.testmod(importlib.import_module(module.name)).failed
    assert failed == 0
