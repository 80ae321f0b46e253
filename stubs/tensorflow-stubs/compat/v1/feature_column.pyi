# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import DTypeLike, TensorLike
from typing import Any
from tensorflow.feature_column import (
    bucketized_column as bucketized_column,
    categorical_column_with_hash_bucket as categorical_column_with_hash_bucket,
    categorical_column_with_identity as categorical_column_with_identity,
    categorical_column_with_vocabulary_list as categorical_column_with_vocabulary_list,
    crossed_column as crossed_column,
    embedding_column as embedding_column,
    indicator_column as indicator_column,
    numeric_column as numeric_column,
    sequence_categorical_column_with_hash_bucket as sequence_categorical_column_with_hash_bucket,
    sequence_categorical_column_with_identity as sequence_categorical_column_with_identity,
    sequence_categorical_column_with_vocabulary_file as sequence_categorical_column_with_vocabulary_file,
    sequence_categorical_column_with_vocabulary_list as sequence_categorical_column_with_vocabulary_list,
    sequence_numeric_column as sequence_numeric_column,
    weighted_categorical_column as weighted_categorical_column,
)

def categorical_column_with_vocabulary_file(key: Any, vocabulary_file: Any, vocabulary_size: Any = None, num_oov_buckets: TensorLike | None = 0, default_value: Any = None, dtype: DTypeLike | None = ...) -> Any: ...
def input_layer(features: Any, feature_columns: Any, weight_collections: Any = None, trainable: TensorLike | None = True, cols_to_vars: Any = None, cols_to_output_tensors: Any = None) -> Any: ...
def linear_model(features: Any, feature_columns: Any, units: TensorLike | None = 1, sparse_combiner: TensorLike | None = 'sum', weight_collections: Any = None, trainable: TensorLike | None = True, cols_to_vars: Any = None) -> Any: ...
def make_parse_example_spec(feature_columns: Any) -> Any: ...
def shared_embedding_columns(categorical_columns: Any, dimension: Any, combiner: TensorLike | None = 'mean', initializer: Any = None, shared_embedding_collection_name: Any = None, ckpt_to_load_from: Any = None, tensor_name_in_ckpt: Any = None, max_norm: Any = None, trainable: TensorLike | None = True, use_safe_embedding_lookup: TensorLike | None = True) -> Any: ...
