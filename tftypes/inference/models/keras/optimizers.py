"""Optimizers: the variables that one is built for, and what it takes for gradients.

An optimizer is built for the variables that it is first given; later ones must be among them.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.graphs import STEPS
from tftypes.inference.interpreter.arguments import argument_of, written_owner
from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.provenance import MENDED
from tftypes.inference.interpreter.tables import Call, LibraryClass, giving
from tftypes.inference.models.keras import gone, weight_functions
from tftypes.inference.models.keras.compiling import EAGER, OPTIMIZER
from tftypes.inference.models.keras.config import (
    KERAS,
    check_keywords,
    check_object,
    class_of,
    config_of,
    configure,
    is_a,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.tracking import birth_of
from tftypes.inference.models.keras.variables import weight
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import FLOAT32, INT64
from tftypes.inference.models.tensorflow.strategies import is_in_scope, is_outside, is_replicated
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.models.tensorflow.traces import is_repeated
from tftypes.inference.models.tensorflow.tracing import traced_call, variable_made
from tftypes.inference.objects import TOP, Class, Function, Instance, Value, is_iterator, resolve
from tftypes.inference.state import ABSENT, Definite
from tftypes.inference.values import Seq, Tensor
from tftypes.inference.widening import soften

#: With these arguments alone, gradient descent subtracts the gradient as it is.
_OF_PLAIN: Final = frozenset({"learning_rate", "name"})
#: The slot with the identities of the variables that an optimizer was built for; TOP where they are not known.
_BUILT_FOR: Final = Definite("<built for>")
_APPLY: Final = "apply_gradients() takes pairs of a gradient and a variable"
_ZIPPED: Final = "zip(gradients, variables) makes them"


def _construct(interpreter: Interpreter, call: Call) -> None:
    variable_made(interpreter, call.node, call.receiver)  # its rate and the number of its steps
    config = configure(interpreter, call)
    check_keywords(interpreter, "Optimizer", class_of(interpreter, call.receiver), config)
    check_object(interpreter, "Optimizer", call.receiver)


_RATE: Final = weight(FLOAT32, Shape.scalar(), trainable=False)
_ITERATIONS: Final = weight(INT64, Shape.scalar(), trainable=False)


def _variables(interpreter: Interpreter, value: Value) -> Value:
    """The variables of its own, of which some are there once it is built."""
    slots = weight(FLOAT32, Shape.unknown(), trainable=False)
    return TOP if is_legacy(interpreter) else interpreter.list(Seq((), slots))


def _keep(interpreter: Interpreter, call: Call) -> Value:
    """What is assigned to the learning rate goes into its variable, but where a schedule gives it."""
    name, new = call.args
    if name != "learning_rate" or is_legacy(interpreter):
        return new
    if is_schedule(interpreter, config_of(call.receiver).get("learning_rate")):
        if not is_schedule(interpreter, new):
            words = "the learning rate is that of a schedule, and cannot be set: an optimizer with a number lets it be set"
            interpreter.refuse(call.node, "tf-state", words, "builtins.TypeError")
        return new
    return _RATE


def _rate(interpreter: Interpreter, optimizer: Instance) -> Value:
    """A variable, or what a schedule gives at this step."""
    given = config_of(optimizer).get("learning_rate")
    is_given = not is_legacy(interpreter) and is_schedule(interpreter, given)
    return TensorType(FLOAT32, Shape.scalar()) if is_given else _RATE


def is_schedule(interpreter: Interpreter, value: Value) -> bool:
    return is_a(interpreter, resolve(value), "optimizers.schedules.LearningRateSchedule")


def _apply_gradients(interpreter: Interpreter, call: Call) -> Value:
    given = call.get(0, "grads_and_vars")
    pairs = interpreter.items(given)
    interpreter.drain(given)
    if isinstance(pairs, tuple):
        _apply_pairs(interpreter, call, [_pair(interpreter, each) for each in pairs])
    return _ITERATIONS


def _pair(interpreter: Interpreter, value: Value) -> tuple[Value, Value]:
    """A gradient and its variable; TOP for what is not known. Raises OpError for what is no pair."""
    value = resolve(value)
    if isinstance(value, TensorType) and value.kind in ("tensor", "variable"):
        raise OpError("tf-value", f"{_APPLY}, got a tensor", "grads_and_vars", _ZIPPED)
    found = interpreter.known_items(value)
    if found is None:
        return TOP, TOP
    if len(found) != 2:
        raise OpError("tf-value", f"{_APPLY}, got {len(found)} values", "grads_and_vars", _ZIPPED)
    gradient, variable = map(resolve, found)
    inside = interpreter.known_items(gradient) if is_list(gradient) else None
    if inside and isinstance(variable, TensorType) and all(map(_is_tensor, inside)):
        words = f"{_APPLY}, got a list of {len(inside)} gradients for one variable"
        hint = "tf.clip_by_global_norm() gives the gradients and their norm"
        raise OpError("tf-value", words, "grads_and_vars", hint)
    if is_list(variable) or isinstance(variable, tuple):
        words = f"{_APPLY}, got a list for a variable"
        raise OpError("tf-value", words, "grads_and_vars", "[*several, one] has them in one list")
    return gradient, variable


def _is_tensor(value: Value) -> bool:
    found = resolve(value)
    return isinstance(found, TensorType) and found.kind == "tensor"


def _ungraded(interpreter: Interpreter, name: str) -> OpError:
    hint = interpreter.switches.read(MENDED, None)
    return OpError("tf-gradient", "no variable has a gradient: all are None", name, hint)


def _apply_pairs(
    interpreter: Interpreter, call: Call, pairs: Sequence[tuple[Value, Value]]
) -> None:
    if not pairs:
        raise OpError("tf-value", f"{_APPLY}, got none", "grads_and_vars")
    if all(gradient is None for gradient, _ in pairs):
        raise _ungraded(interpreter, "grads_and_vars")
    for gradient, variable in pairs:
        if isinstance(variable, TensorType) and variable.kind == "tensor":
            words = f"{_APPLY}, got {variable} for a variable"
            raise OpError("tf-value", words, "grads_and_vars", _paired(call.node, gradient))
        _check_shape(interpreter, call, gradient, variable)
    applied(interpreter, call.receiver, [each for _, each in pairs], call.node)


def _paired(node: ast.AST, gradient: Value) -> str:
    """What makes pairs of a gradient and its variable, where a tensor stands for the variable."""
    pairs = argument_of(node, 0, "grads_and_vars")
    is_swapped = isinstance(gradient, TensorType) and gradient.kind == "variable"
    if is_swapped and isinstance(pairs, ast.Call) and len(pairs.args) == 2:
        swapped = ast.Call(pairs.func, pairs.args[::-1], [])
        return f"{ast.unparse(swapped)} has the gradients first"
    return "[(gradient, variable)] is one pair"


def _apply(interpreter: Interpreter, call: Call) -> Value:
    """`apply(gradients, variables)`; without variables, for those that it was built for."""
    gradients, variables = call.get(0, "grads"), resolve(call.get(1, "trainable_variables"))
    if is_iterator(resolve(gradients)):
        raise OpError("tf-value", "expected a list of gradients, got an iterator", "grads")
    if variables is None:
        if call.receiver.read(_BUILT_FOR) is ABSENT:
            raise OpError("tf-state", "without variables, the optimizer must have been built")
        return None
    if isinstance(variables, TensorType) and variables.kind == "variable":
        raise OpError("tf-value", "expected a list of variables", "trainable_variables")
    found, given = interpreter.known_items(variables), interpreter.known_items(gradients)
    if found is None:
        interpreter.write(call.receiver, _BUILT_FOR, TOP)
        return None
    if given and all(resolve(each) is None for each in given):
        raise _ungraded(interpreter, "grads")
    for each in map(resolve, found):
        if isinstance(each, TensorType) and each.kind == "tensor":
            hint = "apply(gradients, variables) takes the gradients first"
            raise OpError(
                "tf-value", f"expected variables, got {each}", "trainable_variables", hint
            )
    for gradient, variable in zip(given or (), found):
        _check_shape(interpreter, call, resolve(gradient), resolve(variable))
    applied(interpreter, call.receiver, [resolve(each) for each in found], call.node)
    return None


def _check_shape(interpreter: Interpreter, call: Call, gradient: Value, variable: Value) -> None:
    """Refuses a gradient that is not broadcast to its variable; plain gradient descent broadcasts none.

    Raises OpError for it.
    """
    if not isinstance(gradient, TensorType) or not isinstance(variable, TensorType):
        return
    if gradient.kind != "tensor" or variable.kind != "variable":
        return
    one, other = soften(gradient).shape, soften(variable).shape
    if one.rank is None or other.rank is None:
        return
    is_plain = short_name(interpreter, call.receiver) == "SGD" and not is_legacy(interpreter)
    if _is_refused(one, other, is_plain and config_of(call.receiver).keys() <= _OF_PLAIN):
        words = f"the gradient is {gradient}, its variable {variable}"
        hint = _whole(call) if one.rank == other.rank - 1 else None
        raise OpError("tf-shape", words, hint=hint)


def _is_refused(gradient: Shape, variable: Shape, is_exact: bool) -> bool:
    """Whether a variable of one shape takes no gradient of another for sure."""
    one, other = gradient.dims or (), variable.dims or ()
    if len(one) > len(other) or is_exact and len(one) != len(other):
        return True
    sizes = zip(reversed(one), reversed(other))
    known = [(x, y) for x, y in sizes if isinstance(x, int) and isinstance(y, int)]
    return any(x != y and (is_exact or x != 1) for x, y in known)


def _whole(call: Call) -> str | None:
    """The pair of a gradient where `zip` takes it apart."""
    given = argument_of(call.node, 0, "grads_and_vars")
    if not isinstance(given, ast.Call) or ast.unparse(given.func) != "zip" or len(given.args) != 2:
        return None
    gradient, variables = map(ast.unparse, given.args)
    return f"zip([{gradient}], {variables}) pairs all of it"


def _build(interpreter: Interpreter, call: Call) -> Value:
    found = interpreter.known_items(call.get(0, "variables"))
    _built(
        interpreter, call.receiver, None if found is None else list(map(resolve, found)), call.node
    )
    return None


def _built(
    interpreter: Interpreter, optimizer: Instance, variables: Sequence[Value] | None, node: ast.AST
) -> frozenset[int] | None:
    """The identities of the variables, for which the optimizer is built if it is not; None where they are not known."""
    found = [each.identity if isinstance(each, Tensor) else None for each in variables or (None,)]
    known = frozenset(each for each in found if each is not None)
    complete = len(known) > 0 and None not in found
    if optimizer.read(_BUILT_FOR) is ABSENT:
        if _has_slots(interpreter, optimizer):
            variable_made(interpreter, node, optimizer, _building(node))
        interpreter.write(optimizer, _BUILT_FOR, known if complete else TOP)
    return known if complete else None


def _building(node: ast.AST) -> str:
    """The call that builds an optimizer for the variables of a call that applies gradients."""
    pairs = argument_of(node, 0, "grads_and_vars")
    variables = (
        pairs.args[-1] if isinstance(pairs, ast.Call) and pairs.args else ast.Name("variables")
    )
    return f"{written_owner(node) or 'optimizer'}.build({ast.unparse(variables)})"


def _has_slots(interpreter: Interpreter, optimizer: Instance) -> bool:
    """Whether one of Keras' optimizers makes variables for its state when it is built: plain descent makes none."""
    momentum = config_of(optimizer).get("momentum", 0)
    is_plain = short_name(interpreter, optimizer) == "SGD" and not (
        isinstance(momentum, float) and momentum > 0
    )
    return not (isinstance(optimizer.cls, Class) or is_plain or is_legacy(interpreter))


