"""Keras' losses refuse what the checker says they refuse, and give what it says they give: drawn shapes of both sides."""

from __future__ import annotations

import doctest

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    Unsure,
    keras_losses,
    keras_metrics,
    keras_names,
)
from tftypes.inference.models.tensorflow.ops.groups import FLOATS

#: Sizes that fit often.
SHAPES = st.lists(st.sampled_from([1, 2, 3]), min_size=1, max_size=3)
DTYPES = {"SparseCategoricalCrossentropy": "int32"}
#: Those whose labels are the numbers of classes, and those of which not all that Keras refuses is known.
NUMBERED = {"SparseCategoricalCrossentropy", "CategoricalGeneralizedCrossEntropy", "Circle"}
PARTLY = {"Circle"}


def said(name: str, true: list[int], pred: list[int]) -> object:
    labels = TensorType(DType.of(DTYPES.get(name, "float32")), Shape.of(*true))
    predictions = TensorType(DType.of("float32"), Shape.of(*pred))
    try:
        made = keras_losses.loss(name, {"reduction": "none"}, labels, predictions)
    except OpError:
        return "refused"
    return UNKNOWN if made is UNKNOWN or made.shape.rank is None else list(made.shape)


def made(name: str, true: list[int], pred: list[int]) -> object:
    loss = getattr(tf.keras.losses, name)(reduction=None)
    labels = tf.zeros(true, DTYPES.get(name, "float32"))
    try:
        return loss(labels, tf.fill(pred, 0.5)).shape.as_list()
    except (ValueError, tf.errors.InvalidArgumentError):
        return "refused"


@pytest.mark.filterwarnings("ignore:In loss:SyntaxWarning")  # of one class only
@pytest.mark.parametrize("name", sorted(keras_losses.LOSSES - {"CategoricalHinge"}))
def test_a_loss(name: str) -> None:
    @settings(deadline=None, max_examples=150)
    @given(SHAPES, SHAPES)
    def each(true: list[int], pred: list[int]) -> None:
        told = said(name, true, pred)
        if told is UNKNOWN:
            assert name in PARTLY or made(name, true, pred) != "refused"
        else:
            assert made(name, true, pred) == told

    each()


def measured(name: str, true: list[int], pred: list[int]) -> str:
    """What `compile` does with a metric that is given by this name."""
    from keras.src.trainers.compile_utils import CompileMetrics

    try:
        CompileMetrics([name], None).update_state(tf.zeros(true), tf.fill(pred, 0.5))
    except (ValueError, tf.errors.InvalidArgumentError):
        return "refused"
    return "taken"


METRICS = sorted(
    name
    for name in keras_names.NAMES["metric"] - set(keras_names.UNUSABLE)
    if keras_metrics.class_by_name(name) is not None and name == name.lower()
)


@pytest.mark.filterwarnings("ignore:In loss:SyntaxWarning")
@pytest.mark.parametrize("name", METRICS)
def test_a_metric_that_is_given_by_name(name: str) -> None:
    @settings(deadline=None, max_examples=40)
    @given(SHAPES, SHAPES.filter(lambda shape: len(shape) > 1))
    def each(true: list[int], pred: list[int]) -> None:
        shapes = ([5, *true[1:]], [5, *pred[1:]])
        labels, predictions = (TensorType(DType.of("float32"), Shape.of(*one)) for one in shapes)
        try:
            keras_metrics.check(keras_metrics.class_by_name(name) or "", labels, predictions)
        except OpError:
            assert measured(name, *shapes) == "refused"
        except Unsure:
            return
        else:
            assert measured(name, *shapes) == "taken"

    each()


def test_the_metrics_that_cannot_be_used_by_name() -> None:
    from keras.src.trainers.compile_utils import CompileMetrics

    for name in keras_names.UNUSABLE:
        with pytest.raises((TypeError, NotImplementedError)):
            CompileMetrics([name], None).update_state(tf.zeros([5, 1]), tf.zeros([5, 1]))


def test_unknown_sizes_refute_nothing() -> None:
    known = TensorType.parse("float32[8, 3]")
    for text in ("float32[?, 3]", "float32[8, ?]", "float32[?, ?]", "float32[...]"):
        each = TensorType.parse(text)
        for name in keras_losses.LOSSES - NUMBERED:
            keras_losses.loss(name, {}, each, known)
            keras_losses.loss(name, {}, known, each)


@pytest.mark.filterwarnings("ignore:In loss:SyntaxWarning")
@pytest.mark.parametrize("dtype", sorted(FLOATS))
def test_losses_and_metrics_give_the_dtype_that_they_are_given(dtype: str) -> None:
    for name in keras_losses.LOSSES:
        loss = getattr(tf.keras.losses, name)(dtype=dtype)
        labels = tf.zeros([2], "int32") if name in NUMBERED else tf.ones([2, 3])
        assert loss(labels, tf.fill([2, 3], 0.5)).dtype == dtype, name
    for name in keras_metrics.METRICS:
        result = getattr(tf.keras.metrics, name)(dtype=dtype).result()
        assert result.dtype == ("float32" if name in keras_metrics.COUNTS else dtype), name
        assert result.shape == (), name


def test_doctests() -> None:
    assert doctest.testmod(keras_losses).failed == 0
