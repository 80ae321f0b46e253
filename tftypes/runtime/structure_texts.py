"""Structures of type specs as text, for files that hold text: written, and read back.

Reading makes plain values and type specs of registered classes, and nothing else.
"""

from __future__ import annotations

import base64
from typing import Any

from tftypes.runtime.private import protobuf_message, struct_pb2, structure_coder

#: What broken texts and protos raise.
UNREADABLE = (
    KeyError,
    AttributeError,
    TypeError,
    ValueError,
    RecursionError,
    protobuf_message.DecodeError,
    structure_coder.NotEncodableError,
)


def encoded(structure: Any) -> str:
    """The structure as text.

    >>> decoded(encoded({"x": [1, "a"]}))
    {'x': [1, 'a']}

    Raises:
      TypeError: if a spec in it is not registered.
    """
    proto = structure_coder.encode_structure(structure)
    return base64.b64encode(proto.SerializeToString()).decode()


def decoded(text: str) -> Any:
    """The structure in a text; raises one of `UNREADABLE` for any other text."""
    proto = struct_pb2.StructuredValue()
    proto.ParseFromString(base64.b64decode(text))
    return structure_coder.decode_proto(proto)
