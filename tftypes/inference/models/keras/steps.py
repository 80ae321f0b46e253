"""One step of training: the model is called, then the loss and the metrics of `compile` get labels and predictions.

What the program's class says of a step is run with what Keras would give it; what it leaves to Keras is done as Keras
does it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.algebra.matching import substitute
from tftypes.inference.graphs import STEPS
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import same
from tftypes.inference.models.keras import (
    call_checks,
    compiling,
    layer_state,
    losses,
    metrics,
    open_ranks,
    running,
    scoring,
    tracking,
    unbuilt,
)
from tftypes.inference.models.keras.batches import unpacked
from tftypes.inference.models.keras.compiling import EAGER, LOSS, METRICS, WEIGHTED
from tftypes.inference.models.keras.config import floatx, is_legacy
from tftypes.inference.models.keras.inputs import INPUTS, is_connected
from tftypes.inference.models.keras.logs import logs_of
from tftypes.inference.models.keras.own_scores import labelled, remedy_of
from tftypes.inference.models.keras.symbols import BATCH, stand_ins
from tftypes.inference.models.tensorflow.dataset_elements import with_batch
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.models.tensorflow.tracing import traced_call
from tftypes.inference.objects import TOP, Class, Instance, Value, is_unknown, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Tensor

#: The slot of what a step has lost.
_LOST: Final = "keras lost"
#: The sizes of the first batch and the last one, and whether a step is traced with them.
_FIRST_BATCH: Final = "keras first batch"


def run_step(
    interpreter: Interpreter, model: Instance, name: str, element: Value, node: ast.AST
) -> Value:
    """One step, traced unless the model was compiled to run eagerly."""
    batches = model.read(_FIRST_BATCH)
    if isinstance(batches, tuple) and batches[0] == 0:  # there is none
        return TOP
    layer_state.check_parts(interpreter, model)
    if not is_legacy(interpreter):
        _check_test_step(model, name)
    if isinstance(batches, tuple):
        layer_state.check_batches(interpreter, model, *batches[:2])
    call_checks.check_override(interpreter, model, name, Call([element], {}, node))
    step = interpreter.attribute(model, name, node)
    try:
        return _traced(interpreter, model, name, step, element, node)
    finally:
        if model.read(tracking.BUILT) is ABSENT:  # nothing is known of the data
            unbuilt.touched(interpreter, model, element)


def _traced(
    interpreter: Interpreter,
    model: Instance,
    name: str,
    step: Value,
    element: Value,
    node: ast.AST,
) -> Value:
    eager = model.read(EAGER, False)
    if eager is False or eager is None:
        is_whole = name != "predict_step" and not is_legacy(interpreter)
        if is_whole and open_ranks.check_step(interpreter, model, name, element, node):
            return TOP
        return traced_call(
            interpreter,
            step,
            Call([element], {}, node),
            autograph=False,
            kind=STEPS[name],
            convert=False,
        )
    batches = model.read(_FIRST_BATCH)
    size = batches[0] if isinstance(batches, tuple) else UNKNOWN
    return interpreter.call(step, [with_batch(interpreter, element, size)], {}, node)


def _check_test_step(model: Instance, name: str) -> None:
    """Raises OpError for a model with a `train_step` alone: Keras' own `test_step` calls it."""
    is_own = call_checks.own_method(model, "train_step") is not None
    if name == "test_step" and is_own and call_checks.own_method(model, name) is None:
        hint = "def test_step(self, data): ... return {'loss': loss} does without"
        call_checks.check_call(model, hint)


def check_logs(interpreter: Interpreter, model: Instance, name: str, logs: Value) -> None:
    """Raises OpError for a step of the program's that returns nothing, or a number alone."""
    logs = resolve(logs)
    is_tensor = isinstance(logs, TensorType) and logs.shape.rank == 0
    is_number_alone = is_tensor and not is_legacy(interpreter)
    if (logs is None or is_number_alone) and call_checks.own_method(model, name) is not None:
        got = "None" if logs is None else "one number"
        words = f"{model.cls.name}.{name}() returns {got}, expected a dict of numbers"
        raise OpError("tf-value", words, hint="return {'loss': loss}")


