# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import abc
import builtins
import tensorflow as tf
from typing import Any

class Adagrad(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: Any = 0.001, initial_accumulator_value: Any = 0.1, use_gradient_accumulation: Any = True, clip_weight_min: Any = None, clip_weight_max: Any = None, weight_decay_factor: Any = None, multiply_weight_decay_factor_by_learning_rate: Any = None, slot_variable_creation_fn: Any = None, clipvalue: Any = None, low_dimensional_packing_status: Any = False) -> None: ...
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
    def __init__(self, learning_rate: Any = 0.001, momentum: Any = 0.0, use_nesterov: Any = False, exponent: Any = 2, beta2: Any = 1, epsilon: Any = 1e-10, use_gradient_accumulation: Any = True, clip_weight_min: Any = None, clip_weight_max: Any = None, weight_decay_factor: Any = None, multiply_weight_decay_factor_by_learning_rate: Any = None, slot_variable_creation_fn: Any = None, clipvalue: Any = None, low_dimensional_packing_status: Any = False) -> None: ...
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
    def __init__(self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.999, epsilon: Any = 1e-07, lazy_adam: Any = True, sum_inside_sqrt: Any = True, use_gradient_accumulation: Any = True, clip_weight_min: Any = None, clip_weight_max: Any = None, weight_decay_factor: Any = None, multiply_weight_decay_factor_by_learning_rate: Any = None, slot_variable_creation_fn: Any = None, clipvalue: Any = None, low_dimensional_packing_status: Any = False) -> None: ...
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
    def __init__(self, combiner_computation: Any, max_valency: Any, num_weights: Any = 0, initializer: Any = None, combiner_weights_learning_rate: Any = 0.01) -> None: ...
    CUSTOM_COMBINER_SLOT_NAME: builtins.str
    combiner: Any
    combiner_computation: Any
    combiner_weights_learning_rate: Any
    max_valency: Any
    num_weights: Any
    slot_variable_creation_fn: Any
class CustomOptimizer(metaclass=abc.ABCMeta):
    def __init__(self, custom_computation: Any, learning_rate: Any = 0.01, slot_names: Any = None, slot_initializers: Any = None, hyperparameters: Any = None, slot_dims: Any = None) -> None: ...
    clip_gradient_max: Any
    clip_gradient_min: Any
    clip_weight_max: Any
    clip_weight_min: Any
    @property
    def custom_computation(self) -> Any: ...
    @property
    def hyperparameters(self) -> Any: ...
    learning_rate: Any
    low_dimensional_packing_status: Any
    multiply_weight_decay_factor_by_learning_rate: Any
    @property
    def slot_dims(self) -> Any: ...
    slot_variable_creation_fn: Any
    use_gradient_accumulation: Any
    weight_decay_factor: Any
class FTRL(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: Any = 0.001, learning_rate_power: Any = -0.5, l1_regularization_strength: Any = 0.0, l2_regularization_strength: Any = 0.0, beta: Any = 0.0, initial_accumulator_value: Any = 0.1, use_gradient_accumulation: Any = True, clip_weight_min: Any = None, clip_weight_max: Any = None, weight_decay_factor: Any = None, multiply_weight_decay_factor_by_learning_rate: Any = None, slot_variable_creation_fn: Any = None, clipvalue: Any = None, multiply_linear_by_learning_rate: Any = False, allow_zero_accumulator: Any = False, low_dimensional_packing_status: Any = False) -> None: ...
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
    def __init__(self, table: Any, max_sequence_length: Any = 0, validate_weights_and_indices: Any = True, output_shape: Any = None, name: builtins.str | None = None) -> None: ...
    max_sequence_length: Any
    name: Any
    output_shape: Any
    table: Any
    validate_weights_and_indices: Any
class QuantizationConfig:
    def __init__(self, num_buckets: Any, lower: Any, upper: Any) -> None: ...
    lower: Any
    num_buckets: Any
    upper: Any
class RowIdInitializer:
    def __init__(self, offset: Any = 0) -> None: ...
    def __call__(self, shape: Any, dtype: Any) -> Any: ...
    offset: Any
