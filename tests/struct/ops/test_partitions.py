"""Row splits beside lists of lengths, in both dtypes."""

from __future__ import annotations

from typing import Any

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.times import TIMES
from tftypes.struct import partitions

LENGTHS = st.lists(st.integers(0, 4), max_size=6)


def vector(values: list[int], dtype: Any) -> tf.Tensor:
    return tf.constant(values, dtype, shape=[len(values)])


def splits_of(row_lengths: list[int], dtype: Any = tf.int64) -> tf.Tensor:
    made = [sum(row_lengths[:i]) for i in range(len(row_lengths) + 1)]
    return vector(made, dtype)


@settings(max_examples=40 * TIMES, deadline=None)
@given(row_lengths=LENGTHS, dtype=st.sampled_from([tf.int32, tf.int64]))
def test_lengths_splits_and_row_ids_say_the_same(row_lengths: list[int], dtype: Any) -> None:
    splits = splits_of(row_lengths, dtype)
    assert (
        partitions.of_lengths(vector(row_lengths, dtype)).numpy().tolist()
        == splits.numpy().tolist()
    )
    assert partitions.lengths(splits).numpy().tolist() == row_lengths
    ids = [row for row, length in enumerate(row_lengths) for _ in range(length)]
    assert partitions.rowids(splits).numpy().tolist() == ids
    assert int(partitions.total(splits)) == len(ids)
    assert int(partitions.count(splits)) == partitions.nrows(splits) == len(row_lengths)
    assert partitions.of_lengths(vector(row_lengths, dtype)).dtype == dtype


@settings(max_examples=40 * TIMES, deadline=None)
@given(parts=st.lists(LENGTHS, min_size=1, max_size=4))
def test_joined_splits_are_those_of_all_rows(parts: list[list[int]]) -> None:
    joined = partitions.joined([splits_of(lengths) for lengths in parts])
    assert (
        joined.numpy().tolist() == splits_of([n for part in parts for n in part]).numpy().tolist()
    )


def test_joined_splits_of_both_dtypes_are_int64() -> None:
    joined = partitions.joined([splits_of([1], tf.int32), splits_of([2], tf.int64)])
    assert (joined.dtype, joined.numpy().tolist()) == (tf.int64, [0, 1, 3])


@pytest.mark.parametrize(("rows", "length"), [(0, 3), (2, 0), (2, 3)])
def test_uniform_rows(rows: int, length: int) -> None:
    expected = [i * length for i in range(rows + 1)]
    assert partitions.uniform(rows, length, tf.int32).numpy().tolist() == expected
    dynamic = partitions.uniform(tf.constant(rows), tf.constant(length), tf.int64)
    assert dynamic.numpy().tolist() == expected


def test_small_constants_are_made_once_eagerly_and_in_each_graph() -> None:
    assert partitions.ints([1, 2]) is partitions.ints([1, 2])

    @tf.function
    def inside() -> Any:
        made = partitions.ints([1, 2])
        assert not isinstance(made, tf.__internal__.EagerTensor)
        return made

    assert inside().numpy().tolist() == [1, 2]
