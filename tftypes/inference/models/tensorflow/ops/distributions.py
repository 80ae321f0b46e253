"""tf.random: distributions drawn from a seed that is given, states of generators."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType

from .arguments import dim_argument, dtype_argument, made_dtype
from .broadcasting import broadcast_shapes
from .conversion import as_tensor
from .groups import FLOATS, INDICES
from .random import seeded, size_of
from .rule import OpError, rule
from .values import FLOAT32, INT32, INT64, of

_COUNTS = INDICES | FLOATS


def _over(shape: Any, made: DType, **parameters: Any) -> TensorType:
    """Numbers of a shape that ends in that of the parameters together."""
    wanted = size_of(shape)
    if 0 in wanted.prefix:
        return TensorType(made, wanted)  # of which nothing is drawn
    for argument, value in parameters.items():
        if value is not None:
            broadcast_shapes(wanted, as_tensor(value, argument=argument).shape, argument)
    return TensorType(made, wanted)


def _counting(dtype: Any, argument: str) -> DType:
    return made_dtype(dtype, _COUNTS, argument=argument)


@rule(
    "tensorflow.random.stateless_gamma",
    "tf.random.stateless_gamma([2, 3], [1, 2], alpha=[1.0, 2.0, 3.0]) -> f32[2, 3]",
    "tf.random.stateless_gamma([N, 3], seed=[1, 2], alpha=1.0, dtype=tf.float64) -> f64[N, 3]",
    "tf.random.stateless_gamma([2, 3], [1, 2], alpha=f32[4]) !! do not broadcast",
    "tf.random.stateless_gamma([2, 3], [1], alpha=1.0) !! expected two ints, got 1",
)
def stateless_gamma(
    shape: Any, seed: Any, alpha: Any, beta: Any = None, dtype: Any = FLOAT32, name: Any = None
) -> TensorType:
    seeded(seed)
    return _over(shape, dtype_argument(dtype), alpha=alpha, beta=beta)


@rule(
    "tensorflow.random.stateless_binomial",
    "tf.random.stateless_binomial([N, 3], [1, 2], counts=10.0, probs=0.5) -> i32[N, 3]",
    "tf.random.stateless_binomial([2], [1, 2], 10.0, [0.5, 0.1], output_dtype=tf.float32) -> f32[2]",
    "tf.random.stateless_binomial([2, 3], [1, 2, 3], 10.0, 0.5) !! expected two ints, got 3",
)
def stateless_binomial(
    shape: Any,
    seed: Any,
    counts: Any,
    probs: Any,
    output_dtype: Any = INT32,
    name: Any = None,
) -> TensorType:
    seeded(seed)
    return _over(shape, _counting(output_dtype, "output_dtype"), counts=counts, probs=probs)


@rule(
    "tensorflow.random.stateless_poisson",
    "tf.random.stateless_poisson([N, 3], [1, 2], lam=[1.0, 2.0, 3.0]) -> i32[N, 3]",
    "tf.random.stateless_poisson([2], [1, 2], 1.0, dtype=tf.float32) -> f32[2]",
    "tf.random.stateless_poisson([2, 3], [1, 2], lam=f32[4]) !! do not broadcast",
)
def stateless_poisson(
    shape: Any, seed: Any, lam: Any, dtype: Any = INT32, name: Any = None
) -> TensorType:
    seeded(seed)
    return _over(shape, _counting(dtype, "dtype"), lam=lam)


@rule(
    "tensorflow.random.stateless_parameterized_truncated_normal",
    "tf.random.stateless_parameterized_truncated_normal([N, 3], [1, 2]) -> f32[N, 3]",
    "tf.random.stateless_parameterized_truncated_normal([2, 3], [1]) !! expected two ints, got 1",
)
def stateless_parameterized_truncated_normal(
    shape: Any,
    seed: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    name: Any = None,
) -> TensorType:
    seeded(seed)
    return TensorType(as_tensor(means, argument="means").dtype, size_of(shape))


@rule(
    "tensorflow.random.experimental.index_shuffle",
    "tf.random.experimental.index_shuffle(3, [1, 2], 10) -> i32[]",
    "tf.random.experimental.index_shuffle(i64[5], i32[2], i64[]) -> i64[5]",
    "tf.random.experimental.index_shuffle(f32[], [1, 2], 10) !! expected ints, got float32",
)
def index_shuffle(index: Any, seed: Any, max_index: Any) -> TensorType:
    x = as_tensor(index, argument="index")
    if x.dtype.is_integer is False:
        raise OpError("tf-dtype", f"expected ints, got {x.dtype}", "index")
    seeds = as_tensor(seed, argument="seed").shape
    return TensorType(x.dtype, x.shape if seeds.rank == 1 else Shape.unknown())


@rule(
    "tensorflow.random.create_rng_state",
    "tf.random.create_rng_state(1, 'philox') -> i64[3]",
    "tf.random.create_rng_state(1, 'threefry') -> i64[2]",
)
def create_rng_state(seed: Any, alg: Any) -> TensorType:
    sizes = {"philox": 3, "threefry": 2}
    return TensorType(INT64, of(sizes.get(alg, UNKNOWN) if isinstance(alg, str) else UNKNOWN))


@rule(
    "tensorflow.random.Generator.binomial",
    "generator.binomial([2], counts=[3.0, 4.0], probs=0.5) -> i32[2]",
    "generator.binomial([2, N], 10.0, 0.5, dtype=tf.float32) -> f32[2, N]",
    "generator.binomial([2, -1], 10.0, 0.5) !! negative size -1",
)
def generator_binomial(
    self: Any, shape: Any, counts: Any, probs: Any, dtype: Any = INT32, name: Any = None
) -> TensorType:
    return TensorType(_counting(dtype, "dtype"), size_of(shape))


@rule(
    "tensorflow.math.sobol_sample",
    "tf.math.sobol_sample(3, 10) -> f32[10, 3]",
    "tf.math.sobol_sample(3, N, dtype=tf.float64) -> f64[N, 3]",
    "tf.math.sobol_sample(3, 10, dtype=tf.int32) !! int32 is not supported",
)
def sobol_sample(
    dim: Any, num_results: Any, skip: Any = 0, dtype: Any = FLOAT32, name: Any = None
) -> TensorType:
    made = made_dtype(dtype, frozenset({"float32", "float64"}))
    return TensorType(made, of(dim_argument(num_results, "num_results"), dim_argument(dim, "dim")))
