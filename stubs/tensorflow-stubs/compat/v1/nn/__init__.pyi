# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from tensorflow._bases import DT, NamedDType
from tensorflow._typing import DTypeLike, Element, TensorLike
from typing import Any, Literal
from tensorflow.compat.v1 import (
    depth_to_space as depth_to_space,
    space_to_batch as space_to_batch,
    space_to_depth as space_to_depth,
)
from tensorflow.compat.v1.math import (
    in_top_k as in_top_k,
    log_softmax as log_softmax,
    softmax as softmax,
)
from tensorflow.math import (
    approx_max_k as approx_max_k,
    approx_min_k as approx_min_k,
    l2_normalize as l2_normalize,
    sigmoid as sigmoid,
    softplus as softplus,
    tanh as tanh,
    top_k as top_k,
    zero_fraction as zero_fraction,
)
from tensorflow.nn import (
    atrous_conv2d as atrous_conv2d,
    atrous_conv2d_transpose as atrous_conv2d_transpose,
    avg_pool as avg_pool_v2,
    avg_pool1d as avg_pool1d,
    avg_pool3d as avg_pool3d,
    batch_normalization as batch_normalization,
    bias_add as bias_add,
    collapse_repeated as collapse_repeated,
    compute_accidental_hits as compute_accidental_hits,
    compute_average_loss as compute_average_loss,
    conv1d_transpose as conv1d_transpose,
    conv_transpose as conv_transpose,
    ctc_beam_search_decoder as ctc_beam_search_decoder_v2,
    ctc_greedy_decoder as ctc_greedy_decoder,
    ctc_unique_labels as ctc_unique_labels,
    depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter,
    depthwise_conv2d_backprop_filter as depthwise_conv2d_native_backprop_filter,
    depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input,
    depthwise_conv2d_backprop_input as depthwise_conv2d_native_backprop_input,
    elu as elu,
    experimental as experimental,
    l2_loss as l2_loss,
    leaky_relu as leaky_relu,
    local_response_normalization as local_response_normalization,
    local_response_normalization as lrn,
    log_poisson_loss as log_poisson_loss,
    max_pool as max_pool_v2,
    max_pool1d as max_pool1d,
    max_pool2d as max_pool2d,
    max_pool3d as max_pool3d,
    normalize_moments as normalize_moments,
    relu as relu,
    relu6 as relu6,
    scale_regularization_loss as scale_regularization_loss,
    selu as selu,
    silu as silu,
    silu as swish,
    softsign as softsign,
    with_space_to_batch as with_space_to_batch,
)
from tensorflow.random import (
    all_candidate_sampler as all_candidate_sampler,
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler as log_uniform_candidate_sampler,
    uniform_candidate_sampler as uniform_candidate_sampler,
)
__all__ = [
    "all_candidate_sampler",
    "approx_max_k",
    "approx_min_k",
    "atrous_conv2d",
    "atrous_conv2d_transpose",
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "avg_pool_v2",
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "bias_add",
    "bidirectional_dynamic_rnn",
    "collapse_repeated",
    "compute_accidental_hits",
    "compute_average_loss",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_backprop_filter",
    "conv2d_backprop_input",
    "conv2d_transpose",
    "conv3d",
    "conv3d_backprop_filter",
    "conv3d_backprop_filter_v2",
    "conv3d_transpose",
    "conv_transpose",
    "convolution",
    "crelu",
    "ctc_beam_search_decoder",
    "ctc_beam_search_decoder_v2",
    "ctc_greedy_decoder",
    "ctc_loss",
    "ctc_loss_v2",
    "ctc_unique_labels",
    "depth_to_space",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "depthwise_conv2d_native",
    "depthwise_conv2d_native_backprop_filter",
    "depthwise_conv2d_native_backprop_input",
    "dilation2d",
    "dropout",
    "dynamic_rnn",
    "elu",
    "embedding_lookup",
    "embedding_lookup_sparse",
    "erosion2d",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "fractional_avg_pool",
    "fractional_max_pool",
    "fused_batch_norm",
    "in_top_k",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "learned_unigram_candidate_sampler",
    "local_response_normalization",
    "log_poisson_loss",
    "log_softmax",
    "log_uniform_candidate_sampler",
    "lrn",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_pool_v2",
    "max_pool_with_argmax",
    "moments",
    "nce_loss",
    "normalize_moments",
    "pool",
    "quantized_avg_pool",
    "quantized_conv2d",
    "quantized_max_pool",
    "quantized_relu_x",
    "raw_rnn",
    "relu",
    "relu6",
    "relu_layer",
    "rnn_cell",
    "safe_embedding_lookup_sparse",
    "sampled_softmax_loss",
    "scale_regularization_loss",
    "selu",
    "separable_conv2d",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "silu",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
    "softplus",
    "softsign",
    "space_to_batch",
    "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits",
    "static_bidirectional_rnn",
    "static_rnn",
    "static_state_saving_rnn",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "uniform_candidate_sampler",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "with_space_to_batch",
    "xw_plus_b",
    "zero_fraction",
]

