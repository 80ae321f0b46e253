"""Metrics: Keras' own and the program's, their state and what a call gives."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import gone, layers, tracking
from tftypes.inference.models.keras.config import (
    DTYPES,
    KERAS,
    config_of,
    configure,
    dtypes,
    is_known,
    short_name,
)
from tftypes.inference.models.tensorflow.ops.keras_metrics import COUNTS, METRICS, SEVERAL
from tftypes.inference.models.tensorflow.ops.values import ANY
from tftypes.inference.models.tensorflow.tracing import variable_made
from tftypes.inference.values import TOP, Value


def _construct(interpreter: Interpreter, call: Call) -> None:
    variable_made(interpreter, call.node)  # its state
    config = configure(interpreter, call)
    compute, variable = dtypes(interpreter, config.get("dtype"))
    found = compute if compute == variable else ANY
    interpreter.write(call.receiver, DTYPES, (found, found))


def _call(interpreter: Interpreter, call: Call) -> Value:
    """A call updates the metric and gives its result."""
    interpreter.method(call.receiver, "update_state", call.args, call.node, call.kwargs)
    return interpreter.method(call.receiver, "result", [], call.node)


def _result(interpreter: Interpreter, call: Call) -> Value:
    metric, config = call.receiver, config_of(call.receiver)
    name = short_name(interpreter, metric)
    if name not in METRICS or not is_known(config) or config.get(SEVERAL) is not None:
        return TOP
    if name in COUNTS and config.get("dtype") is not None:
        return TOP
    dtype = metric.read(DTYPES, (ANY, ANY))[0]
    return from_rule(interpreter, TensorType(dtype, Shape.scalar()))


def _nothing(interpreter: Interpreter, call: Call) -> Value:
    return None


CLASSES: Final = {
    f"{KERAS}Metric": LibraryClass(
        construct=_construct,
        on_write=tracking.on_write,
        methods={
            "__call__": _call,
            "result": _result,
            "update_state": _nothing,
            "reset_state": _nothing,
            "add_weight": layers.add_weight,
            "add_variable": layers.add_weight,
        },
        attributes={"variables": lambda interpreter, metric: tracking.listed(interpreter, metric)},
        gone=gone.of_metrics,
    )
}
