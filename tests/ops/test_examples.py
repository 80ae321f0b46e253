"""Every example of every rule, by the rules alone: the result as written, the error saying what is written."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tftypes.inference.models.tensorflow.ops
from tftypes.inference.models.tensorflow.ops import (
    RULES,
    Example,
    OpError,
    Rule,
    attributes,
    indexing,
    operators,
)
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.examples import evaluate, fullname

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
    "tf.RaggedTensor.row_limits",
    "tf.RaggedTensor.row_starts",
    "tf.RaggedTensor.to_sparse",
    "tf.RaggedTensor.value_rowids",
    "tf.TensorShape.concatenate",
    "tf.TensorShape.most_specific_compatible_shape",
    "tf.compat.v1.ones_like",
    "tf.compat.v1.placeholder_with_default",
    "tf.compat.v1.shape",
    "tf.compat.v1.size",
    "tf.compat.v1.zeros_like",
    "tf.experimental.numpy.isinf",
    "tf.experimental.numpy.isneginf",
    "tf.experimental.numpy.isposinf",
    "tf.experimental.numpy.rad2deg",
    "tf.identity_n",
    "tf.keras.activations.linear",
    "tf.keras.backend.abs",
    "tf.keras.backend.any",
    "tf.keras.backend.argmax",
    "tf.keras.backend.argmin",
    "tf.keras.backend.batch_dot",
    "tf.keras.backend.batch_flatten",
    "tf.keras.backend.bias_add",
    "tf.keras.backend.binary_crossentropy",
    "tf.keras.backend.cast",
    "tf.keras.backend.categorical_crossentropy",
    "tf.keras.backend.clip",
    "tf.keras.backend.concatenate",
    "tf.keras.backend.constant",
    "tf.keras.backend.cos",
    "tf.keras.backend.dot",
    "tf.keras.backend.dropout",
    "tf.keras.backend.elu",
    "tf.keras.backend.equal",
    "tf.keras.backend.exp",
    "tf.keras.backend.expand_dims",
    "tf.keras.backend.flatten",
    "tf.keras.backend.gather",
    "tf.keras.backend.greater",
    "tf.keras.backend.greater_equal",
    "tf.keras.backend.hard_sigmoid",
    "tf.keras.backend.l2_normalize",
    "tf.keras.backend.less",
    "tf.keras.backend.less_equal",
    "tf.keras.backend.log",
    "tf.keras.backend.max",
    "tf.keras.backend.maximum",
    "tf.keras.backend.mean",
    "tf.keras.backend.min",
    "tf.keras.backend.minimum",
    "tf.keras.backend.not_equal",
    "tf.keras.backend.one_hot",
    "tf.keras.backend.ones_like",
    "tf.keras.backend.permute_dimensions",
    "tf.keras.backend.pow",
    "tf.keras.backend.prod",
    "tf.keras.backend.random_bernoulli",
    "tf.keras.backend.random_normal",
    "tf.keras.backend.random_uniform",
    "tf.keras.backend.relu",
    "tf.keras.backend.repeat",
    "tf.keras.backend.repeat_elements",
    "tf.keras.backend.reshape",
    "tf.keras.backend.reverse",
    "tf.keras.backend.round",
    "tf.keras.backend.shape",
    "tf.keras.backend.sigmoid",
    "tf.keras.backend.sign",
    "tf.keras.backend.sin",
    "tf.keras.backend.softmax",
    "tf.keras.backend.softplus",
    "tf.keras.backend.softsign",
    "tf.keras.backend.sparse_categorical_crossentropy",
    "tf.keras.backend.sqrt",
    "tf.keras.backend.square",
    "tf.keras.backend.squeeze",
    "tf.keras.backend.stack",
    "tf.keras.backend.std",
    "tf.keras.backend.stop_gradient",
    "tf.keras.backend.sum",
    "tf.keras.backend.tanh",
    "tf.keras.backend.tile",
    "tf.keras.backend.transpose",
    "tf.keras.backend.truncated_normal",
    "tf.keras.backend.var",
    "tf.keras.backend.zeros_like",
    "tf.keras.metrics.categorical_accuracy",
    "tf.keras.metrics.sparse_categorical_accuracy",
    "tf.linalg.LinearOperator.adjoint",
    "tf.linalg.LinearOperator.batch_shape_tensor",
    "tf.linalg.LinearOperator.cond",
    "tf.linalg.LinearOperator.diag_part",
    "tf.linalg.LinearOperator.domain_dimension_tensor",
    "tf.linalg.LinearOperator.range_dimension_tensor",
    "tf.linalg.LinearOperator.shape_tensor",
    "tf.linalg.LinearOperator.tensor_rank_tensor",
    "tf.linalg.LinearOperator.to_dense",
    "tf.linalg.LinearOperator.trace",
    "tf.linalg.LinearOperatorIdentity.add_to_tensor",
    "tf.math.imag",
    "tf.math.zero_fraction",
    "tf.nn.scale_regularization_loss",
    "tf.ragged.map_flat_values",
    "tf.random.create_rng_state",
    "tf.signal.mfccs_from_log_mel_spectrograms",
    "tf.sparse.map_values",
    "tf.sparse.mask",
    "tf.sparse.reorder",
    "tf.stop_gradient",
    "tf.strings.as_string",
    "tf.summary.audio",
    "tf.summary.histogram",
    "tf.summary.image",
    "tf.summary.should_record_summaries",
    "tf.summary.text",
    "tf.summary.write",
    "tf.timestamp",
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
    for module in pkgutil.iter_modules(
        tftypes.inference.models.tensorflow.ops.__path__, "tftypes.inference.models.tensorflow.ops."
    ):
        failed += doctest.testmod(importlib.import_module(module.name)).failed
    assert failed == 0
