"""Serialized messages, as the readers of protocol buffers and of Examples take them.

Source: `tf.io.decode_proto`, `tf.io.parse_example`.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def strings(function: str, serialized: Any) -> Any:
    """The argument `serialized` as strings of known rank, a tensor or a ragged tensor.

    >>> strings("from_protos", [b"a", b"b"]).shape
    TensorShape([2])

    Raises:
      TypeError: if it is, or holds, message objects.
      ValueError: if it is of another dtype, or its rank is not known.
    """
    first = serialized
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    if hasattr(first, "SerializeToString"):
        raise TypeError(
            f"{function}() argument 'serialized': expected strings, got messages of type "
            f"{type(first).__name__}: pass [message.SerializeToString() for message in ...]"
        )
    if not isinstance(serialized, (tf.Tensor, tf.RaggedTensor)):
        try:
            serialized = tf.convert_to_tensor(serialized, tf.string)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"{function}() argument 'serialized': expected strings, got "
                f"{type(serialized).__name__}: {error}"
            ) from None
    if serialized.dtype != tf.string or serialized.shape.rank is None:
        raise ValueError(
            f"{function}() argument 'serialized': expected strings of known rank, "
            f"got {serialized.dtype.name} of shape {serialized.shape}"
        )
    return serialized
