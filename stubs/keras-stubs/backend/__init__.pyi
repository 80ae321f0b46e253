# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.keras.backend import (
    backend as backend,
    clear_session as clear_session,
    epsilon as epsilon,
    floatx as floatx,
    get_uid as get_uid,
    image_data_format as image_data_format,
    is_float_dtype as is_float_dtype,
    is_int_dtype as is_int_dtype,
    is_keras_tensor as is_keras_tensor,
    result_type as result_type,
    set_epsilon as set_epsilon,
    set_floatx as set_floatx,
    set_image_data_format as set_image_data_format,
    standardize_dtype as standardize_dtype,
)
