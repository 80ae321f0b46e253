"""All fields of a struct have its dims first: checked when it is built, in every mode."""

import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.struct import DenseStructTensor


@pytest.mark.parametrize(
    ("shape", "fields", "message"),
    [
        ([2], {"x": [1, 2], "y": [1]},
         "the fields of a struct of shape [2] need these dims first, but 'y' has shape [1]"),
        ([None], {"x": [1, 2], "y": [1]},
         "the first 1 dims of all fields must be the same, but 'x' has shape [2] and 'y' has shape [1]"),
        ([None, None], {"x": [[1, 2]], "y": [[[1.0]]]},
         "the first 2 dims of all fields must be the same, but 'x' has shape [1, 2] and 'y' has shape "
         "[1, 1, 1]"),
        ([3], {"x": 1}, "of shape [3] need these dims first, but 'x' has shape []"),
        ([1], {"n": struct.constant([{"a": 1}, {"a": 2}])},
         "of shape [1] need these dims first, but 'n' has shape [2]"),
        ([1], {"r": tf.ragged.constant([[1], [2]])}, "but 'r' has shape [2, None]"),
    ],
)  # fmt: skip
def test_static_sizes_that_differ_are_named(shape, fields, message):
    with pytest.raises(ValueError) as error:
        DenseStructTensor(shape, fields)
    assert message in str(error.value)
    with struct.validation(False), pytest.raises(ValueError):  # what is static is checked always
        DenseStructTensor(shape, fields, validate=False)
    with pytest.raises(ValueError):
        tf.function(lambda: DenseStructTensor(shape, fields))()


def test_an_update_has_the_dims_of_the_struct():
    st = struct.constant([{"x": 1}, {"x": 2}])
    with pytest.raises(
        ValueError, match="of shape .2. need these dims first, but 'y' has shape .3."
    ):
        st.with_updates(y=[1, 2, 3])
    assert st.with_updates(x=[1.0, 2.0])["x"].dtype == tf.float32


def test_ragged_rows_where_the_struct_is_dense_must_be_of_one_length():
    even = tf.ragged.constant([[1, 2], [3, 4]])
    assert DenseStructTensor([2, 2], {"x": even}).to_py()[1][0] == {"x": 3}
    uneven = tf.ragged.constant([[1, 2], [3]])
    with pytest.raises(
        ValueError, match="field 'u' is ragged in dim 1, which is one of the struct"
    ):
        DenseStructTensor([2, None], {"u": uneven})
    with pytest.raises(ValueError, match=r"must be \[2, 3\], the same for all; got x \[2, 2\]"):
        DenseStructTensor([2, None], {"x": even, "y": tf.zeros([2, 3])})


SPEC = tf.TensorSpec([None])


def build(**options):
    @tf.function(input_signature=[SPEC, SPEC, SPEC])
    def run(x, y, z):
        return DenseStructTensor([None], {"x": x, "y": y, "z": z}, **options)

    return run


def count(function):
    definition = function.get_concrete_function().graph.as_graph_def()
    bodies = [definition.node, *(f.node_def for f in definition.library.function)]
    return sum(node.op == "Assert" for body in bodies for node in body)


def test_sizes_that_are_not_static_are_compared_when_the_graph_runs():
    run = build()
    assert run([1.0], [2.0], [3.0]).to_py() == [{"x": 1.0, "y": 2.0, "z": 3.0}]
    with pytest.raises(tf.errors.InvalidArgumentError) as error:
        run([1.0], [2.0], [1.0, 2.0, 3.0])
    message = str(error.value)
    assert "the first 1 dims of all fields must be [None], the same for all" in message
    assert "[x] [1] [y] [1] [z] [3]" in message


def test_there_is_one_assertion_for_each_struct_and_none_without_validation():
    assert count(build()) == 1
    assert count(build(validate=False)) == 0
    run = build()
    with struct.validation(False):
        assert count(run) == 0

    @tf.function(input_signature=[SPEC])
    def known(x):
        st = DenseStructTensor([None], {"x": x})
        return st.with_updates(y=st["x"]).without("x")  # nothing to compare

    assert count(known) <= 1

    @tf.function(input_signature=[tf.TensorSpec([3]), tf.TensorSpec([3])])
    def static(x, y):
        return DenseStructTensor([None], {"x": x, "y": y})

    assert count(static) == 0


def test_the_given_shape_counts_too():
    @tf.function(input_signature=[SPEC])
    def run(x):
        return DenseStructTensor([2], {"x": x})

    assert run([1.0, 2.0]).shape == [2]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"must be .2., the same for all"):
        run([1.0])


def test_an_update_is_compared_with_the_struct_when_the_graph_runs():
    @tf.function(input_signature=[SPEC, SPEC])
    def run(x, y):
        return DenseStructTensor([None], {"x": x}).with_updates(y=y)

    assert run([1.0], [2.0]).to_py() == [{"x": 1.0, "y": 2.0}]
    with pytest.raises(tf.errors.InvalidArgumentError, match="the same for all. .y. .2."):
        run([1.0], [2.0, 3.0])


def test_validation_is_switched_where_it_is_asked_for():
    assert struct.is_validation_enabled()
    with struct.validation(False):
        assert not struct.is_validation_enabled()
        with struct.validation(True):
            assert struct.is_validation_enabled()
    assert struct.is_validation_enabled()


def test_row_splits_are_not_looked_at_without_validation():
    values = struct.constant([{"x": 1}, {"x": 2}])
    with struct.validation(False):
        rows = struct.RaggedStructTensor.from_row_splits(values, [0, 1])
    assert rows.to_py() == [[{"x": 1}]]
    assert struct.RaggedStructTensor.from_row_splits(values, [0, 1], validate=False).shape[0] == 1
