"""tf.experimental.numpy: numbers in order."""

from __future__ import annotations

from math import ceil
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, TensorType, Unknown, less

from .arguments import axis_argument
from .broadcasting import broadcast_shapes
from .rule import OpError, Unsure
from .tnp import (
    alone,
    asked,
    leaves,
    numpy_rule,
    of_python,
    shape_of,
    strongly,
    together,
    whichever,
)
from .tnp_creation import FLOAT, unasked
from .values import FLOAT64, PyType, PyValue, contents, is_dim, is_number, known_bool, of


@numpy_rule(
    "arange",
    "5) -> i64[5]",
    "2, 10, 3) -> i64[3]",
    "10, 2, -3) -> i64[3]",
    "5, 2) -> i64[0]",
    "0.0, 1.0, 0.25) -> f64[4]",
    "5, dtype=tf.float32) -> f32[5]",
    "3, dtype=float) -> f64[3]",
    "0, 5, 0) !! the step is 0",
)
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> TensorType:
    given = (start, step) if stop is None else (start, step, stop)
    if is_number(step) and step == 0:
        raise OpError("tf-value", "the step is 0", "step")
    for value in given:
        if shape_of(value, "start").rank not in (0, None):
            raise Unsure
    made = together(*given) if dtype is None else asked(dtype)
    first, last = (0, start) if stop is None else (start, stop)
    return TensorType(made, of(counted_steps(contents(first), contents(last), contents(step))))


def counted_steps(start: Any, stop: Any, step: Any) -> Dim:
    """How many numbers there are; of floats only where rounding changes nothing."""
    numbers = (start, stop, step)
    if all(isinstance(number, (int, float)) for number in numbers):
        if not all(abs(number) < 2**20 and number * 256 == int(number * 256) for number in numbers):
            return UNKNOWN
        return max(0, ceil((stop - start) / step)) if step else UNKNOWN
    if not (is_dim(start) and is_dim(stop) and is_number(step) and step == 1):
        return UNKNOWN
    if isinstance(start, Unknown) or isinstance(stop, Unknown) or less(stop, start) is not False:
        return UNKNOWN
    return stop - start


def _space(start: Any, stop: Any, num: Any, axis: Any) -> Shape:
    return spaced(shape_of(start, "start"), shape_of(stop, "stop"), num, axis)


def spaced(start: Shape, stop: Shape, num: Any, axis: Any) -> Shape:
    """The shape of samples between ends of these shapes."""
    shape = broadcast_shapes(start, stop, "stop")
    size = contents(num)
    if is_number(size) and size < 0:
        raise OpError("tf-value", f"negative number of samples {size}", "num")
    place = axis_argument(axis, None if shape.rank is None else shape.rank + 1)
    if place is None:
        return Shape.unknown()
    return shape.insert(place, size if is_dim(size) else UNKNOWN)


def _of_ends(start: Any, stop: Any, dtype: DType) -> DType:
    """In newer versions of NumPy the dtype is that of both ends as floats, whatever is asked for."""
    for end in (start, stop):
        is_number_of_python = isinstance(end, (int, float, Expr, PyValue))
        if not is_number_of_python and not isinstance(end, TensorType):
            raise Unsure
    both = strongly(*(_as_float(end) for end in (start, stop)))
    return both if both == dtype else DType(both.names | dtype.names)


def _as_float(end: Any) -> DType:
    if not isinstance(end, TensorType):
        return whichever(lambda behavior: of_python("float", behavior))
    if end.kind == "array" or not end.dtype.names <= {
        "float32",
        "float64",
        "complex64",
        "complex128",
    }:
        return DType.any()
    return end.dtype


@numpy_rule(
    "linspace",
    "0, 1, 5) -> f64[5]",
    "f64[3], f64[3], 5, axis=-1) -> f64[3, 5]",
    "f32[3], f32[3], 5, dtype=None) -> f32[5, 3]",
    "0.0, 1.0) -> f64[50]",
    "0, 1, 5, retstep=True) -> anything",
    "f32[2], f32[3], 4) !! do not broadcast",
    "0, 1, -1) !! negative number of samples -1",
)
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = FLOAT,
    axis: Any = 0,
) -> TensorType:
    shape = _space(start, stop, num, axis)
    if known_bool(retstep) is not False:
        raise Unsure
    if dtype is not None:
        return TensorType(_of_ends(start, stop, asked(dtype)), shape)
    one, other = alone(start), alone(stop)
    is_told = one == other and one.names <= {"float32", "float64"}
    return TensorType(one if is_told else DType.any(), shape)


@numpy_rule(
    "logspace",
    "0, 1, 5) -> f64[5]",
    "f64[3], f64[3], 5, axis=1) -> f64[3, 5]",
    "f32[2], f32[3], 4) !! do not broadcast",
    "0, 1, -1) !! negative number of samples -1",
)
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: Any = 0,
) -> TensorType:
    shape = _space(start, stop, num, axis)
    usual = FLOAT64 if dtype is None else asked(dtype)
    return TensorType(_of_ends(start, stop, usual), shape)


@numpy_rule(
    "geomspace",
    "1, 8, 4) -> f64[4]",
    "1, 8, 4, dtype=tf.float32) -> f32[4]",
    "1, 8, 4, dtype=float) -> anything",
    "f32[3], 8.0, 4, axis=1) -> f64[3, 4]",
    "f32[2], f32[3], 4) !! do not broadcast",
    "1, 8, -1) !! negative number of samples -1",
)
def geomspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, dtype: Any = None, axis: Any = 0
) -> TensorType:
    shape = _space(start, stop, num, axis if not is_number(axis) or axis >= 0 else UNKNOWN)
    if isinstance(dtype, PyType):
        raise Unsure  # TensorFlow's float is not NumPy's
    if dtype is not None:
        return TensorType(asked(dtype), shape)
    given = [leaf for value in (start, stop) for leaf in leaves(value)]
    strong = [leaf.dtype for leaf in given if leaf.dtype is not None]
    if any(leaf.python == "complex" for leaf in given):
        raise Unsure
    return TensorType(strongly(*strong, unasked()), shape)
