"""Learning rate schedules, initializers, regularizers and constraints."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule, tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras.config import (
    KERAS,
    check_object,
    configure,
    dtype_or_floatx,
    has_registered,
    has_renamed,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.symbols import shape_of
from tftypes.inference.models.tensorflow.ops import OpError, keras_losses, keras_names
from tftypes.inference.models.tensorflow.ops.values import FLOAT32
from tftypes.inference.objects import TOP, External, Function, Instance, Value, resolve


def _construct(interpreter: Interpreter, call: Call) -> None:
    configure(interpreter, call)
    check_object(interpreter, "", call.receiver)


def _schedule(interpreter: Interpreter, call: Call) -> Value:
    return from_rule(interpreter, TensorType(FLOAT32, Shape.scalar()), call.args)


#: The objects that take matrices, or what has two dims at least.
_RANKS: Final = {"Identity": (2, 2), "Orthogonal": (2, 99), "OrthogonalRegularizer": (2, 2)}


def _check_rank(interpreter: Interpreter, call: Call, shape: Shape | None, argument: str) -> None:
    """Raises OpError for a shape of another rank."""
    least, most = _RANKS.get(short_name(interpreter, call.receiver), (0, 99))
    rank = None if shape is None else shape.rank
    if rank is not None and not least <= rank <= most and not is_legacy(interpreter):
        words = f"expected rank 2{'' if most == 2 else ' or more'}, got {shape}"
        raise OpError("tf-rank", words, argument)


def _initialize(interpreter: Interpreter, call: Call) -> Value:
    """`initializer(shape, dtype=None)`."""
    shape = shape_of(call.get(0, "shape"))
    _check_rank(interpreter, call, shape, "shape")
    found = dtype_or_floatx(interpreter, call.get(1, "dtype"))
    return from_rule(interpreter, TensorType(found, Shape.unknown() if shape is None else shape))


def _penalty(interpreter: Interpreter, call: Call) -> Value:
    x = tensor_of(call.get(0, "x"))
    _check_rank(interpreter, call, None if x is None else x.shape, "x")
    return TOP if x is None else from_rule(interpreter, TensorType(x.dtype, Shape.scalar()), [x])


def _constrain(interpreter: Interpreter, call: Call) -> Value:
    w = tensor_of(call.get(0, "w"))
    return TOP if w is None else from_rule(interpreter, TensorType(w.dtype, w.shape), [w])


def _get(module: str, kind: str, interpreter: Interpreter, call: Call) -> Value:
    """`losses.get("mse")`: what Keras finds under a name. Objects and functions are what they are.

    Raises OpError where it finds nothing.
    """
    given = resolve(call.get(0, "identifier"))
    if given is None and kind == "activation":
        given = "linear"
    if isinstance(given, (Instance, Function, External)) or given is None:
        return given
    unusable = isinstance(given, str) and kind == "metric" and given in keras_names.UNUSABLE
    if unusable or has_renamed(interpreter):
        return TOP
    is_open = has_registered(interpreter)
    if not is_open and not is_legacy(interpreter):
        keras_names.check(kind, to_rule(given), "identifier")
    if not isinstance(given, str):
        return TOP
    named = f"{KERAS}{module}.{given}"
    found = interpreter.declared.find(named)
    if isinstance(found, declared.Function):
        return External(found.name)
    cls = found.name if isinstance(found, declared.Class) else None
    if cls is None and kind == "loss" and (short := keras_losses.class_by_name(given)):
        cls = f"{KERAS}losses.{short}"
    if cls is not None:
        return interpreter.call(External(cls), [], {}, call.node)
    base = _BASES.get(kind)
    return TOP if base is None or is_open else interpreter.instance(f"{KERAS}{base}")


#: What is looked up in a package, and the class that all of it derives from.
_LOOKED_UP: Final = {
    "activations": "activation", "constraints": "constraint", "initializers": "initializer", "losses": "loss",
    "metrics": "metric", "optimizers": "optimizer", "regularizers": "regularizer",
}  # fmt: skip
_BASES: Final = {
    "constraint": "constraints.Constraint",
    "initializer": "Initializer",
    "optimizer": "Optimizer",
    "regularizer": "Regularizer",
}
FUNCTIONS: Final = {
    f"{KERAS}{module}.get": partial(_get, module, kind) for module, kind in _LOOKED_UP.items()
}
CLASSES: Final = {
    f"{KERAS}optimizers.schedules.LearningRateSchedule": LibraryClass(
        construct=_construct, methods={"__call__": _schedule}
    ),
    f"{KERAS}Initializer": LibraryClass(construct=_construct, methods={"__call__": _initialize}),
    f"{KERAS}Regularizer": LibraryClass(construct=_construct, methods={"__call__": _penalty}),
    f"{KERAS}constraints.Constraint": LibraryClass(
        construct=_construct, methods={"__call__": _constrain}
    ),
}
