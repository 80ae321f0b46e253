"""What a type spec has to say, and all that follows from it."""

import pickle
from collections import namedtuple

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runtime.extension.masked import Masked, MaskedSpec
from tftypes.runtime import (
    StackableTypeSpec,
    TypeSpec,
    extension_type,
    is_extension_type,
    register_type_spec,
    type_spec_of,
)

SPEC = MaskedSpec([3])


class Static(TypeSpec):
    """A spec of anything that can be serialized."""

    def __init__(self, *state):
        self.state = state

    def serialize(self):
        return self.state

    def to_components(self, value):
        return ()

    def from_components(self, components):
        return None

    component_specs = ()
    value_type = object


def test_the_texts_are_those_of_the_constructor():
    assert repr(SPEC) == "MaskedSpec(TensorShape([3]), tf.float32, 'm')"
    assert pickle.loads(pickle.dumps(SPEC)) == SPEC
    assert MaskedSpec.deserialize(SPEC.serialize()) == SPEC


class Deserialized(Static):
    @classmethod
    def deserialize(cls, serialization):
        return cls(*(part + 1 for part in serialization))


def test_pickling_goes_through_deserialize():
    assert pickle.loads(pickle.dumps(Deserialized(1))) == Deserialized(2)


Point = namedtuple("Point", "x y")
EQUAL = [
    ((), ()),
    ((1, "a", None, 2.5, True), (1, "a", None, 2.5, True)),
    ((tf.TensorShape([2, None]),), (tf.TensorShape([2, None]),)),
    ((tf.TensorShape(None),), (tf.TensorShape(None),)),
    (({"b": 1, "a": [2]},), ({"a": [2], "b": 1},)),
    ((np.array([1, 2]),), (np.array([1, 2]),)),
    ((Point(1, 2),), (Point(1, 2),)),
    ((tf.TensorSpec([3], tf.int32, name="x"),), (tf.TensorSpec([3], tf.int32),)),
]
DIFFERENT = [
    ((1,), (True,)),
    ((1,), (1.0,)),
    (([1],), ((1,),)),
    ((tf.TensorShape([None]),), (tf.TensorShape([3]),)),
    ((tf.TensorShape(None),), (tf.TensorShape([None]),)),
    ((np.array([1]),), (np.array([1], np.int8),)),
    ((np.array([1]),), (np.array([2]),)),
    (({"a": 1},), ({"b": 1},)),
    ((tf.int32,), (tf.int64,)),
    ((SPEC,), (MaskedSpec([3], unit="ft"),)),
]


@pytest.mark.parametrize(("a", "b"), EQUAL, ids=str)
def test_equal(a, b):
    assert Static(*a) == Static(*b)
    assert hash(Static(*a)) == hash(Static(*b))


@pytest.mark.parametrize(("a", "b"), DIFFERENT, ids=str)
def test_different(a, b):
    assert Static(*a) != Static(*b)


def test_what_cannot_be_serialized_is_named():
    with pytest.raises(
        TypeError, match=r"serialize\(\)\[1\]\['k'\] is a builtins.set; it may hold"
    ):
        hash(Static(1, {"k": {1, 2}}))


def test_a_method_in_place_of_a_property_is_an_error_where_it_stands():
    with pytest.raises(TypeError, match="Wrong.component_specs is a method; make it a property"):

        class Wrong(Static):
            def component_specs(self):
                return ()


shapes = st.one_of(
    st.just(tf.TensorShape(None)),
    st.lists(st.one_of(st.none(), st.integers(0, 3)), max_size=3).map(tf.TensorShape),
)


@settings(max_examples=300, deadline=None)
@given(shapes, shapes)
def test_shapes_are_compared_as_tensorflow_compares_those_of_tensors(a, b):
    ours, others = MaskedSpec(a), MaskedSpec(b)
    theirs, other = tf.TensorSpec(a), tf.TensorSpec(b)
    assert ours.is_compatible_with(others) == theirs.is_compatible_with(other)
    assert ours.is_subtype_of(others) == theirs.is_subtype_of(other)
    common = ours.most_specific_compatible_type(others)
    expected = theirs.most_specific_common_supertype([other]).shape
    assert str(common.shape) == str(expected)
    assert ours.is_subtype_of(common) and others.is_subtype_of(common)


def test_there_is_no_common_type_where_anything_else_differs():
    assert SPEC.most_specific_compatible_type(MaskedSpec([3], tf.int32)) is None
    assert SPEC.most_specific_compatible_type(MaskedSpec([3], unit="ft")) is None
    assert SPEC.most_specific_compatible_type(tf.TensorSpec([3])) is None
    assert not SPEC.is_compatible_with(MaskedSpec([3], unit="ft"))


def test_a_spec_is_compatible_with_values():
    assert SPEC.is_compatible_with(Masked([1.0, 2.0, 3.0]))
    assert not SPEC.is_compatible_with(Masked([1.0]))
    assert not SPEC.is_compatible_with(tf.constant([1.0, 2.0, 3.0]))
    assert not SPEC.is_compatible_with(object())


@pytest.mark.parametrize(
    "value", [tf.constant([1]), tf.ragged.constant([[1], []]), tf.sparse.from_dense([0, 1])]
)
def test_tensorflows_own_values_have_specs_too(value):
    assert type_spec_of(value) == tf.type_spec_from_value(value)
    assert type_spec_of(Masked([1.0])) == MaskedSpec([1])
    with pytest.raises(TypeError, match="unsupported type"):
        type_spec_of(object())


