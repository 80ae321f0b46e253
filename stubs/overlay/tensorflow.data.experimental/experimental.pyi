"""Datasets before they had methods for all of this: most of it transforms them in `Dataset.apply`."""

from collections.abc import Callable
from typing import Any, TypeAlias

import tensorflow as tf
import tftypes
from tensorflow._typing import PrivateMessage
from typing_extensions import TypeVar

_T = TypeVar("_T", default=Any)
_Transformation: TypeAlias = Callable[[tf.data.Dataset[Any]], tf.data.Dataset[Any]]

def assert_cardinality() -> _Transformation: ...  # and the rest
def bucket_by_sequence_length() -> _Transformation: ...  # and the rest
def copy_to_device() -> _Transformation: ...  # and the rest
def dense_to_ragged_batch() -> _Transformation: ...  # and the rest
def dense_to_sparse_batch() -> _Transformation: ...  # and the rest
def enumerate_dataset() -> _Transformation: ...  # and the rest
def group_by_reducer() -> _Transformation: ...  # and the rest
def group_by_window() -> _Transformation: ...  # and the rest
def ignore_errors() -> _Transformation: ...  # and the rest
def map_and_batch() -> _Transformation: ...  # and the rest
def pad_to_cardinality() -> _Transformation: ...  # and the rest
def parallel_interleave() -> _Transformation: ...  # and the rest
def parse_example_dataset() -> _Transformation: ...  # and the rest
def prefetch_to_device() -> _Transformation: ...  # and the rest
def rejection_resample() -> _Transformation: ...  # and the rest
def scan() -> _Transformation: ...  # and the rest
def shuffle_and_repeat() -> _Transformation: ...  # and the rest
def snapshot() -> _Transformation: ...  # and the rest
def take_while() -> _Transformation: ...  # and the rest
def unbatch() -> _Transformation: ...  # and the rest
def unique() -> _Transformation: ...  # and the rest
def choose_from_datasets() -> tf.data.Dataset[Any]: ...  # and the rest
def sample_from_datasets() -> tf.data.Dataset[Any]: ...  # and the rest
def from_list() -> tf.data.Dataset[Any]: ...  # and the rest
def from_variant() -> tf.data.Dataset[Any]: ...  # and the rest
def load() -> tf.data.Dataset[Any]: ...  # and the rest
def make_batched_features_dataset() -> tf.data.Dataset[Any]: ...  # and the rest
def make_csv_dataset() -> tf.data.Dataset[Any]: ...  # and the rest
def Counter() -> tf.data.Dataset[tf.Tensor[Any, Any]]: ...  # and the rest
def cardinality(dataset: tf.data.Dataset[Any]) -> tf.Tensor[tftypes.int64, Any]: ...
def at(dataset: tf.data.Dataset[_T], index: Any) -> _T: ...
def get_single_element(dataset: tf.data.Dataset[_T]) -> _T: ...
def get_next_as_optional(iterator: tf.data.Iterator[_T]) -> tf.experimental.Optional[_T]: ...
def to_variant(dataset: tf.data.Dataset[Any]) -> tf.Tensor[tftypes.variant, Any]: ...
def distributed_save() -> tf.Operation | None: ...  # and the rest
def save() -> tf.Operation | None: ...  # and the rest
def get_model_proto() -> PrivateMessage: ...  # and the rest
def make_saveable_from_iterator() -> object: ...  # and the rest
# The specs in the structure of an element.
def get_structure() -> Any: ...  # and the rest
def enable_debug_mode() -> None: ...
def index_table_from_dataset() -> tf.lookup.StaticHashTable | tf.lookup.StaticVocabularyTable: ...  # and the rest
def table_from_dataset() -> tf.lookup.StaticHashTable: ...  # and the rest

class DatasetInitializer(tf.lookup._Initializer[Any, Any]):
    def __init__(self) -> None: ...  # and the rest
    dataset: Any
