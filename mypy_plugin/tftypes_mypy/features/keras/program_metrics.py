"""Metrics of the program: calling one updates it, and gives its result.

class Error(keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(name="total", initializer="zeros")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy.nodes import CallExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, get_proper_type

from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies.model import Actual, Outcome
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.objects import assigned

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

METRIC: Final = "tensorflow.keras.Metric"


def is_metric(typ: Type) -> bool:
    """Whether it is an object of a class that derives from Keras' Metric."""
    typ = get_proper_type(typ)
    return isinstance(typ, Instance) and typ.type.has_base(METRIC)


def call(context: MethodContext, values: BodyValues, bodies: Bodies) -> Outcome | None:
    """`metric(y_true, y_pred)`: what `result` gives after `update_state`, with what is wrong in both."""
    receiver, at = get_proper_type(context.type), context.context
    checker: Any = context.api
    written = body_arguments.spelled_out(at, values) if isinstance(at, CallExpr) else None
    if written is None or not isinstance(receiver, Instance):
        return None
    update = assigned.own_method(receiver.type, "update_state", bodies, checker)
    result = assigned.own_method(receiver.type, "result", bodies, checker)
    if update is None or result is None:
        return None
    itself = [Actual(receiver)]
    given = body_arguments.bind(update.item, itself, *written, values)
    updated = None if given is None else bodies.infer(update, given, checker)
    asked = body_arguments.bind(result.item, itself, [], {}, values)
    outcome = None if asked is None else bodies.infer(result, asked, checker)
    return outcome if updated is None or outcome is None else outcome.after(updated)
