"""Random numbers."""

from typing import Any, SupportsInt
from typing_extensions import Self

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, DTypeLike, NamedDType, R, Same, ShapeLike, TensorLike

def normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: tf.DType[DT] | NamedDType = ...,
    seed: Any = None,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def uniform(
    shape: ShapeLike,
    minval: TensorLike = 0,
    maxval: TensorLike | None = None,
    dtype: tf.DType[DT] | NamedDType = ...,
    seed: Any = None,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: tf.DType[DT] | NamedDType = ...,
    seed: Any = None,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def gamma(
    shape: ShapeLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: tf.DType[DT] | NamedDType = ...,
    seed: Any = None,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def poisson(
    shape: ShapeLike,
    lam: TensorLike,
    dtype: tf.DType[DT] | NamedDType = ...,
    seed: Any = None,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    dtype: DTypeLike | None = None,
    seed: Any = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def shuffle(value: Same[R], seed: Any = None, name: str | None = None) -> R: ...
def stateless_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
    alg: Any = "auto_select",
) -> tf.Tensor[DT, Any]: ...
def stateless_uniform(
    shape: ShapeLike,
    seed: TensorLike,
    minval: TensorLike | None = 0,
    maxval: TensorLike | None = None,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
    alg: Any = "auto_select",
) -> tf.Tensor[DT, Any]: ...
def stateless_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
    alg: Any = "auto_select",
) -> tf.Tensor[DT, Any]: ...
def stateless_gamma(
    shape: ShapeLike,
    seed: TensorLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def stateless_poisson(
    shape: ShapeLike,
    seed: TensorLike,
    lam: TensorLike,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def stateless_binomial(
    shape: ShapeLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    output_dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def stateless_categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: TensorLike,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def stateless_parameterized_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def set_seed(seed: SupportsInt | None) -> None: ...
def split(seed: TensorLike, num: TensorLike = 2, alg: Any = "auto_select") -> tf.Tensor[Any, Any]: ...
def fold_in(seed: TensorLike, data: TensorLike, alg: Any = "auto_select") -> tf.Tensor[Any, Any]: ...
def create_rng_state(seed: TensorLike, alg: Any) -> tf.Tensor[tftypes.int64, Any]: ...
def get_global_generator() -> tf.random.Generator: ...
def set_global_generator(generator: tf.random.Generator) -> None: ...

class Generator(tf.__internal__.tracking.AutoTrackable):
    @classmethod
    def from_key_counter(cls, key: Any, counter: Any, alg: Any) -> Self: ...
    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Self: ...
    @classmethod
    def from_seed(cls, seed: Any, alg: Any = None) -> Self: ...
    @classmethod
    def from_state(cls, state: Any, alg: Any) -> Self: ...
    @property
    def key(self) -> tf.Tensor[tftypes.int64, tftypes.Shape[()]]: ...
    def split(self, count: TensorLike | None = 1) -> builtins.list[tf.random.Generator]: ...
    @property
    def state(self) -> tf.Variable[tftypes.int64, Any]: ...
    # and the rest
