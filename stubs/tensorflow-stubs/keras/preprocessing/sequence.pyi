# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins
import tensorflow as tf
from typing import Any
from tensorflow.keras.utils import pad_sequences as pad_sequences

class TimeseriesGenerator(tf.keras.utils.PyDataset):
    def __init__(self, data: Any, targets: Any, length: Any, sampling_rate: Any = 1, stride: Any = 1, start_index: Any = 0, end_index: Any = None, shuffle: Any = False, reverse: Any = False, batch_size: Any = 128, **kwargs: Any) -> None: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __len__(self) -> builtins.int: ...
    batch_size: Any
    data: Any
    end_index: Any
    def get_config(self, *args: Any, **kwargs: Any) -> Any: ...
    length: Any
    reverse: Any
    sampling_rate: Any
    shuffle: Any
    start_index: Any
    stride: Any
    targets: Any
    def to_json(self, **kwargs: Any) -> Any: ...
def make_sampling_table(size: Any, sampling_factor: Any = 1e-05) -> Any: ...
def skipgrams(sequence: Any, vocabulary_size: Any, window_size: Any = 4, negative_samples: Any = 1.0, shuffle: Any = True, categorical: Any = False, sampling_table: Any = None, seed: Any = None) -> Any: ...
