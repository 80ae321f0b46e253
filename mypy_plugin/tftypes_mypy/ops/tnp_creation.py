"""tf.experimental.numpy: tensors made of numbers, of lists, of others."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, TensorType, Unknown, less

from .arguments import axis_argument, count_argument, rank_at_least, rank_is, shape_argument
from .broadcasting import broadcast_shapes
from .rule import RULES, OpError, Unsure, with_parameters
from .tnp import (
    Behavior,
    alone,
    array,
    asked,
    default_float,
    leaves,
    naming,
    numpy_rule,
    of_python,
    shape_of,
    sizes_argument,
    strongly,
    together,
    whichever,
)
from .values import (
    FLOAT32,
    FLOAT64,
    INT32,
    PyType,
    PyValue,
    contents,
    is_dim,
    is_number,
    known_bool,
    of,
)

FLOAT: Final = PyType("float")


# --- of one value -----------------------------------------------------------------------------------------------------


def _unasked() -> DType:
    """The dtype of zeros where None is asked for."""

    def made(behavior: Behavior) -> DType:
        if behavior is Behavior.CONVERTING:
            return DType.of("float32", "float64")
        return FLOAT32 if behavior is Behavior.LEGACY32 else FLOAT64

    return whichever(made)


def _filled(shape: Any, dtype: Any = FLOAT) -> TensorType:
    return TensorType(_unasked() if dtype is None else asked(dtype), sizes_argument(shape))


for _op in ("zeros", "ones", "empty"):
    numpy_rule(
        _op,
        "[2, N]) -> f64[2, N]",
        "(2, 3), tf.int32) -> i32[2, 3]",
        "3, dtype='float32') -> f32[3]",
        "[2], bool) -> b[2]",
        "some_ints, int) -> i64[...]",
        "'ab') !! expected a shape, got 'ab'",
    )(with_parameters(_filled, shape=..., dtype=FLOAT))


def _like(a: Any, dtype: Any = None) -> TensorType:
    x = array(a, "a")
    return TensorType(x.dtype if dtype is None else asked(dtype), x.shape)


for _op in ("zeros_like", "ones_like", "empty_like"):
    numpy_rule(
        _op,
        "f32[2, N]) -> f32[2, N]",
        "f32[2, N], tf.int32) -> i32[2, N]",
        "[1, 2], dtype=float) -> f64[2]",
        "[[1], [2, 3]]) !! nested lists of different shapes",
    )(with_parameters(_like, a=..., dtype=None))


def _full(shape: Any, fill_value: Any, dtype: Any = None) -> TensorType:
    value = array(fill_value, "fill_value")
    made = value.dtype if dtype is None else asked(dtype)
    target = shape_argument(shape)
    if any(is_number(dim) and dim < 0 for dim in target.dims or ()):
        raise Unsure
    with naming(input="fill_value"):
        whole = RULES["tensorflow.broadcast_to"].call(
            input=TensorType(FLOAT32, value.shape), shape=target
        )
    return TensorType(made, whole.shape)


numpy_rule(
    "full",
    "[2, N], 1) -> i64[2, N]",
    "(2, 3), 0.5) -> f64[2, 3]",
    "3, f32[]) -> f32[3]",
    "[2, 3], [1, 2, 3], tf.float32) -> f32[2, 3]",
    "[2, 3], f32[2]) !! do not broadcast",
)(with_parameters(_full, shape=..., fill_value=..., dtype=None))
numpy_rule(
    "broadcast_to",
    "f32[3], [2, 3]) -> f32[2, 3]",
    "f32[N, 1], (5, N, 3)) -> f32[5, N, 3]",
    "1.5, [2]) -> f64[2]",
    "f32[2], [2, 3]) !! do not broadcast",
)(with_parameters(lambda array, shape: _full(shape, array), array=..., shape=...))


@numpy_rule(
    "full_like",
    "f32[2, N], 0) -> f32[2, N]",
    "i32[2], 1.5) -> i32[2]",
    "[1, 2], 1.5) -> i64[2]",
    "f32[2, 3], 1, dtype=tf.int32) -> i32[2, 3]",
    "f32[2, 3], f32[2]) !! do not broadcast",
)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
) -> TensorType:
    if order != "K" or subok is not True or shape is not None:
        raise Unsure
    x = array(a, "a")
    made = x.dtype if dtype is None else asked(dtype)
    with naming(input="fill_value", shape="a"):
        RULES["tensorflow.broadcast_to"].call(
            input=TensorType(FLOAT32, shape_of(fill_value, "fill_value")), shape=x.shape
        )
    return TensorType(made, x.shape)


def _array(val: Any, dtype: Any = None, ndmin: Any = 0) -> TensorType:
    x = array(val, "val", None if dtype is None else asked(dtype))
    if not is_number(ndmin):
        return TensorType(x.dtype, x.shape if ndmin is None else Shape.unknown())
    rank = x.shape.rank
    if ndmin <= x.shape.min_rank:
        return x
    if rank is None:
        return TensorType(x.dtype, Shape.unknown())
    return TensorType(x.dtype, Shape.of(*[1] * (ndmin - rank)) + x.shape)


numpy_rule(
    "array",
    "[[1, 2]], tf.float32) -> f32[1, 2]",
    "[1, 2, 3]) -> i64[3]",
    "1.5) -> f64[]",
    "[[1, 2], [3.0, 4]]) -> f64[2, 2]",
    "f32[2, N]) -> f32[2, N]",
    "f32[3], ndmin=3) -> f32[1, 1, 3]",
    "[f32[2], f32[2]]) -> f32[2, 2]",
    "[True, False]) -> b[2]",
    "'text') -> s[]",
    "[[1, 2], [3]]) !! nested lists of different shapes",
)(
    with_parameters(
        lambda val, dtype, copy, ndmin: _array(val, dtype, ndmin),
        val=...,
        dtype=None,
        copy=True,
        ndmin=0,
    )
)
for _op, _least in (("asarray", 0), ("asanyarray", 0), ("ascontiguousarray", 1)):

    def _as(a: Any, dtype: Any, ndmin: int = _least) -> TensorType:
        return _array(a, dtype, ndmin)

    numpy_rule(
        _op,
        "f32[2, N]) -> f32[2, N]",
        "[1, 2], tf.float32) -> f32[2]",
        f"1.5) -> f64[{'1' if _least else ''}]",
        "[[1, 2], [3]]) !! nested lists of different shapes",
    )(with_parameters(_as, a=..., dtype=None))
numpy_rule(
    "copy",
    "f32[2, N]) -> f32[2, N]",
    "variable(f32[3])) -> f32[3]",
    "[1, 2]) -> i64[2]",
    "[[1, 2], [3]]) !! nested lists of different shapes",
)(with_parameters(_array, a=...))


# --- matrices ---------------------------------------------------------------------------------------------------------


def _eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = FLOAT) -> TensorType:
    rows = count_argument(N, "N")
    is_square = M is None or (is_number(M) and M == 0)
    if dtype is None:
        raise Unsure
    return TensorType(asked(dtype), of(rows, rows if is_square else count_argument(M, "M")))


numpy_rule(
    "eye",
    "3, 4, dtype=tf.int32) -> i32[3, 4]",
    "3) -> f64[3, 3]",
    "2, 3, 1) -> f64[2, 3]",
    "-3) !! negative size -3",
)(with_parameters(_eye, N=..., M=None, k=0, dtype=FLOAT))
numpy_rule("identity", "3) -> f64[3, 3]", "3, tf.int32) -> i32[3, 3]", "-3) !! negative size -3")(
    with_parameters(lambda n, dtype: _eye(n, dtype=dtype), n=..., dtype=FLOAT)
)


@numpy_rule(
    "tri",
    "3) -> f64[3, 3]",
    "3, 4, 1, tf.int32) -> i32[3, 4]",
    "2, 3, k=-1) -> f64[2, 3]",
    "-3) !! negative size -3",
)
def tri(N: Any, M: Any = None, k: Any = 0, dtype: Any = None) -> TensorType:
    rows = count_argument(N, "N")
    columns = rows if M is None else count_argument(M, "M")
    return TensorType(default_float() if dtype is None else asked(dtype), of(rows, columns))


def _triangle(m: Any, k: Any = 0) -> TensorType:
    return rank_at_least(array(m, "m"), 2, "m")


for _op in ("tril", "triu"):
    numpy_rule(
        _op,
        "f32[N, 2, 3]) -> f32[N, 2, 3]",
        "[[1, 2], [3, 4]], k=1) -> i64[2, 2]",
        "f32[3]) !! expected rank 2 or more, got rank 1",
    )(with_parameters(_triangle, m=..., k=0))


@numpy_rule(
    "vander",
    "f32[3]) -> f32[3, 3]",
    "f32[N], 4) -> f32[N, 4]",
    "[1, 2, 3], 2, increasing=True) -> i64[3, 2]",
    "f32[2, 3]) !! expected rank 1, got rank 2",
    "f32[3], -1) !! negative size -1",
)
def vander(x: Any, N: Any = None, increasing: Any = False) -> TensorType:
    value = rank_is(array(x, "x"), 1, "x")
    return TensorType(
        value.dtype, of(value.shape[0], value.shape[0] if N is None else count_argument(N, "N"))
    )


@numpy_rule(
    "diag_indices",
    "3) -> (i32[3], i32[3])",
    "3, ndim=3) -> (i32[3], i32[3], i32[3])",
    "-1) !! negative size -1",
)
def diag_indices(n: Any, ndim: Any = 2) -> tuple[TensorType, ...]:
    size = count_argument(n, "n")
    is_plain = is_number(n) and is_number(ndim) and n < 2**31
    if not is_plain or not 0 < ndim <= 32:
        raise Unsure
    places = TensorType(INT32, of(size))
    return tuple(places for _ in range(ndim))


# --- numbers in order -------------------------------------------------------------------------------------------------


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
    return TensorType(made, of(_count(contents(first), contents(last), contents(step))))


def _count(start: Any, stop: Any, step: Any) -> Dim:
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
    shape = broadcast_shapes(shape_of(start, "start"), shape_of(stop, "stop"), "stop")
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
    "f32[3], 8.0, 4, axis=1) -> f64[3, 4]",
    "f32[2], f32[3], 4) !! do not broadcast",
    "1, 8, -1) !! negative number of samples -1",
)
def geomspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, dtype: Any = None, axis: Any = 0
) -> TensorType:
    shape = _space(start, stop, num, axis if not is_number(axis) or axis >= 0 else UNKNOWN)
    if dtype is not None:
        return TensorType(asked(dtype), shape)
    given = [leaf for value in (start, stop) for leaf in leaves(value)]
    strong = [leaf.dtype for leaf in given if leaf.dtype is not None]
    if any(leaf.python == "complex" for leaf in given):
        raise Unsure
    return TensorType(strongly(*strong, _unasked()), shape)


# --- drawn ------------------------------------------------------------------------------------------------------------


def _random(op: str, *calls: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return numpy_rule(f"random.{op}", *calls)


def _size(size: Any) -> Shape:
    return Shape.scalar() if size is None else shape_argument(size, "size")


@_random("rand", "2, N) -> f64[2, N]", ") -> f64[]", "2.5) !! expected ints, got 2.5")
def rand(*size: Any) -> TensorType:
    return TensorType(default_float(), shape_argument(list(size), "size"))


@_random("randn", "2, N) -> f64[2, N]", ") -> f64[]", "2.5) !! expected ints, got 2.5")
def randn(*args: Any) -> TensorType:
    return TensorType(default_float(), shape_argument(list(args), "args"))


@_random(
    "standard_normal", "[2, N]) -> f64[2, N]", "3) -> f64[3]", "[2.5]) !! expected ints, got 2.5"
)
def standard_normal(size: Any = None) -> TensorType:
    return TensorType(default_float(), _size(size))


@_random("random", "[2, N]) -> f64[2, N]", ") -> f64[]", "[2.5]) !! expected ints, got 2.5")
def random(size: Any = None) -> TensorType:
    return TensorType(default_float(), _shape_alone(size))


@_random(
    "uniform",
    "size=[2, N]) -> f64[2, N]",
    "-1.0, 1.0, [3]) -> f64[3]",
    "size=[2.5]) !! expected ints, got 2.5",
)
def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None) -> TensorType:
    if size is None:
        shape = broadcast_shapes(shape_of(low, "low"), shape_of(high, "high"), "high")
        return TensorType(default_float(), shape)
    return TensorType(default_float(), _shape_alone(size))


def _shape_alone(size: Any) -> Shape:
    """Where one int makes no shape."""
    if size is not None and not isinstance(size, (list, tuple)):
        raise Unsure
    return _size(size)


@_random(
    "randint",
    "10, size=[2, N]) -> i64[2, N]",
    "0, 10, 3) -> i64[3]",
    "5, size=(2,), dtype=tf.int32) -> i32[2]",
    "5) -> i64[]",
    "10, size=[2.5]) !! expected ints, got 2.5",
)
def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = None) -> TensorType:
    made = DType.of("int64") if dtype is None else asked(dtype)
    return TensorType(made, _size(size))


@_random(
    "poisson", "3.0, [2, N]) -> i64[2, N]", "size=4) -> i64[4]", "size=[2.5]) !! expected ints"
)
def poisson(lam: Any = 1.0, size: Any = None) -> TensorType:
    if shape_of(lam, "lam").rank != 0:
        raise Unsure  # each has its own numbers
    return TensorType(DType.of("int64"), _size(size))
