# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import abc
import tensorflow as tf
from collections.abc import Callable, Iterable, Mapping, Sequence
from tensorflow.__internal__.tracking import AutoTrackable
from tensorflow._bases import Flag
from tensorflow._typing import ShapeLike
from typing import Any, SupportsFloat, SupportsInt

class Adagrad(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: SupportsFloat | Callable[..., Any] = 0.001, initial_accumulator_value: SupportsFloat = 0.1, use_gradient_accumulation: Flag = True, clip_weight_min: SupportsFloat | None = None, clip_weight_max: SupportsFloat | None = None, weight_decay_factor: SupportsFloat | None = None, multiply_weight_decay_factor_by_learning_rate: Flag | None = None, slot_variable_creation_fn: Callable[..., Any] | None = None, clipvalue: Sequence[Any] | SupportsFloat | None = None, low_dimensional_packing_status: Flag = False) -> None: ...
    clip_gradient_max: Any
    clip_gradient_min: Any
    clip_weight_max: Any
    clip_weight_min: Any
    initial_accumulator_value: Any
    learning_rate: Any
    low_dimensional_packing_status: Any
    multiply_weight_decay_factor_by_learning_rate: Any
    slot_variable_creation_fn: Any
    use_gradient_accumulation: Any
    weight_decay_factor: Any
class AdagradMomentum(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: SupportsFloat | Callable[..., Any] = 0.001, momentum: SupportsFloat = 0.0, use_nesterov: Flag = False, exponent: SupportsFloat = 2, beta2: SupportsFloat = 1, epsilon: SupportsFloat = 1e-10, use_gradient_accumulation: Flag = True, clip_weight_min: SupportsFloat | None = None, clip_weight_max: SupportsFloat | None = None, weight_decay_factor: SupportsFloat | None = None, multiply_weight_decay_factor_by_learning_rate: Flag | None = None, slot_variable_creation_fn: Callable[..., Any] | None = None, clipvalue: Sequence[Any] | SupportsFloat | None = None, low_dimensional_packing_status: Flag = False) -> None: ...
    beta2: Any
    clip_gradient_max: Any
    clip_gradient_min: Any
    clip_weight_max: Any
    clip_weight_min: Any
    epsilon: Any
    exponent: Any
    learning_rate: Any
    low_dimensional_packing_status: Any
    momentum: Any
    multiply_weight_decay_factor_by_learning_rate: Any
    slot_variable_creation_fn: Any
    use_gradient_accumulation: Any
    use_nesterov: Any
    weight_decay_factor: Any
class Adam(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: SupportsFloat | Callable[..., Any] = 0.001, beta_1: SupportsFloat = 0.9, beta_2: SupportsFloat = 0.999, epsilon: SupportsFloat = 1e-07, lazy_adam: Flag = True, sum_inside_sqrt: Flag = True, use_gradient_accumulation: Flag = True, clip_weight_min: SupportsFloat | None = None, clip_weight_max: SupportsFloat | None = None, weight_decay_factor: SupportsFloat | None = None, multiply_weight_decay_factor_by_learning_rate: Flag | None = None, slot_variable_creation_fn: Callable[..., Any] | None = None, clipvalue: Sequence[Any] | SupportsFloat | None = None, low_dimensional_packing_status: Flag = False) -> None: ...
    beta_1: Any
    beta_2: Any
    clip_gradient_max: Any
    clip_gradient_min: Any
    clip_weight_max: Any
    clip_weight_min: Any
    epsilon: Any
    lazy_adam: Any
    learning_rate: Any
    low_dimensional_packing_status: Any
    multiply_weight_decay_factor_by_learning_rate: Any
    slot_variable_creation_fn: Any
    sum_inside_sqrt: Any
    use_gradient_accumulation: Any
    weight_decay_factor: Any
class CustomCombiner(metaclass=abc.ABCMeta):
    def __init__(self, combiner_computation: tf.types.experimental.PolymorphicFunction, max_valency: SupportsInt, num_weights: SupportsInt = 0, initializer: Any = None, combiner_weights_learning_rate: SupportsFloat | Callable[..., Any] = 0.01) -> None: ...
    CUSTOM_COMBINER_SLOT_NAME: str
    combiner: Any
    combiner_computation: Any
    combiner_weights_learning_rate: Any
    max_valency: Any
    num_weights: Any
    slot_variable_creation_fn: Any
