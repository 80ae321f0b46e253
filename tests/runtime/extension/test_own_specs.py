"""TensorFlow's own specs have the methods of `tftypes.TypeSpec` under their public names."""

import pytest
import tensorflow as tf

import tftypes
from tftypes.runtime import StackableTypeSpec, type_spec_of

VALUES = {
    "tensor": tf.constant([[1, 2], [3, 4]]),
    "ragged": tf.ragged.constant([[1], [2, 3]]),
    "sparse": tf.sparse.from_dense([[0, 1], [2, 0]]),
    "slices": tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]), tf.constant([3, 2])),
    "optional": tf.experimental.Optional.from_value(tf.constant(1)),
    "dataset": tf.data.Dataset.range(2),
    "variable": tf.Variable(1.0),
    "tensor array": tf.TensorArray(tf.float32, 1).write(0, 1.0),
}
STACKED = ("tensor", "ragged", "sparse")


def plain(value):
    if isinstance(value, tf.RaggedTensor):
        return value.to_list()
    dense = tf.sparse.to_dense(value) if isinstance(value, tf.SparseTensor) else value
    return dense.numpy().tolist()


@pytest.mark.parametrize("name", VALUES)
def test_parts_and_back(name):
    value = VALUES[name]
    spec = type_spec_of(value)
    assert isinstance(spec, tftypes.TypeSpec)
    assert isinstance(value, spec.value_type)
    parts = spec.to_components(value)
    tf.nest.assert_same_structure(parts, spec.component_specs)
    assert type_spec_of(spec.from_components(parts)) == spec


@pytest.mark.parametrize("name", VALUES)
def test_state_and_back(name):
    spec = type_spec_of(VALUES[name])
    assert type(spec).deserialize(spec.serialize()) == spec


@pytest.mark.parametrize("name", STACKED)
def test_boxes_and_back(name):
    value = VALUES[name]
    spec = type_spec_of(value)
    assert isinstance(spec, tftypes.StackableTypeSpec)
    boxes = spec.to_boxed_tensor(value)
    assert all(
        box.is_compatible_with(tensor) for box, tensor in zip(spec.boxed_tensor_spec(), boxes)
    )
    assert plain(spec.from_boxed_tensor(boxes)) == plain(value)


@pytest.mark.parametrize("name", STACKED)
def test_boxes_are_unstacked_into_boxes_of_rows(name):
    value = VALUES[name]
    spec = type_spec_of(value)
    rows = zip(*(tf.unstack(box) for box in spec.to_boxed_tensor(value, minimum_rank=1)))
    row_spec = spec.unstacked()
    assert [plain(row_spec.from_boxed_tensor(boxes)) for boxes in rows] == plain(value)


@pytest.mark.parametrize("name", STACKED)
def test_stacked_and_unstacked(name):
    spec = type_spec_of(VALUES[name])
    assert spec.stacked(5).shape.as_list()[0] == 5
    assert spec.stacked(5).unstacked() == spec


def test_a_spec_that_cannot_be_stacked_has_no_such_methods():
    assert not hasattr(type_spec_of(VALUES["slices"]), "stacked")


def test_fields_of_an_extension_type_may_have_these_names():
    class Parts(tf.experimental.ExtensionType):
        component_specs: tf.Tensor
        serialize: str

    parts = Parts(tf.constant([1.0]), "no")
    assert tf.function(lambda x: x)(parts).serialize == "no"
    assert type_spec_of(parts).component_specs == tf.TensorSpec([1])


def test_a_spec_of_the_users_keeps_its_own():
    assert StackableTypeSpec.to_components.__isabstractmethod__