def _train_step(interpreter: Interpreter, call: Call) -> Value:
    """Keras' own `train_step` and `test_step`."""
    model, node = call.receiver, call.node
    x, y, weights = unpacked(call.get(0, "data"))
    training = call.name.endswith("train_step")
    if is_unknown(resolve(x)):
        is_own = isinstance(model.cls, Class)
        if not is_own:  # Keras looks up the names whatever the data is
            compiling.check_losses(interpreter, model)
            compiling.check_metrics(interpreter, model)
        if is_own or not is_connected(model):
            return logs_of(interpreter, model, None)
        x = stand_ins(interpreter, model.read(INPUTS))  # a model takes nothing else
    predicted, refused = _called(interpreter, model, x, training, node)
    if refused:  # the step ends there
        return logs_of(interpreter, model, None)
    is_lost = call_checks.own_method(model, "compute_loss") is None
    is_lost = is_lost and losses.class_of(interpreter, resolve(model.read(LOSS, None))) is not None
    if resolve(predicted) is None and is_lost and call_checks.own_method(model, "call") is not None:
        words = f"{model.cls.name}.call() returns None, expected a tensor"
        raise OpError("tf-value", words, hint="return what it computes")
    given = [x, y, predicted, weights]
    own = call_checks.own_method(model, "compute_loss")
    takes_mode = own is not None and "training" in own.code.by_name
    mode: dict[str, Value] = {"training": training} if takes_mode else {}
    call_checks.check_override(interpreter, model, "compute_loss", Call(given, mode, node))
    lost = resolve(interpreter.method(model, "compute_loss", given, node, mode))
    if is_unknown(lost) and own is None:  # it is told already
        return logs_of(interpreter, model, None)
    if training and own is None:
        _check_gradient(interpreter, model, node)
    weighed = {"sample_weight": weights}
    call_checks.check_override(
        interpreter, model, "compute_metrics", Call(given[:3], weighed, node)
    )
    return interpreter.method(model, "compute_metrics", given[:3], node, weighed)


def _called(
    interpreter: Interpreter, model: Instance, x: Value, training: bool, node: ast.AST
) -> tuple[Value, bool]:
    """What a model makes of a batch of any size, and whether it refuses that, or one of the batches that there are."""

    mode: dict[str, Value] = {"training": training} if _takes_mode(interpreter, model) else {}

    def call(given: Value) -> Value:
        return interpreter.call(model, [given], mode, node)

    sizes = model.read(_FIRST_BATCH)
    known_sizes = isinstance(sizes, tuple) and tracking.has_code(interpreter, model)
    # Batches of one size are traced with that size; of others a kernel refuses one, which runs where its result is used.
    is_static = known_sizes and sizes[2]
    if is_static:
        with interpreter.quietly():
            _, refused = interpreter.attempted(partial(call, x))
        if refused:
            number = partial(_numbered, model, False, traced=True)
            return interpreter.attempted(partial(call, map_leaves(interpreter, number, x)))
    made, refused = interpreter.attempted(partial(call, x))
    if refused or not known_sizes:
        return made, refused
    is_trained = training and bool(tracking.told(tracking.weights, interpreter, model, True))
    for last in (False, True) if is_trained or is_static else ():
        number = partial(_numbered, model, last)
        run = partial(call, map_leaves(interpreter, number, x))
        with interpreter.quietly():
            found, refused = interpreter.attempted(run)
        known = (map_leaves(interpreter, number, each) for each in (found, made))
        if refused and (is_static or not same(*known)):
            return running.of_size(interpreter, run, sizes[last])
    return made, False


def _takes_mode(interpreter: Interpreter, model: Instance) -> bool:
    """Whether Keras tells a `__call__` of the program's whether it trains: its `call` says so."""
    if call_checks.own_method(model, "__call__") is None or is_legacy(interpreter):
        return True
    own = call_checks.own_method(model, "call")
    return not call_checks.is_plain(model) if own is None else "training" in own.code.by_name


