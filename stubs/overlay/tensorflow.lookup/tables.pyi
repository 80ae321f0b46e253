"""Lookup tables, generic in the dtypes of keys and values."""

from typing import Any, Generic, overload

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, DU, DenseLike, Element, NamedDType

class _Initializer(tf.__internal__.tracking.Trackable, Generic[DT, DU]):
    def initialize(self, table: Any) -> Any: ...
    @property
    def key_dtype(self) -> tf.DType[DT]: ...
    @property
    def value_dtype(self) -> tf.DType[DU]: ...

class KeyValueTensorInitializer(tf.lookup._Initializer[DT, DU]):
    def __init__(
        self,
        keys: Element[DT],
        values: Element[DU],
        key_dtype: tf.DType[DT] | NamedDType | None = None,
        value_dtype: tf.DType[DU] | NamedDType | None = None,
        name: str | None = None,
    ) -> None: ...

class TextFileInitializer(tf.lookup._Initializer[DT, DU]):
    def __init__(self, key_dtype: tf.DType[DT] | NamedDType, value_dtype: tf.DType[DU] | NamedDType) -> None: ...  # and the rest

class _Table(tf.saved_model.experimental.TrackableResource, Generic[DT, DU]):
    @overload
    def __getitem__(self, keys: tftypes.RaggedTensor[Any, Any]) -> tf.RaggedTensor[DU, Any]: ...
    @overload
    def __getitem__(self, keys: tftypes.SparseTensor[Any, Any]) -> tf.SparseTensor[DU, Any]: ...
    @overload
    def __getitem__(self, keys: DenseLike) -> tf.Tensor[DU, Any]: ...
    @overload
    def lookup(self, keys: tftypes.RaggedTensor[Any, Any], name: str | None = None) -> tf.RaggedTensor[DU, Any]: ...
    @overload
    def lookup(self, keys: tftypes.SparseTensor[Any, Any], name: str | None = None) -> tf.SparseTensor[DU, Any]: ...
    @overload
    def lookup(self, keys: DenseLike, name: str | None = None) -> tf.Tensor[DU, Any]: ...
    @property
    def key_dtype(self) -> tf.DType[DT]: ...
    @property
    def name(self) -> str: ...
    def size(self, name: str | None = None) -> tf.Tensor[tftypes.int64, tftypes.Shape[()]]: ...
    @property
    def value_dtype(self) -> tf.DType[DU]: ...

class StaticHashTable(tf.lookup._Table[DT, DU]):
    def __init__(self, initializer: tf.lookup._Initializer[DT, DU]) -> None: ...  # and the rest
    @property
    def default_value(self) -> tf.Tensor[DU, tftypes.Shape[()]]: ...
    def export(self) -> tuple[tf.Tensor[DT, Any], tf.Tensor[DU, Any]]: ...  # and the rest

class StaticVocabularyTable(tf.lookup._Table[DT, tftypes.int64]):
    @overload
    def __init__(
        self,
        initializer: tf.lookup._Initializer[Any, tftypes.int64] | None,
        num_oov_buckets: Any,
        lookup_key_dtype: tf.DType[DT] | NamedDType,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None: ...
    @overload
    def __init__(
        self,
        initializer: tf.lookup._Initializer[DT, tftypes.int64] | None,
        num_oov_buckets: Any,
        lookup_key_dtype: None = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None: ...
