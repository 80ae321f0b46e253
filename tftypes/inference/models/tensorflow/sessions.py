"""Sessions of TensorFlow 1: what is fetched and fed, and what a session is not ready for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import TensorType
from tftypes.algebra.matching import mismatch
from tftypes.inference.interpreter.arguments import argument_of, written_owner
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.interpreter.open_modules import is_mentioned, runs_alone
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, itself, writing
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.session_graphs import (
    GRAPHS,
    IDENTITY,
    enter,
    identity_of,
    owner_of,
)
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import TOP, Value, python_type, resolve
from tftypes.inference.scopes import walk
from tftypes.inference.state import Definite
from tftypes.inference.values import (
    Mapped,
    OfGraph,
    Tensor,
    has_no_value,
    may_have_more,
    placeholder_of,
)
from tftypes.inference.widening import soften

_SESSION: Final = "tensorflow.compat.v1.Session"
#: The slots of a session that say whether it is closed, and which module the program takes it from.
_CLOSED: Final = Definite("<closed>")
_CLOSE: Final = writing(_CLOSED, True)
_OWNER: Final = "<owner>"
#: Words of which each program has one that gives variables their first values.
_INITIALIZING: Final = ("initializ", "restore", "assign", "load")


def _make(interpreter: Interpreter, call: Call) -> None:
    graph = resolve(call.get(1, "graph"))
    interpreter.write(call.receiver, IDENTITY, identity_of(interpreter, graph))
    interpreter.write(call.receiver, _OWNER, owner_of(call.node))


def _run(interpreter: Interpreter, call: Call) -> Value:
    """`session.run(fetches, feed_dict)`: the values of what is fetched. Raises OpError where there are none."""
    if interpreter.trace is not None:
        return TOP
    if call.receiver.read(_CLOSED, False) is True:
        words = "the session is closed: the end of its with-statement and close() do that"
        hint = f"with {call.receiver.read(_OWNER)}.Session() as session: around it opens another"
        raise OpError("tf-state", words, hint=hint, exception="builtins.RuntimeError")
    fetched = resolve(call.get(0, "fetches"))
    _check_fetched(interpreter, call, fetched)
    needs = [each.history for each in _tensors(interpreter, fetched)]
    _check_graph(call, needs)
    _check_fed(interpreter, call, needs)
    return map_leaves(interpreter, _value, fetched)


def _tensors(interpreter: Interpreter, fetched: Value) -> Iterator[Tensor]:
    """The tensors among what is fetched of which it is known what they need."""
    for each in map(resolve, leaves(interpreter, fetched)):
        if type(each) is Tensor and type(each.history) is OfGraph:
            yield each


def _value(fetched: Value) -> Value:
    """What a session gives for a tensor of a graph."""
    found = resolve(fetched)
    is_known = has_no_value(found) and found.dtype.is_known and not found.dtype.is_string
    return TensorType(found.dtype, found.shape, "array") if is_known else TOP


# -- fetches ------------------------------------------------------------------------------------------------------------


def _check_fetched(interpreter: Interpreter, call: Call, fetched: Value) -> None:
    """A graph has no eager tensors and no numbers. Raises OpError for one."""
    written = argument_of(call.node, 0, "fetches")
    if written is None:
        return
    parts = interpreter.known_items(fetched) or (fetched,)
    nodes = written.elts if isinstance(written, (ast.List, ast.Tuple)) else [written]
    for each, node in zip(map(resolve, parts), nodes):
        if python_type(each) in ("int", "float", "bool") or getattr(each, "kind", "") == "array":
            words = f"expected tensors of the graph, got {describe(to_rule(each))}"
            hint = _renamed(interpreter.current_scope, node, call.node)
            raise OpError("tf-value", words, "fetches", hint, "builtins.TypeError")
        _check_in_graph(interpreter, each, node, call.node)


def _renamed(scope: ast.AST | None, node: ast.expr, call: ast.AST) -> str | None:
    """What keeps a tensor that the value of a run takes the name of."""
    if scope is None or not isinstance(node, ast.Name):
        return None
    for each in walk(scope):
        if isinstance(each, ast.Assign) and each.value is call:
            names = [part for part in ast.walk(each.targets[0]) if isinstance(part, ast.Name)]
            if any(part.id == node.id for part in names):
                told = [f"{part.id}_value" if part.id == node.id else part.id for part in names]
                return f"{', '.join(told)} = {ast.unparse(call)} leaves {node.id} alone"
    return None


def _check_in_graph(interpreter: Interpreter, each: Value, node: ast.expr, call: ast.AST) -> None:
    entered = interpreter.switches.read(GRAPHS, 0)
    is_graph = interpreter.switches.read("graph", False)
    if is_graph or entered != interpreter.hidden_graphs or entered not in (0, 1):
        return
    is_tensor = isinstance(each, TensorType) and each.kind in ("tensor", "variable")
    if not is_tensor or has_no_value(each) or not each.dtype.is_known or each.shape.dims is None:
        return
    if not entered or _is_made_outside(interpreter.current_scope, node, call):
        hint = f"{ast.unparse(node)}.numpy() is its value"
        words = f"an eager tensor is in no graph, got {each}"
        raise OpError("tf-value", words, "fetches", hint, "builtins.RuntimeError")


def _is_made_outside(scope: ast.AST | None, fetched: ast.expr, call: ast.AST) -> bool:
    """Whether a name gets its value outside of the `with` around a call: there are no ops of the session's graph."""
    if scope is None or not isinstance(fetched, ast.Name):
        return False
    blocks = ([*walk(each)] for each in walk(scope) if isinstance(each, ast.With))
    inside = [each for block in blocks if any(call is one for one in block) for each in block]
    values = bound_in(scope).get(fetched.id, ())
    return bool(values) and not any(value is each for value in values for each in inside)