def applied(
    interpreter: Interpreter, optimizer: Value, variables: Sequence[Value], node: ast.AST
) -> None:
    """An optimizer changes variables: they are those that it was built for, and of the scope of its strategy."""
    if not isinstance(optimizer, Instance):
        return
    config = config_of(optimizer)
    if "epsilon" in config and config["epsilon"] is None and not is_legacy(interpreter):
        words = "the optimizer was made with epsilon=None, expected a number: leave it out"
        interpreter.refuse(node, "tf-value", words, "builtins.ValueError")
        return
    if is_repeated(interpreter.trace):
        return
    known = _built(interpreter, optimizer, variables, node)
    built_for = optimizer.read(_BUILT_FOR)
    if known is None:
        return
    if isinstance(built_for, frozenset) and not known <= built_for:
        interpreter.refuse(
            node,
            "tf-state",
            "the optimizer was built for other variables, and keeps a state for those alone;"
            " build(variables) with all of them comes first, or each model has an optimizer of its own",
            "builtins.ValueError",
        )
        return
    distributed = is_in_scope(interpreter, optimizer.birth) or is_replicated(interpreter)
    if distributed and any(_is_outside(interpreter, each) for each in known):
        interpreter.refuse(
            node,
            "tf-state",
            "a variable was made outside of the scope of the strategy: make the model in `with strategy.scope()`, too",
            "builtins.AssertionError",
        )


