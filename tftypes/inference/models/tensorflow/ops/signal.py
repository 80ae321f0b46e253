"""tf.signal: Fourier transforms, frames and windows."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, Unknown, less

from .arguments import (
    allow,
    axes_argument,
    axis_argument,
    count_argument,
    dim_argument,
    ints_argument,
    made_dtype,
    preferred,
    rank_at_least,
)
from .broadcasting import mapped
from .conversion import as_tensor
from .groups import COMPLEX, FLOATS, PARTS
from .rule import OpError, rule, with_parameters
from .values import FLOAT32, contents, is_dim, is_number, known_bool

_WHOLE = {"float32": "complex64", "float64": "complex128"}


def _register_complex(op: str, count: int) -> None:
    def function(input: Any, name: Any = None) -> TensorType:
        x = as_tensor(preferred(input, COMPLEX), argument="input")
        rank_at_least(allow(x, COMPLEX, "input", _HINT), count, "input")
        return TensorType(x.dtype, x.shape)

    shape = ", ".join(["8"] * count)
    rule(
        f"tensorflow.signal.{op}",
        f"tf.signal.{op}(c64[N, {shape}]) -> c64[N, {shape}]",
        f"tf.signal.{op}({'[' * count}1, 2{']' * count}) -> anything",
        f"tf.signal.{op}(f32[2, {shape}]) !! float32 is not supported",
    )(function)


_HINT = "tf.signal.rfft takes real numbers"
for _count, _suffix in ((1, ""), (2, "2d"), (3, "3d")):
    _register_complex(f"fft{_suffix}", _count)
    _register_complex(f"ifft{_suffix}", _count)


def _register_real(op: str, count: int, inverse: bool) -> None:
    """Of real numbers, whose spectrum is stored up to the middle only."""

    def function(input_tensor: Any, fft_length: Any = None, name: Any = None) -> TensorType:
        allowed = COMPLEX if inverse else frozenset(_WHOLE)
        x = as_tensor(preferred(input_tensor, allowed), argument="input_tensor")
        allow(x, allowed, "input_tensor")
        rank_at_least(x, count, "input_tensor")
        made = mapped(x.dtype, PARTS if inverse else _WHOLE)
        sizes: list[Dim] = [x.shape[place - count] for place in range(count)]
        if inverse and fft_length is None:
            sizes[-1] = (sizes[-1] - 1) * 2
        if fft_length is not None:
            given = ints_argument(fft_length, "fft_length")
            if given is not None and len(given) != count:
                raise OpError(
                    "tf-shape", f"expected {count} lengths, got {len(given)}", "fft_length"
                )
            sizes = list(given) if given is not None else [UNKNOWN] * count
            sizes = [UNKNOWN if is_number(size) and size < 0 else size for size in sizes]
        if not inverse:
            sizes[-1] = 0 if sizes[-1] == 0 else sizes[-1] // 2 + 1
        return TensorType(made, x.shape.slice(0, -count) + Shape.of(*sizes))

    outer = "".join(["8, "] * (count - 1))
    given, made = ("c64", "f32") if inverse else ("f32", "c64")
    before, after = ("5", "8") if inverse else ("8", "5")
    lengths = ", ".join(["16"] * count)
    longer = lengths if inverse else ", ".join(["16"] * (count - 1) + ["9"])
    rule(
        f"tensorflow.signal.{op}",
        f"tf.signal.{op}({given}[N, {outer}{before}]) -> {made}[N, {outer}{after}]",
        f"tf.signal.{op}({given}[N, {outer}{before}], [{lengths}]) -> {made}[N, {longer}]",
        f"tf.signal.{op}({made}[2, {outer}{before}]) !! is not supported",
        f"tf.signal.{op}({given}[2, {outer}{before}], [{lengths}, 16]) !! expected {count} lengths, got {count + 1}",
    )(function)


for _count, _suffix in ((1, ""), (2, "2d"), (3, "3d")):
    _register_real(f"rfft{_suffix}", _count, inverse=False)
    _register_real(f"irfft{_suffix}", _count, inverse=True)


def framed(dim: Dim, length: Dim, step: Dim, pad_end: Any) -> Dim:
    """The number of frames in a dim."""
    pad = known_bool(pad_end)
    if isinstance(dim, Unknown) or pad is None or not (is_number(step) and step > 0):
        return UNKNOWN
    if pad:
        return (dim + (step - 1)) // step
    if isinstance(length, Unknown) or less(dim, length) is not False:
        return 0 if less(dim, length) else UNKNOWN
    return (dim - length) // step + 1


@rule(
    "tensorflow.signal.frame",
    "tf.signal.frame(f32[N, 100], 16, 8) -> f32[N, 11, 16]",
    "tf.signal.frame(f32[2, 100], 16, 8, pad_end=True) -> f32[2, 13, 16]",
    "tf.signal.frame(f32[2, 100, 3], 16, 8, axis=1) -> f32[2, 11, 16, 3]",
    "tf.signal.frame(f32[2, 100], 16, 8, axis=2) !! axis 2 is out of range for rank 2",
)
def frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: Any = False,
    pad_value: Any = 0,
    axis: Any = -1,
    name: Any = None,
) -> TensorType:
    x = rank_at_least(as_tensor(signal, argument="signal"), 1, "signal")
    place = axis_argument(axis, x.shape.rank)
    if place is None or x.shape.rank is None:
        return TensorType(x.dtype, Shape.unknown())
    length = dim_argument(frame_length, "frame_length")
    count = framed(x.shape[place], length, dim_argument(frame_step, "frame_step"), pad_end)
    return TensorType(
        x.dtype, x.shape.slice(0, place) + Shape.of(count, length) + x.shape.slice(place + 1, None)
    )


@rule(
    "tensorflow.signal.stft",
    "tf.signal.stft(f32[N, 100], 16, 8) -> c64[N, 11, 9]",
    "tf.signal.stft(f32[2, None], frame_length=16, frame_step=8, fft_length=32) -> c64[2, None, 17]",
    "tf.signal.stft(f32[N, 100], 16, 8, fft_length=32.0) -> c64[N, 11, None]",
    "tf.signal.stft(i32[2, 100], 16, 8) !! int32 is not supported",
)
def stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Any = None,
    pad_end: Any = False,
    name: Any = None,
) -> TensorType:
    x = allow(as_tensor(signals, argument="signals"), frozenset(_WHOLE), "signals")
    length = dim_argument(frame_length, "frame_length")
    frames = frame(x, length, frame_step, pad_end).shape.slice(0, -1)
    given = contents(fft_length)
    size = _power_of_two(length) if fft_length is None else given if is_dim(given) else UNKNOWN
    return TensorType(mapped(x.dtype, _WHOLE), frames + Shape.of(size // 2 + 1))


def _power_of_two(length: Dim) -> Dim:
    """The smallest power of two that is not less."""
    return 1 << (length - 1).bit_length() if is_number(length) and length > 0 else UNKNOWN


def _register_window(op: str, more: dict[str, Any]) -> None:
    def function(window_length: Any, *rest: Any) -> TensorType:
        made = made_dtype(rest[_DTYPE[op]], FLOATS)
        return TensorType(made, Shape.of(count_argument(window_length, "window_length")))

    rule(
        f"tensorflow.signal.{op}",
        f"tf.signal.{op}(16) -> f32[16]",
        f"tf.signal.{op}(N, dtype=tf.float64) -> f64[N]",
        f"tf.signal.{op}(16, dtype=tf.int32) !! int32 is not supported, only floats",
        f"tf.signal.{op}(-16) !! negative size -16",
    )(with_parameters(function, window_length=..., **more, name=None))


#: Which of the parameters after the length is the dtype.
_DTYPE = {"hann_window": 1, "hamming_window": 1, "kaiser_window": 1, "vorbis_window": 0}
_register_window("hann_window", {"periodic": True, "dtype": FLOAT32})
_register_window("hamming_window", {"periodic": True, "dtype": FLOAT32})
_register_window("kaiser_window", {"beta": 12.0, "dtype": FLOAT32})
_register_window("vorbis_window", {"dtype": FLOAT32})


@rule(
    "tensorflow.signal.linear_to_mel_weight_matrix",
    "tf.signal.linear_to_mel_weight_matrix(40, 129, 8000, 80., 4000.) -> f32[129, 40]",
    "tf.signal.linear_to_mel_weight_matrix(40, 129, 8000, 80., 4001.) !! no more than half the sample rate of 8000",
    "tf.signal.linear_to_mel_weight_matrix(dtype=tf.int32) !! int32 is not supported",
)
def linear_to_mel_weight_matrix(
    num_mel_bins: Any = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: Any = 125.0,
    upper_edge_hertz: Any = 3800.0,
    dtype: Any = FLOAT32,
    name: Any = None,
) -> TensorType:
    rows = dim_argument(num_spectrogram_bins, "num_spectrogram_bins")
    known = is_number(sample_rate) and isinstance(upper_edge_hertz, (int, float))
    if known and upper_edge_hertz > sample_rate / 2:
        message = f"expected no more than half the sample rate of {sample_rate}"
        raise OpError("tf-value", message, "upper_edge_hertz")
    return TensorType(
        made_dtype(dtype, FLOATS), Shape.of(rows, dim_argument(num_mel_bins, "num_mel_bins"))
    )


@rule(
    "tensorflow.signal.mfccs_from_log_mel_spectrograms",
    "tf.signal.mfccs_from_log_mel_spectrograms(f32[N, 10, 40]) -> f32[N, 10, 40]",
)
def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: Any, name: Any = None) -> TensorType:
    x = allow(
        as_tensor(log_mel_spectrograms, argument="log_mel_spectrograms"),
        FLOATS,
        "log_mel_spectrograms",
    )
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.signal.overlap_and_add",
    "tf.signal.overlap_and_add(f32[N, 10, 16], 8) -> f32[N, 88]",
    "tf.signal.overlap_and_add(f32[16], 8) !! expected rank 2 or more, got rank 1",
)
def overlap_and_add(signal: Any, frame_step: Any, name: Any = None) -> TensorType:
    x = rank_at_least(as_tensor(signal, argument="signal"), 2, "signal")
    step = count_argument(frame_step, "frame_step")
    return TensorType(
        x.dtype, x.shape.slice(0, -2) + Shape.of((x.shape[-2] - 1) * step + x.shape[-1])
    )


def _register_shift(op: str) -> None:
    def function(x: Any, axes: Any = None, name: Any = None) -> TensorType:
        value = as_tensor(x, argument="x")
        if axes is not None and value.shape.rank is not None:
            axes_argument(axes, value.shape.rank, "axes")
        return TensorType(value.dtype, value.shape)

    rule(
        f"tensorflow.signal.{op}",
        f"tf.signal.{op}(f32[N, 8]) -> f32[N, 8]",
        f"tf.signal.{op}(f32[2, 8], axes=2) !! axis 2 is out of range for rank 2",
    )(function)


_register_shift("fftshift")
_register_shift("ifftshift")
