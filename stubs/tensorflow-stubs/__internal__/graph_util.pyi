# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

def graph_defs_equal(graph_def_1: Any, graph_def_2: Any, treat_nan_as_equal: Any = False) -> Any: ...
