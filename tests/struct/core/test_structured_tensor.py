"""What docs/struct.md says under "Coming from StructuredTensor", beside TensorFlow's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.ops.ragged.row_partition import RowPartition
from tensorflow.python.ops.structured import structured_array_ops  # noqa: F401  # enters its ops
from tensorflow.python.ops.structured.structured_tensor import StructuredTensor

from tftypes import struct
from tftypes.struct import DenseStructTensor, RaggedStructTensor

ROWS = [
    {"title": b"soup", "user": {"id": 1, "age": 30}, "items": [{"n": 1}, {"n": 2}]},
    {"title": b"cake", "user": {"id": 2, "age": 40}, "items": [{"n": 3}]},
]


def plain(value: Any) -> Any:
    """A value of either library in Python."""
    for convert in ("to_py", "to_pyval", "to_list"):
        if hasattr(value, convert):
            return plain(getattr(value, convert)())
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, (tf.Tensor, np.ndarray, np.generic)):
        return np.asarray(value).tolist()
    return value


#: What does the same in both: on the rows above, there and here.
SAME: dict[str, Any] = {
    "from_fields": (
        lambda _: StructuredTensor.from_fields({"x": [1, 2]}, [None]),
        lambda _: DenseStructTensor([None], {"x": [1, 2]}),
    ),
    "from_shape": (
        lambda _: StructuredTensor.from_fields({}, [2]),
        lambda _: DenseStructTensor([2], {}),
    ),
    "field_value": (lambda st: st.field_value(("user", "id")), lambda st: st["user", "id"]),
    "with_updates": (
        lambda st: st.with_updates({("user", "x"): tf.constant([7, 8]), ("user", "id"): None}),
        lambda st: st.with_updates({("user", "x"): tf.constant([7, 8])}).without(("user", "id")),
    ),
    "a value by a function": (
        lambda st: st.with_updates({("user", "id"): lambda value: value * 2}),
        lambda st: struct.map_values(st, "user.id", lambda value: value * 2),
    ),
    "partition_outer_dimension": (
        lambda st: st.partition_outer_dimension(RowPartition.from_row_lengths([0, 2])),
        lambda st: RaggedStructTensor.from_row_lengths(st, [0, 2]),
    ),
    "merge_dims": (
        lambda st: st.field_value("items").merge_dims(0, 1),
        lambda st: st["items"].merge_dims(0, 1),
    ),
    "row_partitions": (
        lambda st: [p.row_splits() for p in st.field_value("items").row_partitions],
        lambda st: st["items"].nested_row_splits,
    ),
    "nrows": (lambda st: st.nrows(), lambda st: st.nrows()),
    "promote": (
        lambda st: st.promote(("items", "n"), "n"),
        lambda st: struct.promote(st, "items.n", new_field_name="n"),
    ),
    "rows and fields by position": (lambda st: st[1, "items", 0], lambda st: st[1, "items", 0]),
    "gather": (lambda st: tf.gather(st, [1, 0, 1]), lambda st: tf.gather(st, [1, 0, 1])),
    "concat": (lambda st: tf.concat([st, st], 0), lambda st: tf.concat([st, st], 0)),
    "expand_dims": (lambda st: tf.expand_dims(st, 0), lambda st: tf.expand_dims(st, 0)),
    "size": (lambda st: tf.size(st), lambda st: tf.size(st)),
}


@pytest.mark.parametrize("case", sorted(SAME))
def test_what_does_the_same(case: str) -> None:
    there, here = SAME[case]
    expected = plain(there(StructuredTensor.from_pyval(ROWS)))
    assert plain(here(struct.constant(ROWS))) == expected


def test_fields_keep_their_order() -> None:
    fields = {"b": tf.constant([1]), "a": tf.constant([2])}
    assert DenseStructTensor([None], fields).field_names() == ("b", "a")
    assert set(StructuredTensor.from_fields(fields, [None]).field_names()) == {"a", "b"}


def test_rows_of_different_lengths_are_a_ragged_struct() -> None:
    field = tf.ragged.constant([[1], [2, 3]])
    assert StructuredTensor.from_fields({"x": field}, [2, None]).shape.as_list() == [2, None]
    with pytest.raises(
        ValueError, match="field 'x' is ragged in dim 1, .* use a RaggedStructTensor"
    ):
        DenseStructTensor([2, None], {"x": field})


def test_sizes_that_differ_are_an_error_in_graphs_too() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None])])
    def there(x: Any, y: Any) -> Any:
        return StructuredTensor.from_fields({"x": x, "y": y}, [None]).field_value("x")

    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None])])
    def here(x: Any, y: Any) -> Any:
        return DenseStructTensor([None], {"x": x, "y": y})["x"]

    assert there(tf.zeros([2]), tf.zeros([3])).shape == [2]
    with pytest.raises(tf.errors.InvalidArgumentError):
        here(tf.zeros([2]), tf.zeros([3]))


def test_none_is_no_value() -> None:
    st = struct.constant(ROWS)
    assert (
        "title" not in StructuredTensor.from_pyval(ROWS).with_updates({"title": None}).field_names()
    )
    with pytest.raises(TypeError, match="field 'title': expected a tensor or an extension type"):
        st.with_updates({"title": None})


def test_any_string_is_a_name() -> None:
    with pytest.raises(ValueError, match="not currently allowed"):
        StructuredTensor.from_fields({"a b": [1]}, [None])
    assert DenseStructTensor([None], {"a b": [1]}).to_py() == [{"a b": 1}]


def test_zeros_like_is_a_struct() -> None:
    st = struct.constant([{"x": 7, "y": ["a"]}])
    assert tf.zeros_like(st).to_py() == [{"x": 0, "y": [b""]}]
    assert tf.zeros(tf.shape(st)).numpy().tolist() == [0.0]


def test_a_spec_is_of_one_structure() -> None:
    one, rows = [{"a": 1}][0], [{"a": 1}]
    there = StructuredTensor.from_pyval(one)._type_spec
    with pytest.raises(ValueError, match="rank mismatch"):
        StructuredTensor.from_pyval(rows, there)
    here = struct.constant(one).__tf_type_spec__()
    assert struct.constant(rows, here).to_py() == rows


def test_positions_are_those_of_a_tensor() -> None:
    there, here = StructuredTensor.from_pyval(ROWS), struct.constant(ROWS)
    for key in (..., tf.newaxis):
        with pytest.raises(ValueError, match="Slicing not supported"):
            there[key]
    assert (here[...].shape, here[tf.newaxis].shape) == ([2], [1, 2])
    assert there[0][:].to_pyval().keys() == ROWS[0].keys()
    with pytest.raises(IndexError, match="1 positions, but the struct has 0 dims"):
        here[0][:]


def test_a_single_structure_has_no_rows() -> None:
    assert StructuredTensor.from_pyval({"a": 1}).nrows() is None
    with pytest.raises(ValueError, match="a single structure"):
        struct.constant({"a": 1}).nrows()


def test_lists_of_one_length_are_dense() -> None:
    rows = [{"a": [1]}, {"a": [2]}]
    assert isinstance(StructuredTensor.from_pyval(rows).field_value("a"), tf.RaggedTensor)
    assert isinstance(struct.constant(rows)["a"], tf.Tensor)


def test_repr_is_on_one_line() -> None:
    assert "\n" in repr(StructuredTensor.from_pyval({"a": 1}))
    assert repr(struct.constant({"a": 1})) == "<StructTensor {'a': 1}>"


def test_the_lengths_of_rows_are_not_static_while_tracing() -> None:
    lengths = []

    @tf.function
    def trace() -> None:
        rows = tf.RaggedTensor.from_row_lengths([1, 2, 3], [1, 2])
        there = StructuredTensor.from_fields_and_rank({"a": rows}, rank=2)
        values = DenseStructTensor([3], {"a": [1, 2, 3]})
        here = RaggedStructTensor.from_row_lengths(values, [1, 2])
        lengths.extend(tf.shape(each).static_lengths() for each in (there, here))

    trace()
    assert lengths == [[2, (1, 2)], [2, None]]


def test_nothing_in_a_struct_without_rows_is_lost() -> None:
    """There a graph that does not know the sizes has them from row splits, which do not tell them."""
    inner = tf.RaggedTensor.from_row_splits(tf.zeros([0]), [0])
    field = tf.RaggedTensor.from_uniform_row_length(inner, 3, nrows=0)
    field = tf.RaggedTensor.from_uniform_row_length(field, 0, nrows=2)
    st = DenseStructTensor([2, 0, 3], {"x": field})
    spec = struct.DenseStructTensorSpec(
        [None] * 3, {"x": tf.RaggedTensorSpec([None] * 4, tf.float32, 3)}
    )
    moved = tf.function(lambda st: tf.transpose(st, [2, 0, 1]), input_signature=[spec])(st)
    assert moved.shape == [3, 2, 0]
