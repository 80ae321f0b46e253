"""Structs to serialized protobuf messages, with TensorFlow's ops alone: one encode a message type.

Source: `tf.io.encode_proto`; StructTensor RFC, "Protocol Buffers".
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.runtime import type_spec_of
from tftypes.struct.assertions import without_faults
from tftypes.struct.formats import checks, nulls
from tftypes.struct.formats.proto_plan import Field, Message
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import rows, unrows

FUNCTION = "to_protos"

#: Dtypes that hold all values of another one.
_WIDER = {
    (tf.int32, tf.int64),
    (tf.uint32, tf.int64),
    (tf.uint32, tf.uint64),
    (tf.float32, tf.float64),
}
#: How many dims a value may have of its own.
_OWN = {"repeated": (1,), "required": (0,), "implicit": (0, 1), "optional": (0, 1)}


def encode(message: Message, struct: StructTensor) -> tf.Tensor:
    """A vector of structs as a vector of serialized messages.

    Raises:
      SchemaError: naming the field that the message does not have, or has otherwise.
    """
    _check_names(message, struct)
    planned = [field for field in message.fields if field.name in struct.field_names()]
    if not planned:
        return tf.fill(struct._dynamic_shape(1), b"")
    columns = [_column(message, field, struct) for field in planned]
    return tf.io.encode_proto(
        tf.stack([tf.cast(sizes, tf.int32) for sizes, _ in columns], 1),
        [values for _, values in columns],
        [f"f{field.number}" for field in planned],
        "M",
        message.source,  # type: ignore[arg-type]  # bytes are as good
    )


def _check_names(message: Message, struct: StructTensor) -> None:
    """The struct has what the message must have, and nothing that it cannot."""
    names = [field.name for field in message.fields]
    masks = {nulls.mask_name(field.name) for field in message.fields} - set(names)
    needed = [field.name for field in message.fields if field.occurs == "required"]
    given = [name for name in struct.field_names() if name not in masks]
    path = ".".join(message.path)
    checks.check_names([*names, *given], names, FUNCTION, path)
    checks.check_names(given, [*given, *needed], FUNCTION, path)


def _column(message: Message, field: Field, struct: StructTensor) -> tuple[tf.Tensor, tf.Tensor]:
    """How many values each message has, `[n]`, and the padded values, `[n, at most]`."""
    value = struct.field_value(field.name)
    own = value.shape.rank - 1 if not isinstance(value, StructTensor) else value.rank - 1
    if own not in _OWN[field.occurs]:
        expected = {"repeated": "a list", "required": "one value"}.get(field.occurs, "at most one")
        raise checks.mismatch(FUNCTION, ".".join(field.path), expected, type_spec_of(value))
    if isinstance(value, StructTensor):
        if field.message is None:
            raise checks.mismatch(FUNCTION, ".".join(field.path), field.dtype.name, "structs")
        value = unrows(encode(field.message, rows(value, own + 1)), value, own + 1)
    value = _converted(field, value)
    if own == 1:
        if isinstance(value, tf.RaggedTensor):
            sizes, value = value.row_lengths(), value.to_tensor()
        else:
            sizes = tf.fill([tf.shape(value)[0]], tf.shape(value)[1])
        return (sizes, value) if field.occurs == "repeated" else _one_at_most(field, sizes, value)
    mask = nulls.mask_name(field.name)
    if mask in struct.field_names() and mask not in [each.name for each in message.fields]:
        sizes = struct.field_value(mask)
    elif field.occurs == "implicit" and not message.is_entry:
        sizes = tf.not_equal(value, tf.zeros([], value.dtype))  # the default is not sent
    else:
        sizes = tf.ones_like(value, tf.int32)
    return sizes, value[:, tf.newaxis]


def _converted(field: Field, value: Any) -> Any:
    """The values in the dtype of the field, if that holds them all."""
    if value.dtype == field.dtype:
        return value
    if (value.dtype, field.dtype) not in _WIDER:
        raise checks.mismatch(FUNCTION, ".".join(field.path), field.dtype.name, value.dtype.name)
    return tf.cast(value, field.dtype)


def _one_at_most(field: Field, sizes: tf.Tensor, values: Any) -> Any:
    """The numbers of values of a field that is no list, and these, once there are 0 or 1 of each."""
    path = ".".join(field.path)

    def error(row: Any) -> Exception:
        return ValueError(f"{FUNCTION}(): '{path}' has several values in message number {row}")

    return without_faults((sizes, values), [(sizes > 1, error)])
