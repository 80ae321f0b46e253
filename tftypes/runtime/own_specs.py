"""The public names of a spec's methods, on TensorFlow's own specs.

TensorFlow has these methods under private names. From the import of this module on, what takes any
`tftypes.TypeSpec` can call them on a `tf.TensorSpec` or `tf.RaggedTensorSpec` as on a user's spec.

Source: RFC 269, "tf.TypeSpec", "tf.StackableTypeSpec"; `tf.TypeSpec`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import tensorflow as tf

from tftypes.runtime.private import type_spec
from tftypes.runtime.stackable import box_specs, boxes_of, component_of


class _ComponentSpecs:
    """No property: an attribute of the instance, such as a field of this name, goes before it."""

    def __get__(self, spec: Any, owner: type) -> Any:
        return self if spec is None else spec._component_specs


def _boxed(spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
    return boxes_of(spec, value, minimum_rank)


def _boxed_spec(spec: Any, minimum_rank: int = 0) -> list[Any]:
    return box_specs(spec)


_METHODS: Final[dict[str, Any]] = {
    "serialize": lambda spec: spec._serialize(),
    "deserialize": classmethod(lambda cls, serialization: cls._deserialize(serialization)),
    "to_components": lambda spec, value: spec._to_components(value),
    "from_components": lambda spec, components: spec._from_components(components),
    "component_specs": _ComponentSpecs(),
}
_OF_BATCHABLE: Final[dict[str, Callable[..., Any]]] = {
    "to_boxed_tensor": _boxed,
    "from_boxed_tensor": lambda spec, boxed_tensor: component_of(spec, iter(boxed_tensor)),
    "boxed_tensor_spec": _boxed_spec,
    "stacked": lambda spec, num: spec._batch(num),
    "unstacked": lambda spec: spec._unbatch(),
}


def install() -> None:
    """Gives TensorFlow's classes the names that they lack."""
    for owner, methods in (
        (tf.TypeSpec, _METHODS),
        (type_spec.BatchableTypeSpec, _OF_BATCHABLE),
    ):
        for name, method in methods.items():
            if not hasattr(owner, name):
                setattr(owner, name, method)
