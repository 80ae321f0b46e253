"""Losses and metrics of the program's own on labels and outputs that are not alike: what makes them so."""

from __future__ import annotations

import ast

from tftypes.algebra import TensorType, equal
from tftypes.algebra.matching import mismatch
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.models.keras.symbols import maker
from tftypes.inference.models.tensorflow.ops.keras_loss_remedies import by_maker, of_classes, remedy
from tftypes.inference.objects import Value, resolve


def remedy_of(true: Value, pred: Value, node: ast.AST) -> str | None:
    """What makes labels and an output alike, where they have other shapes; None where it is not known."""
    true, pred = resolve(true), resolve(pred)
    if not isinstance(true, TensorType) or not isinstance(pred, TensorType):
        return None
    if true.shape == pred.shape:
        return None
    if true.shape.rank == 2 and (pred.shape.rank or 0) > 2 and true.shape[-1] != 1:
        if equal(true.shape[-1], pred.shape[-1]) is False:
            return None  # labels of their own kind, such as the letters of a text
    count = of_classes(true.shape, pred.shape)
    if count is not None and (true.dtype.is_integer or (pred.shape.rank or 0) > 3):
        return _one_hot(true, pred, count, node)
    source, other = maker(pred), remedy(true.shape, pred.shape)
    return other if source is None else by_maker(true.shape, pred.shape, source, other)


def _one_hot(true: TensorType, pred: TensorType, count: int, node: ast.AST) -> str:
    """Scores in the place of numbers of classes: of the array that is given, or in the function."""
    given = written_argument(node, 1, "y")
    if given and given.isidentifier():
        return f"keras.utils.to_categorical({given}, {count}) has a score for each class"
    labels = "y_true[..., 0]" if true.shape.rank == pred.shape.rank else "y_true"
    return f"tf.one_hot(tf.cast({labels}, tf.int32), {count}) has a score for each class"


def labelled(x: Value, pred: Value, node: ast.AST) -> str:
    """What gives a loss labels: the inputs, where the output has their shape."""
    x, pred, given = resolve(x), resolve(pred), written_argument(node, 0, "x")
    is_same = isinstance(x, TensorType) and isinstance(pred, TensorType)
    is_same = is_same and (x.shape.rank or 0) > 1 and mismatch(x.shape, pred.shape) is None
    names = {each.arg for each in getattr(node, "keywords", ())}
    is_given = written_argument(node, 1, "y") is not None
    if given is None or not is_same or is_given or names & {None, "validation_data"}:
        return "give (x, y)"
    return f"{given}.map(lambda x: (x, x)) gives the inputs of a dataset as labels, y={given} those in arrays"
