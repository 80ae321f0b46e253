# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.keras import Initializer as Initializer
__all__ = [
    "Constant",
    "GlorotNormal",
    "GlorotUniform",
    "HeNormal",
    "HeUniform",
    "Identity",
    "IdentityInitializer",
    "Initializer",
    "LecunNormal",
    "LecunUniform",
    "Ones",
    "Orthogonal",
    "OrthogonalInitializer",
    "RandomNormal",
    "RandomUniform",
    "STFT",
    "STFTInitializer",
    "TruncatedNormal",
    "VarianceScaling",
    "Zeros",
    "_RandomInitializer",
    "constant",
    "deserialize",
    "get",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "serialize",
    "stft",
    "truncated_normal",
    "variance_scaling",
    "zeros",
]

class Constant(Initializer):
    def __init__(self, value: Any = 0.0) -> None: ...
    value: Any
class _RandomInitializer(Initializer):
    def __init__(self, seed: Any = None) -> None: ...
    seed: Any
class VarianceScaling(_RandomInitializer):
    def __init__(self, scale: Any = 1.0, mode: Any = 'fan_in', distribution: Any = 'truncated_normal', seed: Any = None, input_axes: Any = None, output_axes: Any = None) -> None: ...
    distribution: Any
    input_axes: Any
    mode: Any
    output_axes: Any
    scale: Any
class GlorotNormal(VarianceScaling):
    def __init__(self, seed: Any = None, input_axes: Any = None, output_axes: Any = None) -> None: ...
class GlorotUniform(VarianceScaling):
    def __init__(self, seed: Any = None, input_axes: Any = None, output_axes: Any = None) -> None: ...
class HeNormal(VarianceScaling):
    def __init__(self, seed: Any = None, input_axes: Any = None, output_axes: Any = None) -> None: ...
class HeUniform(VarianceScaling):
    def __init__(self, seed: Any = None, input_axes: Any = None, output_axes: Any = None) -> None: ...
class Identity(Initializer):
    def __init__(self, gain: Any = 1.0) -> None: ...
    gain: Any
class LecunNormal(VarianceScaling):
    def __init__(self, seed: Any = None, input_axes: Any = None, output_axes: Any = None) -> None: ...
class LecunUniform(VarianceScaling):
    def __init__(self, seed: Any = None, input_axes: Any = None, output_axes: Any = None) -> None: ...
class Ones(Initializer): ...
class Orthogonal(_RandomInitializer):
    def __init__(self, gain: Any = 1.0, seed: Any = None) -> None: ...
    gain: Any
class RandomNormal(_RandomInitializer):
    def __init__(self, mean: Any = 0.0, stddev: Any = 0.05, seed: Any = None) -> None: ...
    mean: Any
    stddev: Any
class RandomUniform(_RandomInitializer):
    def __init__(self, minval: Any = -0.05, maxval: Any = 0.05, seed: Any = None) -> None: ...
    maxval: Any
    minval: Any
class STFT(Initializer):
    def __init__(self, side: Any = 'real', window: Any = 'hann', scaling: Any = 'density', periodic: Any = False) -> None: ...
    periodic: Any
    scaling: Any
    side: Any
    window: Any
class TruncatedNormal(_RandomInitializer):
    def __init__(self, mean: Any = 0.0, stddev: Any = 0.05, seed: Any = None) -> None: ...
    mean: Any
    stddev: Any
class Zeros(Initializer): ...
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(initializer: Any) -> Any: ...
from tensorflow.keras.initializers import (
    Constant as constant,
    GlorotNormal as glorot_normal,
    GlorotUniform as glorot_uniform,
    HeNormal as he_normal,
    HeUniform as he_uniform,
    Identity as IdentityInitializer,
    Identity as identity,
    LecunNormal as lecun_normal,
    LecunUniform as lecun_uniform,
    Ones as ones,
    Orthogonal as OrthogonalInitializer,
    Orthogonal as orthogonal,
    RandomNormal as random_normal,
    RandomUniform as random_uniform,
    STFT as STFTInitializer,
    STFT as stft,
    TruncatedNormal as truncated_normal,
    VarianceScaling as variance_scaling,
    Zeros as zeros,
)
