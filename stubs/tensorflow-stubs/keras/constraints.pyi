# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from typing_extensions import Self
__all__ = [
    "Constraint",
    "MaxNorm",
    "MinMaxNorm",
    "NonNeg",
    "UnitNorm",
    "deserialize",
    "get",
    "max_norm",
    "min_max_norm",
    "non_neg",
    "serialize",
    "unit_norm",
]

class Constraint:
    def __call__(self, w: Any) -> Any: ...
    @classmethod
    def from_config(cls, *args: Any, **kwargs: Any) -> Self | Any: ...
    def get_config(self, *args: Any, **kwargs: Any) -> dict[str, Any] | Any: ...
class MaxNorm(Constraint):
    def __init__(self, max_value: Any = 2, axis: Any = 0) -> None: ...
    axis: Any
    max_value: Any
class MinMaxNorm(Constraint):
    def __init__(self, min_value: Any = 0.0, max_value: Any = 1.0, rate: Any = 1.0, axis: Any = 0) -> None: ...
    axis: Any
    max_value: Any
    min_value: Any
    rate: Any
class NonNeg(Constraint): ...
class UnitNorm(Constraint):
    def __init__(self, axis: Any = 0) -> None: ...
    axis: Any
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(constraint: Any) -> Any: ...
from tensorflow.keras.constraints import (
    MaxNorm as max_norm,
    MinMaxNorm as min_max_norm,
    NonNeg as non_neg,
    UnitNorm as unit_norm,
)
