"""What Keras' layers refuse for their shapes: where the rules say so, Keras does."""

from __future__ import annotations

from typing import Any

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
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


@pytest.mark.parametrize(
    ("name", "config", "dims", "words"),
    [
        ("Conv2D", {"filters": 4, "kernel_size": 3}, [1, 2, 2, 3], "a window of 3"),
        ("MaxPooling2D", {"pool_size": 3}, [1, 2, 2, 3], "a window of 3"),
        ("Reshape", {"target_shape": (5, 5)}, [2, 24], "24 elements"),
    ],
)
def test_refusals_say_why(name: str, config: dict[str, Any], dims: list[int], words: str) -> None:
    assert words in str(says(name, config, tensor(dims)))
    with pytest.raises(REFUSALS):
        getattr(tf.keras.layers, name)(**config)(tf.keras.Input(batch_shape=dims))
