"""An extension type in every place that TensorFlow has for values."""

import importlib.util
import warnings

import pytest
import tensorflow as tf

from tests.runtime.extension import masked, places
from tests.runtime.extension.places import (
    DIFFERENTIABLE,
    PAGE,
    REFUSED,
    STACKED,
    UNSTACKABLE,
    WORKS,
    plain,
    table,
)

REFUSALS = (TypeError, ValueError, AttributeError, tf.errors.InvalidArgumentError)


def loaded(kind):
    """The places, with programs that use the other kind of type."""
    specification = importlib.util.spec_from_file_location(f"places_{kind}", places.__file__)
    module = importlib.util.module_from_spec(specification)
    module.KIND = kind
    specification.loader.exec_module(module)
    return module


KINDS = {"StackableTypeSpec": places, "TypeSpec": loaded("TypeSpec")}


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
    program, expected = KINDS[kind].WORKS[place]
    if kind == "TypeSpec" and place in STACKED:
        with pytest.raises(REFUSALS, match=UNSTACKABLE):
            program()
    else:
        assert plain(program()) == plain(expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", DIFFERENTIABLE)
def test_gradients_flow(place, kind, monkeypatch):
    if kind == "TypeSpec" and place in STACKED:
        pytest.skip("it does not work without gradients either")
    module = KINDS[kind]
    numbers = tf.constant([1.0, 2.0, 3.0])
    monkeypatch.setattr(module, "value", lambda: module.Masked(numbers))
    with tf.GradientTape() as tape:
        tape.watch(numbers)
        result = module.WORKS[place][0]()
        total = tf.reduce_sum(getattr(result, "values", result))
    assert tape.gradient(total, numbers).numpy().tolist() == [DIFFERENTIABLE[place]] * 3


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


def test_the_documentation_has_the_same_table():
    assert table() in PAGE.read_text()
