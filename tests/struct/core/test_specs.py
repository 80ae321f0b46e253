"""The specs of structs: what is part of a type, what fits it, and how values are batched."""

import pickle

import pytest
import tensorflow as tf
from hypothesis import given, settings

from tests.struct.core.drawn import collections, schema_of
from tftypes import struct
from tftypes.struct import DenseStructTensorSpec, RaggedStructTensorSpec

X = tf.TensorSpec([None, 3], tf.float32)
L = tf.RaggedTensorSpec([None, None], tf.string)
ROWS = DenseStructTensorSpec([None], {"x": X, "l": L})
RAGGED = RaggedStructTensorSpec([None, None], ROWS, tf.int32)


def test_a_spec_says_what_it_is_made_of():
    assert ROWS.shape.as_list() == [None] and ROWS.rank == 1
    assert ROWS.field_names() == ("x", "l") and ROWS.field_specs == {"x": X, "l": L}
    assert RAGGED.values_spec == ROWS and RAGGED.row_splits_dtype == tf.int32
    assert RAGGED.field_specs["x"] == tf.RaggedTensorSpec([None, None, 3], tf.float32, 1, tf.int32)
    assert RAGGED.field_specs["l"] == tf.RaggedTensorSpec(
        [None, None, None], tf.string, 2, tf.int64
    )
    assert repr(RAGGED).startswith(
        "RaggedStructTensorSpec([None, None], DenseStructTensorSpec([None], {"
    )


def test_the_spec_of_a_value():
    st = struct.constant([{"x": [1.0, 2.0], "n": {"a": 1}}])
    spec = tf.type_spec_from_value(st)
    assert spec == DenseStructTensorSpec(
        [1],
        {
            "x": tf.TensorSpec([1, 2], tf.float32),
            "n": DenseStructTensorSpec([1], {"a": tf.TensorSpec([1], tf.int32)}),
        },
    )
    assert spec.value_type is struct.DenseStructTensor
    assert spec.is_compatible_with(st) and ROWS.value_type is spec.value_type


def test_the_number_of_values_is_no_part_of_the_type_of_rows():
    a = struct.constant([[{"x": 1}], []], {"x": int})
    b = struct.constant([[{"x": 1}], [{"x": 2}, {"x": 3}]], {"x": int})
    assert tf.type_spec_from_value(a) == tf.type_spec_from_value(b)
    traced = []
    run = tf.function(lambda rows: traced.append(rows) or rows)
    run(a), run(b)
    assert len(traced) == 1


def test_names_of_tensors_are_no_part_of_a_type():
    named = DenseStructTensorSpec([None], {"x": tf.TensorSpec([None, 3], name="x"), "l": L})
    assert named == ROWS and hash(named) == hash(ROWS)


@pytest.mark.parametrize(
    "other",
    [
        DenseStructTensorSpec([None], {"l": L, "x": X}),
        DenseStructTensorSpec([4], {"x": X, "l": L}),
        DenseStructTensorSpec([None], {"x": X}),
        DenseStructTensorSpec([None], {"x": tf.TensorSpec([None, 3], tf.int32), "l": L}),
        DenseStructTensorSpec([None], {"x": X, "L": L}),
        RAGGED,
        X,
    ],
)
def test_order_shape_names_and_types_of_fields_are_parts_of_a_type(other):
    assert other != ROWS and (other == ROWS) is False


def test_splits_are_part_of_a_type():
    wide = RaggedStructTensorSpec([None, None], ROWS, tf.int64)
    assert wide != RAGGED and not wide.is_compatible_with(RAGGED)
    assert wide.most_specific_compatible_type(RAGGED) is None


@pytest.mark.parametrize("spec", [ROWS, RAGGED, DenseStructTensorSpec([], {"_ a": ROWS})])
def test_pickles(spec):
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_compatible_types_and_the_narrowest_of_two():
    two, four = (DenseStructTensorSpec([n], {"x": tf.TensorSpec([n, 3])}) for n in (2, 4))
    both = DenseStructTensorSpec([None], {"x": tf.TensorSpec([None, 3])})
    assert two.most_specific_compatible_type(four) == both
    assert both.is_compatible_with(two) and two.is_compatible_with(both)
    assert not two.is_compatible_with(four)
    assert two.is_subtype_of(both) and not both.is_subtype_of(two)
    other = DenseStructTensorSpec([2], {"y": tf.TensorSpec([2, 3])})
    assert two.most_specific_compatible_type(other) is None
    assert not two.is_compatible_with(other) and not two.is_compatible_with(tf.constant(1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: DenseStructTensorSpec([2], {"x": tf.TensorSpec([3])}), "but 'x' has shape [3]"),
        (lambda: DenseStructTensorSpec([2], {"x": tf.TensorSpec([])}), "but 'x' has shape []"),
        (lambda: DenseStructTensorSpec(None, {}), "expected one of known rank"),
        (
            lambda: DenseStructTensorSpec([], {"x": tf.int32}),
            "field_specs['x']: expected a tf.TypeSpec",
        ),
        (lambda: DenseStructTensorSpec([], {1: X}), "expected strings as names, got 1"),
        (
            lambda: RaggedStructTensorSpec([None, None], X),
            "values_spec: expected the spec of a struct",
        ),
        (lambda: RaggedStructTensorSpec([None] * 3, ROWS), "expected a shape of rank 2"),
        (lambda: RaggedStructTensorSpec([None] * 2, ROWS, tf.int8), "expected int32 or int64"),
    ],
)
def test_specs_that_make_no_sense_are_refused(make, message):
    with pytest.raises((ValueError, TypeError)) as error:
        make()
    assert message in str(error.value)


