# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from tensorflow._bases import CastTarget, DT, NamedDType
from tensorflow._typing import Kind, R
from typing import Any
from tensorflow import (
    DType as DType,
    bfloat16 as bfloat16,
    bool as bool,
    cast as cast,
    complex128 as complex128,
    complex64 as complex64,
    float16 as float16,
    float16 as half,
    float32 as float32,
    float64 as double,
    float64 as float64,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int8 as int8,
    qint16 as qint16,
    qint32 as qint32,
    qint8 as qint8,
    quint16 as quint16,
    quint8 as quint8,
    resource as resource,
    string as string,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uint8 as uint8,
    variant as variant,
)
__all__ = [
    "DType",
    "QUANTIZED_DTYPES",
    "as_dtype",
    "bfloat16",
    "bool",
    "cast",
    "complex",
    "complex128",
    "complex64",
    "double",
    "experimental",
    "float16",
    "float32",
    "float64",
    "half",
    "int16",
    "int32",
    "int64",
    "int8",
    "qint16",
    "qint32",
    "qint8",
    "quint16",
    "quint8",
    "resource",
    "saturate_cast",
    "string",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "variant",
]

def as_dtype(type_value: tf.DType[DT] | NamedDType) -> tf.DType[DT]: ...
def complex(real: Kind[R], imag: Kind[R], name: str | None = None) -> R: ...
def saturate_cast(value: Kind[R], dtype: CastTarget[R] | NamedDType, name: str | None = None) -> R: ...
QUANTIZED_DTYPES: Any
from tensorflow.dtypes import experimental as experimental
