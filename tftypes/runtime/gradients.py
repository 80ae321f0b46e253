"""`tf.GradientTape.gradient` with `UnconnectedGradients.ZERO`, for extension types.

TensorFlow makes the zeros of each component like the whole source, of which there is one only: it
fails for one component, and for several it reads past the end and the process dies. From the import
of this module on, such gradients are zeros component by component.

Source: RFC 269, the list of APIs that take extension types; `tf.UnconnectedGradients`.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

import tensorflow as tf

from tftypes.runtime.extension_types import is_by_protocol, zeros_like

_NONE = tf.UnconnectedGradients.NONE
_tape: Any = tf.GradientTape
_original = _tape.gradient


@wraps(_original)
def gradient(
    self: Any,
    target: Any,
    sources: Any,
    output_gradients: Any = None,
    unconnected_gradients: Any = _NONE,
) -> Any:
    """As TensorFlow's, of any sources."""
    if unconnected_gradients in (_NONE, "none") or not any(
        map(is_by_protocol, tf.nest.flatten(sources))
    ):
        return _original(self, target, sources, output_gradients, unconnected_gradients)
    tf.UnconnectedGradients(unconnected_gradients)  # a ValueError for what is neither
    found = _original(self, target, sources, output_gradients, _NONE)
    pairs = zip(tf.nest.flatten(sources), tf.nest.flatten(found))
    return tf.nest.pack_sequence_as(
        sources, [_zeros(source) if grad is None else grad for source, grad in pairs]
    )


def _zeros(source: Any) -> Any:
    return zeros_like(source) if is_by_protocol(source) else tf.zeros_like(source)


def install() -> None:
    """Puts it in the place of TensorFlow's, once."""
    if _tape.gradient is _original:
        _tape.gradient = gradient
