# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.lite.experimental import (
    Analyzer as Analyzer,
    OpResolverType as OpResolverType,
    QuantizationDebugOptions as QuantizationDebugOptions,
    QuantizationDebugger as QuantizationDebugger,
    authoring as authoring,
    load_delegate as load_delegate,
)

def convert_op_hints_to_stubs(session: Any = None, graph_def: Any = None, write_callback: Any = ...) -> Any: ...