def avg_pool(value: TensorLike, ksize: Any, strides: Any, padding: Any, data_format: TensorLike | None = 'NHWC', name: str | None = None, input: Any = None) -> Any: ...
def batch_norm_with_global_normalization(t: Any = None, m: Any = None, v: Any = None, beta: Any = None, gamma: Any = None, variance_epsilon: Any = None, scale_after_normalization: Any = None, name: str | None = None, input: Any = None, mean: Any = None, variance: Any = None) -> Any: ...
def bidirectional_dynamic_rnn(cell_fw: Any, cell_bw: Any, inputs: Any, sequence_length: Any = None, initial_state_fw: Any = None, initial_state_bw: Any = None, dtype: DTypeLike | None = None, parallel_iterations: Any = None, swap_memory: TensorLike | None = False, time_major: TensorLike | None = False, scope: Any = None) -> tuple[Any, Any]: ...
def conv1d(value: Any = None, filters: Any = None, stride: Any = None, padding: Any = None, use_cudnn_on_gpu: Any = None, data_format: Any = None, name: str | None = None, input: Any = None, dilations: Any = None) -> Any: ...
def conv2d(input: TensorLike, filter: TensorLike | None = None, strides: Any = None, padding: Any = None, use_cudnn_on_gpu: TensorLike | None = True, data_format: TensorLike | None = 'NHWC', dilations: Any = ..., name: str | None = None, filters: Any = None) -> Any: ...
def conv2d_backprop_filter(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, strides: Any, padding: Any, use_cudnn_on_gpu: TensorLike | None = True, data_format: TensorLike | None = 'NHWC', dilations: Any = ..., name: str | None = None) -> Any: ...
def conv2d_backprop_input(input_sizes: TensorLike, filter: TensorLike | None = None, out_backprop: TensorLike | None = None, strides: Any = None, padding: Any = None, use_cudnn_on_gpu: TensorLike | None = True, data_format: TensorLike | None = 'NHWC', dilations: Any = ..., name: str | None = None, filters: Any = None) -> Any: ...
def conv2d_transpose(value: TensorLike | None = None, filter: TensorLike | None = None, output_shape: TensorLike | None = None, strides: Any = None, padding: TensorLike | None = 'SAME', data_format: TensorLike | None = 'NHWC', name: str | None = None, input: Any = None, filters: Any = None, dilations: Any = None) -> Any: ...
def conv3d(input: TensorLike, filter: TensorLike | None = None, strides: Any = None, padding: Any = None, data_format: TensorLike | None = 'NDHWC', dilations: Any = ..., name: str | None = None, filters: Any = None) -> Any: ...
def conv3d_backprop_filter(input: Element[DT], filter_sizes: TensorLike, out_backprop: TensorLike, strides: Any, padding: Literal["SAME", "VALID"] | str | bytes, data_format: Literal["NDHWC", "NCDHW"] | str | bytes = 'NDHWC', dilations: Any = ..., name: str | None = None) -> tf.Tensor[DT, Any]: ...
def conv3d_transpose(value: TensorLike, filter: TensorLike | None = None, output_shape: TensorLike | None = None, strides: Any = None, padding: TensorLike | None = 'SAME', data_format: TensorLike | None = 'NDHWC', name: str | None = None, input: Any = None, filters: Any = None, dilations: Any = None) -> Any: ...
def convolution(input: TensorLike, filter: TensorLike, padding: Any, strides: Any = None, dilation_rate: Any = None, name: str | None = None, data_format: Any = None, filters: Any = None, dilations: Any = None) -> Any: ...
def crelu(features: TensorLike, name: str | None = None, axis: TensorLike | None = -1) -> Any: ...
def ctc_beam_search_decoder(inputs: Any, sequence_length: Any, beam_width: TensorLike | None = 100, top_paths: TensorLike | None = 1, merge_repeated: TensorLike | None = True) -> tuple[list[Any], Any]: ...
def ctc_loss(labels: Any, inputs: Any = None, sequence_length: Any = None, preprocess_collapse_repeated: TensorLike | None = False, ctc_merge_repeated: TensorLike | None = True, ignore_longer_outputs_than_inputs: TensorLike | None = False, time_major: TensorLike | None = True, logits: Any = None) -> Any: ...
def ctc_loss_v2(labels: Any, logits: Any, label_length: Any, logit_length: Any, logits_time_major: TensorLike | None = True, unique: Any = None, blank_index: Any = None, name: str | None = None) -> Any: ...
def depthwise_conv2d(input: Any, filter: Any, strides: Any, padding: Any, rate: Any = None, name: str | None = None, data_format: Any = None, dilations: Any = None) -> Any: ...
def depthwise_conv2d_native(input: TensorLike, filter: TensorLike, strides: Any, padding: Any, data_format: TensorLike | None = 'NHWC', dilations: Any = ..., name: str | None = None) -> Any: ...
def dilation2d(input: TensorLike, filter: TensorLike | None = None, strides: Any = None, rates: Any = None, padding: Any = None, name: str | None = None, filters: Any = None, dilations: Any = None) -> Any: ...
def dropout(x: Any, keep_prob: Any = None, noise_shape: TensorLike | None = None, seed: Any = None, name: str | None = None, rate: TensorLike | None = None) -> Any: ...
def dynamic_rnn(cell: Any, inputs: Any, sequence_length: Any = None, initial_state: Any = None, dtype: DTypeLike | None = None, parallel_iterations: Any = None, swap_memory: TensorLike | None = False, time_major: TensorLike | None = False, scope: Any = None) -> tuple[Any, Any]: ...
def embedding_lookup(params: Any, ids: TensorLike, partition_strategy: TensorLike | None = 'mod', name: str | None = None, validate_indices: TensorLike | None = True, max_norm: Any = None) -> Any: ...
def embedding_lookup_sparse(params: Any, sp_ids: Any, sp_weights: Any, partition_strategy: TensorLike | None = 'mod', name: str | None = None, combiner: Any = None, max_norm: Any = None, allow_fast_lookup: TensorLike | None = False) -> Any: ...
def erosion2d(value: TensorLike, kernel: TensorLike, strides: Any, rates: Any, padding: Any, name: str | None = None) -> Any: ...
def fractional_avg_pool(value: TensorLike, pooling_ratio: Any, pseudo_random: TensorLike | None = False, overlapping: TensorLike | None = False, deterministic: TensorLike | None = False, seed: TensorLike | None = 0, seed2: TensorLike | None = 0, name: str | None = None) -> Any: ...
def fractional_max_pool(value: TensorLike, pooling_ratio: Any, pseudo_random: TensorLike | None = False, overlapping: TensorLike | None = False, deterministic: TensorLike | None = False, seed: TensorLike | None = 0, seed2: TensorLike | None = 0, name: str | None = None) -> Any: ...
def fused_batch_norm(x: Any, scale: TensorLike, offset: TensorLike, mean: TensorLike | None = None, variance: TensorLike | None = None, epsilon: Any = 0.001, data_format: TensorLike | None = 'NHWC', is_training: TensorLike | None = True, name: str | None = None, exponential_avg_factor: TensorLike | None = 1.0) -> tuple[Any, Any, Any]: ...
def max_pool(value: Any, ksize: Any, strides: Any, padding: Any, data_format: TensorLike | None = 'NHWC', name: str | None = None, input: Any = None) -> Any: ...
def max_pool_with_argmax(input: TensorLike, ksize: Any, strides: Any, padding: Any, data_format: TensorLike | None = 'NHWC', Targmax: Any = None, name: str | None = None, output_dtype: Any = None, include_batch_in_index: TensorLike | None = False) -> Any: ...
def moments(x: TensorLike, axes: Any, shift: Any = None, name: str | None = None, keep_dims: Any = None, keepdims: Any = None) -> tuple[Any, Any]: ...
def nce_loss(weights: Any, biases: TensorLike, labels: TensorLike, inputs: TensorLike, num_sampled: Any, num_classes: Any, num_true: TensorLike | None = 1, sampled_values: Any = None, remove_accidental_hits: TensorLike | None = False, partition_strategy: TensorLike | None = 'mod', name: str | None = 'nce_loss') -> Any: ...
def pool(input: Any, window_shape: Any, pooling_type: Any, padding: Any, dilation_rate: Any = None, strides: Any = None, name: str | None = None, data_format: Any = None, dilations: Any = None) -> Any: ...
def quantized_avg_pool(input: Element[DT], min_input: TensorLike, max_input: TensorLike, ksize: Any, strides: Any, padding: Literal["SAME", "VALID"] | str | bytes, name: str | None = None) -> tf.raw_ops._QuantizedAvgPool[DT]: ...
def quantized_conv2d(input: TensorLike, filter: TensorLike, min_input: TensorLike, max_input: TensorLike, min_filter: TensorLike, max_filter: TensorLike, strides: Any, padding: Literal["SAME", "VALID"] | str | bytes, out_type: tf.DType[DT] | NamedDType = ..., dilations: Any = ..., name: str | None = None) -> tf.raw_ops._QuantizedAvgPool[DT]: ...
def quantized_max_pool(input: Element[DT], min_input: TensorLike, max_input: TensorLike, ksize: Any, strides: Any, padding: Literal["SAME", "VALID"] | str | bytes, name: str | None = None) -> tf.raw_ops._QuantizedAvgPool[DT]: ...
def quantized_relu_x(features: TensorLike, max_value: TensorLike, min_features: TensorLike, max_features: TensorLike, out_type: tf.DType[DT] | NamedDType = ..., name: str | None = None) -> tf.raw_ops._QuantizedRelu[DT]: ...
def raw_rnn(cell: Any, loop_fn: Any, parallel_iterations: Any = None, swap_memory: TensorLike | None = False, scope: Any = None) -> tuple[Any, Any, Any]: ...
def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Any: ...
def safe_embedding_lookup_sparse(embedding_weights: Any, sparse_ids: Any, sparse_weights: Any = None, combiner: TensorLike | None = 'mean', default_id: Any = None, name: str | None = None, partition_strategy: TensorLike | None = 'div', max_norm: Any = None, allow_fast_lookup: TensorLike | None = False) -> Any: ...
def sampled_softmax_loss(weights: Any, biases: TensorLike, labels: TensorLike, inputs: TensorLike, num_sampled: Any, num_classes: Any, num_true: TensorLike | None = 1, sampled_values: Any = None, remove_accidental_hits: TensorLike | None = True, partition_strategy: TensorLike | None = 'mod', name: str | None = 'sampled_softmax_loss', seed: Any = None) -> Any: ...
def separable_conv2d(input: Any, depthwise_filter: Any, pointwise_filter: Any, strides: Any, padding: Any, rate: Any = None, name: str | None = None, data_format: Any = None, dilations: Any = None) -> Any: ...
def sigmoid_cross_entropy_with_logits(labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None) -> Any: ...
def softmax_cross_entropy_with_logits(labels: Any = None, logits: Any = None, dim: TensorLike | None = -1, name: str | None = None, axis: Any = None) -> Any: ...
def softmax_cross_entropy_with_logits_v2(labels: Any, logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any: ...
def sparse_softmax_cross_entropy_with_logits(labels: TensorLike | None = None, logits: Any = None, name: str | None = None) -> Any: ...
def static_bidirectional_rnn(cell_fw: Any, cell_bw: Any, inputs: Any, initial_state_fw: Any = None, initial_state_bw: Any = None, dtype: DTypeLike | None = None, sequence_length: Any = None, scope: Any = None) -> tuple[Any, Any, Any]: ...
def static_rnn(cell: Any, inputs: Any, initial_state: Any = None, dtype: DTypeLike | None = None, sequence_length: Any = None, scope: Any = None) -> tuple[Any, Any]: ...
def static_state_saving_rnn(cell: Any, inputs: Any, state_saver: Any, state_name: Any, sequence_length: Any = None, scope: Any = None) -> tuple[Any, Any]: ...
def sufficient_statistics(x: TensorLike, axes: Any, shift: TensorLike | None = None, keep_dims: Any = None, name: str | None = None, keepdims: Any = None) -> tuple[Any, Any, Any, Any]: ...
def weighted_cross_entropy_with_logits(labels: TensorLike | None = None, logits: TensorLike | None = None, pos_weight: Any = None, name: str | None = None, targets: Any = None) -> Any: ...
def weighted_moments(x: Any, axes: Any, frequency_weights: Any, name: str | None = None, keep_dims: Any = None, keepdims: Any = None) -> tuple[Any, Any]: ...
def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Any: ...
from tensorflow.compat.v1.nn import (
    avg_pool as avg_pool2d,
    conv3d_backprop_filter as conv3d_backprop_filter_v2,
    rnn_cell as rnn_cell,
)
