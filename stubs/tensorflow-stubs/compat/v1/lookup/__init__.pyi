# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from typing import Any
from tensorflow.lookup import (
    KeyValueTensorInitializer as KeyValueTensorInitializer,
    TextFileIndex as TextFileIndex,
    TextFileInitializer as TextFileInitializer,
    experimental as experimental,
)

class StaticHashTable(tf.lookup.StaticHashTable):
    @property
    def initializer(self) -> Any: ...
class StaticVocabularyTable(tf.lookup.StaticVocabularyTable):
    @property
    def initializer(self) -> Any: ...
