"""Graphs of TensorFlow 1: what is added to them for a session to run, and under which names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.arguments import argument_of, written_owner
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.open_modules import is_mentioned, runs_alone
from tftypes.inference.interpreter.process import DEFAULT_GRAPH, GLOBAL
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.variables import new_variable
from tftypes.inference.objects import OPEN, TOP, Instance, Value, resolve
from tftypes.inference.state import Definite
from tftypes.inference.values import OfGraph, Tensor

_GRAPH: Final = "tensorflow.Graph"
_ENTERED: Final = "tensorflow.Graph.as_default"
_SCOPE: Final = "tensorflow.compat.v1.variable_scope"
#: The slot of a graph, and of what enters it, that tells it from others: a number, and how the program calls it.
IDENTITY: Final = "<graph>"
#: The switch with the number of graphs that the program has entered.
GRAPHS: Final = "graphs entered"
#: What shares a variable with another one of its name on purpose.
_SHARING: Final = ("reuse", "make_template")


def owner_of(call: ast.AST) -> str:
    """The module that a call of a function names: `tf.compat.v1` of `tf.compat.v1.Session()`."""
    return written_owner(call) or "tf.compat.v1"


def identity_of(interpreter: Interpreter, graph: Value) -> Any:
    """What tells a graph from others; None where that is not known."""
    if graph is None:
        is_global = not (interpreter.trace or interpreter.hidden_graphs)
        default = interpreter.switches.read(DEFAULT_GRAPH, GLOBAL) if is_global else None
        return interpreter.session_graph or default
    found = graph.read(IDENTITY) if isinstance(graph, Instance) else None
    return found if isinstance(found, tuple) else None


def _make_graph(interpreter: Interpreter, call: Call) -> None:
    interpreter.write(call.receiver, IDENTITY, (call.receiver.birth, ""))


def _default_graph(interpreter: Interpreter, call: Call) -> Value:
    found = identity_of(interpreter, None)
    return interpreter.instance(_GRAPH, {IDENTITY: found, OPEN: True})  # the same each time


def _as_default(interpreter: Interpreter, call: Call) -> Value:
    found = identity_of(interpreter, call.receiver)
    name = call.node.func.value if isinstance(call.node, ast.Call) else None  # type: ignore[attr-defined]
    if found is not None and isinstance(name, ast.Name):
        found = (found[0], name.id)
    return interpreter.instance(_ENTERED, {IDENTITY: found})


def enter(interpreter: Interpreter, manager: Instance) -> AbstractContextManager[None]:
    """A graph that the program makes itself, and runs in a session."""
    before = interpreter.switches.read(GRAPHS, 0)
    interpreter.write(interpreter.switches, GRAPHS, before + 1 if type(before) is int else TOP)
    found = manager.read(IDENTITY)
    return interpreter.in_hidden_graph(found if isinstance(found, tuple) else None)


def _by_name(interpreter: Interpreter, call: Call) -> Value:
    """`graph.get_tensor_by_name("x:0")`: a tensor is an output of an operation, by its number."""
    name = resolve(call.get(0, "name"))
    is_tensor = call.name.endswith("tensor_by_name")
    if isinstance(name, str) and (":" in name) != is_tensor:
        words = f"{name!r} is the name of {'an operation' if is_tensor else 'a tensor'}"
        wanted = f"{name}:0" if is_tensor else name.partition(":")[0]
        raise OpError("tf-value", words, "name", repr(wanted), "builtins.ValueError")
    return TOP


def _leave_eager_mode(interpreter: Interpreter, call: Call) -> Value:
    interpreter.sessions = interpreter.graphs = True
    interpreter.write(interpreter.switches, "graph", True)
    return None


def _reset(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(interpreter.switches, DEFAULT_GRAPH, (interpreter.trail.tick(), ""))
    return None


# -- what is added ------------------------------------------------------------------------------------------------------


def _placeholder(interpreter: Interpreter, call: Call) -> Value:
    """Only a graph has placeholders, so the program is not eager, whoever calls what makes one."""
    is_program = interpreter.path == interpreter.main and is_mentioned(interpreter, "Session(")
    if interpreter.is_eager:
        if is_program and runs_alone(interpreter):
            owner = owner_of(call.node)
            words = "a placeholder is of a graph, and the program runs eagerly"
            hint = "with tf.Graph().as_default(): around the graph and its session makes one"
            found = OpError("tf-state", words, hint=hint).complete(f"{owner}.placeholder()", {})
            interpreter.refuse(call.node, found.code, str(found), "builtins.RuntimeError")
        interpreter.write(interpreter.switches, "graph", TOP)
    made, graph = by_rule(interpreter, call), interpreter.session_graph
    if graph is None or not isinstance(made, TensorType):
        return made
    own = interpreter.trail.tick(), _name_of(interpreter.current_scope, call.node)
    return Tensor.of(made, history=OfGraph(graph, frozenset((own,)), own=own))


def _name_of(scope: ast.AST | None, call: ast.AST) -> str:
    """The name that the program gives to what a call makes; nothing where it gives none."""
    names = {} if scope is None else bound_in(scope)
    return next((name for name, values in names.items() if any(v is call for v in values)), "")


def _get_variable(interpreter: Interpreter, call: Call) -> Value:
    made, graph = by_rule(interpreter, call), interpreter.session_graph
    if graph is None or not isinstance(made, TensorType):
        return made
    names = [*(name for name, _ in interpreter.variable_scopes), resolve(call.get(0, "name"))]
    if all(isinstance(each, str) for each in names):
        full = "/".join(filter(None, names))
        slot = Definite(f"variable {graph[0]} {full}")
        is_shared = any(is_mentioned(interpreter, each) for each in _SHARING)
        if interpreter.switches.read(slot, False) is True and not is_shared:
            owner = owner_of(call.node)
            scope = next((text for _, text in reversed(interpreter.variable_scopes)), '""')
            words = f"the graph has a variable {full!r} already"
            hint = f"with {owner}.variable_scope({scope}, reuse={owner}.AUTO_REUSE) shares it"
            raise OpError("tf-state", words, hint=hint, exception="builtins.ValueError")
        interpreter.write(interpreter.switches, slot, True)
    return new_variable(interpreter, made.dtype, made.shape)


def _enter_scope(interpreter: Interpreter, manager: Instance) -> AbstractContextManager[None]:
    return _scoped(interpreter, manager.read("name"), str(manager.read("written")))


@contextmanager
def _scoped(interpreter: Interpreter, name: Value, written: str) -> Iterator[None]:
    saved = interpreter.variable_scopes
    interpreter.variable_scopes = (*saved, (name, written))
    try:
        yield
    finally:
        interpreter.variable_scopes = saved


def _make_scope(interpreter: Interpreter, call: Call) -> Value:
    written = argument_of(call.node, 0, "name_or_scope")
    name = TOP if "reuse" in call.kwargs else resolve(call.get(0, "name_or_scope", TOP))
    slots = {"name": name, "written": "" if written is None else ast.unparse(written)}
    return interpreter.instance(_SCOPE, slots)


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.compat.v1.disable_eager_execution": _leave_eager_mode,
    "tensorflow.compat.v1.disable_v2_behavior": _leave_eager_mode,
    "tensorflow.compat.v1.placeholder": _placeholder,
    "tensorflow.compat.v1.get_variable": _get_variable,
    "tensorflow.compat.v1.get_default_graph": _default_graph,
    "tensorflow.compat.v1.reset_default_graph": _reset,
    _SCOPE: _make_scope,
}
CLASSES: Final = {
    _GRAPH: LibraryClass(
        construct=_make_graph,
        methods={
            "as_default": _as_default,
            "get_tensor_by_name": _by_name,
            "get_operation_by_name": _by_name,
        },
    ),
    _ENTERED: LibraryClass(scope=enter),
    _SCOPE: LibraryClass(scope=_enter_scope, methods={"__enter__": giving(TOP)}),
}
