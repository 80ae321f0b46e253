"""tf.io and tf.audio: images and sounds to tensors and back."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal

from .arguments import (
    allow,
    attribute,
    dtype_argument,
    known_ints,
    made_dtype,
    rank_at_least,
    rank_is,
    taken,
)
from .conversion import as_tensor
from .groups import INDICES, STRINGS
from .io import one_string
from .rule import OpError, rule
from .scalars import scalar
from .values import BOOL, FLOAT32, INT32, STRING, is_number, known_bool, of

_U8 = DType.of("uint8")
_PIXELS = frozenset({"uint8", "uint16"})
#: How the files begin that TensorFlow decodes: JPEG, PNG, GIF, BMP, WebP and WAV, JPEG XL.
_BEGINNINGS = (b"\xff\xd8", b"\x89PNG", b"GIF8", b"BM", b"RIFF", b"\xff\x0a", b"\x00\x00\x00\x0c")
_AS_BYTES = "tf.image.convert_image_dtype(image, tf.uint8)"


# --- images -----------------------------------------------------------------------------------------------------------

_HINT = "0 (as in the file), 1 (grey), 3 (RGB) or 4 (RGBA)"


def _channels(value: Any, allowed: tuple[int, ...]) -> Any:
    """The channels asked for: 0 or None for those that the file has."""
    count = 0 if value is None else attribute(value, "channels")
    if count is not None and count not in allowed:
        raise OpError("tf-value", f"no image has {count} channels", "channels", _HINT)
    return count or UNKNOWN


def _one_file(contents: Any) -> None:
    """The bytes of one file. Raises OpError for a text that begins no picture and no sound, such as its name."""
    one_string(contents, "contents")
    text = as_tensor(contents).value
    data = text.encode() if isinstance(text, str) else text
    if isinstance(data, bytes) and not data.startswith(_BEGINNINGS):
        raise OpError(
            "tf-value",
            "expected the bytes of a file, got a text",
            "contents",
            "tf.io.read_file(contents) reads it",
            "tensorflow.errors.InvalidArgumentError",
        )


def _decoded(contents: Any, dtype: DType, allowed: frozenset[str], *dims: Any) -> TensorType:
    _one_file(contents)
    return TensorType(made_dtype(dtype, allowed), of(*dims))


def _jpeg(op: str) -> tuple[str, ...]:
    crop = "" if op == "decode_jpeg" else ", i32[4]"
    return (
        f"tensorflow.io.{op}",
        f"tf.io.{op}(s[]{crop}) -> u8[None, None, None]",
        f"tf.io.{op}(s[]{crop}, channels=3) -> u8[None, None, 3]",
        f"tf.io.{op}(s[]{crop}, channels=2) !! no image has 2 channels",
        f"tf.io.{op}(s[2]{crop}) !! expected a scalar, got rank 1",
        f"tf.io.{op}('a.jpg'{crop}) !! expected the bytes of a file, got a text",
    )


@rule(*_jpeg("decode_jpeg"))
def decode_jpeg(
    contents: Any,
    channels: Any = 0,
    ratio: Any = 1,
    fancy_upscaling: Any = True,
    try_recover_truncated: Any = False,
    acceptable_fraction: Any = 1,
    dct_method: Any = "",
    name: Any = None,
) -> TensorType:
    return _decoded(contents, _U8, _PIXELS, UNKNOWN, UNKNOWN, _channels(channels, (0, 1, 3)))


@rule(
    *_jpeg("decode_and_crop_jpeg"),
    "tf.io.decode_and_crop_jpeg(s[], [1, 2, 30, 40], channels=1) -> u8[30, 40, 1]",
    "tf.io.decode_and_crop_jpeg(s[], [30, 40]) !! expected y, x, height and width, got 2 numbers",
    "tf.io.decode_and_crop_jpeg(s[], i32[2, 4]) !! expected rank 1, got rank 2",
)
def decode_and_crop_jpeg(
    contents: Any,
    crop_window: Any,
    channels: Any = 0,
    ratio: Any = 1,
    fancy_upscaling: Any = True,
    try_recover_truncated: Any = False,
    acceptable_fraction: Any = 1,
    dct_method: Any = "",
    name: Any = None,
) -> TensorType:
    window = known_ints(crop_window, "crop_window")
    given = rank_is(as_tensor(crop_window, argument="crop_window"), 1, "crop_window")
    if equal(given.shape[0], 4) is False:
        message = f"expected y, x, height and width, got {given.shape[0]} numbers"
        raise OpError("tf-shape", message, "crop_window")
    height, width = window[2:] if window is not None else (UNKNOWN, UNKNOWN)
    return _decoded(contents, _U8, _PIXELS, height, width, _channels(channels, (0, 1, 3)))


@rule(
    "tensorflow.io.decode_png",
    "tf.io.decode_png('a.png') !! expected the bytes of a file, got a text",
    "tf.io.decode_png(s[]) -> u8[None, None, None]",
    "tf.io.decode_png(tf.io.read_file('a.png'), channels=1, dtype=tf.uint16) -> u16[None, None, 1]",
    "tf.io.decode_png(s[], channels=5) !! no image has 5 channels",
    "tf.io.decode_png(s[], dtype=tf.float32) !! float32 is not supported",
    "tf.io.decode_png(f32[]) !! float32 is not supported",
)
def decode_png(contents: Any, channels: Any = 0, dtype: Any = _U8, name: Any = None) -> TensorType:
    made = dtype_argument(dtype)
    return _decoded(contents, made, _PIXELS, UNKNOWN, UNKNOWN, _channels(channels, (0, 1, 3, 4)))


@rule(
    "tensorflow.io.decode_bmp",
    "tf.io.decode_bmp('a.bmp') !! expected the bytes of a file, got a text",
    "tf.io.decode_bmp(s[], channels=3) -> u8[None, None, 3]",
    "tf.io.decode_bmp(s[], channels=3.0) -> u8[None, None, 3]",
    "tf.io.decode_bmp(s[2]) !! expected a scalar, got rank 1",
)
def decode_bmp(contents: Any, channels: Any = 0, name: Any = None) -> TensorType:
    count = 0 if channels is None else attribute(channels, "channels")
    return _decoded(contents, _U8, _PIXELS, UNKNOWN, UNKNOWN, count or UNKNOWN)


@rule(
    "tensorflow.io.decode_gif",
    "tf.io.decode_gif('a.gif') !! expected the bytes of a file, got a text",
    "tf.io.decode_gif(s[]) -> u8[None, None, None, 3]",
    "tf.io.decode_gif(s[2]) !! expected a scalar, got rank 1",
)
def decode_gif(contents: Any, name: Any = None) -> TensorType:
    return _decoded(contents, _U8, _PIXELS, UNKNOWN, UNKNOWN, UNKNOWN, 3)


@rule(
    "tensorflow.io.decode_image",
    "tf.io.decode_image(s[]) -> u8[...]",
    "tf.io.decode_image(s[], channels=3, expand_animations=False) -> u8[None, None, 3]",
    "tf.io.decode_image(s[], dtype=tf.float32, expand_animations=False) -> f32[None, None, None]",
    "tf.io.decode_image(s[2]) !! expected a scalar, got rank 1",
    "tf.io.decode_image('a.png') !! expected the bytes of a file, got a text",
)
def decode_image(
    contents: Any,
    channels: Any = None,
    dtype: Any = _U8,
    name: Any = None,
    expand_animations: Any = True,
) -> TensorType:
    """With animations, the rank depends on the file; a graph does not know even the channels."""
    made = dtype_argument(dtype)
    count = 0 if channels is None else attribute(channels, "channels")
    result = _decoded(contents, made, _PIXELS | {"float32"}, UNKNOWN, UNKNOWN, count or UNKNOWN)
    return result if known_bool(expand_animations) is False else TensorType(made, Shape.unknown())


@rule(
    "tensorflow.io.encode_png",
    "tf.io.encode_png(u8[28, 28, 3]) -> s[]",
    "tf.io.encode_png(u16[N, 28, 28, 1]) -> s[N]",
    "tf.io.encode_png(f32[28, 28, 3]) !! float32 is not supported",
    "tf.io.encode_png(u8[28, 28]) !! expected rank 3 or more, got rank 2",
    "tf.io.encode_png(u8[1, 28, 28]) !! expected 1 to 4 channels, got 28",
)
def encode_png(image: Any, compression: Any = -1, name: Any = None) -> TensorType:
    x = allow(as_tensor(image, like=_U8, argument="image"), _PIXELS, "image", _AS_BYTES)
    shape = rank_at_least(x, 3, "image").shape
    channels = shape[-1]
    if is_number(channels) and not 1 <= channels <= 4:
        raise OpError("tf-shape", f"expected 1 to 4 channels, got {channels}", "image")
    return TensorType(STRING, shape.slice(0, -3))


@rule(
    "tensorflow.io.encode_jpeg",
    "tf.io.encode_jpeg(u8[28, 28, 3]) -> s[]",
    "tf.io.encode_jpeg(f32[28, 28, 3]) !! float32 is not supported",
    "tf.io.encode_jpeg(u8[28, 28]) !! expected rank 3, got rank 2",
)
def encode_jpeg(
    image: Any,
    format: Any = "",
    quality: Any = 95,
    progressive: Any = False,
    optimize_size: Any = False,
    chroma_downsampling: Any = True,
    density_unit: Any = "in",
    x_density: Any = 300,
    y_density: Any = 300,
    xmp_metadata: Any = "",
    name: Any = None,
) -> TensorType:
    x = allow(
        as_tensor(image, like=_U8, argument="image"), frozenset({"uint8"}), "image", _AS_BYTES
    )
    rank_is(x, 3, "image")
    return TensorType(STRING, Shape.scalar())


@rule(
    "tensorflow.io.extract_jpeg_shape",
    "tf.io.extract_jpeg_shape(s[]) -> i32[3]",
    "tf.io.extract_jpeg_shape(s[], tf.int64) -> i64[3]",
    "tf.io.extract_jpeg_shape(s[2]) !! expected a scalar, got rank 1",
)
def extract_jpeg_shape(contents: Any, output_type: Any = INT32, name: Any = None) -> TensorType:
    made = dtype_argument(output_type)
    return _decoded(contents, made, INDICES, 3)


@rule(
    "tensorflow.io.is_jpeg",
    "tf.io.is_jpeg(s[]) -> b[]",
    "tf.io.is_jpeg(s[N]) -> b[N]",
    "tf.io.is_jpeg(i32[]) !! int32 is not supported",
)
def is_jpeg(contents: Any, name: Any = None) -> TensorType:
    x = taken(contents, STRINGS, "contents")
    return TensorType(BOOL, x.shape)


# --- sound ------------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.audio.decode_wav",
    "tf.audio.decode_wav(s[]) -> (f32[None, None], i32[])",
    "tf.audio.decode_wav(s[], desired_channels=1, desired_samples=16000) -> (f32[16000, 1], i32[])",
    "tf.audio.decode_wav(s[2]) !! expected a scalar, got rank 1",
    "tf.audio.decode_wav('a.wav') !! expected the bytes of a file, got a text",
)
def decode_wav(
    contents: Any, desired_channels: Any = -1, desired_samples: Any = -1, name: Any = None
) -> tuple[TensorType, TensorType]:
    _one_file(contents)
    asked = (
        attribute(desired_samples, "desired_samples"),
        attribute(desired_channels, "desired_channels"),
    )
    dims = [UNKNOWN if count is None or count < 0 else count for count in asked]
    return TensorType(FLOAT32, of(*dims)), TensorType(INT32, Shape.scalar())


@rule(
    "tensorflow.audio.encode_wav",
    "tf.audio.encode_wav(f32[N, 2], 44100) -> s[]",
    "tf.audio.encode_wav(f32[16000], 44100) !! expected rank 2, got rank 1",
    "tf.audio.encode_wav(i32[16000, 1], 44100) !! expected float32, got int32",
)
def encode_wav(audio: Any, sample_rate: Any, name: Any = None) -> TensorType:
    rank_is(as_tensor(audio, FLOAT32, argument="audio"), 2, "audio", axis=-1)
    scalar(sample_rate, "sample_rate", INT32)
    return TensorType(STRING, Shape.scalar())
