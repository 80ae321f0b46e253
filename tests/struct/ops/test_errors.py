"""What does not go together, or out of range, is told with the op, the argument and the field."""

from __future__ import annotations

from typing import Any

import pytest
import tensorflow as tf

from tftypes.struct import DenseStructTensor, RaggedStructTensor

PAIR = DenseStructTensor([2], {"a": [1, 2], "b": [1.0, 2.0]})
NESTED = DenseStructTensor([2], {"a": [1, 2], "in": DenseStructTensor([2], {"s": ["x", "y"]})})
ROWS = RaggedStructTensor.from_row_splits(PAIR, [0, 2, 2])
ONE = tf.gather(PAIR, 0)


def _with(**fields: Any) -> Any:
    return DenseStructTensor([2], fields)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        # Structs that are taken together.
        (
            lambda: tf.concat([PAIR, _with(a=[1, 2])], 0),
            ValueError,
            "tf.concat() argument values[1]: field 'b' of values[0] is missing",
        ),
        (
            lambda: tf.concat([PAIR, _with(a=[1, 2], b=[1.0, 2.0], c=[1, 2])], 0),
            ValueError,
            "tf.concat() argument values[1]: values[0] has no field 'c'",
        ),
        (
            lambda: tf.stack([PAIR, _with(a=[1, 2], b=[1, 2])]),
            ValueError,
            "tf.stack() argument values[1]: field 'b' is of dtype int32, that of values[0] is of dtype "
            "float32",
        ),
        (
            lambda: tf.concat([PAIR, _with(a=[[1], [2]], b=[1.0, 2.0])], 0),
            ValueError,
            "tf.concat() argument values[1]: field 'a' is of rank 2, that of values[0] is of rank 1",
        ),
        (
            lambda: tf.concat([NESTED, NESTED.with_updates({"in": _with(t=["x", "y"])})], 0),
            ValueError,
            "tf.concat() argument values[1]: field 'in.s' of values[0] is missing",
        ),
        (
            lambda: tf.concat([NESTED, NESTED.with_updates({"in": [1, 2]})], 0),
            ValueError,
            "tf.concat() argument values[1]: field 'in' is a tensor, that of values[0] is a struct",
        ),
        (
            lambda: tf.concat([PAIR, tf.constant([1, 2])], 0),
            TypeError,
            "tf.concat() argument values[1]: expected a StructTensor, got a tensor of shape [2]",
        ),
        (
            lambda: tf.concat([PAIR, ONE], 0),
            ValueError,
            "tf.concat() argument values[1]: expected rank 1 as of values[0], got shape []",
        ),
        (
            lambda: tf.stack([PAIR, tf.gather(PAIR, [0])]),
            ValueError,
            "tf.stack() argument values[1]: expected shape [2] as of values[0], got [1]",
        ),
        (
            lambda: tf.stack([_list([1, 2]), _list([3])]),
            ValueError,
            "tf.stack() argument values[1]: field 'r' is of shape [1], that of values[0] is of shape "
            "[2]; tf.ragged.stack() takes different sizes",
        ),
        (
            lambda: tf.where([True, False], PAIR, tf.constant([1, 2])),
            TypeError,
            "tf.where() argument y: expected a StructTensor, got a tensor of shape [2]",
        ),
        (
            lambda: tf.where([True, False], PAIR, PAIR.without("a")),
            ValueError,
            "tf.where() argument y: field 'a' of x is missing",
        ),
        (
            lambda: tf.where([True, False], PAIR, _with(a=[1.0, 2.0], b=[1.0, 2.0])),
            ValueError,
            "tf.where() argument y: field 'a' is of dtype float32, that of x is of dtype int32",
        ),
        (
            lambda: tf.where([1, 0], PAIR, PAIR),
            TypeError,
            "tf.where() argument condition: expected bools, got int32",
        ),
        (
            lambda: tf.where([True, False], PAIR),
            ValueError,
            "tf.where() arguments x and y: expected both or none of them, got one",
        ),
        # Axes and sizes.
        (
            lambda: tf.gather(PAIR, [0], axis=1),
            ValueError,
            "tf.gather() argument axis: expected -1 to 0, got 1",
        ),
        (
            lambda: tf.gather(ONE, [0]),
            ValueError,
            "tf.gather() argument params: a single structure has no elements",
        ),
        (
            lambda: tf.gather(PAIR, [0.5]),
            TypeError,
            "tf.gather() argument indices: expected integers, got float32",
        ),
        (
            lambda: tf.gather(tf.constant([1, 2]), PAIR),
            TypeError,
            "tf.gather() argument params: expected the struct here, got EagerTensor",
        ),
        (
            lambda: tf.gather_nd(PAIR, [[0, 0]]),
            ValueError,
            "tf.gather_nd() argument indices: expected shape [..., k] with static k from 0 to 1 for a "
            "struct of rank 1, got (1, 2)",
        ),
        (
            lambda: tf.boolean_mask(PAIR, [True]),
            ValueError,
            "tf.boolean_mask() argument mask: expected shape [2], got [1]",
        ),
        (
            lambda: tf.boolean_mask(PAIR, [[True], [False]]),
            ValueError,
            "tf.boolean_mask() argument mask: expected rank 1 to 1 for a struct of shape [2], got shape "
            "(2, 1)",
        ),
        (
            lambda: tf.expand_dims(PAIR, 2),
            ValueError,
            "tf.expand_dims() argument axis: expected -2 to 1, got 2",
        ),
        (
            lambda: tf.squeeze(PAIR, [0]),
            ValueError,
            "tf.squeeze() argument axis: dim 0 of [2] is not of size 1",
        ),
        (
            lambda: tf.squeeze(ROWS, [1]),
            Exception,
            "tf.squeeze(): axis 1 is not of size 1",
        ),
        (
            lambda: tf.reshape(PAIR, [3]),
            ValueError,
            "tf.reshape() argument shape: [3] do not hold the 2 structures of shape [2]",
        ),
        (
            lambda: tf.reshape(PAIR, [-1, -1]),
            ValueError,
            "tf.reshape() argument shape: expected at most one -1, got [-1, -1]",
        ),
        (
            lambda: tf.tile(PAIR, [1, 2]),
            ValueError,
            "tf.tile() argument multiples: expected 1 integers for a struct of shape [2], got 2",
        ),
        (
            lambda: tf.unstack(ROWS, axis=1),
            ValueError,
            "tf.unstack() argument axis: rows differ along axis 1 of shape [2, None]",
        ),
        (
            lambda: tf.split(PAIR, 3),
            ValueError,
            "tf.split() argument num_or_size_splits: dim 0 of shape [2] does not divide into 3",
        ),
        (
            lambda: tf.split(ROWS, 2, axis=1),
            ValueError,
            "tf.split() argument axis: rows differ along axis 1 of shape [2, None]",
        ),
        (
            lambda: tf.transpose(ROWS),
            ValueError,
            "tf.transpose(): expected a dense struct, got one of shape [2, None]",
        ),
        # Structs as such are not compared, and have no numbers.
        (
            lambda: tf.sort(PAIR),
            TypeError,
            "tf.sort(): structs have no order; use struct.sort(st, by=...)",
        ),
        (lambda: tf.abs(PAIR), TypeError, "tf.math.abs() is not implemented for DenseStructTensor"),
    ],
)
def test_message(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert text in str(raised.value)


def _list(values: list[int]) -> Any:
    return DenseStructTensor([], {"r": values})


def test_what_is_not_known_before_is_told_when_the_graph_runs() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def squeezed(x: Any) -> Any:
        return tf.squeeze(DenseStructTensor([None], {"x": x}), [0]).field_value("x")

    assert int(squeezed([3])) == 3
    with pytest.raises(tf.errors.InvalidArgumentError):
        squeezed([3, 4])


def test_an_index_out_of_range_is_tensorflows_error() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="not in"):
        tf.gather(PAIR, [2])
    with pytest.raises(tf.errors.InvalidArgumentError, match="not in"):
        tf.gather(ROWS, [2])
