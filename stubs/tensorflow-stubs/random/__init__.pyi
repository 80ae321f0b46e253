# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
import tensorflow as tf
import tftypes
from tensorflow.__internal__.tracking import AutoTrackable
from tensorflow._bases import DT, NamedDType
from tensorflow._typing import DTypeLike, R, Same, ShapeLike, TensorLike
from typing import Any, SupportsInt
from typing_extensions import Self

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
class Generator(AutoTrackable):
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
    def split(self, count: TensorLike | None = 1) -> list[tf.random.Generator]: ...
    @property
    def state(self) -> tf.Variable[tftypes.int64, Any]: ...
    def __init__(self, copy_from: Any = None, state: Any = None, alg: Any = None) -> None: ...
    @property
    def algorithm(self) -> Any: ...
    def binomial(self, shape: Any, counts: Any, probs: Any, dtype: DTypeLike | None = ..., name: str | None = None) -> tf.Tensor[Any, Any]: ...
    def make_seeds(self, count: TensorLike | None = 1) -> tf.Tensor[Any, Any]: ...
    def normal(self, shape: Any, mean: TensorLike | None = 0.0, stddev: TensorLike | None = 1.0, dtype: DTypeLike | None = ..., name: str | None = None) -> tf.Tensor[Any, Any]: ...
    def reset(self, state: Any) -> None: ...
    def reset_from_key_counter(self, key: Any, counter: Any) -> None: ...
    def reset_from_seed(self, seed: Any) -> None: ...
    def skip(self, delta: Any) -> tf.Tensor[Any, Any]: ...
    def truncated_normal(self, shape: Any, mean: TensorLike | None = 0.0, stddev: TensorLike | None = 1.0, dtype: DTypeLike | None = ..., name: str | None = None) -> tf.Tensor[Any, Any]: ...
    def uniform(self, shape: Any, minval: TensorLike | None = 0, maxval: Any = None, dtype: DTypeLike | None = ..., name: str | None = None) -> tf.Tensor[Any, Any]: ...
    def uniform_full_int(self, shape: Any, dtype: DTypeLike | None = ..., name: str | None = None) -> tf.Tensor[Any, Any]: ...
def all_candidate_sampler(true_classes: TensorLike, num_true: Any, num_sampled: Any, unique: Any, seed: Any = None, name: str | None = None) -> tf.raw_ops._AllCandidateSampler: ...
def fixed_unigram_candidate_sampler(true_classes: TensorLike, num_true: Any, num_sampled: Any, unique: Any, range_max: Any, vocab_file: Any = '', distortion: TensorLike | None = 1.0, num_reserved_ids: TensorLike | None = 0, num_shards: TensorLike | None = 1, shard: TensorLike | None = 0, unigrams: Any = ..., seed: Any = None, name: str | None = None) -> tf.raw_ops._AllCandidateSampler: ...
def learned_unigram_candidate_sampler(true_classes: TensorLike, num_true: Any, num_sampled: Any, unique: Any, range_max: Any, seed: Any = None, name: str | None = None) -> tf.raw_ops._AllCandidateSampler: ...
def log_uniform_candidate_sampler(true_classes: TensorLike, num_true: Any, num_sampled: Any, unique: Any, range_max: Any, seed: Any = None, name: str | None = None) -> tf.raw_ops._AllCandidateSampler: ...
def uniform_candidate_sampler(true_classes: TensorLike, num_true: Any, num_sampled: Any, unique: Any, range_max: Any, seed: Any = None, name: str | None = None) -> tf.raw_ops._AllCandidateSampler: ...
class Algorithm(enum.Enum):
    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3
from tensorflow.random import experimental as experimental
