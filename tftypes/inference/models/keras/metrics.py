"""Metrics: Keras' own and the program's, their state and what a call gives."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule, tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, giving
from tftypes.inference.models.keras import adding, call_checks, gone, losses, running, tracking
from tftypes.inference.models.keras.config import (
    DTYPES,
    KERAS,
    check_names,
    check_object,
    config_of,
    configure,
    dtypes,
    is_a,
    is_known,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.own_scores import remedy_of
from tftypes.inference.models.keras.symbols import has_symbols
from tftypes.inference.models.tensorflow.ops import OpError, completed, keras_metrics
from tftypes.inference.models.tensorflow.ops.keras_metrics import COUNTS, METRICS, SCALARS, SEVERAL
from tftypes.inference.models.tensorflow.ops.values import ANY
from tftypes.inference.models.tensorflow.tracing import variable_made
from tftypes.inference.objects import TOP, Class, External, Function, Instance, Value
from tftypes.inference.values import Bound, Partial


def _construct(interpreter: Interpreter, call: Call) -> None:
    variable_made(interpreter, call.node, call.receiver)  # its state
    config = configure(interpreter, call)
    check_object(interpreter, "Metric", call.receiver)
    compute, variable = dtypes(interpreter, config.get("dtype"))
    found = compute if compute == variable else ANY
    interpreter.write(call.receiver, DTYPES, (found, found))


def _call(interpreter: Interpreter, call: Call) -> Value:
    """A call updates the metric and gives its result."""
    call_checks.check_made(interpreter, call.receiver, "metric")
    interpreter.method(call.receiver, "update_state", call.args, call.node, call.kwargs)
    return interpreter.method(call.receiver, "result", [], call.node)


_left_open: Final = {
    each: call_checks.left_open("Metric", each) for each in ("result", "update_state")
}


def _result(interpreter: Interpreter, call: Call) -> Value:
    metric, config = call.receiver, config_of(call.receiver)
    name = short_name(interpreter, metric)
    if name == "Metric":
        return _left_open["result"](interpreter, call)
    if name not in METRICS | SCALARS or not is_known(config) or config.get(SEVERAL) is not None:
        return TOP
    if name in COUNTS | SCALARS and config.get("dtype") is not None:
        return TOP
    dtype = metric.read(DTYPES, (ANY, ANY))[0]
    return from_rule(interpreter, TensorType(dtype, Shape.scalar()))


def _update(interpreter: Interpreter, call: Call) -> Value:
    """`update_state(y_true, y_pred)` of Keras' own metrics."""
    name, metric = short_name(interpreter, call.receiver), call.receiver
    if name == "Metric":
        return _left_open["update_state"](interpreter, call)
    if not is_legacy(interpreter):
        _check_call(interpreter, name, call)
        if has_symbols(interpreter, *call.values):
            words = "a metric takes no KerasTensor: it counts numbers"
            raise OpError("tf-trace", words, hint="compile(metrics=[metric]) gives it those")
    if name in ("Mean", "Sum"):
        _weigh(interpreter, name, call)
        return None
    given = [tensor_of(call.get(0, "y_true")), tensor_of(call.get(1, "y_pred"))]
    config = {name: to_rule(value) for name, value in config_of(metric).items()}
    _compare(interpreter, name, f"tf.keras.metrics.{name}()", config, given, call.node)
    return None


def _weigh(interpreter: Interpreter, name: str, call: Call) -> None:
    """Refuses weights that do not go with the values."""

    def check(values: Value, weights: Value) -> None:
        with completed(f"tf.keras.metrics.{name}()", {"sample_weight": weights}):
            keras_metrics.check_weights(values, weights)

    given = [tensor_of(call.get(0, "values")), tensor_of(call.get(1, "sample_weight"))]
    if None not in given and not is_legacy(interpreter):
        interpreter.certain(check, given, call.node)