def _check_gradient(interpreter: Interpreter, model: Instance, node: ast.AST) -> None:
    """Some variable has a gradient: the one loss is computed of the output by ops that have one."""
    scored = model.read(_LOST)
    if not isinstance(scored, tuple) or len(scored) != 1:
        return
    if not scoring.has_no_others(interpreter, model):
        return
    is_trained = bool(tracking.told(tracking.weights, interpreter, model, True))
    each = scored[0]
    if is_trained and not losses.has_gradient(interpreter, each.given, each.true, each.pred, node):
        words = "no variable gets a gradient: what the loss makes of the output has none"
        hint = losses.without_gradient(each.given)
        words = f"{words}; {hint}" if hint else words
        interpreter.refuse(node, "tf-gradient", words, "builtins.ValueError")


def _predict_step(interpreter: Interpreter, call: Call) -> Value:
    x = unpacked(call.get(0, "data"))[0]
    if is_unknown(resolve(x)):
        return TOP
    return _called(interpreter, call.receiver, x, False, call.node)[0]


def _compute_loss(interpreter: Interpreter, call: Call) -> Value:
    """`compute_loss(x, y, y_pred)`: one number, by the loss of `compile`."""
    model, y, predicted = call.receiver, resolve(call.get(1, "y")), call.get(2, "y_pred")
    loss = resolve(model.read(LOSS, TOP))
    interpreter.write(model, _LOST, ABSENT)
    compiling.check_losses(interpreter, model)
    if resolve(predicted) is None and loss is not None and not is_unknown(loss):
        given = written_argument(call.node, 0, "x"), written_argument(call.node, 1, "y")
        hint = f"compute_loss(y={given[0] or 'y'}, y_pred={given[1] or 'y_pred'}) leaves out x"
        raise OpError("tf-value", "the loss gets no predictions: y_pred is None", "y_pred", hint)
    if y is None and not (loss is None or is_unknown(loss) or interpreter.truth(loss) is False):
        words = "the loss that compile() was given needs labels, and y is None"
        raise OpError("tf-value", words, hint=labelled(call.get(0, "x"), predicted, call.node))
    if loss is None and scoring.has_no_others(interpreter, model):
        hint = "compile(loss=...) takes one, add_loss() in call() adds one"
        raise OpError("tf-value", "no loss to compute: compile() was given none", hint=hint)
    if loss is None:
        interpreter.write(model, _LOST, ())
    elif not is_unknown(loss) and y is not None and not _is_lost(interpreter, call, loss):
        return TOP
    return from_rule(interpreter, TensorType(floatx(interpreter), Shape.scalar()), [predicted])


def _is_lost(interpreter: Interpreter, call: Call, loss: Value) -> bool:
    """Whether nothing is wrong with what each loss gets."""
    model = call.receiver
    y, predicted = call.get(1, "y"), call.get(2, "y_pred")
    weights = call.get(3, "sample_weight")
    try:
        scored = scoring.losses(interpreter, model, loss, y, predicted)
        shares = compiling.loss_weights(interpreter, model)
        scoring.check_weights(loss, shares, scoring.output_names(interpreter, model))
    except Unsure:
        return True
    interpreter.write(model, _LOST, tuple(scored))

    def lose_one(loss: Value, given: tuple[Value, ...]) -> None:
        true, pred, weighed = given
        losses.lose(interpreter, loss, true, pred, call.node, weighed)

    def check_batches(loss: Value, given: tuple[Value, ...]) -> None:
        """A loss of the program's takes batches of all sizes that there are."""
        for last in (False, True):
            numbered = _in_numbers(model, given, last)
            if numbered is given:
                return
            run = partial(lose_one, loss, numbered)
            with interpreter.quietly():
                _, refused = interpreter.attempted(run)
            if refused and remedy_of(given[0], given[1], call.node):
                interpreter.attempted(run)
            elif refused:
                running.of_size(interpreter, run, model.read(_FIRST_BATCH)[last])
            if refused:
                return

    def lose() -> None:
        for each in scored:
            losses.check_labels(interpreter, each.given, each.true, each.pred)
            is_keras = losses.class_of(interpreter, resolve(each.given)) is not None
            given = (each.true, each.pred, weights if len(scored) == 1 else None)
            if is_keras:
                given = _in_numbers(model, given)
            _, refused = interpreter.attempted(partial(lose_one, each.given, given))
            if not is_keras and not refused and not losses.asks_for_none(each.given):
                check_batches(each.given, given)

    return not interpreter.attempted(lose)[1]


