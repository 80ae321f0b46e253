"""Keras' own layers: what each makes of its inputs, by the arguments that it was made with.

A layer's function takes its input, cast as Keras casts it, and the arguments of the layer's constructor by name. It says
nothing (`Unsure`) where it is not sure, and refuses nothing: a layer is built by its first input, and which one that is
is not known.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from math import prod
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, Unknown, broadcast

from .arguments import sizes_argument
from .conversion import as_tensor
from .keras_encodings import ENCODINGS, recurrent_convolution
from .keras_images import (
    IMAGES,
    along,
    channels_first,
    floats,
    grouped,
    kept,
    ranked,
    same,
    size_of,
)
from .keras_merging import MERGING
from .keras_operands import check_step, check_texts, is_size
from .keras_weights import AVERAGES, WEIGHTS, WITHOUT
from .rule import OpError, Unsure
from .shaping import reshaped
from .values import FLOAT32, INT64, is_number

#: The inputs of the functions below, and what tells them apart.
_INPUTS: Final = frozenset(
    {"x", "inputs", "query", "value", "states", "spatial", "sign", "count", "config"}
)


@dataclass(frozen=True)
class Layer:
    """A layer by the name of its class, and what is known of the arguments that it was made with."""

    name: str
    config: Mapping[str, Any] = field(default_factory=dict)


def output(layer: Layer, inputs: Sequence[Any], compute: DType = FLOAT32) -> Any:
    """What a layer makes of its inputs; UNKNOWN where that is not known.

    `compute` is the dtype that layers compute in, any where it is not the usual one.

    >>> x = TensorType.parse("float32[?, 28, 28, 1]")
    >>> output(Layer("Conv2D", {"filters": 16, "kernel_size": 3}), [x])
    float32[?, 26, 26, 16]
    >>> output(Layer("Dense", {"units": 10}), [TensorType.parse("float64[32, 784]")])
    float32[32, 10]
    """
    try:
        return applied(layer, inputs, compute)
    except (Unsure, OpError):
        return UNKNOWN


def applied(layer: Layer, inputs: Sequence[Any], compute: DType = FLOAT32) -> Any:
    """The same.

    Raises OpError for inputs that Keras refuses, Unsure where nothing is known.

    >>> applied(Layer("Reshape", {"target_shape": (5, 5)}), [TensorType.parse("float32[2, 24]")])
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: 24 elements do not make [5, 5]
    """
    function = LAYERS.get(layer.name)
    if function is None:
        raise Unsure
    try:
        is_reading = layer.name == "TextVectorization"
        given = [as_tensor(x) if is_reading else _input(x, compute) for x in inputs]
        if isinstance(given[0], list) and layer.name not in _OF_LISTS:
            raise Unsure
        made = function(*given, **_taken(function, layer.config))
    except ShapeMismatch as error:
        raise OpError("tf-shape", str(error)) from None
    except (TypeError, ValueError):
        raise Unsure from None
    return made if compute == FLOAT32 else _computed(made, compute)


def weights(layer: Layer, x: Any) -> dict[str, TensorType]:
    """The weights that a layer has after it was called with `x`, in their order; none where that is not known.

    >>> weights(Layer("Dense", {"units": 10}), TensorType.parse("float32[32, 784]"))
    {'kernel': float32[784, 10], 'bias': float32[10]}
    """
    function = WEIGHTS.get(layer.name)
    if function is None or not isinstance(x, TensorType):
        return {}
    try:
        return function(as_tensor(x), **_taken(function, layer.config))
    except (Unsure, OpError, TypeError, ValueError):
        return {}


def trainable(layer: Layer, x: Any) -> list[TensorType] | None:
    """The weights that training changes, in their order; None where they are not known.

    >>> trainable(Layer("BatchNormalization", {}), TensorType.parse("float32[?, 7, 3]"))
    [float32[3], float32[3]]
    >>> trainable(Layer("Flatten", {}), TensorType.parse("float32[?, 7, 3]"))
    []
    """
    if layer.name in WITHOUT:
        return []
    found = weights(layer, x).items()
    return [weight for name, weight in found if name not in AVERAGES] or None


def _computed(made: Any, compute: DType) -> Any:
    """The same, where layers compute in another dtype, or nobody knows in which."""
    if isinstance(made, TensorType):
        return TensorType(compute, made.shape) if made.dtype.is_floating else made
    if isinstance(made, (list, tuple)):
        return type(made)(_computed(each, compute) for each in made)
    return made


def _taken(function: Callable[..., Any], config: Mapping[str, Any]) -> dict[str, Any]:
    """Of a layer's arguments those that its shape depends on."""
    parameters = _parameters(function)
    return {name: value for name, value in config.items() if name in parameters}


