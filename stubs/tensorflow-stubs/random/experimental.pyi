# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import Open, R, Same, TensorLike
from typing import Any
from tensorflow.random import (
    Algorithm as Algorithm,
    Generator as Generator,
    create_rng_state as create_rng_state,
    fold_in as stateless_fold_in,
    get_global_generator as get_global_generator,
    set_global_generator as set_global_generator,
    split as stateless_split,
)
__all__ = [
    "Algorithm",
    "Generator",
    "create_rng_state",
    "get_global_generator",
    "index_shuffle",
    "set_global_generator",
    "stateless_fold_in",
    "stateless_shuffle",
    "stateless_split",
]

def index_shuffle(index: Open[R], seed: Any, max_index: Any) -> R: ...
def stateless_shuffle(value: Same[R], seed: Any, alg: TensorLike | None = 'auto_select', name: str | None = None) -> R: ...
