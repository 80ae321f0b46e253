"""What Keras' own layers are made with: the values that their constructors refuse, by class and parameter.

A check takes the value of an argument and says in words what is expected where Keras is sure to refuse it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType

from . import keras_names, keras_together
from .keras_checks import (
    Check,
    alone_within,
    at_least,
    between,
    count,
    none_of,
    not_negative,
    one_of,
    pair,
    pairs,
    per_axis,
    positive,
    span,
    truth,
    whole,
)
from .values import is_number

_DIMENSIONS: Final = (1, 2, 3)


def _tuple(value: Any) -> str | None:
    bad = is_number(value) or isinstance(value, float) or value is None
    return "a tuple of integers" if bad else None


def _permutation(value: Any) -> str | None:
    if not isinstance(value, (list, tuple)) or not all(map(is_number, value)):
        return _tuple(value)
    bad = sorted(value) != list(range(1, len(value) + 1))
    return f"the axes 1 to {len(value)} in some order; the batch is none of them" if bad else None


def _target(value: Any) -> str | None:
    """The sizes that a Reshape makes; one of them may be left open."""
    if isinstance(value, (list, tuple)) and [*value].count(-1) > 1:
        return "one size of -1 at most"
    return _tuple(value)


def _two_axes(value: Any) -> str | None:
    bad = isinstance(value, (list, tuple)) and len(value) != 2
    return "an integer, or a tuple of 2" if bad else _axes(value)


def _noise(value: Any) -> str | None:
    items = value if isinstance(value, (list, tuple)) else ()
    bad = isinstance(value, (str, float)) or any(is_number(each) and each < 1 for each in items)
    return "a tuple of positive integers and None" if bad else None


def _cut(value: Any, count: int) -> str | None:
    """What is cut off is not negative."""
    if is_number(value) and value < 0:
        return "an integer that is not negative"
    return pairs(value, count)


def _slope(value: Any) -> str | None:
    return "a number that is not negative" if value is None else not_negative(value)


def _axes(value: Any) -> str | None:
    bad = isinstance(value, (str, float)) or value is None
    return "an integer, or a tuple of integers" if bad else None


def _groups(value: Any) -> str | None:
    return None if value == -1 else count(value, strict=True)


def _automatic(value: Any) -> str | None:
    return "'auto', True or False" if isinstance(value, str) and value != "auto" else None


def _layer(value: Any) -> str | None:
    is_none = isinstance(value, (TensorType, str, float, list, tuple)) or is_number(value)
    return "a layer" if is_none or value is None else None


def _ngrams(value: Any) -> str | None:
    bad = isinstance(value, (str, float, list))
    return "None, an integer or a tuple of integers" if bad else None


def _name(value: Any) -> str | None:
    """The name of a layer or of a model: where its weights are kept is a path of such names."""
    if isinstance(value, str) and "/" in value:
        return f"a name without '/', such as {value.replace('/', '_')!r}"
    return "a text" if is_number(value) or isinstance(value, (float, list, tuple)) else None


def _of_any_sign(value: Any, check: Check) -> str | None:
    """Sizes of which Keras does not look at the sign."""
    if isinstance(value, (list, tuple)):
        return check(tuple(1 if is_number(each) else each for each in value))
    return check(1 if is_number(value) else value)


def _optional(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _for(names: str, **checks: Check) -> dict[str, dict[str, Check]]:
    return {name: dict(checks) for name in names.split()}


def _merged(*tables: Mapping[str, Mapping[str, Check]]) -> dict[str, dict[str, Check]]:
    found: dict[str, dict[str, Check]] = {}
    for table in tables:
        for name, checks in table.items():
            found.setdefault(name, {}).update(checks)
    return found


_positive: Final = partial(count, strict=True)
_sign_only: Final = count
_shift: Final = partial(span, low=-1, high=1)
_part: Final = partial(span, low=0, high=1)
_fraction: Final = partial(between, low=0, high=1)
_MODES: Final = ("int", "one_hot", "multi_hot", "count")
_FILLS: Final = ("reflect", "wrap", "constant", "nearest")
_RESIZES: Final = ("nearest", "bilinear")


def _windows(dims: int) -> dict[str, dict[str, Check]]:
    """The layers whose windows slide over so many axes."""
    size = partial(per_axis, count=dims)
    step = partial(per_axis, count=dims, least=0)
    convolutions = [f"Conv{dims}D", f"Conv{dims}DTranspose"]
    with_depth = [f"SeparableConv{dims}D", f"DepthwiseConv{dims}D"] if dims < 3 else []
    padding = partial(one_of, options=("valid", "same"), lower=True)
    causal = partial(one_of, options=("valid", "same", "causal"), lower=True)
    table = _for(
        " ".join([*convolutions, *with_depth]),
        kernel_size=size,
        strides=size,
        dilation_rate=size,
        padding=padding,
    )
    for name in (f"Conv{dims}D", f"Conv{dims}DTranspose", f"SeparableConv{dims}D"):
        if name in table:
            table[name]["filters"] = partial(_sign_only, optional=True)
    for name in with_depth:
        table[name]["depth_multiplier"] = partial(_sign_only, optional=True)
    table[f"Conv{dims}D"]["groups"] = _sign_only
    if dims == 1:
        table["Conv1D"]["padding"] = causal
    recurrent = _for(
        f"ConvLSTM{dims}D", kernel_size=size, strides=step, dilation_rate=size, padding=padding
    )
    pools = _for(
        f"MaxPooling{dims}D AveragePooling{dims}D", pool_size=size, strides=_optional(step)
    )
    around = _for(f"ZeroPadding{dims}D", padding=partial(pairs, count=dims))
    cut = _for(f"Cropping{dims}D", cropping=partial(pairs if dims == 1 else _cut, count=dims))
    grown = _for(f"UpSampling{dims}D", size=size)
    adapted = _for(
        f"AdaptiveAveragePooling{dims}D AdaptiveMaxPooling{dims}D",
        output_size=partial(_of_any_sign, check=size),
    )
    return _merged(table, recurrent, pools, around, cut, grown, adapted)


#: By the name of the class: its own parameters.
LAYERS: Final = _merged(
    _for("Dense GRU SimpleRNN", units=_positive),
    _for("LSTM LSTMCell GRUCell SimpleRNNCell", units=_sign_only),
    _for("Embedding ReversibleEmbedding", input_dim=_positive, output_dim=_positive),
    _for("RepeatVector", n=_positive),
    _for("MultiHeadAttention", num_heads=_positive, key_dim=_positive),
    _for("MultiHeadAttention", value_dim=partial(_positive, optional=True)),
    _for("Hashing", num_bins=_sign_only, output_mode=partial(one_of, options=_MODES)),
    _for("HashedCrossing", output_mode=partial(one_of, options=("int", "one_hot"))),
    _for("CategoryEncoding", output_mode=partial(one_of, options=(*_MODES[1:], "binary"))),
    _for("Discretization", output_mode=partial(one_of, options=_MODES)),
    _for(
        "IntegerLookup StringLookup TextVectorization",
        output_mode=partial(one_of, options=(*_MODES, "tf_idf", "binary", "tf-idf")),
    ),
    _for(
        "Dropout GaussianDropout SpatialDropout1D SpatialDropout2D SpatialDropout3D",
        rate=_fraction,
    ),
    _for("GaussianNoise", stddev=_fraction),
    _for("LeakyReLU", negative_slope=_slope),
    _for("ReLU", negative_slope=not_negative, threshold=not_negative, max_value=not_negative),
    _for("ActivityRegularization", l1=not_negative, l2=not_negative),
    _for("Reshape", target_shape=_target),
    _for("Permute", dims=_permutation),
    _for("Dot", axes=_two_axes),
    _for("Dropout", noise_shape=_noise),
    _for("LayerNormalization UnitNormalization", axis=_axes),
    _for("GroupNormalization", groups=_groups),
    _for("SpectralNormalization", power_iterations=positive),
    _for("TimeDistributed Bidirectional SpectralNormalization Wrapper", layer=_layer),
    _for("LSTM GRU", use_cudnn=_automatic),
    _for("CategoryEncoding", num_tokens=partial(at_least, least=1)),
    _for("Discretization", num_bins=partial(at_least, least=0)),
    _for("StringLookup IntegerLookup", num_oov_indices=not_negative),
    _for("TextVectorization", ngrams=_ngrams),
    _for(
        "TextVectorization",
        standardize=partial(
            one_of,
            options=("lower_and_strip_punctuation", "lower", "strip_punctuation"),
            optional=True,
        ),
        split=partial(one_of, options=("whitespace", "character"), optional=True),
    ),
    _for("RandomTranslation", height_factor=_shift, width_factor=_shift),
    _for("RandomZoom", height_factor=_shift, width_factor=_optional(_shift)),
    _for("RandomShear", x_factor=_part, y_factor=_part),
    _for("Solarization", addition_factor=_part, threshold_factor=_part),
    _for(
        "AutoContrast Equalization RandomBrightness RandomColorDegeneration RandomPosterization"
        " RandomSaturation RandomSharpness Solarization",
        value_range=pair,
    ),
    _for(
        "Bidirectional",
        merge_mode=partial(one_of, options=("sum", "mul", "ave", "concat"), optional=True),
    ),
    _for("Attention", score_mode=partial(one_of, options=("dot", "concat"))),
    _for(
        "RandomRotation RandomTranslation RandomZoom RandomShear",
        fill_mode=partial(one_of, options=_FILLS),
    ),
    _for("RandomElasticTransform", fill_mode=partial(one_of, options=(*_FILLS, "mirror"))),
    _for(
        "RandomRotation RandomTranslation RandomZoom RandomShear RandomElasticTransform RandomPerspective AugMix RandAugment",
        interpolation=partial(one_of, options=_RESIZES),
    ),
    _for(
        "CutMix RandomContrast RandomElasticTransform RandomErasing RandomGaussianBlur RandomHue RandomInvert"
        " RandomPerspective RandomSharpness AugMix RandAugment RandomGrayscale",
        factor=partial(alone_within, low=0, high=1),
    ),
    _for("RandomPosterization", factor=partial(alone_within, low=1, high=8)),
    _for("RandomBrightness RandomRotation", factor=partial(alone_within, low=-1, high=1)),
    _for("IntegerLookup StringLookup TextVectorization", max_tokens=partial(at_least, least=2)),
    *map(_windows, _DIMENSIONS),
)
#: What is looked up by its name, by the last word of the parameter.
_LOOKED_UP: Final = ("activation", "initializer", "regularizer", "constraint")
_CHANNELS: Final = partial(
    one_of, options=("channels_last", "channels_first"), optional=True, lower=True
)

#: Parameters that mean the same wherever they are.
_COMMON: Final[Mapping[str, Check]] = {
    "data_format": _CHANNELS,
    "name": _name,
    "trainable": truth,
    "seed": whole,
}


def check(name: str, config: Mapping[str, Any], registered: bool = False) -> None:
    """Refuses what a layer of this class cannot be made with. `registered` is whether the program has names of its own.

    >>> check("Dense", {"units": 3, "activation": "relu"})
    >>> check("Conv2D", {"filters": 3, "kernel_size": (3, 3, 3)})
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected an integer of 1 or more, or a tuple of 2, got (3, 3, 3)

    Raises:
      OpError: if Keras refuses an argument whatever the others are, or two that do not go together.
    """
    for parameter, value in config.items():
        kind = parameter.rpartition("_")[2]
        if (name, parameter) == ("SimpleRNN", "activity_regularizer"):
            continue  # Keras leaves it alone
        if kind in _LOOKED_UP and not (registered and kind in keras_names.REGISTERED):
            keras_names.check(kind, value, parameter)
    keras_names.check("policy", config.get("dtype"), "dtype")
    checks = {**_COMMON, **LAYERS.get(name, {})}
    drawn = config.get("dropout", 0) if "Attention" in name else 1
    if 0 in (config.get("rate"), config.get("stddev"), drawn):  # nothing is drawn
        del checks["seed"]
    none_of(checks, config)
    keras_together.check(name, config)
