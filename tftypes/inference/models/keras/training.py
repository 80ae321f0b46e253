"""`compile`, `fit`, `evaluate`, `predict` and their kin: one step is traced for a batch of the data.

What the program's class says of a step is run with what Keras would give it; what it leaves to Keras is done as Keras
does it: the model is called, then the loss and the metrics of `compile` get labels and predictions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule, tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import callbacks, compiling, losses, targets
from tftypes.inference.models.keras.batches import as_tuples, check_options, data, unpacked
from tftypes.inference.models.keras.compiling import EAGER, LOSS, METRICS, OPTIMIZER
from tftypes.inference.models.keras.config import floatx, is_a, is_legacy
from tftypes.inference.models.keras.optimizers import optimized
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.tensorflow.dataset_elements import with_batch
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.models.tensorflow.tracing import traced_call
from tftypes.inference.values import (
    TOP,
    Bound,
    Class,
    Function,
    Instance,
    Mapped,
    Partial,
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
    y, predicted, model = call.get(1, "y"), call.get(2, "y_pred"), call.receiver
    loss = resolve(model.read(LOSS, TOP))
    compiling.check_losses(interpreter, loss)
    if resolve(y) is None and losses.class_of(interpreter, loss) is not None:
        words = "the loss that compile() was given needs labels, and y is None"
        raise OpError("tf-value", words)
    if loss is not None and not is_unknown(loss) and resolve(y) is not None:
        for each, true, pred in targets.paired(interpreter, model, y, predicted):
            losses.lose(interpreter, each, true, pred, call.node)
    return from_rule(interpreter, TensorType(floatx(interpreter), Shape.scalar()), [predicted])


def _compute_metrics(interpreter: Interpreter, call: Call) -> Value:
    """The metrics of `compile` that the program has written get labels and predictions."""
    y, predicted = resolve(call.get(1, "y")), resolve(call.get(2, "y_pred"))
    compiling.check_metrics(interpreter, resolve(call.receiver.read(METRICS, None)))
    if isinstance(y, TensorType) and isinstance(predicted, TensorType):
        for metric in leaves(interpreter, call.receiver.read(METRICS, None)):
            if isinstance(metric, (Function, Bound, Partial)):
                losses.check_result(
                    interpreter.call(metric, [y, predicted], {}, call.node), "metric"
                )
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
    if not is_legacy(interpreter):
        check_options(interpreter, call)
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
    callbacks.call_back(interpreter, model, call)
    return callbacks.history(interpreter, model, call)


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