def _in_numbers(
    model: Instance, values: tuple[Value, ...], last: bool = False
) -> tuple[Value, ...]:
    """Labels and output in the first batch, or the last one, where its size is known: what the run of the graph gets."""
    if not isinstance(model.read(_FIRST_BATCH), tuple):
        return values

    def numbered(value: Value) -> Value:
        """A remedy is said by the layer that has made the output."""
        made, history = _numbered(model, last, value), getattr(resolve(value), "history", None)
        return made if history is None else Tensor.of(made, history=history)

    return tuple(map(numbered, values))


def _numbered(model: Instance, last: bool, value: Value, traced: bool = False) -> Value:
    """A tensor of the first batch, or of the last one; `traced` it stays a symbol."""
    value = resolve(value)
    if not isinstance(value, TensorType):
        return value
    size = model.read(_FIRST_BATCH)[last]
    shape = substitute(value.shape, {BATCH.key: size})
    if traced and isinstance(value, Tensor):
        return Tensor.of(value, shape)
    return TensorType(value.dtype, shape, value.kind, value.value)


def _compute_metrics(interpreter: Interpreter, call: Call) -> Value:
    """The metrics of `compile` get labels and predictions; the logs have their names."""
    model, y, predicted = call.receiver, call.get(1, "y"), call.get(2, "y_pred")
    measured: list[scoring.Scored] = []
    is_known = not scoring.has_own_metrics(interpreter, model)
    for slot, argument in ((METRICS, "metrics"), (WEIGHTED, "weighted_metrics")):
        given = resolve(model.read(slot, None))
        compiling.check_metrics(interpreter, model, slot, argument)
        try:
            scored = scoring.metrics(interpreter, model, given, y, predicted, argument)
        except Unsure:
            is_known = False
            continue
        is_known = is_known and (slot == METRICS or not scored)
        measured += scored
        for each in scored:
            true, pred = _in_numbers(model, (each.true, each.pred))
            for metric in each.given:
                weights = TOP if slot == WEIGHTED else None
                metrics.measure_batches(
                    interpreter,
                    resolve(metric),
                    (each.true, each.pred),
                    (true, pred),
                    call.node,
                    weights,
                )
    lost = model.read(_LOST)
    if not is_known or not isinstance(lost, tuple):
        return logs_of(interpreter, model, None)
    return logs_of(interpreter, model, scoring.logged(interpreter, lost, measured))


@contextmanager
def first_batch(
    interpreter: Interpreter,
    model: Instance,
    rows: Dim,
    size: Value,
    sizes: tuple[int, int] | None = None,
    taken: bool = False,
) -> Iterator[None]:
    """While a step is traced, the model knows how many rows the first batch has.

    Where a step is `taken` a batch, it is traced with the size of the first one; else a last one that is smaller leaves
    the size open.
    """
    size = 32 if resolve(size) is None else resolve(size)
    if sizes is not None:
        interpreter.write(model, _FIRST_BATCH, (*sizes, False))
    if is_number(rows) and is_number(size) and size > 0:
        first = min(rows, size)
        last = rows % size or first
        is_static = rows % size == 0 or taken and rows < size
        interpreter.write(model, _FIRST_BATCH, (first, last, is_static))
    try:
        yield
    finally:
        interpreter.write(model, _FIRST_BATCH, ABSENT)


METHODS: Final[dict[str, Any]] = {
    "compute_loss": _compute_loss,
    "compute_metrics": _compute_metrics,
    "train_step": _train_step,
    "test_step": _train_step,
    "predict_step": _predict_step,
}