@cache
def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)


def inputs_of(name: str) -> int:
    """How many inputs a layer has that its output depends on."""
    return (
        2 if name.endswith("Cell") or name in ("MultiHeadAttention", "GroupQueryAttention") else 1
    )


def stored() -> frozenset[str]:
    """The names of all arguments of constructors that some layer depends on."""
    functions = (*LAYERS.values(), *WEIGHTS.values())
    return frozenset().union(*map(_parameters, functions)) - _INPUTS


def _input(value: Any, compute: DType) -> Any:
    """An input as the layer gets it: floats in the dtype that it computes in."""
    if isinstance(value, (list, tuple)) and value:
        return [_input(item, compute) for item in value]
    if not isinstance(value, TensorType):
        raise Unsure
    tensor = as_tensor(value)
    if tensor.dtype.is_floating:
        return TensorType(FLOAT32, tensor.shape)
    return TensorType(tensor.dtype, tensor.shape)


# --- dense -----------------------------------------------------------------------------------------------------------


def _cast(x: TensorType) -> TensorType:
    """Ints become floats as well."""
    return floats(x.shape)


def _dense(x: TensorType, units: Any) -> TensorType:
    return floats(x.shape.slice(0, -1) + Shape.of(size_of(units)))


# --- shapes ---------------------------------------------------------------------------------------------------------


def _flatten(x: TensorType, data_format: Any = None) -> TensorType:
    if x.shape.rank is None:
        return kept(x, Shape.of(UNKNOWN, UNKNOWN))
    dims = list(x.shape.dims or ())
    if not dims:
        raise OpError("tf-rank", "expected rank at least 1, got rank 0", "inputs")
    size = prod(dims[1:])
    return kept(x, Shape.of(dims[0], size))


def _reshape(x: TensorType, target_shape: Any) -> TensorType:
    if not isinstance(target_shape, (list, tuple)) or not all(map(is_size, target_shape)):
        raise Unsure  # Keras finds out itself what is open
    batch = x.shape.slice(0, 1) if x.shape.rank else Shape.of(UNKNOWN)
    try:
        inner = reshaped(x.shape.slice(1, None), sizes_argument(list(target_shape)))
    except OpError as error:
        count = prod(target_shape)
        if error.hint is None and x.shape.rank == 2 and count > 0:
            error.hint = f"layers.Dense({count}) before it makes as many"
        raise
    return kept(x, batch + inner)


def _permute(x: TensorType, dims: Any) -> TensorType:
    if not isinstance(dims, (list, tuple)) or not all(map(is_number, dims)):
        raise Unsure
    if sorted(dims) != list(range(1, len(dims) + 1)):
        words = f"expected the axes 1 to {len(dims)} in some order, got {tuple(dims)}"
        raise OpError("tf-axis", words)
    if x.shape.rank not in (None, len(dims) + 1):
        raise OpError("tf-rank", f"expected rank {len(dims) + 1}, got rank {x.shape.rank}")
    known = list(ranked(x, len(dims) + 1).dims or ())
    return kept(x, Shape.of(known[0], *(known[place] for place in dims)))


def _repeat_vector(x: TensorType, n: Any) -> TensorType:
    batch, features = ranked(x, 2).dims or ()
    return kept(x, Shape.of(batch, size_of(n), features))


def _resized(
    x: TensorType, height: Any, width: Any, data_format: Any = None, **rest: Any
) -> TensorType:
    if channels_first(data_format) is not False or x.shape.rank not in (3, 4):
        return same(kept(x, Shape.unknown()))  # a model that runs it may refuse it
    shape = (
        x.shape.slice(0, -3) + Shape.of(size_of(height), size_of(width)) + x.shape.slice(-1, None)
    )
    return same(kept(x, shape))


# --- sequences ------------------------------------------------------------------------------------------------------


def _embedding(x: TensorType, output_dim: Any, input_dim: Any = None) -> TensorType:
    return floats(x.shape + Shape.of(size_of(output_dim)))


def _recurrent(
    x: TensorType,
    units: Any,
    return_sequences: Any = False,
    return_state: Any = False,
    *,
    states: int,
) -> Any:
    if not isinstance(return_sequences, bool) or not isinstance(return_state, bool):
        raise Unsure
    batch, steps, _ = ranked(x, 3).dims or ()
    state = floats(Shape.of(batch, size_of(units)))
    made = floats(Shape.of(batch, steps, size_of(units))) if return_sequences else state
    return [made, *[state] * states] if return_state else made


