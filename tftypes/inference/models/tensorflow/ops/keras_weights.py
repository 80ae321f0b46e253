"""The weights of Keras' own layers, by the input that they were built with.

Each function takes the input and the arguments of the layer's constructor by name, and gives the weights in Keras' order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType

from .keras_images import IMAGES, channels_first, floats, kept, ranked, size_of
from .rule import Unsure
from .values import is_number
from .windows import per_axis, spatial_dims

Weights = dict[str, TensorType]
#: What training leaves alone.
AVERAGES: Final = ("moving_mean", "moving_variance")


#: The arguments that are sizes of the first weight of a layer, the last axes first.
_SIZES: Final = {
    "Dense": ("units",),
    "Embedding": ("output_dim", "input_dim"),
    **{f"{kind}Conv{n}D": ("filters",) for kind in ("", "Separable") for n in (1, 2, 3)},
}


def sized(name: str, place: int, wanted: Shape, got: Shape, owner: str = "") -> str | None:
    """The arguments of a layer with which its first weight has another shape; `owner` says whose they are.

    >>> sized("Embedding", 0, Shape.of(50, 16), Shape.of(51, 16))
    'input_dim=51 takes it'
    >>> sized("Embedding", 0, Shape.of(51, 16), Shape.of(50, 16))  # there may be an index for each row that lacks
    'np.zeros((51, 16)) has a row for each index (np.vstack([np.zeros((1, 16)), array]) adds one for index 0)'
    """
    if place or wanted.rank != got.rank:
        return None
    sizes = list(zip(reversed(wanted.dims or ()), reversed(got.dims or ())))
    names = _SIZES.get(name, ())
    if any(a != b for a, b in sizes[len(names) :]):
        return None
    (width, given), *others = sizes or [(0, 0)]
    if name == "Embedding" and width == given and others and is_less(others[0][1], others[0][0]):
        rows, count = others[0]
        more = f" (np.vstack([np.zeros((1, {width})), array]) adds one for index 0)"
        hint = f"np.zeros(({rows}, {width})) has a row for each index"
        return hint + (more if rows - count == 1 else "")
    told = [f"{each}={b}" for each, (a, b) in zip(names, sizes) if a != b]
    return f"{', '.join(told)}{owner} takes it" if told else None


def is_less(one: Dim, other: Dim) -> bool:
    return is_number(one) and is_number(other) and one < other


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unsure
    return value


def _last(x: TensorType) -> Dim:
    return x.shape[-1] if x.shape.rank else UNKNOWN


def _biased(kernel: Shape, width: Any, use_bias: Any) -> Weights:
    made = {"kernel": floats(kernel)}
    return {**made, "bias": floats(Shape.of(size_of(width)))} if _flag(use_bias) else made


def _dense(x: TensorType, units: Any, use_bias: Any = True) -> Weights:
    return _biased(Shape.of(_last(x), size_of(units)), units, use_bias)


def _conv(
    x: TensorType,
    filters: Any,
    kernel_size: Any,
    data_format: Any = None,
    groups: Any = 1,
    use_bias: Any = True,
    *,
    spatial: int,
    is_transposed: bool = False,
) -> Weights:
    if groups != 1:
        raise Unsure
    first = channels_first(data_format)
    _, channels = spatial_dims(kept(x, ranked(x, spatial + 2)), spatial, first)
    sizes = per_axis(kernel_size, spatial, first, "kernel_size")
    both = (channels, size_of(filters))
    return _biased(Shape.of(*sizes, *(both[::-1] if is_transposed else both)), filters, use_bias)


def _normalization(x: TensorType, axis: Any = -1, center: Any = True, scale: Any = True) -> Weights:
    rank = x.shape.rank
    if type(axis) is not int or rank is None or not -rank <= axis < rank:
        raise Unsure
    weight = floats(Shape.of(x.shape[axis]))
    return {
        **({"gamma": weight} if _flag(scale) else {}),
        **({"beta": weight} if _flag(center) else {}),
    }


def _batch_normalization(
    x: TensorType, axis: Any = -1, center: Any = True, scale: Any = True
) -> Weights:
    found = _normalization(x, axis, center, scale)
    averages = floats(Shape.of(x.shape[axis]))
    return {**found, **dict.fromkeys(AVERAGES, averages)}


def _embedding(x: TensorType, input_dim: Any, output_dim: Any) -> Weights:
    return {"embeddings": floats(Shape.of(size_of(input_dim), size_of(output_dim)))}


def _recurrent(
    x: TensorType, units: Any, use_bias: Any = True, reset_after: Any = True, *, gates: int
) -> Weights:
    width = size_of(units)
    if not isinstance(width, int):
        raise Unsure
    made = {
        "kernel": floats(Shape.of(_last(x), width * gates)),
        "recurrent_kernel": floats(Shape.of(width, width * gates)),
    }
    if not _flag(use_bias):
        return made
    both = [2] if gates == 3 and _flag(reset_after) else []
    return {**made, "bias": floats(Shape.of(*both, width * gates))}


def _prelu(x: TensorType, shared_axes: Any = None) -> Weights:
    """A slope for each value of a row; along shared axes there is one for all."""
    shared = [shared_axes] if isinstance(shared_axes, int) else shared_axes or []
    if x.shape.rank is None or not isinstance(shared, (list, tuple)):
        raise Unsure
    sizes = [1 if axis in shared else x.shape[axis] for axis in range(1, x.shape.rank)]
    return {"alpha": floats(Shape.of(*sizes))}


def of_known_sizes(name: str, shape: Shape) -> str:
    """What makes the weights of a layer of known sizes, where its input has open ones."""
    if name != "PReLU" and shape.rank == 2:  # as Flatten makes it
        return "an Input with its sizes, or a global pooling in place of Flatten, tells it"
    if name != "PReLU":
        return "an Input with the number of features or channels tells it"
    axes = [axis for axis, size in enumerate(shape.dims or ()) if axis and not is_number(size)]
    return f"PReLU(shared_axes={axes}) has one slope for all of them"


#: The layers whose weights are known, by the name of the class.
WEIGHTS: Final[dict[str, Callable[..., Weights]]] = {
    "Dense": _dense,
    **{f"Conv{n}D": partial(_conv, spatial=n) for n in (1, 2, 3)},
    **{f"Conv{n}DTranspose": partial(_conv, spatial=n, is_transposed=True) for n in (1, 2, 3)},
    "BatchNormalization": _batch_normalization,
    "LayerNormalization": _normalization,
    "Embedding": _embedding,
    "PReLU": _prelu,
    "SimpleRNN": partial(_recurrent, gates=1),
    "GRU": partial(_recurrent, gates=3),
    "LSTM": partial(_recurrent, gates=4),
    "SimpleRNNCell": partial(_recurrent, gates=1),
    "GRUCell": partial(_recurrent, gates=3),
    "LSTMCell": partial(_recurrent, gates=4),
}

#: Those that have none.
WITHOUT: Final = frozenset(
    {
        "Activation", "ActivityRegularization", "AlphaDropout", "Dropout", "ELU", "Flatten", "GaussianDropout",
        "GaussianNoise", "Identity", "LeakyReLU", "Masking", "Permute", "ReLU", "RepeatVector", "Rescaling", "Reshape",
        "Softmax", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D", "Add", "Subtract", "Multiply", "Average",
        "Maximum", "Minimum", "Concatenate", *(name for name in IMAGES if "Pool" in name or "Padding" in name),
        *(name for name in IMAGES if name.startswith(("UpSampling", "Cropping"))),
    }
)  # fmt: skip
#: Those that prepare what others get; some have the states of seeds.
PREPARING: Final = frozenset(
    {
        "Dot", "Resizing", "CenterCrop", "CategoryEncoding", "Hashing",
        "Discretization", "StringLookup", "IntegerLookup", "TextVectorization", "UnitNormalization", "AugMix",
        "AutoContrast", "CutMix", "Equalization", "MixUp", "RandAugment", "Solarization", "RandomBrightness",
        "RandomColorDegeneration", "RandomColorJitter", "RandomContrast", "RandomCrop", "RandomElasticTransform",
        "RandomErasing", "RandomFlip", "RandomGaussianBlur", "RandomGrayscale", "RandomHue", "RandomInvert",
        "RandomPerspective", "RandomPosterization", "RandomRotation", "RandomSaturation", "RandomSharpness",
        "RandomShear", "RandomTranslation", "RandomZoom",
    }
)  # fmt: skip
#: Those that have nothing but what training changes: no averages, no seeds.
PLAIN: Final = (frozenset(WEIGHTS) | WITHOUT) - frozenset(
    {
        "BatchNormalization",
        "Dropout",
        "AlphaDropout",
        "GaussianDropout",
        "GaussianNoise",
        "LSTM",
        "GRU",
        "SimpleRNN",
        "LSTMCell",
        "GRUCell",
        "SimpleRNNCell",
    }
    | {f"SpatialDropout{n}D" for n in (1, 2, 3)}
)
