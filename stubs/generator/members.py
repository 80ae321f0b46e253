"""What the attributes and methods of TensorFlow's classes give where neither hints nor sources say it.

The table holds, by the class that has a member first and by type, what tests/stubs/objects tries on objects; Keras has
a table of its own. A class with more to say of itself than this stands in the overlay.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import keras

TENSOR = "tf.Tensor[Any, Any]"
#: A graph holds the op, eager execution has run it and gives None.
RUN = "tf.Operation | Any"
MESSAGE = "PrivateMessage"

MEMBERS: dict[str, dict[str, str]] = {
    "tensorflow.DeviceSpec": {
        "Self": "make_merged_spec parse_from_string replace",
        "builtins.int | Any": "device_index replica task",
        "builtins.str": "to_string",
        "builtins.str | Any": "device_type job",
    },
    "tensorflow.Graph": {
        "builtins.list[tf.Operation]": "operations",
        "builtins.int": "num_operations",
        MESSAGE: "graph_def_versions op_def_for_type",
        "tf.Operation": "create_op",
    },
    "tensorflow.TensorShape": {
        MESSAGE: "experimental_as_proto",
        "builtins.list[Any]": "flatten to_tensors",
        "builtins.type[Any]": "experimental_type_proto",
    },
    "tensorflow.TypeSpec": {
        "builtins.list[Any]": "flatten to_tensors",
        "builtins.bool": "is_compatible_with is_subtype_of",
        "builtins.type[Any]": "experimental_type_proto value_type",
        MESSAGE: "experimental_as_proto",
        "Self | Any": "most_specific_common_supertype most_specific_compatible_type",
    },
    "tensorflow.data.Options": {"Self": "merge"},
    "tensorflow.data.experimental.TFRecordWriter": {RUN: "write"},
    "tensorflow.dtypes.DType": {
        MESSAGE: "experimental_as_proto",
        "builtins.list[Any]": "flatten to_tensors",
        "builtins.type[Any]": "experimental_type_proto",
    },
    "tensorflow.distribute.InputContext": {
        "builtins.int": "get_per_replica_batch_size input_pipeline_id num_input_pipelines num_replicas_in_sync",
    },
    "tensorflow.distribute.ReplicaContext": {
        TENSOR: "all_gather",
        "builtins.int": "num_replicas_in_sync",
        "builtins.list[builtins.str]": "devices",
        "tf.Tensor[tftypes.int32, Any] | Any": "replica_id_in_sync_group",
        "tf.distribute.Strategy": "strategy",
    },
    "tensorflow.distribute.Server": {
        "builtins.str": "target",
        "tf.distribute.Server": "create_local_server",
        "tf.train.ServerDef": "server_def",
    },
    "tensorflow.distribute.Strategy": {
        TENSOR: "gather",
        "builtins.int": "num_replicas_in_sync",
        "builtins.tuple[Any, ...]": "experimental_local_results unwrap",
        "contextlib.AbstractContextManager[Any]": "colocate_vars_with scope",
        "tf.compat.v1.ConfigProto": "update_config_proto",
        "tf.distribute.DistributedDataset": (
            "distribute_datasets_from_function experimental_distribute_dataset"
            " experimental_distribute_datasets_from_function"
        ),
        "tf.distribute.StrategyExtended": "extended",
        "tf.distribute.cluster_resolver.ClusterResolver | Any": "cluster_resolver",
    },
    "tensorflow.distribute.StrategyExtended": {
        "builtins.bool": "experimental_require_static_shapes variable_created_in_scope",
        "builtins.tuple[builtins.str, ...]": "parameter_devices worker_devices",
        "contextlib.AbstractContextManager[Any]": "colocate_vars_with",
    },
    "tensorflow.distribute.cluster_resolver.ClusterResolver": {
        "builtins.dict[builtins.str, builtins.int]": "num_accelerators",
        "builtins.int | Any": "task_id",
        "builtins.str": "master",
        "builtins.str | Any": "environment rpc_layer task_type",
        "tf.train.ClusterSpec | Any": "cluster_spec",
    },
    "tensorflow.distribute.experimental.ValueContext": {
        "builtins.int": "num_replicas_in_sync replica_id_in_sync_group"
    },
    "tensorflow.distribute.experimental.coordinator.ClusterCoordinator": {
        "builtins.bool": "done",
        "tf.distribute.Strategy": "strategy",
        "tf.distribute.experimental.coordinator.RemoteValue": "schedule",
    },
    "tensorflow.experimental.DynamicRaggedShape": {
        "Self": "from_lengths from_row_partitions from_tensor with_dtype",
        TENSOR: "inner_shape",
        "builtins.bool | Any": "is_uniform",
        "builtins.int | Any": "inner_rank rank",
        "builtins.list[Any]": "static_lengths",
        "builtins.tuple[tf.experimental.RowPartition, ...]": "row_partitions",
        "tf.DType[Any]": "dtype",
    },
    "tensorflow.experimental.RowPartition": {
        TENSOR: "nrows nvals offsets_in_rows row_lengths row_limits row_splits row_starts value_rowids",
        f"{TENSOR} | Any": "uniform_row_length",
        "Self": "with_dtype",
        "builtins.int | Any": "static_nrows static_nvals static_uniform_row_length",
        "tf.DType[Any]": "dtype",
    },
    "tensorflow.experimental.StructuredTensor": {
        TENSOR: "nrows",
        "Self": "from_pyval merge_dims partition_outer_dimension promote",
        "builtins.int | Any": "rank",
        "builtins.tuple[tf.experimental.RowPartition, ...]": "row_partitions",
        "tf.TensorShape[Any]": "shape",
    },
    "tensorflow.experimental.dtensor.Layout": {
        "builtins.bool": "is_batch_parallel is_fully_replicated is_single_device",
        "builtins.int": "num_shards rank",
        MESSAGE: "as_proto",
        "builtins.list[builtins.int]": "shape",
        "builtins.list[builtins.str]": "sharding_specs",
        "builtins.list[builtins.tuple[builtins.int, ...]]": "offset_to_shard",
        "builtins.tuple[builtins.int, ...]": "global_shape_from_local_shape local_shape_from_global_shape",
        "builtins.str": "to_string",
        "tf.experimental.dtensor.Mesh": "mesh",
    },
    "tensorflow.experimental.dtensor.Mesh": {
        MESSAGE: "as_proto",
        "builtins.bool": "contains_dim is_remote is_single_device use_xla_spmd",
        "builtins.dict[builtins.int, builtins.dict[builtins.str, builtins.int]]": "unravel_index",
        "builtins.int": "dim_size min_global_device_id num_local_devices size",
        "builtins.list[builtins.int]": "local_device_ids shape",
        "builtins.list[builtins.str]": "dim_names global_devices local_devices",
        "builtins.str": "device_type name single_device to_string",
    },
    "tensorflow.io.TFRecordOptions": {"builtins.str": "get_compression_type_string"},
    "tensorflow.io.TFRecordWriter": {"Self": "__enter__"},
    "tensorflow.lite.Interpreter": {
        "None": "allocate_tensors reset_all_variables",
        "builtins.dict[builtins.str, Any]": "get_signature_list",
        "builtins.int": "num_subgraphs",
        "builtins.list[builtins.dict[builtins.str, Any]]": "get_tensor_details",
        "collections.abc.Callable[..., Any]": "tensor",
    },
    "tensorflow.lite.TFLiteConverter": {
        "Self": "experimental_from_jax from_concrete_functions from_keras_model from_saved_model",
        "builtins.bytes": "convert",
    },
    "tensorflow.lookup.experimental.DenseHashTable": {RUN: "erase insert insert_or_assign remove"},
    "tensorflow.lookup.experimental.MutableHashTable": {RUN: "insert remove"},
    "tensorflow.linalg.LinearOperator": {
        TENSOR: "cond eigvals log_abs_determinant",
        RUN: "assert_non_singular assert_positive_definite assert_self_adjoint",
        "builtins.bool | Any": "is_non_singular is_positive_definite is_self_adjoint is_square",
        "builtins.dict[builtins.str, Any]": "parameters",
        "builtins.int | Any": "tensor_rank",
        "builtins.list[Any] | Any": "graph_parents",
    },
    **{
        f"tensorflow.linalg.LinearOperatorCirculant{dims}": {
            TENSOR: "block_shape_tensor convolution_kernel",
            RUN: "assert_hermitian_spectrum",
            "builtins.int": "block_depth",
            "tf.TensorShape[Any]": "block_shape",
        }
        for dims in ("", "2D", "3D")
    },
    "tensorflow.queue.QueueBase": {
        RUN: "close enqueue enqueue_many",
        "builtins.list[builtins.str] | Any": "names",
        "builtins.list[tf.DType[Any]]": "dtypes",
        "builtins.list[tf.TensorShape[Any]]": "shapes",
        "builtins.str": "name",
        "tf.Tensor[tftypes.bool, Any]": "is_closed",
        "tf.Tensor[tftypes.int32, Any]": "size",
        TENSOR: "queue_ref",
        "tf.queue.QueueBase": "from_list",
    },
    "tensorflow.random.Generator": {
        TENSOR: "make_seeds normal skip truncated_normal uniform uniform_full_int binomial",
    },
    "tensorflow.random_normal_initializer": {TENSOR: "__call__"},
    "tensorflow.random_uniform_initializer": {TENSOR: "__call__"},
    "tensorflow.constant_initializer": {TENSOR: "__call__"},
    "tensorflow.ones_initializer": {TENSOR: "__call__"},
    "tensorflow.zeros_initializer": {TENSOR: "__call__"},
    "tensorflow.saved_model.Asset": {"tf.Tensor[tftypes.string, Any]": "asset_path"},
    "tensorflow.summary.SummaryWriter": {
        RUN: "close flush init",
        "contextlib.AbstractContextManager[tf.summary.SummaryWriter | Any]": "as_default",
    },
    "tensorflow.test.TestCase": {
        "None": "assertAllEqual",
        "builtins.dict[builtins.str, Any]": "get_recorded_properties",
        "builtins.str": "shortDescription",
        "builtins.tuple[Any, Any]": "evaluate_if_both_tensors",
        "contextlib.AbstractContextManager[None]": "assertRaisesIncompatibleShapesError assertRaisesOpError",
    },
    "tensorflow.train.CheckpointView": {"builtins.dict[Any, Any]": "match"},
    "tensorflow.train.ClusterSpec": {
        "builtins.dict[builtins.str, Any]": "as_dict",
        "builtins.list[builtins.str]": "job_tasks",
        "builtins.str": "task_address",
        "tf.train.ClusterDef": "as_cluster_def",
    },
    "tensorflow.train.Coordinator": {"builtins.bool": "joined should_stop wait_for_stop"},
    "tensorflow.train.ExponentialMovingAverage": {
        RUN: "apply",
        "builtins.dict[builtins.str, Any]": "variables_to_restore",
        "builtins.str": "average_name name",
        "tf.Variable[Any, Any] | Any": "average",
    },
    "tensorflow.train.TrackableView": {
        "builtins.dict[builtins.str, Any]": "children",
        "builtins.list[Any]": "descendants",
    },
}


def members(path: str | None) -> Iterator[tuple[str, str]]:
    """The types of a class's attributes and of what its methods return."""
    for typ, names in MEMBERS.get(path or "", {}).items():
        for name in names.split():
            yield name, typ
    yield from keras.members(path)