def _bidirectional(
    x: TensorType, layer: Any, merge_mode: Any = "concat", backward_layer: Any = None
) -> TensorType:
    inner = output(layer, [x]) if isinstance(layer, Layer) and backward_layer is None else UNKNOWN
    if not isinstance(inner, TensorType):
        raise Unsure
    if merge_mode in ("sum", "mul", "ave"):
        return inner
    width = inner.shape[-1]
    if merge_mode != "concat" or isinstance(width, Unknown):
        raise Unsure
    return floats(inner.shape.replace(-1, width * 2))


def _each_step(x: TensorType, layer: Any) -> TensorType:
    """`TimeDistributed`: the layer on each step of a sequence."""
    if not isinstance(layer, Layer) or x.shape.rank is None:
        raise Unsure
    inner = output(layer, [kept(x, x.shape.slice(0, 1) + x.shape.slice(2, None))])
    if not isinstance(inner, TensorType):
        raise Unsure
    return kept(inner, x.shape.slice(0, 2) + inner.shape.slice(1, None))


def _cell(x: TensorType, states: Any, units: Any, *, count: int) -> Any:
    """One step: the output, and the states, in a list as they were given."""
    out = floats(x.shape.slice(0, 1) + Shape.of(size_of(units)))
    if count > 1 and isinstance(states, list):
        check_step(states)
        out = floats(broadcast(out.shape, as_tensor(states[1]).shape))
    return out, [out] * count if count > 1 or isinstance(states, list) else out


def _attention(
    query: TensorType, value: TensorType, *others: Any, output_shape: Any = None, **rest: Any
) -> TensorType:
    if output_shape is not None or rest.get("attention_axes") is not None:
        raise Unsure
    return floats(query.shape)


def _vectorized(
    x: TensorType,
    output_mode: Any = "int",
    output_sequence_length: Any = None,
    split: Any = "whitespace",
    ragged: Any = False,
) -> TensorType:
    if output_mode != "int" or split is None or ragged is not False or x.shape.rank is None:
        raise Unsure
    length = UNKNOWN if output_sequence_length is None else size_of(output_sequence_length)
    batch = x.shape.slice(0, 1)
    check_texts(x.shape)
    return TensorType(INT64, batch + Shape.of(length))


_SAME: Final = (
    "Activation", "ActivityRegularization", "AlphaDropout", "BatchNormalization", "Dropout", "ELU", "GaussianDropout",
    "GaussianNoise", "GroupNormalization", "LayerNormalization", "LeakyReLU", "Masking", "PReLU", "RMSNormalization",
    "AugMix", "AutoContrast", "ContrastLimitedAdaptiveHistogramEqualization", "CutMix", "Equalization", "MixUp", "RandAugment",
    "RandomColorDegeneration", "RandomColorJitter", "RandomElasticTransform", "RandomErasing", "RandomGaussianBlur",
    "RandomGrayscale", "RandomHue", "RandomInvert", "RandomPerspective", "RandomPosterization", "RandomSaturation",
    "RandomSharpness", "RandomShear", "Solarization", "RandomBrightness", "RandomContrast", "RandomFlip", "RandomRotation", "RandomTranslation", "RandomZoom", "ReLU",
    "Softmax", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D", "UnitNormalization",
)  # fmt: skip

#: The layers whose functions take lists of inputs.
_OF_LISTS: Final = (*MERGING, "Dot", "Attention", "AdditiveAttention")
#: By the name of the layer's class.
LAYERS: Final[dict[str, Callable[..., Any]]] = {
    **dict.fromkeys(_SAME, same),
    **dict.fromkeys(
        (
            "BatchNormalization",
            "LayerNormalization",
            "RMSNormalization",
            "Softmax",
            "UnitNormalization",
        ),
        along,
    ),
    "GroupNormalization": grouped,
    "Identity": lambda x: x,
    **dict.fromkeys(("Normalization", "Rescaling"), _cast),
    "Dense": _dense,
    **IMAGES,
    "Flatten": _flatten,
    "Reshape": _reshape,
    "Permute": _permute,
    "RepeatVector": _repeat_vector,
    "Resizing": _resized,
    "Embedding": _embedding,
    "LSTM": partial(_recurrent, states=2),
    "GRU": partial(_recurrent, states=1),
    "SimpleRNN": partial(_recurrent, states=1),
    "LSTMCell": partial(_cell, count=2),
    "GRUCell": partial(_cell, count=1),
    "SimpleRNNCell": partial(_cell, count=1),
    "Bidirectional": _bidirectional,
    "TimeDistributed": _each_step,
    "MultiHeadAttention": _attention,
    **ENCODINGS,
    **{f"ConvLSTM{n}D": recurrent_convolution(IMAGES[f"Conv{n}D"]) for n in (1, 2, 3)},
    "TextVectorization": _vectorized,
    **MERGING,
}
