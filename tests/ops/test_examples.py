"""Every example of every rule, by the rules alone: the result as written, the error saying what is written."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tftypes_mypy.ops
from tftypes_mypy.ops import RULES, Example, OpError, Rule, attributes, indexing, operators
from tftypes_mypy.ops.describe import describe
from tftypes_mypy.ops.examples import evaluate, fullname

EXAMPLES = [
    pytest.param(example, id=str(example))
    for example in (
        *(example for name in sorted(RULES) for example in RULES[name].examples),
        *map(Example.parse, (*attributes.EXAMPLES, *indexing.EXAMPLES, *operators.EXAMPLES)),
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
    "tf.IndexedSlices",
    "tf.RaggedTensor.bounding_shape",
    "tf.RaggedTensor.nested_row_lengths",
    "tf.RaggedTensor.nested_value_rowids",
    "tf.RaggedTensor.nrows",
    "tf.RaggedTensor.row_lengths",
    "tf.RaggedTensor.row_limits",
    "tf.RaggedTensor.row_starts",
    "tf.RaggedTensor.to_sparse",
    "tf.RaggedTensor.value_rowids",
    "tf.TensorShape.concatenate",
    "tf.TensorShape.most_specific_compatible_shape",
    "tf.compat.v1.get_variable",
    "tf.compat.v1.ones_like",
    "tf.compat.v1.placeholder",
    "tf.compat.v1.placeholder_with_default",
    "tf.compat.v1.shape",
    "tf.compat.v1.size",
    "tf.compat.v1.zeros_like",
    "tf.dtypes.saturate_cast",
    "tf.experimental.numpy.abs",
    "tf.experimental.numpy.absolute",
    "tf.experimental.numpy.arccos",
    "tf.experimental.numpy.arccosh",
    "tf.experimental.numpy.arcsin",
    "tf.experimental.numpy.arcsinh",
    "tf.experimental.numpy.arctan",
    "tf.experimental.numpy.arctanh",
    "tf.experimental.numpy.array",
    "tf.experimental.numpy.asarray",
    "tf.experimental.numpy.cbrt",
    "tf.experimental.numpy.ceil",
    "tf.experimental.numpy.conj",
    "tf.experimental.numpy.conjugate",
    "tf.experimental.numpy.cos",
    "tf.experimental.numpy.cosh",
    "tf.experimental.numpy.deg2rad",
    "tf.experimental.numpy.empty",
    "tf.experimental.numpy.exp",
    "tf.experimental.numpy.exp2",
    "tf.experimental.numpy.expm1",
    "tf.experimental.numpy.eye",
    "tf.experimental.numpy.floor",
    "tf.experimental.numpy.isfinite",
    "tf.experimental.numpy.isinf",
    "tf.experimental.numpy.isnan",
    "tf.experimental.numpy.isneginf",
    "tf.experimental.numpy.isposinf",
    "tf.experimental.numpy.log",
    "tf.experimental.numpy.log10",
    "tf.experimental.numpy.log1p",
    "tf.experimental.numpy.log2",
    "tf.experimental.numpy.logical_not",
    "tf.experimental.numpy.negative",
    "tf.experimental.numpy.ones",
    "tf.experimental.numpy.ones_like",
    "tf.experimental.numpy.positive",
    "tf.experimental.numpy.rad2deg",
    "tf.experimental.numpy.signbit",
    "tf.experimental.numpy.sin",
    "tf.experimental.numpy.sinh",
    "tf.experimental.numpy.sqrt",
    "tf.experimental.numpy.square",
    "tf.experimental.numpy.tan",
    "tf.experimental.numpy.tanh",
    "tf.experimental.numpy.zeros",
    "tf.experimental.numpy.zeros_like",
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
    "tf.image.stateless_random_contrast",
    "tf.image.stateless_random_hue",
    "tf.image.stateless_random_saturation",
    "tf.io.serialize_sparse",
    "tf.linalg.global_norm",
    "tf.math.bincount",
    "tf.math.confusion_matrix",
    "tf.math.imag",
    "tf.math.zero_fraction",
    "tf.nn.compute_average_loss",
    "tf.nn.scale_regularization_loss",
    "tf.ragged.map_flat_values",
    "tf.random.Generator.make_seeds",
    "tf.random.create_rng_state",
    "tf.random.poisson",
    "tf.shape_n",
    "tf.signal.fftshift",
    "tf.signal.hamming_window",
    "tf.signal.hann_window",
    "tf.signal.ifftshift",
    "tf.signal.kaiser_bessel_derived_window",
    "tf.signal.kaiser_window",
    "tf.signal.linear_to_mel_weight_matrix",
    "tf.signal.mfccs_from_log_mel_spectrograms",
    "tf.signal.vorbis_window",
    "tf.sparse.map_values",
    "tf.sparse.mask",
    "tf.sparse.reorder",
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
