"""NumPy structured arrays: a struct of the array's shape, a field for each of the dtype's.

Nested dtypes are nested structs, subarrays the inner dims of a field. Masked arrays have nulls.
Records lie one after the other in NumPy's memory and fields do in a struct's: fields are copied, once.

Source: StructTensor RFC, "Column-Based Formats"; NumPy, "Structured arrays".
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.dense import dense
from tftypes.struct.formats import _buffers, checks, numbers
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.places import DEEPEST, too_deep
from tftypes.struct.refusals import named
from tftypes.struct.tensors import StructTensor


@named
def from_numpy(array: Any, schema: Any = None, *, nulls: _nulls.Nulls = "error") -> Any:
    """The struct with the records of a structured array.

    >>> import numpy as np
    >>> from tftypes import struct
    >>> array = np.array([(1, [1.0, 2.0]), (2, [3.0, 4.0])], [("id", "i4"), ("at", "f4", 2)])
    >>> rows = struct.from_numpy(array)
    >>> rows.shape, rows["at"].shape
    (TensorShape([2]), TensorShape([2, 2]))

    Args:
      array: of any shape, with a structured dtype; a record (`np.void`), a recarray or a masked
        array too. Bytes and text become strings; dates and durations are refused, unless the schema
        asks for int64.
      schema: what the records must be, as `struct.constant` takes it.
      nulls: what becomes of masked values: "error", "fill" or "mask"; see
        `tftypes.struct.formats.nulls`.

    Raises:
      TypeError: naming the field, for a dtype that TensorFlow has not.
      NullError, SchemaError: naming the field.
    """
    function = "from_numpy"
    if not isinstance(array, (np.ndarray, np.void)) or array.dtype.names is None:
        got = getattr(array, "dtype", type(array).__name__)
        raise TypeError(f"{function}(): expected an array with a structured dtype, got {got}")
    if isinstance(array, np.void):
        array = np.array(array)
    spec = None
    if schema is not None:
        from tftypes.struct import schemas

        spec = schemas.spec_of(schema, array.shape)
    policies = _nulls.policies(nulls, function)
    mask = np.ma.getmaskarray(array) if isinstance(array, np.ma.MaskedArray) else None
    made = _struct(np.asarray(array), mask, spec, policies, "")
    policies.check_all_met(function)
    if spec is not None:
        checks.check(made.__tf_type_spec__(), spec, function)
        made = made if made.field_names() == spec.field_names() else _ordered(made, spec)
    return made


@named
def to_numpy(st: Any, *, strings: str = "bytes") -> Any:
    """A structured array of the struct's shape: the inverse of `from_numpy`.

    >>> from tftypes import struct
    >>> struct.to_numpy(struct.constant([{"a": 1, "b": "x"}, {"a": 2, "b": "yz"}]))
    array([(1, b'x'), (2, b'yz')], dtype=[('a', '<i4'), ('b', 'S2')])

    Args:
      st: a dense struct with dense fields.
      strings: "bytes" for NumPy's bytes as long as the longest, "object" for bytes objects.

    Raises:
      TypeError: naming the field, if it is ragged or sparse, of which NumPy has no arrays.
      ValueError: for a field without a name, which NumPy has not.
      ValueError: naming the field, for strings that end with a NUL, which NumPy's bytes lose.
    """
    if strings not in ("bytes", "object"):
        raise ValueError(
            f"to_numpy() argument 'strings': expected 'bytes' or 'object', got {strings!r}"
        )
    if not isinstance(st, StructTensor) or not hasattr(st, "_fields"):
        raise TypeError(f"to_numpy(): expected a dense struct, got a {type(st).__name__}")
    if "" in st._fields:
        raise ValueError(
            "to_numpy(): a field has the name '', in whose place NumPy puts another one: rename it"
        )
    columns = {name: _column(v, st.rank, strings, name) for name, v in st._fields.items()}
    shape = tuple(int(size) for size in np.asarray(st._dynamic_shape(st.rank))) if st.rank else ()
    made = np.empty(shape, [(name, *_layout(each, st.rank)) for name, each in columns.items()])
    for name, each in columns.items():
        made[name] = each
    return made


def _struct(array: Any, mask: Any, spec: Any, policies: Any, path: str, depth: int = 0) -> Any:
    if depth > DEEPEST:
        raise too_deep(f"from_numpy(): field '{path}")
    parts: list[tuple[str, Any, dict[int, Any]]] = []
    specs = getattr(spec, "field_specs", {}) if spec is not None else {}
    for name in array.dtype.names:
        own = _nulls.child(path, name)
        own_mask = None if mask is None else mask[name]
        dtype = array.dtype[name].base
        if dtype.names is not None:
            value = _struct(array[name], own_mask, specs.get(name), policies, own, depth + 1)
            parts.append((name, value, {}))
            continue
        policy = policies.at(own)
        values = array[name]
        companion = None
        if own_mask is not None and own_mask.dtype == np.bool_:
            values, companion = _without_nulls(values, own_mask, policy, own)
        elif policy.always and policy.kind == "mask":
            companion = np.ones(values.shape, np.bool_)
        masks = {} if companion is None else {0: _buffers.tensor_of(companion)}
        parts.append((name, _tensor(values, specs.get(name), own), masks))
    fields = _nulls.with_masks(parts, "from_numpy", path)
    return dense(tf.TensorShape(array.shape), fields)


def _without_nulls(values: Any, mask: Any, policy: Any, path: str) -> tuple[Any, Any]:
    """The values with the masked ones filled, and the companion where one is asked for."""
    there = ~mask
    any_null = bool(mask.any())
    if any_null and policy.kind == "error":
        row = int(np.argwhere(mask)[0][0]) if mask.ndim else 0
        raise _nulls.error("from_numpy", path, row)
    if policy.kind == "ragged" and (any_null or policy.always):
        raise ValueError(f"from_numpy(): column '{path}': nulls='ragged' is not for structured "
                         "arrays, whose fields are dense: use 'fill' or 'mask'")  # fmt: skip
    if any_null:
        dtype = tf.string if values.dtype.kind in "SUO" else values.dtype
        values = np.array(values)
        values[mask] = policy.zero(dtype, path)
    return values, there if policy.kind == "mask" and (any_null or policy.always) else None


def _tensor(values: Any, spec: Any, path: str) -> tf.Tensor:
    kind, dtype = values.dtype.kind, values.dtype
    if kind in "mM":
        if spec is None or getattr(spec, "dtype", None) != tf.int64:
            raise TypeError(f"from_numpy(): field '{path}' is of dtype {dtype}, which TensorFlow has "
                            "not; ask for its numbers with a schema that says int64")  # fmt: skip
        return _buffers.tensor_of(np.ascontiguousarray(values).view(np.int64))
    if kind in "SUO":
        return _strings(values, path)
    try:
        known = kind in "biufc" and tf.as_dtype(dtype.newbyteorder("=")) is not None
    except TypeError:
        known = False
    if not known:
        raise TypeError(
            f"from_numpy(): field '{path}' is of dtype {dtype}, which TensorFlow has not"
        )
    values, wanted = np.asarray(values), getattr(spec, "dtype", None)
    own = tf.as_dtype(dtype.newbyteorder("="))
    if isinstance(wanted, tf.DType) and wanted != own and numbers.may_become(own, wanted):
        shape = values.shape
        row = lambda i: int(np.unravel_index(i, shape)[0]) if shape else 0  # noqa: E731
        values = numbers.converted("from_numpy", path, values, wanted, row=row)
    return _buffers.tensor_of(values)


def _strings(values: Any, path: str) -> tf.Tensor:
    if values.dtype.kind == "O":
        wrong = [v for v in values.flat if not isinstance(v, (str, bytes))]
        if wrong:
            raise TypeError(f"from_numpy(): field '{path}' holds objects: expected strings, "
                            f"got {type(wrong[0]).__name__}")  # fmt: skip
    if not values.size:
        return tf.zeros(values.shape, tf.string)
    return tf.constant(np.ascontiguousarray(values).reshape(values.shape), tf.string)


def _ordered(st: Any, spec: Any) -> Any:
    fields = {name: st._fields[name] for name in spec.field_names()}
    return dense(st.shape, fields)


def _column(value: Any, rank: int, strings: str, path: str) -> Any:
    if isinstance(value, StructTensor) and hasattr(value, "_fields"):
        return to_numpy(value, strings=strings)
    if not isinstance(value, tf.Tensor) or value.dtype in (tf.variant, tf.resource):
        raise TypeError(f"to_numpy(): field '{path}' is a {type(value).__name__}, of which there are "
                        "no NumPy arrays")  # fmt: skip
    array = value.numpy() if value.dtype == tf.string else _buffers.array_of(value)
    if value.dtype != tf.string or strings == "object":
        return np.asarray(array, object) if value.dtype == tf.string else array
    flat = [bytes(each) for each in np.asarray(array, object).reshape(-1)]
    if any(each.endswith(b"\0") for each in flat):
        raise ValueError(f"to_numpy(): field '{path}' has strings that end with a NUL, which NumPy's "
                         "bytes lose: strings='object' keeps them")  # fmt: skip
    return np.array(flat, f"S{max(map(len, flat), default=1) or 1}").reshape(value.shape.as_list())


def _layout(column: Any, rank: int) -> tuple[Any, tuple[int, ...]]:
    return column.dtype, column.shape[rank:]
