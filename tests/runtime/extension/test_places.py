"""An extension type in every place that TensorFlow has for values."""

import importlib.util
import warnings

import pytest
import tensorflow as tf

from tests.runtime.extension import places
from tests.runtime.extension.places import PAGE, REFUSED, STACKED, UNSTACKABLE, WORKS, plain, table

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


@pytest.mark.parametrize("place", REFUSED)
def test_is_refused_clearly(place):
    program, message, _ = REFUSED[place]
    with pytest.raises(REFUSALS, match=message):
        program()


def test_the_documentation_has_the_same_table():
    assert table() in PAGE.read_text()
