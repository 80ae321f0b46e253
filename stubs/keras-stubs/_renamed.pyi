# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.keras.losses import (
    kullback_leibler_divergence as kl_divergence,
    logcosh as log_cosh,
    mae as mean_absolute_error,
    mape as mean_absolute_percentage_error,
    mse as mean_squared_error,
    msle as mean_squared_logarithmic_error,
)
__all__ = [
    "kl_divergence",
    "log_cosh",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_squared_error",
    "mean_squared_logarithmic_error",
]
