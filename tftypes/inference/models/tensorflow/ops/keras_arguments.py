"""What Keras' own layers are made with: the values that their constructors refuse, by class and parameter.

A check takes the value of an argument and says in words what is expected where Keras is sure to refuse it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import Expr

from . import keras_names
from .rule import OpError
from .values import is_number

#: What is expected, where a value is not that for sure.
Check = Callable[[Any], str | None]
_DIMENSIONS: Final = (1, 2, 3)


def _is_no_number(value: Any) -> bool:
    return isinstance(value, (str, bytes, list, tuple, dict))


def _count(value: Any, strict: bool = False, optional: bool = False) -> str | None:
    """A positive integer. Some classes look at the sign alone."""
    too_small = isinstance(value, (int, float)) and value <= 0
    other = _is_no_number(value) or strict and isinstance(value, float)
    missing = value is None and not optional
    return "a positive integer" if too_small and value is not False or other or missing else None


def _between(value: Any, low: float, high: float) -> str | None:
    outside = is_number(value) or isinstance(value, float)
    bad = outside and not low <= value <= high or _is_no_number(value) or value is None
    return f"a number from {low:g} to {high:g}" if bad else None


def _not_negative(value: Any) -> str | None:
    bad = isinstance(value, (int, float)) and value < 0 or _is_no_number(value)
    return "a number that is not negative" if bad else None


def _per_axis(value: Any, count: int, least: int = 1, optional: bool = False) -> str | None:
    """One integer, or as many as there are axes."""
    plural = f"or a tuple of {count}" if count > 1 else "or a tuple of one"
    words = f"an integer of {least} or more, {plural}"
    if value is None:
        return None if optional else words
    if isinstance(value, (list, tuple)):
        bad = len(value) != count or any(is_number(each) and each < least for each in value)
    else:
        bad = is_number(value) and value < least or isinstance(value, (float, str))
    return words if bad else None


def _pairs(value: Any, count: int) -> str | None:
    """How much is added or cut off: one integer, one for each axis, or a pair for each."""
    words = f"an integer, or {count} integers or pairs of integers"
    if isinstance(value, (float, str)) or value is None:
        return words
    if isinstance(value, (list, tuple)) and count > 1 and len(value) != count:
        return words
    return words if count == 1 and isinstance(value, (list, tuple)) and len(value) != 2 else None


def _one_of(
    value: Any, options: tuple[str, ...], optional: bool = False, lower: bool = False
) -> str | None:
    """One of some texts. Keras may look at the text in lower case."""
    words = f"one of {', '.join(map(repr, options))}"
    if value is None:
        return None if optional else words
    if isinstance(value, str):
        return None if (value.lower() if lower else value) in options else words
    return words if is_number(value) or isinstance(value, float) else None


def _tuple(value: Any) -> str | None:
    bad = is_number(value) or isinstance(value, float) or value is None
    return "a tuple of integers" if bad else None


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


_positive: Final = partial(_count, strict=True)
_sign_only: Final = _count
_fraction: Final = partial(_between, low=0, high=1)
_MODES: Final = ("int", "one_hot", "multi_hot", "count")
_FILLS: Final = ("reflect", "wrap", "constant", "nearest")
_RESIZES: Final = ("nearest", "bilinear")


def _windows(dims: int) -> dict[str, dict[str, Check]]:
    """The layers whose windows slide over so many axes."""
    size = partial(_per_axis, count=dims)
    step = partial(_per_axis, count=dims, least=0)
    convolutions = [f"Conv{dims}D", f"Conv{dims}DTranspose"]
    with_depth = [f"SeparableConv{dims}D", f"DepthwiseConv{dims}D"] if dims < 3 else []
    padding = partial(_one_of, options=("valid", "same"), lower=True)
    causal = partial(_one_of, options=("valid", "same", "causal"), lower=True)
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
    around = _for(f"ZeroPadding{dims}D", padding=partial(_pairs, count=dims))
    cut = _for(f"Cropping{dims}D", cropping=partial(_pairs, count=dims))
    grown = _for(f"UpSampling{dims}D", size=size)
    return _merged(table, recurrent, pools, around, cut, grown)


#: By the name of the class: its own parameters.
LAYERS: Final = _merged(
    _for("Dense GRU SimpleRNN", units=_positive),
    _for("LSTM LSTMCell GRUCell SimpleRNNCell", units=_sign_only),
    _for("Embedding ReversibleEmbedding", input_dim=_positive, output_dim=_positive),
    _for("RepeatVector", n=_positive),
    _for("MultiHeadAttention", num_heads=_positive, key_dim=_positive),
    _for("MultiHeadAttention", value_dim=partial(_positive, optional=True)),
    _for("Hashing", num_bins=_sign_only, output_mode=partial(_one_of, options=_MODES)),
    _for("HashedCrossing", output_mode=partial(_one_of, options=("int", "one_hot"))),
    _for("CategoryEncoding", output_mode=partial(_one_of, options=_MODES[1:])),
    _for("Discretization", output_mode=partial(_one_of, options=_MODES)),
    _for(
        "IntegerLookup StringLookup TextVectorization",
        output_mode=partial(_one_of, options=(*_MODES, "tf_idf")),
    ),
    _for(
        "Dropout AlphaDropout GaussianDropout SpatialDropout1D SpatialDropout2D SpatialDropout3D",
        rate=_fraction,
    ),
    _for("GaussianNoise", stddev=_fraction),
    _for("LeakyReLU", negative_slope=_not_negative),
    _for("ReLU", negative_slope=_not_negative, threshold=_not_negative, max_value=_not_negative),
    _for("ActivityRegularization", l1=_not_negative, l2=_not_negative),
    _for("Reshape Permute", target_shape=_tuple, dims=_tuple),
    _for(
        "Bidirectional",
        merge_mode=partial(_one_of, options=("sum", "mul", "ave", "concat"), optional=True),
    ),
    _for("Attention", score_mode=partial(_one_of, options=("dot", "concat"))),
    _for(
        "RandomRotation RandomTranslation RandomZoom RandomShear",
        fill_mode=partial(_one_of, options=_FILLS),
    ),
    _for("RandomElasticTransform", fill_mode=partial(_one_of, options=(*_FILLS, "mirror"))),
    _for(
        "RandomRotation RandomTranslation RandomZoom RandomShear RandomElasticTransform RandomPerspective AugMix RandAugment",
        interpolation=partial(_one_of, options=_RESIZES),
    ),
    *map(_windows, _DIMENSIONS),
)
#: What is looked up by its name, by the last word of the parameter.
_LOOKED_UP: Final = ("activation", "initializer", "regularizer", "constraint")
_CHANNELS: Final = partial(
    _one_of, options=("channels_last", "channels_first"), optional=True, lower=True
)


def check(name: str, config: Mapping[str, Any], registered: bool = False) -> None:
    """Refuses what a layer of this class cannot be made with. `registered` is whether the program has names of its own.

    >>> check("Dense", {"units": 3, "activation": "relu"})
    >>> check("Conv2D", {"filters": 3, "kernel_size": (3, 3, 3)})
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected an integer of 1 or more, or a tuple of 2, got (3, 3, 3)

    Raises:
      OpError: if Keras refuses an argument whatever the others are, or two that do not go together.
    """
    checks = LAYERS.get(name, {})
    for parameter, value in config.items():
        kind = parameter.rpartition("_")[2]
        if kind in _LOOKED_UP and not (registered and kind in keras_names.REGISTERED):
            keras_names.check(kind, value, parameter)
        checked = _CHANNELS if parameter == "data_format" else checks.get(parameter)
        words = None if checked is None or isinstance(value, Expr) else checked(value)
        if words is not None:
            raise OpError("tf-value", f"expected {words}, got {value!r}", parameter)
    _check_together(name, config)


def _check_together(name: str, config: Mapping[str, Any]) -> None:
    strides, dilation = config.get("strides", 1), config.get("dilation_rate", 1)
    if name.startswith("Conv") and _largest(strides) > 1 and _largest(dilation) > 1:
        words = f"strides={strides!r} and dilation_rate={dilation!r} do not go together: one of them must be 1"
        raise OpError("tf-value", words, "strides")
    filters, groups = config.get("filters"), config.get("groups", 1)
    if name in ("Conv1D", "Conv2D", "Conv3D") and is_number(filters) and is_number(groups):
        if filters % groups:
            raise OpError("tf-value", f"{filters} filters do not make {groups} groups", "groups")


def _largest(value: Any) -> int:
    """The largest of some numbers; 0 where one is not known."""
    items = value if isinstance(value, (list, tuple)) else (value,)
    return max(items, default=0) if all(map(is_number, items)) else 0
