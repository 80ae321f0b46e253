"""`compile`, `fit`, `evaluate`, `predict` and their kin: one step is traced for a batch of the data.

What the program's class says of a step is run with what Keras would give it; what it leaves to Keras is done as Keras
does it: the model is called, then the loss and the metrics of `compile` get labels and predictions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.loops import repeat
from tftypes.inference.interpreter.rules import from_rule, tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import losses
from tftypes.inference.models.keras.config import KERAS, floatx, is_a
from tftypes.inference.models.keras.optimizers import optimized
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves, parts
from tftypes.inference.models.tensorflow.tracing import traced_call
from tftypes.inference.values import (
    TOP,
    Bound,
    Class,
    Container,
    Dataset,
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

#: The slots of what `compile` was given.
OPTIMIZER: Final = "optimizer"
LOSS: Final = "keras loss"
METRICS: Final = "keras metrics"
EAGER: Final = "keras eager"
_COMPILED: Final = (
    "optimizer",
    "loss",
    "loss_weights",
    "metrics",
    "weighted_metrics",
    "run_eagerly",
)


@dataclass(frozen=True)
class Data:
    """What a step gets, and how many rows there are, where that is known."""

    element: Value
    rows: Dim = UNKNOWN


# -- compile ----------------------------------------------------------------------------------------------------------


def _compile(interpreter: Interpreter, call: Call) -> Value:
    given = {**dict(zip(_COMPILED, call.args)), **call.kwargs}
    model = call.receiver
    interpreter.write(model, OPTIMIZER, _optimizer(interpreter, given.get("optimizer", "rmsprop")))
    unknown = TOP if "**" in given else None
    interpreter.write(model, LOSS, resolve(given.get("loss", unknown)))
    interpreter.write(model, METRICS, resolve(given.get("metrics", unknown)))
    interpreter.write(model, EAGER, resolve(given.get("run_eagerly", False)))
    return None


def _optimizer(interpreter: Interpreter, value: Value) -> Value:
    value = resolve(value)
    if not isinstance(value, str):
        return value
    return Instance(interpreter.trail, External(f"{KERAS}Optimizer"))


# -- data -------------------------------------------------------------------------------------------------------------


def data(interpreter: Interpreter, x: Value, y: Value, weights: Value, batch: Dim) -> Data:
    """What a step gets of the arguments of `fit`: of arrays batches in the default float, of datasets the elements."""
    x = resolve(x)
    if isinstance(x, Dataset):
        return Data(x.element)
    if isinstance(x, Instance):
        return Data(_yielded(interpreter, _item(interpreter, x)))
    if isinstance(x, Container) and x.kind in ("generator", "iterator"):
        return Data(_yielded(interpreter, interpreter.any_item(x)))
    rows: list[Dim] = []

    def batched(value: Value) -> Value:
        made = tensor_of(value) if isinstance(value, TensorType) else None
        if made is None or not made.shape.rank or made.kind != "tensor":
            return TOP
        rows.append(made.shape[0])
        dtype = floatx(interpreter) if made.dtype.is_floating else made.dtype
        return TensorType(dtype, Shape.of(batch) + made.shape.slice(1, None))

    given = [_as_tuples(interpreter, each) for each in (x, y, weights)]
    made = [each if each is None else map_leaves(interpreter, batched, each) for each in given]
    alone = (made[0],) if isinstance(made[0], tuple) else made[0]
    is_alone = made[1] is None and made[2] is None
    element = alone if is_alone else tuple(made[: 2 if made[2] is None else 3])
    return Data(element, rows[0] if rows else UNKNOWN)


def _as_tuples(interpreter: Interpreter, value: Value) -> Value:
    """Keras makes tuples of lists."""
    value = resolve(value)
    if isinstance(value, Container) and value.kind == "list" and isinstance(value.contents, tuple):
        return tuple(_as_tuples(interpreter, each) for each in value.contents)
    return value


def _item(interpreter: Interpreter, value: Instance) -> Value:
    """A batch of a `PyDataset`."""
    if not is_a(interpreter, value, "utils.PyDataset") or not interpreter.has_method(
        value, "__getitem__"
    ):
        return TOP
    return interpreter.method(value, "__getitem__", [PyValue("int")], ast.Constant(0))


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
    return interpreter.call(step, [element], {}, node)


def _train_step(interpreter: Interpreter, call: Call) -> Value:
    """Keras' own `train_step` and `test_step`."""
    model, node = call.receiver, call.node
    x, y, weights = unpacked(call.get(0, "data"))
    training = call.name.endswith("train_step")
    if is_unknown(resolve(x)):
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
        named = [each.contents if isinstance(each, Container) else None for each in (y, predicted)]
        if not all(isinstance(each, Mapped) for each in named):
            return []
        known = [each.known for each in (loss.contents, *named)]
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
    if isinstance(y, TensorType) and isinstance(predicted, TensorType):
        for metric in leaves(interpreter, call.receiver.read(METRICS, None)):
            if isinstance(metric, (Function, Bound, Partial)):
                interpreter.call(metric, [y, predicted], {}, call.node)
            elif isinstance(metric, Instance) and isinstance(metric.cls, Class):
                interpreter.method(metric, "update_state", [y, predicted], call.node)
                interpreter.method(metric, "result", [], call.node)
    return _logs(interpreter)


def _logs(interpreter: Interpreter) -> Value:
    return interpreter.list(Mapped({}, frozenset(), TOP), "dict")


# -- loops ------------------------------------------------------------------------------------------------------------


def _fit(interpreter: Interpreter, call: Call) -> Value:
    model, node = call.receiver, call.node
    if "**" in call.kwargs:
        return TOP
    given = data(
        interpreter, call.get(0, "x"), call.get(1, "y"), call.kwargs.get("sample_weight"), BATCH
    )
    _run_step(interpreter, model, "train_step", given.element, node)
    optimized(interpreter, model, model.read(OPTIMIZER, None), node)
    validation = resolve(call.kwargs.get("validation_data"))
    if validation is not None:
        parts_ = validation if isinstance(validation, tuple) else (validation,)
        x, y, weights = (*parts_, None, None)[:3]
        tested = data(interpreter, x, y, weights, BATCH)
        _run_step(interpreter, model, "test_step", tested.element, node)
    _call_back(interpreter, model, call.get(5, "callbacks"), node)
    history = Instance(interpreter.trail, External(f"{KERAS}callbacks.History"))
    losses_ = interpreter.list(Seq((), PyValue("float")))
    interpreter.write(
        history, "history", interpreter.list(Mapped({}, frozenset(), losses_), "dict")
    )
    interpreter.write(history, "epoch", interpreter.list(Seq((), PyValue("int"))))
    interpreter.write(history, "model", model)
    return history


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
        def tensor(value: Value) -> Value:
            made = tensor_of(value) if isinstance(value, TensorType) else None
            return TOP if made is None else made

        x = _as_tuples(interpreter, call.get(0, "x"))
        y = None if step == "predict_step" else _as_tuples(interpreter, call.get(1, "y"))
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
    "compile": _compile,
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
    **dict.fromkeys(
        ("summary", "save", "save_weights", "load_weights", "export", "reset_metrics"), _nothing
    ),
}