class SGD(metaclass=abc.ABCMeta):
    def __init__(self, learning_rate: Any = 0.01, use_gradient_accumulation: Any = True, clip_weight_min: Any = None, clip_weight_max: Any = None, weight_decay_factor: Any = None, multiply_weight_decay_factor_by_learning_rate: Any = None, clipvalue: Any = None, low_dimensional_packing_status: Any = False) -> None: ...
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
    def __init__(self, disable_table_stacking: Any = False, max_ids_per_chip_per_sample: Any = 64, max_ids_per_table: Any = None, max_unique_ids_per_table: Any = None, allow_id_dropping: Any = False, initialize_tables_on_host: Any = True, enable_fast_table_initialization: Any = False) -> None: ...
    allow_id_dropping: builtins.bool
    disable_table_stacking: builtins.bool
    enable_fast_table_initialization: builtins.bool
    initialize_tables_on_host: builtins.bool
    max_ids_per_chip_per_sample: builtins.int
    max_ids_per_table: None
    max_unique_ids_per_table: None
class TPUEmbedding(tf.__internal__.tracking.AutoTrackable):
    def __init__(self, feature_config: Any, optimizer: Any, pipeline_execution_with_tensor_core: Any = False) -> None: ...
    def apply_gradients(self, gradients: Any, name: builtins.str | None = None) -> Any: ...
    def build(self, per_replica_input_shapes: Any = None, per_replica_batch_size: Any = None) -> Any: ...
    def dequeue(self, name: builtins.str | None = None) -> Any: ...
    @property
    def embedding_tables(self) -> Any: ...
    def enqueue(self, features: Any, weights: Any = None, training: Any = True, name: builtins.str | None = None, device: Any = None) -> Any: ...
class TPUEmbeddingForServing(tf.__internal__.tracking.AutoTrackable):
    def __init__(self, feature_config: Any, optimizer: Any, experimental_sparsecore_restore_info: Any = None) -> None: ...
    def __call__(self, features: Any, weights: Any = None) -> Any: ...
    def build(self) -> Any: ...
    def embedding_lookup(self, features: Any, weights: Any = None) -> Any: ...
    @property
    def embedding_tables(self) -> Any: ...
    @property
    def variables(self) -> Any: ...
class TPUEmbeddingV0(tf.__internal__.tracking.AutoTrackable):
    def __init__(self, feature_config: Any, optimizer: Any) -> None: ...
    def __call__(self, features: Any, weights: Any = None) -> Any: ...
    def build(self) -> Any: ...
    def embedding_lookup(self, features: Any, weights: Any = None) -> Any: ...
    @property
    def embedding_tables(self) -> Any: ...
class TPUEmbeddingV2(tf.__internal__.tracking.AutoTrackable):
    def __init__(self, feature_config: Any, optimizer: Any = None, pipeline_execution_with_tensor_core: Any = False, sparse_core_embedding_config: Any = None) -> None: ...
    DEFAULT_MAX_IDS_PER_TABLE: builtins.int
    DEFAULT_MAX_UNIQUE_IDS_PER_TABLE: builtins.int
    def __call__(self, features: Any, weights: Any = None) -> Any: ...
    def apply_gradients(self, gradients: Any, preserved_outputs: Any) -> Any: ...
    def build(self) -> Any: ...
    @classmethod
    def compute_sparse_core_stats(cls, features: Any, feature_config: Any, num_tpu_chips: Any, num_sc_per_chip: Any = 4, optimizer: Any = None, sparse_core_embedding_config: Any = None) -> Any: ...
    def dequeue(self, partitioned_tensors: Any) -> Any: ...
    @property
    def embedding_layouts(self) -> Any: ...
    def embedding_lookup(self, features: Any, weights: Any = None) -> Any: ...
    @property
    def embedding_table_shards(self) -> Any: ...
    @property
    def embedding_tables(self) -> Any: ...
    def enqueue(self, features: Any, weights: Any = None, device: Any = None) -> Any: ...
    max_ids_per_chip_per_sample: Any
    max_minibatches_per_sc: Any
    @property
    def variables(self) -> Any: ...
class TableConfig:
    def __init__(self, vocabulary_size: Any, dim: Any, initializer: Any = None, optimizer: Any = None, combiner: Any = 'mean', name: builtins.str | None = None, quantization_config: Any = None, layout: Any = None, dtype: Any = ...) -> None: ...
    combiner: Any
    dim: Any
    dtype: Any
    initializer: Any
    layout: Any
    name: Any
    optimizer: Any
    quantization_config: Any
    vocabulary_size: Any
def serving_embedding_lookup(inputs: Any, weights: Any, tables: Any, feature_config: Any) -> Any: ...
