"""tf.random: random tensors, from the global seed, from a seed given, and from a Generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal

from .arguments import (
    allow,
    count_argument,
    defaulted,
    dtype_argument,
    int_argument,
    made_dtype,
    rank_is,
    shape_argument,
    sizes_argument,
)
from .broadcasting import broadcast_shapes
from .conversion import as_tensor, measured
from .groups import FLOATS, INDICES, REALS, Names
from .rule import OpError, rule
from .scalars import scalar
from .values import FLOAT32, INT64, contents, is_dim, is_number

_INTS: Names = INDICES | {"uint32", "uint64"}


def size_of(shape: Any) -> Shape:
    """The shape to draw, which no size of is negative. A lone number is no shape here."""
    result = sizes_argument(shape)
    if not isinstance(shape, Shape) and as_tensor(shape).shape.rank == 0:
        size = contents(shape)
        hint = f"shape=[{size}]" if is_number(size) else None
        raise OpError("tf-rank", "expected a list of sizes, got a scalar", "shape", hint)
    for dim in result.prefix:
        if isinstance(dim, int) and dim < 0:
            raise OpError("tf-value", f"negative size {dim}", "shape")
    return result


def drawn(shape: Any, dtype: Any, allowed: Names = FLOATS, **parameters: Any) -> TensorType:
    """Numbers of a shape, which broadcasts with the parameters of the distribution."""
    made, result = made_dtype(dtype, allowed), size_of(shape)
    for argument, value in parameters.items():
        if value is not None:
            given = as_tensor(value, made if made.is_known else None, argument=argument)
            result = broadcast_shapes(result, given.shape, argument)
    return TensorType(made, result)


def uniform_numbers(shape: Any, minval: Any, maxval: Any, dtype: Any, both: bool) -> TensorType:
    """Uniform floats, or ints below a bound that must be given (`both`: or no bounds at all)."""
    made = made_dtype(dtype, FLOATS | (_INTS if both else INDICES))
    if not made.is_integer:
        return (
            drawn(shape, made, minval=minval, maxval=maxval)
            if made.is_floating
            else TensorType(made, size_of(shape))
        )
    if maxval is None and not (both and minval is None):
        raise OpError("tf-value", f"{made} numbers need a bound", "maxval", "maxval=10")
    for value, argument in ((minval, "minval"), (maxval, "maxval")):
        if value is not None:
            operand = as_tensor(value, made, argument=argument)
            if not both and operand.shape.rank not in (None, 0):
                raise OpError(
                    "tf-rank", f"expected a scalar, got rank {operand.shape.rank}", argument
                )
    return TensorType(made, size_of(shape))


def _is_cast(seed: Any) -> bool:
    """Whether it becomes ints whatever it is: an array of NumPy's, or a list with tensors in it."""
    if isinstance(seed, (list, tuple)):
        return any(isinstance(each, TensorType) for each in seed)
    return isinstance(seed, TensorType) and seed.kind == "array"


def seeded(seed: Any) -> None:
    """A seed of the stateless ops is two ints."""
    value = TensorType(DType.any(), measured(seed, "seed")) if _is_cast(seed) else as_tensor(seed)
    if value.dtype.is_integer is False:
        raise OpError("tf-dtype", f"expected two ints, got {value.dtype}", "seed")
    if value.shape.rank == 0:
        raise OpError("tf-rank", "expected two ints, got one", "seed", "[seed, 0] has two")
    value = rank_is(value, 1, "seed", "expected two ints, as in seed=[1, 2]")
    if equal(value.shape[0], 2) is False:
        raise OpError("tf-shape", f"expected two ints, got {value.shape[0]}", "seed")


# --- from the global seed ---------------------------------------------------------------------------------------------


def _register_normal(op: str) -> None:
    def function(
        shape: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: Any = FLOAT32,
        seed: Any = None,
        name: Any = None,
    ) -> TensorType:
        return drawn(shape, dtype, mean=mean, stddev=stddev)

    rule(
        f"tensorflow.random.{op}",
        f"tf.random.{op}([2, 3]) -> f32[2, 3]",
        f"tf.random.{op}([N, 3], stddev=0.1, dtype=tf.float64) -> f64[N, 3]",
        f"tf.random.{op}([3], mean=f32[2, 3]) -> f32[2, 3]",
        f"tf.random.{op}(tf.shape(f32[2, None])) -> f32[2, None]",
        f"tf.random.{op}(i32[2]) -> f32[None, None]",
        f"tf.random.{op}(2) !! expected a list of sizes, got a scalar",
        f"tf.random.{op}([2, -3]) !! negative size -3",
        f"tf.random.{op}([2], dtype=tf.int32) !! int32 is not supported",
        f"tf.random.{op}([2], mean=f32[3]) !! do not broadcast",
    )(function)


