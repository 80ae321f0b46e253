"""What Keras' layers are made with: what the tables refuse, Keras refuses, and the names are those that it looks up."""

from __future__ import annotations

import inspect
from typing import Any

import keras
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from keras.src import (
    activations,
    constraints,
    initializers,
    losses,
    metrics,
    optimizers,
    regularizers,
)
from keras.src.backend.common.dtypes import ALLOWED_DTYPES

from tests.stubs.conftest import SAME_KERAS
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    keras_arguments,
    keras_keywords,
    keras_names,
    keras_objects,
)

pytestmark = pytest.mark.skipif(not SAME_KERAS, reason="the tables are of another Keras")

#: What a layer cannot be made without.
REQUIRED: dict[str, Any] = {
    "units": 4, "filters": 4, "kernel_size": 3, "pool_size": 2, "rate": 0.5, "num_heads": 2, "key_dim": 4,
    "input_dim": 10, "output_dim": 4, "target_shape": (2,), "dims": (1,), "n": 3, "num_bins": 5, "num_tokens": 5,
    "stddev": 0.5, "factor": 0.5, "height_factor": 0.2, "width_factor": 0.2, "equation": "ab,bc->ac",
    "output_shape": 4, "output_size": 2, "activation": "relu", "axes": 1, "layer": lambda: keras.layers.LSTM(3),
}  # fmt: skip
VALUES: list[Any] = [
    -1, 0, 1, 3, 4.0, 0.5, 1.5, -0.5, True, None, "3", "nope", "same", "SAME", "Valid", "causal", "Channels_Last",
    "channels_first", "bilinear", "reflect", "mirror", "one_hot", "multi_hot", "tf_idf", "relu", "zeros", "l2", "non_neg", "concat", (3,),
    (3, 3), (3, 3, 3), (0, 1), (-1, 2), [2, 2], (1, 2, 0), ((1, 1), (2, 2)), (1.5, 2), (0.2, 0.5), (0.5, 1.5),
]  # fmt: skip


def required(name: str) -> dict[str, Any]:
    parameters = inspect.signature(getattr(keras.layers, name).__init__).parameters.values()
    found = {
        each.name: REQUIRED[each.name]
        for each in parameters
        if each.default is each.empty and each.name in REQUIRED
    }
    if name == "Discretization":
        found["num_bins"] = 5
    if name == "RandomPosterization":
        found["factor"] = 4
    if name == "CategoryEncoding":
        found["num_tokens"] = 5
    return {key: each() if callable(each) else each for key, each in found.items()}


def refuses(name: str, config: dict[str, Any]) -> bool:
    try:
        keras_arguments.check(name, config)
    except OpError:
        return True
    return False


def is_made(name: str, config: dict[str, Any]) -> bool:
    try:
        getattr(keras.layers, name)(**config)
    except Exception:
        return False
    return True


@pytest.mark.parametrize("name", sorted(keras_arguments.LAYERS))
def test_what_the_table_refuses_keras_refuses(name: str) -> None:
    plain = required(name)
    assert is_made(name, plain)
    assert not refuses(name, plain)
    for parameter in keras_arguments.LAYERS[name]:
        refused = [value for value in VALUES if refuses(name, {**plain, parameter: value})]
        assert refused, parameter
        made = [value for value in refused if is_made(name, {**plain, parameter: value})]
        assert made == [], parameter


@pytest.mark.parametrize("name", ["Dense", "Conv2D", "LSTM", "BatchNormalization", "Embedding"])
def test_the_names_of_activations_and_their_like_are_looked_up(name: str) -> None:
    plain = required(name)
    parameters = inspect.signature(getattr(keras.layers, name).__init__).parameters
    for parameter in parameters:
        if parameter.rpartition("_")[2] in (
            "activation",
            "initializer",
            "regularizer",
            "constraint",
        ):
            for value in ("nope", "relu", "zeros", "l2", "non_neg", "Zeros", "ReLU"):
                config = {**plain, parameter: value}
                assert refuses(name, config) is not is_made(name, config), (parameter, value)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["Conv1D", "Conv2D", "Conv2DTranspose", "Conv3D"]),
    st.fixed_dictionaries(
        {"filters": st.integers(1, 6), "kernel_size": st.integers(1, 3)},
        optional={
            "strides": st.integers(1, 3),
            "dilation_rate": st.integers(1, 3),
            "padding": st.sampled_from(["same", "valid", "causal", "full"]),
        },
    ),
)
def test_convolutions_are_made_where_nothing_is_refused(name: str, config: dict[str, Any]) -> None:
    assert refuses(name, config) is not is_made(name, config)


