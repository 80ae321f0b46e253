# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from typing_extensions import Self

class LearningRateSchedule:
    def __call__(self, step: Any) -> Any: ...
    @classmethod
    def from_config(cls, *args: Any, **kwargs: Any) -> Self | Any: ...
    def get_config(self, *args: Any, **kwargs: Any) -> dict[str, Any] | Any: ...
class CosineDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate: Any, decay_steps: Any, alpha: Any = 0.0, name: Any = 'CosineDecay', warmup_target: Any = None, warmup_steps: Any = 0) -> None: ...
    alpha: Any
    decay_steps: Any
    initial_learning_rate: Any
    name: Any
    warmup_steps: Any
    warmup_target: Any
class CosineDecayRestarts(LearningRateSchedule):
    def __init__(self, initial_learning_rate: Any, first_decay_steps: Any, t_mul: Any = 2.0, m_mul: Any = 1.0, alpha: Any = 0.0, name: Any = 'SGDRDecay') -> None: ...
    alpha: Any
    first_decay_steps: Any
    initial_learning_rate: Any
    name: Any
class ExponentialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate: Any, decay_steps: Any, decay_rate: Any, staircase: Any = False, name: Any = 'ExponentialDecay') -> None: ...
    decay_rate: Any
    decay_steps: Any
    initial_learning_rate: Any
    name: Any
    staircase: Any
class InverseTimeDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate: Any, decay_steps: Any, decay_rate: Any, staircase: Any = False, name: Any = 'InverseTimeDecay') -> None: ...
    decay_rate: Any
    decay_steps: Any
    initial_learning_rate: Any
    name: Any
    staircase: Any
class PiecewiseConstantDecay(LearningRateSchedule):
    def __init__(self, boundaries: Any, values: Any, name: Any = 'PiecewiseConstant') -> None: ...
    boundaries: Any
    name: Any
    values: Any
class PolynomialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate: Any, decay_steps: Any, end_learning_rate: Any = 0.0001, power: Any = 1.0, cycle: Any = False, name: Any = 'PolynomialDecay') -> None: ...
    cycle: Any
    decay_steps: Any
    end_learning_rate: Any
    initial_learning_rate: Any
    name: Any
    power: Any
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def serialize(learning_rate_schedule: Any) -> Any: ...