def _check_call(interpreter: Interpreter, name: str, call: Call) -> None:
    """Raises OpError for more or fewer arguments than a metric takes."""
    if call.is_open:
        return
    needed = ("values",) if name in ("Mean", "Sum") else ("y_true", "y_pred")
    names = (*needed, "sample_weight")
    if len(call.args) > len(names):
        words = f"takes {len(names)} arguments at most, got {len(call.args)}"
        raise OpError("tf-call", words)
    check_names(interpreter, call, names)
    for each in needed[len(call.args) :]:
        if each not in call.kwargs:
            raise OpError("tf-call", f"argument {each!r} is missing")


def _compare(
    interpreter: Interpreter,
    name: str,
    shown: str,
    config: Collection[str],
    given: Sequence[Value],
    node: ast.AST,
) -> None:
    """Refuses labels and predictions that a metric of this class does not compare."""

    def compare(true: Value, pred: Value) -> None:
        with completed(shown, {"y_true": true, "y_pred": pred}):
            keras_metrics.check(name, true, pred, config)

    if None not in given:
        interpreter.certain(compare, given, node)


#: The metrics that take values alone.
_OF_VALUES: Final = (External(f"{KERAS}metrics.Mean"), External(f"{KERAS}metrics.Sum"))


def measure(
    interpreter: Interpreter,
    metric: Value,
    true: Value,
    pred: Value,
    node: ast.AST,
    weights: Value = None,
) -> None:
    """A metric of `compile`, however it is given, gets labels and predictions."""
    if isinstance(metric, (Function, Bound, Partial)):
        losses.check_parameters(metric, "metrics")
        run = partial(interpreter.call, metric, [true, pred], {}, node)
        made = running.mended(interpreter, run, remedy_of(true, pred, node))
        losses.check_result(made, "metric")
    elif isinstance(metric, Instance) and metric.cls in _OF_VALUES:
        short = short_name(interpreter, metric)
        words = f"argument 'metrics': {short}() takes values, and compile() has labels and outputs"
        raise OpError("tf-value", words, hint="'mse' takes both").complete("compile()", {})
    elif is_a(interpreter, metric, "Metric"):
        is_own = isinstance(metric.cls, Class)
        named: dict[str, Value] = {}
        if is_own:
            named = {"sample_weight": None if weights is None else TOP}
            given_ = Call([true, pred], named, node)
            call_checks.check_override(interpreter, metric, "update_state", given_)
        interpreter.method(metric, "update_state", [true, pred], node, named)
        interpreter.method(metric, "result", [], node)
    elif isinstance(metric, str) or isinstance(metric, External) and metric.name.startswith(KERAS):
        text = metric if isinstance(metric, str) else metric.name.rpartition(".")[2]
        name = keras_metrics.class_by_name(text)
        given = [tensor_of(true), tensor_of(pred)]
        if name is not None:
            _compare(interpreter, name, f"the metric {text!r}", (), given, node)


def measure_batches(
    interpreter: Interpreter,
    metric: Value,
    given: tuple[Value, Value],
    numbered: tuple[Value, Value],
    node: ast.AST,
    weights: Value,
) -> None:
    """A metric of Keras' gets the first batch in numbers, one of the program's any batch, and then that."""
    is_function = isinstance(metric, (Function, Bound, Partial))
    if not is_function and not (isinstance(metric, Instance) and isinstance(metric.cls, Class)):
        measure(interpreter, metric, *numbered, node, weights)
        return
    _, refused = interpreter.attempted(partial(measure, interpreter, metric, *given, node, weights))
    if refused or not is_function or losses.asks_for_none(metric):
        return
    run = partial(measure, interpreter, metric, *numbered, node, weights)
    with interpreter.quietly():
        _, refused = interpreter.attempted(run)
    if refused and remedy_of(*numbered, node):
        run()


CLASSES: Final = {
    f"{KERAS}Metric": LibraryClass(
        construct=_construct,
        on_write=tracking.on_write,
        methods={
            "__call__": _call,
            "result": _result,
            "update_state": _update,
            "reset_state": giving(None),
            **dict.fromkeys(("add_weight", "add_variable"), adding.add_weight),
        },
        attributes={"variables": lambda interpreter, metric: tracking.listed(interpreter, metric)},
        gone=gone.of_metrics,
    )
}
