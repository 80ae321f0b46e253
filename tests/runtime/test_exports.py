"""SavedModel and TFLite see the derived signature."""

import warnings
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import pytest
import tensorflow as tf

from tftypes import Dimension, Shape, Tensor, float32
from tftypes.runtime import function

N = TypeVar("N")


class Width(Dimension):
    value = 3


class Pair(NamedTuple):
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[float32, Shape[N]]


@dataclass
class Example:
    x: Tensor[float32, Shape[N, 3]]
    scale: Tensor[float32, Shape[()]]


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([3, 2]))

    @function
    def logits(self, x: Tensor[float32, Shape[N, Width]]) -> Tensor[float32, Shape[N, 2]]:
        return x @ self.w

    @function
    def weighted(self, pair: Pair, training: bool = False) -> Tensor[float32, Shape[N, 3]]:
        return pair.x * (10.0 if training else 1.0) + pair.y[:, None]

    @function
    def scaled(self, example: Example, mask: Tensor[float32, Shape[N]] | None = None):
        result = example.x * example.scale
        return result if mask is None else result * mask[:, None]

    @function
    def static(self, x: Tensor[float32, Shape[N]], k: int):
        return x + float(k)


@pytest.fixture
def saved(tmp_path):
    def save(model, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tf.saved_model.save(model, tmp_path / "model", **options)
            return tf.saved_model.load(tmp_path / "model")

    return save


def test_what_was_never_called_is_saved_with_its_signature(saved):
    loaded = saved(Model())
    assert loaded.logits.input_signature == (tf.TensorSpec([None, 3]),)
    for rows in (1, 4):
        assert loaded.logits(tf.ones([rows, 3])).numpy().tolist() == [[3.0, 3.0]] * rows
    assert loaded.weighted(Pair(tf.ones([2, 3]), tf.ones([2]))).numpy().max() == 2.0
    assert loaded.scaled({"x": tf.ones([2, 3]), "scale": tf.constant(3.0)}).numpy().max() == 3.0
    with pytest.raises(TypeError):
        loaded.logits(tf.ones([2, 4]))


def test_traces_of_other_static_values_are_saved_too(saved):
    model = Model()
    model.static([1.0], 2)
    model.static([1.0], 3)
    model.weighted(Pair(tf.ones([1, 3]), tf.zeros([1])), training=True)
    model.scaled(Example(tf.ones([1, 3]), 1.0), mask=[2.0])
    loaded = saved(model)
    assert loaded.static(tf.ones([2]), 2).numpy().tolist() == [3.0, 3.0]
    assert loaded.static(tf.ones([2]), 3).numpy().tolist() == [4.0, 4.0]
    pair = Pair(tf.ones([2, 3]), tf.zeros([2]))
    assert loaded.weighted(pair, training=True).numpy().max() == 10.0
    assert loaded.weighted(pair).numpy().max() == 1.0
    example = {"x": tf.ones([1, 3]), "scale": tf.constant(2.0)}
    assert loaded.scaled(example, mask=tf.constant([3.0])).numpy().max() == 6.0


def test_a_serving_signature(saved):
    model = Model()
    loaded = saved(model, signatures={"logits": model.logits, "weighted": model.weighted})
    logits = loaded.signatures["logits"]
    assert logits.structured_input_signature == ((), {"x": tf.TensorSpec([None, 3], name="x")})
    assert logits(x=tf.ones([2, 3]))["output_0"].shape == [2, 2]
    _, named = loaded.signatures["weighted"].structured_input_signature
    assert named == {
        "pair_x": tf.TensorSpec([None, 3], name="pair_x"),
        "pair_y": tf.TensorSpec([None], name="pair_y"),
    }


def test_the_only_function_of_a_module_is_served_by_default(saved):
    class One(tf.Module):
        @function
        def __call__(self, x: Tensor[float32, Shape[N, 3]]):
            return {"doubled": 2 * x}

    loaded = saved(One())
    assert list(loaded.signatures) == ["serving_default"]
    assert loaded.signatures["serving_default"](x=tf.ones([1, 3]))["doubled"].shape == [1, 3]


def test_a_function_as_attribute(saved):
    module = tf.Module()
    module.double = function(double)
    assert saved(module).double(tf.constant([2.0])).numpy().tolist() == [4.0]


def double(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
    return 2 * x


@pytest.mark.filterwarnings("ignore")
def test_tflite():
    model = Model()
    converter = tf.lite.TFLiteConverter.from_concrete_functions(
        [model.logits.get_concrete_function(tf.TensorSpec([None, 3]))], model
    )
    interpreter = tf.lite.Interpreter(model_content=converter.convert())
    assert interpreter.get_signature_list() == {
        "serving_default": {"inputs": ["x"], "outputs": ["output_0"]}
    }
    run = interpreter.get_signature_runner()
    assert run(x=np.ones([1, 3], np.float32))["output_0"].tolist() == [[3.0, 3.0]]