_register_normal("normal")
_register_normal("truncated_normal")


@rule(
    "tensorflow.random.uniform",
    "tf.random.uniform([2, 3]) -> f32[2, 3]",
    "tf.random.uniform([N], -1, 1) -> f32[N]",
    "tf.random.uniform((), maxval=10, dtype=tf.int32) -> i32[]",
    "tf.random.uniform([2, 3], dtype=tf.int32) !! int32 numbers need a bound",
    "tf.random.uniform([2, 3], dtype=tf.uint8) !! uint8 is not supported",
    "tf.random.uniform([2, 3], 0.5, 5, tf.int32) !! int32 cannot hold the float 0.5",
    "tf.random.uniform(3) !! expected a list of sizes, got a scalar",
)
def uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = FLOAT32,
    seed: Any = None,
    name: Any = None,
) -> TensorType:
    return uniform_numbers(shape, minval, maxval, dtype, both=False)


@rule(
    "tensorflow.random.gamma",
    "tf.random.gamma([2], f32[3]) -> f32[2, 3]",
    "tf.random.gamma([N], 1.0, f32[4]) -> f32[N, 4]",
    "tf.random.gamma([2], f32[3], f32[4]) !! do not broadcast",
)
def gamma(
    shape: Any,
    alpha: Any,
    beta: Any = None,
    dtype: Any = FLOAT32,
    seed: Any = None,
    name: Any = None,
) -> TensorType:
    made = dtype_argument(dtype)
    given = as_tensor(alpha, made if made.is_known else None, argument="alpha").shape
    if beta is not None:
        rate = as_tensor(beta, made if made.is_known else None, argument="beta")
        given = broadcast_shapes(given, rate.shape, "beta")
    return TensorType(made, shape_argument(shape) + given)


@rule(
    "tensorflow.random.poisson",
    "tf.random.poisson([2], f32[N]) -> f32[2, N]",
    "tf.random.poisson([2], [1.5, 2.0], dtype=tf.int32) -> i32[2, 2]",
    "tf.random.poisson([2], f32[3], dtype=tf.int16) !! int16 is not supported, only float16, float32",
    "tf.random.poisson([2], b[3]) !! bool is not supported",
)
def poisson(
    shape: Any, lam: Any, dtype: Any = FLOAT32, seed: Any = None, name: Any = None
) -> TensorType:
    taken = INDICES | {"float16", "float32", "float64"}
    rate = defaulted(lam, taken, "float64", "lam")
    return TensorType(made_dtype(dtype, taken), shape_argument(shape) + rate.shape)


@rule(
    "tensorflow.random.categorical",
    "tf.random.categorical(f32[N, 5], 3) -> i64[N, 3]",
    "tf.random.categorical(f32[4, 5], some_int, dtype=tf.int32) -> i32[4, None]",
    "tf.random.categorical(f32[5], 3) !! expected rank 2, got rank 1",
    "tf.random.categorical(f32[2, 5], 3, tf.float32) !! float32 is not supported, only int32, int64",
)
def categorical(
    logits: Any, num_samples: Any, dtype: Any = None, seed: Any = None, name: Any = None
) -> TensorType:
    x = rank_is(allow(as_tensor(logits, argument="logits"), REALS, "logits"), 2, "logits")
    count = contents(scalar(num_samples, "num_samples"))
    return TensorType(
        made_dtype(dtype, INDICES, INT64), Shape.of(x.shape[0], count if is_dim(count) else UNKNOWN)
    )


@rule(
    "tensorflow.random.shuffle",
    "tf.random.shuffle(f32[N, 3]) -> f32[N, 3]",
    "tf.random.shuffle([1, 2]) -> i32[2]",
    "tf.random.shuffle([[1, 2], [3]]) !! nested lists of different shapes",
)
def shuffle(value: Any, seed: Any = None, name: Any = None) -> TensorType:
    x = as_tensor(value, argument="value")
    return TensorType(x.dtype, x.shape)


# --- from a seed given ------------------------------------------------------------------------------------------------


def _register_stateless_normal(op: str) -> None:
    def function(
        shape: Any,
        seed: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: Any = FLOAT32,
        name: Any = None,
        alg: Any = "auto_select",
    ) -> TensorType:
        seeded(seed)
        return drawn(shape, dtype, mean=mean, stddev=stddev)

    rule(
        f"tensorflow.random.{op}",
        f"tf.random.{op}([2, N], seed=[1, 2]) -> f32[2, N]",
        f"tf.random.{op}([2], i64[2], stddev=f32[2], dtype=tf.float32) -> f32[2]",
        f"tf.random.{op}([2, 3], [1]) !! expected two ints, got 1",
        f"tf.random.{op}([2, 3], 1) !! expected two ints, got one",
    )(function)


