"""Rows of arrays that are split or shuffled together: every other dim and the dtype stay."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_array, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import TOP, Container, Value, resolve
from tftypes.inference.values import Seq

#: How much is for tests where nobody says it.
_TEST: Final = 0.25


def _split(interpreter: Interpreter, call: Call) -> Value:
    """`train_test_split(*arrays, test_size, train_size)`: of each array the rows for training, and those for tests."""
    if call.is_open:
        return TOP
    size = _size(interpreter, call)
    test, train = (resolve(call.kwargs.get(name)) for name in ("test_size", "train_size"))
    counts = _counts(size, test, train) if isinstance(size, int) else (UNKNOWN, UNKNOWN)
    return interpreter.list(
        tuple(_rows(interpreter, each, count, call.node) for each in call.args for count in counts)
    )


def _shuffle(interpreter: Interpreter, call: Call) -> Value:
    """`shuffle(*arrays, n_samples)`: a list of them, one array alone."""
    if call.is_open:
        return TOP
    size, count = _size(interpreter, call), resolve(call.kwargs.get("n_samples"))
    left = size if count is None else count if is_number(count) else UNKNOWN
    made = tuple(_rows(interpreter, each, left, call.node) for each in call.args)
    return made[0] if len(made) == 1 else interpreter.list(made)


def _counts(size: int, test: Value, train: Value) -> tuple[Dim, Dim]:
    """How many rows are for training, and how many for tests."""
    if test is None and train is None:
        test = _TEST
    tested = _part(size, test, math.ceil)
    trained = _part(size, train, math.floor)
    if tested is None and isinstance(trained, int):
        tested = size - trained
    if trained is None and isinstance(tested, int):
        trained = size - tested
    return UNKNOWN if trained is None else trained, UNKNOWN if tested is None else tested


def _part(size: int, part: Value, rounded: Callable[[float], int]) -> Dim | None:
    """A number of rows, or a fraction of all; None where nobody says."""
    if part is None:
        return None
    if isinstance(part, float):
        return rounded(part * size)
    return part if type(part) is int else UNKNOWN


def _size(interpreter: Interpreter, call: Call) -> Dim:
    """How many rows the arrays have, which must be as many in all of them."""
    shown = f"{call.name.rpartition('.')[2]}()"

    def common(*arrays: object) -> Dim:
        known = [
            each.shape[0] for each in arrays if isinstance(each, TensorType) and each.shape.rank
        ]
        sizes = [each for each in known if isinstance(each, int)]
        if len({*sizes}) > 1:
            listed = ", ".join(map(str, sizes))
            words = f"the arrays have different numbers of rows: {listed}"
            raise OpError("tf-shape", words, exception="builtins.ValueError").complete(shown, {})
        return sizes[0] if sizes else known[0] if known else UNKNOWN

    found = interpreter.certain(common, [to_rule(each) for each in call.args], call.node, UNKNOWN)
    return UNKNOWN if found is TOP else found


def _rows(interpreter: Interpreter, value: Value, count: Dim, node: ast.AST) -> Value:
    """So many rows of an array, of a list items."""
    value = resolve(value)
    if isinstance(value, TensorType) and value.kind == "array" and value.shape.rank:
        shape = Shape.of(count) + value.shape.slice(1, None)
        return TensorType(value.dtype, shape, "array")
    if as_array(value) is not value:
        return interpreter.method(value, "_counted", [count], node)
    if isinstance(value, tuple) or isinstance(value, Container) and value.kind == "list":
        return interpreter.list(Seq((), interpreter.any_item(value)))
    return TOP


FUNCTIONS: Final = {
    "sklearn.model_selection.train_test_split": _split,
    "sklearn.utils.shuffle": _shuffle,
}
