"""Lists, numbers and arrays become tensors of the annotated dtype, or are refused: never changed.

TensorFlow converts more than it should: `tf.convert_to_tensor(2**40, tf.int32)` is 0, and
`np.array([1.5])` becomes `[1]` where an `input_signature` says int32. Here a value is converted if
TensorFlow accepts it and the tensor holds the same numbers. Rounding to the precision of the
floating dtype asked for is what asking for it means, so 0.1 is a float32; 1e300 is not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf


class Refused(Exception):
    """A value that is no tensor of this dtype; its text is the reason, "" if that is plain."""


def to_tensor(value: Any, dtype: Any = None) -> Any:
    """`value` as a tensor, of `dtype` if given.

    >>> to_tensor([1, 2], tf.float32).numpy().tolist()
    [1.0, 2.0]

    Raises:
      Refused: when the tensor would hold other numbers, or TensorFlow makes none of the value.
    """
    if dtype is not None:
        if type(value) is np.ndarray and _is_exactly(value, dtype):
            return tf.constant(value)
        array = _as_array(value)
        if array is not None:
            converted = _converted(array, dtype)
            if isinstance(value, (np.ndarray, np.generic)):
                value = converted
    try:
        return tf.convert_to_tensor(value, dtype)
    except (TypeError, ValueError, OverflowError, AttributeError, tf.errors.OpError) as error:
        raise Refused from error


def _is_exactly(array: np.ndarray[Any, Any], dtype: Any) -> bool:
    """Whether an array has the dtype already: the usual case, and a matter of one comparison."""
    same: bool = array.dtype == dtype.as_numpy_dtype
    return same and array.dtype.kind != "O"


def _as_array(value: Any) -> np.ndarray[Any, Any] | None:
    """The numbers of a Python or NumPy value; None where TensorFlow's own conversion decides."""
    if isinstance(value, (list, tuple)) and _holds_others(value):
        return None
    if isinstance(value, (int, float, complex, str, bytes, list, tuple, range)):
        try:
            return np.asarray(value)
        except ValueError:
            raise Refused("rows of different length") from None
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    if hasattr(value, "__array__") and not hasattr(value, "__tf_tensor__"):
        if isinstance(value, (tf.Tensor, tf.Variable)):
            return None
        return np.asarray(value)
    return None


def _holds_others(value: Any) -> bool:
    """Whether a nested list holds more than plain and NumPy numbers: tensors, for example."""
    if isinstance(value, (list, tuple)):
        return any(map(_holds_others, value))
    return not isinstance(value, (int, float, complex, str, bytes, np.ndarray, np.generic))


def _kind(dtype: Any) -> int | None:
    """Where a dtype stands in bool < integer < floating < complex; None for the others."""
    try:
        dtype = tf.as_dtype(dtype)
    except TypeError:
        return None
    if dtype.is_bool:
        return 0
    if dtype.is_integer:
        return 1
    return 2 if dtype.is_floating else 3 if dtype.is_complex else None


def _converted(array: np.ndarray[Any, Any], dtype: Any) -> np.ndarray[Any, Any]:
    """The array in the dtype, or as it is where TensorFlow decides; `Refused` if it changes."""
    if array.dtype == object:
        return _checked_objects(array, dtype)
    if _is_exactly(array, dtype):
        return array
    source, target = _kind(array.dtype), _kind(dtype)
    if source is None or target is None:
        return array
    if not array.size:
        return np.empty(array.shape, dtype.as_numpy_dtype)
    if source > target:
        raise Refused("a number is no truth value" if source == 1 else "")
    with np.errstate(all="ignore"):
        converted = array.astype(dtype.as_numpy_dtype)
        same = (_same_numbers if source <= 1 else _still_finite)(array, converted)
    if not np.all(same):
        first = array[~same].flat[0] if array.ndim else array
        raise Refused(f"{first} does not fit {dtype.name}")
    return converted


def _checked_objects(array: np.ndarray[Any, Any], dtype: Any) -> np.ndarray[Any, Any]:
    """An array of objects, for TensorFlow to convert: among its numbers are none too large.

    NumPy makes one of ints of more than 64 bits, and TensorFlow saturates some of those.
    """
    for number in array.flat:
        is_large = isinstance(number, int) and not -(2**63) <= number < 2**64
        if is_large and not (dtype.is_floating and _rounded(number, dtype) == number):
            raise Refused(f"{number} does not fit {dtype.name}")
    return array


def _rounded(number: int, dtype: Any) -> float:
    try:
        with np.errstate(all="ignore"):
            return float(dtype.as_numpy_dtype(number))
    except (OverflowError, TypeError):  # TypeError: from bfloat16
        return float("inf")


def _same_numbers(array: np.ndarray[Any, Any], converted: np.ndarray[Any, Any]) -> Any:
    """Whether integers are exact after conversion to another integer, or to floating point."""
    if array.dtype.kind == "b":
        return np.ones(array.shape, bool)
    back = converted.real.astype(array.dtype) == array
    if converted.dtype.kind in "iu":
        return back & ((converted < 0) == (array < 0))
    # What is out of range comes back as anything, also as the right number.
    limits = np.iinfo(array.dtype)
    wide = converted.real.astype(np.float64)
    return back & (wide >= float(limits.min)) & (wide < float(limits.max) + 1)


def _still_finite(array: np.ndarray[Any, Any], converted: np.ndarray[Any, Any]) -> Any:
    """Whether no number overflowed to infinity, in either part of complex ones."""
    wide = converted.astype(np.complex128)
    real = np.isfinite(wide.real) | ~np.isfinite(array.real)
    return real & (np.isfinite(wide.imag) | ~np.isfinite(array.imag))