_register_stateless_normal("stateless_normal")
_register_stateless_normal("stateless_truncated_normal")


@rule(
    "tensorflow.random.stateless_uniform",
    "tf.random.stateless_uniform([2, N], [1, 2]) -> f32[2, N]",
    "tf.random.stateless_uniform([2], [1, 2], 0, 10, tf.int32) -> i32[2]",
    "tf.random.stateless_uniform([2], [1, 2], None, None, tf.int32) -> i32[2]",
    "tf.random.stateless_uniform([2], [1, 2], dtype=tf.int32) !! int32 numbers need a bound",
    "tf.random.stateless_uniform([2], [1, 2, 3]) !! expected two ints, got 3",
)
def stateless_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = FLOAT32,
    name: Any = None,
    alg: Any = "auto_select",
) -> TensorType:
    seeded(seed)
    return uniform_numbers(shape, minval, maxval, dtype, both=True)


@rule(
    "tensorflow.random.stateless_categorical",
    "tf.random.stateless_categorical(f32[N, 5], 3, [1, 2]) -> i64[N, 3]",
    "tf.random.stateless_categorical(f32[5], 3, [1, 2]) !! expected rank 2, got rank 1",
)
def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = INT64, name: Any = None
) -> TensorType:
    seeded(seed)
    return categorical(logits, num_samples, dtype)


@rule(
    "tensorflow.random.split",
    "tf.random.split([1, 2]) -> i32[2, 2]",
    "tf.random.split([1, 2], 5) -> i32[5, 2]",
    "tf.random.split([1]) !! expected two ints, got 1",
)
def split(seed: Any, num: Any = 2, alg: Any = "auto_select") -> TensorType:
    seeded(seed)
    count = int_argument(num, "num")
    return TensorType(as_tensor(seed).dtype, Shape.of(UNKNOWN if count is None else count, 2))


@rule(
    "tensorflow.random.fold_in",
    "tf.random.fold_in([1, 2], 3) -> i32[2]",
    "tf.random.fold_in([1, 2, 3], 3) !! expected two ints, got 3",
)
def fold_in(seed: Any, data: Any, alg: Any = "auto_select") -> TensorType:
    seeded(seed)
    return TensorType(as_tensor(seed).dtype, Shape.of(2))


@rule(
    "tensorflow.random.experimental.stateless_shuffle",
    "tf.random.experimental.stateless_shuffle(f32[N, 3], seed=[1, 2]) -> f32[N, 3]",
    "tf.random.experimental.stateless_shuffle(f32[4], [1]) !! expected two ints, got 1",
)
def stateless_shuffle(
    value: Any, seed: Any, alg: Any = "auto_select", name: Any = None
) -> TensorType:
    seeded(seed)
    return shuffle(value)


# --- from a Generator -------------------------------------------------------------------------------------------------


_UINT64 = DType.of("uint64")


def _generator(method: str, *examples: str) -> Callable[[Any], Any]:
    return rule(f"tensorflow.random.Generator.{method}", *examples)


@_generator(
    "normal",
    "generator.normal([2, N]) -> f32[2, N]",
    "generator.normal([3], mean=f32[2, 3], dtype=tf.float32) -> f32[2, 3]",
    "generator.normal([2], dtype=tf.int32) !! int32 is not supported",
)
@_generator(
    "truncated_normal",
    "generator.truncated_normal([2, N], stddev=0.1) -> f32[2, N]",
    "generator.truncated_normal([2, -1]) !! negative size -1",
)
def generator_normal(
    self: Any,
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = FLOAT32,
    name: Any = None,
) -> TensorType:
    return drawn(shape, dtype, mean=mean, stddev=stddev)


@_generator(
    "uniform",
    "generator.uniform([2, N]) -> f32[2, N]",
    "generator.uniform([2], 0, 5, tf.int32) -> i32[2]",
    "generator.uniform([2], dtype=tf.int32) !! int32 numbers need a bound",
)
def generator_uniform(
    self: Any,
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = FLOAT32,
    name: Any = None,
) -> TensorType:
    return uniform_numbers(shape, minval, maxval, dtype, both=True)


@_generator(
    "uniform_full_int",
    "generator.uniform_full_int([2, N]) -> u64[2, N]",
    "generator.uniform_full_int([2, -1]) !! negative size -1",
)
def generator_uniform_full_int(
    self: Any, shape: Any, dtype: Any = _UINT64, name: Any = None
) -> TensorType:
    return TensorType(dtype_argument(dtype), size_of(shape))


@_generator(
    "make_seeds",
    "generator.make_seeds(3) -> i64[2, 3]",
    "generator.make_seeds(-3) !! negative size -3",
)
def generator_make_seeds(self: Any, count: Any = 1) -> TensorType:
    return TensorType(INT64, Shape.of(2, count_argument(count, "count")))
