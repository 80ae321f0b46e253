# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from collections.abc import Iterable, Mapping
from tensorflow._bases import Message, MessageMap, Repeated
from tensorflow._typing import TensorLike
from typing import Any, SupportsIndex, final
from typing_extensions import Self

# The numbers that stand for the options are those of nothing.
def advise(graph: Any = None, run_meta: Any = None, options: Any = 0) -> Any: ...
def profile(graph: Any = None, run_meta: Any = None, op_log: Any = None, cmd: TensorLike | None = 'scope', options: Any = 0) -> Any: ...
@final
class AdviceProto(Message):
    def __init__(self, *, checkers: Mapping[Any, Any] | None = None) -> None: ...
    @property
    def checkers(self) -> MessageMap[str, Any]: ...
    CHECKERS_FIELD_NUMBER: int
    CheckersEntry: Any
    Checker: Any
@final
class GraphNodeProto(Message):
    def __init__(self, *, accelerator_exec_micros: SupportsIndex | None = None, children: Iterable[Any] | None = None, cpu_exec_micros: SupportsIndex | None = None, devices: Iterable[str] | None = None, exec_micros: SupportsIndex | None = None, float_ops: SupportsIndex | None = None, input_shapes: Mapping[Any, Any] | None = None, name: str | None = None, output_bytes: SupportsIndex | None = None, parameters: SupportsIndex | None = None, peak_bytes: SupportsIndex | None = None, requested_bytes: SupportsIndex | None = None, residual_bytes: SupportsIndex | None = None, run_count: SupportsIndex | None = None, shapes: Iterable[Any] | None = None, tensor_value: Any | dict[str, Any] | None = None, total_accelerator_exec_micros: SupportsIndex | None = None, total_cpu_exec_micros: SupportsIndex | None = None, total_definition_count: SupportsIndex | None = None, total_exec_micros: SupportsIndex | None = None, total_float_ops: SupportsIndex | None = None, total_output_bytes: SupportsIndex | None = None, total_parameters: SupportsIndex | None = None, total_peak_bytes: SupportsIndex | None = None, total_requested_bytes: SupportsIndex | None = None, total_residual_bytes: SupportsIndex | None = None, total_run_count: SupportsIndex | None = None) -> None: ...
    accelerator_exec_micros: int
    @property
    def children(self) -> Repeated[tf.compat.v1.profiler.GraphNodeProto]: ...
    cpu_exec_micros: int
    @property
    def devices(self) -> Repeated[str, str]: ...
    exec_micros: int
    float_ops: int
    @property
    def input_shapes(self) -> MessageMap[int, Any]: ...
    name: str
    output_bytes: int
    parameters: int
    peak_bytes: int
    requested_bytes: int
    residual_bytes: int
    run_count: int
    @property
    def shapes(self) -> Repeated[Any]: ...
    @property
    def tensor_value(self) -> Any: ...
    total_accelerator_exec_micros: int
    total_cpu_exec_micros: int
    total_definition_count: int
    total_exec_micros: int
    total_float_ops: int
    total_output_bytes: int
    total_parameters: int
    total_peak_bytes: int
    total_requested_bytes: int
    total_residual_bytes: int
    total_run_count: int
    ACCELERATOR_EXEC_MICROS_FIELD_NUMBER: int
    CHILDREN_FIELD_NUMBER: int
    CPU_EXEC_MICROS_FIELD_NUMBER: int
    DEVICES_FIELD_NUMBER: int
    EXEC_MICROS_FIELD_NUMBER: int
    FLOAT_OPS_FIELD_NUMBER: int
    INPUT_SHAPES_FIELD_NUMBER: int
    NAME_FIELD_NUMBER: int
    OUTPUT_BYTES_FIELD_NUMBER: int
    PARAMETERS_FIELD_NUMBER: int
    PEAK_BYTES_FIELD_NUMBER: int
    REQUESTED_BYTES_FIELD_NUMBER: int
    RESIDUAL_BYTES_FIELD_NUMBER: int
    RUN_COUNT_FIELD_NUMBER: int
    SHAPES_FIELD_NUMBER: int
    TENSOR_VALUE_FIELD_NUMBER: int
    TOTAL_ACCELERATOR_EXEC_MICROS_FIELD_NUMBER: int
    TOTAL_CPU_EXEC_MICROS_FIELD_NUMBER: int
    TOTAL_DEFINITION_COUNT_FIELD_NUMBER: int
    TOTAL_EXEC_MICROS_FIELD_NUMBER: int
    TOTAL_FLOAT_OPS_FIELD_NUMBER: int
    TOTAL_OUTPUT_BYTES_FIELD_NUMBER: int
    TOTAL_PARAMETERS_FIELD_NUMBER: int
    TOTAL_PEAK_BYTES_FIELD_NUMBER: int
    TOTAL_REQUESTED_BYTES_FIELD_NUMBER: int
    TOTAL_RESIDUAL_BYTES_FIELD_NUMBER: int
    TOTAL_RUN_COUNT_FIELD_NUMBER: int
    InputShapesEntry: Any
