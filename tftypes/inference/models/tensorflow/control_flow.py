"""TensorFlow's own control flow: branches and loops."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.graphs import CALLBACK, GraphKind
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.loops import repeated
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.staged_loops import after_rounds, outgrown
from tftypes.inference.interpreter.staged_places import disagreement
from tftypes.inference.interpreter.staging import branches
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.lattice import join_all
from tftypes.inference.models.tensorflow import shown_structures
from tftypes.inference.models.tensorflow.nest import nested
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.shown_structures import Remedy, invariants, shown
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.models.tensorflow.tracing import check_callback, leaving
from tftypes.inference.objects import TOP, Container, Function, Trace, Value, python_type, resolve
from tftypes.inference.values import Mapped, Tensor, has_no_value, is_dict


def inside(
    interpreter: Interpreter, run: Callable[[], Value], kind: GraphKind | None = None
) -> Value:
    """What a callback gives within a loop or branch: in a graph of its own where one is traced, or has a kind."""
    if interpreter.trace is None and kind is None:
        return run()
    trace = Trace(interpreter.trail, interpreter.trace, kind or CALLBACK)
    with interpreter.tracing(trace, interpreter.converted):
        return run()


def as_tensors(interpreter: Interpreter, value: Value) -> Value:
    """A structure with a tensor of the present graph for each leaf that becomes one."""
    return map_leaves(interpreter, partial(_tensor, interpreter), value)


def _tensor(interpreter: Interpreter, value: Value) -> Value:
    made = tensor_of(value)
    if not isinstance(made, TensorType) or value is None:
        return value
    sources = value.sources if isinstance(value, Tensor) and value.kind != "variable" else None
    if isinstance(value, TensorType) and value.kind == "variable" or sources is None:
        return interpreter.made(TensorType(made.dtype, made.shape, made.kind), [value], "read")
    return Tensor(made.dtype, made.shape, made.kind, trace=interpreter.trace, sources=sources)


# -- branches -----------------------------------------------------------------------------------------------------------


def _choose_of(
    interpreter: Interpreter, ways: Sequence[Value], default: Value, node: ast.AST
) -> Value:
    """What one of several branches, or the default where there is one, gives."""
    found = [*ways, default] if default is not None else ways
    for each in found:
        check_callback(each, 0, "a branch")
    return _choose(interpreter, found, node)


def _choose(interpreter: Interpreter, ways: Sequence[Value], node: ast.AST) -> Value:
    """What one of several callables gives, nobody knows which."""
    runs = [partial(interpreter.call, each, [], {}, node) for each in ways]
    if interpreter.trace is not None:
        found = branches(interpreter, runs)
        for other in found[1:]:
            if (wrong := disagreement("the result", found[0], other)) is not None:
                one, another = shown(found[0]), shown(other)
                words = f"in a graph all branches give the same: one branch returns {one}, another {another}"
                raise OpError(wrong[0], words, hint=shown_structures.alike(found[0], other))
        return join_all(found)
    results: list[Value] = []
    interpreter.fork([lambda run=run: results.append(run()) for run in runs])  # type: ignore[misc]
    return as_tensors(interpreter, join_all(results)) if results else TOP


def _cond(interpreter: Interpreter, call: Call) -> Value:
    pred = resolve(call.get(0, "pred"))
    ways = [call.get(1, "true_fn"), call.get(2, "false_fn")]
    for each, name in zip(ways, ("true_fn", "false_fn")):
        if each is not None:
            check_callback(each, 0, name)
    if interpreter.trace is None and not has_no_value(pred):
        holds = interpreter.condition(pred, call.node)
        if holds is not None:
            if isinstance(left := resolve(ways[holds]), Function):
                interpreter.called.add(left.code)
            return as_tensors(interpreter, interpreter.call(ways[not holds], [], {}, call.node))
    elif isinstance(pred, bool):
        raise OpError("tf-dtype", "'pred' must be a tensor in a graph, got a Python bool")
    else:
        _check_predicate(pred)
    return _choose(interpreter, ways, call.node)


def _check_predicate(pred: Value) -> None:
    if isinstance(pred, TensorType) and pred.kind == "tensor":
        if pred.dtype.name and pred.dtype.name != "bool":
            raise OpError("tf-dtype", f"'pred' must be bool, got {pred.dtype}")
        if pred.shape.rank:
            raise OpError("tf-rank", f"'pred' must be a scalar, got {pred}")


def _case(interpreter: Interpreter, call: Call) -> Value:
    ways = _branches(interpreter, call.get(0, "pred_fn_pairs"))
    return _choose_of(interpreter, ways, call.get(1, "default"), call.node)


def _branches(interpreter: Interpreter, value: Value) -> list[Value]:
    """The branches of a dict, of a list of pairs, or of a list of them. Raises Unsure where they are not known."""
    value = resolve(value)
    if isinstance(value, Container) and isinstance(value.contents, Mapped):
        return list(value.contents.known.values())
    found = interpreter.known_items(value)
    if found is None:
        raise Unsure
    pairs = [interpreter.known_items(each) for each in found]
    return [each if pair is None or len(pair) != 2 else pair[1] for each, pair in zip(found, pairs)]


def _switch_case(interpreter: Interpreter, call: Call) -> Value:
    index = tensor_of(call.get(0, "branch_index"))
    graph = interpreter.trace is not None
    if graph and index is not None and index.dtype.name and index.dtype.name != "int32":
        raise OpError("tf-dtype", f"'branch_index' must be int32, got {index.dtype}")
    ways = _branches(interpreter, call.get(1, "branch_fns"))
    return _choose_of(interpreter, ways, call.get(2, "default"), call.node)


# -- loops --------------------------------------------------------------------------------------------------------------


def repeat(interpreter: Interpreter, run: Callable[[], None], node: ast.AST) -> None:
    """Run something of a library's any number of times, such as a callback."""
    nowhere: Any = None
    depth = interpreter.trail.depth
    try:
        repeated(interpreter, nowhere, node, lambda: None, lambda frame: run(), lambda frame: None)
    finally:
        interpreter.trail.unwind(depth)


