"""Learning rate schedules, initializers, regularizers and constraints."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, from_rule, tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import gone
from tftypes.inference.models.keras.config import (
    KERAS,
    check_object,
    configure,
    floatx,
)
from tftypes.inference.models.keras.symbols import shape_of
from tftypes.inference.models.tensorflow.ops.values import ANY, FLOAT32
from tftypes.inference.values import TOP, Value, resolve


def _construct(interpreter: Interpreter, call: Call) -> None:
    configure(interpreter, call)
    check_object(interpreter, "", call.receiver)


def _schedule(interpreter: Interpreter, call: Call) -> Value:
    return from_rule(interpreter, TensorType(FLOAT32, Shape.scalar()), call.args)


def _initialize(interpreter: Interpreter, call: Call) -> Value:
    """`initializer(shape, dtype=None)`."""
    shape = shape_of(call.get(0, "shape"))
    dtype = resolve(call.get(1, "dtype"))
    found = floatx(interpreter) if dtype is None else as_dtype(dtype) or ANY
    return from_rule(interpreter, TensorType(found, Shape.unknown() if shape is None else shape))


def _penalty(interpreter: Interpreter, call: Call) -> Value:
    x = tensor_of(call.get(0, "x"))
    return TOP if x is None else from_rule(interpreter, TensorType(x.dtype, Shape.scalar()), [x])


def _constrain(interpreter: Interpreter, call: Call) -> Value:
    w = tensor_of(call.get(0, "w"))
    return TOP if w is None else from_rule(interpreter, TensorType(w.dtype, w.shape), [w])


CLASSES: Final = {
    f"{KERAS}callbacks.Callback": LibraryClass(gone=gone.of_callbacks),
    f"{KERAS}optimizers.schedules.LearningRateSchedule": LibraryClass(
        construct=_construct, methods={"__call__": _schedule}
    ),
    f"{KERAS}Initializer": LibraryClass(construct=_construct, methods={"__call__": _initialize}),
    f"{KERAS}Regularizer": LibraryClass(construct=_construct, methods={"__call__": _penalty}),
    f"{KERAS}constraints.Constraint": LibraryClass(
        construct=_construct, methods={"__call__": _constrain}
    ),
}
