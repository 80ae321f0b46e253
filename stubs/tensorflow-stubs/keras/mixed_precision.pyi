# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.keras import (
    DTypePolicy as DTypePolicy,
    DTypePolicy as Policy,
)
from tensorflow.keras.config import (
    dtype_policy as dtype_policy,
    dtype_policy as global_policy,
    set_dtype_policy as set_dtype_policy,
    set_dtype_policy as set_global_policy,
)
from tensorflow.keras.optimizers import LossScaleOptimizer as LossScaleOptimizer
__all__ = [
    "DTypePolicy",
    "LossScaleOptimizer",
    "Policy",
    "dtype_policy",
    "global_policy",
    "set_dtype_policy",
    "set_global_policy",
]
