"""`compile`, `fit`, `evaluate`, `predict` and their kin: one step is traced for a batch of the data.

What the program's class says of a step is run with what Keras would give it; what it leaves to Keras is done as Keras
does it: the model is called, then the loss and the metrics of `compile` get labels and predictions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.loops import repeat
from tftypes.inference.interpreter.rules import from_rule, tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import compiling, losses
from tftypes.inference.models.keras.batches import as_tuples, data, unpacked
from tftypes.inference.models.keras.compiling import EAGER, LOSS, METRICS, OPTIMIZER, WEIGHTED
from tftypes.inference.models.keras.config import KERAS, floatx, is_a
from tftypes.inference.models.keras.inputs import OUTPUTS
from tftypes.inference.models.keras.optimizers import optimized
from tftypes.inference.models.keras.symbols import BATCH, is_symbol
from tftypes.inference.models.tensorflow.dataset_elements import with_batch
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves, parts
from tftypes.inference.models.tensorflow.tracing import traced_call
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    EXPLAINED,
    TOP,
    Bound,
    Class,
    Container,
    External,
    Function,
    Instance,
    Mapped,
    Partial,
    Seq,
    Value,
    is_unknown,
    resolve,
)

# -- steps ------------------------------------------------------------------------------------------------------------


def _run_step(
    interpreter: Interpreter, model: Instance, name: str, element: Value, node: ast.AST
) -> Value:
    """One step, traced unless the model was compiled to run eagerly."""
    step = interpreter.attribute(model, name, node)
    eager = model.read(EAGER, False)
    if eager is False or eager is None:
        return traced_call(
            interpreter,
            step,
            [element],
            {},
            node,
            autograph=False,
            kind=f"Model.{name}",
            convert=False,
        )
    return interpreter.call(step, [with_batch(interpreter, element, UNKNOWN)], {}, node)


def _train_step(interpreter: Interpreter, call: Call) -> Value:
    """Keras' own `train_step` and `test_step`."""
    model, node = call.receiver, call.node
    x, y, weights = unpacked(call.get(0, "data"))
    training = call.name.endswith("train_step")
    if is_unknown(resolve(x)):
        # Keras looks up the names whatever the data is, where the class leaves that to it.
        if not isinstance(model.cls, Class):
            compiling.check_losses(interpreter, resolve(model.read(LOSS, TOP)))
            compiling.check_metrics(interpreter, resolve(model.read(METRICS, None)))
        return _logs(interpreter)
    predicted = interpreter.call(model, [x], {"training": training}, node)
    given = {"x": x, "y": y, "y_pred": predicted, "sample_weight": weights}
    interpreter.method(model, "compute_loss", [], node, given)
    return interpreter.method(model, "compute_metrics", [], node, given)


def _predict_step(interpreter: Interpreter, call: Call) -> Value:
    x = unpacked(call.get(0, "data"))[0]
    if is_unknown(resolve(x)):
        return TOP
    return interpreter.call(call.receiver, [x], {"training": False}, call.node)


def _compute_loss(interpreter: Interpreter, call: Call) -> Value:
    """`compute_loss(x, y, y_pred)`: one number, by the loss of `compile`."""
    y, predicted = call.get(1, "y"), call.get(2, "y_pred")
    loss = resolve(call.receiver.read(LOSS, TOP))
    compiling.check_losses(interpreter, loss)
    if resolve(y) is None and losses.class_of(interpreter, loss) is not None:
        words = "the loss that compile() was given needs labels, and y is None"
        raise OpError("tf-value", words)
    if loss is not None and not is_unknown(loss) and resolve(y) is not None:
        for each, true, pred in _paired(interpreter, loss, y, predicted):
            losses.lose(interpreter, each, true, pred, call.node)
    return from_rule(interpreter, TensorType(floatx(interpreter), Shape.scalar()), [predicted])


def _paired(
    interpreter: Interpreter, loss: Value, y: Value, predicted: Value
) -> Sequence[tuple[Value, Value, Value]]:
    """The losses with the labels and predictions that each gets."""
    y, predicted = resolve(y), resolve(predicted)
    if isinstance(predicted, TensorType) and not isinstance(loss, Container):
        return [(loss, y, predicted)] if isinstance(y, TensorType) else []
    if isinstance(loss, Container) and isinstance(loss.contents, Mapped):
        whole = [each.contents for each in (loss, y, predicted) if isinstance(each, Container)]
        known = [each.known for each in whole if isinstance(each, Mapped)]
        if len(known) < 3:
            return []
        shared = [key for key in known[0] if key in known[1] and key in known[2]]
        return [(resolve(known[0][key]), known[1][key], known[2][key]) for key in shared]
    found = [parts(interpreter, each) for each in (loss, y, predicted)]
    if isinstance(loss, Container) and all(each is not None for each in found):
        if len({len(each or ()) for each in found}) == 1:
            return [(resolve(a), b, c) for a, b, c in zip(*(each or () for each in found))]
    return []


