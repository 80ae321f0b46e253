"""What ops keep: partitions shared between fields, the order of fields, gradients, names of scopes."""

from __future__ import annotations

from typing import Any

import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.struct import DenseStructTensor, RaggedStructTensor

LIST = tf.ragged.constant([[1.0, 2.0], [], [3.0]])
#: Two lists of one partition, as the fields of rows are.
PAIR = DenseStructTensor([3], {"x": LIST, "y": LIST.with_values(LIST.values * 2.0)})


@pytest.mark.parametrize(
    "op",
    [
        lambda st: tf.gather(st, [2, 0]),
        lambda st: tf.concat([st, st], 0),
        lambda st: tf.boolean_mask(st, [True, False, True]),
        lambda st: tf.tile(st, [2]),
        lambda st: tf.reverse(st, [0]),
        lambda st: tf.identity(st),
        lambda st: tf.stack([st, st], 1),
        lambda st: tf.where([True, False, True], st, tf.reverse(st, [0])),
    ],
)
def test_lists_that_share_their_rows_still_do(op: Any) -> None:
    result = op(PAIR)
    assert result.field_value("x").row_splits is result.field_value("y").row_splits


def test_the_order_of_fields_is_that_of_the_first() -> None:
    a = DenseStructTensor([1], {"b": [1], "a": [2]})
    b = DenseStructTensor([1], {"a": [3], "b": [4]})
    assert tf.concat([a, b], 0).to_py() == [{"b": 1, "a": 2}, {"b": 4, "a": 3}]
    assert tf.concat([a, b], 0).field_names() == ("b", "a")
    assert tf.where([True], b, a).field_names() == ("a", "b")


def test_gradients_flow_through_ops_on_structs() -> None:
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        rows = RaggedStructTensor.from_row_splits(DenseStructTensor([3], {"x": x}), [0, 1, 3])
        taken = tf.concat([tf.gather(rows, [1, 1]), rows], 0)
        total = tf.reduce_sum(taken["x"].values ** 2)
    grad = tape.gradient(total, x)
    assert tf.convert_to_tensor(grad).numpy().tolist() == [2.0, 12.0, 18.0]


def test_a_name_is_a_scope_in_a_graph() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def named(x: Any) -> Any:
        st = DenseStructTensor([None], {"x": x, "y": x})
        return tf.gather(st, [0], name="first").field_value("y")

    names = [op.name for op in named.get_concrete_function().graph.get_operations()]
    assert any(name.startswith("first/") for name in names)


def test_filled_alike() -> None:
    rows = struct.constant([{"x": [1, 2], "s": "a"}, {"x": [], "s": "b"}])
    assert tf.zeros_like(rows).to_py() == [{"x": [0, 0], "s": b""}, {"x": [], "s": b""}]
    only = rows.with_only("x")
    assert tf.ones_like(only).to_py() == [{"x": [1, 1]}, {"x": []}]
    with pytest.raises(TypeError, match=r"tf.ones_like\(\) of field 's'"):
        tf.ones_like(rows)
    assert tf.stop_gradient(rows).to_py() == rows.to_py()


def test_shuffled_together() -> None:
    rows = DenseStructTensor([20], {"x": tf.range(20), "y": tf.range(20) * 2})
    mixed = tf.random.shuffle(rows, seed=1)
    assert (mixed["y"].numpy() == 2 * mixed["x"].numpy()).all()
    assert sorted(mixed["x"].numpy().tolist()) == list(range(20))


def test_the_old_names_of_arguments() -> None:
    v1 = tf.compat.v1
    rows = DenseStructTensor([2], {"x": [1, 2]})
    wide = v1.expand_dims(rows, dim=0)
    assert wide.shape.as_list() == [1, 2]
    assert v1.squeeze(wide, squeeze_dims=[0]).to_py() == rows.to_py()
    assert v1.gather(rows, [1]).to_py() == v1.gather_nd(rows, [[1]]).to_py() == [{"x": 2}]
    assert v1.boolean_mask(rows, [False, True]).to_py() == [{"x": 2}]
    assert v1.batch_gather(wide, [[1]]).to_py() == [[{"x": 2}]]
    assert (int(v1.size(rows)), v1.shape(rows).numpy().tolist()) == (2, [2])
    assert v1.where([True, False], rows, tf.reverse(rows, [0])).to_py() == [{"x": 1}, {"x": 1}]
    assert v1.transpose(wide).shape.as_list() == [2, 1]
    assert v1.zeros_like(rows).to_py() == [{"x": 0}, {"x": 0}]


def test_where_by_field_and_where_alone() -> None:
    """A struct of bools as condition says it for each field."""
    rows = DenseStructTensor([2], {"x": [1, 2], "y": [3, 4]})
    condition = DenseStructTensor([2], {"x": [True, False], "y": [False, True]})
    chosen = tf.where(condition, rows, tf.zeros_like(rows))
    assert chosen.to_py() == [{"x": 1, "y": 0}, {"x": 0, "y": 4}]
    assert tf.where(condition).to_py() == {"x": [[0]], "y": [[1]]}


def test_stacked_single_structures_of_different_sizes_are_ragged() -> None:
    a, b = struct.constant({"x": [1, 2], "n": 1}), struct.constant({"x": [3], "n": 2})
    assert tf.ragged.stack([a, b]).to_py() == [{"x": [1, 2], "n": 1}, {"x": [3], "n": 2}]
    assert isinstance(tf.ragged.stack([a, b])["x"], tf.RaggedTensor)


def test_divided_by_number() -> None:
    rows = DenseStructTensor([2, 2], {"x": [[1, 2], [3, 4]], "r": tf.zeros([2, 2, 1])})
    first, second = tf.dynamic_partition(rows.without("r"), [[1, 0], [1, 1]], 2)
    assert (first.to_py(), second.to_py()) == ([{"x": 2}], [{"x": 1}, {"x": 3}, {"x": 4}])
    by_row = tf.ragged.stack_dynamic_partitions(rows, [1, 1], 3)
    assert by_row["x"].to_list() == [[], [[1, 2], [3, 4]], []]
    lists = RaggedStructTensor.from_row_splits(PAIR, [0, 2, 3])
    assert tf.dynamic_partition(lists, [1, 0], 2)[1].to_py() == lists.to_py()[:1]
    with pytest.raises(ValueError, match="argument partitions: expected the first dims of shape"):
        tf.dynamic_partition(rows, [0, 1, 1], 2)


def test_of_a_single_struct() -> None:
    rows = RaggedStructTensor.from_row_splits(PAIR, [0, 2, 3])
    assert tf.stack([PAIR]).to_py() == [PAIR.to_py()]
    assert tf.stack([rows]).to_py() == tf.ragged.stack([rows]).to_py() == [rows.to_py()]
    assert tf.stack([rows], axis=1).to_py() == [[row] for row in rows.to_py()]
    assert tf.concat([rows], 0).to_py() == rows.to_py()


def test_reshaped_to_rows_and_back() -> None:
    rows = RaggedStructTensor.from_row_splits(DenseStructTensor([3], {"x": [1, 2, 3]}), [0, 2, 3])
    flat = tf.reshape(rows, [-1])
    assert flat.to_py() == [{"x": 1}, {"x": 2}, {"x": 3}]
    assert tf.reshape(flat, tf.shape(rows)).to_py() == rows.to_py()
