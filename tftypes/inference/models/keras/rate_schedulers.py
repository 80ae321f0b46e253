"""The function of a `LearningRateScheduler`: what it takes, and the rate that it gives in each epoch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras.call_checks import own_method
from tftypes.inference.models.keras.compiling import OPTIMIZER
from tftypes.inference.models.keras.config import config_of, is_a, short_name
from tftypes.inference.models.keras.optimizers import is_schedule
from tftypes.inference.models.tensorflow.generated_specs import code_given
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import (
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.values import Bound

_TITLE: Final = "LearningRateScheduler()"
#: The callbacks that stop no training.
_GOING_ON: Final = frozenset(
    [
        "CSVLogger",
        "History",
        "LearningRateScheduler",
        "ModelCheckpoint",
        "ReduceLROnPlateau",
        "TensorBoard",
    ]
)
#: Of more epochs the first ones are looked at.
_MOST: Final = 100


def check_schedule(interpreter: Interpreter, model: Instance, callback: Value, call: Call) -> None:
    """The function gives a float in each epoch. Raises OpError for anything else."""
    if not is_a(interpreter, callback, "callbacks.LearningRateScheduler"):
        return
    schedule = resolve(config_of(callback).get("schedule"))
    rate = config_of(resolve(model.read(OPTIMIZER, None))).get("learning_rate")
    if is_schedule(interpreter, rate):
        words = "the optimizer's learning rate is that of a schedule, and cannot be set: leave one of the two out"
        raise OpError("tf-state", words).complete(_TITLE, {})
    is_list = isinstance(schedule, Container) and schedule.kind == "list"
    if isinstance(schedule, (int, float, str)) or is_list or is_schedule(interpreter, schedule):
        words = "expected a function that takes the epoch and gives a float"
        hint = "a schedule is the learning_rate of an optimizer"
        raise OpError("tf-value", words, "schedule", None if is_list else hint).complete(_TITLE, {})
    function = _function(schedule)
    if function is None:
        return
    names = function.code.positional[0 if function is schedule else 1 :]
    count = len(names)
    needed = count - sum(each in function.defaults for each in names)
    if function.code.vararg is None and (count == 0 or needed > 2):
        words = f"the schedule takes {count} arguments, expected the epoch and the learning rate"
        error = OpError("tf-signature", words, hint="def schedule(epoch, lr): ... takes both")
        raise error.complete(_TITLE, {})
    if count not in (1, 2):
        return
    for epoch in _epochs(interpreter, model, call):
        given = [epoch, PyValue("float")][:count]
        made = resolve(interpreter.call(schedule, given, {}, call.node))
        if _is_no_float(made):
            _refuse(interpreter, function, names, made, epoch, call.node)
            return


def _function(schedule: Value) -> Function | None:
    """The function of the program that runs, which may be a method."""
    if isinstance(schedule, Instance):
        return own_method(schedule, "__call__")
    found = schedule.function if isinstance(schedule, Bound) else schedule
    return found if isinstance(found, Function) else None


def _epochs(interpreter: Interpreter, model: Instance, call: Call) -> Iterator[Value]:
    """Any epoch, the first one, and the others where nothing stops the training before them."""
    first, count = resolve(call.kwargs.get("initial_epoch", 0)), resolve(call.get(3, "epochs"))
    yield PyValue("int")
    yield first
    callbacks = leaves(interpreter, call.get(5, "callbacks"))
    data = leaves(interpreter, call.get(0, "x"))
    if (
        isinstance(first, int)
        and isinstance(count, int)
        and isinstance(model.cls, External)
        and resolve(call.get(12, "steps_per_epoch")) is None
        and all(isinstance(each, TensorType) for each in data)
        and all(_goes_on(interpreter, each) for each in callbacks)
    ):
        yield from range(first + 1, min(count, first + _MOST))


def _goes_on(interpreter: Interpreter, callback: Value) -> bool:
    is_own = isinstance(callback, Instance) and isinstance(callback.cls, Class)
    return not is_own and short_name(interpreter, callback) in _GOING_ON


def _is_no_float(made: Value) -> bool:
    """Whether it is none of Python's and of NumPy's for sure."""
    if isinstance(made, TensorType):
        return made.kind in ("tensor", "variable") or bool(made.shape.rank)
    return made is None or isinstance(made, (tuple, Container)) or python_type(made) in ("int", "bool", "str")  # fmt: skip


def _refuse(
    interpreter: Interpreter,
    function: Function,
    names: list[str],
    made: Value,
    epoch: Value,
    node: ast.AST,
) -> None:
    """Refuses what a schedule gives, at the one place where the function gives it. Raises OpError where there are several."""
    body = function.code.node
    code = body.body if isinstance(body, ast.Lambda) else code_given(function, ast.Return)
    when = f" in epoch {epoch}" if isinstance(epoch, int) and epoch else ""
    words = f"the schedule gives {describe(to_rule(made))}{when}, expected a float"
    error = OpError("tf-value", words, hint=_remedy(function, names, made, code))
    error = error.complete(_TITLE, {})
    if code is None or made is None:
        raise error
    with interpreter.within(function, node):
        interpreter.refuse(code, error.code, str(error), "builtins.ValueError")


def _remedy(function: Function, names: list[str], made: Value, code: ast.expr | None) -> str | None:
    if made is None:
        last = f"`return {names[-1]}` in {function.code.name}()"
        return f"{last} leaves the rate as it is" if len(names) == 2 else None
    word = "" if isinstance(function.code.node, ast.Lambda) else "return "
    if isinstance(made, int):
        return f"{word}{float(made)} gives one"
    items = code.elts if isinstance(code, (ast.List, ast.Tuple)) else []
    if items:
        return f"{word}{ast.unparse(items[0])} gives one"
    is_one = isinstance(made, TensorType) and made.shape.rank == 0
    return f"{word}float({ast.unparse(code)}) gives one" if is_one and code else None
