# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.lookup import StaticHashTable as _StaticHashTable, StaticVocabularyTable as _StaticVocabularyTable
from typing import Any
from tensorflow.lookup import (
    KeyValueTensorInitializer as KeyValueTensorInitializer,
    TextFileIndex as TextFileIndex,
    TextFileInitializer as TextFileInitializer,
    experimental as experimental,
)

class StaticHashTable(_StaticHashTable):
    @property
    def initializer(self) -> Any: ...
class StaticVocabularyTable(_StaticVocabularyTable):
    @property
    def initializer(self) -> Any: ...
