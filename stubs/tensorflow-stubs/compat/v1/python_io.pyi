# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.compat.v1.io import (
    TFRecordCompressionType as TFRecordCompressionType,
    tf_record_iterator as tf_record_iterator,
)
from tensorflow.io import (
    TFRecordOptions as TFRecordOptions,
    TFRecordWriter as TFRecordWriter,
)