def carried(
    interpreter: Interpreter, step: Callable[[Value], Value], state: Value, node: ast.AST
) -> Value:
    """A state after any number of rounds, each of which makes it anew."""
    cell = interpreter.list((state,))

    def run() -> None:
        interpreter.write(cell, "contents", (step(cell.contents[0]),))

    repeat(interpreter, run, node)
    return cell.contents[0]


def looped(
    interpreter: Interpreter,
    state: Value,
    step: Callable[[Value], Value],
    check: Callable[[Value, Value], None],
    node: ast.AST,
    invariants: Value = None,
) -> Value:
    """The state of a loop after any number of rounds. In a graph a round keeps dtypes and shapes."""
    state = as_tensors(interpreter, state)
    if invariants is not None:
        state = map_leaves(interpreter, _with_shape, state, invariants)
    if interpreter.trace is None:
        return carried(interpreter, lambda now: as_tensors(interpreter, step(now)), state, node)
    after = inside(
        interpreter, lambda: as_tensors(interpreter, step(as_tensors(interpreter, state)))
    )
    check(state, after)
    state = map_leaves(interpreter, after_rounds, state, after)
    return map_leaves(interpreter, partial(leaving, interpreter), state)


def _with_shape(value: Value, shape: Value) -> Value:
    told = resolve(shape)
    if not isinstance(value, Tensor) or not isinstance(told, (Shape, TensorType)):
        return value
    shape = told if isinstance(told, Shape) else told.shape
    return Tensor.of(value, shape, identity=None, history=None)


def check_state(
    what: str,
    argument: str,
    state: Value,
    after: Value,
    remedy: Remedy = None,
    plainly: Callable[[Value], Value] = resolve,
    relaxed: bool = False,
) -> None:
    """A round of a loop keeps structure, dtypes and shapes of what goes round. Raises OpError where it does not.

    `plainly` leaves out what may differ of structures, and `relaxed` says that shapes may.
    """
    try:
        old, new = plainly(state), plainly(after)
    except Unsure:
        return
    pair = after, state
    if (wrong := disagreement(what, old, new)) is not None:
        code = wrong[0]
    elif not relaxed and (grown := next(outgrown(old, new), None)) is not None:
        code, pair = "tf-shape", (grown[1], grown[0])
    else:
        return
    changed = _CHANGES.get(code, "structure")
    given, expected = map(shown, pair)
    words = f"{what} changes its {changed}: returns {given} for {expected}"
    raise OpError(code, words, argument, remedy and remedy(code, old, new))


_CHANGES: Final = {"tf-shape": "shape", "tf-dtype": "dtype"}


def kept(
    interpreter: Interpreter, what: str, argument: str, remedy: Remedy = None
) -> Callable[[Value, Value], None]:
    """The check of the state of a loop of a graph, which takes a structure of other containers for the same."""
    plainly = partial(nested, interpreter)
    return partial(check_state, what, argument, remedy=remedy, plainly=plainly)


def _check_condition(interpreter: Interpreter, made: Value) -> None:
    """What `cond` gives is one bool, or eagerly what has a truth. Raises OpError."""
    if not isinstance(made, TensorType):
        return
    if any(isinstance(each, int) and each > 1 for each in made.shape.dims or ()):
        hint = "tf.reduce_all(x) or tf.reduce_any(x) is one"
        raise OpError("tf-rank", f"returns {made}, expected a bool scalar", "cond", hint)
    if interpreter.trace is not None and made.dtype.name not in (None, "bool"):
        hint = "tf.cast(x, tf.bool) is one"
        raise OpError("tf-dtype", f"returns {made}, expected a bool scalar", "cond", hint)


