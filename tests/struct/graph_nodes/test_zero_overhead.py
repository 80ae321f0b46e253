"""An op on a struct computes what the same op, by hand on the raw tensors, computes; nothing more.

By hand means: the row partitions, which the fields share, are computed once, each tensor is moved by
one kernel, and nothing is asserted. Counted after grappler, with all dims unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import tensorflow as tf

from tests.struct.graph_nodes.counting import compute_nodes
from tftypes import struct
from tftypes.struct import DenseStructTensorSpec, RaggedStructTensorSpec

raw = tf.raw_ops
N = tf.TensorSpec([None], tf.int32)
MASK = tf.TensorSpec([None], tf.bool)
FIELDS = {
    "a": tf.TensorSpec([None], tf.int32),
    "b": tf.TensorSpec([None, 3], tf.float32),
    "c": tf.TensorSpec([None], tf.string),
    "d": tf.TensorSpec([None, 2, 2], tf.float64),
}
VECTOR = DenseStructTensorSpec([None], FIELDS)
ITEMS = DenseStructTensorSpec(
    [None], {"x": tf.TensorSpec([None], tf.float32), "y": tf.TensorSpec([None], tf.string)}
)
ROWS = RaggedStructTensorSpec([None, None], ITEMS, tf.int64)
ROWS_OF_ROWS = RaggedStructTensorSpec([None, None, None], ROWS, tf.int64)
NESTED = DenseStructTensorSpec([None], {"id": N, "items": ROWS})

Op = Callable[..., Any]


def tensors(value: Any) -> list[Any]:
    """All tensors of a struct, or of what is made by hand."""
    return tf.nest.flatten(value, expand_composites=True)


def same_nodes(spec: Any, op: Op, by_hand: Op, *others: tf.TensorSpec) -> None:
    """Both compute the same kernels as often, given the struct or its tensors, and `others`."""
    parts = tf.nest.flatten(spec, expand_composites=True)
    with struct.validation(False):
        ours = compute_nodes(lambda *args: tensors(op(*args)), spec, *others)
    theirs = compute_nodes(
        lambda *args: tensors(by_hand(args[: len(parts)], *args[len(parts) :])), *parts, *others
    )
    assert ours == theirs
    assert "Assert" not in ours


# A vector of four dense fields.


def _masked(parts: Any, mask: Any) -> Any:
    chosen = tf.squeeze(tf.where(mask), [1])
    return [tf.gather(part, chosen) for part in parts]


def _selected(parts: Any, mask: Any) -> Any:
    a, b, c, d = parts
    return [
        tf.where(mask, a, tf.reverse(a, [0])),
        tf.where(tf.expand_dims(mask, -1), b, tf.reverse(b, [0])),
        tf.where(mask, c, tf.reverse(c, [0])),
        tf.where(tf.reshape(mask, [-1, 1, 1]), d, tf.reverse(d, [0])),
    ]


def _tiled(parts: Any) -> Any:
    return [tf.tile(part, [2] + [1] * (part.shape.rank - 1)) for part in parts]


@pytest.mark.parametrize(
    ("op", "by_hand", "others"),
    [
        (lambda st, i: tf.gather(st, i), lambda ts, i: [tf.gather(t, i) for t in ts], [N]),
        (lambda st: st[0], lambda ts: [t[0] for t in ts], []),
        (lambda st: st[1:3], lambda ts: [t[1:3] for t in ts], []),
        (lambda st: tf.concat([st, st], 0), lambda ts: [tf.concat([t, t], 0) for t in ts], []),
        (lambda st: tf.stack([st, st], 1), lambda ts: [tf.stack([t, t], 1) for t in ts], []),
        (lambda st: tf.expand_dims(st, 0), lambda ts: [tf.expand_dims(t, 0) for t in ts], []),
        (lambda st: tf.squeeze(st, [0]), lambda ts: [tf.squeeze(t, [0]) for t in ts], []),
        (tf.boolean_mask, _masked, [MASK]),
        (lambda st: tf.tile(st, [2]), _tiled, []),
        (lambda st: tf.reverse(st, [0]), lambda ts: [tf.reverse(t, [0]) for t in ts], []),
        (lambda st, m: tf.where(m, st, tf.reverse(st, [0])), _selected, [MASK]),
        (
            lambda st: st.with_updates(a=tf.square(st["a"])),
            lambda ts: [tf.square(ts[0]), *ts[1:]],
            [],
        ),
        (lambda st: tf.identity(st), lambda ts: [tf.identity(t) for t in ts], []),
    ],
    ids=[
        "gather", "index", "slice", "concat", "stack", "expand_dims", "squeeze", "boolean_mask", "tile",
        "reverse", "where", "with_updates", "identity",
    ],
)  # fmt: skip
def test_vector_of_four_dense_fields(op: Op, by_hand: Op, others: Any) -> None:
    same_nodes(VECTOR, op, by_hand, *others)


# Rows of structs of two fields: `list<struct{2}>`. The tensors are x, y and the splits.


def gathered(splits: Any, leaves: Any, indices: Any) -> Any:
    """Rows by position: one kernel for each tensor; the splits of the first are those of all."""
    rank = len(splits) + indices.shape.rank - 1
    outs = [
        raw.RaggedGather(
            params_nested_splits=splits,
            params_dense_values=leaf,
            indices=indices,
            OUTPUT_RAGGED_RANK=rank,
        )
        for leaf in leaves
    ]
    return [out.output_dense_values for out in outs], outs[0].output_nested_splits


def _rows_concat(ts: Any) -> Any:
    x, y, splits = ts
    both = tf.concat([splits, splits[1:] + splits[-1]], 0)
    return [tf.concat([x, x], 0), tf.concat([y, y], 0), both]


def _rows_stack(ts: Any) -> Any:
    nrows = tf.size(ts[2], tf.int64) - 1
    return [*_rows_concat(ts), tf.concat([[0], tf.cumsum(tf.stack([nrows, nrows]))], 0)]


def _rows_of_one(ts: Any) -> Any:
    return [*ts, tf.range(tf.size(ts[2], tf.int64))]


def _rows_masked(ts: Any, mask: Any) -> Any:
    return gathered([ts[2]], ts[:2], tf.squeeze(tf.where(mask), [1]))


def _rows_where(ts: Any, mask: Any) -> Any:
    x, y, splits = ts
    return [*(tf.where(mask, t, tf.reverse(t, [0])) for t in (x, y)), splits]


def _rows_tiled(ts: Any) -> Any:
    nrows = tf.size(ts[2], tf.int64) - 1
    return gathered([ts[2]], ts[:2], tf.tile(tf.range(nrows), [2]))


def _where_in_rows(st: Any, mask: Any) -> Any:
    other = st._over(tf.reverse(st.values, [0]))
    condition = tf.RaggedTensor.from_row_splits(mask, st.row_splits, validate=False)
    return tf.where(condition, st, other)


@pytest.mark.parametrize(
    ("op", "by_hand", "others"),
    [
        (lambda st, i: tf.gather(st, i), lambda ts, i: gathered([ts[2]], ts[:2], i), [N]),
        (lambda st: tf.concat([st, st], 0), _rows_concat, []),
        (lambda st: tf.stack([st, st], 0), _rows_stack, []),
        (lambda st: tf.expand_dims(st, 1), _rows_of_one, []),
        (lambda st: tf.squeeze(st, [0]), lambda ts: ts[:2], []),
        (tf.boolean_mask, _rows_masked, [MASK]),
        (lambda st: tf.tile(st, [2, 1]), _rows_tiled, []),
        (_where_in_rows, _rows_where, [MASK]),
        (
            lambda st: st.with_updates(x=tf.square(st["x"])),
            lambda ts: [tf.square(ts[0]), *ts[1:]],
            [],
        ),
        (lambda st: tf.identity(st), lambda ts: [tf.identity(t) for t in ts], []),
    ],
    ids=[
        "gather", "concat", "stack", "expand_dims", "squeeze", "boolean_mask", "tile", "where",
        "with_updates", "identity",
    ],
)  # fmt: skip
def test_rows_of_structs(op: Op, by_hand: Op, others: Any) -> None:
    same_nodes(ROWS, op, by_hand, *others)


def _row(ts: Any) -> Any:
    return [_part(t, ts[2][0:1], ts[2][1:2]) for t in ts[:2]]


def _part(values: tf.Tensor, start: tf.Tensor, end: tf.Tensor) -> tf.Tensor:
    """Values between two positions, which are vectors of one."""
    return raw.StridedSlice(input=values, begin=start, end=end, strides=tf.ones([1], start.dtype))


def test_a_row_is_a_slice_of_each_tensor() -> None:
    same_nodes(ROWS, lambda st: st[0], _row)


def test_a_slice_of_rows_computes_less_than_two_slices_of_ragged_tensors() -> None:
    """What is beyond the last row has to be cut off: once, not for each field."""

    def by_hand(x: Any, y: Any, splits: Any) -> Any:
        partition = tf.RaggedTensor.from_row_splits(x, splits, validate=False)
        return [partition[1:3], partition.with_values(y)[1:3]]

    ours = compute_nodes(lambda st: tensors(st[1:3]), ROWS)
    theirs = compute_nodes(
        lambda *parts: tensors(by_hand(*parts)), *tf.nest.flatten(ROWS, expand_composites=True)
    )
    assert sum(ours.values()) <= sum(theirs.values())
    assert "Assert" not in ours


# Rows of rows of structs: `list<list<struct{2}>>`. The tensors are x, y, the inner and outer splits.


def _deep_concat(ts: Any) -> Any:
    x, y, inner, outer = ts
    return [
        *(tf.concat([t, t], 0) for t in (x, y)),
        *(tf.concat([s, s[1:] + s[-1]], 0) for s in (inner, outer)),
    ]


@pytest.mark.parametrize(
    ("op", "by_hand", "others"),
    [
        (lambda st, i: tf.gather(st, i), lambda ts, i: gathered([ts[3], ts[2]], ts[:2], i), [N]),
        (lambda st: tf.concat([st, st], 0), _deep_concat, []),
        (
            tf.boolean_mask,
            lambda ts, m: gathered([ts[3], ts[2]], ts[:2], tf.squeeze(tf.where(m), [1])),
            [MASK],
        ),
        (lambda st: tf.expand_dims(st, 1), lambda ts: [*ts, tf.range(tf.size(ts[3], tf.int64))], []),
        (lambda st: tf.expand_dims(st, 3), lambda ts: [*(tf.expand_dims(t, 1) for t in ts[:2]), *ts[2:]], []),
    ],
    ids=["gather", "concat", "boolean_mask", "expand_dims", "expand_dims_of_elements"],
)  # fmt: skip
def test_rows_of_rows_of_structs(op: Op, by_hand: Op, others: Any) -> None:
    same_nodes(ROWS_OF_ROWS, op, by_hand, *others)


def test_a_vector_with_a_list_of_structs_is_gathered_by_one_kernel_a_tensor() -> None:
    def by_hand(ts: Any, indices: Any) -> Any:
        id_, x, y, splits = ts
        return [tf.gather(id_, indices), *tensors(gathered([splits], [x, y], indices))]

    same_nodes(NESTED, lambda st, i: tf.gather(st, i), by_hand, N)


def test_the_counting_counts() -> None:
    """What is computed twice is one node, what is not used is none, an assertion is one."""
    twice = compute_nodes(lambda x: [tf.square(x), tf.square(x), tf.identity(x)], N)
    assert twice == {"Square": 1}

    def checked(x: tf.Tensor) -> tf.Tensor:
        tf.debugging.assert_positive(x)
        return tf.square(x)

    asserted = compute_nodes(checked, N)
    assert asserted["Assert"] == 1
