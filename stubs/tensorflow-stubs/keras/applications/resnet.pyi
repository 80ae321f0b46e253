# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from typing import Any
from tensorflow.keras.applications.resnet50 import (
    ResNet50 as ResNet50,
    decode_predictions as decode_predictions,
    preprocess_input as preprocess_input,
)

def ResNet101(include_top: Any = True, weights: Any = 'imagenet', input_tensor: Any = None, input_shape: Any = None, pooling: Any = None, classes: Any = 1000, classifier_activation: Any = 'softmax', name: Any = 'resnet101') -> tf.keras.Model: ...
def ResNet152(include_top: Any = True, weights: Any = 'imagenet', input_tensor: Any = None, input_shape: Any = None, pooling: Any = None, classes: Any = 1000, classifier_activation: Any = 'softmax', name: Any = 'resnet152') -> tf.keras.Model: ...
