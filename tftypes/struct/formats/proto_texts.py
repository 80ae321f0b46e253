"""Protobuf messages as text or JSON: made binary by the protobuf library, outside the graph.

Source: StructTensor RFC, "Construction" (JSON-encoded protocol buffers); `google.protobuf.json_format`,
`google.protobuf.text_format`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.formats.proto_plan import descriptor_of

_factory: Any = import_module("google.protobuf.message_factory")
_json: Any = import_module("google.protobuf.json_format")
_message: Any = import_module("google.protobuf.message")
_text: Any = import_module("google.protobuf.text_format")

#: What reads, and what writes, a message in each format.
_FORMATS: dict[str, tuple[Callable[..., Any], Callable[..., str]]] = {
    "json": (
        lambda text, message: _json.Parse(text, message, ignore_unknown_fields=True),
        lambda message: _json.MessageToJson(message, preserving_proto_field_name=True, indent=None),
    ),
    "text": (
        lambda text, message: _text.Parse(text, message),
        lambda message: _text.MessageToString(message, as_one_line=True),
    ),
}


def check_format(function: str, message_format: str) -> None:
    """Raises ValueError for a format that there is not."""
    if message_format not in ("binary", *_FORMATS):
        raise ValueError(
            f"{function}() argument 'message_format': expected 'binary', 'json' or 'text', "
            f"got {message_format!r}"
        )


def to_binary(function: str, texts: tf.Tensor, message_type: Any, message_format: str) -> tf.Tensor:
    """A vector of messages in another format as serialized messages."""
    cls, parse = _class(message_type), _FORMATS[message_format][0]

    def read(text: bytes, number: int) -> bytes:
        try:
            serialized: bytes = parse(text.decode(), cls()).SerializeToString()
        except (
            _json.ParseError,
            _text.ParseError,
            _message.Error,
            ValueError,
            RecursionError,
        ) as error:
            name = cls.DESCRIPTOR.full_name
            raise ValueError(
                f"{function}(): message number {number} is no {name}: {error}"
            ) from error
        return serialized

    return _mapped(read, texts)


def from_binary(
    function: str, serialized: tf.Tensor, message_type: Any, message_format: str
) -> tf.Tensor:
    """A vector of serialized messages in another format."""
    cls, write = _class(message_type), _FORMATS[message_format][1]
    return _mapped(lambda each, _: write(cls.FromString(each)).encode(), serialized)


def _class(message_type: Any) -> Any:
    return _factory.GetMessageClass(descriptor_of(message_type))


def _mapped(function: Callable[[bytes, int], bytes], strings: tf.Tensor) -> tf.Tensor:
    """The results of a function in Python; in graphs it is called when they run."""

    def each(values: Any) -> Any:
        return np.array([function(value, i) for i, value in enumerate(values)], object)

    if tf.executing_eagerly():
        return tf.constant(each(strings.numpy()), tf.string, strings.shape)
    made = tf.numpy_function(each, [strings], tf.string)
    made.set_shape(strings.shape)
    return made
