"""Steps on what a dataset or a generator gives: where one is refused, it is tried whether the same data in batches or in groups is taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.models.keras import steps
from tftypes.inference.models.keras.batches import Data
from tftypes.inference.models.keras.config import called
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.keras.yields import parts
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import Instance, Value


def run_step(
    interpreter: Interpreter, model: Instance, name: str, given: Data, node: ast.AST
) -> Value:
    """A step on the data. What goes wrong with elements that would do in another form is told of what gives them."""
    step = partial(steps.run_step, interpreter, model, name, given.element, node)
    made, found = interpreter.with_errors(step)
    has_forms = found and given.giver
    remedy = _remedy(interpreter, model, name, given, node) if has_forms else None
    if remedy is not None:
        first = [interpreter.findings.pop(key) for key in found][0]
        interpreter.keep(interpreter.finding(node, first.code, f"{called(node)}: {remedy}"))
    elif given.trained:  # the model is right for other data, so these are to blame
        for key in found:
            like = f"validation_data is to be as the training data are: {given.trained}"
            interpreter.findings[key] = interpreter.findings[key].with_remedy(like)
    return made


def _remedy(
    interpreter: Interpreter, model: Instance, name: str, given: Data, node: ast.AST
) -> str | None:
    """What is wrong with the form of the elements, with the form in which a step takes them."""
    for other, words in _forms(interpreter, given):
        run = partial(steps.run_step, interpreter, model, name, other, node)
        with interpreter.quietly():
            if not interpreter.attempted(run)[1]:
                return words
    return None


def _forms(interpreter: Interpreter, given: Data) -> Iterator[tuple[Value, str]]:
    """Other forms of what a dataset or a generator gives, the likeliest first."""
    element = given.element
    if given.giver == "class_weight" and isinstance(element, tuple):
        words = "class_weight gives one weight for each row, and the loss has one for each label"
        yield element[:2], f"{words}; sample_weight=np.vectorize(class_weight.get)(y) has as many"
        return
    found = leaves(interpreter, element)
    tensors = [each for each in found if isinstance(each, TensorType) and each.kind == "tensor"]
    is_told = len(tensors) == len(found) and all(each.shape.rank is not None for each in tensors)
    if is_told and not given.is_batched:
        shown = describe(to_rule(tensors[0]))
        is_even = all(is_number(size) for each in tensors for size in each.shape)
        batch = "batch" if is_even else "padded_batch"
        words = f"the dataset gives single elements, not batches: {shown}; {batch}(32) makes them"
        yield map_leaves(interpreter, _batch, element), words
    if given.row is not None:
        code = parts(given.written, ("x", "y")[: len(element) if isinstance(element, tuple) else 1])
        rows = ", ".join(f"np.expand_dims({each}, 0)" for each in code)
        words = "the generator gives single rows, not batches"
        yield given.row, f"{words}; yield ({rows}) has a batch of one"
    if isinstance(element, tuple) and len(element) > 2:
        *inputs, labels = element
        *shown, y = parts(given.written, [*"abcdefghij"[: len(inputs)], "y"])
        names = ", ".join(shown)
        words = f"the {given.giver} gives tuples of {len(element)}, taken as x, y and weights"
        hint = (
            f"yield (({names}), {y})"
            if given.giver == "generator"
            else f"map(lambda {names}, y: (({names}), y))"
        )
        hint = f"{hint} makes x of the first {len(inputs)}"
        yield (tuple(inputs), labels), f"{words}; {hint}"


def _batch(value: Value) -> Value:
    assert isinstance(value, TensorType)
    return TensorType(value.dtype, Shape.of(BATCH) + value.shape)