def _is_outside(interpreter: Interpreter, identity: int) -> bool:
    """Whether a variable is of no scope; what a layer of a scope makes in training is of that scope."""
    return is_outside(interpreter, identity) and not is_in_scope(interpreter, birth_of(identity))


def optimized(interpreter: Interpreter, model: Instance, optimizer: Value, node: ast.AST) -> None:
    """Keras' own step applies the optimizer to the variables that are trained; one of the program's does it itself."""
    if isinstance(model.cls, Class) and model.cls.find("train_step") is not None:
        return
    found = interpreter.known_items(interpreter.attribute(model, "trainable_variables", node))
    if found and model.read(OPTIMIZER) is None:
        words = "compile() was given optimizer=None, and the model has weights to train"
        interpreter.refuse(node, "tf-value", words, "builtins.AttributeError")
    elif found is not None:
        applied(interpreter, resolve(optimizer), list(map(resolve, found)), node)
        is_traced = model.read(EAGER, False) in (False, None)
        weight_functions.check(interpreter, model, is_traced, node)
        _schedule(interpreter, config_of(resolve(optimizer)).get("learning_rate"), node, is_traced)


def _schedule(interpreter: Interpreter, rate: Value, node: ast.AST, is_traced: bool) -> None:
    """A schedule of the program's is called with the number of steps, a function with nothing, in the step of a model."""
    rate = resolve(rate)
    is_own = isinstance(rate, Instance) and isinstance(rate.cls, Class)
    is_function = isinstance(rate, Function)
    if not (is_own and is_schedule(interpreter, rate) or is_function) or is_legacy(interpreter):
        return
    if is_function and bind(interpreter, rate, Call([], {}, node)) is None:
        words = "a function as learning_rate is called without arguments"
        hint = (
            "class Rate(keras.optimizers.schedules.LearningRateSchedule) gets the step in __call__"
        )
        interpreter.refuse(node, "tf-call", f"{words}; {hint}", "builtins.TypeError")
        return
    function = rate if is_function else interpreter.attribute(rate, "__call__", node)
    call, kind = Call([] if is_function else [_ITERATIONS], {}, node), STEPS["train_step"]
    traced = partial(traced_call, autograph=False, kind=kind, convert=False)
    made = (
        traced(interpreter, function, call) if is_traced else interpreter.dispatch(function, call)
    )
    if resolve(made) is None:
        words = "the schedule of the learning rate gives None, expected a number"
        interpreter.refuse(node, "tf-value", f"{words}; return gives it", "builtins.ValueError")


#: The optimizers of older versions, which are there to say that they are gone.
_LEGACY: Final = ("Adagrad", "Adam", "Ftrl", "Optimizer", "RMSprop", "SGD")


def _gone(interpreter: Interpreter, call: Call) -> Value:
    if is_legacy(interpreter):
        return TOP
    raise OpError(
        "tf-attribute",
        "Keras 3 has no legacy optimizers",
        hint="leave out .legacy",
        exception="builtins.ImportError",
    )


FUNCTIONS: Final = {f"{KERAS}optimizers.legacy.{name}": _gone for name in _LEGACY}
CLASSES: Final = {
    #: The stubs have one class for all, under the first of its names.
    f"{KERAS}optimizers.legacy.Adagrad": LibraryClass(construct=_gone),
    f"{KERAS}Optimizer": LibraryClass(
        construct=_construct,
        methods={"apply_gradients": _apply_gradients, "apply": _apply, "build": _build},
        attributes={
            "learning_rate": _rate,
            "iterations": giving(_ITERATIONS),
            "variables": _variables,
        },
        gone=gone.of_optimizers,
        kept=_keep,
    ),
}
