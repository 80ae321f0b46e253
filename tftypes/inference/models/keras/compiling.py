"""`compile`: the optimizer, the loss and the metrics of a model, and when Keras looks at them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import call_checks
from tftypes.inference.models.keras.config import (
    KERAS,
    check_names,
    has_registered,
    is_a,
    is_legacy,
    short_name,
)
from tftypes.inference.models.tensorflow.ops import OpError, completed, keras_keywords, keras_names
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import OPEN, TOP, External, Function, Instance, Value, resolve
from tftypes.inference.state import ABSENT

#: The slots of what `compile` was given.
OPTIMIZER: Final = "optimizer"
_UNCOMPILED: Final = "this model is not compiled"
_COMPILES: Final = "call compile() first"
LOSS: Final = "keras loss"
METRICS: Final = "keras metrics"
WEIGHTED: Final = "keras weighted metrics"
WEIGHTS: Final = "keras loss weights"
EAGER: Final = "keras eager"


#: The slot of a model with how many steps are run as one.
_STEPS: Final = "keras steps per execution"
#: The slots with what is given, and what is there where it is not.
_SLOTS: Final = (
    (LOSS, "loss", None), (WEIGHTS, "loss_weights", None), (METRICS, "metrics", None),
    (WEIGHTED, "weighted_metrics", None), (_STEPS, "steps_per_execution", 1), (EAGER, "run_eagerly", False),
)  # fmt: skip


def compile_model(interpreter: Interpreter, call: Call) -> Value:
    """`compile(...)`: Keras looks up the optimizer here, losses and metrics where they are used first."""
    given = {**dict(zip(keras_keywords.OF_COMPILE, call.args)), **call.kwargs}
    model = call.receiver
    for slot in (OPTIMIZER, *(slot for slot, *_ in _SLOTS)):
        interpreter.write(model, slot, TOP)  # who refuses a call of compile() asks for no other
    with completed("compile()"):
        check_names(interpreter, call, keras_keywords.OF_COMPILE)
    call_checks.check_made(interpreter, model, "layer")
    unknown = TOP if "**" in given else None
    found = given.get("optimizer", TOP if "**" in given else "rmsprop")
    interpreter.write(model, OPTIMIZER, _optimizer(interpreter, found))
    if not is_legacy(interpreter):
        _check_structures(interpreter, {name: resolve(value) for name, value in given.items()})
    for slot, name, default in _SLOTS:
        value = given.get(name, unknown if default is None else default)
        interpreter.write(model, slot, resolve(value))
    if fault := _weights_fault(interpreter, call, given):
        interpreter.write(model, WEIGHTS, fault)
    return None


def _optimizer(interpreter: Interpreter, value: Value) -> Value:
    value = resolve(value)
    if isinstance(value, External) and value.name.startswith(f"{KERAS}optimizers."):
        short = value.name.rpartition(".")[2]
        words, hint = f"expected an object, got the class {short}", f"{short}() is one"
        raise OpError("tf-value", words, "optimizer", hint).complete("compile()", {})
    if not has_registered(interpreter) or not isinstance(value, str):
        _check(interpreter, "optimizer", "optimizer", leaves(interpreter, value))
    if not isinstance(value, str):
        return value
    return interpreter.instance(f"{KERAS}Optimizer")


def _check_structures(interpreter: Interpreter, given: Mapping[str, Value]) -> None:
    """Raises OpError for metrics that stand in no list, and for a weight of a loss that is no float."""
    problem = hint = None
    for name in ("metrics", "weighted_metrics"):
        value = given.get(name)
        if _is_metric(interpreter, value):
            problem = (name, "a list", _shown(interpreter, value))
            hint = f"[{value!r}] is one" if isinstance(value, str) else "[metric] is one"
    weight = given.get("loss_weights")
    if isinstance(weight, str) or is_number(weight):
        problem = ("loss_weights", "a float, or a list or dict of several", repr(weight))
        hint = f"{float(weight)} is one" if is_number(weight) else None
        if weight in keras_names.NAMES["metric"]:
            hint = f"metrics=[{weight!r}]"
    if problem is not None:
        name, expected, got = problem
        words = f"argument {name!r}: expected {expected}, got {got}"
        raise OpError("tf-value", words, hint=hint).complete("compile()", {})


def _is_metric(interpreter: Interpreter, value: Value) -> bool:
    value = resolve(value)
    return isinstance(value, (str, Function, External)) or is_a(interpreter, value, "Metric")


def _weights_fault(
    interpreter: Interpreter, call: Call, given: Mapping[str, Value]
) -> OpError | None:
    """What is wrong with metrics in the place of the weights of the losses, which come before them."""
    found = leaves(interpreter, given.get("loss_weights", ()))
    if not found or is_legacy(interpreter):
        return None
    if not all(_is_metric(interpreter, each) for each in found):
        return None
    words = f"argument 'loss_weights': expected floats, got {_shown(interpreter, found[0])}"
    written = written_argument(call.node, 2, "loss_weights") or "[...]"
    return OpError("tf-value", words, hint=f"metrics={written}").complete("compile()", {})


def loss_weights(interpreter: Interpreter, model: Instance) -> Value:
    """The weights of the losses. Raises OpError, once, for metrics in their place."""
    found = resolve(model.read(WEIGHTS, None))
    if isinstance(found, OpError):
        interpreter.write(model, WEIGHTS, TOP)
        raise found
    return found


def _shown(interpreter: Interpreter, value: Value) -> str:
    if isinstance(value, External):
        return value.name.rpartition(".")[2]
    if isinstance(value, Function):
        return f"the function {value.code.name}"
    return short_name(interpreter, value) or describe(to_rule(value))


def _is_uncompiled(interpreter: Interpreter, model: Instance) -> bool:
    is_known = model.read(OPEN) is ABSENT and model.birth > interpreter.escaped
    return is_known and model.read(OPTIMIZER) is ABSENT


def _made_by_compile(interpreter: Interpreter, model: Instance) -> Value:
    """`model.optimizer`. Raises OpError where nobody has compiled the model."""
    if _is_uncompiled(interpreter, model) and not is_legacy(interpreter):
        words = f"{_UNCOMPILED}, and has no optimizer"
        raise OpError("tf-state", words, hint=_COMPILES, exception="builtins.AttributeError")
    return model.read(OPTIMIZER, TOP)


def check_compiled(interpreter: Interpreter, model: Instance) -> None:
    """Refuses to train or evaluate a model that nobody has compiled.

    Raises OpError where it is known of the model all along.
    """
    if _is_uncompiled(interpreter, model):
        raise OpError("tf-state", _UNCOMPILED, hint=_COMPILES)
    steps = resolve(model.read(_STEPS, 1))
    if isinstance(steps, (str, float)) or is_number(steps) and steps < 1:
        words = f"compile() was given {steps!r}, expected a positive int"
        raise OpError("tf-value", words, "steps_per_execution")


def check_losses(interpreter: Interpreter, model: Instance) -> None:
    """Raises OpError for the name of a loss that Keras does not find."""
    _check_kept(interpreter, model, LOSS, "loss", "loss")


def check_metrics(
    interpreter: Interpreter, model: Instance, slot: str = METRICS, argument: str = "metrics"
) -> None:
    """Raises OpError for what Keras finds no metric for."""
    _check_kept(interpreter, model, slot, "metric", argument)


def _check_kept(
    interpreter: Interpreter, model: Instance, slot: str, kind: str, argument: str
) -> None:
    """Refuses once what compile() was given, whatever then uses it."""
    try:
        _check(interpreter, kind, argument, leaves(interpreter, resolve(model.read(slot, TOP))))
    except OpError:
        interpreter.write(model, slot, TOP)
        raise


def _check(interpreter: Interpreter, kind: str, argument: str, given: list[Value]) -> None:
    """Keras looks up the texts among what an argument was given."""
    for each in [] if is_legacy(interpreter) else given:
        with completed("compile()"):
            keras_names.check(kind, to_rule(each), argument)


ATTRIBUTES: Final = {OPTIMIZER: _made_by_compile}
