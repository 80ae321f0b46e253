# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import TensorLike
from typing import Any
from typing_extensions import Self

class XLAOptions(tuple[Any, ...]):
    def __new__(cls, use_spmd_for_xla_partitioning: TensorLike | None = True, enable_xla_dynamic_padder: TensorLike | None = True, use_shardy_partitioner: TensorLike | None = False) -> Self: ...
    @property
    def enable_xla_dynamic_padder(self) -> Any: ...
    @property
    def use_shardy_partitioner(self) -> Any: ...
    @property
    def use_spmd_for_xla_partitioning(self) -> Any: ...
from tensorflow.tpu import experimental as experimental
