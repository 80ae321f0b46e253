# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from typing import Any
from tensorflow.keras import (
    Model as Model,
    Sequential as Sequential,
)
from tensorflow.keras.saving import (
    load_model as load_model,
    save_model as save_model,
)

def clone_model(model: Any, input_tensors: Any = None, clone_function: Any = None, call_function: Any = None, recursive: Any = False, **kwargs: Any) -> tf.keras.Model: ...
def model_from_json(json_string: Any, custom_objects: Any = None) -> tf.keras.Model: ...
