"""What an op says of an extension type that it does not know: the reason, and what to do.

TensorFlow's "Attempt to convert a value with an unsupported type" names neither the op nor a way.

Source: RFC 269, "The tf.DispatchableType Protocol".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tensorflow as tf

from tftypes.runtime.dispatch.names import innermost, op_name, public_op
from tftypes.runtime.extension_types import ByProtocol, is_extension_type

#: What makes a tensor of anything says itself why it does not.
_CONVERSIONS = ("convert_to_tensor", "convert_n_to_tensor")


class Refusals(tf.__internal__.dispatch.GlobalOpDispatcher):
    """Asked after an op has failed, and after the classes that dispatch."""

    def handle(self, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
        if innermost(op).__name__.startswith(_CONVERSIONS):
            return self.NOT_SUPPORTED
        found = _values([*args, *kwargs.values()])
        if not found:
            return self.NOT_SUPPORTED
        names = ", ".join(dict.fromkeys(type(value).__qualname__ for value in found))
        raise TypeError(
            f"{op_name(public_op(op))}() is not implemented for {names}: an extension type is no "
            "tensor; pass its components, or give the class a __tf_dispatch__"
        )


def _values(arguments: Iterable[Any]) -> list[Any]:
    """The values among the arguments of which TensorFlow makes no tensor."""
    found: list[Any] = []
    for value in arguments:
        if isinstance(value, (list, tuple)):
            found += _values(value)
        elif (
            hasattr(type(value), "__tf_type_spec__")
            and is_extension_type(value)
            and not hasattr(type(value), "__tf_dispatch__")
            and not hasattr(type(value), "__tf_tensor__")
        ):
            found.append(value)
    return found


def _converted(value: Any, dtype: Any = None, name: Any = None, as_ref: bool = False) -> Any:
    """What makes a tensor of a value by its protocol: the last to be asked but for `tf.constant`.

    Functions of TensorFlow that dispatch nothing end here, such as `tf.autodiff.ForwardAccumulator`.
    """
    try:
        return tf.constant(value, dtype, name=name)  # an `__array__` is taken, for one
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"a {type(value).__qualname__} is an extension type and no tensor: pass its components"
        ) from error


# TensorFlow's own function for any object has 200.
tf.register_tensor_conversion_function(ByProtocol, _converted, priority=199)
