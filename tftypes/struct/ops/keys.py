"""Sort keys: any values as integers of the same order, and orders and groups of many keys.

Source: `tf.argsort`, `tf.unique`; the order of strings is that of their bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

_FLOATS = {tf.float16: tf.float32, tf.bfloat16: tf.float32, tf.float32: tf.float32}


def order(keys: Sequence[tf.Tensor], descending: bool) -> tf.Tensor:
    """The positions that put vectors in order, by the first, then the next; equals stay as they are.

    >>> order([tf.constant([2, 1, 2]), tf.constant(["b", "c", "a"])], False).numpy().tolist()
    [1, 2, 0]
    """
    found: Any = None
    for key in reversed(keys):
        given = ordinal(key, descending)
        step = _order_of_one(given if found is None else tf.gather(given, found), descending)
        found = step if found is None else tf.gather(found, step)
    return found


def _order_of_one(key: tf.Tensor, descending: bool) -> tf.Tensor:
    """`tf.math.top_k` keeps equals in place; the complement of an integer turns the order round."""
    largest_first = key if descending else tf.bitwise.invert(key)
    return tf.math.top_k(largest_first, k=tf.size(key)).indices


def ordinal(key: tf.Tensor, descending: bool = False) -> tf.Tensor:
    """Integers that are in the order of the values, and equal where they are; NaN comes last.

    Raises:
      TypeError: if values of the dtype have no order.
    """
    if key.dtype == tf.string:
        return _ordinal_of_strings(key)
    if key.dtype == tf.bool or key.dtype in (tf.int8, tf.int16, tf.uint8, tf.uint16):
        return tf.cast(key, tf.int32)
    if key.dtype == tf.uint32:
        return tf.cast(key, tf.int64)
    if key.dtype == tf.uint64:
        return tf.bitwise.bitwise_xor(tf.bitcast(key, tf.int64), tf.int64.min)
    if key.dtype in (tf.int32, tf.int64):
        return key
    if key.dtype in _FLOATS or key.dtype == tf.float64:
        return _ordinal_of_floats(tf.cast(key, _FLOATS.get(key.dtype, tf.float64)), descending)
    raise TypeError(f"values of dtype {key.dtype.name} have no order")


def _ordinal_of_floats(key: tf.Tensor, descending: bool) -> tf.Tensor:
    """The bits of a float are in order, but for the sign; -0.0 is made 0.0."""
    dtype = tf.int32 if key.dtype == tf.float32 else tf.int64
    bits = tf.bitcast(tf.where(tf.equal(key, 0), tf.zeros([], key.dtype), key), dtype)
    ordered = tf.where(bits < 0, tf.bitwise.bitwise_xor(bits, dtype.max), bits)
    return tf.where(tf.math.is_nan(key), dtype.min if descending else dtype.max, ordered)


def _ordinal_of_strings(key: tf.Tensor) -> tf.Tensor:
    """The rank of each string: sorted by length, then by eight bytes at a time, the last ones first."""
    flat = tf.reshape(key, [-1])
    length = tf.strings.length(flat)
    words = (tf.reduce_max(tf.concat([length, [1]], axis=0)) + 7) // 8
    columns = tf.io.decode_raw(flat, tf.int64, little_endian=False, fixed_length=words * 8)
    columns = tf.bitwise.bitwise_xor(columns, tf.int64.min)  # bytes have no sign

    def by_word(word: tf.Tensor, found: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        column = tf.gather(tf.gather(columns, word, axis=1), found)
        return word - 1, tf.gather(found, _order_of_one(column, False))

    _, found = tf.while_loop(
        lambda word, _: word >= 0, by_word, (words - 1, _order_of_one(length, False))
    )
    ordered = tf.gather(flat, found)
    steps = tf.cast(tf.not_equal(ordered[1:], ordered[:-1]), tf.int32)
    ranks = tf.concat([tf.zeros_like(found[:1]), tf.cumsum(steps)], axis=0)
    inverse = tf.math.invert_permutation(found)
    return tf.reshape(tf.gather(ranks, inverse), tf.shape(key))


def groups(keys: Sequence[tf.Tensor]) -> tuple[tf.Tensor, tf.Tensor]:
    """For each element the number of its group, and the first element of each group; int64.

    Elements are in one group where all keys are equal; groups are numbered as they first come.

    >>> ids, first = groups([tf.constant([5, 5, 6, 5]), tf.constant(["a", "b", "a", "a"])])
    >>> ids.numpy().tolist(), first.numpy().tolist()
    ([0, 1, 2, 0], [0, 1, 2])
    """
    size = tf.size(keys[0], tf.int64)
    ids: Any = None
    for key in keys:
        _, one = tf.unique(_hashable(key), out_idx=tf.int64)
        ids = one if ids is None else tf.unique(ids * size + one, out_idx=tf.int64)[1]
    count = tf.reduce_max(tf.concat([ids + 1, tf.zeros([1], tf.int64)], axis=0))
    return ids, tf.math.unsorted_segment_min(tf.range(size), ids, count)


def _hashable(key: tf.Tensor) -> tf.Tensor:
    """What `tf.unique` takes and finds equal: bools and small floats have no kernel; NaNs are one."""
    if key.dtype == tf.bool or key.dtype.is_floating:
        return ordinal(key)
    return key
