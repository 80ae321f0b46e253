"""A SavedModel's signatures with the structure that they were written with."""

import warnings
from dataclasses import dataclass
from typing import NamedTuple

import pytest
import tensorflow as tf

from tests.runtime.extension.masked import Masked, MaskedSpec
from tftypes import Shape, Tensor, float32, int32
from tftypes.runtime import function
from tftypes.runtime.saved_signatures import save, structured_signatures


class Batch(NamedTuple):
    image: Tensor[float32, Shape[None, 2]]
    label: Tensor[int32, Shape[None]]


class Scored(NamedTuple):
    batch: Batch
    score: Tensor[float32, Shape[None]]


@dataclass
class Box:
    top: Tensor[float32, Shape[None]]
    batch: Batch


SPECS = {"part": Batch(tf.TensorSpec([None, 2]), tf.TensorSpec([None], tf.int32))}


class Model(tf.Module):
    @function
    def serve(self, batch: Batch, scale: Tensor[float32, Shape[()]]) -> Scored:
        return Scored(batch, scale * tf.reduce_sum(batch.image, 1))

    @function
    def widened(self, box: Box, by: Tensor[float32, Shape[()]]) -> dict[str, Box]:
        return {"box": Box(box.top + by, box.batch)}

    @tf.function(input_signature=[SPECS, [MaskedSpec([None]), tf.RaggedTensorSpec([None, None])]])
    def nested(self, z, a):
        return {"masked": a[0], "parts": (z["part"].label, a[1])}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("model"))
    model = Model()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a loader must have the type registered
        signatures = {"nested": model.nested, "widened": model.widened}
        save(model, folder, {"serving_default": model.serve, **signatures})
    assert not hasattr(model, "tftypes_structures")
    return tf.saved_model.load(folder)


IMAGE = [[1.0, 2.0], [3.0, 4.0]]


def test_named_tuples_come_back_as_they_were(loaded):
    serve = structured_signatures(loaded)["serving_default"]
    result = serve(Batch(IMAGE, [7, 8]), scale=2.0)
    assert type(result) is Scored and type(result.batch) is Batch
    assert result.score.numpy().tolist() == [6.0, 14.0]
    assert result.batch.label.numpy().tolist() == [7, 8]


def test_what_is_nested_in_any_way(loaded):
    nested = structured_signatures(loaded)["nested"]
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    result = nested({"part": Batch(IMAGE, [7, 8])}, [Masked([1.0]), ragged])
    assert list(result) == ["masked", "parts"]
    assert result["masked"].values.numpy().tolist() == [1.0]
    assert result["parts"][0].numpy().tolist() == [7, 8]
    assert result["parts"][1].to_list() == [[1.0], [2.0, 3.0]]


def test_dataclasses_come_back_as_they_were(loaded):
    widened = structured_signatures(loaded)["widened"]
    result = widened(Box([1.0, 2.0], Batch(IMAGE, [7, 8])), by=10.0)["box"]
    assert type(result) is Box and type(result.batch) is Batch
    assert result.top.numpy().tolist() == [11.0, 12.0]
    assert result.batch.label.numpy().tolist() == [7, 8]
    assert repr(widened).startswith("widened(box: Box(batch=Batch(image=TensorSpec(")
    with pytest.raises(TypeError, match="argument 'box': expected fields batch, top; got"):
        widened([1.0], 1.0)
    with pytest.raises(TypeError, match=r"argument 'box.top': expected TensorSpec"):
        widened(Box([["a"]], Batch(IMAGE, [7, 8])), 1.0)


def test_the_flat_names_tell_the_place(loaded):
    _, inputs = loaded.signatures["serving_default"].structured_input_signature
    assert sorted(inputs) == ["batch_image", "batch_label", "scale"]
    _, inputs = loaded.signatures["nested"].structured_input_signature
    assert sorted(inputs) == [
        "a_0_0", "a_0_1", "a_1_0", "a_1_1", "z_part_image", "z_part_label",
    ]  # fmt: skip


def test_it_shows_what_it_takes(loaded):
    text = repr(structured_signatures(loaded)["serving_default"])
    assert text.startswith("serving_default(batch: Batch(image=TensorSpec(shape=(None, 2)")
    assert ") -> Scored(batch=Batch(" in text


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda f, n: f(Batch(IMAGE, [7, 8])), "serving_default() missing a required argument: 'scale'; it takes batch, scale"),
        (lambda f, n: f(1, 2, 3), "serving_default() too many positional arguments; it takes batch, scale"),
        (lambda f, n: f(IMAGE, 1.0), "serving_default() argument 'batch': expected fields image, label; got [[1.0, 2.0], [3.0, 4.0]] (list)"),
        (lambda f, n: f(Batch(IMAGE, ["a"]), 1.0), "serving_default() argument 'batch.label': expected TensorSpec(shape=(None,), dtype=tf.int32, name=None), got ['a'] (list)"),
        (lambda f, n: f(Batch([[1.0]], [1]), 1.0), "serving_default() argument 'batch.image': expected TensorSpec(shape=(None, 2), dtype=tf.float32, name=None), got TensorSpec(shape=(1, 1), dtype=tf.float32, name=None)"),
        (lambda f, n: n({}, []), "nested() argument 'z': expected keys part; got {} (dict)"),
        (lambda f, n: n({"part": Batch(IMAGE, [7, 8]), "k": 1}, []), "nested() argument 'z': expected keys part; 'k' is not one of them"),
        (lambda f, n: n({"part": Batch(IMAGE, [7, 8])}, [1]), "nested() argument 'a': expected 2 items, got [1] (list)"),
        (lambda f, n: n({"part": Batch(IMAGE, [7, 8])}, [1.0, 2]), "nested() argument 'a[0]': expected MaskedSpec(TensorShape([None]), tf.float32, 'm'), got TensorSpec(shape=(), dtype=tf.float32, name=None)"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_what_is_missing(loaded, call, problem):
    signatures = structured_signatures(loaded)
    with pytest.raises(TypeError) as error:
        call(signatures["serving_default"], signatures["nested"])
    assert str(error.value) == problem


def test_a_model_that_was_saved_without(tmp_path):
    tf.saved_model.save(tf.Module(), str(tmp_path))
    with pytest.raises(ValueError, match="the model keeps no structures; save it with"):
        structured_signatures(tf.saved_model.load(str(tmp_path)))


def test_a_function_without_a_signature(tmp_path):
    with pytest.raises(ValueError, match="'f' needs an input signature"):
        save(tf.Module(), str(tmp_path), {"f": tf.function(lambda x: x)})
