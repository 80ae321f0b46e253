"""Arrow types beside dtypes and specs.

What both have: bools, ints, floats, strings, lists (ragged), fixed-size lists (dense), structs.
Dates, times, timestamps, durations and decimals are numbers in Arrow's memory, but what the numbers
mean is in the type alone: they are read where a schema asks for the numbers, and refused otherwise.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.struct.formats import checks
from tftypes.struct.formats._pyarrow import pa

#: Types whose memory is that of a tensor.
DTYPES: dict[Any, tf.DType] = {
    pa.int8(): tf.int8,
    pa.int16(): tf.int16,
    pa.int32(): tf.int32,
    pa.int64(): tf.int64,
    pa.uint8(): tf.uint8,
    pa.uint16(): tf.uint16,
    pa.uint32(): tf.uint32,
    pa.uint64(): tf.uint64,
    pa.float16(): tf.float16,
    pa.float32(): tf.float32,
    pa.float64(): tf.float64,
}

TYPES: dict[tf.DType, Any] = {
    **{dtype: type_ for type_, dtype in DTYPES.items()},
    tf.bool: pa.bool_(),
    tf.string: pa.string(),
}


def arrow_type(spec: Any, strings: Any = None) -> Any:
    """The type of an Arrow array with an element for each along the first dim of `spec`.

    Dense dims are fixed-size lists where the size is known and lists where it is not; ragged ones
    are lists, large lists where the splits are int64.

    Args:
      spec: of a tensor, ragged tensor or struct of rank 1 at least.
      strings: the type of strings; `pa.string()` by default.

    Raises:
      TypeError: if Arrow has no such type.
    """
    if hasattr(spec, "field_specs"):
        return _struct_type(spec, strings)
    if isinstance(spec, tf.RaggedTensorSpec) and spec.ragged_rank:
        return _list_type(
            spec.shape[1], spec.row_splits_dtype, arrow_type(checks.rows_of(spec), strings)
        )
    if not isinstance(spec, (tf.TensorSpec, tf.RaggedTensorSpec)) or spec.shape.rank is None:
        raise TypeError(f"Arrow has no type for {spec!r}")
    made = strings if spec.dtype == tf.string and strings is not None else TYPES.get(spec.dtype)
    if made is None:
        raise TypeError(f"Arrow has no type for {spec.dtype.name}")
    for size in reversed(spec.shape[1:]):
        made = pa.list_(made) if size is None else pa.list_(made, size)
    return made


def _struct_type(spec: Any, strings: Any) -> Any:
    if hasattr(spec, "values_spec") and not spec.is_row:
        return _list_type(
            spec.shape[1], spec.row_splits_dtype, arrow_type(spec.values_spec, strings)
        )
    if spec.shape.rank > 1:
        return _list_type(spec.shape[1], tf.int64, arrow_type(checks.rows_of(spec), strings))
    fields = [pa.field(name, arrow_type(each, strings)) for name, each in spec.field_specs.items()]
    return pa.struct(fields)


def _list_type(size: Any, splits_dtype: Any, item: Any) -> Any:
    field = pa.field("item", item)
    if size is not None:
        return pa.list_(field, size)
    return pa.large_list(field) if splits_dtype == tf.int64 else pa.list_(field)
