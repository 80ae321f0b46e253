"""Return annotations: results are compared while the function is traced, and made as precise."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.runtime.describe import is_within
from tftypes.runtime.errors import Path
from tftypes.runtime.leaves import Node
from tftypes.runtime.patterns import Call, Policy
from tftypes.runtime.records import restored

ROOT: Path = (None, "returns")


def checked(node: Node, value: Any, call: Call) -> Any:
    """`value`, the result of a function's body, with the static shapes the annotation gives it.

    Where the annotation knows more than the trace, `tf.ensure_shape` compares when the function
    runs (TFLite has this op among its select ops only). Nothing is changed or converted.

    Args:
      node: the node of the return annotation.
      value: the result.
      call: what the arguments have bound.

    Raises:
      Mismatch: if the annotation does not admit the result.
    """
    call.policy = Policy.NATURAL
    call.leaves.clear()
    key = node.check(value, ROOT, call)
    call.settle()
    leaves = [_precise(leaf, spec) for leaf, spec in zip(call.leaves, node.types(key))]
    if all(new is old for new, old in zip(leaves, call.leaves)):
        return value
    return restored(node.build(key, iter(leaves)))


def _precise(leaf: Any, spec: Any) -> Any:
    if not isinstance(leaf, tf.Tensor) or not isinstance(spec, tf.TensorSpec):
        return leaf
    return leaf if is_within(leaf.shape, spec.shape) else tf.ensure_shape(leaf, spec.shape)
