# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow._bases import DT, Flag, Operand, Padding, Value
from tensorflow._typing import DTypeLike, Kind, Open, R, Same, ShapeLike, Shaped, TensorLike
from typing import Any, Generic, NamedTuple
from typing_extensions import Self
from tensorflow import space_to_batch as space_to_batch
from tensorflow.math import (
    approx_max_k as approx_max_k,
    approx_min_k as approx_min_k,
    in_top_k as in_top_k,
    l2_normalize as l2_normalize,
    sigmoid as sigmoid,
    softplus as softplus,
    tanh as tanh,
    top_k as top_k,
    zero_fraction as zero_fraction,
)
from tensorflow.random import (
    all_candidate_sampler as all_candidate_sampler,
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
)
__all__ = [
    "RNNCellDeviceWrapper",
    "RNNCellDropoutWrapper",
    "RNNCellResidualWrapper",
    "_AbstractRNNCell",
    "_Layer",
    "_LayerVersionSelector",
    "_RNNCellWrapperV2",
    "all_candidate_sampler",
    "approx_max_k",
    "approx_min_k",
    "atrous_conv2d",
    "atrous_conv2d_transpose",
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "bias_add",
    "collapse_repeated",
    "compute_accidental_hits",
    "compute_average_loss",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "conv_transpose",
    "convolution",
    "crelu",
    "ctc_beam_search_decoder",
    "ctc_greedy_decoder",
    "ctc_loss",
    "ctc_unique_labels",
    "depth_to_space",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "dilation2d",
    "dropout",
    "elu",
    "embedding_lookup",
    "embedding_lookup_sparse",
    "erosion2d",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "fractional_avg_pool",
    "fractional_max_pool",
    "gelu",
    "in_top_k",
    "isotonic_regression",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "learned_unigram_candidate_sampler",
    "local_response_normalization",
    "log_poisson_loss",
    "log_softmax",
    "lrn",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_pool_with_argmax",
    "moments",
    "nce_loss",
    "normalize_moments",
    "pool",
    "relu",
    "relu6",
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
    "softplus",
    "softsign",
    "space_to_batch",
    "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "with_space_to_batch",
    "zero_fraction",
]