class CustomOptimizer(metaclass=abc.ABCMeta):
    def __init__(self, custom_computation: tf.types.experimental.PolymorphicFunction, learning_rate: SupportsFloat | Callable[..., Any] = 0.01, slot_names: Sequence[Any] | None = None, slot_initializers: Sequence[Any] | None = None, hyperparameters: Sequence[Any] | None = None, slot_dims: Sequence[Any] | None = None) -> None: ...
    clip_gradient_max: Any
    clip_gradient_min: Any
    clip_weight_max: Any
    clip_weight_min: Any
    @property
    def custom_computation(self) -> tf.types.experimental.ConcreteFunction: ...
    @property
    def hyperparameters(self) -> tuple[Any, ...]: ...
    learning_rate: Any
    low_dimensional_packing_status: Any
    multiply_weight_decay_factor_by_learning_rate: Any
    @property
    def slot_dims(self) -> tuple[int, ...]: ...
    slot_variable_creation_fn: Any
    use_gradient_accumulation: Any
    weight_decay_factor: Any
class FTRL(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: SupportsFloat | Callable[..., Any] = 0.001, learning_rate_power: SupportsFloat = -0.5, l1_regularization_strength: SupportsFloat = 0.0, l2_regularization_strength: SupportsFloat = 0.0, beta: SupportsFloat = 0.0, initial_accumulator_value: SupportsFloat = 0.1, use_gradient_accumulation: Flag = True, clip_weight_min: SupportsFloat | None = None, clip_weight_max: SupportsFloat | None = None, weight_decay_factor: SupportsFloat | None = None, multiply_weight_decay_factor_by_learning_rate: Flag | None = None, slot_variable_creation_fn: Callable[..., Any] | None = None, clipvalue: Sequence[Any] | SupportsFloat | None = None, multiply_linear_by_learning_rate: Flag = False, allow_zero_accumulator: Flag = False, low_dimensional_packing_status: Flag = False) -> None: ...
    allow_zero_accumulator: Any
    beta: Any
    clip_gradient_max: Any
    clip_gradient_min: Any
    clip_weight_max: Any
    clip_weight_min: Any
    initial_accumulator_value: Any
    l1_regularization_strength: Any
    l2_regularization_strength: Any
    learning_rate: Any
    learning_rate_power: Any
    low_dimensional_packing_status: Any
    multiply_linear_by_learning_rate: Any
    multiply_weight_decay_factor_by_learning_rate: Any
    slot_variable_creation_fn: Any
    use_gradient_accumulation: Any
    weight_decay_factor: Any
class FeatureConfig:
    def __init__(self, table: tf.tpu.experimental.embedding.TableConfig, max_sequence_length: SupportsInt = 0, validate_weights_and_indices: Flag = True, output_shape: Sequence[Any] | ShapeLike | None = None, name: str | None = None) -> None: ...
    max_sequence_length: Any
    name: Any
    output_shape: Any
    table: Any
    validate_weights_and_indices: Any
class QuantizationConfig:
    def __init__(self, num_buckets: SupportsInt, lower: SupportsFloat, upper: SupportsFloat) -> None: ...
    lower: Any
    num_buckets: Any
    upper: Any
class RowIdInitializer:
    def __init__(self, offset: SupportsInt = 0) -> None: ...
    def __call__(self, shape: Sequence[Any] | ShapeLike, dtype: tf.dtypes.DType) -> tf.__internal__.types.Tensor: ...
    offset: Any
class SGD(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: SupportsFloat | Callable[..., Any] = 0.01, use_gradient_accumulation: Flag = True, clip_weight_min: SupportsFloat | None = None, clip_weight_max: SupportsFloat | None = None, weight_decay_factor: SupportsFloat | None = None, multiply_weight_decay_factor_by_learning_rate: Flag | None = None, clipvalue: Sequence[Any] | SupportsFloat | None = None, low_dimensional_packing_status: Flag = False) -> None: ...
    clip_gradient_max: Any
    clip_gradient_min: Any
    clip_weight_max: Any
    clip_weight_min: Any
    learning_rate: Any
    low_dimensional_packing_status: Any
    multiply_weight_decay_factor_by_learning_rate: Any
    slot_variable_creation_fn: Any
    use_gradient_accumulation: Any
    weight_decay_factor: Any
class SparseCoreEmbeddingConfig:
    def __init__(self, disable_table_stacking: Flag = False, max_ids_per_chip_per_sample: SupportsInt = 64, max_ids_per_table: Mapping[Any, Any] | None = None, max_unique_ids_per_table: Mapping[Any, Any] | None = None, allow_id_dropping: Flag = False, initialize_tables_on_host: Flag = True, enable_fast_table_initialization: Flag = False) -> None: ...
    allow_id_dropping: bool
    disable_table_stacking: bool
    enable_fast_table_initialization: bool
    initialize_tables_on_host: bool
    max_ids_per_chip_per_sample: int
    max_ids_per_table: None
    max_unique_ids_per_table: None
