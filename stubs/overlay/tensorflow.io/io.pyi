"""Files, images and records as tensors."""

from typing import Any

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, DTypeLike, Flag, NamedDType, R, Same, TensorLike, Tested

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

def match_filenames_once() -> tf.Variable[tftypes.string, Any]: ...  # and the rest
def write_graph() -> str: ...  # and the rest