@pytest.mark.parametrize(
    ("kind", "module"),
    [
        ("activation", activations),
        ("initializer", initializers),
        ("regularizer", regularizers),
        ("constraint", constraints),
        ("loss", losses),
        ("metric", metrics),
        ("optimizer", optimizers),
    ],
)
def test_the_names_are_those_that_keras_looks_up(kind: str, module: Any) -> None:
    added = {"metric": {"acc"}, "loss": {"crossentropy", "ce"}}.get(kind, set())
    assert keras_names.NAMES[kind] - added == set(map(str, module.ALL_OBJECTS_DICT))


def test_the_names_of_dtypes_are_those_that_keras_takes() -> None:
    assert keras_names.NAMES["dtype"] == {*ALLOWED_DTYPES, "int"}


#: Names that programs give to constructors: of old, misspelt, and those of other classes.
KEYWORDS = [
    "activatoin",
    "lr",
    "decay",
    "alpha",
    "input_length",
    "implementation",
    "batch_input_shape",
    "input_shape",
    "input_dim",
    "dtype",
    "name",
    "trainable",
    "autocast",
    "units",
    "filters",
    "kernel_size",
    "rate",
    "axis",
    "epsilon",
    "momentum",
    "data_format",
    "seed",
    "factor",
    "bounding_box_format",
    "value_range",
    "use_bias",
    "weights",
    "rho",
    "beta_1",
    "amsgrad",
    "nesterov",
    "jit_compile",
    "vocabulary_size",
    "rms_scaling",
    "time_major",
    "unroll",
    "dynamic",
    "pool_size",
    "padding",
    "activity_regularizer",
    "nb_filter",
    "border_mode",
    "subsample",
    "init",
    "output_dim",
    "p",
    "W_regularizer",
]


def takes(cls: Any, plain: dict[str, Any], keyword: str) -> bool:
    """Whether the constructor takes a keyword; what it says of the value does not matter."""
    try:
        cls(**{**plain, keyword: plain.get(keyword)})
    except (TypeError, ValueError) as error:
        return not any(
            each in str(error) for each in ("nrecognized", "not recognized", "unexpected keyword")
        )
    except Exception:
        return True
    return True


def takes_any(cls: Any) -> bool:
    parameters = inspect.signature(cls.__init__).parameters.values()
    return any(each.kind is each.VAR_KEYWORD for each in parameters)


def says_unknown(root: str, cls: Any, keyword: str) -> bool:
    if not takes_any(cls):
        return False  # Python refuses what is not declared
    parameters = inspect.signature(cls.__init__).parameters.values()
    try:
        keras_keywords.check(root, cls.__name__, [keyword], [each.name for each in parameters])
    except OpError:
        return True
    return False


@pytest.mark.parametrize("name", sorted(keras_arguments.LAYERS))
def test_a_layer_does_not_take_the_keywords_that_are_refused(name: str) -> None:
    cls, plain = getattr(keras.layers, name), required(name)
    refused = [each for each in KEYWORDS if says_unknown("Layer", cls, each)]
    assert [each for each in refused if takes(cls, plain, each)] == []
    assert "activatoin" in refused or not takes_any(cls) or takes(cls, plain, "activatoin")


@pytest.mark.parametrize("name", ["Dense", "Conv2D", "LSTM", "Embedding", "Dropout", "LeakyReLU"])
def test_a_layer_takes_the_keywords_that_are_not_refused(name: str) -> None:
    cls, plain = getattr(keras.layers, name), required(name)
    silent = [each for each in KEYWORDS if not says_unknown("Layer", cls, each)]
    assert [each for each in silent if not takes(cls, plain, each)] == []


