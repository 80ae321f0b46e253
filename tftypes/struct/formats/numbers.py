"""Numbers in the dtype that a schema says: each is the same, but for rounding to floats, or an error.

Source: StructTensor RFC, "A `StructTensor`'s schema constrains the type for each field".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.formats import checks


def may_become(dtype: tf.DType, wanted: tf.DType) -> bool:
    """Whether numbers of a dtype may be the same in another one.

    >>> may_become(tf.int64, tf.int8), may_become(tf.float64, tf.int32)
    (True, False)
    """
    if dtype.is_integer:
        return bool(wanted.is_integer or wanted.is_floating)
    return bool(dtype.is_floating and wanted.is_floating)


def converted(
    function: str,
    path: str,
    values: Any,
    wanted: tf.DType,
    there: Any = None,
    row: Callable[[int], int] = int,
) -> Any:
    """An array of numbers in another dtype.

    >>> converted("from_arrow", "x", np.array([1, 2]), tf.int8)
    array([1, 2], dtype=int8)
    >>> converted("from_arrow", "x", np.array([1, 300]), tf.int8)
    Traceback (most recent call last):
    tftypes.struct.formats.checks.SchemaError: from_arrow(): field 'x': expected int8, got 300 in row 1

    Args:
      function: for whom.
      path: of the field.
      values: NumPy's, of any shape.
      wanted: a dtype that they may become.
      there: bools, false for values that do not count; None if all do.
      row: the row of the data in which a value stands, by its position.

    Raises:
      SchemaError: naming the first value that is another one in the dtype.
    """
    with np.errstate(all="ignore"):
        made = values.astype(wanted.as_numpy_dtype)
    if wanted.is_integer:
        limits = np.iinfo(made.dtype)
        wrong = (values < limits.min) | (values > limits.max)
    else:
        wrong = np.isfinite(values) & ~np.isfinite(made)
    if there is not None:
        wrong &= there
    if wrong.any():
        position = int(np.argmax(wrong.reshape(-1)))
        got = f"{values.reshape(-1)[position]} in row {row(position)}"
        raise checks.mismatch(function, path, wanted.name, got)
    return made
