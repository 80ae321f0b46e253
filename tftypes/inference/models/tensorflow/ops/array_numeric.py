"""NumPy's functions of numerical analysis: order, search, differences, linear algebra, Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType

from .arrays import array, as_array, contents_of, dims, dtype_given, flat, promoted, real
from .rule import Unsure
from .values import FLOAT64, INT64

_COMPLEX: Final = DType.of("complex128")


def _float(*values: Any) -> DType:
    """The dtype of a result that is no whole number."""
    dtypes = [real(each).dtype for each in values]
    made = dtypes[0]
    for each in dtypes[1:]:
        made = promoted(made, each)
    return made


def _known(value: TensorType, least: int) -> list[Dim]:
    if value.shape.dims is None or len(value.shape.dims) < least:
        raise Unsure
    return list(value.shape.dims)


# --- order and search -------------------------------------------------------------------------------------------------


def _sort(a: Any, axis: Any = -1, kind: Any = None) -> TensorType:
    value = as_array(a)
    return array(value.dtype, flat(value) if axis is None else value.shape)


def _partition(a: Any, kth: Any, axis: Any = -1, *, made: DType | None = None) -> TensorType:
    value = as_array(a)
    return array(made or value.dtype, flat(value) if axis is None else value.shape)


def _places(x: Any, bins: Any, right: Any = False) -> TensorType:
    """`digitize(x, bins)`: of each item the bin."""
    return array(INT64, as_array(x).shape)


def _found(a: Any, v: Any, side: Any = "left") -> TensorType:
    """`searchsorted(a, v)`: of each item of `v` the place in `a`."""
    return array(INT64, as_array(v).shape)


def _interpolated(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> TensorType:
    if as_array(fp).dtype.is_floating is not True and as_array(fp).dtype.is_integer is not True:
        raise Unsure  # it may be complex
    return array(FLOAT64, as_array(x).shape)


# --- differences and sums ---------------------------------------------------------------------------------------------


def _differences(a: Any, n: Any = 1, axis: Any = -1) -> TensorType:
    value = as_array(a)
    sizes = _known(value, 1)
    if type(n) is not int or type(axis) is not int or not -len(sizes) <= axis < len(sizes):
        raise Unsure
    size = sizes[axis]
    sizes[axis] = max(0, size - n) if isinstance(size, int) else UNKNOWN
    return array(value.dtype, Shape.of(*sizes))


def _slope(f: Any, *spacing: Any) -> TensorType:
    """`np.gradient(f)` of a vector; of several axes there is a list of arrays."""
    value = as_array(f)
    if value.shape.rank != 1:
        raise Unsure
    return array(_float(value), value.shape)


def _integral(y: Any, x: Any = None, dx: Any = 1.0) -> TensorType:
    value = as_array(y)
    return array(
        FLOAT64 if value.dtype == FLOAT64 else DType.any(), Shape.of(*_known(value, 1)[:-1])
    )


def _convolved(a: Any, v: Any, mode: Any = "full") -> TensorType:
    left, right = as_array(a), as_array(v)
    (n,), (m,) = _known(left, 1), _known(right, 1)
    size: Dim = UNKNOWN
    if isinstance(n, int) and isinstance(m, int) and min(n, m) > 0:
        lengths = {"full": n + m - 1, "same": max(n, m), "valid": abs(n - m) + 1}
        size = lengths.get(mode, UNKNOWN)
    return array(promoted(left.dtype, right.dtype), Shape.of(size))


def _trace(a: Any) -> TensorType:
    value = as_array(a)
    small = value.dtype.is_floating is not True and value.dtype not in (INT64, DType.of("int32"))
    made = DType.any() if small else value.dtype if value.dtype.is_floating else INT64
    return array(made, Shape.of(*_known(value, 2)[2:]))


def _bins(x: Any, weights: Any = None, minlength: Any = 0) -> TensorType:
    """`bincount(x)`: how often each number is there."""
    if weights is not None:
        raise Unsure
    held = contents_of(x)
    known = held and type(minlength) is int and all(type(each) is int for each in held)
    return array(INT64, Shape.of(max(max(held) + 1, minlength) if held and known else UNKNOWN))


def _spaced(
    start: Any, stop: Any, num: Any = 50, *rest: Any, dtype: Any = None, **more: Any
) -> TensorType:
    if rest or any(as_array(each).shape.rank != 0 for each in (start, stop)):
        raise Unsure
    return array(dtype_given(dtype, FLOAT64), dims(num))


def _from_items(iter: Any, dtype: Any, count: Any = -1) -> TensorType:
    return array(dtype_given(dtype, DType.any()), Shape.of(UNKNOWN if count == -1 else count))


# --- linear algebra ---------------------------------------------------------------------------------------------------


def _matrix(a: Any) -> TensorType:
    """`inv`, `cholesky`: a matrix of the same sizes."""
    value = as_array(a)
    _known(value, 2)
    return array(_float(value), value.shape)


def _turned(a: Any) -> TensorType:
    """`pinv`: its sizes are exchanged."""
    value = as_array(a)
    *batch, rows, columns = _known(value, 2)
    return array(_float(value), Shape.of(*batch, columns, rows))


def _of_matrix(a: Any, *, made: DType | None = None) -> TensorType:
    """`det`, `matrix_rank`: one number of each matrix."""
    value = as_array(a)
    return array(made or _float(value), Shape.of(*_known(value, 2)[:-2]))


def _solution(a: Any, b: Any) -> TensorType:
    left, right = as_array(a), as_array(b)
    _known(left, 2)
    if right.shape.rank not in (1, left.shape.rank):
        raise Unsure
    if left.shape.rank != 2:
        raise Unsure  # batches broadcast
    return array(_float(left, right), right.shape)


def _kronecker(a: Any, b: Any) -> TensorType:
    left, right = as_array(a), as_array(b)
    pairs = list(zip(_known(left, 0), _known(right, 0)))
    if left.shape.rank != right.shape.rank:
        raise Unsure
    sizes = [x * y if isinstance(x, int) and isinstance(y, int) else UNKNOWN for x, y in pairs]
    return array(promoted(left.dtype, right.dtype), Shape.of(*sizes))


def _covariance(m: Any) -> TensorType:
    rows, _ = _known(as_array(m), 2)
    return array(FLOAT64 if as_array(m).dtype == FLOAT64 else DType.any(), Shape.of(rows, rows))


def _inner(a: Any, b: Any) -> TensorType:
    left, right = as_array(a), as_array(b)
    sizes = (*_known(left, 1)[:-1], *_known(right, 1)[:-1])
    return array(promoted(left.dtype, right.dtype), Shape.of(*sizes))


def _in_one(a: Any, b: Any) -> TensorType:
    """`np.vdot(x, y)`: one number, of all items."""
    return array(promoted(as_array(a).dtype, as_array(b).dtype), Shape.scalar())


def _cross(a: Any, b: Any) -> TensorType:
    left, right = as_array(a), as_array(b)
    if _known(left, 1)[-1] != 3 or left.shape != right.shape:
        raise Unsure
    return array(promoted(left.dtype, right.dtype), left.shape)


# --- Fourier transforms -----------------------------------------------------------------------------------------------


def _spectrum(a: Any, n: Any = None, axis: Any = -1, *, half: bool) -> TensorType:
    value = as_array(a)
    sizes = _known(value, 1)
    if axis != -1 or value.dtype != FLOAT64:
        raise Unsure  # of other dtypes it depends on the version of NumPy
    size = sizes[-1] if n is None else n
    known = type(size) is int
    sizes[-1] = (size // 2 + 1 if half else size) if known else UNKNOWN
    return array(_COMPLEX, Shape.of(*sizes))


def _frequencies(n: Any, d: Any = 1.0, *, half: bool = False) -> TensorType:
    return array(FLOAT64, Shape.of(n // 2 + 1) if half and type(n) is int else dims(n))


NUMERIC: Final[dict[str, Callable[..., TensorType]]] = {
    "sort": _sort,
    "partition": _partition,
    "argpartition": partial(_partition, made=INT64),
    "digitize": _places,
    "searchsorted": _found,
    "interp": _interpolated,
    "diff": _differences,
    "trace": _trace,
    "inner": _inner,
    "vdot": _in_one,
    "cross": _cross,
    "gradient": _slope,
    "isin": lambda element, test_elements: array(DType.of("bool"), as_array(element).shape),
    **dict.fromkeys(
        ("hanning", "hamming", "blackman", "bartlett"), lambda M: array(FLOAT64, dims(M))
    ),
    "bincount": _bins,
    **dict.fromkeys(("logspace", "geomspace"), _spaced),
    "fromiter": _from_items,
    **dict.fromkeys(("trapezoid", "trapz"), _integral),
    "convolve": _convolved,
    **dict.fromkeys(("inv", "cholesky"), _matrix),
    "pinv": _turned,
    "det": _of_matrix,
    "matrix_rank": partial(_of_matrix, made=INT64),
    "solve": _solution,
    "kron": _kronecker,
    **dict.fromkeys(("cov", "corrcoef"), _covariance),
    "fft": partial(_spectrum, half=False),
    "rfft": partial(_spectrum, half=True),
    "fftfreq": _frequencies,
    "rfftfreq": partial(_frequencies, half=True),
}
