"""`StackableTypeSpec`: specs whose values can be stacked and unstacked, any number of them.

Datasets and `tf.map_fn` batch values by boxing them in tensors. TensorFlow's own protocol for that
is private (`BatchableTypeSpec` and its batch encoder); here it is served by the RFC's five methods.

Source: RFC 269, "tf.StackableTypeSpec".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tensorflow as tf

from tftypes.runtime import serializations
from tftypes.runtime.private import type_spec
from tftypes.runtime.type_specs import TypeSpec

if TYPE_CHECKING:
    from tensorflow import _BatchableTypeSpec
else:
    _BatchableTypeSpec = type_spec.BatchableTypeSpec


class _Boxes:
    """What TensorFlow calls to batch values: `__batch_encoder__` of their spec."""

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        return spec.stacked(batch_size)

    def unbatch(self, spec: Any) -> Any:
        return spec.unstacked()

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> Any:
        return _listed(spec.to_boxed_tensor(value, minimum_rank))

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        return spec.from_boxed_tensor(_unlisted(spec, encoded_value))

    def encoding_specs(self, spec: Any) -> list[Any]:
        return _listed(spec.boxed_tensor_spec())


class StackableTypeSpec(TypeSpec, _BatchableTypeSpec):
    """A spec of values that `tf.data.Dataset.batch`, `unbatch` and `tf.map_fn` can handle.

    By default the boxes are the components themselves, one parallel tensor each, and `stacked` and
    `unstacked` add and remove the first dim of every shape and spec in `serialize()`. That is right
    where the components stack as the values do. Where they do not (lengths that vary, say), the
    five methods are overridden; where the default cannot be right, it raises.

    Source: RFC 269, "tf.StackableTypeSpec".
    """

    __slots__ = ()
    __batch_encoder__ = _Boxes()

    def to_boxed_tensor(self, value: Any, minimum_rank: int = 0) -> Any:
        """The tensor, or the list of parallel tensors, that encodes `value`.

        Args:
          value: compatible with this spec.
          minimum_rank: how many times the boxes can be unstacked at least.

        Raises:
          ValueError: if a box has a lower rank.
        """
        return boxed(self, self.component_specs, self.to_components(value), minimum_rank)

    def from_boxed_tensor(self, boxed_tensor: Any) -> Any:
        """The value in the box, or in the boxes of a list; inverse of `to_boxed_tensor`."""
        return self.from_components(unboxed(self.component_specs, boxed_tensor))

    def boxed_tensor_spec(self, minimum_rank: int = 0) -> Any:
        """The `tf.TensorSpec` of the box, or the list of them."""
        return boxed_specs(self.component_specs)

    def stacked(self, num: int | None) -> Any:
        """The spec of `num` values stacked; None when the number is not known.

        Raises:
          TypeError: if the components do not stack as the values do: the method must be overridden.
        """
        return self._restacked(lambda part: stacked_spec(part, num), "stacked")

    def unstacked(self) -> Any:
        """The spec of one of the values stacked in a value of this spec.

        Raises:
          ValueError: if this spec is of rank 0.
          TypeError: if the components do not stack as the values do: the method must be overridden.
        """
        return self._restacked(unstacked_spec, "unstacked")

    def _restacked(self, change: Any, method: str) -> Any:
        result = type(self).deserialize(serializations.mapped(change, self.serialize()))
        expected = tf.nest.map_structure(change, self.component_specs)
        if not serializations.same(_flat(expected), _flat(result.component_specs)):
            raise TypeError(
                f"{type(self).__name__}.{method}() must be overridden: the components of {result!r} "
                f"are {result.component_specs}, its stacked components would be {expected}"
            )
        return result

    # Under these names TensorFlow looks for the same things.

    def _batch(self, batch_size: int | None) -> Any:
        return self.stacked(batch_size)

    def _unbatch(self) -> Any:
        return self.unstacked()

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        return _listed(self.boxed_tensor_spec())

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return _listed(self.to_boxed_tensor(value))

    def _to_batched_tensor_list(self, value: Any) -> list[Any]:
        return _listed(self.to_boxed_tensor(value, minimum_rank=1))

    def _from_compatible_tensor_list(self, tensor_list: Sequence[Any]) -> Any:
        return self.from_boxed_tensor(_unlisted(self, tensor_list))


def _listed(boxes: Any) -> list[Any]:
    return list(boxes) if isinstance(boxes, (list, tuple)) else [boxes]


def _unlisted(spec: StackableTypeSpec, boxes: Sequence[Any]) -> Any:
    """One tensor where the spec announces one."""
    return list(boxes) if isinstance(spec.boxed_tensor_spec(), (list, tuple)) else boxes[0]


def _flat(specs: Any) -> list[Any]:
    return list(tf.nest.flatten(specs))


def boxed(owner: Any, parts: Any, components: Any, minimum_rank: int) -> list[Any]:
    """The boxes of components whose specs are `parts`.

    Raises:
      ValueError: naming the spec that they are the components of, if a box is of a lower rank.
    """
    boxes: list[Any] = []
    tf.nest.map_structure(
        lambda spec, component: boxes.extend(boxes_of(spec, component, minimum_rank)),
        parts,
        components,
    )
    for box in boxes:
        if box.shape.rank is not None and box.shape.rank < minimum_rank:
            raise ValueError(
                f"{owner!r} cannot be unstacked: a component has shape {box.shape}, "
                f"expected rank {minimum_rank} at least"
            )
    return boxes


def unboxed(parts: Any, boxed_tensor: Any) -> Any:
    """The components in boxes; inverse of `boxed`."""
    boxes = iter(_listed(boxed_tensor))
    return tf.nest.map_structure(lambda spec: component_of(spec, boxes), parts)


def boxed_specs(parts: Any) -> list[Any]:
    """The specs of the boxes."""
    return [spec for part in tf.nest.flatten(parts) for spec in box_specs(part)]


def boxes_of(spec: Any, value: Any, minimum_rank: int) -> list[Any]:
    if isinstance(spec, tf.TensorSpec):
        return [value if tf.is_tensor(value) else tf.convert_to_tensor(value, spec.dtype)]
    return list(type_spec.batchable_to_tensor_list(spec, value, minimum_rank))


def box_specs(spec: Any) -> list[Any]:
    return list(type_spec.get_batchable_flat_tensor_specs(spec))


def component_of(spec: Any, boxes: Any) -> Any:
    own = [next(boxes) for _ in box_specs(spec)]
    return type_spec.batchable_from_tensor_list(spec, own)


def stacked_spec(part: Any, num: int | None) -> Any:
    if isinstance(part, tf.TensorShape):
        return part if part.rank is None else tf.TensorShape([num]).concatenate(part)
    if isinstance(part, tf.TensorSpec):
        return tf.TensorSpec(stacked_spec(part.shape, num), part.dtype)
    return _encoder(part).batch(part, num)


def unstacked_spec(part: Any) -> Any:
    if isinstance(part, tf.TensorShape):
        if part.rank == 0:
            raise ValueError("a scalar cannot be unstacked")
        return part if part.rank is None else part[1:]
    if isinstance(part, tf.TensorSpec):
        return tf.TensorSpec(unstacked_spec(part.shape), part.dtype)
    return _encoder(part).unbatch(part)


def _encoder(spec: Any) -> Any:
    encoder = getattr(spec, "__batch_encoder__", None)
    if encoder is None:
        raise TypeError(f"{spec!r} cannot be stacked: it is no StackableTypeSpec")
    return encoder
