"""Strings to their parts, and parts to strings: of a scalar the parts are dense, of more they are ragged."""

from collections.abc import Sequence
from typing import Any, overload

import tensorflow as tf
import tftypes
from tensorflow._typing import DenseLike, Flag, TensorLike

@overload
def bytes_split(input: str | bytes, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...  # type: ignore[overload-overlap]
@overload
def bytes_split(input: tftypes.RaggedTensor[Any, Any] | Sequence[Any], name: str | None = None) -> tf.RaggedTensor[tftypes.string, Any]: ...
@overload
def bytes_split(input: TensorLike, name: str | None = None) -> Any: ...

@overload
def split(input: str | bytes, sep: TensorLike | None = None, maxsplit: TensorLike = -1, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...  # type: ignore[overload-overlap]
@overload
def split(input: tftypes.RaggedTensor[Any, Any] | Sequence[Any], sep: TensorLike | None = None, maxsplit: TensorLike = -1, name: str | None = None) -> tf.RaggedTensor[tftypes.string, Any]: ...
@overload
def split(input: TensorLike, sep: TensorLike | None = None, maxsplit: TensorLike = -1, name: str | None = None) -> Any: ...

@overload
def unicode_decode(input: str | bytes, input_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, replace_control_characters: Flag = False, name: str | None = None) -> tf.Tensor[tftypes.int32, Any]: ...  # type: ignore[overload-overlap]
@overload
def unicode_decode(input: tftypes.RaggedTensor[Any, Any] | Sequence[Any], input_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, replace_control_characters: Flag = False, name: str | None = None) -> tf.RaggedTensor[tftypes.int32, Any]: ...
@overload
def unicode_decode(input: TensorLike, input_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, replace_control_characters: Flag = False, name: str | None = None) -> Any: ...

@overload
def unicode_split(input: str | bytes, input_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...  # type: ignore[overload-overlap]
@overload
def unicode_split(input: tftypes.RaggedTensor[Any, Any] | Sequence[Any], input_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, name: str | None = None) -> tf.RaggedTensor[tftypes.string, Any]: ...
@overload
def unicode_split(input: TensorLike, input_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, name: str | None = None) -> Any: ...

@overload
def ngrams(data: tftypes.RaggedTensor[Any, Any], ngram_width: int | Sequence[int], separator: str = " ", pad_values: Any = None, padding_width: TensorLike | None = None, preserve_short_sequences: Flag = False, name: str | None = None) -> tf.RaggedTensor[tftypes.string, Any]: ...
@overload
def ngrams(data: DenseLike, ngram_width: int | Sequence[int], separator: str = " ", pad_values: Any = None, padding_width: TensorLike | None = None, preserve_short_sequences: Flag = False, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...

# Of the code points of one string it is dense.
@overload
def unicode_encode(input: tftypes.RaggedTensor[Any, Any], output_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, name: str | None = None) -> Any: ...
@overload
def unicode_encode(input: DenseLike, output_encoding: str, errors: str = "replace", replacement_char: TensorLike = 65533, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...

# Of ragged tensors it is ragged.
@overload
def join(inputs: Sequence[tf.Tensor[Any, Any] | tf.Variable[Any, Any] | str | bytes], separator: str = "", name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...
@overload
def join(inputs: Any, separator: str = "", name: str | None = None) -> Any: ...
