# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import abc
import contextlib
import tensorflow as tf
import tftypes
from collections.abc import Callable
from contextlib import AbstractContextManager
from tensorflow._bases import Flag
from tensorflow._typing import TensorLike
from typing import Any

def audio(
    name: str,
    data: TensorLike,
    sample_rate: TensorLike,
    step: TensorLike | None = None,
    max_outputs: TensorLike = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def histogram(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    buckets: TensorLike | None = None,
    description: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def image(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    max_outputs: TensorLike = 3,
    description: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def scalar(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    description: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def text(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    description: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def create_file_writer(
    logdir: Any,
    max_queue: TensorLike | None = None,
    flush_millis: TensorLike | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
    experimental_trackable: Flag = False,
    experimental_mesh: Any = None,
) -> tf.summary.SummaryWriter: ...
def create_noop_writer() -> tf.summary.SummaryWriter: ...
def should_record_summaries() -> tf.Tensor[tftypes.bool, Any]: ...
def trace_on(graph: Flag = True, profiler: Flag = False, profiler_outdir: TensorLike | None = None) -> None: ...
def trace_off() -> None: ...
def trace_export(name: str, step: TensorLike | None = None, profiler_outdir: str | None = None) -> None: ...
def write(
    tag: str,
    tensor: TensorLike,
    step: TensorLike | None = None,
    metadata: Any = None,
    name: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def flush(writer: Any = None, name: str | None = None) -> tf.Operation | None: ...
def record_if(condition: TensorLike | Callable[[], Any]) -> AbstractContextManager[Any]: ...
def graph(graph_data: Any) -> tf.Tensor[tftypes.bool, Any] | bool: ...
class SummaryWriter(metaclass=abc.ABCMeta):
    def as_default(self, step: Any = None) -> contextlib.AbstractContextManager[tf.summary.SummaryWriter | Any]: ...
    def close(self) -> tf.Operation | Any: ...
    def flush(self) -> tf.Operation | Any: ...
    def init(self) -> tf.Operation | Any: ...
    def set_as_default(self, step: Any = None) -> None: ...
from tensorflow.summary import experimental as experimental
