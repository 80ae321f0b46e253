"""Queues, tables, linear operators, row partitions, structured tensors."""

# ruff: noqa: B018

import tensorflow as tf

queue = tf.queue.FIFOQueue(3, [tf.int32], [[]])
queue.enqueue(1)
queue.enqueue_many([[1, 2]])
queue.dequeue()  # open: a tensor, a list or a dict of them
queue.size()
queue.is_closed()
queue.dtypes
queue.shapes
queue.names
queue.name
queue.queue_ref
queue.close()
tf.queue.QueueBase.from_list(0, [queue])

pairs = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
pairs.insert(["a"], [1])
pairs.remove(tf.constant(["a"]))
dense = tf.lookup.experimental.DenseHashTable(tf.string, tf.int64, -1, "", "$")
dense.insert(["a"], [1])
dense.insert_or_assign(["a"], [1])
dense.erase(tf.constant(["a"]))
dense.remove(tf.constant(["a"]))

diagonal = tf.linalg.LinearOperatorDiag([1.0, 2.0])
diagonal.assert_non_singular()
diagonal.assert_positive_definite()
diagonal.assert_self_adjoint()
diagonal.cond()
diagonal.eigvals()
diagonal.log_abs_determinant()
diagonal.is_non_singular
diagonal.is_positive_definite
diagonal.is_self_adjoint
diagonal.is_square
diagonal.parameters
diagonal.graph_parents
diagonal.tensor_rank
diagonal.domain_dimension  # open: a Dimension of TensorFlow 1
circulant = tf.linalg.LinearOperatorCirculant(
    tf.constant([1.0, 2.0], tf.complex64), input_output_dtype=tf.complex64
)
circulant.block_depth
circulant.block_shape
circulant.block_shape_tensor()
circulant.convolution_kernel()

rows = tf.experimental.RowPartition.from_row_lengths([1, 2])
rows
rows.nrows()
rows.nvals()
rows.offsets_in_rows()
rows.row_lengths()
rows.row_limits()
rows.row_splits()
rows.row_starts()
rows.value_rowids()
rows.uniform_row_length()
rows.static_nrows
rows.static_nvals
rows.static_uniform_row_length
rows.dtype
rows.with_dtype(tf.int32)
tf.experimental.RowPartition.from_uniform_row_length(2, 4).uniform_row_length()

shape = tf.experimental.DynamicRaggedShape.from_tensor(tf.ragged.constant([[1], [2, 3]]))
shape
shape.inner_shape
shape.is_uniform(1)
shape.inner_rank
shape.rank
shape.static_lengths()
shape.row_partitions
shape.dtype
shape.with_dtype(tf.int32)
shape.num_row_partitions
tf.experimental.DynamicRaggedShape.from_lengths([2, (1, 2)])
tf.experimental.DynamicRaggedShape.from_row_partitions([rows])

struct = tf.experimental.StructuredTensor.from_pyval([[{"a": {"b": 1}}], [{"a": {"b": 2}}]])
struct
struct.nrows()
struct.rank
struct.row_partitions
struct.shape
struct.field_names()
struct.merge_dims(0, 1)
struct.promote(("a", "b"), "c")
struct.to_pyval()  # open: lists and dicts, or one of them
section = tf.CriticalSection()
section.execute(lambda: 1)  # open: what the function returns, as tensors
