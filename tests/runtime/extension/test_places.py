"""An extension type in every place that TensorFlow has for values."""

import warnings

import pytest
import tensorflow as tf

from tests.runtime.extension import masked, page, places
from tests.runtime.extension.page import KINDS, REFUSALS
from tests.runtime.extension.places import DIFFERENTIABLE, REFUSED, STACKED, UNSTACKABLE, WORKS
from tftypes.runtime import TypeSpec
from tftypes.runtime.structure_texts import encoded


@pytest.fixture(autouse=True)
def quiet():
    """TensorFlow warns that whoever loads a SavedModel must have the class, and Keras that it does
    not shuffle a dataset."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        # Keras's variables, under NumPy 2.
        warnings.filterwarnings("ignore", "__array__ implementation", DeprecationWarning)
        yield


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", WORKS)
def test_works(place, kind):
    if kind == "TypeSpec" and place in STACKED:
        with pytest.raises(REFUSALS, match=UNSTACKABLE):
            page.result(kind, place)
    else:
        found, expected = page.result(kind, place)
        assert found == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", DIFFERENTIABLE)
def test_gradients_flow(place, kind):
    if kind == "TypeSpec" and place in STACKED:
        pytest.skip("it does not work without gradients either")
    assert page.gradient(kind, place) == [DIFFERENTIABLE[place]] * 3


@pytest.mark.parametrize("place", REFUSED)
def test_is_refused_clearly(place):
    program, message, _ = REFUSED[place]
    with pytest.raises(REFUSALS, match=message):
        program()


def test_a_keras_file_needs_a_registered_spec(tmp_path):
    import keras

    class Unnamed(masked.MaskedSpec):
        pass

    class Value(masked.Masked):
        def __tf_type_spec__(self):
            return Unnamed(self.values.shape)

    class Model(places.Scored, keras.Model):
        pass

    model = Model()
    model(Value(places.ROWS))
    with pytest.raises(TypeError, match="Unnamed has no name .* decorate the class with @tftypes"):
        model.save(tmp_path / "model.keras")


class Bare:
    """Without what Keras asks for before it calls a model."""

    def __init__(self, values):
        self.values = values

    def __tf_type_spec__(self):
        return BareSpec(self.values.shape)


class BareSpec(TypeSpec):
    def __init__(self, shape):
        self.shape = tf.TensorShape(shape)

    def serialize(self):
        return (self.shape,)

    def to_components(self, value):
        return value.values

    def from_components(self, components):
        return Bare(components)

    component_specs = property(lambda self: tf.TensorSpec(self.shape))
    value_type = Bare


def test_keras_asks_for_a_shape_and_a_dtype():
    import keras

    class Model(keras.Model):
        def call(self, x):
            return x.values

    with pytest.raises(TypeError, match=r"Model\(\): Keras reads .*, and Bare has no 'dtype'"):
        Model()(Bare(tf.ones([2])))


def test_what_a_model_itself_asks_for_stays_its_own_error():
    import keras

    class Model(keras.Model):
        def call(self, x):
            return x.values.numpy, x.length

    with pytest.raises(AttributeError, match="has no attribute 'length'"):
        Model()(places.value())


@pytest.mark.parametrize(
    ("stored", "problem"),
    [("%%%", "NotEncodableError"), (3, "TypeError"), (encoded((1,)), "ValueError")],
    ids=["no base64", "no text", "no arguments"],
)
def test_a_keras_file_that_is_broken(stored, problem):
    model = places.keras_model()
    with pytest.raises(ValueError, match=f"Model: its inputs in the file .* read: {problem}"):
        model.build_from_config({"tftypes_inputs": stored})


def test_the_documentation_has_the_same_table():
    assert page.table(page.expected_answers()) in page.PAGE.read_text()
