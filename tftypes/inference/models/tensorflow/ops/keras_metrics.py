"""tf.keras: metrics as functions, and what the objects that stand for them give."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import reduce
from operator import mul
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, ShapeMismatch, TensorType, broadcast, equal

from .conversion import as_tensor
from .keras_loss_functions import pairs
from .keras_loss_remedies import remedy
from .keras_losses import (
    SHORT,
    Shaped,
    floats,
    joined,
    of_categories,
    of_numbers,
    refuse_text,
    same,
    squeezed,
    together,
)
from .rule import OpError, Unsure, rule
from .values import DENSE, FLOAT32, is_number

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
#: The same, in the usual dtype alone.
SCALARS: Final = frozenset(
    {
        "BinaryIoU",
        "ConcordanceCorrelation",
        "IoU",
        "MeanIoU",
        "OneHotIoU",
        "OneHotMeanIoU",
        "PearsonCorrelation",
        "PrecisionAtRecall",
        "RecallAtPrecision",
        "SensitivityAtSpecificity",
        "SpecificityAtSensitivity",
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
#: The metric that `compile` chooses by the shapes.
COMPILED: Final = "accuracy"


def _count(shape: Shape) -> Dim:
    """The number of elements."""
    return UNKNOWN if shape.dims is None else reduce(mul, shape.dims, 1)


def _counted(true: Shape, pred: Shape) -> Shape:
    """Labels and predictions are made flat, and as many."""
    true, pred = squeezed(true, pred)
    if equal(_count(true), _count(pred)) is False:
        raise OpError("tf-shape", f"{true} labels for {pred} predictions", "y_true")
    return Shape.scalar()


def _of_best(true: Shape, pred: Shape) -> Shape:
    """The place of the largest number along the last axis of both."""
    if true.rank is None or not pred.rank or pred.rank < 2:
        raise Unsure
    best = true.slice(0, -1) if true.rank else true
    if best.rank == pred.rank:
        if equal(best[-1], 1) is False:
            raise OpError("tf-rank", f"expected rank {pred.rank} as y_pred has", "y_true")
        best = best.slice(0, -1)
    return joined(best, pred.slice(0, -1))


def _of_numbers(true: Shape, pred: Shape) -> Shape:
    """Labels are numbers, predictions have a score for each along the last axis."""
    if true.rank is None or not pred.rank or pred.rank < 2:
        raise Unsure
    is_squeezed = False
    if true.rank == pred.rank:
        is_squeezed = equal(true[-1], 1)
        if is_squeezed is None:
            raise Unsure
        true = true.slice(0, -1) if is_squeezed else true
    try:
        matches = joined(true, pred.slice(0, -1))
    except OpError as error:
        error.hint = "did you mean CategoricalAccuracy?" if true.rank == pred.rank else None
        raise
    if (
        is_squeezed and equal(_count(matches), _count(true)) is False
    ):  # it gets the shape of the labels
        raise OpError("tf-shape", f"{true} labels for {pred} predictions", "y_true")
    return matches


def _accuracy(true: Shape, pred: Shape) -> Shape:
    """`compile` chooses among three by the shapes."""
    if true.rank is None or not true.rank or not pred.rank or pred.rank < 2:
        raise Unsure
    is_binary, is_number = equal(pred[-1], 1), equal(true[-1], 1)
    if is_binary is None or true.rank >= pred.rank and is_number is None:
        raise Unsure
    if is_binary:
        return together(true, pred)
    return _of_numbers(true, pred) if true.rank < pred.rank or is_number else _of_best(true, pred)


def _of_top(true: Shape, pred: Shape, labels: Shape) -> Shape:
    """There are as many labels as rows of predictions."""
    if pred.rank and equal(_count(labels), _count(pred.slice(0, -1))) is False:
        raise OpError("tf-shape", f"labels {true} for predictions {pred}", "y_true")
    return labels


def _of_top_best(true: Shape, pred: Shape) -> Shape:
    return _of_top(true, pred, true.slice(0, -1) if true.rank else Shape.unknown())


def _of_top_numbers(true: Shape, pred: Shape) -> Shape:
    return _of_top(true, pred, true)


def _of_columns(true: Shape, pred: Shape) -> Shape:
    """A number for each column: both have two dims, and labels one column or as many."""
    for name, shape in (("y_true", true), ("y_pred", pred)):
        if shape.rank not in (None, 2):
            words = f"expected rank 2 [batch, outputs], got rank {shape.rank}"
            raise OpError("tf-rank", words, name)
    if true.dims is not None and pred.dims is not None:
        if equal(true[1], pred[1]) is False and true[1] != 1:
            raise OpError("tf-shape", f"dim 1 is {true[1]}, and {pred[1]} in y_pred", "y_true")
    return joined(true, pred)


def _of_squeezed_columns(true: Shape, pred: Shape) -> Shape:
    return _of_columns(*squeezed(true, pred))


#: Metrics that look for one number at a bound of another.
_AT: Final = (
    "PrecisionAtRecall",
    "RecallAtPrecision",
    "SensitivityAtSpecificity",
    "SpecificityAtSensitivity",
)
#: What metrics make of labels and predictions. "Accuracy of compile" is what `compile` means by "accuracy".
_SHAPED: Final[Mapping[str, Shaped]] = {
    **dict.fromkeys(
        [
            "Accuracy",
            "BinaryAccuracy",
            "ConcordanceCorrelation",
            "CosineSimilarity",
            "LogCoshError",
            "MeanAbsoluteError",
            "MeanAbsolutePercentageError",
            "MeanSquaredError",
            "MeanSquaredLogarithmicError",
            "PearsonCorrelation",
            "RootMeanSquaredError",
        ],
        together,
    ),
    **dict.fromkeys(
        ["CategoricalHinge", "Hinge", "KLDivergence", "Poisson", "SquaredHinge"], joined
    ),
    **dict.fromkeys([*COUNTS, *_AT, "BinaryIoU", "IoU", "MeanIoU"], _counted),
    "BinaryCrossentropy": same,
    "CategoricalCrossentropy": of_categories,
    "SparseCategoricalCrossentropy": of_numbers,
    "CategoricalAccuracy": _of_best,
    "SparseCategoricalAccuracy": _of_numbers,
    "TopKCategoricalAccuracy": _of_top_best,
    "SparseTopKCategoricalAccuracy": _of_top_numbers,
    "F1Score": _of_columns,
    "FBetaScore": _of_columns,
    "R2Score": _of_squeezed_columns,
    COMPILED: _accuracy,
}
#: What lets a metric look at parts of its inputs alone, or along another axis.
_PARTS: Final = frozenset(
    {
        "**",
        "axis",
        "class_id",
        "from_sorted_ids",
        "multi_label",
        "sparse_y_pred",
        "sparse_y_true",
        "top_k",
    }
)
_BY_NAME: Final = {name.lower(): name for name in _SHAPED}


def class_by_name(name: str) -> str | None:
    """The class of a metric that `compile` is given by the name of a function or class.

    >>> class_by_name("mse"), class_by_name("f1_score"), class_by_name("acc"), class_by_name("nope")
    ('MeanSquaredError', 'F1Score', 'accuracy', None)
    """
    if name.lower() in ("acc", COMPILED):
        return COMPILED
    short = name.replace("_", "").lower()
    return SHORT.get(short) or _BY_NAME.get(short)


def check_weights(values: TensorType, weights: TensorType) -> None:
    """Refuses weights of `Mean` or `Sum` that do not broadcast to the values. Those of lower rank are for parts of them.

    Raises OpError for them.
    """
    sizes, given = values.shape.dims or (), weights.shape.dims or ()
    is_wrong = any(equal(a, b) is False and b != 1 for a, b in zip(sizes, given))
    if len(sizes) == len(given) and is_wrong:
        words = f"weights of shape {weights.shape} for values of shape {values.shape}"
        raise OpError("tf-shape", words, "sample_weight", f"weights of shape {values.shape} do")


def check(name: str, true: Any, pred: Any, config: Collection[str] = ()) -> None:
    """Refuses labels and predictions that a metric cannot compare; `config` is what it is made with.

    >>> check("MeanSquaredError", TensorType.parse("float32[8, 3]"), TensorType.parse("float32[8, 1]"))
    >>> check("BinaryAccuracy", TensorType.parse("float32[8, 3]"), TensorType.parse("float32[8, 4]"))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: shapes [8, 3] and [8, 4] do not broadcast

    Raises:
      OpError: if Keras refuses them.
    """
    if not all(isinstance(each, TensorType) and each.kind in DENSE for each in (true, pred)):
        return
    refuse_text(true)
    shaped = _SHAPED.get(name)
    if name == "AUC" and isinstance(config, Mapping):
        _check_columns(pred.shape, config)
    if shaped is None or _PARTS & set(config):
        return
    try:
        shaped(true.shape, pred.shape)
    except OpError as error:
        are_classes = true.dtype.is_integer and true.shape.rank == 1 and pred.shape.rank == 2
        if name == "Accuracy" and are_classes:
            error.hint = "keras.metrics.SparseCategoricalAccuracy() takes the class of each row"
        elif shaped in (_counted, _of_columns, joined):
            error.hint = _one_hot(true, pred) or remedy(true.shape, pred.shape)
        raise


def _check_columns(pred: Shape, config: Mapping[str, Any]) -> None:
    """An AUC of several labels has a column of predictions for each. Raises OpError for others."""
    count, several = config.get("num_labels"), config.get("multi_label")
    if several is not True or "**" in config or pred.rank is None:
        return
    if pred.rank != 2:
        words = f"multi_label=True takes rank 2 [batch, labels], got rank {pred.rank}"
        raise OpError("tf-rank", words, "y_pred")
    if is_number(count) and count > 0 and equal(pred[1], count) is False:
        words = f"num_labels={count}, and {pred[1]} columns in y_pred"
        raise OpError("tf-shape", words, "y_pred", f"num_labels={pred[1]} fits")


def _one_hot(true: TensorType, pred: TensorType) -> str | None:
    """Numbers of classes become a column for each: the loss, if there is one, takes these, too."""
    ranks = true.shape.rank, pred.shape.rank
    if None in ranks or ranks[0] + 1 != ranks[1] or not true.dtype.is_integer:  # type: ignore[operator]
        return None
    classes = pred.shape[-1]
    if not is_number(classes):
        return None
    return f"tf.one_hot(y_true, {classes}) has a column for each, as the loss 'categorical_crossentropy' takes them"


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
