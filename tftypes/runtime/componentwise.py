"""What TensorFlow itself calls on an extension type while it differentiates, and clear refusals.

A gradient that is not connected is zeros like its source: that op acts on the components. Any other
op refuses the value with the reason, in place of "Attempt to convert a value with an unsupported
type".

Source: RFC 269, the list of APIs that take extension types; `tf.UnconnectedGradients`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tensorflow as tf

from tftypes.runtime.dispatch.names import innermost, op_name, public_op
from tftypes.runtime.extension_types import is_extension_type, zeros_like

#: By the names of the functions themselves: each op is exported in several wrappers.
_ZEROS = frozenset(
    innermost(op).__name__ for op in (tf.zeros_like, tf.compat.v1.zeros_like, tf.raw_ops.ZerosLike)
)
#: What makes a tensor of anything says itself why it does not.
_CONVERSIONS = ("convert_to_tensor", "convert_n_to_tensor")


class _Componentwise(tf.__internal__.dispatch.GlobalOpDispatcher):
    """Asked after an op has failed, and after the classes that dispatch."""

    def handle(self, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
        name = innermost(op).__name__
        if name.startswith(_CONVERSIONS):
            return self.NOT_SUPPORTED
        found = _values([*args, *kwargs.values()])
        if not found:
            return self.NOT_SUPPORTED
        if name in _ZEROS and args and args[0] is found[0]:
            return zeros_like(args[0])
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


def install() -> None:
    """Has TensorFlow ask this module, after what is installed before."""
    _Componentwise().register()
