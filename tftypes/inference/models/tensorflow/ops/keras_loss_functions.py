"""tf.keras: losses as functions of labels and predictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType

from .keras_losses import (
    Shaped,
    as_they_are,
    lose,
    of_categories,
    of_numbers,
    of_one_hot,
    over_all,
    same,
    together,
)
from .rule import rule, with_parameters
from .values import ANY, FLOAT32, FLOAT64

_LOSSES: Final = "tensorflow.keras.losses."
_METRICS: Final = "tensorflow.keras.metrics."


def pairs(name: str) -> tuple[str, ...]:
    """Examples of a function that gives one number for each sample."""
    return (
        f"tf.keras.{name}(f32[8, 3], f32[8, 3]) -> f32[8]",
        f"tf.keras.{name}(f32[None, 5, 3], f32[None, 5, 3]) -> f32[None, 5]",
    )


def _mean(*given: Any) -> TensorType:
    return lose(together, given[0], given[1])


def _of_shapes(shaped: Shaped, *given: Any) -> TensorType:
    """The same by a rule for shapes, where half floats may become others on the way."""
    made = lose(shaped, given[0], given[1])
    return made if made.dtype in (FLOAT32, FLOAT64) else TensorType(ANY, made.shape)


for _full, _function in {
    "MSE": _mean,
    "MAE": _mean,
    "MSLE": partial(_of_shapes, together),
}.items():
    rule(
        f"{_LOSSES}{_full}",
        *pairs(f"losses.{_full}"),
        f"tf.keras.losses.{_full}(f32[8, 3, 1], f32[8, 3]) -> f32[8]",
        f"tf.keras.losses.{_full}(f32[8], f32[8, 1]) -> f32[8]",
        f"tf.keras.losses.{_full}(f32[], f32[]) !! expected rank 1 or more, got rank 0",
        f"tf.keras.losses.{_full}(f32[8, 3], f32[8, 4]) !! shapes [8, 3] and [8, 4] do not broadcast",
    )(with_parameters(lambda *given, function=_function: function(*given), y_true=..., y_pred=...))

#: The other functions: what they make of shapes, and the parameters that follow the two.
_OTHERS: Final[Mapping[str, tuple[Shaped, Mapping[str, Any]]]] = {
    "losses.MAPE": (together, {}),
    "losses.huber": (together, {"delta": 1.0}),
    "losses.KLD": (as_they_are, {}),
    "metrics.categorical_hinge": (as_they_are, {}),
    "metrics.hinge": (as_they_are, {}),
    "metrics.poisson": (as_they_are, {}),
    "metrics.squared_hinge": (as_they_are, {}),
    "losses.dice": (over_all, {"axis": None}),
    "losses.tversky": (over_all, {"alpha": 0.5, "beta": 0.5, "axis": None}),
    "losses.categorical_generalized_cross_entropy": (of_one_hot, {"q": ...}),
}


def _shown(name: str) -> tuple[str, ...]:
    """The same, and one of sizes that do not go together."""
    return (*pairs(name), f"tf.keras.{name}(f32[8, 4], f32[8, 3]) !! do not broadcast")


_SHOWN: Final[Mapping[Shaped, Callable[[str], tuple[str, ...]]]] = {
    over_all: lambda name: (
        f"tf.keras.{name}(f32[8, 3], f32[8, 3]) -> f32[...]",
        f"tf.keras.{name}(f32[8, 4], f32[8, 3]) !! shapes [8, 4] and [8, 3] do not broadcast",
    ),
    of_one_hot: lambda name: (
        f"tf.keras.{name}(i32[8], f32[8, 3], 0.5) -> f32[8]",
        f"tf.keras.{name}(i32[8, 3], f32[8, 3], 0.5) !! shapes [8, 3, 3] and [8, 3] do not broadcast",
    ),
}


for _name, (_shaped, _more) in _OTHERS.items():
    rule(
        f"tensorflow.keras.{_name}",
        *_SHOWN.get(_shaped, _shown)(_name),
    )(
        with_parameters(
            lambda *given, _shaped=_shaped: _of_shapes(_shaped, *given),
            y_true=...,
            y_pred=...,
            **_more,
        )
    )

_FOCAL: Final = {"alpha": 0.25, "gamma": 2.0, "from_logits": False, "label_smoothing": 0.0, "axis": -1}  # fmt: skip
for _name, _shaped, _first in (
    ("binary_focal_crossentropy", same, {"apply_class_balancing": False}),
    ("categorical_focal_crossentropy", as_they_are, {}),
):
    rule(
        f"{_METRICS}{_name}",
        *pairs(f"metrics.{_name}"),
        f"tf.keras.metrics.{_name}(f32[8, 4], f32[8, 3]) !! y_true",
    )(
        with_parameters(
            lambda *given, _shaped=_shaped: lose(_shaped, given[0], given[1], given[-1]),
            y_true=...,
            y_pred=...,
            **_first,
            **_FOCAL,
        )
    )
rule(
    f"{_LOSSES}cosine_similarity",
    *pairs("losses.cosine_similarity"),
    "tf.keras.losses.cosine_similarity(f32[8, 4], f32[8, 3]) !! do not broadcast",
    "tf.keras.losses.cosine_similarity(f32[8, 3], f32[8, 3], axis=2) !! axis 2 is out of range",
)(
    with_parameters(
        lambda *given: lose(together, given[0], given[1], given[2]), y_true=..., y_pred=..., axis=-1
    )
)

_CROSSENTROPY: Final = {"y_true": ..., "y_pred": ..., "from_logits": False}

for _name, _shaped in {
    "binary_crossentropy": same,
    "categorical_crossentropy": of_categories,
}.items():
    rule(
        f"{_METRICS}{_name}",
        *pairs(f"metrics.{_name}"),
        f"tf.keras.metrics.{_name}(f32[8, 4], f32[8, 3]) !! dim 1 is 4, and 3 in y_pred",
        f"tf.keras.metrics.{_name}(f32[8, 3], f32[8, 3], axis=2) !! axis 2 is out of range",
        f"tf.keras.metrics.{_name}(f32[8, 4], f32[8, 3], axis=1) !! dim 1 is 4, and 3 in y_pred",
        f"tf.keras.metrics.{_name}(i32[8], f32[8, 3]) !! expected rank 2 as y_pred has, got rank 1",
    )(
        with_parameters(
            lambda *given, _shaped=_shaped: lose(_shaped, given[0], given[1], given[4]),
            **_CROSSENTROPY,
            label_smoothing=0.0,
            axis=-1,
        )
    )

_SPARSE: Final = "tf.keras.metrics.sparse_categorical_crossentropy"
rule(
    f"{_METRICS}sparse_categorical_crossentropy",
    f"{_SPARSE}(i32[8], f32[8, 3]) -> f32[8]",
    f"{_SPARSE}(i64[None, 5], f32[None, 5, 3], from_logits=True) -> f32[None, 5]",
    f"{_SPARSE}(i32[8, 1], f32[8, 3]) -> f32[8]",
    f"{_SPARSE}(i32[7], f32[8, 3]) !! dim 0 is 7, and 8 in y_pred",
    f"{_SPARSE}(f32[8, 3], f32[8, 3]) !! expected rank 1, one less than y_pred has, got rank 2",
)(
    with_parameters(
        lambda *given: lose(of_numbers, given[0], given[1], given[4]),
        **_CROSSENTROPY,
        ignore_class=None,
        axis=-1,
    )
)
