"""Serialized protobuf messages to structs, with TensorFlow's ops alone: one decode a message type.

The op gives each field as a padded matrix, a row for each message, and the number of values in
each row. Rows of one value are taken as they are; of others the values that are there.

Source: `tf.io.decode_proto`; StructTensor RFC, "Protocol Buffers".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import tensorflow as tf

from tftypes.struct.assertions import Fault, without_faults
from tftypes.struct.dense import DenseStructTensor, dense
from tftypes.struct.formats import _buffers, nulls
from tftypes.struct.formats.proto_plan import Field, Message
from tftypes.struct.paths import shown
from tftypes.struct.ragged import ragged
from tftypes.struct.rows import partition, ragged_tensor, splits_of_lengths

FUNCTION = "from_protos"

#: A field: its name, its values, and its masks by depth.
Part: TypeAlias = tuple[str, Any, dict[int, Any]]


class Decoder:
    """Decodes the messages of one call.

    Args:
      policies: what becomes of optional fields.
      splits_dtype: the dtype of row splits.
      validate: whether what a message must have, and must not have, is checked.
    """

    def __init__(self, policies: nulls.Policies, splits_dtype: tf.DType, validate: bool) -> None:
        self._policies = policies
        self._splits_dtype = splits_dtype
        self._validate = validate

    def decode(
        self, message: Message, serialized: tf.Tensor, present: tf.Tensor | None = None
    ) -> DenseStructTensor:
        """A vector of serialized messages as a vector of structs.

        Where `present` is false there is no message: its fields have their defaults, and nothing
        is asked of them.
        """
        parts: list[Part] = []
        if message.fields:
            kinds = [self._policy(field) for field in message.fields]
            sizes, values = _decoded(message, serialized)
            if self._validate:
                faults = _faults(message, kinds, sizes, present)
                sizes, values = without_faults((sizes, values), faults)
            counts = _columns(sizes, len(message.fields))
            for field, policy, count, value in zip(message.fields, kinds, counts, values):
                if not field.beyond:
                    parts.append(self._part(field, policy, count, value, present))
        fields = nulls.with_masks(parts, FUNCTION, ".".join(message.path))
        return dense(1, fields, lambda: tf.zeros(tf.shape(serialized), tf.bool))

    def _policy(self, field: Field) -> nulls.Policy:
        """What becomes of a field without a value; lists are ragged without more ado."""
        if field.occurs == "optional":
            return self._policies.at(".".join(field.path))
        return nulls.Policy("ragged" if field.occurs == "repeated" else field.occurs)

    def _splits(self, count: Any) -> tf.Tensor:
        """Where the rows begin that have so many values."""
        if tf.executing_eagerly():  # NumPy's cumulative sum takes a tenth of the time
            splits = _buffers.aligned((len(count) + 1,), self._splits_dtype.as_numpy_dtype)
            splits[0] = 0
            np.cumsum(np.asarray(count), dtype=splits.dtype, out=splits[1:])
            return _buffers.tensor_of(splits)
        return splits_of_lengths(tf.cast(count, self._splits_dtype))

    def _part(
        self,
        field: Field,
        policy: nulls.Policy,
        count: Any,
        value: tf.Tensor,
        present: tf.Tensor | None,
    ) -> Part:
        """A field, and its mask where there is one."""
        if field.occurs != "repeated" and field.message is not None:
            value, count = _merged(value), tf.minimum(count, 1)
        if policy.kind == "ragged":
            splits = self._splits(count)
            flat = _there(value, count, splits[-1])
            if field.message is not None:
                return field.name, ragged(self.decode(field.message, flat), splits), {}
            return field.name, ragged_tensor(flat, partition(splits)), {}
        flat, there = tf.reshape(value, [-1]), count > 0
        if field.message is None:
            made = _filled(field, policy, flat, there)
        else:
            inside = there if present is None else tf.logical_and(there, present)
            if field.occurs == "implicit":
                inside = present  # the message in an entry of a map is there, if only as a default
            made = self.decode(field.message, flat, inside)
        masks = {0: tf.convert_to_tensor(there)} if policy.kind == "mask" else {}
        return field.name, made, masks


def _columns(sizes: tf.Tensor, width: int) -> list[Any]:
    """The columns of a matrix; eagerly as NumPy arrays, which are views of it."""
    if tf.executing_eagerly():
        return list(np.asarray(sizes).T)
    columns: list[Any] = tf.unstack(sizes, num=width, axis=1)
    return columns


def _decoded(message: Message, serialized: tf.Tensor) -> tuple[tf.Tensor, list[tf.Tensor]]:
    """How many values each message has, `[n, fields]`, and those of each field, `[n, at most]`."""

    def some() -> tuple[tf.Tensor, list[tf.Tensor]]:
        try:
            decoded = tf.io.decode_proto(
                serialized, "M", message.names, message.dtypes, descriptor_source=message.source
            )
        except tf.errors.DataLossError as error:
            raise _malformed(message, serialized, error) from error
        return decoded.sizes, [_content(*each) for each in zip(message.fields, decoded.values)]

    def none() -> tuple[tf.Tensor, list[tf.Tensor]]:
        empty = [tf.zeros([0, 1], dtype) for dtype in message.dtypes]
        return tf.zeros([0, len(message.fields)], tf.int32), empty

    rows = serialized.shape[0]
    if rows is None:
        return choose(tf.size(serialized) > 0, some, none)  # the op refuses an empty vector
    return some() if rows else none()


def choose(condition: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    """`tf.cond`, or the branch itself where the condition is known."""
    if tf.executing_eagerly():
        return yes() if bool(condition) else no()
    return tf.cond(condition, yes, no)


def _malformed(message: Message, serialized: tf.Tensor, error: Exception) -> ValueError:
    """The error for bytes that are no such message: it tells which, found by halving."""
    first, last = 0, int(serialized.shape[0])
    while last - first > 1:
        middle = (first + last) // 2
        try:
            tf.io.decode_proto(
                serialized[first:middle],
                "M",
                message.names,
                message.dtypes,
                descriptor_source=message.source,
            )
            first = middle
        except tf.errors.DataLossError:
            last = middle
    where = f" at {shown(message.path)}" if message.path else ""
    reason = str(error).partition("}} ")[2].partition(" [Op:")[0] or str(error)
    return ValueError(
        f"{FUNCTION}(): message number {first}{where} is no {message.full_name}: {reason}"
    )


def _content(field: Field, value: tf.Tensor) -> tf.Tensor:
    """The bytes of a group come between two tags."""
    if not field.is_group:
        return value
    tag = (field.number << 3).bit_length() // 7 + bool((field.number << 3).bit_length() % 7)
    length = tf.strings.length(value)
    return tf.strings.substr(value, tf.minimum(tag, length), tf.maximum(length - 2 * tag, 0))


def _merged(value: tf.Tensor) -> tf.Tensor:
    """The parts of a message that was sent in parts belong together, one after the other."""
    return choose(
        tf.equal(tf.shape(value)[1], 1),
        lambda: value,
        lambda: tf.strings.reduce_join(value, 1, keepdims=True),
    )


def _there(value: tf.Tensor, count: Any, total: tf.Tensor) -> tf.Tensor:
    """The values of all rows, without the padding."""

    def some() -> tf.Tensor:
        return tf.dynamic_partition(value, mask(), 2)[1]  # strings in half the time of a gather

    def mask() -> Any:
        width = value.shape[1]
        if width is None or width > 16 or not tf.executing_eagerly():
            return tf.sequence_mask(count, tf.shape(value)[1], tf.int32)
        counts = np.asarray(count)
        columns = _buffers.aligned((len(counts), width), np.int32)
        for column in range(width):  # comparing short rows is slow, whoever does it
            np.greater(counts, column, out=columns[:, column], casting="unsafe")
        return _buffers.tensor_of(columns)

    full = tf.equal(total, tf.size(value, out_type=total.dtype))
    return choose(full, lambda: tf.reshape(value, [-1]), some)


def _filled(field: Field, policy: nulls.Policy, flat: tf.Tensor, there: Any) -> tf.Tensor:
    """Zero where there is no value, which the op has put there, or the value to fill in."""
    fill = field.default
    if policy.value is not None:
        fill = policy.zero(field.dtype, ".".join(field.path))
    if not fill and not (isinstance(fill, float) and np.signbit(fill)):
        return flat
    return tf.where(there, flat, tf.constant(fill, field.dtype))


def _faults(
    message: Message, policies: list[nulls.Policy], sizes: tf.Tensor, present: tf.Tensor | None
) -> list[Fault]:
    """How the numbers of values are not as they must be."""
    there = present
    if tf.executing_eagerly() and present is not None:
        there = np.asarray(present)
    columns = _columns(sizes, len(message.fields))
    oneofs: dict[str, list[Any]] = {}
    faults: list[Fault] = []
    for field, policy, count in zip(message.fields, policies, columns):
        if policy.kind in ("required", "error"):
            absent = count < 1 if there is None else (count < 1) & there
            faults.append((absent, _absent(field, policy)))
        if field.beyond:
            faults.append((count > 0, _too_deep(field)))
        if field.oneof is not None:
            oneofs.setdefault(field.oneof, []).append(count)
    for name, members in oneofs.items():
        if len(members) > 1:
            faults.append((sum(members[1:], members[0]) > 1, _several(message, name)))
    return faults


def _absent(field: Field, policy: nulls.Policy) -> Callable[[Any], Exception]:
    def error(row: Any) -> Exception:
        if policy.kind == "error":
            return nulls.error(FUNCTION, ".".join(field.path), row)
        name = shown(field.path)
        return ValueError(f"{FUNCTION}(): message number {row} has no required field {name}")

    return error


def _too_deep(field: Field) -> Callable[[Any], Exception]:
    return lambda row: ValueError(
        f"{FUNCTION}(): message number {row} goes deeper than recursion= allows, "
        f"at {shown(field.path)}"
    )


def _several(message: Message, oneof: str) -> Callable[[Any], Exception]:
    where = f" at {shown(message.path)}" if message.path else ""
    return lambda row: ValueError(
        f"{FUNCTION}(): message number {row}{where} has several fields of the oneof {oneof!r}, "
        "and the bytes tell no longer which is the last"
    )
