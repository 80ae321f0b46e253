"""What is said of Keras' layers is what Keras makes: drawn arguments, and inputs of several ranks."""

from __future__ import annotations

import doctest
from itertools import product
from typing import Any

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stubs.conftest import SAME_KERAS
from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    keras_functions,
    keras_layers,
    keras_ranks,
)
from tftypes.inference.models.tensorflow.ops.keras_layers import Layer, output

SEQUENCE, IMAGE, VOLUME = [4, 7, 6], [2, 9, 8, 6], [2, 6, 7, 8, 4]
SIZES = {1: SEQUENCE, 2: IMAGE, 3: VOLUME}


def said(name: str, config: dict[str, Any], dims: list[int], dtype: str = "float32") -> Any:
    return output(Layer(name, config), [TensorType(DType.of(dtype), Shape.of(*dims))])


def made(name: str, config: dict[str, Any], dims: list[int], dtype: str = "float32") -> Any:
    return getattr(tf.keras.layers, name)(**config)(tf.ones(dims, dtype))


def shown(result: Any) -> str:
    if isinstance(result, (list, tuple)):
        return ", ".join(map(shown, result))
    return f"{result.dtype.name}[{', '.join(map(str, result.shape))}]"


#: One layer of each kind, with arguments as programs write them.
CASES: list[tuple[str, dict[str, Any], list[int]]] = [
    ("Dense", {"units": 5}, IMAGE),
    ("Flatten", {}, IMAGE),
    ("Flatten", {}, [3]),
    ("Reshape", {"target_shape": (-1, 4)}, IMAGE),
    ("Permute", {"dims": (2, 1)}, SEQUENCE),
    ("RepeatVector", {"n": 3}, [4, 5]),
    ("Embedding", {"input_dim": 9, "output_dim": 5}, [4, 7]),
    ("LSTM", {"units": 5, "return_state": True}, SEQUENCE),
    ("GRU", {"units": 5, "return_sequences": True}, SEQUENCE),
    ("SimpleRNN", {"units": 5}, SEQUENCE),
    ("GlobalAveragePooling2D", {}, IMAGE),
    ("GlobalMaxPooling1D", {"keepdims": True}, SEQUENCE),
    ("ZeroPadding2D", {"padding": ((1, 2), (0, 3))}, IMAGE),
    ("ZeroPadding1D", {"padding": 2}, SEQUENCE),
    ("Cropping2D", {"cropping": 1}, IMAGE),
    ("UpSampling2D", {"size": (2, 3)}, IMAGE),
    ("UpSampling1D", {}, SEQUENCE),
    ("Resizing", {"height": 5, "width": 6}, IMAGE),
    ("Rescaling", {"scale": 0.1}, IMAGE),
    *(
        (name, {}, IMAGE)
        for name in ("BatchNormalization", "LayerNormalization", "ReLU", "Softmax")
    ),
    ("Dropout", {"rate": 0.5}, SEQUENCE),
    ("Activation", {"activation": "relu"}, [2, 3]),
]


@pytest.mark.parametrize(("name", "config", "dims"), CASES, ids=[case[0] for case in CASES])
def test_a_layer(name: str, config: dict[str, Any], dims: list[int]) -> None:
    assert shown(said(name, config, dims)) == shown(made(name, config, dims))


@pytest.mark.parametrize("dtype", ["float64", "int32", "uint8"])
@pytest.mark.parametrize(
    "name", ["Flatten", "Dropout", "Rescaling", "MaxPooling2D", "Dense", "Activation"]
)
def test_the_dtype_of_the_input(name: str, dtype: str) -> None:
    config = {"Dropout": {"rate": 0.1}, "Rescaling": {"scale": 1.0}, "Dense": {"units": 2}}.get(
        name, {}
    )
    config = {"activation": "relu"} if name == "Activation" else config
    known = said(name, config, IMAGE, dtype)
    assert made(name, config, IMAGE, dtype).dtype.name in known.dtype.names


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_windows_that_slide(data: st.DataObject) -> None:
    """Convolutions, transposed ones and pools: each size, stride and padding."""
    spatial = data.draw(st.sampled_from([1, 2]))
    kind = data.draw(
        st.sampled_from(
            ["Conv", "Transpose", "MaxPooling", "AveragePooling", "DepthwiseConv", "SeparableConv"]
        )
    )
    size, stride = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    config: dict[str, Any] = {
        "strides": stride,
        "padding": data.draw(st.sampled_from(["same", "valid", "SAME"])),
    }
    if "Pooling" in kind:
        config["pool_size"] = size
    else:
        config["kernel_size"] = size
        if kind != "DepthwiseConv":
            config["filters"] = data.draw(st.integers(1, 4))
    name = f"Conv{spatial}DTranspose" if kind == "Transpose" else f"{kind}{spatial}D"
    known = said(name, config, SIZES[spatial])
    assert shown(known) == shown(made(name, config, SIZES[spatial]))


def test_several_inputs() -> None:
    x = TensorType(DType.of("float32"), Shape.of(2, 3))
    ones = tf.ones([2, 3])
    assert shown(output(Layer("Add"), [[x, x]])) == shown(tf.keras.layers.Add()([ones, ones]))
    both = tf.keras.layers.Concatenate()([ones, ones])
    assert shown(output(Layer("Concatenate"), [[x, x]])) == shown(both)


def test_cells() -> None:
    x, h = (TensorType(DType.of("float32"), Shape.of(4, n)) for n in (3, 5))
    for name, count in (("LSTMCell", 2), ("GRUCell", 1), ("SimpleRNNCell", 1)):
        states = [tf.ones([4, 5])] * count
        real = getattr(tf.keras.layers, name)(5)(tf.ones([4, 3]), states)
        assert shown(output(Layer(name, {"units": 5}), [x, [h] * count])) == shown(real)


