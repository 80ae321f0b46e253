"""What Keras' losses, metrics, optimizers, schedules, initializers and regularizers are made with, by class and parameter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType

from . import keras_names
from .keras_checks import (
    Check,
    at_least,
    below,
    between,
    inside,
    none_of,
    not_negative,
    one_of,
    pair,
    positive,
    whole,
    within,
)
from .rule import OpError
from .values import is_number

_REDUCTIONS: Final = ("sum_over_batch_size", "mean", "none", "mean_with_sample_weight", "sum")
_fraction: Final = partial(between, low=0, high=1)


def _rate(value: Any) -> str | None:
    is_tensor = isinstance(value, TensorType) and value.kind in ("tensor", "variable")
    bad = isinstance(value, (str, list, tuple)) or value is None or is_number(value) or is_tensor
    return "a float or a schedule" if bad else None


def _several(value: Any) -> str | None:
    return "a list" if is_number(value) or isinstance(value, float) else None


def _share(value: Any) -> str | None:
    return "a number above 0 and at most 1" if value == 0 else _fraction(value)


def _steps(value: Any) -> str | None:
    """How many steps become one; 0 is none."""
    return None if value == 0 else at_least(value, 2)


def _float(value: Any) -> str | None:
    bad = isinstance(value, float) and not 0 < value <= 1
    return "a float above 0 and at most 1" if is_number(value) or bad else None


def _beta(value: Any) -> str | None:
    return "a float" if is_number(value) else positive(value)


def _given(value: Any) -> str | None:
    return "a float" if value is None else None


def _frequency(value: Any) -> str | None:
    bad = isinstance(value, (float, list, tuple)) or value is None
    return (
        "'epoch', or a number of batches as 100"
        if bad or isinstance(value, str) and value != "epoch"
        else None
    )


def _split(value: Any) -> str | None:
    """A part of the data; nothing is split off by 0."""
    return inside(value, 0, 1) if value else None


def _optional_pair(value: Any) -> str | None:
    return None if value is None else pair(value)


def _is_no_range(value: Any) -> bool:
    return isinstance(value, str) or isinstance(value, (list, tuple)) and len(value) != 2


def _folder(value: Any) -> str | None:
    return "the name of a folder" if value in ("", None) else None


def _reduction(value: Any) -> str | None:
    if isinstance(value, (list, tuple, TensorType)):
        return "the name of one reduction"
    return one_of(value, _REDUCTIONS, optional=True)


def _name(value: Any) -> str | None:
    """Keras takes the truth of a name, which several numbers have not."""
    dims = value.shape.dims if isinstance(value, TensorType) else ()
    is_row = bool(dims) and all(isinstance(each, int) and each > 0 for each in dims or ())
    return "a text" if is_row and set(dims or ()) != {1} else None


def _text(value: Any) -> str | None:
    return "a text" if is_number(value) or isinstance(value, (float, list, tuple)) else None


def _optimizer(value: Any) -> str | None:
    is_none = is_number(value) or isinstance(value, (str, float))
    return "an optimizer, as keras.optimizers.SGD()" if is_none or value is None else None


_AVERAGES: Final = ("micro", "macro", "weighted")
_SUMS: Final = ("interpolation", "majoring", "minoring", "Interpolation", "Majoring", "Minoring")
#: Parameters that mean the same wherever they are, by the class that all derive from.
_COMMON: Final[Mapping[str, Mapping[str, Check]]] = {
    "Loss": {"reduction": _reduction, "name": _name},
    "Metric": {"name": _name},
    "Optimizer": {
        "learning_rate": _rate,
        "gradient_accumulation_steps": _steps,
        "name": _text,
    },
}
#: The own parameters of classes.
_OWN: Final[Mapping[str, Mapping[str, Check]]] = {
    "SGD": {"momentum": _fraction},
    "PiecewiseConstantDecay": {"boundaries": _several, "values": _several},
    "AUC": {
        "curve": partial(one_of, options=("PR", "ROC", "PRGAIN", "pr", "roc", "prgain")),
        "num_thresholds": partial(at_least, least=2),
        "summation_method": partial(one_of, options=_SUMS),
    },
    **{name: {"thresholds": partial(within, low=0, high=1)} for name in ("Precision", "Recall")},
    "F1Score": {"average": partial(one_of, options=_AVERAGES, optional=True), "threshold": _float},
    "FBetaScore": {
        "average": partial(one_of, options=_AVERAGES, optional=True),
        "threshold": _float,
        "beta": _beta,
    },
    **{
        name: {parameter: _fraction, "num_thresholds": partial(at_least, least=1)}
        for name, parameter in (
            ("SensitivityAtSpecificity", "specificity"),
            ("SpecificityAtSensitivity", "sensitivity"),
            ("PrecisionAtRecall", "recall"),
            ("RecallAtPrecision", "precision"),
        )
    },
    "VarianceScaling": {
        "mode": partial(one_of, options=("fan_in", "fan_avg", "fan_out")),
        "scale": positive,
        "distribution": partial(
            one_of,
            options=("truncated_normal", "uniform", "untruncated_normal", "normal"),
            lower=True,
        ),
    },
    **dict.fromkeys(
        (
            "GlorotNormal",
            "GlorotUniform",
            "HeNormal",
            "HeUniform",
            "LecunNormal",
            "LecunUniform",
            "Orthogonal",
            "RandomNormal",
            "RandomUniform",
            "TruncatedNormal",
        ),
        {"seed": whole},
    ),  # fmt: skip
    "L1": {"l1": not_negative},
    "L2": {"l2": not_negative},
    "L1L2": {"l1": not_negative, "l2": not_negative},
    **dict.fromkeys(
        ("CosineDecay", "ExponentialDecay", "InverseTimeDecay", "PolynomialDecay"),
        {"decay_steps": positive},
    ),
    "CosineDecayRestarts": {"first_decay_steps": positive},
    "LossScaleOptimizer": {"inner_optimizer": _optimizer},
    "AdamW": {"weight_decay": _given},
    "Lion": {"beta_1": _share},
    "Ftrl": {
        **dict.fromkeys(
            (
                "initial_accumulator_value",
                "l1_regularization_strength",
                "l2_regularization_strength",
                "l2_shrinkage_regularization_strength",
            ),
            not_negative,
        ),
    },
    "R2Score": {
        "class_aggregation": partial(
            one_of,
            options=("uniform_average", "variance_weighted_average"),
            optional=True,
        ),
        "num_regressors": not_negative,
    },
    "CategoricalGeneralizedCrossEntropy": {"q": partial(inside, low=0, high=1)},
    # preprocessing
    "ImageDataGenerator": {
        "data_format": partial(one_of, options=("channels_last", "channels_first"), optional=True),
        "validation_split": _split,
        "brightness_range": _optional_pair,
        "zoom_range": lambda value: "a float, or two of them" if _is_no_range(value) else None,
    },
    "NumpyArrayIterator": {
        "subset": partial(one_of, options=("training", "validation"), optional=True)
    },
    # callbacks
    "ReduceLROnPlateau": {"factor": partial(below, most=1)},
    "FeatureSpace": {
        "features": lambda value: None if value else "a dict of features by their names",
        "output_mode": partial(one_of, options=("concat", "dict")),
    },
    "ModelCheckpoint": {"save_freq": _frequency},
    "BackupAndRestore": {"save_freq": _frequency, "backup_dir": _folder},
}
_CLIPS: Final = ("clipnorm", "clipvalue", "global_clipnorm")


def check(root: str, name: str, config: Mapping[str, Any]) -> None:
    """Refuses what an object of a class cannot be made with; `root` is the class that all of its kind derive from.

    >>> check("Optimizer", "SGD", {"learning_rate": 0.1, "momentum": 0.9})
    >>> check("Loss", "MeanSquaredError", {"reduction": "auto"})
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected one of 'sum_over_batch_size', 'mean', 'none', 'mean_with_sample_weight', 'sum', got 'auto'

    Raises:
      OpError: if Keras refuses an argument, or two that do not go together.
    """
    dtype = config.get("dtype")
    if root in ("Loss", "Metric") and dtype not in (0, "", [], ()) and "_" not in str(dtype):
        keras_names.check("dtype", dtype, "dtype")  # these stand for the default one
    none_of({**_COMMON.get(root, {}), **_OWN.get(name, {})}, config)
    clips = [each for each in _CLIPS if isinstance(config.get(each), (int, float))]
    if root == "Optimizer" and len(clips) > 1:
        raise OpError(
            "tf-value", f"{' and '.join(clips)} do not go together: one of them is enough"
        )
    if name == "AUC" and config.get("num_labels") and not config.get("multi_label"):
        raise OpError("tf-value", "it goes with multi_label=True", "num_labels")
    bounds, values = config.get("boundaries"), config.get("values")
    if name == "PiecewiseConstantDecay" and isinstance(bounds, list) and isinstance(values, list):
        if len(values) != len(bounds) + 1:
            words = (
                f"expected {len(bounds) + 1} values for {len(bounds)} boundaries, got {len(values)}"
            )
            hint = f"values[:{len(bounds) + 1}] has as many" if len(values) > len(bounds) else None
            raise OpError("tf-value", words, "values", hint)
