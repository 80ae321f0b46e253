# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
from typing import Any
from tensorflow.lite.experimental import authoring as authoring

class Analyzer:
    @staticmethod
    def analyze(model_path: Any = None, model_content: Any = None, gpu_compatibility: Any = False, **kwargs: Any) -> Any: ...
class OpResolverType(enum.Enum):
    AUTO = 0
    BUILTIN = 1
    BUILTIN_REF = 2
    BUILTIN_WITHOUT_DEFAULT_DELEGATES = 3
class QuantizationDebugOptions:
    def __init__(self, layer_debug_metrics: Any = None, model_debug_metrics: Any = None, layer_direct_compare_metrics: Any = None, denylisted_ops: Any = None, denylisted_nodes: Any = None, fully_quantize: Any = False) -> None: ...
    denylisted_nodes: Any
    denylisted_ops: Any
    fully_quantize: Any
    layer_debug_metrics: Any
    layer_direct_compare_metrics: Any
    model_debug_metrics: Any
class QuantizationDebugger:
    def __init__(self, quant_debug_model_path: Any = None, quant_debug_model_content: Any = None, float_model_path: Any = None, float_model_content: Any = None, debug_dataset: Any = None, debug_options: Any = None, converter: Any = None) -> None: ...
    calibrated_model: Any
    converter: Any
    float_model: Any
    def get_debug_quantized_model(self) -> Any: ...
    def get_nondebug_quantized_model(self) -> Any: ...
    layer_statistics: Any
    def layer_statistics_dump(self, file: Any) -> Any: ...
    model_statistics: Any
    @property
    def options(self) -> Any: ...
    @options.setter
    def options(self, value: Any) -> None: ...
    quant_model: Any
    def run(self) -> Any: ...
def load_delegate(library: Any, options: Any = None) -> Any: ...