def elu(features: Same[R], name: str | None = None) -> R: ...
def gelu(features: Same[R], approximate: Flag = False, name: str | None = None) -> R: ...
# Of integers it is float32.
def leaky_relu(features: Shaped[R], alpha: TensorLike = 0.2, name: str | None = None) -> R: ...
def relu(features: Same[R], name: str | None = None) -> R: ...
def relu6(features: Same[R], name: str | None = None) -> R: ...
def selu(features: Same[R], name: str | None = None) -> R: ...
def silu(features: Same[R], beta: TensorLike = 1.0) -> R: ...
def softsign(features: Same[R], name: str | None = None) -> R: ...
def softmax(logits: Same[R], axis: TensorLike | None = None, name: str | None = None) -> R: ...
def log_softmax(logits: Same[R], axis: TensorLike | None = None, name: str | None = None) -> R: ...
def crelu(features: Open[R], axis: TensorLike = -1, name: str | None = None) -> R: ...
def dropout(
    x: Same[R],
    rate: TensorLike,
    noise_shape: ShapeLike = None,
    seed: Any = None,
    name: str | None = None,
) -> R: ...
def bias_add(value: Same[R], bias: TensorLike, data_format: str | None = None, name: str | None = None) -> R: ...
def batch_normalization(
    x: Same[R],
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike | None,
    scale: TensorLike | None,
    variance_epsilon: TensorLike,
    name: str | None = None,
) -> R: ...
def batch_norm_with_global_normalization(
    input: Same[R],
    mean: TensorLike,
    variance: TensorLike,
    beta: TensorLike | None,
    gamma: TensorLike | None,
    variance_epsilon: TensorLike,
    scale_after_normalization: TensorLike,
    name: str | None = None,
) -> R: ...
def local_response_normalization(
    input: Same[R],
    depth_radius: TensorLike = 5,
    bias: TensorLike = 1,
    alpha: TensorLike = 1,
    beta: TensorLike = 0.5,
    name: str | None = None,
) -> R: ...
def l2_loss(t: Open[R], name: str | None = None) -> R: ...
def normalize_moments(
    counts: TensorLike,
    mean_ss: TensorLike,
    variance_ss: TensorLike,
    shift: TensorLike | None,
    name: str | None = None,
) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...
def moments(
    x: Open[R],
    axes: TensorLike,
    shift: TensorLike | None = None,
    keepdims: Flag = False,
    name: str | None = None,
) -> tuple[R, R]: ...
def weighted_moments(
    x: Open[R],
    axes: TensorLike,
    frequency_weights: TensorLike,
    keepdims: Flag = False,
    name: str | None = None,
) -> tuple[R, R]: ...
def sufficient_statistics(
    x: Open[R],
    axes: TensorLike,
    shift: TensorLike | None = None,
    keepdims: Flag = False,
    name: str | None = None,
) -> tuple[tf.Tensor[Any, Any], R, R, tf.Tensor[Any, Any] | None]: ...
def scale_regularization_loss(regularization_loss: TensorLike) -> tf.Tensor[Any, Any]: ...
def isotonic_regression(
    inputs: TensorLike,
    decreasing: Flag = True,
    axis: TensorLike = -1,
) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...
def embedding_lookup(params: Any, ids: Kind[R], max_norm: TensorLike | None = None, name: str | None = None) -> R: ...
def depth_to_space(input: Open[R], block_size: TensorLike, data_format: str = "NHWC", name: str | None = None) -> R: ...
def space_to_depth(input: Open[R], block_size: TensorLike, data_format: str = "NHWC", name: str | None = None) -> R: ...
def conv1d(
    input: Open[R],
    filters: Kind[R],
    stride: TensorLike,
    padding: Padding,
    data_format: str | None = "NWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv2d(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv3d(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NDHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def convolution(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike | None = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def atrous_conv2d(
    value: Open[R],
    filters: Kind[R],
    rate: TensorLike,
    padding: Padding,
    name: str | None = None,
) -> R: ...
def conv1d_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = "NWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv2d_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = "NHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv3d_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = "NDHWC",
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def conv_transpose(
    input: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def atrous_conv2d_transpose(
    value: Open[R],
    filters: Kind[R],
    output_shape: ShapeLike,
    rate: TensorLike,
    padding: Padding,
    name: str | None = None,
) -> R: ...
def depthwise_conv2d(
    input: Open[R],
    filter: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def separable_conv2d(
    input: Open[R],
    depthwise_filter: Kind[R],
    pointwise_filter: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
def dilation2d(
    input: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None,
    dilations: TensorLike,
    name: str | None = None,
) -> R: ...
def erosion2d(
    value: Open[R],
    filters: Kind[R],
    strides: TensorLike,
    padding: Padding,
    data_format: str | None,
    dilations: TensorLike,
    name: str | None = None,
) -> R: ...
def avg_pool(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    name: str | None = None,
) -> R: ...
def avg_pool1d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NWC",
    name: str | None = None,
) -> R: ...
def avg_pool2d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> R: ...
def avg_pool3d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> R: ...
def max_pool(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = None,
    name: str | None = None,
) -> R: ...
def max_pool1d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NWC",
    name: str | None = None,
) -> R: ...
def max_pool2d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> R: ...
def max_pool3d(
    input: Open[R],
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> R: ...
def pool(
    input: Open[R],
    window_shape: TensorLike,
    pooling_type: str,
    strides: TensorLike | None = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
) -> R: ...
class _MaxPoolWithArgmax(NamedTuple, Generic[DT]):
    output: tf.Tensor[DT, Any]
    argmax: tf.Tensor[Any, Any]
class _FractionalPool(NamedTuple, Generic[DT]):
    output: tf.Tensor[DT, Any]
    row_pooling_sequence: tf.Tensor[tftypes.int64, Any]
    col_pooling_sequence: tf.Tensor[tftypes.int64, Any]
def max_pool_with_argmax(
    input: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    ksize: TensorLike,
    strides: TensorLike,
    padding: Padding,
    data_format: str = "NHWC",
    output_dtype: DTypeLike = ...,
    include_batch_in_index: Flag = False,
    name: str | None = None,
) -> _MaxPoolWithArgmax[DT]: ...
def fractional_avg_pool(
    value: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    pooling_ratio: TensorLike,
    pseudo_random: Flag = False,
    overlapping: Flag = False,
    seed: TensorLike = 0,
    name: str | None = None,
) -> _FractionalPool[DT]: ...
def fractional_max_pool(
    value: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    pooling_ratio: TensorLike,
    pseudo_random: Flag = False,
    overlapping: Flag = False,
    seed: TensorLike = 0,
    name: str | None = None,
) -> _FractionalPool[DT]: ...
def sigmoid_cross_entropy_with_logits(
    labels: Kind[R] | None = None,
    logits: Same[R] | None = None,
    name: str | None = None,
) -> R: ...
def softmax_cross_entropy_with_logits(
    labels: Kind[R],
    logits: Open[R],
    axis: TensorLike = -1,
    name: str | None = None,
) -> R: ...
def sparse_softmax_cross_entropy_with_logits(labels: Kind[R], logits: Open[R], name: str | None = None) -> R: ...
def weighted_cross_entropy_with_logits(
    labels: Kind[R],
    logits: Same[R],
    pos_weight: TensorLike,
    name: str | None = None,
) -> R: ...
def log_poisson_loss(
    targets: Kind[R],
    log_input: Same[R],
    compute_full_loss: Flag = False,
    name: str | None = None,
) -> R: ...
def nce_loss(
    weights: Any,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: TensorLike,
    num_classes: TensorLike,
    num_true: TensorLike = 1,
    sampled_values: Any = None,
    remove_accidental_hits: Flag = False,
    name: str | None = "nce_loss",
) -> tf.Tensor[Any, Any]: ...
def sampled_softmax_loss(
    weights: Any,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: TensorLike,
    num_classes: TensorLike,
    num_true: TensorLike = 1,
    sampled_values: Any = None,
    remove_accidental_hits: Flag = True,
    seed: int | None = None,
    name: str | None = "sampled_softmax_loss",
) -> tf.Tensor[Any, Any]: ...
def compute_average_loss(
    per_example_loss: TensorLike,
    sample_weight: TensorLike | None = None,
    global_batch_size: TensorLike | None = None,
) -> tf.Tensor[Any, Any]: ...
def ctc_loss(
    labels: Any,
    logits: TensorLike,
    label_length: TensorLike,
    logit_length: TensorLike,
    logits_time_major: Flag = True,
    unique: Any = None,
    blank_index: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def collapse_repeated(labels: Open[R], seq_length: Any, name: str | None = None) -> tuple[R, tf.Tensor[Any, Any]]: ...
def compute_accidental_hits(true_classes: TensorLike, sampled_candidates: Any, num_true: Any, seed: Any = None, name: str | None = None) -> tf.raw_ops._ComputeAccidentalHits: ...
def ctc_beam_search_decoder(inputs: Any, sequence_length: Any, beam_width: TensorLike | None = 100, top_paths: TensorLike | None = 1) -> tuple[list[tf.SparseTensor[tftypes.int64, Any]], tf.Tensor[tftypes.float32, Any]]: ...
def ctc_greedy_decoder(inputs: Any, sequence_length: Any, merge_repeated: TensorLike | None = True, blank_index: Any = None) -> tuple[list[tf.SparseTensor[tftypes.int64, Any]], tf.Tensor[Any, Any]]: ...
def ctc_unique_labels(labels: Any, name: str | None = None) -> list[tf.Tensor[Any, Any]]: ...
def depthwise_conv2d_backprop_filter(input: Open[R], filter_sizes: TensorLike, out_backprop: TensorLike, strides: Any, padding: Any, data_format: TensorLike | None = 'NHWC', dilations: Any = ..., name: str | None = None) -> R: ...
def depthwise_conv2d_backprop_input(input_sizes: TensorLike, filter: Open[R], out_backprop: TensorLike, strides: Any, padding: Any, data_format: TensorLike | None = 'NHWC', dilations: Any = ..., name: str | None = None) -> R: ...
def embedding_lookup_sparse(params: Any, sp_ids: Any, sp_weights: Any, combiner: Any = None, max_norm: Any = None, name: str | None = None, allow_fast_lookup: TensorLike | None = False) -> tf.Tensor[Any, Any]: ...
def safe_embedding_lookup_sparse(embedding_weights: Any, sparse_ids: Any, sparse_weights: Any = None, combiner: TensorLike | None = 'mean', default_id: Any = None, max_norm: Any = None, name: str | None = None, allow_fast_lookup: TensorLike | None = False) -> tf.Tensor[Any, Any]: ...
def with_space_to_batch(input: Any, dilation_rate: Any, padding: Any, op: Any, filter_shape: Any = None, spatial_dims: Any = None, data_format: Any = None) -> tf.Tensor[Any, Any]: ...
class _LayerVersionSelector:
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...
class _Layer(tf.Module, _LayerVersionSelector):
    def __init__(self, trainable: TensorLike | None = True, name: str | None = None, dtype: Any = None, dynamic: TensorLike | None = False, **kwargs: Any) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def activity_regularizer(self) -> Any: ...
    @activity_regularizer.setter
    def activity_regularizer(self, value: Any) -> None: ...
    def add_loss(self, losses: Any, **kwargs: Any) -> None: ...
    def add_metric(self, value: Any, name: str | None = None, **kwargs: Any) -> None: ...
    def add_update(self, updates: Any, inputs: Any = None) -> None: ...
    def add_variable(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_weight(self, name: str | None = None, shape: Any = None, dtype: DTypeLike | None = None, initializer: Any = None, regularizer: Any = None, trainable: Any = None, constraint: Any = None, use_resource: Any = None, synchronization: Any = ..., aggregation: Any = ..., **kwargs: Any) -> Any: ...
    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any: ...
    def build(self, input_shape: Any) -> None: ...
    built: Any
    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def compute_dtype(self) -> Any: ...
    def compute_mask(self, inputs: Any, mask: Any = None) -> Any: ...
    def compute_output_shape(self, input_shape: Any) -> Any: ...
    def compute_output_signature(self, input_signature: Any) -> Any: ...
    def count_params(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...
    @property
    def dtype_policy(self) -> Any: ...
    @property
    def dynamic(self) -> Any: ...
    def finalize_state(self) -> Any: ...
    @classmethod
    def from_config(cls, config: Any) -> Self: ...
    def get_config(self) -> Any: ...
    def get_input_at(self, node_index: Any) -> Any: ...
    def get_input_mask_at(self, node_index: Any) -> Any: ...
    def get_input_shape_at(self, node_index: Any) -> Any: ...
    def get_losses_for(self, inputs: Any) -> Any: ...
    def get_output_at(self, node_index: Any) -> Any: ...
    def get_output_mask_at(self, node_index: Any) -> Any: ...
    def get_output_shape_at(self, node_index: Any) -> Any: ...
    def get_updates_for(self, inputs: Any) -> Any: ...
    def get_weights(self) -> Any: ...
    @property
    def inbound_nodes(self) -> Any: ...
    @property
    def input(self) -> Any: ...
    @property
    def input_mask(self) -> Any: ...
    @property
    def input_shape(self) -> Any: ...
    @property
    def input_spec(self) -> Any: ...
    @input_spec.setter
    def input_spec(self, value: Any) -> None: ...
    @property
    def losses(self) -> Any: ...
    @property
    def metrics(self) -> Any: ...
    @property
    def non_trainable_variables(self) -> Any: ...
    @property
    def non_trainable_weights(self) -> Any: ...
    @property
    def outbound_nodes(self) -> Any: ...
    @property
    def output(self) -> Any: ...
    @property
    def output_mask(self) -> Any: ...
    @property
    def output_shape(self) -> Any: ...
    def set_weights(self, weights: Any) -> None: ...
    @property
    def stateful(self) -> Any: ...
    @stateful.setter
    def stateful(self, value: Any) -> None: ...
    @property
    def supports_masking(self) -> Any: ...
    @supports_masking.setter
    def supports_masking(self, value: Any) -> None: ...
    @property
    def trainable(self) -> Any: ...
    @trainable.setter
    def trainable(self, value: Any) -> None: ...
    @property
    def trainable_variables(self) -> Any: ...
    @property
    def trainable_weights(self) -> Any: ...
    @property
    def updates(self) -> list[Any]: ...
    @property
    def variable_dtype(self) -> Any: ...
    @property
    def variables(self) -> Any: ...
    @property
    def weights(self) -> Any: ...
class _AbstractRNNCell(_Layer):
    def call(self, inputs: Any, states: Any) -> Any: ...
    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any: ...
    @property
    def output_size(self) -> Any: ...
    @property
    def state_size(self) -> Any: ...
class _RNNCellWrapperV2(_AbstractRNNCell):
    def __init__(self, cell: Any, *args: Any, **kwargs: Any) -> None: ...
    def build(self, inputs_shape: Any) -> None: ...
    def call(self, inputs: Any, state: Any, **kwargs: Any) -> Any: ...
    cell: Any
    @classmethod
    def from_config(cls, config: Any, custom_objects: Any = None) -> Self: ...
    def get_config(self) -> dict[Any, Any]: ...
class RNNCellDeviceWrapper(_RNNCellWrapperV2):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def zero_state(self, batch_size: Any, dtype: Any) -> Any: ...
class RNNCellDropoutWrapper(_RNNCellWrapperV2):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def from_config(cls, config: Any, custom_objects: Any = None) -> Any: ...
    @property
    def wrapped_cell(self) -> Any: ...
    def zero_state(self, batch_size: Any, dtype: Any) -> Any: ...
class RNNCellResidualWrapper(_RNNCellWrapperV2):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def from_config(cls, config: Any, custom_objects: Any = None) -> Any: ...
    def zero_state(self, batch_size: Any, dtype: Any) -> Any: ...
from tensorflow.nn import (
    experimental as experimental,
    local_response_normalization as lrn,
    silu as swish,
)
