"""A value whose static data differs from the spec is an error wherever specs meet values.

The data here is a unit: metres are never taken for feet, nor renamed to them."""

import tempfile

import pytest
import tensorflow as tf

import tftypes.runtime
from tests.runtime.extension.masked import Masked, MaskedSpec
from tests.runtime.extension.places import double, slices, value
from tftypes.runtime import CastContext, datasets

METRES = MaskedSpec([None])


def feet(x=None):
    x = value() if x is None else x
    return Masked(x.values, x.mask, "ft")


def saved(signature):
    class Model(tf.Module):
        @tf.function(input_signature=[METRES])
        def __call__(self, x):
            return double(x)

    model = Model()
    with tempfile.TemporaryDirectory() as folder:
        tftypes.runtime.save(model, folder, {"double": model.__call__})
        loaded = tf.saved_model.load(folder)
        if signature:
            return tftypes.runtime.structured_signatures(loaded)["double"](feet())
        return loaded(feet())


def autograph_while():
    @tf.function
    def run(x, n):
        while n > 0:
            x = feet(x)
            n -= 1
        return x

    return run(value(), tf.constant(1))


def autograph_if():
    @tf.function
    def run(x, n):
        if n > 0:
            x = feet(x)
        return x

    return run(value(), tf.constant(1))


def autograph_for():
    @tf.function
    def run(numbers):
        x = Masked(0.0)
        for number in numbers:
            x = feet(number)
        return x

    return run(slices())


def traced(function):
    return lambda: tf.function(function)(tf.constant(True), tf.constant(1))


def looped(invariants, body, start):
    return traced(
        lambda yes, one: tf.while_loop(
            lambda i, x: i < 1, lambda i, x: (i + 1, body(x)), (0, start()), invariants
        )
    )


INVARIANT = (tf.TensorShape([]), METRES)
PLACES = {
    "input_signature": lambda: tf.function(double, input_signature=[METRES])(feet()),
    "a nested input_signature": lambda: tf.function(double, input_signature=[{"a": (METRES,)}])(
        {"a": (feet(),)}
    ),
    "get_concrete_function": lambda: tf.function(double).get_concrete_function(METRES)(feet()),
    "tf.cond": traced(lambda yes, one: tf.cond(yes, value, feet)),
    "tftypes.runtime.cond": traced(lambda yes, one: tftypes.runtime.cond(yes, value, feet)),
    "tf.case": traced(lambda yes, one: tf.case([(yes, value)], default=feet)),
    "tf.switch_case": traced(lambda yes, one: tf.switch_case(one, [value, feet])),
    "tf.while_loop": looped(None, feet, value),
    "tf.while_loop: invariant": looped(INVARIANT, feet, value),
    "tf.while_loop: first value": looped(INVARIANT, lambda x: x, feet),
    "autograph: while": autograph_while,
    "autograph: if": autograph_if,
    "autograph: for": autograph_for,
    "tf.data: from_generator": lambda: list(
        tf.data.Dataset.from_generator(lambda: iter([feet()]), output_signature=METRES)
    ),
    "tf.data: reduce": lambda: slices().reduce(Masked(0.0), lambda state, x: feet(x)),
    "tf.data: scan": lambda: slices().scan(Masked(0.0), lambda state, x: (feet(x), x)),
    "datasets.reduce": lambda: datasets.reduce(slices(), Masked(0.0), lambda state, x: feet(x)),
    "datasets.scan": lambda: datasets.scan(slices(), Masked(0.0), lambda state, x: (feet(x), x)),
    "tf.data: concatenate": lambda: slices().concatenate(slices().map(feet)),
    "tf.data: sample": lambda: tf.data.Dataset.sample_from_datasets([slices(), slices().map(feet)]),
    "SavedModel": lambda: saved(signature=False),
    "SavedModel: signature": lambda: saved(signature=True),
    "tf.map_fn": lambda: tf.map_fn(feet, value(), fn_output_signature=MaskedSpec([])),
    "tf.py_function": lambda: tf.py_function(feet, [value()], Tout=METRES),
    "tf.nest": lambda: tf.nest.map_structure(
        lambda a, b: a, value(), feet(), expand_composites=True
    ),
    "TypeSpec.cast": lambda: METRES.cast(feet(), CastContext()),
}


@pytest.mark.filterwarnings("ignore:Encoding a StructuredValue")  # whoever loads it has the class
@pytest.mark.parametrize("place", PLACES)
def test_is_refused(place):
    with pytest.raises((TypeError, ValueError, tf.errors.InvalidArgumentError)) as refusal:
        PLACES[place]()
    assert "Masked" in str(refusal.value), "the error names the type"


def test_a_replica_keeps_its_own():
    mirrored = tf.distribute.MirroredStrategy(["CPU:0"])
    each = mirrored.experimental_distribute_values_from_function(lambda _: feet())
    result = tf.function(lambda x: mirrored.run(double, args=(x,)))(each)
    assert mirrored.experimental_local_results(result)[0].unit == "ft"