class TPUEmbedding(AutoTrackable):
    def __init__(self, feature_config: tf.tpu.experimental.embedding.FeatureConfig | Iterable[Any], optimizer: Any, pipeline_execution_with_tensor_core: Flag = False) -> None: ...
    def apply_gradients(self, gradients: Any, name: str | None = None) -> None: ...
    def build(self, per_replica_input_shapes: Any = None, per_replica_batch_size: Any = None) -> None: ...
    def dequeue(self, name: str | None = None) -> Any: ...
    @property
    def embedding_tables(self) -> dict[tf.tpu.experimental.embedding.TableConfig, tf.Variable]: ...
    def enqueue(self, features: Any, weights: Any = None, training: Flag = True, name: str | None = None, device: str | None = None) -> None: ...
class TPUEmbeddingForServing(AutoTrackable):
    def __init__(self, feature_config: tf.tpu.experimental.embedding.FeatureConfig | Iterable[Any], optimizer: Any, experimental_sparsecore_restore_info: Mapping[Any, Any] | None = None) -> None: ...
    def __call__(self, features: Any, weights: Any = None) -> Any: ...
    def build(self) -> None: ...
    def embedding_lookup(self, features: Any, weights: Any = None) -> Any: ...
    @property
    def embedding_tables(self) -> dict[tf.tpu.experimental.embedding.TableConfig, tf.Variable]: ...
    @property
    def variables(self) -> dict[tf.tpu.experimental.embedding.TableConfig, dict[str, tf.Variable]]: ...
class TPUEmbeddingV0(AutoTrackable):
    def __init__(self, feature_config: tf.tpu.experimental.embedding.FeatureConfig | Iterable[Any], optimizer: Any) -> None: ...
    def __call__(self, features: Any, weights: Any = None) -> Any: ...
    def build(self) -> None: ...
    def embedding_lookup(self, features: Any, weights: Any = None) -> Any: ...
    @property
    def embedding_tables(self) -> dict[tf.tpu.experimental.embedding.TableConfig, tf.Variable]: ...
class TPUEmbeddingV2(AutoTrackable):
    def __init__(self, feature_config: tf.tpu.experimental.embedding.FeatureConfig | Iterable[Any], optimizer: Any = None, pipeline_execution_with_tensor_core: Flag = False, sparse_core_embedding_config: tf.tpu.experimental.embedding.SparseCoreEmbeddingConfig | None = None) -> None: ...
    DEFAULT_MAX_IDS_PER_TABLE: int
    DEFAULT_MAX_UNIQUE_IDS_PER_TABLE: int
    def __call__(self, features: Any, weights: Any = None) -> tuple[Any, dict[str, Any]]: ...
    def apply_gradients(self, gradients: Any, preserved_outputs: Mapping[Any, Any]) -> None: ...
    def build(self) -> None: ...
    @classmethod
    def compute_sparse_core_stats(cls, features: Any, feature_config: tf.tpu.experimental.embedding.TableConfig | Iterable[Any], num_tpu_chips: SupportsInt, num_sc_per_chip: SupportsInt = 4, optimizer: Any = None, sparse_core_embedding_config: tf.tpu.experimental.embedding.SparseCoreEmbeddingConfig | None = None) -> tuple[Any, Any]: ...
    def dequeue(self, partitioned_tensors: Sequence[Any]) -> tuple[Any, dict[str, Any]]: ...
    @property
    def embedding_layouts(self) -> dict[str, Any]: ...
    def embedding_lookup(self, features: Any, weights: Any = None) -> tuple[Any, dict[str, Any]]: ...
    @property
    def embedding_table_shards(self) -> dict[tf.tpu.experimental.embedding.TableConfig, list[tf.Variable]]: ...
    @property
    def embedding_tables(self) -> dict[str, tf.Variable]: ...
    def enqueue(self, features: Any, weights: Any = None, device: str | None = None) -> Any: ...
    max_ids_per_chip_per_sample: Any
    max_minibatches_per_sc: Any
    @property
    def variables(self) -> dict[tf.tpu.experimental.embedding.TableConfig, dict[str, tf.Variable]]: ...
class TableConfig:
    def __init__(self, vocabulary_size: SupportsInt, dim: SupportsInt, initializer: Callable[..., Any] | None = None, optimizer: Any = None, combiner: str | tf.tpu.experimental.embedding.CustomCombiner = 'mean', name: str | None = None, quantization_config: tf.tpu.experimental.embedding.QuantizationConfig | None = None, layout: Any = None, dtype: tf.dtypes.DType = ...) -> None: ...
    combiner: Any
    dim: Any
    dtype: Any
    initializer: Any
    layout: Any
    name: Any
    optimizer: Any
    quantization_config: Any
    vocabulary_size: Any
def serving_embedding_lookup(inputs: Any, weights: Any, tables: Mapping[Any, Any], feature_config: tf.tpu.experimental.embedding.FeatureConfig | Iterable[Any]) -> Any: ...
