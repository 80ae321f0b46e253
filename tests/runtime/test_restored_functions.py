"""Functions of a loaded SavedModel take the values that they took before they were saved."""

from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
import tensorflow as tf

from tftypes import Shape, Tensor, Variable, float32
from tftypes.runtime import function

Vector = Tensor[float32, Shape[None]]


@dataclass
class Pair:
    a: Vector
    b: Vector


@dataclass
class Scaled:
    """A field that is static, one that is a dataclass itself, and one that `__init__` does not take."""

    pair: Pair
    by: int
    offset: Vector = field(init=False)

    def __post_init__(self):
        self.offset = tf.ones([1])


class Named(NamedTuple):
    pair: Pair


class Model(tf.Module):
    def __init__(self):
        self.weight = tf.Variable([2.0, 3.0])
        self.fixed = tf.Variable([2.0, 3.0], trainable=False)

    @function
    def total(self, pair: Pair):
        return pair.a + pair.b

    @function
    def scaled(self, scaled: Scaled):
        return scaled.pair.a * float(scaled.by) + scaled.offset

    @function
    def listed(self, pairs: list[Pair], k: int):
        return pairs[0].a + pairs[1].b * float(k)

    @function
    def named(self, named: Named, *, other: Pair):
        return named.pair.a - other.b

    @function
    def weighted(self, weight: Variable[float32, Shape[2]], x: Vector):
        weight.assign_add([1.0, 1.0])
        return weight * x

    @function
    def both(self, a: Variable[float32, Shape[2]], b: Variable[float32, Shape[2]]):
        return a * b


def pair():
    return Pair(tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0]))


CALLS = {
    "a dataclass": lambda model: model.total(pair()),
    "its dict": lambda model: model.total({"a": tf.ones([2]), "b": tf.ones([2])}),
    "one in another, with a static field": lambda model: model.scaled(Scaled(pair(), 3)),
    "in a list": lambda model: model.listed([pair(), pair()], 2),
    "in a named tuple and by name": lambda model: model.named(Named(pair()), other=pair()),
    "a variable of the model": lambda model: model.weighted(model.weight, tf.ones([2])),
    "a variable": lambda model: model.weighted(tf.Variable([5.0, 6.0]), tf.ones([2])),
    "two variables": lambda model: model.both(model.weight, model.fixed),
}
#: A dict is for restored functions only.
BEFORE = {name: call for name, call in CALLS.items() if name != "its dict"}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("model"))
    model = Model()
    for call in BEFORE.values():
        call(model)
    model.weight.assign([2.0, 3.0])
    tf.saved_model.save(model, folder)
    return lambda: tf.saved_model.load(folder)


@pytest.mark.parametrize("name", BEFORE)
def test_a_restored_function_gives_what_it_gave(loaded, name):
    assert CALLS[name](loaded()).numpy().tolist() == CALLS[name](Model()).numpy().tolist()


def test_a_dict_in_place_of_a_dataclass(loaded):
    assert CALLS["its dict"](loaded()).numpy().tolist() == [2.0, 2.0]


def test_the_variable_that_is_given_is_assigned(loaded):
    model = loaded()
    model.weighted(model.weight, tf.ones([2]))
    assert model.weight.numpy().tolist() == [3.0, 4.0]


def test_what_fits_no_trace_is_refused(loaded):
    model = loaded()
    with pytest.raises(TypeError, match="has different keys"):
        model.total(Scaled(pair(), 3))
    with pytest.raises(ValueError, match="Could not find matching concrete function"):
        model.weighted(tf.Variable([1.0, 2.0], dtype=tf.float64), tf.ones([2]))
    with pytest.raises(ValueError, match="Could not find matching concrete function"):
        model.weighted(tf.Variable([1.0]), tf.ones([1]))
