# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.keras import Regularizer as Regularizer
__all__ = [
    "L1",
    "L1L2",
    "L2",
    "OrthogonalRegularizer",
    "Regularizer",
    "deserialize",
    "get",
    "l1",
    "l1_l2",
    "l2",
    "orthogonal_regularizer",
    "serialize",
]

class L1(Regularizer):
    def __init__(self, l1: Any = 0.01) -> None: ...
    l1: Any
class L1L2(Regularizer):
    def __init__(self, l1: Any = 0.0, l2: Any = 0.0) -> None: ...
    l1: Any
    l2: Any
class L2(Regularizer):
    def __init__(self, l2: Any = 0.01) -> None: ...
    l2: Any
class OrthogonalRegularizer(Regularizer):
    def __init__(self, factor: Any = 0.01, mode: Any = 'rows') -> None: ...
    def __call__(self, inputs: Any) -> Any: ...
    factor: Any
    mode: Any
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(regularizer: Any) -> Any: ...
from tensorflow.keras.regularizers import (
    L1 as l1,
    L1L2 as l1_l2,
    L2 as l2,
    OrthogonalRegularizer as orthogonal_regularizer,
)
