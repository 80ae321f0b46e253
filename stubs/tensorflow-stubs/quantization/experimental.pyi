# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins
import collections.abc
import tensorflow as tf
import typing
from tensorflow._typing import Flag, Message, MessageMap, Repeated
from typing import Any

@typing.final
class QuantizationComponentSpec(Message):
    def __init__(self, *, quantization_component: builtins.int | None = None, tensor_type: builtins.int | None = None) -> None: ...
    quantization_component: builtins.int
    tensor_type: builtins.int
    QUANTIZATION_COMPONENT_FIELD_NUMBER: builtins.int
    TENSOR_TYPE_FIELD_NUMBER: builtins.int
    QuantizationComponent: Any
    COMPONENT_UNSPECIFIED: builtins.int
    COMPONENT_ACTIVATION: builtins.int
    COMPONENT_WEIGHT: builtins.int
    COMPONENT_BIAS: builtins.int
    TensorType: Any
    TENSORTYPE_UNSPECIFIED: builtins.int
    TENSORTYPE_INT_4: builtins.int
    TENSORTYPE_INT_8: builtins.int
    TENSORTYPE_INT_32: builtins.int
@typing.final
class QuantizationMethod(Message):
    def __init__(self, *, preset_method: builtins.int | None = None, quantization_component_specs: collections.abc.Iterable[Any] | None = None) -> None: ...
    preset_method: builtins.int
    @property
    def quantization_component_specs(self) -> Repeated[tf.quantization.experimental.QuantizationComponentSpec]: ...
    PRESET_METHOD_FIELD_NUMBER: builtins.int
    QUANTIZATION_COMPONENT_SPECS_FIELD_NUMBER: builtins.int
    PresetMethod: Any
    METHOD_UNSPECIFIED: builtins.int
    METHOD_NO_QUANTIZE: builtins.int
    METHOD_STATIC_RANGE_INT8: builtins.int
    METHOD_DYNAMIC_RANGE_INT8: builtins.int
    METHOD_STATIC_RANGE_WEIGHT_ONLY_INT8: builtins.int
@typing.final
class QuantizationOptions(Message):
    def __init__(self, *, calibration_options: Any | dict[builtins.str, Any] | None = None, debugger_config: Any | dict[builtins.str, Any] | None = None, enable_legacy_weight_only: builtins.bool | None = None, enable_per_channel_quantization: builtins.bool | None = None, enable_two_input_tensors: builtins.bool | None = None, experimental_enable_tpu_model_support: builtins.bool | None = None, force_graph_mode_calibration: builtins.bool | None = None, freeze_all_variables: builtins.bool | None = None, min_num_elements_for_weights: builtins.int | None = None, op_set: builtins.int | None = None, quantization_method: tf.quantization.experimental.QuantizationMethod | dict[builtins.str, Any] | None = None, representative_datasets: collections.abc.Mapping[Any, Any] | None = None, signature_keys: collections.abc.Iterable[builtins.str] | None = None, tags: collections.abc.Iterable[builtins.str] | None = None, unit_wise_quantization_specs: collections.abc.Iterable[Any] | None = None) -> None: ...
    @property
    def calibration_options(self) -> Any: ...
    @property
    def debugger_config(self) -> Any: ...
    enable_legacy_weight_only: builtins.bool
    enable_per_channel_quantization: builtins.bool
    enable_two_input_tensors: builtins.bool
    experimental_enable_tpu_model_support: builtins.bool
    force_graph_mode_calibration: builtins.bool
    freeze_all_variables: builtins.bool
    min_num_elements_for_weights: builtins.int
    op_set: builtins.int
    @property
    def quantization_method(self) -> tf.quantization.experimental.QuantizationMethod: ...
    @property
    def representative_datasets(self) -> MessageMap[builtins.str, Any]: ...
    @property
    def signature_keys(self) -> Repeated[builtins.str]: ...
    @property
    def tags(self) -> Repeated[builtins.str]: ...
    @property
    def unit_wise_quantization_specs(self) -> Repeated[tf.quantization.experimental.UnitWiseQuantizationSpec]: ...
    CALIBRATION_OPTIONS_FIELD_NUMBER: builtins.int
    DEBUGGER_CONFIG_FIELD_NUMBER: builtins.int
    ENABLE_LEGACY_WEIGHT_ONLY_FIELD_NUMBER: builtins.int
    ENABLE_PER_CHANNEL_QUANTIZATION_FIELD_NUMBER: builtins.int
    ENABLE_TWO_INPUT_TENSORS_FIELD_NUMBER: builtins.int
    EXPERIMENTAL_ENABLE_TPU_MODEL_SUPPORT_FIELD_NUMBER: builtins.int
    FORCE_GRAPH_MODE_CALIBRATION_FIELD_NUMBER: builtins.int
    FREEZE_ALL_VARIABLES_FIELD_NUMBER: builtins.int
    MIN_NUM_ELEMENTS_FOR_WEIGHTS_FIELD_NUMBER: builtins.int
    OP_SET_FIELD_NUMBER: builtins.int
    QUANTIZATION_METHOD_FIELD_NUMBER: builtins.int
    REPRESENTATIVE_DATASETS_FIELD_NUMBER: builtins.int
    SIGNATURE_KEYS_FIELD_NUMBER: builtins.int
    TAGS_FIELD_NUMBER: builtins.int
    UNIT_WISE_QUANTIZATION_SPECS_FIELD_NUMBER: builtins.int
    RepresentativeDatasetsEntry: Any
class TfRecordRepresentativeDatasetSaver:
    def __init__(self, path_map: collections.abc.Mapping[Any, Any], expected_input_key_map: collections.abc.Mapping[Any, Any] | None = None) -> None: ...
    expected_input_key_map: Any
    path_map: Any
    def save(self, representative_dataset: collections.abc.Mapping[Any, Any]) -> Any: ...
@typing.final
class UnitWiseQuantizationSpec(Message):
    def __init__(self, *, quantization_method: tf.quantization.experimental.QuantizationMethod | dict[builtins.str, Any] | None = None, unit: collections.abc.Iterable[Any] | None = None) -> None: ...
    @property
    def quantization_method(self) -> tf.quantization.experimental.QuantizationMethod: ...
    @property
    def unit(self) -> Repeated[Any]: ...
    QUANTIZATION_METHOD_FIELD_NUMBER: builtins.int
    UNIT_FIELD_NUMBER: builtins.int
    QuantizationUnit: Any
def quantize_saved_model(saved_model_path: builtins.str, output_directory: builtins.str | None = None, quantization_options: tf.quantization.experimental.QuantizationOptions | None = None, representative_dataset: collections.abc.Iterable[Any] | collections.abc.Mapping[Any, Any] | None = None, *, overwrite_output_directory: Flag = False) -> tf.__internal__.tracking.AutoTrackable: ...
