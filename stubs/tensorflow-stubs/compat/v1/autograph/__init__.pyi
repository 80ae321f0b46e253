# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import TensorLike
from typing import Any
from tensorflow.autograph import (
    experimental as experimental,
    set_verbosity as set_verbosity,
    trace as trace,
)

def to_code(entity: Any, recursive: TensorLike | None = True, arg_values: Any = None, arg_types: Any = None, indentation: TensorLike | None = '  ', experimental_optional_features: Any = None) -> Any: ...
def to_graph(entity: Any, recursive: TensorLike | None = True, arg_values: Any = None, arg_types: Any = None, experimental_optional_features: Any = None) -> Any: ...
