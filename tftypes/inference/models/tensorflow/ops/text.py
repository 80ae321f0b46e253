"""tf.strings: n-grams, segments, Unicode."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, TensorType

from .arguments import allow, dim_argument, rank_at_least, taken
from .conversion import as_tensor
from .gathering import merge_batches
from .groups import INDICES, STRINGS
from .rule import OpError, Unsure, rule
from .strings import pieces, strings
from .values import INT32, INT64, STRING, is_ragged, of


@rule(
    "tensorflow.strings.ngrams",
    "tf.strings.ngrams(s[10], 3) -> s[None]",
    "tf.strings.ngrams(ragged(s[N, None]), 2) -> ragged(s[N, None])",
    "tf.strings.ngrams(i32[10], 3) !! int32 is not supported",
    "tf.strings.ngrams(s[], 3) !! expected rank 1 or more, got rank 0",
)
def ngrams(
    data: Any,
    ngram_width: Any,
    separator: Any = " ",
    pad_values: Any = None,
    padding_width: Any = None,
    preserve_short_sequences: Any = False,
    name: Any = None,
) -> TensorType:
    x = rank_at_least(strings(data, "data"), 1, "data")
    if x.shape.rank is None:
        raise Unsure
    if not is_ragged(x) and x.shape.rank != 1:
        raise Unsure
    return TensorType(STRING, x.shape.replace(-1, UNKNOWN), x.kind if is_ragged(x) else "tensor")


@rule(
    "tensorflow.strings.unsorted_segment_join",
    "tf.strings.unsorted_segment_join(s[4], [0, 1, 0, 2], 3) -> s[3]",
    "tf.strings.unsorted_segment_join(s[4, N], i32[4], num_segments=5) -> s[5, N]",
    "tf.strings.unsorted_segment_join(i32[4], i32[4], 3) !! int32 is not supported",
    "tf.strings.unsorted_segment_join(s[4], f32[4], 3) !! float32 is not supported",
    "tf.strings.unsorted_segment_join(s[4], [0, 1, 0], 3) !! batch dims [4] and [3] differ",
)
def unsorted_segment_join(
    inputs: Any, segment_ids: Any, num_segments: Any, separator: Any = "", name: Any = None
) -> TensorType:
    x = taken(inputs, STRINGS, "inputs")
    ids = allow(as_tensor(segment_ids, argument="segment_ids"), INDICES, "segment_ids")
    count = dim_argument(num_segments, "num_segments")
    if ids.shape.rank is None or x.shape.rank is None:
        raise Unsure
    merge_batches(x.shape.slice(0, ids.shape.rank), ids.shape, "segment_ids")
    return TensorType(STRING, of(count) + x.shape.slice(ids.shape.rank, None))


@rule(
    "tensorflow.strings.unicode_transcode",
    "tf.strings.unicode_transcode(s[2, N], 'UTF-8', 'UTF-16-BE') -> s[2, N]",
    "tf.strings.unicode_transcode(ragged(s[2, None]), 'UTF-8', 'UTF-16-BE') -> ragged(s[2, None])",
    "tf.strings.unicode_transcode(i32[2], 'UTF-8', 'UTF-8') !! int32 is not supported",
)
def unicode_transcode(
    input: Any,
    input_encoding: Any,
    output_encoding: Any,
    errors: Any = "replace",
    replacement_char: Any = 65533,
    replace_control_characters: Any = False,
    name: Any = None,
) -> TensorType:
    x = strings(input)
    return TensorType(STRING, x.shape, x.kind if is_ragged(x) else "tensor")


@rule(
    "tensorflow.strings.unicode_script",
    "tf.strings.unicode_script(i32[2, N]) -> i32[2, N]",
    "tf.strings.unicode_script(array(i64[2])) -> i32[2]",
    "tf.strings.unicode_script(i64[2]) !! int64 is not supported",
)
def unicode_script(input: Any, name: Any = None) -> TensorType:
    x = strings(input, "input", frozenset({"int32"}))
    return TensorType(INT32, x.shape, x.kind if is_ragged(x) else "tensor")


@rule(
    "tensorflow.strings.unicode_encode",
    "tf.strings.unicode_encode(i32[2, N], 'UTF-8') -> s[2]",
    "tf.strings.unicode_encode(ragged(i32[N, None]), 'UTF-8') -> s[N]",
    "tf.strings.unicode_encode(i32[2, 3], 'ASCII') !! 'ASCII' is none of",
)
def unicode_encode(
    input: Any,
    output_encoding: Any,
    errors: Any = "replace",
    replacement_char: Any = 65533,
    name: Any = None,
) -> TensorType:
    encodings = ("UTF-8", "UTF-16-BE", "UTF-32-BE")
    if isinstance(output_encoding, str) and output_encoding not in encodings:
        raise OpError(
            "tf-value",
            f"{output_encoding!r} is none of {', '.join(map(repr, encodings))}",
            "output_encoding",
        )
    x = strings(input, "input", frozenset({"int32"}))
    if x.shape.rank is None or (is_ragged(x) and x.shape.rank != 2):
        raise Unsure
    return TensorType(STRING, rank_at_least(x, 1, "input").shape.slice(0, -1))


def _offsets(x: TensorType) -> tuple[TensorType, TensorType]:
    return x, TensorType(INT64, x.shape, x.kind)


@rule(
    "tensorflow.strings.unicode_decode_with_offsets",
    "tf.strings.unicode_decode_with_offsets(s[N], 'UTF-8') -> (ragged(i32[N, None]), ragged(i64[N, None]))",
    "tf.strings.unicode_decode_with_offsets(f32[2], 'UTF-8') !! float32 is not supported",
)
def unicode_decode_with_offsets(
    input: Any,
    input_encoding: Any,
    errors: Any = "replace",
    replacement_char: Any = 65533,
    replace_control_characters: Any = False,
    name: Any = None,
) -> tuple[TensorType, TensorType]:
    return _offsets(pieces(input, INT32))


@rule(
    "tensorflow.strings.unicode_split_with_offsets",
    "tf.strings.unicode_split_with_offsets(s[], 'UTF-8') -> (s[None], i64[None])",
    "tf.strings.unicode_split_with_offsets(f32[2], 'UTF-8') !! float32 is not supported",
)
def unicode_split_with_offsets(
    input: Any,
    input_encoding: Any,
    errors: Any = "replace",
    replacement_char: Any = 65533,
    name: Any = None,
) -> tuple[TensorType, TensorType]:
    return _offsets(pieces(input, STRING))
