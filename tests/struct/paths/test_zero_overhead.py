"""What a transform computes is what one would compute by hand, on the raw tensors: nothing more.

Counted after grappler, with all dims unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import tensorflow as tf

from tests.struct.graph_nodes.counting import compute_nodes
from tftypes import struct
from tftypes.struct import DenseStructTensorSpec, RaggedStructTensorSpec

TOKENS = tf.RaggedTensorSpec([None, None], tf.string, 1, tf.int64)
DOCS = DenseStructTensorSpec([None], {"id": tf.TensorSpec([None], tf.int32), "tokens": TOKENS})
PAGES = DenseStructTensorSpec(
    [None], {"docs": RaggedStructTensorSpec([None, None], DOCS, tf.int64)}
)
ROOT = DenseStructTensorSpec(
    [None],
    {
        "user": tf.TensorSpec([None], tf.int32),
        "pages": RaggedStructTensorSpec([None, None], PAGES, tf.int64),
    },
)


def counted(function: Callable[[Any], Any]) -> Counter[str]:
    with struct.validation(False):
        return compute_nodes(lambda st: tf.nest.flatten(function(st), expand_composites=True), ROOT)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        # Flattened one level: the rows of the docs' rows are looked up, the values are shared.
        (lambda st: struct.promote(st, "pages.docs.id", "pages.ids"), {}),
        (lambda st: struct.promote(st, "pages.docs.tokens", "pages.t"), {"GatherV2": 1}),
        # Two levels: two look-ups.
        (lambda st: struct.promote(st, "pages.docs.id", "ids"), {"GatherV2": 1}),
        (lambda st: struct.promote(st, "pages.docs.tokens", "t"), {"GatherV2": 2}),
        (lambda st: struct.apply(st, "user", lambda user: user + 1), {"AddV2": 1}),
        (lambda st: struct.map_values(st, "pages.docs.id", lambda i: i + 1), {"AddV2": 1}),
        (
            lambda st: struct.map_values(st, "pages.docs.tokens", tf.strings.lower, "pages.docs.l"),
            {"StringLower": 1},
        ),
        (lambda st: struct.project(st, ["pages.docs.tokens"]), {}),
        (lambda st: struct.reroot(st, "pages.docs"), {}),
    ],
)
def test_nothing_more_is_computed(function, expected):
    assert counted(function) == expected


def test_broadcast_repeats_once():
    ours = counted(lambda st: struct.broadcast(st, "user", "pages.docs.user"))

    def by_hand(st: Any) -> Any:
        pages = st.field_value("pages")
        docs = pages.values.field_value("docs")
        splits = tf.gather(docs.row_splits, pages.row_splits)
        ids = tf.ragged.row_splits_to_segment_ids(splits, out_type=tf.int64)
        return st, tf.gather(st.field_value("user"), ids)

    assert ours == counted(by_hand)
    assert "Assert" not in ours