@final
class MultiGraphNodeProto(Message):
    def __init__(self, *, accelerator_exec_micros: SupportsIndex | None = None, children: Iterable[Any] | None = None, cpu_exec_micros: SupportsIndex | None = None, exec_micros: SupportsIndex | None = None, float_ops: SupportsIndex | None = None, graph_nodes: Iterable[Any] | None = None, name: str | None = None, output_bytes: SupportsIndex | None = None, parameters: SupportsIndex | None = None, peak_bytes: SupportsIndex | None = None, requested_bytes: SupportsIndex | None = None, residual_bytes: SupportsIndex | None = None, total_accelerator_exec_micros: SupportsIndex | None = None, total_cpu_exec_micros: SupportsIndex | None = None, total_exec_micros: SupportsIndex | None = None, total_float_ops: SupportsIndex | None = None, total_output_bytes: SupportsIndex | None = None, total_parameters: SupportsIndex | None = None, total_peak_bytes: SupportsIndex | None = None, total_requested_bytes: SupportsIndex | None = None, total_residual_bytes: SupportsIndex | None = None) -> None: ...
    accelerator_exec_micros: int
    @property
    def children(self) -> Repeated[tf.compat.v1.profiler.MultiGraphNodeProto]: ...
    cpu_exec_micros: int
    exec_micros: int
    float_ops: int
    @property
    def graph_nodes(self) -> Repeated[tf.compat.v1.profiler.GraphNodeProto]: ...
    name: str
    output_bytes: int
    parameters: int
    peak_bytes: int
    requested_bytes: int
    residual_bytes: int
    total_accelerator_exec_micros: int
    total_cpu_exec_micros: int
    total_exec_micros: int
    total_float_ops: int
    total_output_bytes: int
    total_parameters: int
    total_peak_bytes: int
    total_requested_bytes: int
    total_residual_bytes: int
    ACCELERATOR_EXEC_MICROS_FIELD_NUMBER: int
    CHILDREN_FIELD_NUMBER: int
    CPU_EXEC_MICROS_FIELD_NUMBER: int
    EXEC_MICROS_FIELD_NUMBER: int
    FLOAT_OPS_FIELD_NUMBER: int
    GRAPH_NODES_FIELD_NUMBER: int
    NAME_FIELD_NUMBER: int
    OUTPUT_BYTES_FIELD_NUMBER: int
    PARAMETERS_FIELD_NUMBER: int
    PEAK_BYTES_FIELD_NUMBER: int
    REQUESTED_BYTES_FIELD_NUMBER: int
    RESIDUAL_BYTES_FIELD_NUMBER: int
    TOTAL_ACCELERATOR_EXEC_MICROS_FIELD_NUMBER: int
    TOTAL_CPU_EXEC_MICROS_FIELD_NUMBER: int
    TOTAL_EXEC_MICROS_FIELD_NUMBER: int
    TOTAL_FLOAT_OPS_FIELD_NUMBER: int
    TOTAL_OUTPUT_BYTES_FIELD_NUMBER: int
    TOTAL_PARAMETERS_FIELD_NUMBER: int
    TOTAL_PEAK_BYTES_FIELD_NUMBER: int
    TOTAL_REQUESTED_BYTES_FIELD_NUMBER: int
    TOTAL_RESIDUAL_BYTES_FIELD_NUMBER: int
