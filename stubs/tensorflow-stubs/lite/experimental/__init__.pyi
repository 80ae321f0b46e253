# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
import tensorflow as tf
from collections.abc import Callable, Mapping, Sequence
from tensorflow._bases import Flag
from tensorflow._typing import TensorLike
from typing import Any

# Of a class that is not public.
def load_delegate(library: Any, options: Any = None) -> object: ...
class Analyzer:
    @staticmethod
    def analyze(model_path: Any = None, model_content: Any = None, gpu_compatibility: TensorLike | None = False, **kwargs: Any) -> None: ...
class OpResolverType(enum.Enum):
    AUTO = 0
    BUILTIN = 1
    BUILTIN_REF = 2
    BUILTIN_WITHOUT_DEFAULT_DELEGATES = 3
class QuantizationDebugOptions:
    def __init__(self, layer_debug_metrics: Mapping[Any, Any] | None = None, model_debug_metrics: Mapping[Any, Any] | None = None, layer_direct_compare_metrics: Mapping[Any, Any] | None = None, denylisted_ops: Sequence[Any] | None = None, denylisted_nodes: Sequence[Any] | None = None, fully_quantize: Flag = False) -> None: ...
    denylisted_nodes: Any
    denylisted_ops: Any
    fully_quantize: Any
    layer_debug_metrics: Any
    layer_direct_compare_metrics: Any
    model_debug_metrics: Any
class QuantizationDebugger:
    def __init__(self, quant_debug_model_path: str | None = None, quant_debug_model_content: bytes | None = None, float_model_path: str | None = None, float_model_content: bytes | None = None, debug_dataset: Callable[..., Any] | None = None, debug_options: tf.lite.experimental.QuantizationDebugOptions | None = None, converter: Any = None) -> None: ...
    calibrated_model: Any
    converter: Any
    float_model: Any
    def get_debug_quantized_model(self) -> bytes: ...
    def get_nondebug_quantized_model(self) -> bytes: ...
    layer_statistics: Any
    def layer_statistics_dump(self, file: Any) -> None: ...
    model_statistics: Any
    @property
    def options(self) -> tf.lite.experimental.QuantizationDebugOptions: ...
    @options.setter
    def options(self, value: Any) -> None: ...
    quant_model: Any
    def run(self) -> None: ...
from tensorflow.lite.experimental import authoring as authoring
