# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins
from tensorflow._typing import R, Same, TensorLike
from typing import Any

def general_dropout(x: Same[R], rate: TensorLike, uniform_sampler: Any, noise_shape: TensorLike | None = None, name: builtins.str | None = None) -> R: ...
def stateless_dropout(x: Same[R], rate: TensorLike, seed: Any, rng_alg: Any = None, noise_shape: TensorLike | None = None, name: builtins.str | None = None) -> R: ...
