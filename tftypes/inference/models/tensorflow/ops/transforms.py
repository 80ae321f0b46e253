"""tf.signal: cosine transforms, and back from frames to signals."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, TensorType

from .arguments import allow, count_argument, dim_argument, int_argument, made_dtype, rank_at_least
from .broadcasting import mapped
from .conversion import as_tensor
from .groups import COMPLEX, FLOATS, PARTS
from .rule import OpError, Unsure, rule
from .signal import framed
from .values import FLOAT32, is_number, of

_REAL = FLOATS & {"float32", "float64"}


def _register_cosine(op: str) -> None:
    def function(
        input: Any,
        type: Any = 2,
        n: Any = None,
        axis: Any = -1,
        norm: Any = None,
        name: Any = None,
    ) -> TensorType:
        x = rank_at_least(allow(as_tensor(input, argument="input"), _REAL, "input"), 1, "input")
        if is_number(type) and type not in (1, 2, 3, 4):
            raise OpError("tf-value", f"there is no type {type}; there are 1 to 4", "type")
        if is_number(axis) and axis != -1:
            raise OpError("tf-axis", f"the last axis only, -1, got {axis}", "axis")
        if n is None:
            return TensorType(x.dtype, x.shape)
        return TensorType(x.dtype, x.shape.replace(-1, dim_argument(n, "n")))

    rule(
        f"tensorflow.signal.{op}",
        f"tf.signal.{op}(f32[N, 16]) -> f32[N, 16]",
        f"tf.signal.{op}(f32[N, 16], n=8) -> f32[N, 8]",
        f"tf.signal.{op}(i32[2, 16]) !! int32 is not supported",
        f"tf.signal.{op}(f32[2, 16], type=5) !! there is no type 5",
        f"tf.signal.{op}(f32[2, 16], axis=0) !! the last axis only, -1, got 0",
    )(function)


_register_cosine("dct")
_register_cosine("idct")


@rule(
    "tensorflow.signal.mdct",
    "tf.signal.mdct(f32[N, 32], 8) -> f32[N, 7, 4]",
    "tf.signal.mdct(f32[2, 30], 8, pad_end=True) -> f32[2, 8, 4]",
    "tf.signal.mdct(f32[2, 32], 7) !! 7 does not divide by 4",
    "tf.signal.mdct(i32[2, 32], 8) !! int32 is not supported",
)
def mdct(
    signals: Any,
    frame_length: Any,
    window_fn: Any = UNKNOWN,
    pad_end: Any = False,
    norm: Any = None,
    name: Any = None,
) -> TensorType:
    x = rank_at_least(allow(as_tensor(signals, argument="signals"), _REAL, "signals"), 1, "signals")
    length = int_argument(frame_length, "frame_length")
    if length is None or x.shape.rank is None:
        raise Unsure
    if length % 4:
        raise OpError("tf-value", f"{length} does not divide by 4", "frame_length")
    frames = framed(x.shape[-1], length, length // 2, pad_end)
    return TensorType(x.dtype, x.shape.slice(0, -1) + of(frames, length // 2))


@rule(
    "tensorflow.signal.inverse_mdct",
    "tf.signal.inverse_mdct(f32[N, 7, 4]) -> f32[N, 32]",
    "tf.signal.inverse_mdct(i32[2, 7, 4]) !! int32 is not supported",
)
def inverse_mdct(
    mdcts: Any, window_fn: Any = UNKNOWN, norm: Any = None, name: Any = None
) -> TensorType:
    x = rank_at_least(allow(as_tensor(mdcts, argument="mdcts"), _REAL, "mdcts"), 2, "mdcts")
    if x.shape.rank is None:
        raise Unsure
    frames, half = x.shape[-2], x.shape[-1]
    return TensorType(x.dtype, x.shape.slice(0, -2) + of((frames + 1) * half))


@rule(
    "tensorflow.signal.inverse_stft",
    "tf.signal.inverse_stft(c64[N, 5, 9], 16, 8) -> f32[N, 48]",
    "tf.signal.inverse_stft(c64[1, 5], 8, 4) -> f32[8]",
    "tf.signal.inverse_stft(c64[2, None, 9], frame_length=16, frame_step=8) -> f32[2, None]",
    "tf.signal.inverse_stft(f32[2, 5, 9], 16, 8) !! float32 is not supported",
    "tf.signal.inverse_stft(c64[9], 16, 8) !! expected rank 2 or more, got rank 1",
)
def inverse_stft(
    stfts: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Any = UNKNOWN,
    name: Any = None,
) -> TensorType:
    x = rank_at_least(allow(as_tensor(stfts, argument="stfts"), COMPLEX, "stfts"), 2, "stfts")
    length = dim_argument(frame_length, "frame_length")
    step = dim_argument(frame_step, "frame_step")
    if x.shape.rank is None:
        raise Unsure
    frames = x.shape[-2]
    samples: Dim = (frames - 1) * step + length if is_number(frames) and frames > 0 else UNKNOWN
    return TensorType(mapped(x.dtype, PARTS), x.shape.slice(0, -2) + of(samples))


@rule(
    "tensorflow.signal.kaiser_bessel_derived_window",
    "tf.signal.kaiser_bessel_derived_window(8) -> f32[8]",
    "tf.signal.kaiser_bessel_derived_window(8, dtype=tf.float64) -> f64[8]",
    "tf.signal.kaiser_bessel_derived_window(-8) !! negative size -8",
)
def kaiser_bessel_derived_window(
    window_length: Any, beta: Any = 12.0, dtype: Any = FLOAT32, name: Any = None
) -> TensorType:
    length = count_argument(window_length, "window_length")
    made = made_dtype(dtype, FLOATS)
    return TensorType(made, of(length if is_number(length) and length % 2 == 0 else UNKNOWN))
