# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import DTypeLike, TensorLike
from tensorflow.compat.v1.data import Dataset
from typing import Any
from tensorflow import (
    OptionalSpec as OptionalStructure,
    TypeSpec as Structure,
)
from tensorflow.data import DatasetSpec as DatasetStructure
from tensorflow.data.experimental import (
    AutoShardPolicy as AutoShardPolicy,
    AutotuneAlgorithm as AutotuneAlgorithm,
    AutotuneOptions as AutotuneOptions,
    DatasetInitializer as DatasetInitializer,
    DistributeOptions as DistributeOptions,
    ExternalStatePolicy as ExternalStatePolicy,
    OptimizationOptions as OptimizationOptions,
    Reducer as Reducer,
    ServiceOptions as ServiceOptions,
    TFRecordWriter as TFRecordWriter,
    ThreadingOptions as ThreadingOptions,
    assert_cardinality as assert_cardinality,
    bucket_by_sequence_length as bucket_by_sequence_length,
    cardinality as cardinality,
    copy_to_device as copy_to_device,
    dense_to_ragged_batch as dense_to_ragged_batch,
    dense_to_sparse_batch as dense_to_sparse_batch,
    distributed_save as distributed_save,
    enable_debug_mode as enable_debug_mode,
    enumerate_dataset as enumerate_dataset,
    from_list as from_list,
    from_variant as from_variant,
    get_model_proto as get_model_proto,
    get_next_as_optional as get_next_as_optional,
    get_single_element as get_single_element,
    get_structure as get_structure,
    group_by_reducer as group_by_reducer,
    group_by_window as group_by_window,
    ignore_errors as ignore_errors,
    index_table_from_dataset as index_table_from_dataset,
    make_saveable_from_iterator as make_saveable_from_iterator,
    map_and_batch as map_and_batch,
    pad_to_cardinality as pad_to_cardinality,
    parallel_interleave as parallel_interleave,
    parse_example_dataset as parse_example_dataset,
    prefetch_to_device as prefetch_to_device,
    rejection_resample as rejection_resample,
    scan as scan,
    shuffle_and_repeat as shuffle_and_repeat,
    snapshot as snapshot,
    table_from_dataset as table_from_dataset,
    take_while as take_while,
    to_variant as to_variant,
    unbatch as unbatch,
    unique as unique,
)
from tensorflow.experimental import Optional as Optional
__all__ = [
    "AUTOTUNE",
    "AutoShardPolicy",
    "AutotuneAlgorithm",
    "AutotuneOptions",
    "Counter",
    "CsvDataset",
    "DatasetInitializer",
    "DatasetStructure",
    "DistributeOptions",
    "ExternalStatePolicy",
    "INFINITE_CARDINALITY",
    "OptimizationOptions",
    "Optional",
    "OptionalStructure",
    "RaggedTensorStructure",
    "RandomDataset",
    "Reducer",
    "SHARD_HINT",
    "ServiceOptions",
    "SparseTensorStructure",
    "SqlDataset",
    "Structure",
    "TFRecordWriter",
    "TensorArrayStructure",
    "TensorStructure",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "assert_cardinality",
    "bucket_by_sequence_length",
    "cardinality",
    "choose_from_datasets",
    "copy_to_device",
    "dense_to_ragged_batch",
    "dense_to_sparse_batch",
    "distributed_save",
    "enable_debug_mode",
    "enumerate_dataset",
    "from_list",
    "from_variant",
    "get_model_proto",
    "get_next_as_optional",
    "get_single_element",
    "get_structure",
    "group_by_reducer",
    "group_by_window",
    "ignore_errors",
    "index_table_from_dataset",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "make_saveable_from_iterator",
    "map_and_batch",
    "map_and_batch_with_legacy_function",
    "pad_to_cardinality",
    "parallel_interleave",
    "parse_example_dataset",
    "prefetch_to_device",
    "rejection_resample",
    "sample_from_datasets",
    "scan",
    "service",
    "shuffle_and_repeat",
    "snapshot",
    "table_from_dataset",
    "take_while",
    "to_variant",
    "unbatch",
    "unique",
]

AUTOTUNE: int
def Counter(start: TensorLike | None = 0, step: TensorLike | None = 1, dtype: DTypeLike | None = ...) -> Any: ...
class CsvDataset(Dataset):
    def __init__(self, filenames: Any, record_defaults: Any, compression_type: Any = None, buffer_size: Any = None, header: TensorLike | None = False, field_delim: TensorLike | None = ',', use_quote_delim: TensorLike | None = True, na_value: TensorLike | None = '', select_cols: Any = None, exclude_cols: Any = None) -> None: ...
INFINITE_CARDINALITY: int
def RaggedTensorStructure(dtype: Any, shape: Any, ragged_rank: Any) -> Any: ...
class RandomDataset(Dataset):
    def __init__(self, seed: Any = None, rerandomize_each_iteration: Any = None, name: str | None = None) -> None: ...
SHARD_HINT: int
def SparseTensorStructure(dtype: Any, shape: Any) -> Any: ...
class SqlDataset(Dataset):
    def __init__(self, driver_name: Any, data_source_name: Any, query: Any, output_types: Any) -> None: ...
def TensorArrayStructure(dtype: Any, element_shape: Any, dynamic_size: Any, infer_shape: Any) -> Any: ...
def TensorStructure(dtype: Any, shape: Any) -> Any: ...
UNKNOWN_CARDINALITY: int
def choose_from_datasets(datasets: Any, choice_dataset: Any, stop_on_empty_dataset: TensorLike | None = False) -> Any: ...
def make_batched_features_dataset(file_pattern: Any, batch_size: Any, features: Any, reader: Any = None, label_key: Any = None, reader_args: Any = None, num_epochs: Any = None, shuffle: TensorLike | None = True, shuffle_buffer_size: TensorLike | None = 10000, shuffle_seed: Any = None, prefetch_buffer_size: Any = None, reader_num_threads: Any = None, parser_num_threads: Any = None, sloppy_ordering: TensorLike | None = False, drop_final_batch: TensorLike | None = False) -> Any: ...
def make_csv_dataset(file_pattern: Any, batch_size: Any, column_names: Any = None, column_defaults: Any = None, label_name: Any = None, select_columns: Any = None, field_delim: TensorLike | None = ',', use_quote_delim: TensorLike | None = True, na_value: TensorLike | None = '', header: TensorLike | None = True, num_epochs: Any = None, shuffle: TensorLike | None = True, shuffle_buffer_size: TensorLike | None = 10000, shuffle_seed: Any = None, prefetch_buffer_size: Any = None, num_parallel_reads: Any = None, sloppy: TensorLike | None = False, num_rows_for_inference: TensorLike | None = 100, compression_type: Any = None, ignore_errors: TensorLike | None = False, encoding: TensorLike | None = 'utf-8') -> Any: ...
def map_and_batch_with_legacy_function(map_func: Any, batch_size: Any, num_parallel_batches: Any = None, drop_remainder: TensorLike | None = False, num_parallel_calls: Any = None) -> Any: ...
def sample_from_datasets(datasets: Any, weights: Any = None, seed: Any = None, stop_on_empty_dataset: TensorLike | None = False) -> Any: ...
from tensorflow.compat.v1.data.experimental import service as service
