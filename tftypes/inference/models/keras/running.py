"""What a run of a functional model tells that its symbols do not: calls that Keras refuses then, and code for batches of a size."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from tftypes.algebra import Dim, Shape, TensorType, equal
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import is_of_layer
from tftypes.inference.models.keras import graphs
from tftypes.inference.models.keras.config import called, config_of
from tftypes.inference.models.keras.symbols import is_symbol, origin
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    completed,
    keras_operands,
    keras_ranks,
)
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import TOP, Instance, Value

T = TypeVar("T")
#: The slot with the calls of a model that are looked at when it runs.
RUN: Final = "keras calls"


def check(
    interpreter: Interpreter, model: Instance, pairs: Sequence[tuple[Any, Value]], node: ast.AST
) -> None:
    """Refuses what is wrong with the calls on symbols, each beside what takes its place.

    Where other symbols take their places, Keras runs nothing.
    """
    if is_of_layer(interpreter.trace):
        return
    given = {graphs.key(symbol): value for symbol, value in pairs if origin(symbol) is not None}
    for each in model.read(RUN, ()):
        if each.fault is not None:
            interpreter.refuse(node, each.fault.code, f"{called(node)}: {each.fault}")
        elif each.inputs:
            check_ids(interpreter, each.operation, given.get(graphs.key(each.inputs[0])), node)


def check_ids(
    interpreter: Interpreter, layer: Instance | None, given: Value, node: ast.AST
) -> None:
    """Refuses numbers that are given to a model, and that the embedding to which they go has no row for."""

    def check(ids: Value) -> None:
        with completed("tf.keras.layers.Embedding()", {"input": ids}):
            keras_operands.check_ids(ids, config_of(layer).get("input_dim"))

    if layer is not None and graphs.is_embedding(layer):
        interpreter.certain(check, [given], node)


def is_lost(
    interpreter: Interpreter, model: Instance, put: Callable[[Value], Value], node: ast.AST
) -> bool:
    """Whether code of the program's refuses batches of this size, and what comes of it with them.

    `put` gives the tensor that takes the place of a symbol.
    """

    def given(value: Value) -> Value:
        return map_leaves(interpreter, lambda each: put(each) if is_symbol(each) else each, value)

    for call in (each.call for each in model.read(RUN, ()) if each.call is not None):
        values = call.with_values(map(given, call.values))
        run = partial(interpreter.call, call.receiver, values.args, values.kwargs, node)
        made, refused = interpreter.attempted(run)
        if refused and not all(map(_is_told, leaves(interpreter, made))):
            return True
    return False


def of_size(interpreter: Interpreter, run: Callable[[], T], size: Dim) -> tuple[T, bool]:
    """What a step makes of batches of this size, and whether they are refused: code that takes any has a size in it."""
    before = set(interpreter.findings)
    made, refused = interpreter.attempted(run)
    for key, each in interpreter.findings.items():
        if key not in before and each.severity == "error":
            remedy = f"tf.shape(x)[0] is the size of each batch, {size} here"
            interpreter.findings[key] = each.with_remedy(remedy)
    return made, refused


def _is_told(value: Value) -> bool:
    return value is not TOP and not (isinstance(value, TensorType) and value.shape.rank is None)


def is_passed(interpreter: Interpreter, symbol: TensorType, value: TensorType) -> bool:
    """Whether Keras lets a symbol of another shape through: it compares the dims that both have, last ones of 1 left out."""
    wanted, got = symbol.shape.dims, value.shape.dims
    if not is_of_layer(interpreter.trace) or wanted is None or got is None:
        return False
    try:
        keras_ranks.check_model(symbol.shape, value, symbol.shape)
    except OpError:
        a, b = (dims[:-1] if dims and dims[-1] == 1 else dims for dims in (wanted, got))
        return not any(equal(x, y) is False for x, y in zip(a, b))
    return False


def of_any_shape(value: TensorType) -> TensorType:
    return TensorType(value.dtype, Shape.unknown())
