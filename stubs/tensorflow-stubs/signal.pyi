# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from collections.abc import Callable
from tensorflow._bases import DT, Flag, NamedDType
from tensorflow._typing import Open, R, Same, TensorLike
from typing import Any

def fft(input: Same[R], name: str | None = None) -> R: ...
def fft2d(input: Same[R], name: str | None = None) -> R: ...
def fft3d(input: Same[R], name: str | None = None) -> R: ...
def ifft(input: Same[R], name: str | None = None) -> R: ...
def ifft2d(input: Same[R], name: str | None = None) -> R: ...
def ifft3d(input: Same[R], name: str | None = None) -> R: ...
def fftshift(x: Same[R], axes: TensorLike | None = None, name: str | None = None) -> R: ...
def ifftshift(x: Same[R], axes: TensorLike | None = None, name: str | None = None) -> R: ...
def dct(
    input: Open[R],
    type: TensorLike = 2,
    n: TensorLike | None = None,
    axis: TensorLike = -1,
    norm: str | None = None,
    name: str | None = None,
) -> R: ...
def idct(
    input: Open[R],
    type: TensorLike = 2,
    n: TensorLike | None = None,
    axis: TensorLike = -1,
    norm: str | None = None,
    name: str | None = None,
) -> R: ...
def frame(
    signal: Open[R],
    frame_length: TensorLike,
    frame_step: TensorLike,
    pad_end: Flag = False,
    pad_value: TensorLike = 0,
    axis: TensorLike = -1,
    name: str | None = None,
) -> R: ...
def overlap_and_add(signal: Open[R], frame_step: TensorLike, name: str | None = None) -> R: ...
def rfft(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def rfft2d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def rfft3d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def irfft(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def irfft2d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def irfft3d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def rfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def irfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def fftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def ifftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def hamming_window(
    window_length: TensorLike,
    periodic: Flag = True,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def hann_window(
    window_length: TensorLike,
    periodic: Flag = True,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def kaiser_bessel_derived_window(
    window_length: TensorLike,
    beta: TensorLike = 12.0,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def kaiser_window(
    window_length: TensorLike,
    beta: TensorLike = 12.0,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def vorbis_window(
    window_length: TensorLike,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def linear_to_mel_weight_matrix(
    num_mel_bins: TensorLike = 20,
    num_spectrogram_bins: TensorLike = 129,
    sample_rate: TensorLike = 8000,
    lower_edge_hertz: TensorLike = 125.0,
    upper_edge_hertz: TensorLike = 3800.0,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def stft(
    signals: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Any] | None = ...,
    pad_end: Flag = False,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def inverse_stft(
    stfts: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Any] | None = ...,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def mdct(
    signals: Open[R],
    frame_length: TensorLike,
    window_fn: Callable[..., Any] | None = ...,
    pad_end: Flag = False,
    norm: str | None = None,
    name: str | None = None,
) -> R: ...
def inverse_mdct(
    mdcts: Open[R],
    window_fn: Callable[..., Any] | None = ...,
    norm: str | None = None,
    name: str | None = None,
) -> R: ...
def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: Open[R], name: str | None = None) -> R: ...
def inverse_stft_window_fn(
    frame_step: TensorLike,
    forward_window_fn: Callable[..., Any] = ...,
    name: str | None = None,
) -> Callable[..., Any]: ...
