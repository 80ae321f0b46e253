"""Context managers that change what runs in them: where a graph is made, under which name, on which device."""

from __future__ import annotations

import ast
from contextlib import AbstractContextManager
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, making
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.objects import TOP, Instance, Value, python_type, resolve
from tftypes.inference.scopes import walk
from tftypes.inference.values import is_symbol

#: Those that change nothing that can be seen here, with what entering them gives.
_PLAIN: Final[dict[str, Value]] = {
    "tensorflow.name_scope": PyValue("str"),
    "tensorflow.device": None,
    "tensorflow.control_dependencies": None,
    "tensorflow.xla.experimental.jit_scope": None,
    "tensorflow.summary.should_record_summaries": None,
    "tensorflow.compat.v1.variable_scope": TOP,
}
_INIT: Final = "tensorflow.init_scope"
_SESSION: Final = "tensorflow.compat.v1.Session"
_GRAPH: Final = "tensorflow.Graph.as_default"
#: The switch with the number of graphs that the program has entered.
_GRAPHS: Final = "graphs entered"


def _eagerly(interpreter: Interpreter, manager: Instance) -> AbstractContextManager[None]:
    """`init_scope` leaves all graphs."""
    return interpreter.tracing(None, False)


def _in_graph(interpreter: Interpreter, manager: Instance) -> AbstractContextManager[None]:
    """A graph that the program makes itself, and runs in a session."""
    before = interpreter.switches.read(_GRAPHS, 0)  # unknown where some ways alone have entered one
    interpreter.write(interpreter.switches, _GRAPHS, before + 1 if isinstance(before, int) else TOP)
    return interpreter.in_hidden_graph()


def _run(interpreter: Interpreter, call: Call) -> Value:
    """`session.run(fetches)`: a graph has no eager tensors. Raises OpError for one."""
    entered = interpreter.switches.read(_GRAPHS, 0)
    is_graph = interpreter.switches.read("graph", False) or interpreter.trace is not None
    written = argument_of(call.node, 0, "fetches")
    if is_graph or written is None or entered != interpreter.hidden_graphs or entered > 1:
        return TOP
    fetched = resolve(call.get(0, "fetches"))
    parts = interpreter.known_items(fetched) or (fetched,)
    nodes = written.elts if isinstance(written, (ast.List, ast.Tuple)) else [written]
    for each, node in zip(map(resolve, parts), nodes):
        if python_type(each) in ("int", "float", "bool") or getattr(each, "kind", "") == "array":
            words = f"expected tensors of the graph, got {describe(to_rule(each))}"
            raise OpError("tf-value", words, "fetches", exception="builtins.TypeError")
        is_tensor = isinstance(each, TensorType) and each.kind in ("tensor", "variable")
        if not is_tensor or is_symbol(each) or not each.dtype.is_known or each.shape.dims is None:
            continue
        if not entered or _is_made_outside(interpreter.current_scope, node, call.node):
            hint = f"{ast.unparse(node)}.numpy() is its value"
            words = f"an eager tensor is in no graph, got {each}"
            raise OpError("tf-value", words, "fetches", hint, "builtins.RuntimeError")
    return TOP


def _is_made_outside(scope: ast.AST | None, fetched: ast.expr, call: ast.AST) -> bool:
    """Whether a name gets its value outside of the `with` around a call: there are no ops of the session's graph."""
    if scope is None or not isinstance(fetched, ast.Name):
        return False
    blocks = ([*walk(each)] for each in walk(scope) if isinstance(each, ast.With))
    inside = [each for block in blocks if any(call is one for one in block) for each in block]
    values = bound_in(scope).get(fetched.id, ())
    return bool(values) and not any(value is each for value in values for each in inside)


def _leave_eager_mode(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(interpreter.switches, "graph", True)
    return None


def _placeholder(interpreter: Interpreter, call: Call) -> Value:
    """Only a graph has placeholders, so the program is not eager, whoever calls what makes one."""
    if interpreter.is_eager:
        _leave_eager_mode(interpreter, call)
    return by_rule(interpreter, call)


def _is_eager(interpreter: Interpreter, call: Call) -> Value:
    """`executing_eagerly()`, which nobody knows where it is not known who calls."""
    if interpreter.is_eager:
        return True
    return False if interpreter.trace is not None else PyValue("bool")


FUNCTIONS: Final[dict[str, Model]] = {
    **{name: making(name) for name in (*_PLAIN, _INIT)},
    "tensorflow.executing_eagerly": _is_eager,
    "tensorflow.compat.v1.disable_eager_execution": _leave_eager_mode,
    "tensorflow.compat.v1.disable_v2_behavior": _leave_eager_mode,
    "tensorflow.compat.v1.placeholder": _placeholder,
}
CLASSES: Final = {
    **{name: LibraryClass(methods={"__enter__": giving(value)}) for name, value in _PLAIN.items()},
    _INIT: LibraryClass(scope=_eagerly, methods={"__enter__": giving(None)}),
    "tensorflow.Graph": LibraryClass(methods={"as_default": making(_GRAPH)}),
    _GRAPH: LibraryClass(scope=_in_graph),
    _SESSION: LibraryClass(scope=_in_graph, methods={"run": _run}),
}