def _compute_metrics(interpreter: Interpreter, call: Call) -> Value:
    """The metrics of `compile` that the program has written get labels and predictions."""
    y, predicted = resolve(call.get(1, "y")), resolve(call.get(2, "y_pred"))
    compiling.check_metrics(interpreter, resolve(call.receiver.read(METRICS, None)))
    if isinstance(y, TensorType) and isinstance(predicted, TensorType):
        for metric in leaves(interpreter, call.receiver.read(METRICS, None)):
            if isinstance(metric, (Function, Bound, Partial)):
                interpreter.call(metric, [y, predicted], {}, call.node)
            elif is_a(interpreter, metric, "Metric"):
                interpreter.method(metric, "update_state", [y, predicted], call.node)
                interpreter.method(metric, "result", [], call.node)
    return _logs(interpreter)


def _logs(interpreter: Interpreter) -> Value:
    return interpreter.list(Mapped({}, frozenset(), TOP), "dict")


# -- loops ------------------------------------------------------------------------------------------------------------


def _fit(interpreter: Interpreter, call: Call) -> Value:
    model, node = call.receiver, call.node
    compiling.check_compiled(interpreter, model)
    if "**" in call.kwargs:
        return TOP
    given = data(
        interpreter, call.get(0, "x"), call.get(1, "y"), call.kwargs.get("sample_weight"), BATCH
    )
    _run_step(interpreter, model, "train_step", given.element, node)
    optimized(interpreter, model, model.read(OPTIMIZER, None), node)
    validation = resolve(call.kwargs.get("validation_data"))
    if validation is not None:
        several = as_tuples(interpreter, validation)
        parts_ = several if isinstance(several, tuple) else (validation,)
        x, y, weights = (*parts_, None, None)[:3]
        tested = data(interpreter, x, y, weights, BATCH)
        _run_step(interpreter, model, "test_step", tested.element, node)
    _call_back(interpreter, model, call.get(5, "callbacks"), node)
    return _history(interpreter, model, call)


def _history(interpreter: Interpreter, model: Instance, call: Call) -> Value:
    """What `fit` gives: a list of numbers for each of the logs."""
    made = Instance(interpreter.trail, External(f"{KERAS}callbacks.History"))
    numbers = interpreter.list(Seq((), PyValue("float")))
    names = _logged(interpreter, model, call)
    known = {} if names is None else dict.fromkeys(names, numbers)
    rest = numbers if names is None else ABSENT
    logs = interpreter.list(Mapped(known, frozenset(), rest), "dict")
    if names is not None:
        interpreter.write(logs, EXPLAINED, f"history has {', '.join(map(repr, names))}")
    interpreter.write(made, "history", logs)
    interpreter.write(made, "epoch", interpreter.list(Seq((), PyValue("int"))))
    interpreter.write(made, "model", model)
    return made


#: The metrics that are logged under the text that `compile` is given.
_BY_THEIR_TEXT: Final = ("accuracy", "acc", "mse", "mae")


def _logged(interpreter: Interpreter, model: Instance, call: Call) -> list[str] | None:
    """The names of the logs of `fit`, where nothing but the loss and known metrics of one output is logged."""
    metrics = leaves(interpreter, model.read(METRICS, TOP)) if model.read(METRICS) else []
    known = [each for each in metrics if isinstance(each, str) and each in _BY_THEIR_TEXT]
    is_own = isinstance(model.cls, Class) or not is_symbol(model.read(OUTPUTS))
    open_ = (call.get(5, "callbacks"), call.get(6, "validation_split", 0.0))
    if is_own or len(known) < len(metrics) or resolve(open_[0]) is not None:
        return None
    if not isinstance(resolve(open_[1]), (int, float)) or model.read(WEIGHTED) is not None:
        return None
    names = ["loss", *dict.fromkeys(known)]
    tested = resolve(call.get(7, "validation_data")) is not None or resolve(open_[1])
    return [*names, *(f"val_{each}" for each in names)] if tested else names


