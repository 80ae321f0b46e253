"""tf.experimental.numpy: tensors made of numbers, of lists, of others; those that are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType

from .arguments import allow, count_argument, rank_at_least, rank_is, shape_argument
from .broadcasting import broadcast_shapes
from .groups import NUMBERS
from .rule import RULES, Unsure, with_parameters
from .tnp import (
    Behavior,
    array,
    asked,
    default_float,
    naming,
    numpy_rule,
    shape_of,
    sizes_argument,
    whichever,
)
from .values import FLOAT32, FLOAT64, INT32, PyType, is_number, of

FLOAT: Final = PyType("float")


# --- of one value -----------------------------------------------------------------------------------------------------


def unasked() -> DType:
    """The dtype of zeros where None is asked for."""

    def made(behavior: Behavior) -> DType:
        if behavior is Behavior.CONVERTING:
            return DType.of("float32", "float64")
        return FLOAT32 if behavior is Behavior.LEGACY32 else FLOAT64

    return whichever(made)


def _filled(shape: Any, dtype: Any = FLOAT) -> TensorType:
    return TensorType(unasked() if dtype is None else asked(dtype), sizes_argument(shape))


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
    return rank_at_least(allow(array(m, "m"), NUMBERS, "m"), 2, "m")


for _op in ("tril", "triu"):
    numpy_rule(
        _op,
        "f32[N, 2, 3]) -> f32[N, 2, 3]",
        "[[1, 2], [3, 4]], k=1) -> i64[2, 2]",
        "f32[3]) !! expected rank 2 or more, got rank 1",
        "b[2, 2]) !! bool is not supported",
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
