# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

def import_graph_def(graph_def: Any, input_map: Any = None, return_elements: Any = None, name: str | None = None, op_dict: Any = None, producer_op_list: Any = None) -> list[Any] | Any: ...
