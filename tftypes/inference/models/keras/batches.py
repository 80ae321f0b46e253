"""What a step of training gets of the arguments of `fit`, `evaluate` and `predict`: batches of arrays, elements of datasets."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras.config import floatx, is_a, is_legacy
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.structures import is_list, leaves, map_leaves
from tftypes.inference.values import (
    TOP,
    Container,
    Dataset,
    Instance,
    Value,
    python_type,
    resolve,
)


@dataclass(frozen=True)
class Data:
    """What a step gets, and how many rows there are, where that is known."""

    element: Value
    rows: Dim = UNKNOWN


def data(interpreter: Interpreter, x: Value, y: Value, weights: Value, batch: Dim) -> Data:
    """What a step gets of the arguments of `fit`: of arrays batches in the default float, of datasets the elements."""
    x = resolve(x)
    if not is_legacy(interpreter):
        _check_alone(interpreter, x, y, weights)
    if isinstance(x, Dataset):
        if x.fault is not None:
            raise OpError(*x.fault)
        return Data(x.element)
    if isinstance(x, Instance):
        return Data(_yielded(interpreter, _item(interpreter, x)))
    if isinstance(x, Container) and x.kind in ("generator", "iterator"):
        item = interpreter.any_item(x)
        if is_list(item) and not is_legacy(interpreter):
            words = "the generator yields a list, expected a tuple (inputs, targets)"
            raise OpError("tf-value", words)
        return Data(_yielded(interpreter, item))
    if not is_legacy(interpreter):
        _check_arrays(interpreter, (x, y, weights))
    rows: list[Dim] = []

    def batched(value: Value) -> Value:
        made = tensor_of(value) if isinstance(value, TensorType) else None
        if made is None or not made.shape.rank or made.kind != "tensor":
            return TOP
        rows.append(made.shape[0])
        dtype = floatx(interpreter) if made.dtype.is_floating else made.dtype
        return TensorType(dtype, Shape.of(batch) + made.shape.slice(1, None))

    given = [as_tuples(interpreter, each) for each in (x, y, weights)]
    made = [each if each is None else map_leaves(interpreter, batched, each) for each in given]
    alone = (made[0],) if isinstance(made[0], tuple) else made[0]
    is_alone = made[1] is None and made[2] is None
    element = alone if is_alone else tuple(made[: 2 if made[2] is None else 3])
    return Data(element, rows[0] if rows else UNKNOWN)


def kind_of(interpreter: Interpreter, x: Value) -> str | None:
    """What x is, where it brings labels and weights itself; None for arrays and what is not known."""
    x = resolve(x)
    if isinstance(x, Dataset):
        return "a Dataset"
    if is_a(interpreter, x, "utils.PyDataset"):
        return "a PyDataset"
    return "a generator" if isinstance(x, Container) and x.kind == "generator" else None


def _check_alone(interpreter: Interpreter, x: Value, y: Value, weights: Value) -> None:
    """Raises OpError for labels or weights beside what brings them itself."""
    kind = kind_of(interpreter, x)
    for name, value in (("y", y), ("sample_weight", weights)):
        value = resolve(value)
        is_given = isinstance(value, (TensorType, Container, tuple))
        if kind is not None and is_given:
            words = f"x is {kind}, which gives {name} itself: leave {name} out"
            raise OpError("tf-value", words)


def check_options(interpreter: Interpreter, call: Call) -> None:
    """Raises OpError for what `fit` does to arrays alone, and for weights of classes that are none."""
    x, y = call.get(0, "x"), resolve(call.get(1, "y"))
    kind, split = kind_of(interpreter, x), resolve(call.get(6, "validation_split", 0.0))
    if kind is not None and isinstance(split, float) and split:
        words = f"validation_split takes arrays, x is {kind}: give validation_data"
        raise OpError("tf-value", words)
    if resolve(call.get(9, "class_weight")) is None:
        return
    if kind == "a generator":
        raise OpError("tf-value", "class_weight takes no generator: give sample_weight with it")
    if isinstance(y, TensorType) and (y.shape.rank or 0) > 2:
        words = f"class_weight takes labels of rank 1 or 2, y is {y}"
        raise OpError("tf-rank", words, hint="sample_weight takes a weight for each of them")
    if isinstance(y, (tuple, Container)) and len(leaves(interpreter, y)) > 1:
        words = "class_weight takes models with one output: give sample_weight"
        raise OpError("tf-value", words)


def _check_arrays(interpreter: Interpreter, given: Sequence[Value]) -> None:
    """Keras takes arrays, in whatever structures, with as many rows each.

    Raises OpError for numbers and texts of Python's, and for other numbers of rows.
    """
    found = [(name, each) for name, each in zip(("x", "y", "sample_weight"), given)]
    rows: list[tuple[str, Dim]] = []
    for name, value in found:
        for leaf in () if value is None else leaves(interpreter, value):
            if python_type(leaf) is not None and leaf is not None:
                hint = f"np.array({name}) is one"
                words = f"expected arrays or tensors, got {describe(to_rule(value))}"
                raise OpError("tf-value", words, name, hint)
            if isinstance(leaf, TensorType) and leaf.shape.rank and is_number(leaf.shape[0]):
                rows.append((name, leaf.shape[0]))
    for name, count in rows[1:]:
        if count != rows[0][1]:
            words = f"{rows[0][1]} samples in {rows[0][0]}, {count} in {name}"
            raise OpError("tf-shape", words)


def as_tuples(interpreter: Interpreter, value: Value) -> Value:
    """Keras makes tuples of lists."""
    value = resolve(value)
    if isinstance(value, Container) and value.kind == "list" and isinstance(value.contents, tuple):
        return tuple(as_tuples(interpreter, each) for each in value.contents)
    return value


def _item(interpreter: Interpreter, value: Instance) -> Value:
    """A batch of a `PyDataset`: Keras makes a tuple of a list."""
    if not is_a(interpreter, value, "utils.PyDataset") or not interpreter.has_method(
        value, "__getitem__"
    ):
        return TOP
    made = interpreter.method(value, "__getitem__", [PyValue("int")], ast.Constant(0))
    items = interpreter.known_items(made) if is_list(made) else None
    return made if items is None else items


def _yielded(interpreter: Interpreter, value: Value) -> Value:
    """Batches of arrays that Python code gives: their first sizes may be others each time."""

    def tensor(each: Value) -> Value:
        made = tensor_of(each) if isinstance(each, TensorType) else None
        if made is None or not made.shape.rank:
            return TOP
        return TensorType(made.dtype, Shape.of(BATCH) + made.shape.slice(1, None))

    return map_leaves(interpreter, tensor, value)


def unpacked(element: Value) -> tuple[Value, Value, Value]:
    """Inputs, labels and weights of what a step gets."""
    element = resolve(element)
    if isinstance(element, tuple) and 1 <= len(element) <= 3:
        return (*element, None, None)[:3]
    if isinstance(element, (TensorType, Container)):
        return element, None, None
    return TOP, TOP, TOP
