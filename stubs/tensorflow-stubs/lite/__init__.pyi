# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
from collections.abc import Callable
from tensorflow._typing import TensorLike
from typing import Any
from typing_extensions import Self

class _SignatureRunner:
    def __call__(self, **kwargs: Any) -> dict[str, Any]: ...
    def get_input_details(self) -> dict[str, dict[str, Any]]: ...
    def get_output_details(self) -> dict[str, dict[str, Any]]: ...
class Interpreter:
    def get_signature_runner(self, signature_key: str | None = None) -> _SignatureRunner: ...
    def __init__(self, model_path: Any = None, model_content: Any = None, experimental_delegates: Any = None, num_threads: Any = None, experimental_op_resolver_type: Any = ..., experimental_preserve_all_tensors: TensorLike | None = False, experimental_disable_delegate_clustering: TensorLike | None = False, experimental_default_delegate_latest_features: TensorLike | None = False) -> None: ...
    def allocate_tensors(self) -> None: ...
    def get_input_details(self) -> list[Any]: ...
    def get_output_details(self) -> list[Any]: ...
    def get_signature_list(self) -> dict[str, Any]: ...
    def get_tensor(self, tensor_index: Any, subgraph_index: TensorLike | None = 0) -> Any: ...
    def get_tensor_details(self, subgraph_index: TensorLike | None = 0) -> list[dict[str, Any]]: ...
    def invoke(self) -> None: ...
    def num_subgraphs(self) -> int: ...
    def reset_all_variables(self) -> None: ...
    def resize_tensor_input(self, input_index: Any, tensor_size: Any, strict: TensorLike | None = False) -> None: ...
    def set_tensor(self, tensor_index: Any, value: Any) -> None: ...
    def tensor(self, tensor_index: Any) -> Callable[..., Any]: ...
class TFLiteConverter:
    # Private, though error messages and the guides of TensorFlow Lite tell to set them.
    _experimental_default_to_single_batch_in_tensor_list_ops: bool
    _experimental_disable_per_channel: bool
    _experimental_lower_tensor_list_ops: bool
    def __init__(self, funcs: Any, trackable_obj: Any = None) -> None: ...
    allow_custom_ops: Any
    canonicalizing_inf_as_min_max_float: Any
    def convert(self) -> bytes: ...
    elide_elementsattrs_if_larger: Any
    enable_timing: Any
    exclude_conversion_metadata: Any
    experimental_enable_resource_variables: Any
    @classmethod
    def experimental_from_jax(cls, serving_funcs: Any, inputs: Any) -> Self: ...
    experimental_lower_to_saved_model: Any
    experimental_new_converter: Any
    experimental_new_dynamic_range_quantizer: Any
    experimental_new_quantizer: Any
    experimental_stablehlo_quantizer_config: Any
    experimental_use_stablehlo_quantizer: Any
    @classmethod
    def from_concrete_functions(cls, funcs: Any, trackable_obj: Any = None) -> Self: ...
    @classmethod
    def from_keras_model(cls, model: Any) -> Self: ...
    @classmethod
    def from_saved_model(cls, saved_model_dir: Any, signature_keys: Any = None, tags: Any = None) -> Self: ...
    inference_input_type: Any
    inference_output_type: Any
    ir_dump_dir: Any
    ir_dump_func_regex: Any
    ir_dump_pass_regex: Any
    legalize_custom_tensor_list_ops: Any
    model_origin_framework: Any
    optimizations: Any
    print_ir_after: Any
    print_ir_before: Any
    print_ir_module_scope: Any
    representative_dataset: Any
    saved_model_dir: Any
    serialize_debug_metadata: Any
    target_spec: Any
    unfold_batchmatmul: Any
class OpsSet(enum.Enum):
    TFLITE_BUILTINS = 'TFLITE_BUILTINS'
    SELECT_TF_OPS = 'SELECT_TF_OPS'
    TFLITE_BUILTINS_INT8 = 'TFLITE_BUILTINS_INT8'
    EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8 = ...
    EXPERIMENTAL_STABLEHLO_OPS = 'EXPERIMENTAL_STABLEHLO_OPS'
class Optimize(enum.Enum):
    DEFAULT = 'DEFAULT'
    OPTIMIZE_FOR_SIZE = 'OPTIMIZE_FOR_SIZE'
    OPTIMIZE_FOR_LATENCY = 'OPTIMIZE_FOR_LATENCY'
    EXPERIMENTAL_SPARSITY = 'EXPERIMENTAL_SPARSITY'
class RepresentativeDataset:
    def __init__(self, input_gen: Any) -> None: ...
    input_gen: Any
class TargetSpec:
    def __init__(self, supported_ops: Any = None, supported_types: Any = None, experimental_select_user_tf_ops: Any = None, experimental_supported_backends: Any = None) -> None: ...
    experimental_select_user_tf_ops: Any
    experimental_supported_backends: Any
    supported_ops: Any
    supported_types: Any
from tensorflow.lite import experimental as experimental
