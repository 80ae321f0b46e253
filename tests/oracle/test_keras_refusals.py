"""What Keras' layers refuse for their shapes: where the rules say so, Keras does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stubs.conftest import SAME_KERAS
from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, keras_operands
from tftypes.inference.models.tensorflow.ops.keras_layers import Layer, applied

REFUSALS = (ValueError, tf.errors.InvalidArgumentError, IndexError, TypeError)
SIZES = st.integers(1, 5)
FLAGS = st.sampled_from(["same", "valid"])

#: A layer of each kind with drawn arguments, and the rank of its input.
LAYERS: list[tuple[str, int, dict[str, st.SearchStrategy[Any]]]] = [
    ("Conv1D", 3, {"filters": SIZES, "kernel_size": SIZES, "padding": FLAGS, "strides": SIZES}),
    ("Conv2D", 4, {"filters": SIZES, "kernel_size": SIZES, "padding": FLAGS, "strides": SIZES}),
    ("SeparableConv2D", 4, {"filters": SIZES, "kernel_size": SIZES, "padding": FLAGS}),
    ("DepthwiseConv2D", 4, {"kernel_size": SIZES, "padding": FLAGS}),
    ("MaxPooling1D", 3, {"pool_size": SIZES, "padding": FLAGS}),
    ("AveragePooling2D", 4, {"pool_size": SIZES, "padding": FLAGS}),
    ("Reshape", 3, {"target_shape": st.lists(st.sampled_from([-1, 1, 2, 3, 4, 6]), max_size=3)}),
    ("Cropping1D", 3, {"cropping": st.integers(0, 3)}),
    ("Cropping2D", 4, {"cropping": st.integers(0, 3)}),
    ("Permute", 3, {"dims": st.sampled_from([(1, 2), (2, 1), (1, 1), (1, 3), (1,)])}),
    ("Conv2D", 4, {"filters": st.just(6), "kernel_size": st.just(1), "groups": st.integers(1, 3)}),
    ("GroupNormalization", 3, {"groups": SIZES, "axis": st.integers(-2, 3)}),
    ("LayerNormalization", 3, {"axis": st.integers(-4, 4)}),
    ("UnitNormalization", 3, {"axis": st.integers(-4, 4)}),
    ("Dense", 3, {"units": SIZES}),
    ("Flatten", 3, {}),
    ("GRU", 3, {"units": SIZES}),
]


def says(name: str, config: dict[str, Any], inputs: Any) -> str | None:
    """What the rules refuse; None where they do not."""
    try:
        applied(Layer(name, config), [inputs])
    except OpError as error:
        return str(error)
    except Unsure:
        pass
    return None


def tensor(dims: list[int]) -> TensorType:
    return TensorType(DType.of("float32"), Shape.of(*dims))


#: An older one gives outputs of no elements.
WINDOWS = pytest.mark.skipif(
    not SAME_KERAS, reason="only newer ones refuse windows that do not fit"
)


@WINDOWS
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_what_the_rules_refuse_keras_refuses(data: st.DataObject) -> None:
    name, rank, arguments = data.draw(st.sampled_from(LAYERS))
    config = {key: data.draw(each) for key, each in arguments.items()}
    dims = data.draw(st.lists(st.integers(1, 6), min_size=rank, max_size=rank))
    refusal = says(name, config, tensor(dims))
    if refusal is not None:
        with pytest.raises(REFUSALS):
            getattr(tf.keras.layers, name)(**config)(tf.keras.Input(batch_shape=dims))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_what_merging_layers_refuse(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["Add", "Multiply", "Average", "Maximum", "Concatenate"]))
    config = {"axis": data.draw(st.sampled_from([-1, 1, 2]))} if name == "Concatenate" else {}
    shapes = [data.draw(st.lists(st.integers(1, 3), min_size=3, max_size=3)) for _ in range(2)]
    refusal = says(name, config, [tensor(dims) for dims in shapes])
    if refusal is not None:
        with pytest.raises(REFUSALS):
            getattr(tf.keras.layers, name)(**config)([tf.ones(dims) for dims in shapes])


def refused(check: Callable[..., None], *given: Any) -> bool:
    try:
        check(*given)
    except OpError:
        return True
    return False


def raises(call: Callable[[], Any]) -> bool:
    try:
        call()
    except REFUSALS:
        return True
    return False


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_states_are_refused_where_keras_refuses_them(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["LSTM", "GRU", "SimpleRNN"]))
    shapes = data.draw(
        st.lists(
            st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from([4, 5])), min_size=1, max_size=3
        )
    )
    states = [tf.zeros(dims) for dims in shapes]
    told = refused(
        keras_operands.check_states,
        name,
        4,
        tensor([3, 2, 5]),
        [tensor(list(dims)) for dims in shapes],
    )
    layer = getattr(tf.keras.layers, name)(4)
    assert told is raises(lambda: layer(tf.zeros([3, 2, 5]), initial_state=states))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_attention_is_refused_where_keras_refuses_it(data: st.DataObject) -> None:
    batches = data.draw(st.tuples(st.sampled_from([2, 3]), st.sampled_from([2, 3])))
    dims = st.sampled_from([1, 2, 3, 4])
    mask = data.draw(st.none() | st.lists(dims, min_size=2, max_size=4))
    query, value = [batches[0], 4, 5], [batches[1], 3, 5]
    told = refused(
        keras_operands.check_attention,
        tensor(query), tensor(value), None, None if mask is None else tensor(mask), 2,
    )  # fmt: skip
    layer = tf.keras.layers.MultiHeadAttention(2, 4)
    given_mask = None if mask is None else tf.ones(mask)
    call = lambda: layer(tf.zeros(query), tf.zeros(value), attention_mask=given_mask)  # noqa: E731
    assert told is raises(call)


@pytest.mark.parametrize(
    ("name", "config", "dims", "words"),
    [
        pytest.param(
            "Conv2D", {"filters": 4, "kernel_size": 3}, [1, 2, 2, 3], "a window of 3", marks=WINDOWS
        ),
        pytest.param(
            "MaxPooling2D", {"pool_size": 3}, [1, 2, 2, 3], "a window of 3", marks=WINDOWS
        ),
        ("Reshape", {"target_shape": (5, 5)}, [2, 24], "24 elements"),
    ],
)
def test_refusals_say_why(name: str, config: dict[str, Any], dims: list[int], words: str) -> None:
    assert words in str(says(name, config, tensor(dims)))
    with pytest.raises(REFUSALS):
        getattr(tf.keras.layers, name)(**config)(tf.keras.Input(batch_shape=dims))