_EPOCH: Final = (
    ("on_epoch_begin", 1), ("on_train_batch_begin", 1), ("on_batch_begin", 1), ("on_train_batch_end", 1),
    ("on_batch_end", 1), ("on_epoch_end", 1),
)  # fmt: skip


def _call_back(interpreter: Interpreter, model: Instance, callbacks: Value, node: ast.AST) -> None:
    """The program's callbacks are called, outside of the graph, any number of times."""
    found = [
        each
        for each in leaves(interpreter, callbacks)
        if isinstance(each, Instance) and isinstance(each.cls, Class)
    ]
    for each in found:
        interpreter.write(each, "model", model)
        _notify(interpreter, each, "on_train_begin", 0, node)

    def epoch() -> None:
        for name, count in _EPOCH:
            for each in found:
                _notify(interpreter, each, name, count, node)

    if found:
        repeat(interpreter, epoch, node)
    for each in found:
        _notify(interpreter, each, "on_train_end", 0, node)


def _notify(
    interpreter: Interpreter, callback: Instance, name: str, count: int, node: ast.AST
) -> None:
    assert isinstance(callback.cls, Class)
    if callback.cls.find(name) is None:
        return
    logs = interpreter.list(Mapped({}, frozenset(), PyValue("float")), "dict")
    interpreter.method(callback, name, [*[PyValue("int")] * count, logs], node)


def _evaluate(interpreter: Interpreter, call: Call) -> Value:
    compiling.check_compiled(interpreter, call.receiver)
    if "**" not in call.kwargs:
        given = data(
            interpreter, call.get(0, "x"), call.get(1, "y"), call.kwargs.get("sample_weight"), BATCH
        )
        _run_step(interpreter, call.receiver, "test_step", given.element, call.node)
    return TOP


def _predict(interpreter: Interpreter, call: Call) -> Value:
    """`predict(x)`: arrays with a row for each of the input's, where the step is Keras' own."""
    model = call.receiver
    if "**" in call.kwargs:
        return TOP
    given = data(interpreter, call.get(0, "x"), None, None, BATCH)
    made = _run_step(interpreter, model, "predict_step", given.element, call.node)
    own = isinstance(model.cls, Class) and model.cls.find("predict_step") is not None
    rows = UNKNOWN if own else given.rows
    return map_leaves(interpreter, lambda each: _rows(each, rows), made)


def _rows(value: Value, rows: Dim) -> Value:
    """What all batches of a result are together."""
    if not isinstance(value, TensorType) or not value.shape.rank or value.kind != "tensor":
        return TOP
    is_batch = value.shape[0] == BATCH
    shape = Shape.of(rows if is_batch else UNKNOWN) + value.shape.slice(1, None)
    return TensorType(value.dtype, shape, "array")


def _on_batch(step: str) -> Callable[[Interpreter, Call], Value]:
    """`train_on_batch(x, y)`: a step on all that is given."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        if step != "predict_step":
            compiling.check_compiled(interpreter, call.receiver)

        def tensor(value: Value) -> Value:
            made = tensor_of(value) if isinstance(value, TensorType) else None
            return TOP if made is None else made

        x = as_tuples(interpreter, call.get(0, "x"))
        y = None if step == "predict_step" else as_tuples(interpreter, call.get(1, "y"))
        given = [each if each is None else map_leaves(interpreter, tensor, each) for each in (x, y)]
        element: Value = (
            (given[0],)
            if step == "predict_step"
            else (*given, resolve(call.kwargs.get("sample_weight")))
        )
        made = _run_step(interpreter, call.receiver, step, element, call.node)
        if step == "train_step":
            optimized(interpreter, call.receiver, call.receiver.read(OPTIMIZER, None), call.node)
        if step != "predict_step":
            return TOP
        return map_leaves(
            interpreter,
            lambda each: (
                TensorType(each.dtype, each.shape, "array") if isinstance(each, TensorType) else TOP
            ),
            made,
        )

    return run


def _nothing(interpreter: Interpreter, call: Call) -> Value:
    return None


METHODS: Final[dict[str, Any]] = {
    "compile": compiling.compile_model,
    "compute_loss": _compute_loss,
    "compute_metrics": _compute_metrics,
    "train_step": _train_step,
    "test_step": _train_step,
    "predict_step": _predict_step,
    "fit": _fit,
    "evaluate": _evaluate,
    "predict": _predict,
    "train_on_batch": _on_batch("train_step"),
    "test_on_batch": _on_batch("test_step"),
    "predict_on_batch": _on_batch("predict_step"),
    **dict.fromkeys(("summary", "load_weights", "export", "reset_metrics"), _nothing),
}
