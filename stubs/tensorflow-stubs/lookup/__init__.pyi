# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow.__internal__.tracking import Trackable
from tensorflow._bases import DT, DU, NamedDType
from tensorflow._typing import DenseLike, Element, TensorLike
from tensorflow.saved_model.experimental import TrackableResource
from typing import Any, Generic, overload

class _Initializer(Trackable, Generic[DT, DU]):
    def initialize(self, table: Any) -> Any: ...
    @property
    def key_dtype(self) -> tf.DType[DT]: ...
    @property
    def value_dtype(self) -> tf.DType[DU]: ...
class KeyValueTensorInitializer(_Initializer[DT, DU]):
    def __init__(
        self,
        keys: Element[DT],
        values: Element[DU],
        key_dtype: tf.DType[DT] | NamedDType | None = None,
        value_dtype: tf.DType[DU] | NamedDType | None = None,
        name: str | None = None,
    ) -> None: ...
class TextFileInitializer(_Initializer[DT, DU]):
    def __init__(self, filename: Any, key_dtype: tf.DType[DT] | NamedDType, key_index: Any, value_dtype: tf.DType[DU] | NamedDType, value_index: Any, vocab_size: Any = None, delimiter: TensorLike | None = '\t', name: str | None = None, value_index_offset: TensorLike | None = 0) -> None: ...
class _Table(TrackableResource, Generic[DT, DU]):
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
class StaticHashTable(_Table[DT, DU]):
    def __init__(self, initializer: tf.lookup._Initializer[DT, DU], default_value: Any, name: str | None = None, experimental_is_anonymous: TensorLike | None = False) -> None: ...
    @property
    def default_value(self) -> tf.Tensor[DU, tftypes.Shape[()]]: ...
    def export(self, name: str | None = None) -> tuple[tf.Tensor[DT, Any], tf.Tensor[DU, Any]]: ...
class StaticVocabularyTable(_Table[DT, tftypes.int64]):
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
class TextFileIndex:
    LINE_NUMBER: int
    WHOLE_LINE: int
from tensorflow.lookup import experimental as experimental
