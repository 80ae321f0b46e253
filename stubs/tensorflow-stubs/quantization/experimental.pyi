# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from collections.abc import Iterable, Mapping
from tensorflow._bases import Flag, Message, MessageMap, Repeated
from typing import Any, SupportsIndex, final

@final
class QuantizationComponentSpec(Message):
    def __init__(self, *, quantization_component: SupportsIndex | str | None = None, tensor_type: SupportsIndex | str | None = None) -> None: ...
    quantization_component: int
    tensor_type: int
    QUANTIZATION_COMPONENT_FIELD_NUMBER: int
    TENSOR_TYPE_FIELD_NUMBER: int
    QuantizationComponent: Any
    COMPONENT_UNSPECIFIED: int
    COMPONENT_ACTIVATION: int
    COMPONENT_WEIGHT: int
    COMPONENT_BIAS: int
    TensorType: Any
    TENSORTYPE_UNSPECIFIED: int
    TENSORTYPE_INT_4: int
    TENSORTYPE_INT_8: int
    TENSORTYPE_INT_32: int
@final
class QuantizationMethod(Message):
    def __init__(self, *, preset_method: SupportsIndex | str | None = None, quantization_component_specs: Iterable[Any] | None = None) -> None: ...
    preset_method: int
    @property
    def quantization_component_specs(self) -> Repeated[tf.quantization.experimental.QuantizationComponentSpec]: ...
    PRESET_METHOD_FIELD_NUMBER: int
    QUANTIZATION_COMPONENT_SPECS_FIELD_NUMBER: int
    PresetMethod: Any
    METHOD_UNSPECIFIED: int
    METHOD_NO_QUANTIZE: int
    METHOD_STATIC_RANGE_INT8: int
    METHOD_DYNAMIC_RANGE_INT8: int
    METHOD_STATIC_RANGE_WEIGHT_ONLY_INT8: int
@final
class QuantizationOptions(Message):
    def __init__(self, *, calibration_options: Any | dict[str, Any] | None = None, debugger_config: Any | dict[str, Any] | None = None, enable_legacy_weight_only: Flag | None = None, enable_per_channel_quantization: Flag | None = None, enable_two_input_tensors: Flag | None = None, experimental_enable_tpu_model_support: Flag | None = None, force_graph_mode_calibration: Flag | None = None, freeze_all_variables: Flag | None = None, min_num_elements_for_weights: SupportsIndex | None = None, op_set: SupportsIndex | str | None = None, quantization_method: tf.quantization.experimental.QuantizationMethod | dict[str, Any] | None = None, representative_datasets: Mapping[Any, Any] | None = None, signature_keys: Iterable[str] | None = None, tags: Iterable[str] | None = None, unit_wise_quantization_specs: Iterable[Any] | None = None) -> None: ...
    @property
    def calibration_options(self) -> Any: ...
    @property
    def debugger_config(self) -> Any: ...
    enable_legacy_weight_only: bool
    enable_per_channel_quantization: bool
    enable_two_input_tensors: bool
    experimental_enable_tpu_model_support: bool
    force_graph_mode_calibration: bool
    freeze_all_variables: bool
    min_num_elements_for_weights: int
    op_set: int
    @property
    def quantization_method(self) -> tf.quantization.experimental.QuantizationMethod: ...
    @property
    def representative_datasets(self) -> MessageMap[str, Any]: ...
    @property
    def signature_keys(self) -> Repeated[str, str]: ...
    @property
    def tags(self) -> Repeated[str, str]: ...
    @property
    def unit_wise_quantization_specs(self) -> Repeated[tf.quantization.experimental.UnitWiseQuantizationSpec]: ...
    CALIBRATION_OPTIONS_FIELD_NUMBER: int
    DEBUGGER_CONFIG_FIELD_NUMBER: int
    ENABLE_LEGACY_WEIGHT_ONLY_FIELD_NUMBER: int
    ENABLE_PER_CHANNEL_QUANTIZATION_FIELD_NUMBER: int
    ENABLE_TWO_INPUT_TENSORS_FIELD_NUMBER: int
    EXPERIMENTAL_ENABLE_TPU_MODEL_SUPPORT_FIELD_NUMBER: int
    FORCE_GRAPH_MODE_CALIBRATION_FIELD_NUMBER: int
    FREEZE_ALL_VARIABLES_FIELD_NUMBER: int
    MIN_NUM_ELEMENTS_FOR_WEIGHTS_FIELD_NUMBER: int
    OP_SET_FIELD_NUMBER: int
    QUANTIZATION_METHOD_FIELD_NUMBER: int
    REPRESENTATIVE_DATASETS_FIELD_NUMBER: int
    SIGNATURE_KEYS_FIELD_NUMBER: int
    TAGS_FIELD_NUMBER: int
    UNIT_WISE_QUANTIZATION_SPECS_FIELD_NUMBER: int
    RepresentativeDatasetsEntry: Any
class TfRecordRepresentativeDatasetSaver:
    def __init__(self, path_map: Mapping[Any, Any], expected_input_key_map: Mapping[Any, Any] | None = None) -> None: ...
    expected_input_key_map: Any
    path_map: Any
    def save(self, representative_dataset: Mapping[Any, Any]) -> Any: ...
@final
class UnitWiseQuantizationSpec(Message):
    def __init__(self, *, quantization_method: tf.quantization.experimental.QuantizationMethod | dict[str, Any] | None = None, unit: Iterable[Any] | None = None) -> None: ...
    @property
    def quantization_method(self) -> tf.quantization.experimental.QuantizationMethod: ...
    @property
    def unit(self) -> Repeated[Any]: ...
    QUANTIZATION_METHOD_FIELD_NUMBER: int
    UNIT_FIELD_NUMBER: int
    QuantizationUnit: Any
def quantize_saved_model(saved_model_path: str, output_directory: str | None = None, quantization_options: tf.quantization.experimental.QuantizationOptions | None = None, representative_dataset: Iterable[Any] | Mapping[Any, Any] | None = None, *, overwrite_output_directory: Flag = False) -> tf.__internal__.tracking.AutoTrackable: ...
