"""Audio features: a chirp, its short-time Fourier transform, mel bands, cepstral coefficients, and back."""

import math

import tensorflow as tf

RATE = 8000
FRAME = 256
STEP = 128
BANDS = 40


def chirp(seconds, low, high):
    n = int(seconds * RATE)
    t = tf.range(n, dtype=tf.float32) / RATE
    phase = 2 * math.pi * (low * t + (high - low) * t**2 / (2 * seconds))
    return tf.sin(phase)


def preemphasis(signal, coefficient=0.97):
    return tf.concat([signal[:1], signal[1:] - coefficient * signal[:-1]], axis=0)


def spectrogram(waveform):
    stft = tf.signal.stft(waveform, frame_length=FRAME, frame_step=STEP)
    return tf.abs(stft)


def log_mel(magnitude):
    bins = magnitude.shape[-1]
    matrix = tf.signal.linear_to_mel_weight_matrix(BANDS, bins, RATE, 80.0, 3800.0)
    mel = tf.tensordot(magnitude, matrix, 1)
    return tf.math.log(mel + 1e-6)


def deltas(features):
    padded = tf.pad(features, [[1, 1], [0, 0]], mode="SYMMETRIC")
    return (padded[2:] - padded[:-2]) / 2.0


def decibels(x):
    return 20.0 * tf.math.log(tf.maximum(x, 1e-5)) / math.log(10.0)


def spectral_centroid(magnitude):
    frequencies = tf.linspace(0.0, RATE / 2, magnitude.shape[-1])
    weighted = tf.reduce_sum(magnitude * frequencies, axis=-1)
    return tf.math.divide_no_nan(weighted, tf.reduce_sum(magnitude, axis=-1))


def spec_augment(features, frames=4, bands=6):
    time, depth = features.shape
    start = tf.random.uniform([], 0, time - frames, dtype=tf.int32)
    low = tf.random.uniform([], 0, depth - bands, dtype=tf.int32)
    t = tf.range(time)
    f = tf.range(depth)
    keep_time = tf.logical_or(t < start, t >= start + frames)
    keep_band = tf.logical_or(f < low, f >= low + bands)
    keep = tf.cast(keep_time, tf.float32)[:, None] * tf.cast(keep_band, tf.float32)[None, :]
    return features * keep


def lowpass(waveform, cutoff):
    spectrum = tf.signal.rfft(waveform)
    frequencies = tf.range(spectrum.shape[0], dtype=tf.float32) * RATE / waveform.shape[0]
    gain = tf.cast(frequencies < cutoff, tf.complex64)
    return tf.signal.irfft(spectrum * gain)


def main():
    waveform = chirp(1.0, 100.0, 2000.0)
    emphasized = preemphasis(waveform)
    magnitude = spectrogram(emphasized)
    mel = log_mel(magnitude)
    cepstrum = tf.signal.mfccs_from_log_mel_spectrograms(mel)[..., :13]
    features = tf.concat([cepstrum, deltas(cepstrum)], axis=-1)
    mean, variance = tf.nn.moments(features, axes=[0])
    normalized = (features - mean) / tf.sqrt(variance + 1e-8)
    centroid = spectral_centroid(magnitude)
    augmented = spec_augment(mel)
    filtered = lowpass(waveform, 500.0)
    frames = tf.signal.frame(filtered, FRAME, STEP) * tf.signal.hann_window(FRAME)
    energy = tf.reduce_mean(frames**2, axis=1)
    loud = tf.boolean_mask(frames, energy > 0.01)
    rebuilt = tf.signal.overlap_and_add(frames, STEP)
    batch = tf.stack([waveform, filtered])
    both = spectrogram(batch)
    level = decibels(both)
    image = tf.expand_dims(level, axis=-1)
    rising = tf.reduce_sum(tf.cast(centroid[1:] > centroid[:-1], tf.int32))
    print(normalized.shape, augmented.shape, loud.shape, rebuilt.shape, image.shape, rising.numpy())


if __name__ == "__main__":
    main()
