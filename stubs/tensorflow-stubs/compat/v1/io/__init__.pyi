# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.compat.v1 import (
    decode_csv as decode_csv,
    decode_raw as decode_raw,
    parse_example as parse_example,
    parse_single_example as parse_single_example,
    serialize_many_sparse as serialize_many_sparse,
    serialize_sparse as serialize_sparse,
)
from tensorflow.io import (
    FixedLenFeature as FixedLenFeature,
    FixedLenSequenceFeature as FixedLenSequenceFeature,
    RaggedFeature as RaggedFeature,
    SparseFeature as SparseFeature,
    TFRecordOptions as TFRecordOptions,
    TFRecordWriter as TFRecordWriter,
    VarLenFeature as VarLenFeature,
    decode_and_crop_jpeg as decode_and_crop_jpeg,
    decode_base64 as decode_base64,
    decode_bmp as decode_bmp,
    decode_compressed as decode_compressed,
    decode_gif as decode_gif,
    decode_image as decode_image,
    decode_jpeg as decode_jpeg,
    decode_json_example as decode_json_example,
    decode_jxl as decode_jxl,
    decode_png as decode_png,
    decode_proto as decode_proto,
    decode_webp as decode_webp,
    deserialize_many_sparse as deserialize_many_sparse,
    encode_base64 as encode_base64,
    encode_jpeg as encode_jpeg,
    encode_png as encode_png,
    encode_proto as encode_proto,
    extract_jpeg_shape as extract_jpeg_shape,
    gfile as gfile,
    is_jpeg as is_jpeg,
    match_filenames_once as match_filenames_once,
    matching_files as matching_files,
    parse_sequence_example as parse_sequence_example,
    parse_single_sequence_example as parse_single_sequence_example,
    parse_tensor as parse_tensor,
    read_file as read_file,
    serialize_tensor as serialize_tensor,
    write_file as write_file,
    write_graph as write_graph,
)
from tensorflow.queue import (
    PaddingFIFOQueue as PaddingFIFOQueue,
    PriorityQueue as PriorityQueue,
    QueueBase as QueueBase,
    RandomShuffleQueue as RandomShuffleQueue,
)

class TFRecordCompressionType:
    GZIP: int
    NONE: int
    ZLIB: int
def tf_record_iterator(path: Any, options: Any = None) -> Any: ...