def _check_listed(made: Value, count: int, is_eager: bool) -> None:
    """What `body` gives is a list of the loop variables; in a graph the one that there is may stand alone. Raises OpError."""
    if made is None or is_dict(made):
        words = f"returns {shown(made)}, expected a list of {count}"
        raise OpError("tf-value", words, "body", "return the loop variables")
    if not is_eager or not isinstance(made, TensorType):
        return
    rows = made.shape[0] if made.shape.rank else made.shape.rank
    if isinstance(rows, int) and rows != count:
        words = f"returns {made}, expected a list of {count}: eagerly its rows are taken"
        raise OpError("tf-rank", words, "body", "return [x]" if count == 1 else None)


def _check_same_structure(old: Value, new: Value) -> None:
    """An eager loop keeps its structure, whatever the dtypes in it. Raises OpError."""
    found = disagreement("a loop variable", old, new)
    if found is not None and found[0] == "tf-trace":
        words = f"a loop variable changes its structure: returns {shown(new)} for {shown(old)}"
        raise OpError("tf-trace", words, "body")


def _is_entered(
    interpreter: Interpreter, cond: Value, variables: Sequence[Value], node: ast.AST
) -> bool | None:
    """Whether an eager loop has a first round; None where data decide."""
    with interpreter.quietly():
        first = partial(interpreter.call, cond, list(variables), {}, node)
        goes_on, is_refused = interpreter.attempted(first)
    return False if is_refused else interpreter.truth(goes_on)


def while_loop(
    interpreter: Interpreter, call: Call, remedy: Remedy = invariants, alone: bool = False
) -> Value:
    """`while_loop(cond, body, loop_vars, shape_invariants)`: the variables after any number of rounds.

    `alone` says that there is one, which `body` returns without a list.
    """
    cond, body, given = call.get(0, "cond"), call.get(1, "body"), resolve(call.get(2, "loop_vars"))
    if isinstance(given, TensorType) or python_type(given) is not None:
        code = written_argument(call.node, 2, "loop_vars")
        words = f"expected a list of tensors, got {shown(given)}"
        raise OpError("tf-value", words, "loop_vars", code and f"loop_vars=[{code}]")
    variables = interpreter.known_items(given)
    if variables is None:
        raise Unsure
    if not variables and interpreter.is_eager:
        raise OpError("tf-value", "expected one variable or more, got none", "loop_vars")
    for each, name in ((cond, "cond"), (body, "body")):
        check_callback(each, len(variables), name)
    check = kept(interpreter, "a loop variable", "body", remedy)
    is_eager = interpreter.trace is None
    is_entered = not is_eager or _is_entered(interpreter, cond, variables, call.node)

    def step(state: Value) -> Value:
        now = list(interpreter.known_items(state) or variables)
        goes_on = resolve(interpreter.call(cond, now, {}, call.node))
        _check_condition(interpreter, goes_on)
        if is_eager and interpreter.truth(goes_on) is False:
            return tuple(now)
        after = resolve(interpreter.call(body, now, {}, call.node))
        if not alone and is_entered:  # some give one tensor for one variable, and have no round
            _check_listed(after, len(variables), is_eager)
        is_one = alone or isinstance(after, TensorType) and not is_eager
        made = (after,) if is_one else interpreter.known_items(after)
        if made is not None and is_eager and is_entered is not False:
            _check_same_structure(tuple(variables), tuple(made))
        return TOP if made is None else tuple(made)

    told = interpreter.known_items(call.get(3, "shape_invariants"))
    invariants = None if interpreter.is_eager else told  # of a graph alone
    if invariants is not None and len(invariants) != len(variables) and not is_eager:
        words = f"expected one for each of {len(variables)} loop variables, got {len(invariants)}"
        raise OpError("tf-value", words, "shape_invariants", exception="builtins.ValueError")
    after = resolve(looped(interpreter, tuple(variables), step, check, call.node, invariants))
    if not isinstance(after, tuple):
        return TOP
    return interpreter.list(after) if isinstance(given, Container) else after


def _while_loop_v1(interpreter: Interpreter, call: Call) -> Value:
    """A single loop variable comes alone out of a graph, and in a list where the loop runs eagerly."""
    after = while_loop(interpreter, call)
    return TOP if len(interpreter.known_items(after) or ()) == 1 else after


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.cond": _cond,
    "tensorflow.compat.v1.cond": _cond,
    "tensorflow.case": _case,
    "tensorflow.compat.v1.case": _case,
    "tensorflow.switch_case": _switch_case,
    "tensorflow.while_loop": while_loop,
    "tensorflow.compat.v1.while_loop": _while_loop_v1,
}
