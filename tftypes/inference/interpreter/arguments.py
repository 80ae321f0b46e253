"""Calls of what a library declares: whether it takes arguments by these positions and names, and of these dtypes."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache

from tftypes.inference import declarations as declared
from tftypes.inference.declarations import Declarations
from tftypes.inference.declarations.calls import BY_POSITION
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import accepted, completed
from tftypes.inference.objects import Container, Value, resolve
from tftypes.inference.values import Mapped, Spread


def refused(
    interpreter: Interpreter, called: declared.Entry | None, call: Call, *, bound: bool = True
) -> bool:
    """Whether Python refuses the call for its arguments, which is reported.

    A method that is not `bound`, such as `Layer.__init__(self)`, is given its instance.
    """
    if not isinstance(called, (declared.Function, declared.Class)):
        return False
    spread = [*map(type, call.args)].count(Spread)
    count = len(call.args) - spread
    keywords = tuple(call.kwargs)
    if "**" in call.kwargs:
        keywords = tuple(name for name in keywords if name != "**")
    unpacked = spread > 0 or len(keywords) < len(call.kwargs)
    problem = interpreter.declared.accepts(called, count, keywords, bound=bound, unpacked=unpacked)
    if problem is None:
        return False
    names = positional(interpreter.declared, called.name) or ()
    explained = interpreter.tables.remedies["arguments"]
    problem = explained(problem, called.name, count, keywords, names)
    lacking = interpreter.tables.remedies["missing"](interpreter, call, called.name)
    if lacking is not None:
        more = (*keywords, lacking[0])
        if interpreter.declared.accepts(called, count, more, bound=bound) is None:
            problem = f"argument {lacking[0]!r} is missing; {'='.join(lacking)}"
    words = (
        f"{ast.unparse(call.node.func)}(): {problem}"
        if isinstance(call.node, ast.Call)
        else problem
    )
    interpreter.refuse(call.node, "tf-call", words, "builtins.TypeError")
    return True


@lru_cache(maxsize=2048)
def positional(declarations: Declarations, name: str) -> tuple[str, ...] | None:
    """The parameters of a function, or of a class's constructor, that can be given by position; None if unknown."""
    entry = declarations.find(name)
    if isinstance(entry, declared.Class):
        member = declarations.member(name, "__init__")
        entry = None if member is None else member.entry
    if not isinstance(entry, declared.Function) or not entry.overloads:
        return None
    kinds = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
    names = [each.name for each in entry.overloads[0].parameters if each.kind.name in kinds]
    return tuple(names[1:] if entry.kind == "method" else names)


def bound(interpreter: Interpreter, call: Call, name: str | None = None) -> dict[str, Value]:
    """The arguments of a call by the names of the declared parameters; "**" is there where some are not known."""
    names = positional(interpreter.declared, call.name if name is None else name) or ()
    known = dict(zip(names, call.args))
    if any(isinstance(each, Spread) for each in call.args) or len(call.args) > len(names):
        known = {"**": None}
    known.update(call.kwargs)
    return {each: resolve(value) for each, value in known.items()}


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


def argument_of(node: ast.AST, place: int, name: str) -> ast.expr | None:
    """The expression that a call gives for a parameter."""
    if not isinstance(node, ast.Call):
        return None
    named = (each.value for each in node.keywords if each.arg == name)
    return next(named, None) or next(iter(node.args[place : place + 1]), None)


def written_argument(node: ast.AST, place: int, name: str) -> str | None:
    """What a call gives for a parameter, as the program writes it."""
    given = argument_of(node, place, name)
    return None if given is None else ast.unparse(given)


def by_name(names: Sequence[str], written: Sequence[ast.expr]) -> str:
    """What gives arguments by name that a call gives by position: `training=training`."""
    return ", ".join(f"{name}={ast.unparse(each)}" for name, each in zip(names, written))


def written_owner(node: ast.AST) -> str | None:
    """How the program writes what a call takes its function of: `session` of `session.run(x)`."""
    function = node.func if isinstance(node, ast.Call) else None
    return ast.unparse(function.value) if isinstance(function, ast.Attribute) else None


def items_of(value: Value, node: ast.AST | None) -> str | None:
    """The items of a dict that may be meant in its place, as the program writes them."""
    contents = value.contents if isinstance(value, Container) else None
    if not isinstance(contents, Mapped) or not isinstance(
        node, (ast.Name, ast.Attribute, ast.Subscript)
    ):
        return None
    code = ast.unparse(node)
    return " or ".join(f"{code}[{each!r}]" for each in list(contents.known)[:4]) or None