@final
class OpLogProto(Message):
    def __init__(self, *, id_to_string: Mapping[Any, Any] | None = None, log_entries: Iterable[Any] | None = None) -> None: ...
    @property
    def id_to_string(self) -> MessageMap[int, str]: ...
    @property
    def log_entries(self) -> Repeated[Any]: ...
    ID_TO_STRING_FIELD_NUMBER: int
    LOG_ENTRIES_FIELD_NUMBER: int
    IdToStringEntry: Any
class ProfileOptionBuilder:
    def __init__(self, options: Any = None) -> None: ...
    def account_displayed_op_only(self, is_true: Any) -> Self: ...
    def build(self) -> Any: ...
    @staticmethod
    def float_operation() -> dict[Any, Any]: ...
    def order_by(self, attribute: Any) -> Self: ...
    def select(self, attributes: Any) -> Self: ...
    @staticmethod
    def time_and_memory(min_micros: TensorLike | None = 1, min_bytes: TensorLike | None = 1, min_accelerator_micros: TensorLike | None = 0, min_cpu_micros: TensorLike | None = 0, min_peak_bytes: TensorLike | None = 0, min_residual_bytes: TensorLike | None = 0, min_output_bytes: TensorLike | None = 0) -> dict[Any, Any]: ...
    @staticmethod
    def trainable_variables_parameter() -> dict[Any, Any]: ...
    def with_accounted_types(self, account_type_regexes: Any) -> Self: ...
    def with_empty_output(self) -> Self: ...
    def with_file_output(self, outfile: Any) -> Self: ...
    def with_max_depth(self, max_depth: Any) -> Self: ...
    def with_min_execution_time(self, min_micros: TensorLike | None = 0, min_accelerator_micros: TensorLike | None = 0, min_cpu_micros: TensorLike | None = 0) -> Self: ...
    def with_min_float_operations(self, min_float_ops: Any) -> Self: ...
    def with_min_memory(self, min_bytes: TensorLike | None = 0, min_peak_bytes: TensorLike | None = 0, min_residual_bytes: TensorLike | None = 0, min_output_bytes: TensorLike | None = 0) -> Self: ...
    def with_min_occurrence(self, min_occurrence: Any) -> Self: ...
    def with_min_parameters(self, min_params: Any) -> Self: ...
    def with_node_names(self, start_name_regexes: Any = None, show_name_regexes: Any = None, hide_name_regexes: Any = None, trim_name_regexes: Any = None) -> Self: ...
    def with_pprof_output(self, pprof_file: Any) -> Self: ...
    def with_stdout_output(self) -> Self: ...
    def with_step(self, step: Any) -> Self: ...
    def with_timeline_output(self, timeline_file: Any) -> Self: ...
class Profiler:
    def __init__(self, graph: Any = None, op_log: Any = None) -> None: ...
    def add_step(self, step: Any, run_meta: Any) -> None: ...
    def advise(self, options: Any) -> Any: ...
    def profile_graph(self, options: Any) -> Any: ...
    def profile_name_scope(self, options: Any) -> Any: ...
    def profile_operations(self, options: Any) -> Any: ...
    def profile_python(self, options: Any) -> Any: ...
    def serialize_to_string(self) -> Any: ...
def write_op_log(graph: Any, log_dir: Any, op_log: Any = None, run_meta: Any = None, add_trace: TensorLike | None = True) -> None: ...
