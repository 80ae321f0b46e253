# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import TensorLike
from typing import Any
from typing_extensions import Self
from tensorflow.lite import (
    Interpreter as Interpreter,
    OpsSet as OpsSet,
    Optimize as Optimize,
    RepresentativeDataset as RepresentativeDataset,
    TargetSpec as TargetSpec,
)

class OpHint:
    def __init__(self, function_name: Any, level: TensorLike | None = 1, children_inputs_mappings: Any = None, **kwargs: Any) -> None: ...
    AGGREGATE_FIRST: str
    AGGREGATE_LAST: str
    AGGREGATE_STACK: str
    CHILDREN_INPUTS_MAPPINGS: str
    FUNCTION_AGGREGATE_ATTR: str
    FUNCTION_INPUT_INDEX_ATTR: str
    FUNCTION_LEVEL_ATTR: str
    FUNCTION_NAME_ATTR: str
    FUNCTION_OUTPUT_INDEX_ATTR: str
    FUNCTION_SORT_INDEX_ATTR: str
    FUNCTION_UUID_ATTR: str
    OpHintArgumentTracker: Any
    TFLITE_INPUT_INDICES: str
    def add_input(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_inputs(self, *args: Any, **kwargs: Any) -> list[Any]: ...
    def add_output(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_outputs(self, *args: Any, **kwargs: Any) -> list[Any]: ...
class TFLiteConverter:
    def __init__(self, graph_def: Any, input_tensors: Any, output_tensors: Any, input_arrays_with_shape: Any = None, output_arrays: Any = None, experimental_debug_info_func: Any = None) -> None: ...
    allow_custom_ops: Any
    canonicalizing_inf_as_min_max_float: Any
    change_concat_input_ranges: Any
    conversion_summary_dir: Any
    def convert(self) -> Any: ...
    default_ranges_stats: Any
    drop_control_dependency: Any
    dump_graphviz_dir: Any
    dump_graphviz_video: Any
    elide_elementsattrs_if_larger: Any
    enable_timing: Any
    exclude_conversion_metadata: Any
    experimental_enable_resource_variables: Any
    experimental_new_converter: Any
    experimental_new_dynamic_range_quantizer: Any
    experimental_new_quantizer: Any
    experimental_stablehlo_quantizer_config: Any
    experimental_use_stablehlo_quantizer: Any
    @classmethod
    def from_frozen_graph(cls, graph_def_file: Any, input_arrays: Any, output_arrays: Any, input_shapes: Any = None) -> Self: ...
    @classmethod
    def from_keras_model_file(cls, model_file: Any, input_arrays: Any = None, input_shapes: Any = None, output_arrays: Any = None, custom_objects: Any = None) -> Any: ...
    @classmethod
    def from_saved_model(cls, saved_model_dir: Any, input_arrays: Any = None, input_shapes: Any = None, output_arrays: Any = None, tag_set: Any = None, signature_key: Any = None) -> Any: ...
    @classmethod
    def from_session(cls, sess: Any, input_tensors: Any, output_tensors: Any) -> Self: ...
    def get_input_arrays(self) -> list[Any]: ...
    inference_input_type: Any
    inference_output_type: Any
    inference_type: Any
    ir_dump_dir: Any
    ir_dump_func_regex: Any
    ir_dump_pass_regex: Any
    legalize_custom_tensor_list_ops: Any
    model_origin_framework: Any
    optimizations: Any
    output_format: Any
    print_ir_after: Any
    print_ir_before: Any
    print_ir_module_scope: Any
    quantized_input_stats: Any
    reorder_across_fake_quant: Any
    representative_dataset: Any
    saved_model_dir: Any
    serialize_debug_metadata: Any
    target_spec: Any
    unfold_batchmatmul: Any
class TocoConverter:
    @classmethod
    def from_frozen_graph(cls, graph_def_file: Any, input_arrays: Any, output_arrays: Any, input_shapes: Any = None) -> Any: ...
    @classmethod
    def from_keras_model_file(cls, model_file: Any, input_arrays: Any = None, input_shapes: Any = None, output_arrays: Any = None) -> Any: ...
    @classmethod
    def from_saved_model(cls, saved_model_dir: Any, input_arrays: Any = None, input_shapes: Any = None, output_arrays: Any = None, tag_set: Any = None, signature_key: Any = None) -> Any: ...
    @classmethod
    def from_session(cls, sess: Any, input_tensors: Any, output_tensors: Any) -> Any: ...
def toco_convert(input_data: Any, input_tensors: Any, output_tensors: Any, *args: Any, **kwargs: Any) -> Any: ...
from tensorflow.compat.v1.lite import (
    constants as constants,
    experimental as experimental,
)
