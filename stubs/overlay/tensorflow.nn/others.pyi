"""Decoders of sequences, embeddings of sparse ids, and the gradients of convolutions."""

from typing import Any

import tensorflow as tf
import tftypes
from tensorflow._typing import Open, R

def collapse_repeated(labels: Open[R]) -> tuple[R, tf.Tensor[Any, Any]]: ...  # and the rest
def compute_accidental_hits() -> tf.raw_ops._ComputeAccidentalHits: ...  # and the rest
def ctc_beam_search_decoder() -> tuple[list[tf.SparseTensor[tftypes.int64, Any]], tf.Tensor[tftypes.float32, Any]]: ...  # and the rest
def ctc_greedy_decoder() -> tuple[list[tf.SparseTensor[tftypes.int64, Any]], tf.Tensor[Any, Any]]: ...  # and the rest
def ctc_unique_labels() -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def depthwise_conv2d_backprop_filter(input: Open[R]) -> R: ...  # and the rest
def depthwise_conv2d_backprop_input(filter: Open[R]) -> R: ...  # and the rest
def embedding_lookup_sparse() -> tf.Tensor[Any, Any]: ...  # and the rest
def safe_embedding_lookup_sparse() -> tf.Tensor[Any, Any]: ...  # and the rest
def with_space_to_batch() -> tf.Tensor[Any, Any]: ...  # and the rest
