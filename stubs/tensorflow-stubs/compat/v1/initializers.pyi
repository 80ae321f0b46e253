# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import DTypeLike, TensorLike
from typing import Any
from typing_extensions import Self
from tensorflow.compat.v1 import (
    constant_initializer as constant,
    global_variables_initializer as global_variables,
    glorot_normal_initializer as glorot_normal,
    glorot_uniform_initializer as glorot_uniform,
    local_variables_initializer as local_variables,
    ones_initializer as ones,
    orthogonal_initializer as orthogonal,
    random_normal_initializer as random_normal,
    random_uniform_initializer as random_uniform,
    tables_initializer as tables_initializer,
    truncated_normal_initializer as truncated_normal,
    uniform_unit_scaling_initializer as uniform_unit_scaling,
    variables_initializer as variables,
    variance_scaling_initializer as variance_scaling,
    zeros_initializer as zeros,
)
__all__ = [
    "constant",
    "global_variables",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "local_variables",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "tables_initializer",
    "truncated_normal",
    "uniform_unit_scaling",
    "variables",
    "variance_scaling",
    "zeros",
]

def he_normal(seed: Any = None) -> Any: ...
def he_uniform(seed: Any = None) -> Any: ...
class identity:
    def __init__(self, gain: TensorLike | None = 1.0, dtype: DTypeLike | None = ...) -> None: ...
    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Any: ...
    dtype: Any
    @classmethod
    def from_config(cls, config: Any) -> Self: ...
    gain: Any
    def get_config(self) -> dict[Any, Any]: ...
def lecun_normal(seed: Any = None) -> Any: ...
def lecun_uniform(seed: Any = None) -> Any: ...