def test_static_metadata_is_never_replaced():
    identity = tf.function(lambda x: x, input_signature=[MaskedSpec([None], unit="ft")])
    with pytest.raises(TypeError) as error:
        identity(Masked([1.0]))
    assert "expected MaskedSpec(TensorShape([None]), tf.float32, 'ft')" in str(error.value)
    assert "got MaskedSpec(TensorShape([1]), tf.float32, 'm')" in str(error.value)


# Registration.


def test_a_name_stands_for_one_class():
    @register_type_spec("tests.extension.Named")
    class Named(Static): ...

    assert register_type_spec(Named, "tests.extension.Named") is Named
    with pytest.raises(ValueError, match="has already been registered"):
        register_type_spec(type("Other", (Static,), {}), "tests.extension.Named")
    with pytest.raises(ValueError, match="has already been registered"):
        register_type_spec(Named, "tests.extension.Another")
    with pytest.raises(ValueError, match="form"):
        register_type_spec(type("Other", (Static,), {}), "nodot")
    with pytest.raises(TypeError, match="expected a class of specs, got <class 'int'>"):
        register_type_spec(int)


def test_a_module_that_is_loaded_again_replaces_its_class():
    def load():
        @register_type_spec
        class Reloaded(Static): ...

        return Reloaded

    assert load() is not load()


# Stacking.


@settings(max_examples=100, deadline=None)
@given(shapes, st.one_of(st.none(), st.integers(0, 4)))
def test_stacked_and_unstacked_are_inverse(shape, num):
    spec = MaskedSpec(shape)
    assert spec.stacked(num).unstacked() == spec
    if shape.rank is not None:
        assert spec.stacked(num).shape.as_list() == [num, *shape.as_list()]


def test_a_scalar_cannot_be_unstacked():
    with pytest.raises(ValueError, match="a scalar cannot be unstacked"):
        MaskedSpec([]).unstacked()
    with pytest.raises(ValueError, match="expected rank 1 at least"):
        MaskedSpec([]).to_boxed_tensor(Masked(1.0), minimum_rank=1)


class WithCount(StackableTypeSpec):
    """Its components do not stack as its values do: there is one count for all values."""

    def __init__(self, shape):
        self.shape = tf.TensorShape(shape)

    def serialize(self):
        return (self.shape,)

    def to_components(self, value):
        return value

    def from_components(self, components):
        return components

    @property
    def component_specs(self):
        return tf.TensorSpec(self.shape), tf.TensorSpec([], tf.int32)

    value_type = tuple


def test_where_components_do_not_stack_as_values_do_it_says_so():
    with pytest.raises(TypeError, match=r"WithCount.stacked\(\) must be overridden"):
        WithCount([2]).stacked(3)


class Interval:
    """Two numbers that are boxed in one tensor."""

    def __init__(self, low, high):
        self.low, self.high = low, high

    def __tf_type_spec__(self):
        return IntervalSpec(self.low.shape)


class IntervalSpec(StackableTypeSpec):
    def __init__(self, shape):
        self.shape = tf.TensorShape(shape)

    def serialize(self):
        return (self.shape,)

    def to_components(self, value):
        return {"low": value.low, "high": value.high}

    def from_components(self, components):
        return Interval(**components)

    @property
    def component_specs(self):
        return dict.fromkeys(["low", "high"], tf.TensorSpec(self.shape))

    @property
    def value_type(self):
        return Interval

    def to_boxed_tensor(self, value, minimum_rank=0):
        return tf.stack([value.low, value.high], -1)

    def from_boxed_tensor(self, boxed_tensor):
        return Interval(*tf.unstack(boxed_tensor, axis=-1))

    def boxed_tensor_spec(self, minimum_rank=0):
        return tf.TensorSpec([*self.shape, 2])


def test_one_tensor_can_be_the_box():
    whole = Interval(tf.constant([1.0, 2.0, 3.0]), tf.constant([4.0, 5.0, 6.0]))
    batches = tf.data.Dataset.from_tensor_slices(whole).batch(2)
    assert [batch.high.numpy().tolist() for batch in batches] == [[4.0, 5.0], [6.0]]
    lengths = tf.map_fn(lambda one: one.high - one.low, whole, fn_output_signature=tf.float32)
    assert lengths.numpy().tolist() == [3.0, 3.0, 3.0]
    assert [len(list(part)) for part in batches.window(1)] == [1, 1], "of one tensor each"


# The protocol.


def test_a_class_with_the_method_is_an_extension_type_without_any_decorator():
    class Undecorated:
        def __tf_type_spec__(self):
            return SPEC

    assert Undecorated.__mro__ == (Undecorated, object)
    assert is_extension_type(Undecorated())
    assert not is_extension_type(object())


def test_it_goes_everywhere_without_any_decorator():
    shifted = tf.function(lambda x: Interval(x.low + 1.0, x.high))
    shifted = shifted(Interval(tf.constant(1.0), tf.constant(3.0)))
    assert type(shifted) is Interval and float(shifted.low) == 2.0


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({}, r"it has no method __tf_type_spec__\(self\)"),
        ({"__tf_type_spec__": SPEC}, "__tf_type_spec__ is no method; write `def"),
        ({"__tf_type_spec__": lambda: SPEC}, r"called without arguments; it takes \(\)"),
        ({"__tf_type_spec__": lambda self, k: k}, r"it takes \(self, k\)"),
        (
            {"__tf_type_spec__": lambda self: SPEC, "_type_spec": 1},
            "its `_type_spec` is in the way",
        ),
    ],
)
def test_the_decorator_says_what_is_wrong(members, problem):
    with pytest.raises(TypeError, match=f"Broken is no extension type: .*{problem}"):
        extension_type(type("Broken", (), members))
