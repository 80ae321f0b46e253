"""tf.keras.random: numbers drawn of a shape, and what shuffles and drops. One name in a table is one rule."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from tftypes.algebra import UNKNOWN, Shape, TensorType

from .arguments import rank_is, shape_argument
from .groups import FLOATS, INTS, Names
from .keras_checks import none_of, whole
from .keras_ops import asked, changed, keras_rule, operand, without_symbols
from .rule import OpError, Unsure, with_parameters
from .values import INT32, is_dim, is_number, of

F = TypeVar("F", bound=Callable[..., Any])


def _random(op: str, *calls: str) -> Callable[[F], F]:
    """A rule of a function that takes a seed, whatever else it takes."""

    def register(function: F) -> F:
        place = list(inspect.signature(function).parameters).index("seed")

        @wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            given = args[place] if len(args) > place else kwargs.get("seed")
            none_of({"seed": _seed}, {"seed": given})
            return function(*args, **kwargs)

        refused = calls[0].partition(") -> ")[0] + ", seed=1.5) !! expected an integer"
        keras_rule(op, *calls, refused, package="random")(run)
        return function

    return register


def _seed(value: Any) -> str | None:
    is_array = isinstance(value, TensorType) and value.kind == "array"
    words = "an integer, a SeedGenerator or None"
    return words if whole(value) or is_array else None


def _sizes(value: Any) -> str | None:
    if isinstance(value, (list, tuple)):
        if None in [*value]:
            return "sizes that are known: keras.ops.shape(x)[0] is that of the batch"
        return (
            "sizes of zero or more" if any(is_number(each) and each < 0 for each in value) else None
        )
    if isinstance(value, float):
        return "a shape, such as (2, 3)"
    return f"a shape, such as ({value},)" if is_number(value) else None


def _number(value: Any) -> str | None:
    return "a number" if isinstance(value, str) else None


def _of(dtype: Any, names: Names, words: str) -> None:
    """Raises OpError for a dtype that the function draws no numbers of."""
    if dtype is not None and not asked(dtype).names & names:
        raise OpError("tf-dtype", f"expected {words}, got {asked(dtype)}", "dtype")


def _drawn(shape: Any, dtype: Any, **parameters: Any) -> TensorType:
    """Numbers of a shape, to which parameters that are no scalars are broadcast or which is to them."""
    without_symbols()
    none_of({"shape": _sizes}, {"shape": shape})
    none_of(dict.fromkeys(parameters, _number), parameters)
    are_scalars = all(operand(value, name).shape.rank == 0 for name, value in parameters.items())
    made = shape_argument(shape)
    return TensorType(asked(dtype), made if are_scalars else Shape.unknown())


def _normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> TensorType:
    _of(dtype, FLOATS, "a floating dtype")
    return _drawn(shape, dtype, mean=mean, stddev=stddev)


for _op in ("normal", "truncated_normal"):
    _random(
        _op,
        "[2, N]) -> f32[2, N]",
        "(2, 3), dtype='float16') -> f16[2, 3]",
        "(2,), 1.0, 0.5) -> f32[2]",
        "tf.shape(f32[2, None])) -> f32[2, None]",
        "'ab') !! expected a shape, got 'ab'",
        "2) !! expected a shape, such as (2,)",
        "(2,), 'a') !! expected a number",
        "(2,), dtype='int32') !! expected a floating dtype",
    )(_normal)


@_random(
    "uniform",
    "[2, N]) -> f32[2, N]",
    "(2, 3), -1, 1, dtype='float64') -> f64[2, 3]",
    "some_ints) -> f32[...]",
    "'ab') !! expected a shape, got 'ab'",
    "(2, 3), dtype='int32') !! expected a floating dtype",
)
def uniform(
    shape: Any, minval: Any = 0.0, maxval: Any = 1.0, dtype: Any = None, seed: Any = None
) -> TensorType:
    _of(dtype, FLOATS, "a floating dtype; randint() draws integers")
    return _drawn(shape, dtype, minval=minval, maxval=maxval)


@_random(
    "randint",
    "[2, N], 0, 10) -> i32[2, N]",
    "(3,), 0, 10, dtype='int64') -> i64[3]",
    "'ab', 0, 10) !! expected a shape, got 'ab'",
    "(3,), 0, 10, dtype='float32') !! expected an integer dtype",
)
def randint(
    shape: Any, minval: Any, maxval: Any, dtype: Any = "int32", seed: Any = None
) -> TensorType:
    _of(dtype, INTS, "an integer dtype; uniform() draws floats")
    return _drawn(shape, dtype, minval=minval, maxval=maxval)


_random(
    "gamma",
    "[2, N], 0.5) -> f32[2, N]",
    "(2,), 1.0, dtype='float64') -> f64[2]",
    "'ab', 0.5) !! expected a shape, got 'ab'",
)(
    with_parameters(
        lambda shape, alpha, dtype, seed: _drawn(shape, dtype, alpha=alpha),
        shape=...,
        alpha=...,
        dtype=None,
        seed=None,
    )
)


@_random(
    "binomial",
    "[2, N], 10.0, 0.5) -> f32[2, N]",
    "(2,), 5.0, 0.5, 'float64') -> f64[2]",
    "'ab', 10.0, 0.5) !! expected a shape, got 'ab'",
)
def binomial(
    shape: Any, counts: Any, probabilities: Any, dtype: Any = None, seed: Any = None
) -> TensorType:
    return _drawn(shape, dtype, counts=counts, probabilities=probabilities)


@_random(
    "beta",
    "[2, 3], 1.0, 0.5) -> f32[2, 3]",
    "(2,), 1.0, 0.5, 'float64') -> f64[2]",
    "'ab', 1.0, 0.5) !! expected a shape, got 'ab'",
)
def beta(shape: Any, alpha: Any, beta: Any, dtype: Any = None, seed: Any = None) -> TensorType:
    return _drawn(shape, dtype, alpha=alpha, beta=beta)


@_random(
    "categorical",
    "f32[2, N], 5) -> i32[2, 5]",
    "f32[N, 3], 1, dtype='int64') -> i64[N, 1]",
    "f32[3], 5) !! expected rank 2, got rank 1",
)
def categorical(
    logits: Any, num_samples: Any, dtype: Any = "int32", seed: Any = None
) -> TensorType:
    without_symbols()
    value = rank_is(operand(logits, "logits"), 2, "logits")
    count = num_samples if is_dim(num_samples) else UNKNOWN
    return TensorType(asked(dtype, INT32), of(value.shape[0], count))


@_random("dropout", "f32[2, N], 0.5) -> f32[2, N]", "f16[3], 0.1, seed=1) -> f16[3]")
def dropout(inputs: Any, rate: Any, noise_shape: Any = None, seed: Any = None) -> TensorType:
    without_symbols()
    value = changed(inputs, "inputs")
    if not value.dtype.names <= FLOATS or noise_shape is not None:
        raise Unsure
    return TensorType(value.dtype, value.shape)


@_random("shuffle", "f32[2, N]) -> f32[2, N]", "i32[2, 3], axis=1) -> i32[2, 3]")
def shuffle(x: Any, axis: Any = 0, seed: Any = None) -> TensorType:
    without_symbols()
    value = operand(x, "x")
    rank = value.shape.rank
    if not rank or not is_number(axis) or not -rank <= axis < rank:
        raise Unsure
    return TensorType(value.dtype, value.shape)
