"""Functions with a gradient of their own: how many gradients it gives, and for which variables."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.provenance import READ, is_read, watches
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, Model, argument
from tftypes.inference.models.tensorflow.gradients import TAPE
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import TOP, Function, Log, Value, is_unknown, noted, resolve
from tftypes.inference.state import Heap
from tftypes.inference.values import Bound, Native, Partial, Tensor


def _custom_gradient(interpreter: Interpreter, call: Call) -> Value:
    """The decorated function gives its value alone; the function beside it says the gradient."""
    function = resolve(call.get(0, "f"))
    if function is None:
        return Native("custom_gradient", _custom_gradient)
    if is_unknown(function):
        return TOP
    return Native("method custom_gradient", partial(_call_custom, function))


def _call_custom(function: Value, interpreter: Interpreter, call: Call) -> Value:
    watcher = interpreter.instance(TAPE, {READ: Log()})
    with interpreter.recording((watcher,)):
        result = resolve(interpreter.dispatch(function, call))
    if isinstance(result, TensorType) or isinstance(result, tuple) and len(result) != 2:
        interpreter.refuse(
            call.node,
            "tf-gradient",
            "a function under tf.custom_gradient returns its value and a function that gives the gradient",
            "builtins.TypeError",
        )
        return TOP
    if not isinstance(result, tuple):
        return TOP
    is_named = bool(call.kwargs) and not call.is_open
    if is_named and interpreter.trace is not None:
        words = "a function under tf.custom_gradient takes no arguments by keyword in a graph"
        words += _by_position(call)
        interpreter.refuse(call.node, "tf-gradient", words, "builtins.ValueError")
    value, backward = result[0], resolve(result[1])
    _check_variables(interpreter, watcher, backward, call)
    upstream = [tensor_of(each) for each in leaves(interpreter, value)]
    wrong = _wrong_count(interpreter, backward, upstream, call)
    given = (*call.values, *noted(watcher, READ))
    return map_leaves(interpreter, partial(_with_gradient, interpreter, wrong, given), value)


def _check_variables(interpreter: Interpreter, watcher: Heap, backward: Value, call: Call) -> None:
    """A backward function takes the variables that the function uses without getting them."""
    given = [each for value in call.values for each in leaves(interpreter, value)]
    if _takes_variables(backward) is not False or any(map(is_unknown, given)):
        return
    known = {each.identity for each in given if isinstance(each, Tensor)}
    used = {each.identity for each in noted(watcher, READ) if watches(watcher, each)} - known
    if any(watcher.read(is_read(each), False) is True for each in used):
        interpreter.refuse(
            call.node,
            "tf-gradient",
            "the function under tf.custom_gradient uses a variable that is no argument: its backward function takes"
            " them: def grad(upstream, variables=None), and returns (gradients, [one for each of variables])",
            "builtins.TypeError",
        )


def _takes_variables(backward: Value) -> bool | None:
    """Whether a backward function takes the variables that are used; None where that is not known."""
    function = backward.function if isinstance(backward, Bound) else backward
    if not isinstance(function, Function):
        return None
    code = function.code
    return code.kwarg is not None or "variables" in (*code.positional, *code.keyword_only)


def _with_gradient(
    interpreter: Interpreter, wrong: str | None, given: Sequence[Value], value: Value
) -> Value:
    made = tensor_of(value)
    if made is None:
        return value
    result = interpreter.made(made, given, "custom_gradient")
    if wrong is None or not isinstance(result, Tensor) or result.sources is None:
        return result
    return Tensor.of(
        result,
        sources=frozenset(
            (tape, source, wrong) for tape, source, _ in provenance.leading(result.sources)
        ),
    )


def _wrong_count(
    interpreter: Interpreter, backward: Value, upstream: list[TensorType | None], call: Call
) -> str | None:
    """What is wrong with the number of gradients that a backward function gives for those of all results."""
    if not isinstance(backward, (Function, Bound, Partial)) or not interpreter.tapes:
        return None
    if _takes_variables(backward):  # then it gives theirs, too
        return None
    told = [Tensor.of(each) for each in upstream if each is not None]
    if len(told) < len(upstream):
        return None
    with interpreter.recording(()):
        given = resolve(interpreter.call(backward, told, {}, call.node))
    found = interpreter.known_items(given) if not isinstance(given, TensorType) else (given,)
    wanted = len(call.args)
    if found is None or len(found) == wanted:
        return None
    words = (
        f"the function under tf.custom_gradient gives {len(found)} gradients for {wanted} arguments"
    )
    return f"broken: {words}{_by_position(call)}"


def _by_position(call: Call) -> str:
    """The call with all arguments by position: those by keyword get no gradient."""
    node = call.node
    if not isinstance(node, ast.Call) or not call.kwargs or call.is_open:
        return ""
    given = ", ".join(map(ast.unparse, (*node.args, *(each.value for each in node.keywords))))
    return f"; {ast.unparse(node.func)}({given})"


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.custom_gradient": _custom_gradient,
    "tensorflow.recompute_grad": argument(0, "f"),
}