@pytest.mark.parametrize(
    "name",
    [
        "Adam",
        "SGD",
        "RMSprop",
        "Adagrad",
        "AdamW",
        "Adadelta",
        "Adamax",
        "Nadam",
        "Ftrl",
        "Lion",
        "Adafactor",
    ],
)
def test_an_optimizer_takes_the_keywords_that_are_not_refused_and_no_other(name: str) -> None:
    cls = getattr(keras.optimizers, name)
    wrong = [
        each for each in KEYWORDS if says_unknown("Optimizer", cls, each) is takes(cls, {}, each)
    ]
    assert wrong == []


#: The classes of objects that are no layers, by what all of their kind derive from, and what each cannot be made without.
OBJECTS: list[tuple[str, Any, dict[str, Any]]] = [
    ("Loss", keras.losses.MeanSquaredError, {}),
    ("Loss", keras.losses.Huber, {}),
    ("Optimizer", keras.optimizers.SGD, {}),
    ("Optimizer", keras.optimizers.Adam, {}),
    ("Metric", keras.metrics.AUC, {}),
    ("Metric", keras.metrics.Precision, {}),
    ("Metric", keras.metrics.Recall, {}),
    ("Metric", keras.metrics.F1Score, {}),
    ("Metric", keras.metrics.FBetaScore, {}),
    ("Metric", keras.metrics.SensitivityAtSpecificity, {"specificity": 0.5}),
    ("Metric", keras.metrics.SpecificityAtSensitivity, {"sensitivity": 0.5}),
    ("Metric", keras.metrics.PrecisionAtRecall, {"recall": 0.5}),
    ("Metric", keras.metrics.RecallAtPrecision, {"precision": 0.5}),
    ("", keras.initializers.VarianceScaling, {}),
    ("", keras.regularizers.L1, {}),
    ("", keras.regularizers.L2, {}),
    ("", keras.regularizers.L1L2, {}),
    ("", keras.optimizers.schedules.CosineDecay, {"initial_learning_rate": 0.1, "decay_steps": 9}),
]
CHOICES: list[Any] = [
    "sum", "SUM", "mean", "auto", "interpolation", "Majoring", "micro", "Micro", "fan_in", "FAN_IN", "uniform", "Uniform",
    [0.5, 0.9], [0.5, 1.1], 2, 1.0,
]  # fmt: skip


def is_refused(root: str, cls: Any, config: dict[str, Any]) -> bool:
    try:
        keras_objects.check(root, cls.__name__, config)
    except OpError:
        return True
    return False


@pytest.mark.parametrize(("root", "cls", "plain"), OBJECTS)
def test_what_the_table_refuses_of_other_objects_keras_refuses(
    root: str, cls: Any, plain: dict[str, Any]
) -> None:
    assert not is_refused(root, cls, plain)
    found = 0
    for parameter in inspect.signature(cls.__init__).parameters:
        for value in [*VALUES, *CHOICES]:
            config = {**plain, parameter: value}
            if is_refused(root, cls, config):
                found += 1
                with pytest.raises((ValueError, TypeError, AttributeError)):
                    cls(**config)
    assert found


def test_what_does_not_go_together_is_refused() -> None:
    both = {"clipnorm": 1.0, "clipvalue": 1.0}
    assert is_refused("Optimizer", keras.optimizers.Adam, both)
    with pytest.raises(ValueError, match="Only one of"):
        keras.optimizers.Adam(**both)
    steps = {"boundaries": [1, 2], "values": [0.1, 0.2]}
    assert is_refused("", keras.optimizers.schedules.PiecewiseConstantDecay, steps)
    with pytest.raises(ValueError, match="length of boundaries"):
        keras.optimizers.schedules.PiecewiseConstantDecay(**steps)


@pytest.mark.parametrize("config", [{"mean": 1.0}, {"variance": 1.0}])
def test_a_normalization_has_both_of_its_numbers_or_none(config: dict[str, Any]) -> None:
    assert refuses("Normalization", config)
    assert not is_made("Normalization", config)
    both = {"mean": 1.0, "variance": 1.0}
    assert not refuses("Normalization", both)
    assert is_made("Normalization", both)
