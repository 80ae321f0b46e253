# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from typing import Any
from tensorflow.keras import (
    InputSpec as InputSpec,
    Layer as Layer,
)
__all__ = [
    "Activation",
    "ActivityRegularization",
    "AdaptiveAveragePooling1D",
    "AdaptiveAveragePooling2D",
    "AdaptiveAveragePooling3D",
    "AdaptiveMaxPooling1D",
    "AdaptiveMaxPooling2D",
    "AdaptiveMaxPooling3D",
    "Add",
    "AdditiveAttention",
    "AlphaDropout",
    "Attention",
    "AugMix",
    "AutoContrast",
    "Average",
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "AvgPool1D",
    "AvgPool2D",
    "AvgPool3D",
    "BatchNormalization",
    "Bidirectional",
    "CategoryEncoding",
    "CenterCrop",
    "Concatenate",
    "ContrastLimitedAdaptiveHistogramEqualization",
    "Conv1D",
    "Conv1DTranspose",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "ConvLSTM1D",
    "ConvLSTM2D",
    "ConvLSTM3D",
    "Convolution1D",
    "Convolution1DTranspose",
    "Convolution2D",
    "Convolution2DTranspose",
    "Convolution3D",
    "Convolution3DTranspose",
    "Cropping1D",
    "Cropping2D",
    "Cropping3D",
    "CutMix",
    "Dense",
    "DepthwiseConv1D",
    "DepthwiseConv2D",
    "Discretization",
    "Dot",
    "Dropout",
    "ELU",
    "EinsumDense",
    "Embedding",
    "Equalization",
    "Flatten",
    "FlaxLayer",
    "GRU",
    "GRUCell",
    "GaussianDropout",
    "GaussianNoise",
    "GlobalAveragePooling1D",
    "GlobalAveragePooling2D",
    "GlobalAveragePooling3D",
    "GlobalAvgPool1D",
    "GlobalAvgPool2D",
    "GlobalAvgPool3D",
    "GlobalMaxPool1D",
    "GlobalMaxPool2D",
    "GlobalMaxPool3D",
    "GlobalMaxPooling1D",
    "GlobalMaxPooling2D",
    "GlobalMaxPooling3D",
    "GroupNormalization",
    "GroupQueryAttention",
    "HashedCrossing",
    "Hashing",
    "Identity",
    "Input",
    "InputLayer",
    "InputSpec",
    "IntegerLookup",
    "JaxLayer",
    "LSTM",
    "LSTMCell",
    "Lambda",
    "Layer",
    "LayerNormalization",
    "LeakyReLU",
    "Masking",
    "MaxNumBoundingBoxes",
    "MaxPool1D",
    "MaxPool2D",
    "MaxPool3D",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "Maximum",
    "MelSpectrogram",
    "Minimum",
    "MixUp",
    "MultiHeadAttention",
    "Multiply",
    "Normalization",
    "PReLU",
    "Permute",
    "Pipeline",
    "RMSNormalization",
    "RNN",
    "RandAugment",
    "RandomBrightness",
    "RandomColorDegeneration",
    "RandomColorJitter",
    "RandomContrast",
    "RandomCrop",
    "RandomElasticTransform",
    "RandomErasing",
    "RandomFlip",
    "RandomGaussianBlur",
    "RandomGrayscale",
    "RandomHeight",
    "RandomHue",
    "RandomInvert",
    "RandomPerspective",
    "RandomPosterization",
    "RandomRotation",
    "RandomSaturation",
    "RandomSharpness",
    "RandomShear",
    "RandomTranslation",
    "RandomWidth",
    "RandomZoom",
    "ReLU",
    "RepeatVector",
    "Rescaling",
    "Reshape",
    "Resizing",
    "ReversibleEmbedding",
    "STFTSpectrogram",
    "SeparableConv1D",
    "SeparableConv2D",
    "SeparableConvolution1D",
    "SeparableConvolution2D",
    "SimpleRNN",
    "SimpleRNNCell",
    "Softmax",
    "Solarization",
    "SpatialDropout1D",
    "SpatialDropout2D",
    "SpatialDropout3D",
    "SpectralNormalization",
    "StackedRNNCells",
    "StringLookup",
    "Subtract",
    "TFSMLayer",
    "TextVectorization",
    "ThresholdedReLU",
    "TimeDistributed",
    "TorchModuleWrapper",
    "UnitNormalization",
    "UpSampling1D",
    "UpSampling2D",
    "UpSampling3D",
    "Wrapper",
    "ZeroPadding1D",
    "ZeroPadding2D",
    "ZeroPadding3D",
    "_BaseAdaptiveAveragePooling",
    "_BaseAdaptiveMaxPooling",
    "_BaseAdaptivePooling",
    "_BaseConv",
    "_BaseConvTranspose",
    "_BaseGlobalPooling",
    "_BaseImagePreprocessingLayer",
    "_BasePooling",
    "_BaseSpatialDropout",
    "_ConvLSTM",
    "_DataLayer",
    "_DropoutRNNCell",
    "_Merge",
    "add",
    "average",
    "concatenate",
    "deserialize",
    "dot",
    "maximum",
    "minimum",
    "multiply",
    "serialize",
    "subtract",
]

class Activation(Layer):
    def __init__(self, activation: Any, **kwargs: Any) -> None: ...
    activation: Any
    supports_masking: bool
class ActivityRegularization(Layer):
    def __init__(self, l1: Any = 0.0, l2: Any = 0.0, **kwargs: Any) -> None: ...
    l1: Any
    l2: Any
    supports_masking: bool
class _BaseAdaptivePooling(Layer):
    def __init__(self, output_size: Any, data_format: Any = None, **kwargs: Any) -> None: ...
    data_format: Any
    output_size: Any
class _BaseAdaptiveAveragePooling(_BaseAdaptivePooling): ...
class AdaptiveAveragePooling1D(_BaseAdaptiveAveragePooling): ...
class AdaptiveAveragePooling2D(_BaseAdaptiveAveragePooling): ...
class AdaptiveAveragePooling3D(_BaseAdaptiveAveragePooling): ...
class _BaseAdaptiveMaxPooling(_BaseAdaptivePooling): ...
class AdaptiveMaxPooling1D(_BaseAdaptiveMaxPooling): ...
class AdaptiveMaxPooling2D(_BaseAdaptiveMaxPooling): ...
class AdaptiveMaxPooling3D(_BaseAdaptiveMaxPooling): ...
class _Merge(Layer):
    def __init__(self, **kwargs: Any) -> None: ...
    supports_masking: bool
class Add(_Merge): ...
class Attention(Layer):
    def __init__(self, use_scale: Any = False, score_mode: Any = 'dot', dropout: Any = 0.0, seed: Any = None, **kwargs: Any) -> None: ...
    concat_score_weight: Any
    dropout: Any
    scale: Any
    score_mode: Any
    seed: Any
    seed_generator: Any
    use_scale: Any
class AdditiveAttention(Attention):
    def __init__(self, use_scale: Any = True, dropout: Any = 0.0, **kwargs: Any) -> None: ...
