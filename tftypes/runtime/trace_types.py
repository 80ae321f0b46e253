"""What tf.function is given in place of an annotated argument, so that it traces by annotation.

An `Argument` holds a checked value; its trace type says that all values with its key, whatever
their sizes, are the same to a trace. `TraceType`'s public methods are all that TensorFlow calls
(RFC 437: placeholder, to and from graph inputs, cast).
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime.describe import is_within
from tftypes.runtime.errors import Mismatch
from tftypes.runtime.leaves import Key, Node
from tftypes.runtime.patterns import Call
from tftypes.runtime.private import trace, trace_types
from tftypes.runtime.statics import static_key


class Argument:
    """One checked argument: its node, key and leaves."""

    __slots__ = ("__weakref__", "key", "leaves", "name", "node")

    def __init__(self, name: str, node: Node, key: Key, leaves: list[Any]) -> None:
        self.name = name
        self.node = node
        self.key = key
        self.leaves = leaves

    def __tf_tracing_type__(self, context: Any) -> ArgumentType:
        types = tuple(
            _type_of(leaf, context) if declared is None else declared
            for declared, leaf in zip(self.node.types(self.key), self.leaves)
        )
        return ArgumentType(self.name, self.node, self.key, types)

    @property
    def value(self) -> Any:
        """The structure with these leaves."""
        return self.node.build(self.key, iter(self.leaves))

    def __repr__(self) -> str:
        return repr(self.value)


def _type_of(value: Any, context: Any) -> Any:
    """The trace type of something that is not annotated with a dtype and shape."""
    if isinstance(value, tf.types.experimental.TraceType):
        return value  # a spec in place of a value
    # Asked first, the class of an extension type gets the method.
    if isinstance(value, trace.SupportsTracingProtocol) or hasattr(value, "__tf_tracing_type__"):
        return value.__tf_tracing_type__(context)
    if isinstance(value, (np.ndarray, np.generic)):
        return tf.TensorSpec(value.shape, value.dtype)
    if tf.nest.is_nested(value):
        return trace_types.from_value(value, context)
    return SameObject(value)


class ArgumentType(tf.types.experimental.TraceType):
    """The trace type of all arguments with one key: a structure of the types of its leaves."""

    def __init__(self, name: str, node: Node, key: Key, types: tuple[Any, ...]) -> None:
        self.name = name
        self.node = node
        self.key = key
        self.leaf_types = types

    def is_subtype_of(self, other: Any) -> bool:
        return self._alike(other) and all(
            a.is_subtype_of(b) for a, b in zip(self.leaf_types, other.leaf_types)
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> ArgumentType | None:
        if not all(map(self._alike, others)):
            return None
        types = [
            leaf.most_specific_common_supertype([other.leaf_types[i] for other in others])
            for i, leaf in enumerate(self.leaf_types)
        ]
        if None in types:
            return None
        return ArgumentType(self.name, self.node, self.key, tuple(types))

    def _alike(self, other: Any) -> bool:
        return (
            isinstance(other, ArgumentType)
            and self.node is other.node
            and self.key == other.key
            and len(self.leaf_types) == len(other.leaf_types)
        )

    def placeholder_value(self, placeholder_context: Any) -> Any:
        scope = getattr(placeholder_context, "naming_scope", None)
        rename = getattr(placeholder_context, "update_naming_scope", None)
        leaves = []
        for leaf, name in zip(self.leaf_types, self.node.names(self.key, scope or self.name)):
            if rename is not None:
                rename(name)
            leaves.append(leaf.placeholder_value(placeholder_context))
        return self.node.build(self.key, iter(leaves))

    def to_tensors(self, value: Any) -> list[Any]:
        leaves = value.leaves if isinstance(value, Argument) else self.cast(value, None).leaves
        return flat_tensors(self.leaf_types, leaves)

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        return self.node.build(
            self.key, iter([leaf.from_tensors(tensors) for leaf in self.leaf_types])
        )

    def flatten(self) -> list[Any]:
        return [spec for leaf in self.leaf_types for spec in leaf.flatten()]

    def cast(self, value: Any, cast_context: Any) -> Argument:
        """The argument for `value`, which a concrete function was called with.

        Raises:
          TypeError: if the annotation does not admit it, or it needs another trace.
        """
        if isinstance(value, Argument):
            return value
        call = Call(specs=True)
        try:
            key = self.node.check(value, (None, self.name), call)
            call.settle()
        except Mismatch as mismatch:
            raise TypeError(f"argument '{self.name}': {mismatch}") from None
        if key != self.key:
            raise TypeError(
                f"argument '{self.name}': this concrete function was traced for {self!r}"
            )
        return Argument(self.name, self.node, key, call.leaves)

    def __eq__(self, other: object) -> bool:
        return self._alike(other) and self.leaf_types == other.leaf_types  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((id(self.node), self.key, self.leaf_types))

    def __repr__(self) -> str:
        return repr(self.node.build(self.key, iter(self.leaf_types)))


def flat_tensors(types: Sequence[Any], leaves: Sequence[Any]) -> list[Any]:
    """The tensors that leaves are to a graph."""
    tensors: list[Any] = []
    for leaf_type, leaf in zip(types, leaves):
        if isinstance(leaf, tf.Tensor):
            tensors.append(_with_shape(leaf, leaf_type))
        else:
            tensors.extend(leaf_type.to_tensors(leaf))
    return tensors


def distinct_tensors(types: Sequence[Any], leaves: Sequence[Any]) -> list[Any]:
    """The inputs of a graph for leaves of these types: a variable given twice is one of them."""
    tensors: list[Any] = []
    seen: set[int] = set()
    for leaf_type, leaf in zip(types, leaves):
        if isinstance(leaf, tf.Tensor):
            tensors.append(leaf)
        elif id(leaf) not in seen:
            tensors.extend(leaf_type.to_tensors(leaf))
        if isinstance(leaf, tf.Variable):
            seen.add(id(leaf))
    return tensors


def _with_shape(tensor: Any, spec: Any) -> Any:
    """The tensor, with a check at run time where its static shape does not prove the annotated one.

    >>> fits = tf.TensorSpec([None, 3], tf.float32)
    >>> x = tf.zeros([2, 3])
    >>> _with_shape(x, fits) is x
    True
    """
    if is_within(tensor.shape, spec.shape):
        return tensor
    return tf.ensure_shape(tensor, spec.shape)


class SameObject(tf.types.experimental.TraceType):
    """The trace type of a Python object inside an annotated structure: the same, or equal.

    It is held weakly where it can be: a trace does not keep its arguments alive.
    """

    def __init__(self, value: Any) -> None:
        self._value: Callable[[], Any]
        try:
            self._value = weakref.ref(value)
            self._hash = id(value)
        except TypeError:
            self._value = lambda: value
            self._hash = hash(static_key(value))

    def is_subtype_of(self, other: Any) -> bool:
        return bool(self == other)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> SameObject | None:
        return self if all(self == other for other in others) else None

    def placeholder_value(self, placeholder_context: Any) -> Any:
        return self._value()

    def cast(self, value: Any, cast_context: Any) -> Any:
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SameObject) or self._hash != other._hash:
            return False
        mine, others = self._value(), other._value()
        if isinstance(self._value, weakref.ref):
            return mine is others and mine is not None
        return static_key(mine) == static_key(others)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return repr(self._value())
