"""tf.keras: metrics as functions, and what the objects that stand for them give."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import Shape, ShapeMismatch, TensorType, broadcast

from .conversion import as_tensor
from .keras_losses import floats, loss, pairs
from .rule import Unsure, rule
from .values import FLOAT32

_METRICS: Final = "tensorflow.keras.metrics."

#: Metrics whose result is one number.
METRICS: Final = frozenset(
    {
        "AUC",
        "Accuracy",
        "BinaryAccuracy",
        "BinaryCrossentropy",
        "CategoricalAccuracy",
        "CategoricalCrossentropy",
        "CategoricalHinge",
        "CosineSimilarity",
        "FalseNegatives",
        "FalsePositives",
        "Hinge",
        "KLDivergence",
        "LogCoshError",
        "Mean",
        "MeanAbsoluteError",
        "MeanAbsolutePercentageError",
        "MeanSquaredError",
        "MeanSquaredLogarithmicError",
        "Poisson",
        "Precision",
        "Recall",
        "RootMeanSquaredError",
        "SparseCategoricalAccuracy",
        "SparseCategoricalCrossentropy",
        "SparseTopKCategoricalAccuracy",
        "SquaredHinge",
        "Sum",
        "TopKCategoricalAccuracy",
        "TrueNegatives",
        "TruePositives",
    }
)
#: Those that count, for which Keras takes no other dtype than the usual one.
COUNTS: Final = frozenset(
    {
        "AUC",
        "FalseNegatives",
        "FalsePositives",
        "Precision",
        "Recall",
        "TrueNegatives",
        "TruePositives",
    }
)
#: What makes several numbers of the result.
SEVERAL: Final = "thresholds"


#: What a metric makes of labels and predictions, by what a loss of that shape makes of them.
_COMPARED: Final = {
    **dict.fromkeys(
        [
            "Accuracy",
            "BinaryAccuracy",
            "CosineSimilarity",
            "Hinge",
            "KLDivergence",
            "LogCoshError",
            "MeanAbsoluteError",
            "MeanAbsolutePercentageError",
            "MeanSquaredError",
            "MeanSquaredLogarithmicError",
            "Poisson",
            "RootMeanSquaredError",
            "SquaredHinge",
        ],
        "MeanSquaredError",
    ),
    "SparseCategoricalAccuracy": "SparseCategoricalCrossentropy",
}


def check(name: str, true: Any, pred: Any) -> None:
    """Refuses labels and predictions that a metric cannot compare.

    >>> check("MeanSquaredError", TensorType.parse("float32[8, 3]"), TensorType.parse("float32[8, 1]"))
    >>> check("BinaryAccuracy", TensorType.parse("float32[8, 3]"), TensorType.parse("float32[8, 4]"))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: shapes [8, 3] and [8, 4] do not broadcast

    Raises:
      OpError: if Keras refuses them.
    """
    if name in _COMPARED and isinstance(true, TensorType) and isinstance(pred, TensorType):
        loss(_COMPARED[name], {}, true, pred)


def metric() -> TensorType:
    """The result of a metric in `METRICS`."""
    return TensorType(FLOAT32, Shape.scalar())


def _matches(true: Shape, pred: Shape) -> TensorType:
    """1.0 for each sample that is right, in the dtype that Keras computes in."""
    try:
        return TensorType(FLOAT32, broadcast(true, pred))
    except ShapeMismatch:
        raise Unsure from None


@rule(
    f"{_METRICS}categorical_accuracy",
    *pairs("metrics.categorical_accuracy"),
    "tf.keras.metrics.categorical_accuracy(i32[8, 3], f64[8, 3]) -> f32[8]",
)
def categorical_accuracy(y_true: Any, y_pred: Any) -> TensorType:
    true, pred = _both(y_true, y_pred)
    if not pred.rank or true.rank != pred.rank:
        return TensorType(FLOAT32, Shape.unknown())
    return _matches(true.slice(0, -1), pred.slice(0, -1))


@rule(
    f"{_METRICS}sparse_categorical_accuracy",
    "tf.keras.metrics.sparse_categorical_accuracy(i32[8], f32[8, 3]) -> f32[8]",
    "tf.keras.metrics.sparse_categorical_accuracy(i64[None, 5], f64[None, 5, 3]) -> f32[None, 5]",
    "tf.keras.metrics.sparse_categorical_accuracy(i64[8, 1], f32[8, 3]) -> f32[...]",
)
def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> TensorType:
    """Of targets whose rank is not known, nothing is.

    >>> scores = TensorType.parse("float32[8, 3]")
    >>> str(sparse_categorical_accuracy(TensorType.parse("int32[...]"), scores))
    'float32[...]'
    """
    true, pred = _both(y_true, y_pred)
    if not true.rank or true.rank + 1 != pred.rank:
        return TensorType(FLOAT32, Shape.unknown())
    if true.rank > 1 and (type(true[-1]) is not int or true[-1] == 1):
        return TensorType(FLOAT32, Shape.unknown())  # a last dim of 1 goes
    return _matches(true, pred.slice(0, -1))


def _both(y_true: Any, y_pred: Any) -> tuple[Shape, Shape]:
    """The shapes of both; what is not told of the true one may be ragged."""
    if not isinstance(y_true, TensorType):
        raise Unsure
    return as_tensor(y_true).shape, floats(y_pred).shape