def _check_graph(call: Call, needs: list[OfGraph]) -> None:
    """A session runs the ops of one graph. Raises OpError for those of another."""
    own = call.receiver.read(IDENTITY)
    for each in needs:
        if isinstance(own, tuple) and own[0] != each.graph[0]:
            name = each.graph[1] or f"{call.receiver.read(_OWNER)}.get_default_graph()"
            hint = f"{call.receiver.read(_OWNER)}.Session(graph={name}) runs it"
            raise OpError("tf-state", "a tensor of another graph", "fetches", hint)


# -- feeds --------------------------------------------------------------------------------------------------------------


def _check_fed(interpreter: Interpreter, call: Call, needs: list[OfGraph]) -> None:
    """What is fed fits, and is all that the fetched tensors need. Raises OpError."""
    given, written = resolve(call.get(1, "feed_dict")), argument_of(call.node, 1, "feed_dict")
    contents = Mapped({}) if given is None else getattr(given, "contents", None)
    if not isinstance(contents, Mapped) or call.is_open:
        return
    texts = _texts(written)
    for place, value in contents.known.items():
        if (own := placeholder_of(place)) is not None:
            _check_value(call, place, resolve(value), texts.get(own[1]))
    fed = {placeholder_of(each) for each in contents.known}
    if not contents.is_whole or None in fed:
        return
    lacking = sorted(frozenset().union(*(each.placeholders for each in needs)) - fed)
    if lacking:
        name = lacking[0][1]
        pairs = "" if written is None else ast.unparse(written)[1:-1]
        is_display = written is None or isinstance(written, ast.Dict)
        hint = f"feed_dict={{{', '.join(filter(None, (pairs, f'{name}: value')))}}}"
        words = f"the placeholder {name} is not fed" if name else "a placeholder is not fed"
        raise OpError("tf-value", words, "feed_dict", hint if name and is_display else None)
    if any(each.reads_variables for each in needs):
        _check_initialized(interpreter, call)


def _texts(written: ast.AST | None) -> dict[str, str]:
    """How the program writes what it feeds to a name."""
    pairs = zip(written.keys, written.values) if isinstance(written, ast.Dict) else ()
    return {each.id: ast.unparse(value) for each, value in pairs if isinstance(each, ast.Name)}


def _check_value(call: Call, place: Tensor, value: Value, text: str | None) -> None:
    """A placeholder takes arrays and numbers that have its shape. Raises OpError."""
    if isinstance(value, TensorType) and value.kind == "tensor" and not may_have_more(value):
        words = f"expected an array or numbers, got a tensor: {value}"
        session = written_owner(call.node) or "session"
        hint = f"{session}.run({text or 'tensor'}) is its value"
        raise OpError("tf-value", words, "feed_dict", hint, "builtins.TypeError")
    found = tensor_of(value)
    if value is None or found is None or found.kind not in ("tensor", "array"):
        return
    wrong = mismatch(soften(found.shape), soften(place.shape))
    if wrong is None:
        return
    one, many = found.shape, place.shape
    hint = None
    if text and one.rank is not None and many.rank == one.rank + 1:
        if many[-1] == 1 and mismatch(one, many.slice(0, -1)) is None:
            hint = f"{text}[..., None]"
        elif many[0] not in range(2, 10**9) and mismatch(one, many.slice(1)) is None:
            hint = f"{text}[None]"
    shown = TensorType(found.dtype, one)
    words = f"the placeholder is {TensorType(place.dtype, many)}, got {shown}: {wrong}"
    raise OpError("tf-shape", words, "feed_dict", hint, "builtins.ValueError")


def _check_initialized(interpreter: Interpreter, call: Call) -> None:
    """Variables of a graph have no values before an op of the graph gives them some. Raises OpError."""
    if any(is_mentioned(interpreter, each) for each in _INITIALIZING):
        return
    if runs_alone(interpreter) and isinstance(call.node, ast.Call):
        run, owner = ast.unparse(call.node.func), call.receiver.read(_OWNER)
        words = "it reads variables that have no values yet"
        hint = f"{run}({owner}.global_variables_initializer()) before it"
        raise OpError("tf-state", words, hint=hint)


CLASSES: Final = {
    _SESSION: LibraryClass(
        construct=_make,
        scope=enter,
        methods={"run": _run, "close": _CLOSE, "__enter__": itself, "__exit__": _CLOSE},
    )
}
