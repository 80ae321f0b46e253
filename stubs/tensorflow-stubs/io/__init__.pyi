# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow._bases import DT, Flag, NamedDType
from tensorflow._typing import DTypeLike, R, Same, TensorLike, Tested
from typing import Any, SupportsInt
from typing_extensions import Self

def decode_bmp(
    contents: TensorLike,
    channels: TensorLike = 0,
    name: str | None = None,
) -> tf.Tensor[tftypes.uint8, Any]: ...
def decode_gif(contents: TensorLike, name: str | None = None) -> tf.Tensor[tftypes.uint8, Any]: ...
def decode_jpeg(
    contents: TensorLike,
    channels: TensorLike = 0,
    ratio: TensorLike = 1,
    fancy_upscaling: Flag = True,
    try_recover_truncated: Flag = False,
    acceptable_fraction: TensorLike = 1,
    dct_method: str = "",
    name: str | None = None,
) -> tf.Tensor[tftypes.uint8, Any]: ...
def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: TensorLike,
    channels: TensorLike = 0,
    ratio: TensorLike = 1,
    fancy_upscaling: Flag = True,
    try_recover_truncated: Flag = False,
    acceptable_fraction: TensorLike = 1,
    dct_method: str = "",
    name: str | None = None,
) -> tf.Tensor[tftypes.uint8, Any]: ...
def decode_png(
    contents: TensorLike,
    channels: int | None = 0,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def decode_webp(
    contents: TensorLike,
    channels: int | None = 0,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def decode_image(
    contents: TensorLike,
    channels: int | None = None,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
    expand_animations: Flag = True,
) -> tf.Tensor[DT, Any]: ...
def decode_raw(
    input_bytes: TensorLike,
    out_type: tf.DType[DT] | NamedDType,
    little_endian: Flag = True,
    fixed_length: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def decode_base64(input: Same[R], name: str | None = None) -> R: ...
def encode_base64(input: Same[R], pad: Flag = False, name: str | None = None) -> R: ...
def decode_compressed(bytes: Same[R], compression_type: str = "", name: str | None = None) -> R: ...
def encode_jpeg(
    image: TensorLike,
    format: str = "",
    quality: TensorLike = 95,
    progressive: Flag = False,
    optimize_size: Flag = False,
    chroma_downsampling: Flag = True,
    density_unit: str = "in",
    x_density: TensorLike = 300,
    y_density: TensorLike = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> tf.Tensor[tftypes.string, Any]: ...
def encode_png(
    image: TensorLike,
    compression: TensorLike = -1,
    name: str | None = None,
) -> tf.Tensor[tftypes.string, Any]: ...
def read_file(filename: TensorLike, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...
def serialize_tensor(tensor: TensorLike, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...
def matching_files(pattern: TensorLike, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...
def decode_json_example(json_examples: TensorLike, name: str | None = None) -> tf.Tensor[tftypes.string, Any]: ...
def encode_proto(
    sizes: TensorLike,
    values: Any,
    field_names: Any,
    message_type: str,
    descriptor_source: str = "local://",
    name: str | None = None,
) -> tf.Tensor[tftypes.string, Any]: ...
def is_jpeg(contents: Tested[R], name: str | None = None) -> R: ...
def parse_tensor(
    serialized: TensorLike,
    out_type: tf.DType[DT] | NamedDType,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> tf.Operation | None: ...
def extract_jpeg_shape(
    contents: TensorLike,
    output_type: DTypeLike = ...,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def parse_single_example(
    serialized: TensorLike,
    features: Any,
    example_names: Any = None,
    name: str | None = None,
) -> dict[str, Any]: ...
def parse_example(
    serialized: TensorLike,
    features: Any,
    example_names: Any = None,
    name: str | None = None,
) -> dict[str, Any]: ...
def parse_single_sequence_example(
    serialized: TensorLike,
    context_features: Any = None,
    sequence_features: Any = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]: ...
def parse_sequence_example(
    serialized: TensorLike,
    context_features: Any = None,
    sequence_features: Any = None,
    example_names: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]: ...
def decode_csv(
    records: TensorLike,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: Flag = True,
    na_value: str = "",
    select_cols: Any = None,
    name: str | None = None,
) -> list[tf.Tensor[Any, Any]]: ...
def serialize_sparse(
    sp_input: tftypes.SparseTensor[Any, Any],
    out_type: DTypeLike = ...,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def serialize_many_sparse(
    sp_input: tftypes.SparseTensor[Any, Any],
    out_type: DTypeLike = ...,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def deserialize_many_sparse(
    serialized_sparse: TensorLike,
    dtype: tf.DType[DT] | NamedDType,
    rank: int | None = None,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def match_filenames_once(pattern: Any, name: str | None = None) -> tf.Variable[tftypes.string, Any]: ...
def write_graph(graph_or_graph_def: Any, logdir: Any, name: Any, as_text: TensorLike | None = True) -> str: ...
class FixedLenFeature(tuple[Any, ...]):
    def __new__(cls, shape: Any, dtype: Any, default_value: Any = None) -> Self: ...
    @property
    def default_value(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...
    @property
    def shape(self) -> Any: ...
class FixedLenSequenceFeature(tuple[Any, ...]):
    def __new__(cls, shape: Any, dtype: Any, allow_missing: TensorLike | None = False, default_value: Any = None) -> Self: ...
    @property
    def allow_missing(self) -> Any: ...
    @property
    def default_value(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...
    @property
    def shape(self) -> Any: ...
class RaggedFeature(tuple[Any, ...]):
    def __new__(cls, dtype: Any, value_key: Any = None, partitions: Any = ..., row_splits_dtype: DTypeLike | None = ..., validate: TensorLike | None = False) -> Self: ...
    RowLengths: Any
    RowLimits: Any
    RowSplits: Any
    RowStarts: Any
    UniformRowLength: Any
    ValueRowIds: Any
    @property
    def dtype(self) -> Any: ...
    @property
    def partitions(self) -> Any: ...
    @property
    def row_splits_dtype(self) -> Any: ...
    @property
    def validate(self) -> Any: ...
    @property
    def value_key(self) -> Any: ...
class SparseFeature(tuple[Any, ...]):
    def __new__(cls, index_key: Any, value_key: Any, dtype: Any, size: Any, already_sorted: TensorLike | None = False) -> Self: ...
    @property
    def already_sorted(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...
    @property
    def index_key(self) -> Any: ...
    @property
    def size(self) -> Any: ...
    @property
    def value_key(self) -> Any: ...
class TFRecordOptions:
    def __init__(self, compression_type: Any = None, flush_mode: Any = None, input_buffer_size: Any = None, output_buffer_size: Any = None, window_bits: Any = None, compression_level: Any = None, compression_method: Any = None, mem_level: Any = None, compression_strategy: Any = None) -> None: ...
    compression_level: Any
    compression_method: Any
    compression_strategy: Any
    compression_type: Any
    compression_type_map: Any
    flush_mode: Any
    @classmethod
    def get_compression_type_string(cls, options: Any) -> str: ...
    input_buffer_size: Any
    mem_level: Any
    output_buffer_size: Any
    window_bits: Any
class TFRecordWriter:
    def __init__(self, path: Any, options: Any = None) -> None: ...
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...
    def __enter__(self, *args: Any, **kwargs: Any) -> Self: ...
    def __exit__(self, *args: Any, **kwargs: Any) -> Any: ...
    def close(self) -> None: ...
    def flush(self) -> None: ...
    def write(self, record: Any) -> None: ...
class VarLenFeature(tuple[Any, ...]):
    def __new__(_cls, dtype: Any) -> Self: ...
    @property
    def dtype(self) -> Any: ...
def decode_jxl(contents: TensorLike, channels: SupportsInt = 0, dtype: tf.DType[DT] | NamedDType = ..., name: str | None = None) -> tf.Tensor[DT, Any]: ...
def decode_proto(bytes: TensorLike, message_type: str | bytes, field_names: Any, output_types: Any, descriptor_source: str | bytes = 'local://', message_format: str | bytes = 'binary', sanitize: Flag = False, name: str | None = None) -> tf.raw_ops._DecodeProtoV2: ...
from tensorflow.io import gfile as gfile
