"""What TensorFlow keeps private and this package cannot do without, all in one place.

Each of these has been there, and the same, from TensorFlow 2.16 to 2.21.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

#: Dispatch by type, before an op runs; the lists of elementwise ops.
dispatch: Any = import_module("tensorflow.python.util.dispatch")
#: What `dispatch` is built on: checkers of arguments, shared between ops.
api_dispatcher: Any = import_module("tensorflow.python.framework._pywrap_python_api_dispatcher")
#: Specs of values that datasets batch.
type_spec: Any = import_module("tensorflow.python.framework.type_spec")
#: The names of specs in SavedModels.
type_spec_registry: Any = import_module("tensorflow.python.framework.type_spec_registry")
#: What tf.function asks an argument before it traces.
trace: Any = import_module("tensorflow.python.types.trace")
#: Types of values as tf.function sees them.
trace_types: Any = import_module("tensorflow.core.function.trace_type")
#: The abstract base of all that is made of tensors.
composite_tensor: Any = import_module("tensorflow.python.framework.composite_tensor")
#: Values with one part for each replica, and their specs.
distribute_values: Any = import_module("tensorflow.python.distribute.values")
#: What stands for the batch of a replica that gets none.
input_lib: Any = import_module("tensorflow.python.distribute.input_lib")
#: What `tf.is_tensor` asks.
tensor_util: Any = import_module("tensorflow.python.framework.tensor_util")
#: The protos in which SavedModels keep structures.
structure_coder: Any = import_module("tensorflow.python.saved_model.nested_structure_coder")
struct_pb2: Any = import_module("tensorflow.core.protobuf.struct_pb2")
protobuf_message: Any = import_module("google.protobuf.message")
#: The functions of a SavedModel, and the specs of their variables.
function_deserialization: Any = import_module(
    "tensorflow.python.saved_model.function_deserialization"
)
resource_variable_ops: Any = import_module("tensorflow.python.ops.resource_variable_ops")
#: How the rows of ragged tensors are encoded; fields of one struct share them.
row_partition: Any = import_module("tensorflow.python.ops.ragged.row_partition")
#: The functions that graphs call in Python, by name.
script_ops: Any = import_module("tensorflow.python.ops.script_ops")
#: What AutoGraph makes of `for` and `len()`, by class.
autograph_loops: Any = import_module("tensorflow.python.autograph.operators.control_flow")
autograph_builtins: Any = import_module("tensorflow.python.autograph.operators.py_builtins")
#: Which modules AutoGraph converts.
autograph_config: Any = import_module("tensorflow.python.autograph.core.config")
#: What a TensorFlow 1 session makes of values that are no tensors.
session: Any = import_module("tensorflow.python.client.session")
