# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any, NoReturn
__all__ = [
    "Adagrad",
    "Adam",
    "Ftrl",
    "Optimizer",
    "RMSprop",
    "SGD",
]

class Adagrad:
    def __init__(self, *args: Any, **kwargs: Any) -> NoReturn: ...
from tensorflow.keras.optimizers.legacy import (
    Adagrad as Adam,
    Adagrad as Ftrl,
    Adagrad as Optimizer,
    Adagrad as RMSprop,
    Adagrad as SGD,
)
