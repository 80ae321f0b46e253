"""Field values: what a field may hold, and what is static about its leading dims.

Source: StructTensor RFC, "Struct Tensor Encoding": a field of a struct of rank N has the struct's
N dims first.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime import is_extension_type

#: Kinds of fields that know the leading dims themselves; other extension types may not.
_DENSE = (tf.Tensor, tf.SparseTensor, tf.TensorSpec, tf.SparseTensorSpec)
_SHAPED = (*_DENSE, tf.RaggedTensor, tf.RaggedTensorSpec)
_UNKNOWN = tf.TensorShape(None)


class FieldError(KeyError):
    """A field name that the struct does not have."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError's own shows the repr


def missing(name: object, names: Iterable[str], owner: str = "") -> FieldError:
    """The error for a name that is not among the fields: it names them and suggests one."""
    known = list(names)
    listed = ", ".join(map(repr, known)) if known else "none"
    text = f"no field {name!r}{owner}; the fields are: {listed}"
    close = difflib.get_close_matches(name, known, 1) if isinstance(name, str) else []
    return FieldError(f"{text} (did you mean {close[0]!r}?)" if close else text)


def converted(name: object, value: Any) -> Any:
    """A field value as it is kept: tensors and extension types as they are, the rest as a tensor.

    Raises:
      TypeError: naming the field, if its name is no string or its value converts to no tensor.
    """
    if not isinstance(name, str):
        raise TypeError(f"fields: expected strings as names, got {name!r}")
    if isinstance(value, tf.Tensor) or is_extension_type(value):
        return tf.convert_to_tensor(value) if _is_variable(value) else value
    to_tensor = getattr(value, "__tf_struct__", None)  # NumPy's counterparts of structs
    if to_tensor is not None:
        return to_tensor()
    if isinstance(value, tf.compat.v1.ragged.RaggedTensorValue):
        return tf.RaggedTensor.from_nested_row_splits(value.flat_values, value.nested_row_splits)
    try:
        return tf.convert_to_tensor(value)
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"field {name!r}: expected a tensor or an extension type, got {shown(value)}: {error}"
        ) from None


def _is_variable(value: Any) -> bool:
    return isinstance(value, tf.Variable)


def shown(value: Any) -> str:
    """A value for messages, in part where it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def static_shape(value: Any) -> tf.TensorShape:
    """The static shape of a field value, unknown where it does not tell."""
    shape = getattr(value, "shape", None)
    return shape if isinstance(shape, tf.TensorShape) else _UNKNOWN


def is_shaped(value: Any) -> bool:
    """Whether a field value, or the values of a spec, can be asked for their dims at run time."""
    return isinstance(value, _SHAPED) or hasattr(value, "field_names")


def tells_shape(value: Any, rank: int) -> bool:
    """Whether the first `rank` dims can be asked for at run time, whatever they are.

    Rows tell how long they are, but not where there are none: only their number is always told.
    """
    if isinstance(value, _DENSE):
        return True
    if isinstance(value, tf.RaggedTensorSpec):
        is_rows = value.ragged_rank > 0
    else:
        is_rows = hasattr(value, "row_splits") or not getattr(value, "is_row", True)
    return rank < 2 if is_rows else is_shaped(value)


def dynamic_shape(value: Any, rank: int) -> Any:
    """The first `rank` dims of a field value, an int64 vector: NumPy's where they are static."""
    static = static_shape(value)
    if static.rank is not None and static[:rank].is_fully_defined():
        return np.array(static[:rank].as_list(), np.int64)
    if hasattr(value, "row_splits"):
        return _bounding_shape(value, rank)
    if hasattr(value, "field_names"):
        return value._dynamic_shape(rank)
    if isinstance(value, tf.SparseTensor):
        return value.dense_shape[:rank]
    shape = tf.shape(value, out_type=tf.int64)
    if not isinstance(shape, (tf.Tensor, tf.experimental.DynamicRaggedShape)):
        raise TypeError(
            f"tf.shape() of a {type(value).__name__} gives no shape, but {shown(shape)}"
        )
    return shape[:rank]


def _bounding_shape(rows: Any, rank: int) -> Any:
    """The first dims of rows, each as long as the longest row; int64."""
    splits = tf.cast(rows.row_splits, tf.int64)
    outer = tf.shape(splits, out_type=tf.int64) - 1
    if rank == 1:
        return outer
    if rows.uniform_row_length is not None:
        longest = tf.reshape(tf.cast(rows.uniform_row_length, tf.int64), [1])
    else:
        lengths = splits[1:] - splits[:-1]
        longest = tf.reduce_max(tf.concat([lengths, [0]], axis=0), keepdims=True)
    inner = [] if rank == 2 else [dynamic_shape(rows.values, rank - 1)[1:]]
    return tf.concat([outer, longest, *inner], axis=0)


def pairs(fields: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Names and values of a mapping, or of what serialized to pairs.

    Raises:
      TypeError: if it is neither.
    """
    if isinstance(fields, Mapping):
        return iter(fields.items())
    found = list(fields) if isinstance(fields, Iterable) else [None]
    for pair in found:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(
                "fields: expected a mapping from names to values, or pairs of these, "
                f"got {shown(fields)}"
            )
    return iter([(name, value) for name, value in found])
