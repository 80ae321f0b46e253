"""NumPy's random arrays, by the function that draws them: what they hold, and of which size."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType, equal

from .arrays import array, as_array, dims, dtype_given
from .rule import OpError, Unsure
from .values import FLOAT64, INT64, is_number


def _rand(*sizes: Any) -> TensorType:
    return array(FLOAT64, dims(sizes) if sizes else _refused())


def _refused() -> Shape:
    raise Unsure  # a Python float, and no array


def _drawn(
    *parameters: Any, size: Any = None, position: int = 2, made: DType = FLOAT64, **rest: Any
) -> TensorType:
    """`uniform(low, high, size)`: without a size what the parameters make of it."""
    if len(parameters) > position:
        size = parameters[position]
    if size is None or "out" in rest:
        raise Unsure
    return array(dtype_given(rest.get("dtype"), made), dims(size))


def _randint(
    low: Any, high: Any = None, size: Any = None, dtype: Any = None, **rest: Any
) -> TensorType:
    if size is None or rest:
        raise Unsure
    return array(dtype_given(dtype, INT64), dims(size))


def _vectors(*parameters: Any, size: Any = None, position: int = 2, **rest: Any) -> TensorType:
    """`multivariate_normal(mean, cov, size)`: vectors as long as the first parameter."""
    given = parameters[:1] or [value for name, value in rest.items() if name in ("mean", "alpha")]
    one = as_array(given[0]).shape if given else Shape.unknown()
    if len(parameters) > position:
        size = parameters[position]
    if one.rank != 1:
        raise Unsure
    return array(FLOAT64, (Shape.of() if size is None else dims(size)) + one)


def _counts(n: Any, pvals: Any, size: Any = None) -> TensorType:
    """`multinomial(n, pvals, size)`: how often each outcome comes."""
    outcomes = as_array(pvals).shape
    if outcomes.rank != 1 or as_array(n).shape.rank != 0:
        raise Unsure
    return array(INT64, (Shape.of() if size is None else dims(size)) + outcomes)


def _check_weights(a: Any, pool: TensorType, given: Any) -> None:
    """A probability for each item: a vector of them."""
    weights = as_array(given)
    rank = weights.shape.rank
    if rank not in (None, 1):
        words = (
            f"expected a vector of probabilities, got {TensorType(weights.dtype, weights.shape)}"
        )
        # NumPy allows an array the errors of its dtype, and a tensor those of float64
        row = "p.numpy()[0]" if getattr(given, "kind", "") == "tensor" else "p[0]"
        hint = f"{row} is one" if rank == 2 else None
        raise OpError("tf-rank", words, "p", hint, "builtins.ValueError")
    count = pool.shape[0] if pool.shape.rank else a
    if rank and is_number(count) and equal(weights.shape[0], count) is False:
        words = f"{weights.shape[0]} probabilities for {count} items"
        raise OpError("tf-shape", words, "p", exception="builtins.ValueError")


def _choice(a: Any, size: Any = None, *rest: Any, **named: Any) -> TensorType:
    """`choice(10, 3)`, `choice(x, 3)`: items of a vector, or of as many numbers; one of them where no size is given."""
    pool, weights = as_array(a), named.get("p", rest[1] if len(rest) > 1 else None)
    if weights is not None:
        _check_weights(a, pool, weights)
    if "axis" in named or pool.shape.rank not in (0, 1):
        raise Unsure
    if size is None and not (pool.shape.rank and (pool.dtype.is_integer or pool.dtype.is_floating)):
        raise Unsure  # a number of Python's, or text
    shape = Shape.scalar() if size is None else dims(size)
    return array(INT64 if pool.shape.rank == 0 else pool.dtype, shape)


def _permuted(x: Any) -> TensorType:
    """`permutation(10)`, `permutation(x)`."""
    value = as_array(x)
    if value.shape.rank is None:
        raise Unsure
    return array(INT64, dims(x)) if value.shape.rank == 0 else value


RANDOM: Final[dict[str, Callable[..., TensorType]]] = {
    **dict.fromkeys(("rand", "randn"), _rand),
    **dict.fromkeys(
        (
            "uniform",
            "normal",
            "lognormal",
            "beta",
            "gamma",
            "laplace",
            "logistic",
            "gumbel",
            "vonmises",
            "wald",
        ),
        _drawn,
    ),
    **dict.fromkeys(("random", "random_sample", "standard_normal"), partial(_drawn, position=0)),
    "multinomial": _counts,
    **dict.fromkeys(("exponential", "rayleigh", "chisquare"), partial(_drawn, position=1)),
    **dict.fromkeys(("poisson", "geometric"), partial(_drawn, position=1, made=INT64)),
    "binomial": partial(_drawn, made=INT64),
    **dict.fromkeys(("randint", "integers"), _randint),
    "multivariate_normal": _vectors,
    "dirichlet": partial(_vectors, position=1),
    "choice": _choice,
    "permutation": _permuted,
}
