"""tf.keras: losses as functions, and what the objects that stand for them return and refuse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Shape, ShapeMismatch, TensorType, broadcast, equal

from .arguments import attribute, axis_argument
from .conversion import as_tensor
from .keras_loss_remedies import by_maker, of_classes, remedy, rows
from .keras_ranks import Maker
from .rule import OpError, Unsure
from .values import DENSE, FLOAT32, STRING, is_number, numbers_in

#: The shape that a loss has before it is reduced, of those of labels and predictions.
Shaped = Callable[[Shape, Shape], Shape]


def floats(x: Any) -> TensorType:
    """An operand of floats; a symbol of Keras, or an int, may become anything."""
    if not isinstance(x, TensorType) or x.kind not in DENSE or not x.dtype.is_floating:
        raise Unsure
    return as_tensor(x)


# --- shapes -----------------------------------------------------------------------------------------------------------


def squeezed(true: Shape, pred: Shape) -> tuple[Shape, Shape]:
    """Both with one rank, where one of them has a last dim of 1 more: Keras drops it, or gives it to a vector too."""
    if true.rank is None or pred.rank is None or abs(true.rank - pred.rank) != 1:
        return true, pred
    more = max(true, pred, key=lambda shape: shape.rank or 0)
    last = equal(more[-1], 1)
    if last is None:
        raise Unsure
    if not last:
        return true, pred
    if {true.rank, pred.rank} == {1, 2}:
        pair = [each if each is more else each + Shape.of(1) for each in (true, pred)]
    else:
        pair = [each.slice(0, -1) if each is more else each for each in (true, pred)]
    return pair[0], pair[1]


def same(true: Shape, pred: Shape, hint: str | None = None) -> Shape:
    """Crossentropy takes labels and predictions of one shape only."""
    hint = hint or remedy(true, pred)
    if None not in (true.rank, pred.rank) and true.rank != pred.rank:
        words = f"expected rank {pred.rank} as y_pred has, got rank {true.rank}"
        raise OpError("tf-rank", words, "y_true", hint)
    if true.dims is not None and pred.dims is not None:
        for axis, (got, expected) in enumerate(zip(true.dims, pred.dims)):
            if equal(got, expected) is False:
                words = f"dim {axis} is {got}, and {expected} in y_pred"
                if axis == 0:
                    hint = f"labels for {expected} rows have one for each"
                raise OpError("tf-shape", words, "y_true", hint)
    return _reduced(pred)


def _did_you_mean(function: str) -> str:
    return f"did you mean {function}?"


def of_categories(true: Shape, pred: Shape) -> Shape:
    hint = None
    if true.rank and pred.rank:
        is_column = true.rank == pred.rank and equal(true[-1], 1) and equal(pred[-1], 1) is False
        if is_column or true.rank + 1 == pred.rank:
            hint = _did_you_mean("sparse_categorical_crossentropy")
    return same(true, pred, hint)


def of_numbers(true: Shape, pred: Shape) -> Shape:
    """The class of each sample is a number, and perhaps in a last dim of 1."""
    if true.rank is None or pred.rank is None:
        return _reduced(pred)
    if true.rank == pred.rank and true.rank:
        last = equal(true[-1], 1)
        if last is None:
            raise Unsure
        if not last:
            words = f"expected rank {pred.rank - 1}, one less than y_pred has, got rank {true.rank}"
            hint = _did_you_mean("categorical_crossentropy")
            fits = equal(true[-1], pred[-1]) is not False
            raise OpError("tf-rank", words, "y_true", hint if fits else None)
        true = true.slice(0, -1)
    return same(true + Shape.of(pred[-1]), pred) if pred.rank else Shape.unknown()


def joined(true: Shape, pred: Shape, hint: str | None = None) -> Shape:
    """Labels and predictions as they are, broadcast. Raises OpError where they do not."""
    try:
        return broadcast(true, pred)
    except ShapeMismatch:
        words = f"shapes {true} and {pred} do not broadcast"
        raise OpError("tf-shape", words, "y_true", hint) from None


def together(true: Shape, pred: Shape) -> Shape:
    """The mean over the last dim of both, which are broadcast."""
    if None in (true.rank, pred.rank):
        return Shape.unknown()
    hint = remedy(true, pred)
    return _reduced(joined(*squeezed(true, pred), hint))


def as_they_are(true: Shape, pred: Shape) -> Shape:
    """The same of labels and predictions to which no dim is given."""
    return _reduced(joined(true, pred, remedy(true, pred)))


def over_all(true: Shape, pred: Shape) -> Shape:
    """One number for all of both, which are broadcast."""
    joined(true, pred, remedy(true, pred))
    return Shape.unknown()


def of_one_hot(true: Shape, pred: Shape) -> Shape:
    """The class of each sample is a number, and becomes one of zeros and a one."""
    if None in (true.rank, pred.rank) or not pred.rank:
        return Shape.unknown()
    hint = (
        "tf.argmax(y_true, -1) are the numbers of the classes" if true.rank == pred.rank else None
    )
    return _reduced(joined(true + Shape.of(pred[-1]), pred, hint))


def of_embeddings(true: Shape, pred: Shape) -> Shape:
    """Each embedding has the number of a class. Raises OpError for other numbers of them."""
    if true.rank == 1 and pred.rank == 2 and equal(true[0], pred[0]) is False:
        if 1 not in (true[0], pred[0]):
            raise OpError("tf-shape", f"{true[0]} labels for {pred[0]} embeddings", "y_true")
    return Shape.unknown()


def refuse_text(true: TensorType) -> None:
    """Labels that are strings are no numbers. Raises OpError for them."""
    if true.dtype == STRING:
        words = "expected numbers, got strings"
        raise OpError("tf-dtype", words, "y_true", "keras.layers.StringLookup() numbers them")


def _reduced(shape: Shape) -> Shape:
    return shape.slice(0, -1) if shape.rank else Shape.unknown()


def _after_squeezing(shaped: Shaped) -> Shaped:
    """Objects see to it that ranks are the same, before they ask the function."""

    def run(true: Shape, pred: Shape) -> Shape:
        try:
            return shaped(*squeezed(true, pred))
        except OpError as error:
            error.hint = rows(true, pred) or error.hint
            raise

    return run


# --- functions --------------------------------------------------------------------------------------------------------


def lose(shaped: Shaped, y_true: Any, y_pred: Any, axis: Any = -1) -> TensorType:
    """A loss for each sample."""
    pred = floats(y_pred)
    is_told = isinstance(y_true, TensorType) and y_true.kind in DENSE
    true = y_true.shape if is_told else Shape.unknown()
    if axis != -1:
        axis_argument(attribute(axis, "axis"), pred.shape.rank)
        if shaped is not of_numbers:  # whose labels have no such axis
            shaped(true, pred.shape)
        return TensorType(pred.dtype, Shape.unknown())
    if pred.shape.rank == 0 and true.rank == 0:
        raise OpError("tf-rank", "expected rank 1 or more, got rank 0", "y_true")
    return TensorType(pred.dtype, shaped(true, pred.shape))


# --- objects ----------------------------------------------------------------------------------------------------------

#: Losses whose value for each sample is that of the function.
_PER_SAMPLE: Final[Mapping[str, Shaped]] = {
    "MeanSquaredError": together,
    "MeanAbsoluteError": together,
    "BinaryCrossentropy": _after_squeezing(same),
    "CategoricalCrossentropy": _after_squeezing(of_categories),
    "SparseCategoricalCrossentropy": _after_squeezing(of_numbers),
    "BinaryFocalCrossentropy": _after_squeezing(same),
    "CategoricalGeneralizedCrossEntropy": _after_squeezing(of_one_hot),
    "Circle": _after_squeezing(of_embeddings),
    "Dice": _after_squeezing(over_all),
    "Tversky": _after_squeezing(over_all),
}
#: The others, which go along the last axis of both.
_OTHERS: Final[Mapping[str, Shaped]] = dict.fromkeys(
    (
        "CategoricalFocalCrossentropy",
        "CategoricalHinge",
        "CosineSimilarity",
        "Hinge",
        "Huber",
        "KLDivergence",
        "LogCosh",
        "MeanAbsolutePercentageError",
        "MeanSquaredLogarithmicError",
        "Poisson",
        "SquaredHinge",
    ),
    together,
)
_SHAPED: Final = {**_PER_SAMPLE, **_OTHERS}
LOSSES: Final = frozenset(_SHAPED)
#: The classes by the short names that Keras looks up, without the underscores.
SHORT: Final = {
    "mse": "MeanSquaredError", "mae": "MeanAbsoluteError", "mape": "MeanAbsolutePercentageError",
    "msle": "MeanSquaredLogarithmicError", "bce": "BinaryCrossentropy", "bfce": "BinaryFocalCrossentropy",
    "kld": "KLDivergence", "kullbackleiblerdivergence": "KLDivergence",
}  # fmt: skip
_BY_NAME: Final = {**{name.lower(): name for name in LOSSES}, **SHORT}


def class_by_name(name: str) -> str | None:
    """The class of a loss that is given by the name of a function or class.

    >>> class_by_name("mse"), class_by_name("sparse_categorical_crossentropy"), class_by_name("nope")
    ('MeanSquaredError', 'SparseCategoricalCrossentropy', None)
    """
    return _BY_NAME.get(name.replace("_", "").lower())


#: What a hint calls a function, where an object is used.
_CLASSES: Final = {
    _did_you_mean("categorical_crossentropy"): _did_you_mean("CategoricalCrossentropy"),
    _did_you_mean("sparse_categorical_crossentropy"): _did_you_mean(
        "SparseCategoricalCrossentropy"
    ),
}


def loss(name: str, config: Mapping[str, Any], y_true: Any, y_pred: Any) -> Any:
    """What a loss returns: a number, or one for each sample where it does not reduce them.

    Raises OpError for shapes that Keras refuses.

    >>> x = TensorType.parse("float64[8, 3]")
    >>> loss("MeanSquaredError", {}, x, x), loss("MeanSquaredError", {"reduction": "none"}, x, x)
    (float32[], float32[8])
    >>> loss("CategoricalCrossentropy", {}, TensorType.parse("float32[8, 4]"), x)
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: dim 1 is 4, and 3 in y_pred
    """
    if isinstance(y_true, TensorType):
        refuse_text(y_true)
        if name == "SparseCategoricalCrossentropy" and isinstance(y_pred, TensorType):
            check_classes(numbers_in(y_true.value), y_pred.shape, config)
    shaped = _SHAPED.get(name)
    shape = None
    axis = config.get("axis", -1)
    if shaped is not None and is_number(axis) and isinstance(y_pred, TensorType):
        try:
            shape = _shape(partial(lose, shaped, axis=axis), y_true, y_pred)
        except OpError as error:
            source = getattr(y_pred, "history", None)
            count = (
                of_classes(y_true.shape, y_pred.shape) if config.get("label_smoothing") else None
            )
            if count is not None:  # numbers of classes cannot be smoothed
                error.hint = f"tf.one_hot(y_true, {count})"
                raise
            if isinstance(source, Maker) and isinstance(y_true, TensorType):
                is_numbered = of_classes(y_true.shape, y_pred.shape) is not None
                if is_numbered and name == "CategoricalCrossentropy" and "Conv" in source.name:
                    raise
                error.hint = by_maker(y_true.shape, y_pred.shape, source, error.hint)
            raise
    reduction = config.get("reduction", "sum")
    if reduction in ("sum", "sum_over_batch_size", "mean"):
        return TensorType(FLOAT32, Shape.scalar())
    if reduction not in ("none", None) or shape is None:
        return UNKNOWN
    return TensorType(FLOAT32, shape)


#: Arguments of a loss that leave labels out, or scores along another axis.
_SKIPPING: Final = {"ignore_class", "axis", "**"}


def check_classes(labels: Sequence[int], scores: Shape, config: Collection[str] = ()) -> None:
    """Labels that are numbers of classes have a score each. Raises OpError for one that has none."""
    count = scores[-1] if scores.rank else UNKNOWN
    if not is_number(count) or _SKIPPING & set(config):
        return
    for each in labels:
        if not 0 <= each < count:
            words = (
                f"there is a label {each}, and the output has scores for {count} classes, from 0 on"
            )
            more = f"layers.Dense({max(labels) + 1}) as the last layer has one for each"
            hint = "y - 1 counts from 0" if each == count and min(labels) > 0 else more
            hint = hint if min(labels) >= 0 else None
            raise OpError("tf-value", words, "y", hint)


def check_weights(losses: Any, weights: TensorType) -> None:
    """Each loss of a sample has a weight.

    >>> x = TensorType.parse("float32[8, 3]")
    >>> check_weights(TensorType.parse("float32[8]"), TensorType.parse("float32[8, 1]"))
    >>> check_weights(TensorType.parse("float32[8]"), x)
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: weights of shape [8, 3] for losses of shape [8]

    Raises OpError for weights that do not go with the losses.
    """
    if not isinstance(losses, TensorType) or weights.kind not in ("tensor", "array", "variable"):
        return
    try:
        broadcast(*squeezed(losses.shape, weights.shape))
    except Unsure:
        return
    except ShapeMismatch:
        words = f"weights of shape {weights.shape} for losses of shape {losses.shape}"
        hint = f"weights of shape {losses.shape} have one for each"
        raise OpError("tf-shape", words, "sample_weight", hint) from None


def _shape(lose: Callable[[Any, Any], TensorType], y_true: Any, y_pred: TensorType) -> Shape | None:
    # What is given is cast to the dtype that Keras computes in.
    try:
        return lose(y_true, TensorType(FLOAT32, y_pred.shape, y_pred.kind)).shape
    except Unsure:
        return None
    except OpError as error:
        error.hint = _CLASSES.get(error.hint or "", error.hint)
        raise
