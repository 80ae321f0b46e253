# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import TensorLike
from typing import Any
from tensorflow.compat.v1 import (
    reduce_join as reduce_join,
    string_to_hash_bucket as to_hash_bucket,
    string_to_number as to_number,
)
from tensorflow.strings import (
    as_string as as_string,
    bytes_split as bytes_split,
    format as format,
    join as join,
    lower as lower,
    ngrams as ngrams,
    regex_full_match as regex_full_match,
    regex_replace as regex_replace,
    strip as strip,
    to_hash_bucket_fast as to_hash_bucket_fast,
    to_hash_bucket_strong as to_hash_bucket_strong,
    unicode_decode as unicode_decode,
    unicode_decode_with_offsets as unicode_decode_with_offsets,
    unicode_encode as unicode_encode,
    unicode_script as unicode_script,
    unicode_split as unicode_split,
    unicode_split_with_offsets as unicode_split_with_offsets,
    unicode_transcode as unicode_transcode,
    unsorted_segment_join as unsorted_segment_join,
    upper as upper,
)
__all__ = [
    "as_string",
    "bytes_split",
    "format",
    "join",
    "length",
    "lower",
    "ngrams",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "split",
    "strip",
    "substr",
    "to_hash_bucket",
    "to_hash_bucket_fast",
    "to_hash_bucket_strong",
    "to_number",
    "unicode_decode",
    "unicode_decode_with_offsets",
    "unicode_encode",
    "unicode_script",
    "unicode_split",
    "unicode_split_with_offsets",
    "unicode_transcode",
    "unsorted_segment_join",
    "upper",
]

def length(input: TensorLike, name: str | None = None, unit: TensorLike | None = 'BYTE') -> Any: ...
def split(input: TensorLike | None = None, sep: Any = None, maxsplit: TensorLike | None = -1, result_type: TensorLike | None = 'SparseTensor', source: Any = None, name: str | None = None) -> Any: ...
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: str | None = None, unit: TensorLike | None = 'BYTE') -> Any: ...
