"""Eager ops on structs, beside the same ops field by field, and TensorFlow's `StructuredTensor`.

The rows "... 4 fields" are of a vector of four dense fields, "... list" of a ragged struct of two
fields. Field by field means TensorFlow's public op for each tensor; for lists, for each
`tf.RaggedTensor`, of which the splits of the first would serve all. Of each two calls, batches take
turns; the least counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf
from tensorflow.python.ops.structured import structured_array_ops  # noqa: F401  # its ops
from tensorflow.python.ops.structured.structured_tensor import StructuredTensor

from benchmarks import side_by_side
from tftypes.struct import DenseStructTensor, RaggedStructTensor

Call = Callable[[], Any]


def rows() -> Iterator[tuple[str, float, float, str]]:
    for what, ours, *others in (*dense_calls(), *list_calls()):
        beside = [
            (name, call)
            for name, call in zip(("field by field", "StructuredTensor"), others)
            if call is not None
        ]
        time_of_ours, *times = side_by_side(ours, *(call for _, call in beside))
        for (name, _), their_time in zip(beside, times):
            yield f"{what}, beside {name}", time_of_ours, their_time, "µs"


def dense_calls() -> Iterator[tuple[str, Call, Call | None, Call | None]]:
    fields = {name: tf.random.uniform([1000]) for name in "abcd"}
    st, other = DenseStructTensor([1000], fields), DenseStructTensor([1000], fields)
    old = StructuredTensor.from_fields(fields, [1000])
    tensors = list(fields.values())
    indices, mask = tf.constant([3, 1, 2]), tf.random.uniform([1000]) > 0.5
    new = tf.random.uniform([1000])

    def each(op: Callable[..., Any], *args: Any) -> Call:
        return lambda: [op(tensor, *args) for tensor in tensors]

    def both(op: Callable[..., Any], *args: Any) -> Call:
        return lambda: [op([tensor, tensor], *args) for tensor in tensors]

    wide, wide_fields = tf.expand_dims(st, 0), [tf.expand_dims(t, 0) for t in tensors]
    yield "index, 4 fields", lambda: st[0], lambda: [t[0] for t in tensors], lambda: old[0]
    yield "slice, 4 fields", lambda: st[1:3], lambda: [t[1:3] for t in tensors], lambda: old[1:3]
    gathered = lambda: tf.gather(old, indices)  # noqa: E731
    yield "gather, 4 fields", lambda: tf.gather(st, indices), each(tf.gather, indices), gathered
    joined = lambda: tf.concat([old, old], 0)  # noqa: E731
    yield "concat, 4 fields", lambda: tf.concat([st, other], 0), both(tf.concat, 0), joined
    yield "stack, 4 fields", lambda: tf.stack([st, other], 0), both(tf.stack, 0), None
    expanded = lambda: tf.expand_dims(old, 0)  # noqa: E731
    yield "expand_dims, 4 fields", lambda: tf.expand_dims(st, 0), each(tf.expand_dims, 0), expanded
    squeezed = lambda: [tf.squeeze(t, [0]) for t in wide_fields]  # noqa: E731
    yield "squeeze, 4 fields", lambda: tf.squeeze(wide, [0]), squeezed, None
    masked = each(tf.boolean_mask, mask)
    yield "boolean_mask, 4 fields", lambda: tf.boolean_mask(st, mask), masked, None
    yield "tile, 4 fields", lambda: tf.tile(st, [2]), each(tf.tile, [2]), None
    chosen = lambda: [tf.where(mask, t, t) for t in tensors]  # noqa: E731
    yield "where, 4 fields", lambda: tf.where(mask, st, other), chosen, None
    yield "identity, 4 fields", lambda: tf.identity(st), each(tf.identity), None
    updated = lambda: old.with_updates({"a": new})  # noqa: E731
    yield "with_updates, 4 fields", lambda: st.with_updates(a=new), None, updated


def list_calls() -> Iterator[tuple[str, Call, Call | None, Call | None]]:
    splits = tf.range(0, 1001, 4, tf.int64)
    fields = {name: tf.random.uniform([1000]) for name in "xy"}
    st = RaggedStructTensor.from_row_splits(DenseStructTensor([1000], fields), splits)
    ragged = [tf.RaggedTensor.from_row_splits(v, splits) for v in fields.values()]
    old = StructuredTensor.from_fields(dict(zip("xy", ragged)), [None, None])
    indices, mask = tf.constant([3, 1, 2]), tf.random.uniform([250]) > 0.5

    def each(op: Callable[..., Any], *args: Any) -> Call:
        return lambda: [op(tensor, *args) for tensor in ragged]

    gathered = lambda: tf.gather(old, indices)  # noqa: E731
    yield "index, list", lambda: st[0], lambda: [rt[0] for rt in ragged], lambda: old[0]
    yield "slice, list", lambda: st[1:3], lambda: [rt[1:3] for rt in ragged], lambda: old[1:3]
    yield "gather, list", lambda: tf.gather(st, indices), each(tf.gather, indices), gathered
    joined = lambda: [tf.concat([rt, rt], 0) for rt in ragged]  # noqa: E731
    yield "concat, list", lambda: tf.concat([st, st], 0), joined, lambda: tf.concat([old, old], 0)
    stacked = lambda: [tf.stack([rt, rt], 0) for rt in ragged]  # noqa: E731
    yield "stack, list", lambda: tf.stack([st, st], 0), stacked, None
    yield "expand_dims, list", lambda: tf.expand_dims(st, 1), each(tf.expand_dims, 1), None
    masked = each(tf.ragged.boolean_mask, mask)
    yield "boolean_mask, list", lambda: tf.ragged.boolean_mask(st, mask), masked, None
    yield "identity, list", lambda: tf.identity(st), each(tf.identity), None
