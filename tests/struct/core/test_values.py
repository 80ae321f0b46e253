"""`StructTensorValue`: what a struct is in NumPy."""

import numpy as np
import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.struct import StructTensorValue

ROWS = [{"x": 1, "l": [1.5], "n": {"s": "a"}}, {"x": 2, "l": [], "n": {"s": "b"}}]


def test_constant_value_makes_arrays():
    value = struct.constant_value(ROWS)
    assert value.shape == (2,) and value.rank == 1 and len(value) == 2 and value
    assert value.field_names() == ("x", "l", "n")
    assert value["x"].dtype == np.int32 and value["x"].tolist() == [1, 2]
    assert isinstance(value["l"], tf.compat.v1.ragged.RaggedTensorValue)
    assert value["l"].to_list() == [[1.5], []]
    assert isinstance(value["n"], StructTensorValue) and value["n"]["s"].tolist() == [b"a", b"b"]
    assert value.to_py() == struct.constant(ROWS).to_py()


def test_ragged_values():
    value = struct.constant_value([[{"x": 1}], [], [{"x": 2}, {"x": 3}]])
    assert value.shape == (3, None) and value.row_splits.tolist() == [0, 1, 1, 3]
    assert value.values["x"].tolist() == [1, 2, 3] and value["x"].to_list() == [[1], [], [2, 3]]
    assert struct.constant(value).to_py() == value.to_py()
    nested = struct.constant_value([{"i": [{"a": 1}]}, {"i": []}])
    assert nested["i"].shape == (2, None)


def test_to_and_from_structs():
    st = struct.constant(ROWS)
    value = st.numpy()
    assert isinstance(value, StructTensorValue) and value.to_py() == st.to_py()
    assert struct.constant(value).to_py() == st.to_py()
    assert struct.constant_value(value) is value
    typed = struct.constant(value, {"x": tf.int64, "l": [tf.float64]})
    assert typed["x"].dtype == tf.int64 and typed.field_names() == ("x", "l")
    sparse = struct.DenseStructTensor([2], {"s": tf.sparse.eye(2)}).numpy()
    assert struct.constant(sparse).to_py() == [{"s": [1.0, 0.0]}, {"s": [0.0, 1.0]}]


def test_a_session_of_tensorflow_1_returns_them():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        st = struct.constant([{"x": 1, "n": {"y": 2.0}}, {"x": 3, "n": {"y": 4.0}}])
        rows = struct.RaggedStructTensor.from_row_splits(st, [0, 2, 2])
        dense, ragged = session.run([st, rows])
    assert isinstance(dense, StructTensorValue) and dense.to_py()[1] == {"x": 3, "n": {"y": 4.0}}
    assert isinstance(ragged, StructTensorValue) and ragged.to_py() == [dense.to_py(), []]


def test_a_session_of_tensorflow_1_is_fed_them():
    value = struct.constant_value([[{"x": 1, "l": [2]}], []], {"x": int, "l": [int]})
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        rows = struct.constant([[{"x": 7, "l": [7]}], []], {"x": int, "l": [int]})
        total = tf.reduce_sum(rows.values["x"]) + tf.reduce_sum(rows.values["l"].flat_values)
        assert session.run(total) == 14
        assert session.run([total, rows], {rows: value})[0] == 3
        with pytest.raises(ValueError, match="expected a value of RaggedStructTensorSpec"):
            session.run(total, {rows: struct.constant_value({"x": 1})})


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: StructTensorValue([2], {"x": [1, 2, 3]}), "need these dims first, but 'x' has shape [3]"),
        (lambda: StructTensorValue([None], {"x": [1], "y": [1, 2]}), "but 'y' has shape [2]"),
        (lambda: StructTensorValue([], {})["x"], "no field 'x'; the fields are: none"),
        (lambda: len(StructTensorValue([], {})), "a single structure (shape []) has no len()"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(make, message):
    with pytest.raises((ValueError, KeyError, TypeError)) as error:
        make()
    assert message in str(error.value)


def test_a_field_without_a_numpy_counterpart_is_named():
    class Pair(tf.experimental.ExtensionType):
        x: tf.Tensor

    st = struct.DenseStructTensor([], {"p": Pair(tf.constant(1))})
    with pytest.raises(TypeError, match="field 'p': a Pair has no NumPy counterpart"):
        st.numpy()
    with pytest.raises(TypeError, match=r"field 'p': a Pair has no to_py\(\) or to_list\(\)"):
        st.to_py()