def test_layers_in_layers() -> None:
    inner = Layer("LSTM", {"units": 5, "return_sequences": True})
    real = tf.keras.layers.LSTM(5, return_sequences=True)
    known = said("Bidirectional", {"layer": inner}, SEQUENCE)
    assert shown(known) == shown(tf.keras.layers.Bidirectional(real)(tf.ones(SEQUENCE)))
    known = said("TimeDistributed", {"layer": Layer("Dense", {"units": 2})}, SEQUENCE)
    real = tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(2))
    assert shown(known) == shown(real(tf.ones(SEQUENCE)))


@pytest.mark.parametrize("use_bias", [True, False])
@pytest.mark.parametrize(
    ("name", "config", "dims"),
    [
        ("Dense", {"units": 5}, IMAGE),
        ("Conv1D", {"filters": 3, "kernel_size": 2}, SEQUENCE),
        ("Conv2D", {"filters": 3, "kernel_size": (2, 3), "padding": "same"}, IMAGE),
        ("Conv3D", {"filters": 3, "kernel_size": 2, "strides": 2}, VOLUME),
    ],
)
def test_the_weights_of_a_layer(
    name: str, config: dict[str, Any], dims: list[int], use_bias: bool
) -> None:
    config = {**config, "use_bias": use_bias}
    layer = getattr(tf.keras.layers, name)(**config)
    layer(tf.ones(dims, "float64"))
    told = keras_layers.weights(
        Layer(name, config), TensorType(DType.of("float64"), Shape.of(*dims))
    )
    assert [*map(shown, told.values())] == [*map(shown, map(tf.convert_to_tensor, layer.weights))]
    assert all(
        shown(tensor) == shown(tf.convert_to_tensor(getattr(layer, n)))
        for n, tensor in told.items()
    )


def test_weights_that_are_not_known_are_not_said() -> None:
    x = TensorType(DType.of("float32"), Shape.of(*IMAGE))
    assert keras_layers.weights(Layer("Conv2D", {"filters": 4, "groups": 2}), x) == {}
    assert keras_layers.weights(Layer("Dense", {"units": 4, "use_bias": UNKNOWN}), x) == {}
    assert (
        str(keras_layers.weights(Layer("Dense", {"units": UNKNOWN}), x)["kernel"])
        == "float32[6, ?]"
    )


def test_what_is_not_known_is_not_said() -> None:
    x = TensorType(DType.of("float32"), Shape.of(2, 3))
    assert str(output(Layer("Dense", {"units": UNKNOWN}), [x])) == "float32[2, ?]"
    assert output(Layer("Reshape", {"target_shape": UNKNOWN}), [x]) is UNKNOWN
    assert output(Layer("SomeLayer"), [x]) is UNKNOWN
    assert output(Layer("Dense", {"units": 2}), [UNKNOWN]) is UNKNOWN


def test_the_examples_in_docstrings() -> None:
    assert [
        doctest.testmod(module).failed for module in (keras_layers, keras_functions, keras_ranks)
    ] == [0, 0, 0]


#: What the constructors of layers ask for.
REQUIRED: dict[str, dict[str, Any]] = {
    "AveragePooling": {"pool_size": 2},
    "Conv": {"filters": 3, "kernel_size": 2},
    "Cropping": {"cropping": 1},
    "DepthwiseConv": {"kernel_size": 2},
    "GRU": {"units": 2},
    "LSTM": {"units": 2},
    "RepeatVector": {"n": 2},
    "SeparableConv": {"filters": 3, "kernel_size": 2},
    "SimpleRNN": {"units": 2},
    "SpatialDropout": {"rate": 0.1},
    "Dense": {"units": 2},
}


#: A transposed convolution looks for dims that are not there; an older Keras leaves some ranks to TensorFlow.
REFUSALS = (ValueError, IndexError, *([] if SAME_KERAS else [tf.errors.InvalidArgumentError]))


@pytest.mark.parametrize("name", ["Dense", *keras_ranks.RANKS])
def test_the_ranks_that_a_layer_takes(name: str) -> None:
    config = next((config for start, config in REQUIRED.items() if name.startswith(start)), {})
    for rank in range(1, 7):
        tensor = tf.ones([4] * rank)
        try:
            keras_ranks.check(name, TensorType(DType.of("float32"), Shape.of(*[4] * rank)))
        except OpError:
            with pytest.raises(REFUSALS):
                getattr(tf.keras.layers, name)(**config)(tensor)
        else:
            getattr(tf.keras.layers, name)(**config)(tensor)


@pytest.mark.parametrize("sizes", [(4,), (4, 1), (4, 4, 1), (4, 4, 3)])
def test_the_shapes_that_a_model_takes(sizes: tuple[int, ...]) -> None:
    inputs = tf.keras.Input(sizes)
    outputs = tf.keras.layers.Dense(3)(tf.keras.layers.Flatten()(inputs))
    for rank in range(1, 6):
        for dims in product((1, 3, 4), repeat=rank):
            tensor = TensorType(DType.of("float32"), Shape.of(*dims))
            try:
                keras_ranks.check_model(Shape.of(UNKNOWN, *sizes), tensor)
            except OpError:
                with pytest.raises(ValueError):
                    tf.keras.Model(inputs, outputs)(tf.ones(dims))
            else:
                tf.keras.Model(inputs, outputs)(tf.ones(dims))
