"""What a run of a functional model tells that its symbols do not: calls that Keras refuses then, and code for batches of a size."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from tftypes.algebra import Dim, Shape, TensorType, equal
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import is_of_layer
from tftypes.inference.models.keras import graphs, modes
from tftypes.inference.models.keras.array_checks import OF_TEXTS
from tftypes.inference.models.keras.config import called, config_of, is_legacy, short_name
from tftypes.inference.models.keras.inputs import INPUTS, OUTPUTS
from tftypes.inference.models.keras.layer_state import RUN_FAULT
from tftypes.inference.models.keras.symbols import Node, is_symbol, maker, origin
from tftypes.inference.models.keras.tracking import Untold
from tftypes.inference.models.tensorflow.ops import OpError, completed, keras_operands, keras_ranks
from tftypes.inference.models.tensorflow.ops.values import STRING, is_number
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import TOP, Instance, Value, resolve

T = TypeVar("T")
#: The slot with the calls of a model that are looked at when it runs.
RUN: Final = "keras calls"
#: The slot of a model, or of its input, with a layer that takes what the first one takes, where its own layers are not known.
STEM: Final = "keras stem"


def calls_of(model: Instance) -> tuple[Node, ...]:
    """The calls of a model that are looked at when it runs, as far as they are known."""
    found = model.read(RUN, ())
    return (
        tuple(each for each in found if isinstance(each, Node)) if isinstance(found, tuple) else ()
    )


def check(
    interpreter: Interpreter, model: Instance, pairs: Sequence[tuple[Any, Value]], node: ast.AST
) -> None:
    """Refuses what is wrong with the calls on symbols, each beside what takes its place.

    Where other symbols take their places, Keras runs nothing.
    """
    if is_of_layer(interpreter.trace):
        return
    given = {graphs.key(symbol): value for symbol, value in pairs if origin(symbol) is not None}
    for each in calls_of(model):
        fault = each.fault
        if fault is None and each.operation is not None and interpreter.trace is not None:
            fault = each.operation.read(RUN_FAULT, None)
        if fault is not None:
            interpreter.refuse(node, fault.code, f"{called(node)}: {fault}")
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


def is_put_off(interpreter: Interpreter, layer: Instance) -> bool:
    """Whether Keras calls the function of a Lambda on no symbols: it is told the shape."""
    is_told = config_of(layer).get("output_shape") is not None
    return is_told and short_name(interpreter, layer) == "Lambda" and not is_legacy(interpreter)


def is_lost(
    interpreter: Interpreter,
    model: Instance,
    size: Dim | None,
    put: Callable[[Value], Value],
    node: ast.AST,
) -> bool:
    """Whether code of the program's refuses batches of this size, and what comes of it with them.

    Code that has seen symbols tells more of a batch whose size is known alone. `put` gives the tensor that takes the
    place of a symbol.
    """
    is_run = not is_of_layer(interpreter.trace)
    is_trained = modes.now(interpreter) is True  # the symbols say what comes of another call

    def given(value: Value) -> Value:
        return map_leaves(interpreter, lambda each: put(each) if is_symbol(each) else each, value)

    for each in calls_of(model):
        call = each.call
        if call is None:
            continue
        is_late = is_run and is_put_off(interpreter, call.receiver)
        if not (is_number(size) or is_late or is_trained):
            continue
        values = call.with_values(map(given, call.values))
        run = partial(interpreter.call, call.receiver, values.args, values.kwargs, node)
        made, refused = interpreter.attempted(run)
        if refused and not all(map(_is_told, leaves(interpreter, made))):
            return True
    return False


def of_size(interpreter: Interpreter, run: Callable[[], T], size: Dim) -> tuple[T, bool]:
    """What a step makes of batches of this size, and whether they are refused: code that takes any has a size in it."""
    remedy = f"tf.shape(x)[0] is the size of each batch, {size} here"
    return mended(interpreter, partial(interpreter.attempted, run), remedy, keep=True)


#: The codes of what other shapes do not mend.
_NOT_OF_SIZES: Final = ("tf-dtype", "tf-trace", "tf-attribute", "tf-call", "tf-state")


def mended(
    interpreter: Interpreter, run: Callable[[], T], remedy: str | None, *, keep: bool = False
) -> T:
    """What comes of a run, whose findings get a remedy; `keep` leaves those that have one."""
    made, errors = interpreter.with_errors(run)
    for key in errors:
        found = interpreter.findings[key]
        is_other = found.code in _NOT_OF_SIZES or keep and bool(found.remedy)
        if remedy is not None and not is_other:
            interpreter.findings[key] = found.with_remedy(remedy)
    return made


def _is_told(value: Value) -> bool:
    return value is not TOP and not (isinstance(value, TensorType) and value.shape.rank is None)


def is_passed(interpreter: Interpreter, symbol: TensorType, value: TensorType) -> bool:
    """Whether Keras lets a symbol of another shape through: it compares the dims that both have, last ones of 1 left out."""
    return is_of_layer(interpreter.trace) and _is_alike(symbol, value, ("tf-rank", "tf-shape"))


def is_let_through(
    interpreter: Interpreter, model: Instance, symbol: TensorType, value: TensorType, node: ast.AST
) -> bool:
    """The same for a tensor of that rank, unless layers refuse it that get nothing else."""
    if is_passed(interpreter, symbol, value):
        return True
    start, whole = origin(symbol), with_last(symbol, value)
    codes = ("tf-shape",) if whole is value else ("tf-rank", "tf-shape")
    if start is None or not _is_alike(symbol, value, codes):
        return False
    value = whole
    stem = model.read(STEM, None)
    if isinstance(stem, Instance):
        return not _is_refused_by(interpreter, stem, value, node)
    ends = [leaves(interpreter, model.read(each)) for each in (INPUTS, OUTPUTS)]
    try:
        calls = graphs.calls(*ends)
    except Untold:
        made = start.node.operation
        stem = None if made is None else made.read(STEM, None)
        return not isinstance(stem, Instance) or not _is_refused_by(interpreter, stem, value, node)
    with interpreter.quietly():
        return not _is_refused(interpreter, calls, start.node, value, node)


def with_last(symbol: TensorType, value: TensorType) -> TensorType:
    """A tensor as Keras gives it to the layers: a last dim of 1 is added or taken away where that is the difference."""
    wanted, given = symbol.shape, value.shape
    if None in (wanted.rank, given.rank):
        return value
    if given.rank == (wanted.rank or 0) + 1 and given[-1] == 1:
        return TensorType(value.dtype, given[:-1], value.kind)
    if given.rank != (wanted.rank or 0) - 1 or wanted[-1] != 1:
        return value
    return TensorType(value.dtype, given + Shape.of(1), value.kind)


def _is_refused_by(interpreter: Interpreter, stem: Instance, value: Value, node: ast.AST) -> bool:
    with interpreter.quietly():
        return interpreter.attempted(partial(interpreter.call, stem, [value], {}, node))[1]


def _is_refused(
    interpreter: Interpreter, calls: Sequence[Node], source: Node, value: Value, node: ast.AST
) -> bool:
    """Whether a layer that gets the result of a call, and needs nothing else, refuses this in its place, or one behind it."""
    for each in calls:
        given = graphs.sources(each)
        if each.operation is None or given[:1] != [source]:
            continue
        if len(given) > 1 and short_name(interpreter, each.operation) not in keras_operands.STATES:
            continue
        run = partial(interpreter.call, each.operation, [value], {}, node)
        made, refused = interpreter.attempted(run)
        if refused or _is_refused(interpreter, calls, each, made, node):
            return True
    return False


def _is_alike(symbol: TensorType, value: TensorType, codes: Collection[str]) -> bool:
    """Whether a tensor that is refused for such a cause has the dims that both have, last ones of 1 left out."""
    try:
        keras_ranks.check_model(symbol.shape, value, symbol.shape)
    except OpError as error:
        dims = (each.shape.dims or () for each in (symbol, value))
        a, b = (each[:-1] if each and each[-1] == 1 else each for each in dims)
        return error.code in codes and not any(equal(x, y) is False for x, y in zip(a, b))
    return False


def check_input(
    interpreter: Interpreter, model: Instance, symbol: TensorType, value: TensorType, node: ast.AST
) -> None:
    """Refuses a tensor of another shape than an input of a model has."""
    is_trained = isinstance(resolve(model.read("history", None)), Instance)  # TOP while `fit` runs

    def refuse(shape: Shape, x: TensorType) -> None:
        with completed(called(node), {"input": x}):
            names = {symbol.dtype.name, x.dtype.name}
            if "string" in names and len(names) > 1 and None not in names:
                words = f"its Input takes {symbol.dtype}, got {x.dtype}"
                why = OF_TEXTS if x.dtype == STRING else "takes it"
                hint = f"keras.Input(..., dtype={x.dtype.name!r}) {why}"
                raise OpError("tf-dtype", words, hint=hint)
            caller, made = called(node), maker(value)
            keras_ranks.check_model(shape, x, symbol.shape, caller, made, is_trained)

    interpreter.certain(refuse, [symbol.shape, value], node)


def of_any_shape(value: TensorType) -> TensorType:
    return TensorType(value.dtype, Shape.unknown())
