"""Calls of what a library declares: whether it takes arguments by these positions and names, and of these dtypes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tftypes.inference import declarations as declared
from tftypes.inference.declarations.calls import BY_POSITION
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import accepted, completed
from tftypes.inference.objects import Value
from tftypes.inference.values import Spread


def refused(
    interpreter: Interpreter, called: declared.Entry | None, call: Call, *, bound: bool = True
) -> bool:
    """Whether Python refuses the call for its arguments, which is reported.

    A method that is not `bound`, such as `Layer.__init__(self)`, is given its instance.
    """
    if not isinstance(called, (declared.Function, declared.Class)):
        return False
    positional = sum(not isinstance(each, Spread) for each in call.args)
    keywords = tuple(name for name in call.kwargs if name != "**")
    unpacked = positional < len(call.args) or len(keywords) < len(call.kwargs)
    problem = interpreter.declared.accepts(
        called, positional, keywords, bound=bound, unpacked=unpacked
    )
    if problem is None:
        return False
    words = (
        f"{ast.unparse(call.node.func)}(): {problem}"
        if isinstance(call.node, ast.Call)
        else problem
    )
    interpreter.refuse(call.node, "tf-call", words, "builtins.TypeError")
    return True


def check_accepted(interpreter: Interpreter, name: str, call: Call) -> None:
    """Report an argument that an op without a rule does not accept, by the table that TensorFlow filled."""
    accepts, called = accepted.table().get(name), interpreter.declared.find(name)
    if accepts is None or not isinstance(called, declared.Function):
        return
    if call.is_open:
        return
    names = _positions(called, len(call.args))
    if names is None:
        return
    given = [*names, *call.kwargs]
    shown = ast.unparse(call.node.func) if isinstance(call.node, ast.Call) else name

    def ask(*values: Value) -> None:
        arguments = dict(zip(given, values))
        with completed(f"{shown}()", arguments):
            accepted.check_all(accepts, {}, arguments)

    interpreter.certain(ask, [to_rule(each) for each in call.values], call.node)


def _positions(function: declared.Function, count: int) -> Sequence[str] | None:
    """The parameters that the first arguments are for; None where overloads do not agree."""
    found = {
        tuple(each.name for each in overload.parameters if each.kind in BY_POSITION)[:count]
        for overload in function.overloads
    }
    names = found.pop() if len(found) == 1 else ()
    return names if len(names) == count else None