def test_a_spec_takes_from_its_fields_what_it_does_not_say():
    assert DenseStructTensorSpec([None], {"x": tf.TensorSpec([5, 2])}).shape == [5]


def test_a_value_is_taken_apart_into_its_tensors_in_order():
    st = struct.constant([[{"b": 1, "a": 2}], []], {"b": int, "a": int})
    b, a, splits = tf.nest.flatten(st, expand_composites=True)
    assert b is st.values["b"] and a is st.values["a"] and splits is st.row_splits
    packed = tf.nest.pack_sequence_as(st, [b, a, splits], expand_composites=True)
    assert packed.field_names() == ("b", "a") and packed.row_splits is splits


def test_batches_of_dense_structs_are_dense():
    one = DenseStructTensorSpec([], {"x": tf.TensorSpec([3])})
    assert one.stacked(4) == DenseStructTensorSpec([4], {"x": tf.TensorSpec([4, 3])})
    assert one.stacked(None).unstacked() == one
    with pytest.raises(ValueError, match="a single structure cannot be unstacked"):
        one.unstacked()


def test_rows_are_dense_structs_whose_batches_are_ragged():
    row = RAGGED.unstacked()
    assert row.is_row and row.value_type is struct.DenseStructTensor
    assert row.shape.as_list() == [None] and row.stacked(None) == RAGGED
    assert row.is_compatible_with(row.values_spec)
    deep = RAGGED.stacked(5)
    assert deep.shape.as_list() == [5, None, None] and deep.unstacked() == RAGGED
    uniform = RaggedStructTensorSpec([2, 3], DenseStructTensorSpec([None], {}), tf.int64)
    assert uniform.unstacked().shape == [3]


@settings(max_examples=60)
@given(collections())
def test_every_struct_survives_a_function_a_pickle_and_a_batch(drawn):
    kind, value, _ = drawn
    st = struct.constant(value, schema_of(kind))
    spec = tf.type_spec_from_value(st)
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert spec.is_compatible_with(st) and st.schema.spec.is_compatible_with(st)
    assert spec.is_subtype_of(st.schema.spec) or spec.field_specs.keys()
    components = tf.nest.flatten(st, expand_composites=True)
    assert tf.nest.pack_sequence_as(spec, components, expand_composites=True).to_py() == value
    boxes = spec.to_boxed_tensor(st)
    assert spec.from_boxed_tensor(boxes).to_py() == value
    batch = [tf.stack([box, box]) for box in boxes]
    assert spec.stacked(2).from_boxed_tensor(batch).to_py() == [value, value]


@settings(max_examples=25)
@given(collections())
def test_every_struct_passes_through_a_function_with_its_schema_as_signature(drawn):
    kind, value, _ = drawn
    st = struct.constant(value, schema_of(kind))
    run = tf.function(lambda rows: rows, input_signature=[st.schema.spec])
    assert run(st).to_py() == value


@settings(max_examples=25)
@given(collections())
def test_every_struct_passes_through_datasets(drawn):
    kind, value, dims = drawn
    st = struct.constant(value, schema_of(kind))
    if not dims:
        assert [one.to_py() for one in tf.data.Dataset.from_tensors(st)] == [value]
        return
    rows = tf.data.Dataset.from_tensor_slices(st)
    assert [row.to_py() for row in rows] == value
    batches = rows.batch(2)
    assert [row for batch in batches for row in batch.to_py()] == value
    if not any(0 in box.shape for box in spec_boxes(batches)):
        assert [row.to_py() for row in batches.unbatch()] == value


def spec_boxes(dataset):
    """What `unbatch` works on. TensorFlow 2.21 ends the process where a row has no elements:
    `tf.data.Dataset.from_tensors(tf.zeros([2, 0])).unbatch()`."""
    return tf.nest.flatten(dataset.element_spec, expand_composites=True)
