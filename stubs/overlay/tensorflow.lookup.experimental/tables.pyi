"""Tables that change."""

from typing import Any, overload

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, DU, DenseLike, NamedDType

class DenseHashTable(tf.lookup._Table[DT, DU]):
    def __init__(self, key_dtype: tf.DType[DT] | NamedDType, value_dtype: tf.DType[DU] | NamedDType) -> None: ...  # and the rest
    def export(self) -> tuple[tf.Tensor[DT, Any], tf.Tensor[DU, Any]]: ...  # and the rest
    # and the rest, except __getitem__ key_dtype lookup name size value_dtype

class MutableHashTable(tf.lookup._Table[DT, DU]):
    def __init__(self, key_dtype: tf.DType[DT] | NamedDType, value_dtype: tf.DType[DU] | NamedDType) -> None: ...  # and the rest
    @overload
    def lookup(
        self, keys: tftypes.RaggedTensor[Any, Any], dynamic_default_values: Any = None, name: str | None = None
    ) -> tf.RaggedTensor[DU, Any]: ...
    @overload
    def lookup(
        self, keys: tftypes.SparseTensor[Any, Any], dynamic_default_values: Any = None, name: str | None = None
    ) -> tf.SparseTensor[DU, Any]: ...
    @overload
    def lookup(
        self, keys: DenseLike, dynamic_default_values: Any = None, name: str | None = None
    ) -> tf.Tensor[DU, Any]: ...
    def export(self) -> tuple[tf.Tensor[DT, Any], tf.Tensor[DU, Any]]: ...  # and the rest
    # and the rest, except __getitem__ key_dtype name size value_dtype
