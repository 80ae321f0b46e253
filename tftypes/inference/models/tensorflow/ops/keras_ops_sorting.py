"""tf.keras.ops: by the order of elements and by their values: sorts, bins, segments; and Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal, num_elements

from .arguments import axis_argument, rank_at_least, rank_is
from .broadcasting import broadcast_shapes
from .keras_ops import has_symbols, keras_rule, operand, promoted, without_symbols
from .rule import OpError, Unsure
from .values import BOOL, INT32, ListOf, is_dim, is_number, known_bool, of

# --- in order ---------------------------------------------------------------------------------------------------------


def _flat_along(shape: Shape, axis: Any) -> Shape:
    """The shape of what is done along one axis: that of a vector where there is none."""
    if axis is None:
        return of(num_elements(shape))
    if shape.rank:
        axis_argument(axis, shape.rank)
    return shape


@keras_rule(
    "sort",
    "f32[2, N]) -> f32[2, N]",
    "i32[2, 3], axis=0) -> i32[2, 3]",
    "f32[2, 3], axis=None) -> f32[6]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def sort(x: Any, axis: Any = -1) -> TensorType:
    value = operand(x, "x")
    if axis is None:
        without_symbols()
    return TensorType(value.dtype, _flat_along(value.shape, axis))


@keras_rule(
    "argsort",
    "f32[2, N]) -> i32[2, N]",
    "i32[2, 3], axis=0) -> i32[2, 3]",
    "f32[2, 3], axis=None) -> i32[6]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def argsort(x: Any, axis: Any = -1) -> TensorType:
    shape = operand(x, "x").shape
    if not shape.min_rank:
        raise Unsure  # of a scalar it is a vector
    return TensorType(INT32, _flat_along(shape, axis))


@keras_rule("argpartition", "i32[2, 5], 2) -> i32[2, 5]", "i32[5], 1) -> i32[5]")
def argpartition(x: Any, kth: Any, axis: Any = -1) -> TensorType:
    shape = operand(x, "x").shape
    rank = shape.rank
    if not rank or not is_number(axis) or not -rank <= axis < rank or not is_number(kth):
        raise Unsure
    return TensorType(INT32, shape)


@keras_rule(
    "top_k",
    "f32[2, 5], 3) -> (f32[2, 3], i32[2, 3])",
    "i32[N], k=2) -> (i32[2], i32[2])",
    "f32[2, 5], some_int) -> (f32[2, None], i32[2, None])",
    "f32[], 1) !! expected rank 1 or more",
    "f32[2, 5], 6) !! the 6 largest of 5",
    lax=True,
)
def top_k(x: Any, k: Any, sorted: Any = True) -> tuple[TensorType, TensorType]:
    value = rank_at_least(operand(x, "x"), 1, "x")
    if value.shape.rank is None:
        raise Unsure
    most = value.shape[-1]
    if is_number(k) and is_number(most) and k > most:
        raise OpError("tf-value", f"the {k} largest of {most}", "k")
    shape = value.shape.replace(-1, k if is_number(k) else UNKNOWN)
    return TensorType(value.dtype, shape), TensorType(INT32, shape)


@keras_rule(
    "in_top_k",
    "i32[5], f32[5, 10], 3) -> b[5]",
    "i32[N], f32[N, 10], k=1) -> b[N]",
    "i32[2, 3], f32[2, 3], 1) !! expected rank 1, got rank 2",
    lax=True,
)
def in_top_k(targets: Any, predictions: Any, k: Any) -> TensorType:
    true = rank_is(operand(targets, "targets"), 1, "targets")
    pred = rank_is(operand(predictions, "predictions"), 2, "predictions")
    size = true.shape[0] if true.shape[0] == pred.shape[0] else UNKNOWN
    return TensorType(BOOL, of(size))


@keras_rule(
    "searchsorted",
    "f32[5], f32[2, 3]) -> i32[2, 3]",
    "f32[10], f32[N], side='right') -> i32[N]",
    "f32[None], f32[3]) -> index[3]",
    "f32[2, 3], f32[3]) !! expected rank 1, got rank 2",
)
def searchsorted(sorted_sequence: Any, values: Any, side: Any = "left") -> TensorType:
    sequence = rank_is(operand(sorted_sequence, "sorted_sequence"), 1, "sorted_sequence")
    size = sequence.shape[0]
    dtype = INT32 if is_number(size) and size < 2**31 else DType.of("int32", "int64")
    return TensorType(dtype, operand(values, "values").shape)


# --- by values --------------------------------------------------------------------------------------------------------


@keras_rule("digitize", "f32[2, N], [0.0, 1.0]) -> i32[2, N]", "i32[5], [1, 2, 3]) -> i32[5]")
def digitize(x: Any, bins: Any) -> TensorType:
    if not isinstance(bins, (list, tuple, ListOf)):
        operand(bins, "bins")
    return TensorType(INT32, operand(x, "x").shape)


@keras_rule(
    "bincount", "i32[5]) -> i32[None]", "i32[2, 5]) -> i32[2, None]", "i32[5], f32[5]) -> f32[None]"
)
def bincount(x: Any, weights: Any = None, minlength: Any = 0, sparse: Any = False) -> TensorType:
    without_symbols()
    value = operand(x, "x")
    if known_bool(sparse) is not False or value.shape.rank not in (1, 2):
        raise Unsure
    dtype = INT32
    if weights is not None:
        dtype = promoted(value.dtype.names, operand(weights, "weights").dtype.names)
    return TensorType(dtype, value.shape.replace(-1, UNKNOWN))


def _segments(
    data: Any, segment_ids: Any, num_segments: Any = None, sorted: Any = False
) -> TensorType:
    value, ids = operand(data, "data"), operand(segment_ids, "segment_ids")
    if ids.shape.rank is not None and not has_symbols():
        rank_is(ids, 1, "segment_ids")
    if ids.shape.rank != 1 or not value.shape.rank:
        raise Unsure
    if not has_symbols() and equal(ids.shape[0], value.shape[0]) is False:
        words = f"{ids.shape[0]} ids for {value.shape[0]} rows"
        raise OpError("tf-shape", words, "segment_ids")
    size = num_segments if is_dim(num_segments) else UNKNOWN
    if known_bool(sorted) is not False and num_segments is not None:
        raise Unsure
    return TensorType(value.dtype, of(size) + value.shape.slice(1, None))


for _op in ("segment_sum", "segment_max", "segment_min", "segment_prod"):
    keras_rule(
        _op,
        "f32[5], i32[5], 3) -> f32[3]",
        "f32[5, N], i32[5], num_segments=3) -> f32[3, N]",
        "f32[5, 2], i32[5]) -> f32[None, 2]",
    )(_segments)


@keras_rule("unique", "i32[5]) -> i32[None]", "f32[2, 3]) -> f32[None]")
def unique(
    x: Any,
    sorted: Any = True,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
    size: Any = None,
    fill_value: Any = None,
) -> TensorType:
    without_symbols()
    flags = (return_index, return_inverse, return_counts)
    if any(known_bool(flag) is not False for flag in flags) or axis is not None:
        raise Unsure
    return TensorType(operand(x, "x").dtype, of(size if is_number(size) else UNKNOWN))


# --- spectra ----------------------------------------------------------------------------------------------------------


def _complex(x: Any) -> TensorType:
    """The real part of a pair of tensors; the other has its dtype and shape."""
    if not isinstance(x, (list, tuple)) or len(x) != 2:
        raise Unsure
    real, imaginary = (operand(each, "x") for each in x)
    if real.dtype != imaginary.dtype or not real.dtype.names <= {"float32", "float64"}:
        raise Unsure
    dims = (real.shape.dims, imaginary.shape.dims)
    if dims[0] is None or dims[1] is None:
        raise Unsure
    return TensorType(real.dtype, broadcast_shapes(real.shape, imaginary.shape, "x"))


def _transform(least: int) -> Callable[..., Any]:
    def function(x: Any) -> tuple[TensorType, TensorType]:
        value = _complex(x)
        if (value.shape.rank or 0) < least:
            raise Unsure
        return value, value

    return function


for _op, _least in (("fft", 1), ("fft2", 2), ("ifft2", 2)):
    keras_rule(
        _op,
        "(f32[2, 8], f32[2, 8])) -> (f32[2, 8], f32[2, 8])",
        "(f64[3, 2, 8], f64[3, 2, 8])) -> (f64[3, 2, 8], f64[3, 2, 8])",
    )(_transform(_least))


@keras_rule(
    "rfft",
    "f32[2, 8]) -> (f32[2, 5], f32[2, 5])",
    "f32[2, N], fft_length=6) -> (f32[2, 4], f32[2, 4])",
)
def rfft(x: Any, fft_length: Any = None) -> tuple[TensorType, TensorType]:
    value = operand(x, "x")
    if not value.shape.rank or not value.dtype.names <= {"float32", "float64"}:
        raise Unsure
    length = value.shape[-1] if fft_length is None else fft_length
    size = length // 2 + 1 if is_number(length) and length > 0 else UNKNOWN
    made = TensorType(value.dtype, value.shape.replace(-1, size))
    return made, made


@keras_rule(
    "irfft",
    "(f32[2, 5], f32[2, 5])) -> f32[2, 8]",
    "(f32[2, 5], f32[2, 5]), fft_length=6) -> f32[2, 6]",
)
def irfft(x: Any, fft_length: Any = None) -> TensorType:
    value = _complex(x)
    if not value.shape.rank:
        raise Unsure
    size = value.shape[-1]
    if fft_length is not None:
        size = fft_length if is_number(fft_length) and fft_length > 0 else UNKNOWN
    else:
        size = 2 * (size - 1) if is_number(size) and size > 1 else UNKNOWN
    return TensorType(value.dtype, value.shape.replace(-1, size))
