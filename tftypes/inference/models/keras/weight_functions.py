"""Regularizers and constraints of the program's own, which the step that trains a model calls with its weights."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import Final

from tftypes.algebra import TensorType, shapes
from tftypes.inference.graphs import STEPS
from tftypes.inference.interpreter.binding import bind, misfit
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.call_checks import own_method
from tftypes.inference.models.keras.config import KERAS, config_of, is_legacy
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.tracing import traced_call
from tftypes.inference.objects import Class, External, Function, Instance, Value, resolve
from tftypes.inference.values import Bound
from tftypes.inference.widening import soften

_KINDS: Final = ("regularizer", "constraint")
#: The regularizer that a class has that defines none.
_ROOTS: Final = (f"{KERAS}Regularizer", f"{KERAS}regularizers.Regularizer")


def check(interpreter: Interpreter, model: Instance, is_traced: bool, node: ast.AST) -> None:
    """Refuses what they do to the weights that are trained, and what they give."""
    if is_legacy(interpreter):
        return
    for kind, function, weight in _given(interpreter, model):
        name = _lacks_call(function)
        if kind == "regularizer" and name is not None:
            words = f"{name} has no __call__(), with which a regularizer computes its penalty"
            hint = "def __call__(self, x): it returns a number"
            interpreter.refuse(node, "tf-state", f"{words}; {hint}", "builtins.AttributeError")
            return
        call = Call([weight], {}, node)
        if isinstance(function, Function) and bind(interpreter, function, call) is None:
            words = f"the {kind} {misfit(function, [weight], {})}"
            interpreter.refuse(node, "tf-call", words, "builtins.TypeError")
            return
        run = partial(traced_call, autograph=False, kind=STEPS["train_step"], convert=False)
        made = (
            run(interpreter, function, call) if is_traced else interpreter.dispatch(function, call)
        )
        _check_result(interpreter, kind, resolve(made), weight, node)


def _check_result(
    interpreter: Interpreter, kind: str, made: Value, weight: TensorType, node: ast.AST
) -> None:
    words = None
    if made is None:
        words = f"the {kind} gives None; return what it computes"
    elif kind == "regularizer" and (is_number(made) or isinstance(made, float)):
        words = f"the regularizer gives the number {made}, expected a tensor; tf.constant(x) is one"
    elif kind == "constraint" and isinstance(made, TensorType):
        ranks = made.shape.rank, weight.shape.rank
        is_other = None not in ranks and ranks[0] != ranks[1]
        if is_other or shapes.compatible(soften(made.shape), soften(weight.shape)) is False:
            words = f"the constraint gives {made} for a weight of shape {weight.shape}"
    if words is not None:
        interpreter.refuse(node, "tf-value", words, "builtins.ValueError")


def _lacks_call(function: Value) -> str | None:
    """The name of a class of the program's that leaves the penalty to `Regularizer`, which has none."""
    cls = function.cls if isinstance(function, Instance) else None
    if not isinstance(cls, Class) or cls.is_open or own_method(function, "__call__") is not None:
        return None
    return cls.name if any(cls.externals[:1] == (each,) for each in _ROOTS) else None


def _given(interpreter: Interpreter, model: Instance) -> Iterator[tuple[str, Value, TensorType]]:
    """The kind, the function or object, and the weight, of Keras' own layers that train it."""
    trained = tracking.told(tracking.weights, interpreter, model, True) or ()
    identities = {each.identity for each in trained}
    for layer in tracking.told(tracking.parts, interpreter, model) or ():
        for argument, value in config_of(layer).items() if isinstance(layer.cls, External) else ():
            name, _, kind = argument.rpartition("_")
            weight, function = layer.read(name), resolve(value)
            is_own = isinstance(function, (Function, Bound))
            is_own = is_own or isinstance(function, Instance) and isinstance(function.cls, Class)
            if kind in _KINDS and is_own and getattr(weight, "identity", None) in identities:
                yield kind, function, weight
