# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from collections.abc import Sequence
from tensorflow._bases import CastTarget, Flag, NamedDType
from tensorflow._typing import DenseLike, Ints, Kind, Longs, R, Same, Strings, TensorLike, Tested
from typing import Any, overload

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
def lower(input: Same[R], encoding: str = "", name: str | None = None) -> R: ...
def upper(input: Same[R], encoding: str = "", name: str | None = None) -> R: ...
def strip(input: Same[R], name: str | None = None) -> R: ...
def regex_replace(
    input: Same[R],
    pattern: TensorLike,
    rewrite: TensorLike,
    replace_global: Flag = True,
    name: str | None = None,
) -> R: ...
def regex_full_match(input: Tested[R], pattern: TensorLike, name: str | None = None) -> R: ...
def substr(input: Same[R], pos: TensorLike, len: TensorLike, unit: str = "BYTE", name: str | None = None) -> R: ...
def unicode_transcode(
    input: Same[R],
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: TensorLike = 65533,
    replace_control_characters: Flag = False,
    name: str | None = None,
) -> R: ...
def as_string(
    input: Kind[Strings],
    precision: TensorLike = -1,
    scientific: Flag = False,
    shortest: Flag = False,
    width: TensorLike = -1,
    fill: str = "",
    name: str | None = None,
) -> Strings: ...
def length(input: Kind[Ints], unit: str = "BYTE", name: str | None = None) -> Ints: ...
def to_number(input: Kind[R], out_type: CastTarget[R] | NamedDType = ..., name: str | None = None) -> R: ...
def to_hash_bucket(input: Kind[Longs], num_buckets: TensorLike, name: str | None = None) -> Longs: ...
def to_hash_bucket_fast(input: Kind[Longs], num_buckets: TensorLike, name: str | None = None) -> Longs: ...
def to_hash_bucket_strong(
    input: Kind[Longs],
    num_buckets: TensorLike,
    key: TensorLike,
    name: str | None = None,
) -> Longs: ...
def unicode_script(input: Kind[Ints], name: str | None = None) -> Ints: ...
def format(
    template: str,
    inputs: Any,
    placeholder: str = "{}",
    summarize: int = 3,
    name: str | None = None,
) -> tf.Tensor[tftypes.string, Any]: ...
def reduce_join(
    inputs: Kind[Strings],
    axis: TensorLike | None = None,
    keepdims: Flag = False,
    separator: str = "",
    name: str | None = None,
) -> Strings: ...
def unsorted_segment_join(
    inputs: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    separator: str = "",
    name: str | None = None,
) -> tf.Tensor[tftypes.string, Any]: ...
def unicode_decode_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: TensorLike = 65533,
    replace_control_characters: Flag = False,
    name: str | None = None,
) -> tuple[Any, Any]: ...
def unicode_split_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: TensorLike = 65533,
    name: str | None = None,
) -> tuple[Any, Any]: ...
