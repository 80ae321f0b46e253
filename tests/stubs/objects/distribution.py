"""Strategies, replicas, input pipelines, clusters, devices."""

# ruff: noqa: B018

import tensorflow as tf

data = tf.data.Dataset.range(4).batch(2)
for strategy in (
    tf.distribute.MirroredStrategy(["CPU:0"]),
    tf.distribute.OneDeviceStrategy("CPU:0"),
):
    with strategy.scope():
        v = tf.Variable(1.0)
        strategy.extended.colocate_vars_with(v)
        strategy.extended.variable_created_in_scope(v)
    strategy.num_replicas_in_sync
    strategy.cluster_resolver
    strategy.scope()
    strategy.run(lambda: tf.constant(1))  # open: what the function returns, of each replica
    strategy.reduce("sum", tf.constant(1), axis=None)  # open: the structure of the value
    strategy.gather(tf.constant([1]), axis=0)
    strategy.experimental_local_results(tf.constant(1))
    strategy.unwrap(tf.constant(1))
    strategy.group(tf.constant(1))  # open: an op, or None
    distributed = strategy.experimental_distribute_dataset(data)
    distributed
    iter(distributed)
    strategy.distribute_datasets_from_function(lambda context: data)
    strategy.update_config_proto(tf.compat.v1.ConfigProto())
    extended = strategy.extended
    extended
    extended.worker_devices
    extended.parameter_devices
    extended.experimental_require_static_shapes


def replica() -> None:
    context = tf.distribute.get_replica_context()
    context.num_replicas_in_sync
    context.replica_id_in_sync_group
    context.strategy
    context.devices
    context.all_gather(tf.constant([1]), axis=0)
    context.all_reduce("sum", tf.constant(1))  # open: the structure of the value
    context.merge_call(lambda strategy: 1)


tf.distribute.MirroredStrategy(["CPU:0"]).run(replica)  # open: what the function returns
context = tf.distribute.InputContext(2, 0, 4)
context.num_input_pipelines
context.input_pipeline_id
context.num_replicas_in_sync
context.get_per_replica_batch_size(8)
values = tf.distribute.experimental.ValueContext(0, 1)
values.num_replicas_in_sync
values.replica_id_in_sync_group

cluster = tf.train.ClusterSpec({"worker": ["a:1"]})
cluster.as_dict()
cluster.as_cluster_def()
cluster.job_tasks("worker")
cluster.task_address("worker", 0)
cluster.jobs
cluster.num_tasks("worker")
cluster.task_indices("worker")
resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
    cluster, task_type="worker", task_id=0
)
resolver.cluster_spec()
resolver.master()
resolver.num_accelerators()
resolver.task_id
resolver.task_type
resolver.rpc_layer
resolver.environment
server = tf.distribute.Server.create_local_server()
server
server.target
server.server_def

coordinator = tf.train.Coordinator()
coordinator.joined
coordinator.should_stop()
coordinator.wait_for_stop(0.01)

device = tf.DeviceSpec.from_string("/job:a/task:1/device:GPU:2")
device
device.device_index
device.device_type
device.job
device.replica
device.task
device.make_merged_spec(device)
device.parse_from_string("/job:b")
device.replace(job="c")
device.to_string()

mesh = tf.experimental.dtensor.create_mesh([("x", 1)], device_type="CPU")
mesh.as_proto()
mesh.contains_dim("x")
mesh.device_type()
mesh.dim_names
mesh.dim_size("x")
mesh.global_devices()
mesh.is_remote()
mesh.is_single_device()
mesh.local_device_ids()
mesh.local_devices()
mesh.min_global_device_id()
mesh.name
mesh.num_local_devices()
mesh.shape()
mesh.single_device
mesh.size
mesh.to_string()
mesh.unravel_index()
mesh.use_xla_spmd()
mesh.global_device_ids()  # open: an array
layout = tf.experimental.dtensor.Layout(["x", tf.experimental.dtensor.UNSHARDED], mesh)
layout.as_proto()
layout.global_shape_from_local_shape(tf.TensorShape([2, 2]))
layout.local_shape_from_global_shape(tf.TensorShape([2, 2]))
layout.is_batch_parallel()
layout.is_fully_replicated()
layout.is_single_device()
layout.mesh
layout.num_shards(0)
layout.offset_to_shard()
layout.rank
layout.shape
layout.sharding_specs
layout.to_string()
