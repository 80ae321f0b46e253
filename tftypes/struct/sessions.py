"""Structs in a TensorFlow 1 session: fetched and fed as `StructTensorValue`s.

Source: StructTensor RFC, `class StructTensorValue`, "TF-v1 only"; `tf.compat.v1.Session.run`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tensorflow as tf

from tftypes.runtime.private import session
from tftypes.struct.tensors import StructTensor
from tftypes.struct.values import StructTensorValue, ragged_value


def _fetch(st: StructTensor[Any, Any]) -> tuple[list[Any], Any]:
    """The tensors of a struct, and what makes a value of their values."""
    spec = st.__tf_type_spec__()
    return _flat(st), lambda arrays: _value(spec, iter(arrays))


def _value(spec: Any, arrays: Iterator[Any]) -> Any:
    """The value of this type, of its components in their order."""
    if hasattr(spec, "values_spec"):
        values = _value(spec.values_spec, arrays)
        return StructTensorValue.from_row_splits(values, next(arrays), spec.shape[1])
    if hasattr(spec, "field_specs"):
        fields = {name: _value(part, arrays) for name, part in spec.field_specs.items()}
        if len(spec.component_specs) > len(fields):
            return StructTensorValue(next(arrays).shape, fields)
        return StructTensorValue(spec.shape, fields)
    parts = [next(arrays) for _ in tf.nest.flatten(spec, expand_composites=True)]
    if isinstance(spec, tf.RaggedTensorSpec):
        value, *splits = parts
        for inner in reversed(splits):
            value = ragged_value(value, inner)
        return value
    if isinstance(spec, tf.SparseTensorSpec):
        return tf.compat.v1.SparseTensorValue(*parts)
    return parts[0] if isinstance(spec, tf.TensorSpec) else parts


def _feed(st: StructTensor[Any, Any], value: StructTensorValue) -> list[tuple[Any, Any]]:
    """What is fed for each tensor of a struct.

    Raises:
      ValueError: if the value is not made of the same parts.
    """
    tensors, arrays = _flat(st), list(_arrays(value))
    if len(tensors) != len(arrays) or st.field_names() != value.field_names():
        raise ValueError(f"expected a value of {st.__tf_type_spec__()!r}, got {value!r}")
    return list(zip(tensors, arrays))


def _arrays(value: Any) -> Iterator[Any]:
    """The components of a value, in their order."""
    if isinstance(value, StructTensorValue) and value.values is None:
        for name in value.field_names():
            yield from _arrays(value.field_value(name))
    elif isinstance(value, StructTensorValue):
        yield from _arrays(value.values)
        yield value.row_splits
    elif isinstance(value, ragged_value):
        yield value.flat_values
        yield from value.nested_row_splits
    elif isinstance(value, tf.compat.v1.SparseTensorValue):
        yield from value
    else:
        yield value


def _flat(st: Any) -> list[Any]:
    return list(tf.nest.flatten(st, expand_composites=True))


session.register_session_run_conversion_functions(StructTensor, _fetch, _feed, _flat)
