"""An `input_signature` given beside annotations: it must agree, and may say more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tensorflow as tf

from tftypes.algebra.dims import UNKNOWN
from tftypes.runtime.describe import describe, show_typed, sizes_of
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.leaves import Key, Node, TensorNode
from tftypes.runtime.patterns import Call, DTypePattern, ShapePattern


class NarrowedNode(Node):
    """An annotation together with the spec that an `input_signature` has for its parameter.

    Raises:
      Mismatch: if they contradict each other.
    """

    def __init__(self, node: Node, spec: Any, path: Path) -> None:
        call = Call(specs=True)
        self.node = node
        self.key = node.check(spec, path, call)
        self.leaf_types = [
            _merged(given, declared) for given, declared in zip(call.leaves, node.types(self.key))
        ]
        self.spec = node.build(self.key, iter(self.leaf_types))
        self.text = show_typed(spec) if isinstance(spec, tf.TensorSpec) else node.text

    def check(self, value: Any, path: Path, call: Call) -> Key:
        start = len(call.leaves)
        if self.node.check(value, path, call) != self.key:
            raise Mismatch(path, self.text, describe(value), "by its input_signature")
        for leaf, spec in zip(call.leaves[start:], self.leaf_types):
            if isinstance(spec, tf.TensorSpec) and not spec.shape.is_compatible_with(leaf.shape):
                raise Mismatch(path, show_typed(spec), describe(leaf), "by its input_signature")
        return self.key

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        return self.node.build(key, leaves)

    def types(self, key: Key) -> Iterator[Any]:
        return iter(self.leaf_types)

    def names(self, key: Key, path: str) -> Iterator[str]:
        return self.node.names(key, path)


def _merged(given: Any, declared: Any) -> Any:
    if isinstance(given, tf.TensorSpec) and isinstance(declared, tf.TensorSpec):
        return tf.TensorSpec(given.shape.merge_with(declared.shape), declared.dtype, given.name)
    return given if declared is None else declared


def node_of_spec(spec: Any) -> Node | None:
    """The node of a parameter that has no annotation; None for other specs than of a tensor."""
    if not isinstance(spec, tf.TensorSpec):
        return None
    dtype = DTypePattern(frozenset([spec.dtype.as_datatype_enum]), spec.dtype.name)
    sizes = sizes_of(spec.shape)
    if sizes is None:
        return TensorNode(dtype, ShapePattern((), UNKNOWN))
    dims = tuple(UNKNOWN if size is None else size for size in sizes)
    return TensorNode(dtype, ShapePattern(dims))
