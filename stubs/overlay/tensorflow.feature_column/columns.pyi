"""Feature columns: named tuples that describe features."""

from typing import Any

import tensorflow as tf

class _Column(tuple[Any, ...]):
    @property
    def name(self) -> str: ...
    @property
    def parse_example_spec(self) -> dict[str, Any]: ...
    # The fields of the named tuple, other for each kind of column.
    def __getattr__(self, name: str) -> Any: ...

def bucketized_column() -> _Column: ...  # and the rest
def categorical_column_with_hash_bucket() -> _Column: ...  # and the rest
def categorical_column_with_identity() -> _Column: ...  # and the rest
def categorical_column_with_vocabulary_file() -> _Column: ...  # and the rest
def categorical_column_with_vocabulary_list() -> _Column: ...  # and the rest
def crossed_column() -> _Column: ...  # and the rest
def embedding_column() -> _Column: ...  # and the rest
def indicator_column() -> _Column: ...  # and the rest
def numeric_column() -> _Column: ...  # and the rest
def sequence_categorical_column_with_hash_bucket() -> _Column: ...  # and the rest
def sequence_categorical_column_with_identity() -> _Column: ...  # and the rest
def sequence_categorical_column_with_vocabulary_file() -> _Column: ...  # and the rest
def sequence_categorical_column_with_vocabulary_list() -> _Column: ...  # and the rest
def sequence_numeric_column() -> _Column: ...  # and the rest
def weighted_categorical_column() -> _Column: ...  # and the rest
def make_parse_example_spec() -> dict[str, Any]: ...  # and the rest
def shared_embeddings() -> list[_Column]: ...  # and the rest
