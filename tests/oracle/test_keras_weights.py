"""What is said of the weights that training changes is what Keras makes: of layers, and of models in their order."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import tensorflow as tf

from tests.checks import Case, analyse
from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import keras_layers
from tftypes.inference.models.tensorflow.ops.keras_layers import Layer
from tftypes.inference.models.tensorflow.ops.keras_weights import PLAIN, PREPARING, WITHOUT

SEQUENCE, IMAGE, VOLUME = [4, 7, 6], [2, 9, 8, 6], [2, 6, 7, 8, 4]

CASES: list[tuple[str, dict[str, Any], list[int]]] = [
    ("Dense", {"units": 5}, IMAGE),
    ("Dense", {"units": 5, "use_bias": False}, SEQUENCE),
    ("Conv2D", {"filters": 3, "kernel_size": (2, 3)}, IMAGE),
    ("Conv1DTranspose", {"filters": 3, "kernel_size": 2}, SEQUENCE),
    ("Conv2DTranspose", {"filters": 3, "kernel_size": (2, 3), "strides": 2}, IMAGE),
    ("Conv3DTranspose", {"filters": 3, "kernel_size": 2, "use_bias": False}, VOLUME),
    ("BatchNormalization", {}, IMAGE),
    ("BatchNormalization", {"axis": 1}, IMAGE),
    ("BatchNormalization", {"scale": False}, IMAGE),
    ("LayerNormalization", {"center": False}, SEQUENCE),
    ("Embedding", {"input_dim": 9, "output_dim": 5}, [4, 7]),
    ("SimpleRNN", {"units": 5}, SEQUENCE),
    ("GRU", {"units": 5}, SEQUENCE),
    ("GRU", {"units": 5, "reset_after": False}, SEQUENCE),
    ("GRU", {"units": 5, "use_bias": False}, SEQUENCE),
    ("LSTM", {"units": 5, "return_sequences": True}, SEQUENCE),
]


@pytest.mark.parametrize(("name", "config", "dims"), CASES)
def test_what_training_changes(name: str, config: dict[str, Any], dims: list[int]) -> None:
    layer = getattr(tf.keras.layers, name)(**config)
    layer(tf.zeros(dims))
    x = TensorType(DType.of("float32"), Shape.of(*dims))
    told = keras_layers.trainable(Layer(name, config), x)
    assert told is not None
    assert [str(each.shape) for each in told] == [_shown(v) for v in layer.trainable_variables]
    if name in PLAIN:
        assert len(layer.variables) == len(told)


def _shown(variable: Any) -> str:
    return str(Shape.of(*variable.shape))


ARGUMENTS: dict[str, Any] = {
    "rate": 0.1, "stddev": 0.1, "activation": "relu", "dims": (2, 1), "target_shape": (-1,), "scale": 2.0, "n": 2,
    "pool_size": 2, "output_size": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_layers_without_weights(name: str) -> None:
    made = getattr(tf.keras.layers, name)
    required = {
        parameter.name
        for parameter in inspect.signature(made.__init__).parameters.values()
        if parameter.default is parameter.empty
    }
    layer = made(**{key: value for key, value in ARGUMENTS.items() if key in required})
    rank = next((int(n) + 2 for n in "123" if f"{n}D" in name), 2 if name == "RepeatVector" else 3)
    x = tf.zeros([2, 4, 4, 4, 4][:rank])
    several = ("Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate")
    layer([x, x] if name in several else x)
    assert list(layer.trainable_variables) == []
    if name in PLAIN:
        assert list(layer.variables) == []


#: What the constructors of layers ask for that prepare what others get, and their inputs where they are no images.
PREPARED: dict[str, dict[str, Any]] = {
    "CategoryEncoding": {"num_tokens": 5}, "Discretization": {"bin_boundaries": [0.0]}, "Hashing": {"num_bins": 3},
    "IntegerLookup": {"vocabulary": [1, 2]}, "StringLookup": {"vocabulary": ["a"]}, "Dot": {"axes": 1},
    **dict.fromkeys(("CenterCrop", "RandomCrop", "Resizing"), {"height": 4, "width": 4}),
    **dict.fromkeys(
        ("RandomBrightness", "RandomColorDegeneration", "RandomContrast", "RandomHue", "RandomPosterization",
         "RandomRotation", "RandomSaturation", "RandomSharpness"), {"factor": 0.1},
    ),
    "RandomPosterization": {"factor": 3}, "RandomTranslation": {"height_factor": 0.1, "width_factor": 0.1},
    "RandomZoom": {"height_factor": 0.1},
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(PREPARING))
def test_layers_that_prepare_have_no_weights(name: str) -> None:
    if not hasattr(tf.keras.layers, name):
        pytest.skip("another Keras")
    layer = getattr(tf.keras.layers, name)(**PREPARED.get(name, {}))
    ids = tf.ones([2, 1], tf.int64)
    inputs = {
        "StringLookup": tf.constant([["a"]]), "IntegerLookup": ids, "Hashing": ids, "CategoryEncoding": ids,
        "Dot": [tf.ones([2, 3])] * 2, "UnitNormalization": tf.ones([2, 3]), "TextVectorization": None,
    }.get(name, tf.ones([2, 8, 8, 3]))  # fmt: skip
    if inputs is not None:
        layer(inputs)
    assert list(layer.weights) == []


MODELS = """\
import tensorflow as tf
from tensorflow.keras import Model, Sequential, layers


class Part(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.second = layers.Dense(units)
        self.first = layers.BatchNormalization()

    def call(self, x):
        return self.second(self.first(x))


class Net(Model):
    def __init__(self):
        super().__init__()
        self.rate = 0.5
        self.head = layers.Dense(3)
        self.body = Sequential([layers.Dense(4), layers.LayerNormalization()])
        self.part = Part(6)
        self.dropout = layers.Dropout(self.rate)

    def encode(self, x):
        return self.part(self.body(x))

    def call(self, x, training=None):
        x = self.encode(x)
        if training:
            x = self.dropout(x)
        return self.head(x)


net = Net()
net(tf.zeros([2, 7]), training=True)
found = net.trainable_variables
"""


def test_the_weights_of_a_model_come_in_the_order_of_its_attributes(tmp_path: Any) -> None:
    program: dict[str, Any] = {}
    exec(MODELS, program)  # noqa: S102
    shapes = [", ".join(map(str, variable.shape)) for variable in program["found"]]
    lines = [
        f"reveal_type(found[{number}])  # revealed: Variable[float32, Shape[{shape}]]"
        for number, shape in enumerate(shapes)
    ]
    case = Case("models", MODELS + "\n".join(lines) + "\n", 1)
    analyse([case], tmp_path)
    assert not case.problems(), case.problems()
