"""Structs in AutoGraph: `for row in st` is a loop in the graph, and `len(st)` what is known there.

Source: `tf.autograph`, as it does for `tf.RaggedTensor`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from tftypes.runtime.private import autograph_builtins, autograph_loops
from tftypes.struct.tensors import StructTensor


def _loop(
    st: StructTensor[Any, Any],
    extra_test: Any,
    body: Callable[[Any], Any],
    *state: Any,
) -> None:
    """A loop over the structures: over their indices, as TensorFlow loops over a range."""
    if not st.rank:
        raise TypeError("a single structure (shape []) cannot be iterated")
    autograph_loops.for_stmt(
        tf.range(_length(st)), extra_test, lambda index: body(st[index]), *state
    )


def _length(st: StructTensor[Any, Any]) -> Any:
    """The size of the first dim, a tensor where it is not static."""
    if not st.rank or st.shape[0] is not None:
        return len(st)
    return tf.cast(st._dynamic_shape(1)[0], tf.int32)


autograph_loops.for_loop_registry.register(StructTensor, _loop)
autograph_builtins.len_registry.register(StructTensor, _length)
