# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow import (
    float16 as FLOAT16,
    float32 as FLOAT,
    int16 as INT16,
    int32 as INT32,
    int64 as INT64,
    int8 as INT8,
    string as STRING,
    uint8 as QUANTIZED_UINT8,
)
__all__ = [
    "FLOAT",
    "FLOAT16",
    "GRAPHVIZ_DOT",
    "INT16",
    "INT32",
    "INT64",
    "INT8",
    "QUANTIZED_UINT8",
    "STRING",
    "TFLITE",
]

GRAPHVIZ_DOT: int
TFLITE: int