class AlphaDropout(Layer):
    def __init__(self, rate: Any, noise_shape: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    noise_shape: Any
    rate: Any
    seed: Any
    seed_generator: Any
    supports_masking: bool
class _DataLayer(Layer):
    def __init__(self, **kwargs: Any) -> None: ...
    def __call__(self, inputs: Any, **kwargs: Any) -> Any: ...
    backend: Any
    def convert_weight(self, weight: Any) -> Any: ...
class _BaseImagePreprocessingLayer(_DataLayer):
    def __init__(self, factor: Any = None, bounding_box_format: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    bounding_box_format: Any
    data_format: Any
    factor: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> Any: ...
    def transform_bounding_boxes(self, bounding_boxes: Any, transformation: Any, training: Any = True) -> Any: ...
    def transform_images(self, images: Any, transformation: Any, training: Any = True) -> Any: ...
    def transform_labels(self, labels: Any, transformation: Any, training: Any = True) -> Any: ...
    def transform_segmentation_masks(self, segmentation_masks: Any, transformation: Any, training: Any = True) -> Any: ...
    def transform_single_bounding_box(self, bounding_box: Any, transformation: Any, training: Any = True) -> Any: ...
    def transform_single_image(self, image: Any, transformation: Any, training: Any = True) -> Any: ...
    def transform_single_label(self, label: Any, transformation: Any, training: Any = True) -> Any: ...
    def transform_single_segmentation_mask(self, segmentation_mask: Any, transformation: Any, training: Any = True) -> Any: ...
class AugMix(_BaseImagePreprocessingLayer):
    def __init__(self, value_range: Any = ..., num_chains: Any = 3, chain_depth: Any = 3, factor: Any = 0.3, alpha: Any = 1.0, all_ops: Any = True, interpolation: Any = 'bilinear', seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    all_ops: Any
    alpha: Any
    auto_contrast: Any
    chain_depth: Any
    equalization: Any
    generator: Any
    interpolation: Any
    num_chains: Any
    random_brightness: Any
    random_color_degeneration: Any
    random_contrast: Any
    random_posterization: Any
    random_rotation: Any
    random_sharpness: Any
    random_shear: Any
    random_translation: Any
    seed: Any
    solarization: Any
    value_range: Any
class AutoContrast(_BaseImagePreprocessingLayer):
    def __init__(self, value_range: Any = ..., **kwargs: Any) -> None: ...
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class Average(_Merge): ...
class _BasePooling(Layer):
    def __init__(self, pool_size: Any, strides: Any, pool_dimensions: Any, pool_mode: Any = 'max', padding: Any = 'valid', data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
    padding: Any
    pool_mode: Any
    pool_size: Any
    strides: Any
class AveragePooling1D(_BasePooling):
    def __init__(self, pool_size: Any, strides: Any = None, padding: Any = 'valid', data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
class AveragePooling2D(_BasePooling):
    def __init__(self, pool_size: Any, strides: Any = None, padding: Any = 'valid', data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
class AveragePooling3D(_BasePooling):
    def __init__(self, pool_size: Any, strides: Any = None, padding: Any = 'valid', data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
class BatchNormalization(Layer):
    def __init__(self, axis: Any = -1, momentum: Any = 0.99, epsilon: Any = 0.001, center: Any = True, scale: Any = True, beta_initializer: Any = 'zeros', gamma_initializer: Any = 'ones', moving_mean_initializer: Any = 'zeros', moving_variance_initializer: Any = 'ones', beta_regularizer: Any = None, gamma_regularizer: Any = None, beta_constraint: Any = None, gamma_constraint: Any = None, renorm: Any = False, renorm_clipping: Any = None, renorm_momentum: Any = 0.99, synchronized: Any = False, **kwargs: Any) -> None: ...
    axis: Any
    beta: Any
    beta_constraint: Any
    beta_initializer: Any
    beta_regularizer: Any
    center: Any
    epsilon: Any
    gamma: Any
    gamma_constraint: Any
    gamma_initializer: Any
    gamma_regularizer: Any
    input_spec: Any
    momentum: Any
    moving_mean: Any
    moving_mean_initializer: Any
    moving_stddev: Any
    moving_variance: Any
    moving_variance_initializer: Any
    renorm: Any
    renorm_clipping: Any
    renorm_mean: Any
    renorm_momentum: Any
    renorm_stddev: Any
    scale: Any
    supports_masking: bool
    synchronized: Any
class Bidirectional(Layer):
    def __init__(self, layer: Any, merge_mode: Any = 'concat', weights: Any = None, backward_layer: Any = None, **kwargs: Any) -> None: ...
    backward_layer: Any
    forward_layer: Any
    input_spec: Any
    merge_mode: Any
    def reset_state(self) -> None: ...
    def reset_states(self) -> None: ...
    return_sequences: Any
    return_state: Any
    stateful: Any
    @property
    def states(self) -> tuple[Any, ...] | Any: ...
    supports_masking: bool
class CategoryEncoding(_DataLayer):
    def __init__(self, num_tokens: Any = None, output_mode: Any = 'multi_hot', sparse: Any = False, **kwargs: Any) -> None: ...
    num_tokens: Any
    output_mode: Any
    sparse: Any
class CenterCrop(_BaseImagePreprocessingLayer):
    def __init__(self, height: Any, width: Any, data_format: Any = None, **kwargs: Any) -> None: ...
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    height: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    width: Any
class Concatenate(_Merge):
    def __init__(self, axis: Any = -1, **kwargs: Any) -> None: ...
    axis: Any
class ContrastLimitedAdaptiveHistogramEqualization(_BaseImagePreprocessingLayer):
    def __init__(self, value_range: Any = ..., clip_limit: Any = 4.0, tile_grid_size: Any = ..., data_format: Any = None, **kwargs: Any) -> None: ...
    clip_limit: Any
    tile_grid_size: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class _BaseConv(Layer):
    def __init__(self, rank: Any, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = 1, groups: Any = 1, activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, lora_rank: Any = None, lora_alpha: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    def convolution_op(self, inputs: Any, kernel: Any) -> Any: ...
    data_format: Any
    dilation_rate: Any
    def enable_lora(self, rank: Any, lora_alpha: Any = None, a_initializer: Any = 'he_uniform', b_initializer: Any = 'zeros') -> None: ...
    filters: Any
    groups: Any
    input_spec: Any
    @property
    def kernel(self) -> Any: ...
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    kernel_size: Any
    lora_alpha: Any
    lora_enabled: Any
    lora_kernel_a: Any
    lora_kernel_b: Any
    lora_rank: Any
    padding: Any
    rank: Any
    strides: Any
    use_bias: Any
class Conv1D(_BaseConv):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = 1, groups: Any = 1, activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
class _BaseConvTranspose(Layer):
    def __init__(self, rank: Any, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', output_padding: Any = None, data_format: Any = None, dilation_rate: Any = 1, activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, trainable: Any = True, name: str | None = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    data_format: Any
    dilation_rate: Any
    filters: Any
    input_spec: Any
    kernel: Any
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    kernel_size: Any
    output_padding: Any
    padding: Any
    rank: Any
    strides: Any
    use_bias: Any
class Conv1DTranspose(_BaseConvTranspose):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', output_padding: Any = None, data_format: Any = None, dilation_rate: Any = 1, activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
class Conv2D(_BaseConv):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = ..., padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = ..., groups: Any = 1, activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
class Conv2DTranspose(_BaseConvTranspose):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = ..., padding: Any = 'valid', output_padding: Any = None, data_format: Any = None, dilation_rate: Any = ..., activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
class Conv3D(_BaseConv):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = ..., padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = ..., groups: Any = 1, activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
class Conv3DTranspose(_BaseConvTranspose):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = ..., padding: Any = 'valid', data_format: Any = None, output_padding: Any = None, dilation_rate: Any = ..., activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
class RNN(Layer):
    def __init__(self, cell: Any, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, unroll: Any = False, zero_output_for_mask: Any = False, **kwargs: Any) -> None: ...
    cell: Any
    def get_initial_state(self, batch_size: Any) -> list[Any]: ...
    go_backwards: Any
    def inner_loop(self, sequences: Any, initial_state: Any, mask: Any, training: Any = False) -> Any: ...
    input_spec: Any
    def reset_state(self) -> None: ...
    def reset_states(self) -> None: ...
    return_sequences: Any
    return_state: Any
    single_state: Any
    state_size: Any
    stateful: Any
    states: Any
    supports_masking: bool
    unroll: Any
    zero_output_for_mask: Any
class _ConvLSTM(RNN):
    def __init__(self, rank: Any, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = 1, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', unit_forget_bias: Any = True, kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, **kwargs: Any) -> None: ...
    @property
    def activation(self) -> Any: ...
    @property
    def bias_constraint(self) -> Any: ...
    @property
    def bias_initializer(self) -> Any: ...
    @property
    def bias_regularizer(self) -> Any: ...
    @property
    def data_format(self) -> Any: ...
    @property
    def dilation_rate(self) -> Any: ...
    @property
    def dropout(self) -> Any: ...
    @property
    def filters(self) -> Any: ...
    @property
    def kernel_constraint(self) -> Any: ...
    @property
    def kernel_initializer(self) -> Any: ...
    @property
    def kernel_regularizer(self) -> Any: ...
    @property
    def kernel_size(self) -> Any: ...
    @property
    def padding(self) -> Any: ...
    @property
    def recurrent_activation(self) -> Any: ...
    @property
    def recurrent_constraint(self) -> Any: ...
    @property
    def recurrent_dropout(self) -> Any: ...
    @property
    def recurrent_initializer(self) -> Any: ...
    @property
    def recurrent_regularizer(self) -> Any: ...
    @property
    def strides(self) -> Any: ...
    @property
    def unit_forget_bias(self) -> Any: ...
    @property
    def use_bias(self) -> Any: ...
class ConvLSTM1D(_ConvLSTM):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = 1, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', unit_forget_bias: Any = True, kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, **kwargs: Any) -> None: ...
class ConvLSTM2D(_ConvLSTM):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = 1, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', unit_forget_bias: Any = True, kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, **kwargs: Any) -> None: ...
class ConvLSTM3D(_ConvLSTM):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = 1, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', unit_forget_bias: Any = True, kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, **kwargs: Any) -> None: ...
class Cropping1D(Layer):
    def __init__(self, cropping: Any = ..., **kwargs: Any) -> None: ...
    cropping: Any
    input_spec: Any
class Cropping2D(Layer):
    def __init__(self, cropping: Any = ..., data_format: Any = None, **kwargs: Any) -> None: ...
    cropping: Any
    data_format: Any
    input_spec: Any
class Cropping3D(Layer):
    def __init__(self, cropping: Any = ..., data_format: Any = None, **kwargs: Any) -> None: ...
    cropping: Any
    data_format: Any
    input_spec: Any
class CutMix(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any = 1.0, seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    channel_axis: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    height_axis: Any
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    width_axis: Any
class Dense(Layer):
    def __init__(self, units: Any, activation: Any = None, use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, lora_rank: Any = None, lora_alpha: Any = None, quantization_config: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    awq_scales: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    dtype_policy: tf.keras.DTypePolicy | Any
    def enable_lora(self, rank: Any, lora_alpha: Any = None, a_initializer: Any = 'he_uniform', b_initializer: Any = 'zeros') -> None: ...
    g_idx: Any
    input_spec: Any
    inputs_amax_history: Any
    inputs_quantizer: Any
    inputs_scale: Any
    is_awq_calibrated: Any
    is_gptq_calibrated: Any
    @property
    def kernel(self) -> Any: ...
    kernel_amax_history: Any
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    kernel_scale: Any
    kernel_shape: Any
    kernel_zero: Any
    lora_alpha: Any
    lora_enabled: Any
    lora_kernel_a: Any
    lora_kernel_b: Any
    lora_rank: Any
    outputs_grad_amax_history: Any
    outputs_grad_scale: Any
    quantization_config: Any
    def quantize(self, mode: Any = None, type_check: Any = True, config: Any = None) -> None: ...
    def quantized_build(self, kernel_shape: Any, mode: Any, config: Any = None) -> None: ...
    quantized_kernel: Any
    supports_masking: bool
    units: Any
    use_bias: Any
    @property
    def variable_serialization_spec(self) -> dict[Any, Any]: ...
class DepthwiseConv1D(Layer):
    def __init__(self, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', depth_multiplier: Any = 1, data_format: Any = None, dilation_rate: Any = 1, activation: Any = None, use_bias: Any = True, depthwise_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', depthwise_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, depthwise_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    data_format: Any
    depth_multiplier: Any
    depthwise_constraint: Any
    depthwise_initializer: Any
    depthwise_regularizer: Any
    dilation_rate: Any
    input_spec: Any
    kernel: Any
    kernel_size: Any
    padding: Any
    rank: Any
    strides: Any
    use_bias: Any
class DepthwiseConv2D(Layer):
    def __init__(self, kernel_size: Any, strides: Any = ..., padding: Any = 'valid', depth_multiplier: Any = 1, data_format: Any = None, dilation_rate: Any = ..., activation: Any = None, use_bias: Any = True, depthwise_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', depthwise_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, depthwise_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    data_format: Any
    depth_multiplier: Any
    depthwise_constraint: Any
    depthwise_initializer: Any
    depthwise_regularizer: Any
    dilation_rate: Any
    input_spec: Any
    kernel: Any
    kernel_size: Any
    padding: Any
    rank: Any
    strides: Any
    use_bias: Any
class Discretization(_DataLayer):
    def __init__(self, bin_boundaries: Any = None, num_bins: Any = None, epsilon: Any = 0.01, output_mode: Any = 'int', sparse: Any = False, dtype: Any = None, name: str | None = None) -> None: ...
    def adapt(self, data: Any, steps: Any = None) -> None: ...
    bin_boundaries: Any
    epsilon: Any
    def finalize_state(self) -> None: ...
    num_bins: Any
    @property
    def output_dtype(self) -> Any: ...
    output_mode: Any
    def reset_state(self) -> None: ...
    sparse: Any
    summary: Any
    def update_state(self, *args: Any, **kwargs: Any) -> Any: ...
class Dot(_Merge):
    def __init__(self, axes: Any, normalize: Any = False, **kwargs: Any) -> None: ...
    axes: Any
    normalize: Any
class Dropout(Layer):
    def __init__(self, rate: Any, noise_shape: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    noise_shape: Any
    rate: Any
    seed: Any
    seed_generator: Any
    supports_masking: bool
class ELU(Layer):
    def __init__(self, alpha: Any = 1.0, **kwargs: Any) -> None: ...
    alpha: Any
    supports_masking: bool
class EinsumDense(Layer):
    def __init__(self, equation: Any, output_shape: Any, activation: Any = None, bias_axes: Any = None, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, lora_rank: Any = None, lora_alpha: Any = None, gptq_unpacked_column_size: Any = None, quantization_config: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    awq_scales: Any
    awq_unpacked_column_size: Any
    bias: Any
    bias_axes: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    dtype_policy: tf.keras.DTypePolicy | Any
    def enable_lora(self, rank: Any, lora_alpha: Any = None, a_initializer: Any = 'he_uniform', b_initializer: Any = 'zeros') -> None: ...
    equation: Any
    g_idx: Any
    gptq_unpacked_column_size: Any
    input_spec: Any
    inputs_amax_history: Any
    inputs_quantizer: Any
    inputs_scale: Any
    is_awq_calibrated: Any
    is_gptq_calibrated: Any
    @property
    def kernel(self) -> Any: ...
    kernel_amax_history: Any
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    kernel_scale: Any
    kernel_zero: Any
    lora_alpha: Any
    lora_enabled: Any
    lora_kernel_a: Any
    lora_kernel_b: Any
    lora_rank: Any
    original_kernel_shape: Any
    outputs_grad_amax_history: Any
    outputs_grad_scale: Any
    partial_output_shape: Any
    quantization_axis: Any
    quantization_config: Any
    def quantize(self, mode: Any = None, type_check: Any = True, config: Any = None) -> None: ...
    def quantized_build(self, kernel_shape: Any, mode: Any, config: Any = None) -> None: ...
    quantized_kernel: Any
    @property
    def variable_serialization_spec(self) -> dict[Any, Any]: ...
class Embedding(Layer):
    def __init__(self, input_dim: Any, output_dim: Any, embeddings_initializer: Any = 'uniform', embeddings_regularizer: Any = None, embeddings_constraint: Any = None, mask_zero: Any = False, weights: Any = None, lora_rank: Any = None, lora_alpha: Any = None, quantization_config: Any = None, **kwargs: Any) -> None: ...
    dtype_policy: tf.keras.DTypePolicy | Any
    @property
    def embeddings(self) -> Any: ...
    embeddings_constraint: Any
    embeddings_initializer: Any
    embeddings_regularizer: Any
    embeddings_scale: Any
    embeddings_zero: Any
    def enable_lora(self, rank: Any, lora_alpha: Any = None, a_initializer: Any = 'he_uniform', b_initializer: Any = 'zeros') -> None: ...
    g_idx: Any
    input_dim: Any
    lora_alpha: Any
    lora_embeddings_a: Any
    lora_embeddings_b: Any
    lora_enabled: Any
    lora_rank: Any
    mask_zero: Any
    output_dim: Any
    quantization_config: Any
    def quantize(self, mode: Any = None, type_check: Any = True, config: Any = None) -> None: ...
    def quantized_build(self, embeddings_shape: Any, mode: Any, config: Any = None) -> None: ...
    supports_masking: bool
    @property
    def variable_serialization_spec(self) -> dict[Any, Any]: ...
class Equalization(_BaseImagePreprocessingLayer):
    def __init__(self, value_range: Any = ..., bins: Any = 256, data_format: Any = None, **kwargs: Any) -> None: ...
    bins: Any
    value_range: Any
class Flatten(Layer):
    def __init__(self, data_format: Any = None, **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
class JaxLayer(Layer):
    def __init__(self, call_fn: Any, init_fn: Any = None, params: Any = None, state: Any = None, seed: Any = None, native_serialization_platforms: Any = None, **kwargs: Any) -> None: ...
    call_fn: Any
    call_fn_arguments: Any
    call_fn_has_params: Any
    call_fn_has_state: Any
    init_fn: Any
    init_fn_arguments: Any
    jax2tf_native_serialization_platforms: Any
    jax2tf_training_false_fn: Any
    jax2tf_training_true_fn: Any
    params: Any
    seed_generator: Any
    state: Any
    tracked_params: Any
    tracked_state: Any
class FlaxLayer(JaxLayer):
    def __init__(self, module: Any, method: Any = None, variables: Any = None, **kwargs: Any) -> None: ...
    method: Any
    module: Any
class GRU(RNN):
    def __init__(self, units: Any, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, unroll: Any = False, reset_after: Any = True, use_cudnn: Any = 'auto', **kwargs: Any) -> None: ...
    @property
    def activation(self) -> Any: ...
    @property
    def bias_constraint(self) -> Any: ...
    @property
    def bias_initializer(self) -> Any: ...
    @property
    def bias_regularizer(self) -> Any: ...
    @property
    def dropout(self) -> Any: ...
    @property
    def kernel_constraint(self) -> Any: ...
    @property
    def kernel_initializer(self) -> Any: ...
    @property
    def kernel_regularizer(self) -> Any: ...
    @property
    def recurrent_activation(self) -> Any: ...
    @property
    def recurrent_constraint(self) -> Any: ...
    @property
    def recurrent_dropout(self) -> Any: ...
    @property
    def recurrent_initializer(self) -> Any: ...
    @property
    def recurrent_regularizer(self) -> Any: ...
    @property
    def reset_after(self) -> Any: ...
    @property
    def units(self) -> Any: ...
    @property
    def use_bias(self) -> Any: ...
    use_cudnn: Any
class _DropoutRNNCell:
    def get_dropout_mask(self, step_input: Any) -> Any: ...
    def get_recurrent_dropout_mask(self, step_input: Any) -> Any: ...
    def reset_dropout_mask(self) -> None: ...
    def reset_recurrent_dropout_mask(self) -> None: ...
class GRUCell(Layer, _DropoutRNNCell):
    def __init__(self, units: Any, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, reset_after: Any = True, seed: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    dropout: Any
    dropout_mask_count: Any
    def get_initial_state(self, batch_size: Any = None) -> list[Any]: ...
    implementation: Any
    kernel: Any
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    output_size: Any
    recurrent_activation: Any
    recurrent_constraint: Any
    recurrent_dropout: Any
    recurrent_initializer: Any
    recurrent_kernel: Any
    recurrent_regularizer: Any
    reset_after: Any
    seed: Any
    seed_generator: Any
    state_size: Any
    units: Any
    use_bias: Any
class GaussianDropout(Layer):
    def __init__(self, rate: Any, seed: Any = None, **kwargs: Any) -> None: ...
    rate: Any
    seed: Any
    seed_generator: Any
    supports_masking: bool
class GaussianNoise(Layer):
    def __init__(self, stddev: Any, seed: Any = None, **kwargs: Any) -> None: ...
    seed: Any
    seed_generator: Any
    stddev: Any
    supports_masking: bool
class _BaseGlobalPooling(Layer):
    def __init__(self, pool_dimensions: Any, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
    keepdims: Any
class GlobalAveragePooling1D(_BaseGlobalPooling):
    def __init__(self, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None: ...
    supports_masking: bool
class GlobalAveragePooling2D(_BaseGlobalPooling):
    def __init__(self, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None: ...
class GlobalAveragePooling3D(_BaseGlobalPooling):
    def __init__(self, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None: ...
class GlobalMaxPooling1D(_BaseGlobalPooling):
    def __init__(self, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None: ...
class GlobalMaxPooling2D(_BaseGlobalPooling):
    def __init__(self, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None: ...
class GlobalMaxPooling3D(_BaseGlobalPooling):
    def __init__(self, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None: ...
class GroupNormalization(Layer):
    def __init__(self, groups: Any = 32, axis: Any = -1, epsilon: Any = 0.001, center: Any = True, scale: Any = True, beta_initializer: Any = 'zeros', gamma_initializer: Any = 'ones', beta_regularizer: Any = None, gamma_regularizer: Any = None, beta_constraint: Any = None, gamma_constraint: Any = None, **kwargs: Any) -> None: ...
    axis: Any
    beta: Any
    beta_constraint: Any
    beta_initializer: Any
    beta_regularizer: Any
    center: Any
    epsilon: Any
    gamma: Any
    gamma_constraint: Any
    gamma_initializer: Any
    gamma_regularizer: Any
    groups: Any
    input_spec: Any
    scale: Any
    supports_masking: bool
class GroupQueryAttention(Layer):
    def __init__(self, head_dim: Any, num_query_heads: Any, num_key_value_heads: Any, dropout: Any = 0.0, use_bias: Any = True, sliding_window: Any = None, flash_attention: Any = None, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, use_gate: Any = False, seed: Any = None, **kwargs: Any) -> None: ...
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    dropout: Any
    feature_dim: Any
    head_dim: Any
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    num_key_value_heads: Any
    num_query_heads: Any
    num_repeats: Any
    seed: Any
    sliding_window: Any
    supports_masking: bool
    use_bias: Any
    use_gate: Any
class HashedCrossing(Layer):
    def __init__(self, num_bins: Any, output_mode: Any = 'int', sparse: Any = False, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None: ...
    num_bins: Any
    output_mode: Any
    sparse: Any
class Hashing(Layer):
    def __init__(self, num_bins: Any, mask_value: Any = None, salt: Any = None, output_mode: Any = 'int', sparse: Any = False, **kwargs: Any) -> None: ...
    mask_value: Any
    num_bins: Any
    output_mode: Any
    salt: Any
    sparse: Any
    strong_hash: Any
class Identity(Layer):
    def __init__(self, **kwargs: Any) -> None: ...
    supports_masking: bool
def Input(shape: Any = None, batch_size: Any = None, dtype: Any = None, sparse: Any = None, ragged: Any = None, batch_shape: Any = None, name: str | None = None, tensor: Any = None, optional: Any = False) -> Any: ...
class InputLayer(Layer):
    def __init__(self, shape: Any = None, batch_size: Any = None, dtype: Any = None, sparse: Any = None, ragged: Any = None, batch_shape: Any = None, input_tensor: Any = None, optional: Any = False, name: str | None = None, **kwargs: Any) -> None: ...
    @property
    def batch_shape(self) -> Any: ...
    optional: Any
    ragged: Any
    sparse: Any
class IntegerLookup(Layer):
    def __init__(self, max_tokens: Any = None, num_oov_indices: Any = 1, mask_token: Any = None, oov_token: Any = -1, vocabulary: Any = None, vocabulary_dtype: Any = 'int64', idf_weights: Any = None, invert: Any = False, output_mode: Any = 'int', sparse: Any = False, pad_to_max_tokens: Any = False, oov_method: Any = 'floormod', salt: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
    def adapt(self, data: Any, steps: Any = None) -> None: ...
    def finalize_state(self) -> None: ...
    def get_build_config(self) -> dict[Any, Any]: ...
    def get_vocabulary(self, include_special_tokens: Any = True) -> list[Any]: ...
    idf_weights: Any
    idf_weights_const: Any
    input_idf_weights: Any
    input_vocabulary: Any
    invert: Any
    def load_assets(self, dir_path: Any) -> None: ...
    lookup_table: Any
    mask_token: Any
    max_tokens: Any
    num_documents: Any
    num_oov_indices: Any
    oov_method: Any
    oov_token: Any
    output_mode: Any
    pad_to_max_tokens: Any
    def reset_state(self) -> None: ...
    salt: Any
    def save_assets(self, dir_path: Any) -> None: ...
    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None: ...
    sparse: Any
    token_counts: Any
    token_document_counts: Any
    def update_state(self, *args: Any, **kwargs: Any) -> None: ...
    vocabulary_dtype: Any
    def vocabulary_size(self) -> int: ...
class LSTM(RNN):
    def __init__(self, units: Any, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', unit_forget_bias: Any = True, kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, unroll: Any = False, use_cudnn: Any = 'auto', **kwargs: Any) -> None: ...
    @property
    def activation(self) -> Any: ...
    @property
    def bias_constraint(self) -> Any: ...
    @property
    def bias_initializer(self) -> Any: ...
    @property
    def bias_regularizer(self) -> Any: ...
    @property
    def dropout(self) -> Any: ...
    @property
    def kernel_constraint(self) -> Any: ...
    @property
    def kernel_initializer(self) -> Any: ...
    @property
    def kernel_regularizer(self) -> Any: ...
    @property
    def recurrent_activation(self) -> Any: ...
    @property
    def recurrent_constraint(self) -> Any: ...
    @property
    def recurrent_dropout(self) -> Any: ...
    @property
    def recurrent_initializer(self) -> Any: ...
    @property
    def recurrent_regularizer(self) -> Any: ...
    @property
    def unit_forget_bias(self) -> Any: ...
    @property
    def units(self) -> Any: ...
    @property
    def use_bias(self) -> Any: ...
    use_cudnn: Any
class LSTMCell(Layer, _DropoutRNNCell):
    def __init__(self, units: Any, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', unit_forget_bias: Any = True, kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    dropout: Any
    dropout_mask_count: Any
    def get_initial_state(self, batch_size: Any = None) -> list[Any]: ...
    implementation: Any
    kernel: Any
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    output_size: Any
    recurrent_activation: Any
    recurrent_constraint: Any
    recurrent_dropout: Any
    recurrent_initializer: Any
    recurrent_kernel: Any
    recurrent_regularizer: Any
    seed: Any
    seed_generator: Any
    state_size: Any
    unit_forget_bias: Any
    units: Any
    use_bias: Any
class Lambda(Layer):
    def __init__(self, function: Any, output_shape: Any = None, mask: Any = None, arguments: Any = None, **kwargs: Any) -> None: ...
    arguments: Any
    function: Any
    mask: Any
    supports_masking: bool
class LayerNormalization(Layer):
    def __init__(self, axis: Any = -1, epsilon: Any = 0.001, center: Any = True, scale: Any = True, beta_initializer: Any = 'zeros', gamma_initializer: Any = 'ones', beta_regularizer: Any = None, gamma_regularizer: Any = None, beta_constraint: Any = None, gamma_constraint: Any = None, **kwargs: Any) -> None: ...
    axis: Any
    beta: Any
    beta_constraint: Any
    beta_initializer: Any
    beta_regularizer: Any
    center: Any
    epsilon: Any
    gamma: Any
    gamma_constraint: Any
    gamma_initializer: Any
    gamma_regularizer: Any
    rms_scaling: Any
    scale: Any
    supports_masking: bool
class LeakyReLU(Layer):
    def __init__(self, negative_slope: Any = 0.3, **kwargs: Any) -> None: ...
    negative_slope: Any
    supports_masking: bool
class Masking(Layer):
    def __init__(self, mask_value: Any = 0.0, **kwargs: Any) -> None: ...
    mask_value: Any
    supports_masking: bool
class MaxNumBoundingBoxes(_BaseImagePreprocessingLayer):
    def __init__(self, max_number: Any, fill_value: Any = -1, **kwargs: Any) -> None: ...
    fill_value: Any
    max_number: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    def transform_labels(self, labels: Any, transformation: Any = None, training: Any = True) -> Any: ...
    def transform_segmentation_masks(self, segmentation_masks: Any, transformation: Any = None, training: Any = True) -> Any: ...
class MaxPooling1D(_BasePooling):
    def __init__(self, pool_size: Any = 2, strides: Any = None, padding: Any = 'valid', data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
class MaxPooling2D(_BasePooling):
    def __init__(self, pool_size: Any = ..., strides: Any = None, padding: Any = 'valid', data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
class MaxPooling3D(_BasePooling):
    def __init__(self, pool_size: Any = ..., strides: Any = None, padding: Any = 'valid', data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
class Maximum(_Merge): ...
class MelSpectrogram(_DataLayer):
    def __init__(self, fft_length: Any = 2048, sequence_stride: Any = 512, sequence_length: Any = None, window: Any = 'hann', sampling_rate: Any = 16000, num_mel_bins: Any = 128, min_freq: Any = 20.0, max_freq: Any = None, power_to_db: Any = True, top_db: Any = 80.0, mag_exp: Any = 2.0, min_power: Any = 1e-10, ref_power: Any = 1.0, **kwargs: Any) -> None: ...
    fft_length: Any
    def linear_to_mel_weight_matrix(self, num_mel_bins: Any = 20, num_spectrogram_bins: Any = 129, sampling_rate: Any = 8000, lower_edge_hertz: Any = 125.0, upper_edge_hertz: Any = 3800.0, dtype: Any = 'float32') -> Any: ...
    mag_exp: Any
    max_freq: Any
    min_freq: Any
    min_power: Any
    num_mel_bins: Any
    power_to_db: Any
    ref_power: Any
    sampling_rate: Any
    sequence_length: Any
    sequence_stride: Any
    top_db: Any
    window: Any
class Minimum(_Merge): ...
class MixUp(_BaseImagePreprocessingLayer):
    def __init__(self, alpha: Any = 0.2, data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    alpha: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
class MultiHeadAttention(Layer):
    def __init__(self, num_heads: Any, key_dim: Any, value_dim: Any = None, dropout: Any = 0.0, use_bias: Any = True, output_shape: Any = None, attention_axes: Any = None, sliding_window: Any = None, flash_attention: Any = None, kernel_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, bias_constraint: Any = None, use_gate: Any = False, seed: Any = None, **kwargs: Any) -> None: ...
    @property
    def attention_axes(self) -> Any: ...
    @property
    def dropout(self) -> Any: ...
    @property
    def key_dense(self) -> Any: ...
    @property
    def key_dim(self) -> Any: ...
    @property
    def num_heads(self) -> Any: ...
    @property
    def output_dense(self) -> Any: ...
    @property
    def query_dense(self) -> Any: ...
    seed: Any
    supports_masking: bool
    @property
    def use_bias(self) -> Any: ...
    @property
    def value_dense(self) -> Any: ...
    @property
    def value_dim(self) -> Any: ...
class Multiply(_Merge): ...
class Normalization(_DataLayer):
    def __init__(self, axis: Any = -1, mean: Any = None, variance: Any = None, invert: Any = False, **kwargs: Any) -> None: ...
    def adapt(self, data: Any) -> None: ...
    adapt_mean: Any
    adapt_variance: Any
    axis: Any
    count: Any
    def finalize_state(self) -> None: ...
    input_mean: Any
    input_variance: Any
    invert: Any
    mean: Any
    supports_masking: bool
    variance: Any
class PReLU(Layer):
    def __init__(self, alpha_initializer: Any = 'Zeros', alpha_regularizer: Any = None, alpha_constraint: Any = None, shared_axes: Any = None, **kwargs: Any) -> None: ...
    alpha: Any
    alpha_constraint: Any
    alpha_initializer: Any
    alpha_regularizer: Any
    input_spec: Any
    shared_axes: Any
    supports_masking: bool
class Permute(Layer):
    def __init__(self, dims: Any, **kwargs: Any) -> None: ...
    dims: Any
    input_spec: Any
class Pipeline(Layer):
    def __init__(self, layers: Any, name: str | None = None) -> None: ...
    @property
    def layers(self) -> Any: ...
class RMSNormalization(Layer):
    def __init__(self, axis: Any = -1, epsilon: Any = 1e-06, **kwargs: Any) -> None: ...
    axis: Any
    epsilon: Any
    scale: Any
class RandAugment(_BaseImagePreprocessingLayer):
    def __init__(self, value_range: Any = ..., num_ops: Any = 2, factor: Any = 0.5, interpolation: Any = 'bilinear', seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    auto_contrast: Any
    equalization: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    interpolation: Any
    num_ops: Any
    random_brightness: Any
    random_color_degeneration: Any
    random_contrast: Any
    random_posterization: Any
    random_rotation: Any
    random_sharpness: Any
    random_shear: Any
    random_translation: Any
    seed: Any
    solarization: Any
    value_range: Any
class RandomBrightness(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, value_range: Any = ..., seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    value_range: Any
class RandomColorDegeneration(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, value_range: Any = ..., data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class RandomColorJitter(_BaseImagePreprocessingLayer):
    def __init__(self, value_range: Any = ..., brightness_factor: Any = None, contrast_factor: Any = None, saturation_factor: Any = None, hue_factor: Any = None, seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    brightness_factor: Any
    contrast_factor: Any
    generator: Any
    hue_factor: Any
    random_brightness: Any
    random_contrast: Any
    random_hue: Any
    random_saturation: Any
    saturation_factor: Any
    seed: Any
    value_range: Any
class RandomContrast(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, value_range: Any = ..., seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    value_range: Any
class RandomCrop(_BaseImagePreprocessingLayer):
    def __init__(self, height: Any, width: Any, seed: Any = None, data_format: Any = None, name: str | None = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> tuple[Any, Any]: ...
    height: Any
    height_axis: Any
    seed: Any
    supports_masking: bool
    width: Any
    width_axis: Any
class RandomElasticTransform(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any = 1.0, scale: Any = 1.0, interpolation: Any = 'bilinear', fill_mode: Any = 'reflect', fill_value: Any = 0.0, value_range: Any = ..., seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    channel_axis: Any
    fill_mode: Any
    fill_value: Any
    generator: Any
    def get_elastic_transform_params(self, height: Any, width: Any, factor: Any) -> tuple[Any, Any]: ...
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    height_axis: Any
    interpolation: Any
    scale: Any
    seed: Any
    value_range: Any
    width_axis: Any
class RandomErasing(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any = 1.0, scale: Any = ..., fill_value: Any = None, value_range: Any = ..., seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    channel_axis: Any
    fill_value: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    height_axis: Any
    scale: Any
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
    width_axis: Any
class RandomFlip(_BaseImagePreprocessingLayer):
    def __init__(self, mode: Any = 'horizontal_and_vertical', seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    mode: Any
    seed: Any
class RandomGaussianBlur(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any = 1.0, kernel_size: Any = 3, sigma: Any = 1.0, value_range: Any = ..., data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    kernel_size: Any
    seed: Any
    sigma: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class RandomGrayscale(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any = 0.5, data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, images: Any, training: Any = True, seed: Any = None) -> Any: ...
    seed: Any
    def transform_bounding_boxes(self, bounding_boxes: Any, **kwargs: Any) -> Any: ...
    def transform_labels(self, labels: Any, transformations: Any = None, **kwargs: Any) -> Any: ...
    def transform_segmentation_masks(self, segmentation_masks: Any, transformations: Any = None, **kwargs: Any) -> Any: ...
class RandomHeight(Layer):
    def __init__(self, factor: Any, interpolation: Any = 'bilinear', seed: Any = None, **kwargs: Any) -> None: ...
    factor: Any
    height_lower: Any
    height_upper: Any
    interpolation: Any
    seed: Any
    seed_generator: Any
class RandomHue(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, value_range: Any = ..., data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class RandomInvert(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any = 1.0, value_range: Any = ..., seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    seed: Any
    value_range: Any
class RandomPerspective(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any = 1.0, scale: Any = 1.0, interpolation: Any = 'bilinear', fill_value: Any = 0.0, seed: Any = None, data_format: Any = None, **kwargs: Any) -> None: ...
    channel_axis: Any
    fill_value: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    height_axis: Any
    interpolation: Any
    scale: Any
    seed: Any
    width_axis: Any
class RandomPosterization(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, value_range: Any = ..., data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class RandomRotation(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, fill_mode: Any = 'reflect', interpolation: Any = 'bilinear', seed: Any = None, fill_value: Any = 0.0, data_format: Any = None, **kwargs: Any) -> None: ...
    fill_mode: Any
    fill_value: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    interpolation: Any
    seed: Any
class RandomSaturation(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, value_range: Any = ..., data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class RandomSharpness(_BaseImagePreprocessingLayer):
    def __init__(self, factor: Any, value_range: Any = ..., data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any]: ...
    seed: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    value_range: Any
class RandomShear(_BaseImagePreprocessingLayer):
    def __init__(self, x_factor: Any = 0.0, y_factor: Any = 0.0, interpolation: Any = 'bilinear', fill_mode: Any = 'reflect', fill_value: Any = 0.0, data_format: Any = None, seed: Any = None, **kwargs: Any) -> None: ...
    fill_mode: Any
    fill_value: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    def get_shifted_bbox(self, bounding_boxes: Any, w_shift_factor: Any, h_shift_factor: Any) -> Any: ...
    def get_transformed_x_y(self, x: Any, y: Any, transform: Any) -> tuple[Any, Any]: ...
    interpolation: Any
    seed: Any
    x_factor: Any
    y_factor: Any
class RandomTranslation(_BaseImagePreprocessingLayer):
    def __init__(self, height_factor: Any, width_factor: Any, fill_mode: Any = 'reflect', interpolation: Any = 'bilinear', seed: Any = None, fill_value: Any = 0.0, data_format: Any = None, **kwargs: Any) -> None: ...
    fill_mode: Any
    fill_value: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    def get_shifted_bbox(self, bounding_boxes: Any, w_shift_factor: Any, h_shift_factor: Any) -> Any: ...
    def get_transformed_x_y(self, x: Any, y: Any, transform: Any) -> tuple[Any, Any]: ...
    height_factor: Any
    height_lower: Any
    height_upper: Any
    interpolation: Any
    seed: Any
    width_factor: Any
    width_lower: Any
    width_upper: Any
class RandomWidth(Layer):
    def __init__(self, factor: Any, interpolation: Any = 'bilinear', seed: Any = None, **kwargs: Any) -> None: ...
    factor: Any
    interpolation: Any
    seed: Any
    seed_generator: Any
    width_lower: Any
    width_upper: Any
class RandomZoom(_BaseImagePreprocessingLayer):
    def __init__(self, height_factor: Any, width_factor: Any = None, fill_mode: Any = 'reflect', interpolation: Any = 'bilinear', seed: Any = None, fill_value: Any = 0.0, data_format: Any = None, **kwargs: Any) -> None: ...
    fill_mode: Any
    fill_value: Any
    generator: Any
    def get_clipped_bbox(self, bounding_boxes: Any, h_end: Any, h_start: Any, w_end: Any, w_start: Any) -> Any: ...
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    def get_transformed_x_y(self, x: Any, y: Any, transform: Any) -> tuple[Any, Any]: ...
    height_factor: Any
    height_lower: Any
    height_upper: Any
    interpolation: Any
    seed: Any
    width_factor: Any
    width_lower: Any
    width_upper: Any
class ReLU(Layer):
    def __init__(self, max_value: Any = None, negative_slope: Any = 0.0, threshold: Any = 0.0, **kwargs: Any) -> None: ...
    max_value: Any
    negative_slope: Any
    supports_masking: bool
    threshold: Any
class RepeatVector(Layer):
    def __init__(self, n: Any, **kwargs: Any) -> None: ...
    input_spec: Any
    n: Any
class Rescaling(_DataLayer):
    def __init__(self, scale: Any, offset: Any = 0.0, **kwargs: Any) -> None: ...
    offset: Any
    scale: Any
    supports_masking: bool
class Reshape(Layer):
    def __init__(self, target_shape: Any, **kwargs: Any) -> None: ...
    target_shape: Any
class Resizing(_BaseImagePreprocessingLayer):
    def __init__(self, height: Any, width: Any, interpolation: Any = 'bilinear', crop_to_aspect_ratio: Any = False, pad_to_aspect_ratio: Any = False, fill_mode: Any = 'constant', fill_value: Any = 0.0, antialias: Any = False, data_format: Any = None, **kwargs: Any) -> None: ...
    antialias: Any
    crop_to_aspect_ratio: Any
    fill_mode: Any
    fill_value: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> tuple[Any, Any]: ...
    height: Any
    height_axis: Any
    interpolation: Any
    pad_to_aspect_ratio: Any
    def transform_images(self, images: Any, transformation: Any = None, training: Any = True) -> Any: ...
    def transform_labels(self, labels: Any, transformation: Any = None, training: Any = True) -> Any: ...
    def transform_segmentation_masks(self, segmentation_masks: Any, transformation: Any = None, training: Any = True) -> Any: ...
    width: Any
    width_axis: Any
class ReversibleEmbedding(Embedding):
    def __init__(self, input_dim: Any, output_dim: Any, tie_weights: Any = True, embeddings_initializer: Any = 'uniform', embeddings_regularizer: Any = None, embeddings_constraint: Any = None, mask_zero: Any = False, reverse_dtype: Any = None, logit_soft_cap: Any = None, **kwargs: Any) -> None: ...
    inputs_quantizer: Any
    logit_soft_cap: Any
    reverse_dtype: Any
    reverse_embeddings: Any
    reverse_embeddings_scale: Any
    reverse_embeddings_zero: Any
    tie_weights: Any
    @property
    def variable_serialization_spec(self) -> Any: ...
class STFTSpectrogram(Layer):
    def __init__(self, mode: Any = 'log', frame_length: Any = 256, frame_step: Any = None, fft_length: Any = None, window: Any = 'hann', periodic: Any = False, scaling: Any = 'density', padding: Any = 'valid', expand_dims: Any = False, data_format: Any = None, **kwargs: Any) -> None: ...
    data_format: Any
    expand_dims: Any
    fft_length: Any
    frame_length: Any
    frame_step: Any
    imag_kernel: Any
    input_spec: Any
    mode: Any
    padding: Any
    periodic: Any
    real_kernel: Any
    scaling: Any
    window: Any
class SeparableConv1D(Layer):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = 1, padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = 1, depth_multiplier: Any = 1, activation: Any = None, use_bias: Any = True, depthwise_initializer: Any = 'glorot_uniform', pointwise_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', depthwise_regularizer: Any = None, pointwise_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, depthwise_constraint: Any = None, pointwise_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    data_format: Any
    depth_multiplier: Any
    depthwise_constraint: Any
    depthwise_initializer: Any
    depthwise_kernel: Any
    depthwise_regularizer: Any
    dilation_rate: Any
    filters: Any
    input_spec: Any
    kernel_size: Any
    padding: Any
    pointwise_constraint: Any
    pointwise_initializer: Any
    pointwise_kernel: Any
    pointwise_regularizer: Any
    rank: Any
    strides: Any
    use_bias: Any
class SeparableConv2D(Layer):
    def __init__(self, filters: Any, kernel_size: Any, strides: Any = ..., padding: Any = 'valid', data_format: Any = None, dilation_rate: Any = ..., depth_multiplier: Any = 1, activation: Any = None, use_bias: Any = True, depthwise_initializer: Any = 'glorot_uniform', pointwise_initializer: Any = 'glorot_uniform', bias_initializer: Any = 'zeros', depthwise_regularizer: Any = None, pointwise_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, depthwise_constraint: Any = None, pointwise_constraint: Any = None, bias_constraint: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    data_format: Any
    depth_multiplier: Any
    depthwise_constraint: Any
    depthwise_initializer: Any
    depthwise_kernel: Any
    depthwise_regularizer: Any
    dilation_rate: Any
    filters: Any
    input_spec: Any
    kernel_size: Any
    padding: Any
    pointwise_constraint: Any
    pointwise_initializer: Any
    pointwise_kernel: Any
    pointwise_regularizer: Any
    rank: Any
    strides: Any
    use_bias: Any
class SimpleRNN(RNN):
    def __init__(self, units: Any, activation: Any = 'tanh', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, return_sequences: Any = False, return_state: Any = False, go_backwards: Any = False, stateful: Any = False, unroll: Any = False, seed: Any = None, **kwargs: Any) -> None: ...
    @property
    def activation(self) -> Any: ...
    @property
    def bias_constraint(self) -> Any: ...
    @property
    def bias_initializer(self) -> Any: ...
    @property
    def bias_regularizer(self) -> Any: ...
    @property
    def dropout(self) -> Any: ...
    @property
    def kernel_constraint(self) -> Any: ...
    @property
    def kernel_initializer(self) -> Any: ...
    @property
    def kernel_regularizer(self) -> Any: ...
    @property
    def recurrent_constraint(self) -> Any: ...
    @property
    def recurrent_dropout(self) -> Any: ...
    @property
    def recurrent_initializer(self) -> Any: ...
    @property
    def recurrent_regularizer(self) -> Any: ...
    @property
    def units(self) -> Any: ...
    @property
    def use_bias(self) -> Any: ...
class SimpleRNNCell(Layer, _DropoutRNNCell):
    def __init__(self, units: Any, activation: Any = 'tanh', use_bias: Any = True, kernel_initializer: Any = 'glorot_uniform', recurrent_initializer: Any = 'orthogonal', bias_initializer: Any = 'zeros', kernel_regularizer: Any = None, recurrent_regularizer: Any = None, bias_regularizer: Any = None, kernel_constraint: Any = None, recurrent_constraint: Any = None, bias_constraint: Any = None, dropout: Any = 0.0, recurrent_dropout: Any = 0.0, seed: Any = None, **kwargs: Any) -> None: ...
    activation: Any
    bias: Any
    bias_constraint: Any
    bias_initializer: Any
    bias_regularizer: Any
    dropout: Any
    def get_initial_state(self, batch_size: Any = None) -> list[Any]: ...
    kernel: Any
    kernel_constraint: Any
    kernel_initializer: Any
    kernel_regularizer: Any
    output_size: Any
    recurrent_constraint: Any
    recurrent_dropout: Any
    recurrent_initializer: Any
    recurrent_kernel: Any
    recurrent_regularizer: Any
    seed: Any
    seed_generator: Any
    state_size: Any
    units: Any
    use_bias: Any
class Softmax(Layer):
    def __init__(self, axis: Any = -1, **kwargs: Any) -> None: ...
    axis: Any
    supports_masking: bool
class Solarization(_BaseImagePreprocessingLayer):
    def __init__(self, addition_factor: Any = 0.0, threshold_factor: Any = 0.0, value_range: Any = ..., seed: Any = None, **kwargs: Any) -> None: ...
    addition_factor: Any
    generator: Any
    def get_random_transformation(self, data: Any, training: Any = True, seed: Any = None) -> dict[Any, Any] | Any: ...
    seed: Any
    threshold_factor: Any
    value_range: Any
class _BaseSpatialDropout(Dropout):
    def __init__(self, rate: Any, seed: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
class SpatialDropout1D(_BaseSpatialDropout):
    input_spec: Any
class SpatialDropout2D(_BaseSpatialDropout):
    def __init__(self, rate: Any, data_format: Any = None, seed: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    data_format: Any
    input_spec: Any
class SpatialDropout3D(_BaseSpatialDropout):
    def __init__(self, rate: Any, data_format: Any = None, seed: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    data_format: Any
    input_spec: Any
class Wrapper(Layer):
    def __init__(self, layer: Any, **kwargs: Any) -> None: ...
    layer: Any
class SpectralNormalization(Wrapper):
    def __init__(self, layer: Any, power_iterations: Any = 1, **kwargs: Any) -> None: ...
    input_spec: Any
    kernel: Any
    kernel_shape: Any
    def normalized_weights(self) -> tuple[Any, Any]: ...
    power_iterations: Any
    vector_u: Any
class StackedRNNCells(Layer):
    def __init__(self, cells: Any, **kwargs: Any) -> None: ...
    cells: Any
    def get_initial_state(self, batch_size: Any = None) -> Any: ...
    @property
    def output_size(self) -> Any: ...
    @property
    def state_size(self) -> list[Any]: ...
class StringLookup(Layer):
    def __init__(self, max_tokens: Any = None, num_oov_indices: Any = 1, mask_token: Any = None, oov_token: Any = '[UNK]', vocabulary: Any = None, idf_weights: Any = None, invert: Any = False, output_mode: Any = 'int', pad_to_max_tokens: Any = False, sparse: Any = False, encoding: Any = 'utf-8', name: str | None = None, salt: Any = None, **kwargs: Any) -> None: ...
    def adapt(self, data: Any, steps: Any = None) -> None: ...
    encoding: Any
    def finalize_state(self) -> None: ...
    def get_build_config(self) -> dict[Any, Any]: ...
    def get_vocabulary(self, include_special_tokens: Any = True) -> list[Any]: ...
    idf_weights: Any
    idf_weights_const: Any
    input_idf_weights: Any
    input_vocabulary: Any
    invert: Any
    def load_assets(self, dir_path: Any) -> None: ...
    lookup_table: Any
    mask_token: Any
    max_tokens: Any
    num_documents: Any
    num_oov_indices: Any
    oov_method: Any
    oov_token: Any
    output_mode: Any
    pad_to_max_tokens: Any
    def reset_state(self) -> None: ...
    salt: Any
    def save_assets(self, dir_path: Any) -> None: ...
    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None: ...
    sparse: Any
    token_counts: Any
    token_document_counts: Any
    def update_state(self, *args: Any, **kwargs: Any) -> None: ...
    vocabulary_dtype: Any
    def vocabulary_size(self) -> int: ...
class Subtract(_Merge): ...
class TFSMLayer(Layer):
    def __init__(self, filepath: Any, call_endpoint: Any = 'serve', call_training_endpoint: Any = None, trainable: Any = True, name: str | None = None, dtype: Any = None) -> None: ...
    call_endpoint: Any
    call_endpoint_fn: Any
    call_training_endpoint: Any
    call_training_endpoint_fn: Any
    filepath: Any
class TextVectorization(Layer):
    def __init__(self, max_tokens: Any = None, standardize: Any = 'lower_and_strip_punctuation', split: Any = 'whitespace', ngrams: Any = None, output_mode: Any = 'int', output_sequence_length: Any = None, pad_to_max_tokens: Any = False, vocabulary: Any = None, idf_weights: Any = None, sparse: Any = False, ragged: Any = False, encoding: Any = 'utf-8', name: str | None = None, **kwargs: Any) -> None: ...
    def adapt(self, data: Any, batch_size: Any = None, steps: Any = None) -> None: ...
    def finalize_state(self) -> None: ...
    def get_vocabulary(self, include_special_tokens: Any = True) -> list[Any]: ...
    def load_assets(self, dir_path: Any) -> None: ...
    def reset_state(self) -> None: ...
    def save_assets(self, dir_path: Any) -> None: ...
    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None: ...
    def update_state(self, *args: Any, **kwargs: Any) -> None: ...
    def vocabulary_size(self) -> int: ...
class ThresholdedReLU(Layer):
    def __init__(self, theta: Any = 1.0, **kwargs: Any) -> None: ...
    supports_masking: bool
    theta: Any
class TimeDistributed(Wrapper):
    supports_masking: bool
class TorchModuleWrapper(Layer):
    def __init__(self, module: Any, name: str | None = None, output_shape: Any = None, **kwargs: Any) -> None: ...
    module: Any
    output_shape: Any
    def parameters(self, recurse: Any = True) -> Any: ...
class UnitNormalization(Layer):
    def __init__(self, axis: Any = -1, **kwargs: Any) -> None: ...
    axis: Any
    supports_masking: bool
class UpSampling1D(Layer):
    def __init__(self, size: Any = 2, **kwargs: Any) -> None: ...
    input_spec: Any
    size: Any
class UpSampling2D(Layer):
    def __init__(self, size: Any = ..., data_format: Any = None, interpolation: Any = 'nearest', **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
    interpolation: Any
    size: Any
class UpSampling3D(Layer):
    def __init__(self, size: Any = ..., data_format: Any = None, **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
    size: Any
class ZeroPadding1D(Layer):
    def __init__(self, padding: Any = 1, data_format: Any = None, **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
    padding: Any
class ZeroPadding2D(Layer):
    def __init__(self, padding: Any = ..., data_format: Any = None, **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
    padding: Any
class ZeroPadding3D(Layer):
    def __init__(self, padding: Any = ..., data_format: Any = None, **kwargs: Any) -> None: ...
    data_format: Any
    input_spec: Any
    padding: Any
def add(inputs: Any, **kwargs: Any) -> Any: ...
def average(inputs: Any, **kwargs: Any) -> Any: ...
def concatenate(inputs: Any, axis: Any = -1, **kwargs: Any) -> Any: ...
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def dot(inputs: Any, axes: Any = -1, **kwargs: Any) -> Any: ...
def maximum(inputs: Any, **kwargs: Any) -> Any: ...
def minimum(inputs: Any, **kwargs: Any) -> Any: ...
def multiply(inputs: Any, **kwargs: Any) -> Any: ...
def serialize(layer: Any) -> Any: ...
def subtract(inputs: Any, **kwargs: Any) -> Any: ...
from tensorflow.keras.layers import (
    AveragePooling1D as AvgPool1D,
    AveragePooling2D as AvgPool2D,
    AveragePooling3D as AvgPool3D,
    Conv1D as Convolution1D,
    Conv1DTranspose as Convolution1DTranspose,
    Conv2D as Convolution2D,
    Conv2DTranspose as Convolution2DTranspose,
    Conv3D as Convolution3D,
    Conv3DTranspose as Convolution3DTranspose,
    GlobalAveragePooling1D as GlobalAvgPool1D,
    GlobalAveragePooling2D as GlobalAvgPool2D,
    GlobalAveragePooling3D as GlobalAvgPool3D,
    GlobalMaxPooling1D as GlobalMaxPool1D,
    GlobalMaxPooling2D as GlobalMaxPool2D,
    GlobalMaxPooling3D as GlobalMaxPool3D,
    MaxPooling1D as MaxPool1D,
    MaxPooling2D as MaxPool2D,
    MaxPooling3D as MaxPool3D,
    SeparableConv1D as SeparableConvolution1D,
    SeparableConv2D as SeparableConvolution2D,
)
