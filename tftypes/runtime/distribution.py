"""What strategies cannot do with all types: a reduction over replicas.

`tf.distribute.Strategy.reduce` combines tensors. Here values are taken apart into tensors before, and
put together again by their specs after. From the import of this module on, the method does that too
for extension types; for ragged and sparse tensors `reduce` does.

Source: RFC 269, the list of APIs that take extension types; `tf.distribute.Strategy.reduce`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import tensorflow as tf

from tftypes.runtime.extension_types import is_by_protocol, is_extension_type
from tftypes.runtime.private import distribute_values
from tftypes.runtime.type_specs import type_spec_of

_strategy: Any = tf.distribute.Strategy
_original = _strategy.reduce


@wraps(_original)
def _reduce(self: Any, reduce_op: Any, value: Any, axis: Any) -> Any:
    """As TensorFlow's, of extension types too."""
    leaves = tf.nest.flatten(value)
    if any(
        is_by_protocol(part) for leaf in leaves for part in self.experimental_local_results(leaf)
    ):
        return reduce(self, reduce_op, value, axis)
    return _original(self, reduce_op, value, axis)


def install() -> None:
    """Puts it in the place of TensorFlow's, once."""
    if _strategy.reduce is _original:
        _strategy.reduce = _reduce


def reduce(strategy: Any, reduce_op: Any, value: Any, axis: int | None = None) -> Any:
    """As `strategy.reduce(reduce_op, value, axis)`, of values of any types.

    Numbers are combined, component by component. Masks, strings and what says how rows are split are
    those of the first replica: they must be the same in all.

    Args:
      strategy: a `tf.distribute.Strategy`.
      reduce_op: "SUM", "MEAN" or a `tf.distribute.ReduceOp`.
      value: what `strategy.run` returned: a nest with a part for each replica.
      axis: of the numbers, or None.

    Raises:
      TypeError: if replicas have values of different types.

    >>> strategy = tf.distribute.OneDeviceStrategy("CPU:0")
    >>> float(reduce(strategy, "SUM", strategy.run(lambda: tf.constant(2.0))))
    2.0
    """

    def of_leaf(leaf: Any) -> Any:
        return _combined(strategy, reduce_op, strategy.experimental_local_results(leaf), axis)

    return tf.nest.map_structure(of_leaf, value)


def _combined(strategy: Any, op: Any, parts: Sequence[Any], axis: int | None) -> Any:
    """One value of those of all replicas."""
    first = parts[0]
    if any(type(part) is not type(first) for part in parts):
        names = ", ".join(type(part).__name__ for part in parts)
        raise TypeError(f"reduce() argument 'value': the types of the replicas differ: {names}")

    def of_each(component: Callable[[Any], Any]) -> Any:
        return _combined(strategy, op, [component(part) for part in parts], axis)

    if isinstance(first, tf.RaggedTensor):
        return first.with_flat_values(of_each(lambda part: part.flat_values))
    if isinstance(first, tf.SparseTensor):
        return first.with_values(of_each(lambda part: part.values))
    if is_extension_type(first) and not isinstance(first, (tf.IndexedSlices, tf.Variable)):
        spec = type_spec_of(first)
        components = [spec._to_components(part) for part in parts]
        flat = [tf.nest.flatten(part) for part in components]
        combined = [_combined(strategy, op, same, axis) for same in zip(*flat)]
        return spec._from_components(tf.nest.pack_sequence_as(components[0], combined))
    if first.dtype in (tf.bool, tf.string):
        return first
    value = first if len(parts) == 1 else distribute_values.PerReplica(parts)
    return strategy.reduce(op, value, axis)
