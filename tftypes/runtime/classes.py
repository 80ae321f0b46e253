"""Annotations by a class alone: datasets, modules, callables, arrays, extension types, one's own.

The value is compared and goes to TensorFlow as it is. Where the class says what its elements are
(`Dataset[Tensor[...]]`), the element spec is held against that too.

Source: RFC 208, "Initial Type Hierarchy".
"""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_origin

import numpy as np
import tensorflow as tf

import tftypes
from tftypes.runtime import convert
from tftypes.runtime.describe import describe
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.leaves import Key, LeafNode, Node
from tftypes.runtime.patterns import Call, Policy

#: What a class has whose instances are tensors to TensorFlow, or made of them.
_OF_TENSORS = ("__tf_type_spec__", "__tf_tracing_type__")
#: Compares what is inside a value of the right class.
Look = Callable[[Any, Path, Call], None]


class InstanceNode(LeafNode):
    """A class: its instances, and in place of these their specs where specs are allowed."""

    raw = True

    def __init__(self, kind: Any, text: str, look: Look | None = None) -> None:
        self.kind = kind
        self.text = text
        self.look = look
        self.of_arrays = isinstance(kind, type) and issubclass(kind, (np.ndarray, np.generic))
        self.typed = self.of_arrays or any(hasattr(kind, name) for name in _OF_TENSORS)

    def check_one(self, value: Any, path: Path, call: Call) -> Key:
        if not self._admits(value, call):
            raise Mismatch(path, self.text, describe(value))
        if self.look is not None and not call.traced:
            self.look(value, path, call)
        call.leaves.append(value)
        call.opaque = True
        return None

    def _admits(self, value: Any, call: Call) -> bool:
        if isinstance(value, self.kind):
            return True
        if call.specs and isinstance(value, tf.TypeSpec):
            cls: Any = value.value_type
            return issubclass(cls, self.kind) or (self.of_arrays and issubclass(cls, tf.Tensor))
        if isinstance(value, tf.Tensor):  # TensorFlow makes tensors of arrays
            return self.of_arrays and (call.traced or call.policy is Policy.NATURAL)
        if self.kind is tf.Tensor:
            return isinstance(value, _AS_TENSORS) or (
                call.policy is Policy.NATURAL and _becomes_tensor(value)
            )
        return False

    def type_of(self, key: Any) -> Any:
        return None


#: What tf.function takes where a tensor is annotated.
_AS_TENSORS = (tf.Variable, np.ndarray, np.generic)


def _becomes_tensor(value: Any) -> bool:
    """Whether a result is a tensor when tf.function returns it."""
    if value is None or isinstance(value, (str, bytes, list, tuple, Mapping)):
        return False
    try:
        convert.to_tensor(value)
    except convert.Refused:
        return False
    return True


def class_node(kind: Any, args: tuple[Any, ...], text: str, read: Callable[[Any], Node]) -> Node:
    """The node of a class that is no structure of tensors.

    Args:
      kind: the class.
      args: what it is subscribed with.
      text: the annotation, as messages show it.
      read: gives the node of an annotation inside this one.

    Raises:
      TypeError: if `isinstance` takes no such class.
    """
    isinstance(None, kind)  # which says whether it can be asked
    return InstanceNode(kind, text, _look(kind, args, read))


def _look(kind: Any, args: tuple[Any, ...], read: Callable[[Any], Node]) -> Look | None:
    if kind is collections.abc.Callable or not args:
        return None
    if issubclass(kind, np.ndarray):
        return _dtype_look(args)
    if issubclass(kind, _ELEMENTS) and len(args) == 1:
        return _elements_look(read(args[0]))
    return None


#: Classes whose one argument is what an element is.
_ELEMENTS = (tftypes.Iterable, tftypes.Iterator, tftypes.Optional, tftypes.List)


def _elements_look(element: Node) -> Look:
    def look(value: Any, path: Path, call: Call) -> None:
        found = element_spec_of(value)
        if found is None:
            return
        leaves, specs, policy = len(call.leaves), call.specs, call.policy
        call.specs, call.policy = True, Policy.EXACT
        try:
            element.check(found, (path, ".element_spec"), call)
        finally:
            call.specs, call.policy = specs, policy
            del call.leaves[leaves:]

    return look


def element_spec_of(value: Any) -> Any:
    """The spec of the elements of a dataset, iterator, optional, tensor array or queue, or its spec.

    >>> element_spec_of(tf.TensorArray(tf.int32, 1, element_shape=[2]))
    TensorSpec(shape=(2,), dtype=tf.int32, name=None)

    None where it does not say.
    """
    for name in ("element_spec", "_value_structure"):
        found = getattr(value, name, None)
        if found is not None:
            return found
    if isinstance(value, tf.TensorArray):
        return tf.TensorSpec(value.element_shape, value.dtype)
    if isinstance(value, tf.queue.QueueBase):
        parts = [tf.TensorSpec(*part) for part in zip(value.shapes, value.dtypes)]
        return parts[0] if len(parts) == 1 else tuple(parts)
    return None


def _dtype_look(args: tuple[Any, ...]) -> Look | None:
    """`np.ndarray[shape, np.dtype[T]]`, which `NDArray[T]` is: the dtype is compared."""
    scalar = next(iter(get_args(args[-1])), None) if get_origin(args[-1]) is np.dtype else None
    if not (isinstance(scalar, type) and issubclass(scalar, np.generic)):
        return None

    def look(value: Any, path: Path, call: Call) -> None:
        if isinstance(value, np.ndarray) and not np.issubdtype(value.dtype, scalar):
            raise Mismatch(path, f"an array of {scalar.__name__}", describe(value))

    return look
