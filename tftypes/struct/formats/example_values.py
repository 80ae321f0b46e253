"""What was parsed of Examples, as fields: lists in rows, numbers in narrower dtypes, each checked.

A check is a ValueError eagerly; in a graph it is an assertion that what relies on it comes after.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.assertions import Fault, without_faults
from tftypes.struct.dense import dense
from tftypes.struct.ragged import ragged
from tftypes.struct.rows import partition, ragged_tensor, splits_of_lengths


def in_rows(function: str, path: str, levels: list[Any], value: Any, inner: list[int]) -> Any:
    """The values of each Example in rows, of lengths that are given by level, the outermost first.

    Args:
      levels: lengths, a list for each Example.
      value: a list of values for each Example.
      inner: the dims of an item of the innermost rows.
    """
    size = int(np.prod(inner, dtype=int))
    counts = [each.row_lengths() for each in (*levels[1:], value)]
    wrong = tf.not_equal(counts[-1] % size, 0)
    counts[-1] //= size
    for level, count in zip(levels, counts):
        # None is larger than the sum, or that may overflow.
        least, most, count = tf.reduce_min(level, 1), tf.reduce_max(level, 1), tf.cast(count, tf.int64)  # fmt: skip
        some = level.row_lengths() > 0
        wrong |= some & ((least < 0) | (most > count)) | tf.not_equal(
            tf.reduce_sum(level, 1), count
        )

    def error(row: Any) -> Exception:
        items = f"items of {size} values" if inner else "values"
        return ValueError(
            f"{function}(): field '{path}': the row lengths do not add up to the {items} in "
            f"Example {row}"
        )

    if levels or inner:
        value, *levels = without_faults((value, *levels), [(wrong, error)])
    splits = levels[0].row_splits if levels else value.row_splits // size
    rows = tf.reshape(value.values, [-1, *inner]) if inner else value.values
    for level in reversed(levels):
        lengths = tf.cast(level.values, value.row_splits.dtype)
        rows = ragged_tensor(rows, partition(splits_of_lengths(lengths)))
    return ragged_tensor(rows, partition(splits))


def flat_narrowed(function: str, path: str, value: Any, dtype: tf.DType) -> Any:
    if not isinstance(value, tf.RaggedTensor):
        return narrowed(function, path, value, dtype)
    return value.with_values(flat_narrowed(function, path, value.values, dtype))


def narrowed(function: str, path: str, value: tf.Tensor, dtype: tf.DType) -> tf.Tensor:
    """The values in another dtype, once it is known to have them all.

    Raises:
      ValueError: eagerly; while tracing, an assertion fails when the graph runs.
    """
    if value.dtype == dtype:
        return value
    made = tf.cast(value, dtype)
    if dtype.is_floating:
        return made
    wrong = tf.reshape(tf.not_equal(tf.cast(made, value.dtype), value), [-1])

    def error(position: Any) -> Exception:
        return ValueError(
            f"{function}(): field '{path}': value number {position} is no {dtype.name}"
        )

    narrow: tf.Tensor = without_faults(made, [(wrong, error)])
    return narrow


def masked(
    function: str, path: str, value: tf.RaggedTensor, dtype: tf.DType, dims: list[int], zero: Any
) -> tuple[tf.Tensor, tf.Tensor]:
    """A value, or a dense tensor of them, for each Example, and whether it has it."""
    lengths, size = value.row_lengths(), int(np.prod(dims))
    wrong = tf.logical_and(tf.not_equal(lengths, size), tf.not_equal(lengths, 0))

    def error(row: Any) -> Exception:
        return ValueError(f"{function}(): field '{path}' has not {size} values in Example {row}")

    value, lengths = without_faults((value, lengths), [(wrong, error)])
    filled = value.to_tensor(tf.cast(zero, value.dtype), shape=[None, size])
    made = narrowed(function, path, tf.reshape(filled, [-1, *dims]), dtype)
    return made, lengths > 0


def optional(function: str, path: str, value: tf.RaggedTensor, dtype: tf.DType) -> Any:

    def error(row: Any) -> Exception:
        return ValueError(f"{function}(): field '{path}' has several values in Example {row}")

    value = without_faults(value, [(value.row_lengths() > 1, error)])
    return value.with_values(narrowed(function, path, value.values, dtype))


def as_rows(function: str, name: str, value: Any) -> Any:
    """A list of structs, of the lists of its fields, which must be of one length."""
    fields = {key: value.field_value(key) for key in value.field_names()}
    first, *others = fields
    splits = fields[first].row_splits

    def differs(key: str) -> Fault:
        other = tf.not_equal(fields[key].row_splits[1:], splits[1:])
        return other, lambda row: ValueError(
            f"{function}(): the lists '{name}/{key}' and '{name}/{first}' differ in length in "
            f"Example {row}"
        )

    made = ragged(dense(1, {key: each.values for key, each in fields.items()}), splits)
    return without_faults(made, [differs(key) for key in others])
