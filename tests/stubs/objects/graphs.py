"""Graphs, operations, functions, modules, specs, shapes, dtypes."""

# ruff: noqa: B018

import tensorflow as tf

graph = tf.Graph()
with graph.as_default():
    x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
    total = tf.add(x, 1, name="total")
    variable = tf.compat.v1.get_variable("a", [])
    average = tf.train.ExponentialMovingAverage(0.9)
    average.apply([variable])
    average.variables_to_restore()
    tf.queue.FIFOQueue(1, [tf.int32]).enqueue(1)
    tf.TensorArray(tf.int32, 1).close()
    graph.create_op("NoOp", [], [])
graph.as_graph_def()
graph.get_operations()
graph.operations
graph.num_operations()
graph.op_def_for_type("Add")
graph.graph_def_versions
graph.get_name_scope()
graph.unique_name("x")
graph.get_tensor_by_name("x:0")
graph.get_operation_by_name("x")
graph.as_graph_element("x")  # open: an op, or a tensor
graph.finalized
graph.version
op = graph.get_operation_by_name("total")
op.name
op.type
op.device
op.inputs
op.outputs
op.control_inputs
op.graph
op.node_def
op.op_def
op.get_attr("T")  # open: whatever the attribute is

eager = tf.train.ExponentialMovingAverage(0.9)
v = tf.Variable(1.0)
eager.apply([v])
eager.average(v)
eager.average_name(v)
eager.name

double = tf.function(lambda x: x * 2)
double.function_type
concrete = double.get_concrete_function(tf.constant(1.0))
concrete.function_type
concrete.inference_fn
concrete.graph
concrete.function_def
concrete.inputs
concrete.outputs
concrete.structured_input_signature
concrete.structured_outputs  # open: the structure that it returns

module = tf.Module(name="m")
module.name
module.name_scope
module.variables
module.trainable_variables
module.submodules

spec = tf.TensorSpec([2])
spec.flatten()
spec.to_tensors(tf.zeros([2]))
spec.experimental_as_proto()
spec.experimental_type_proto()
spec.most_specific_compatible_type(tf.TensorSpec([3]))
spec.most_specific_common_supertype([tf.TensorSpec([3])])
spec.is_compatible_with(1)
spec.is_subtype_of(spec)
spec.value_type
shape = tf.TensorShape([2])
shape.as_proto()
shape.experimental_as_proto()
shape.experimental_type_proto()
shape.flatten()
shape.to_tensors(shape)
tf.float32.as_numpy_dtype
tf.float32.experimental_as_proto()
tf.float32.flatten()
tf.float32.max  # open: a Python or NumPy number
tf.float32.base_dtype
