"""TensorFlow's own control flow: branches, loops, maps over rows, and Python in a graph."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.loops import repeated
from tftypes.inference.interpreter.rules import as_dtype, tensor_of, to_rule
from tftypes.inference.interpreter.staged_loops import after_rounds, outgrown
from tftypes.inference.interpreter.staged_places import disagreement
from tftypes.inference.interpreter.staging import branches
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.lattice import join_all
from tftypes.inference.models.tensorflow import shown_structures, specs
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.extension_specs import is_type_spec
from tftypes.inference.models.tensorflow.nest import nested
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor, is_told
from tftypes.inference.models.tensorflow.shown_structures import Remedy, invariants, shown
from tftypes.inference.models.tensorflow.stacking import stacked, unstacked
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.models.tensorflow.tracing import check_callback, leaving
from tftypes.inference.objects import TOP, Container, Function, Trace, Value, resolve
from tftypes.inference.values import Mapped, Tensor


def _inside(interpreter: Interpreter, run: Callable[[], Value], kind: str | None = None) -> Value:
    """What a callback gives within a loop or branch: in a graph of its own where one is traced, or has a kind."""
    if interpreter.trace is None and kind is None:
        return run()
    trace = Trace(interpreter.trail, interpreter.trace, kind or "a loop or branch of the graph")
    with interpreter.tracing(trace, interpreter.converted):
        return run()


def _tensors(interpreter: Interpreter, value: Value) -> Value:
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
    return _tensors(interpreter, join_all(results)) if results else TOP


def _cond(interpreter: Interpreter, call: Call) -> Value:
    pred = resolve(call.get(0, "pred"))
    ways = [call.get(1, "true_fn"), call.get(2, "false_fn")]
    for each, name in zip(ways, ("true_fn", "false_fn")):
        if each is not None:
            check_callback(each, 0, name)
    if interpreter.trace is None:
        holds = interpreter.condition(pred, call.node)
        if holds is not None:
            if isinstance(left := resolve(ways[holds]), Function):
                interpreter.called.add(left.code)
            return _tensors(interpreter, interpreter.call(ways[not holds], [], {}, call.node))
    elif isinstance(pred, bool):
        raise OpError("tf-dtype", "'pred' must be a tensor in a graph, got a Python bool")
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
    state = _tensors(interpreter, state)
    if invariants is not None:
        state = map_leaves(interpreter, _with_shape, state, invariants)
    if interpreter.trace is None:
        return carried(interpreter, lambda now: _tensors(interpreter, step(now)), state, node)
    after = _inside(interpreter, lambda: _tensors(interpreter, step(_tensors(interpreter, state))))
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
        code, remedy = wrong[0], None
    elif not relaxed and (grown := next(outgrown(old, new), None)) is not None:
        code, pair = "tf-shape", (grown[1], grown[0])
    else:
        return
    changed = _CHANGES.get(code, "structure")
    given, expected = map(shown, pair)
    raise OpError(
        code,
        f"{what} changes its {changed}: returns {given} for {expected}",
        argument,
        remedy and remedy(old, new),
    )


_CHANGES: Final = {"tf-shape": "shape", "tf-dtype": "dtype"}


def kept(
    interpreter: Interpreter, what: str, argument: str, remedy: Remedy = None
) -> Callable[[Value, Value], None]:
    """The check of the state of a loop of a graph, which takes a structure of other containers for the same."""
    plainly = partial(nested, interpreter)
    return partial(check_state, what, argument, remedy=remedy, plainly=plainly)


def while_loop(interpreter: Interpreter, call: Call, remedy: Remedy = invariants) -> Value:
    """`while_loop(cond, body, loop_vars, shape_invariants)`: the variables after any number of rounds."""
    cond, body, given = call.get(0, "cond"), call.get(1, "body"), resolve(call.get(2, "loop_vars"))
    variables = interpreter.known_items(given)
    if variables is None:
        raise Unsure
    for each, name in ((cond, "cond"), (body, "body")):
        check_callback(each, len(variables), name)

    def step(state: Value) -> Value:
        now = list(interpreter.known_items(state) or variables)
        interpreter.call(cond, now, {}, call.node)
        after = resolve(interpreter.call(body, now, {}, call.node))
        made = interpreter.known_items(after) if not isinstance(after, TensorType) else (after,)
        return TOP if made is None else tuple(made)

    invariants = interpreter.known_items(call.get(3, "shape_invariants"))
    check = kept(interpreter, "a loop variable", "body", remedy)
    after = resolve(looped(interpreter, tuple(variables), step, check, call.node, invariants))
    if not isinstance(after, tuple):
        return TOP
    return interpreter.list(after) if isinstance(given, Container) else after


# -- rows ---------------------------------------------------------------------------------------------------------------


def rows(interpreter: Interpreter, elems: Value) -> tuple[Value, Dim]:
    """One row of each tensor of a structure, and how many rows there are."""
    sizes: list[Dim] = []

    def row(value: Value) -> Value:
        tensor = tensor_of(value)
        if tensor is None:
            return TOP
        if tensor.shape.rank == 0:
            raise OpError("tf-rank", "the elements must have rank 1 or more, got a scalar")
        sizes.append(components.first_dim(tensor.shape))
        return interpreter.made(components.sliced(tensor), [value], "row")

    made = unstacked(interpreter, row, map_leaves(interpreter, _converted, elems))
    return made, components.agreed(sizes) if sizes else UNKNOWN


def _converted(value: Value) -> Value:
    """A number as the tensor that it becomes; what is a tensor stays the one that it is."""
    made = None if isinstance(value, TensorType) else tensor_of(value)
    return value if made is None else made


def _stacked(interpreter: Interpreter, size: Dim, value: Value) -> Value:
    if is_composite(value):
        return stacked(interpreter, partial(_stacked, interpreter, size), value, size)
    ragged = isinstance(value, TensorType) and value.kind == "ragged"
    tensor = value if ragged else tensor_of(value)
    if tensor is None:
        return TOP
    return interpreter.made(components.batched(tensor, size), [value], "stack")


def rows_of(interpreter: Interpreter, size: Dim, value: Value) -> Value:
    """What a callback has given for one row, for all of them."""
    stack = partial(_stacked, interpreter, size)
    return map_leaves(interpreter, stack, value, composites=False)


def mapped(
    interpreter: Interpreter, call: Call, kind: str | None = None, argument: str = "fn"
) -> tuple[Value, Value, Dim]:
    """What a callback gives for one row, that row, and how many there are."""
    function, elems = call.get(0, argument), call.get(1, "elems")
    check_callback(function, 1, argument)

    def run() -> tuple[Value, Value, Dim]:
        row, size = rows(interpreter, elems)
        return interpreter.call(function, [row], {}, call.node), row, size

    return _inside(interpreter, run, kind)


def _map_fn(interpreter: Interpreter, call: Call) -> Value:
    told = call.kwargs.get("fn_output_signature", call.get(2, "dtype"))
    (result, row, size), refused = interpreter.attempted(partial(mapped, interpreter, call))
    if told is None and not refused:
        _check_rows(row, result)
    elif told is not None:
        result = _as_told(interpreter, told, result)
    return rows_of(interpreter, size, result)


def _check_rows(row: Value, result: Value) -> None:
    """Without an output signature, the results are of the structure and the dtypes of the elements."""
    if (wrong := disagreement("the result", row, result)) is not None:
        raise OpError(
            wrong[0],
            f"returns {shown(result)} for {shown(row)}, as elems have",
            "fn",
            f"fn_output_signature={shown_structures.dtypes_of(result)}",
        )


def _as_told(interpreter: Interpreter, told: Value, result: Value) -> Value:
    """The result of a callback as a signature says it is."""

    def leaf(spec: Value, value: Value) -> Value:
        if is_type_spec(spec):
            return value if is_composite(value) else TOP
        dtype = as_dtype(spec)
        given = tensor_of(value)
        if isinstance(spec, TensorType) and spec.kind == "spec":
            kind = specs.spec_kind(spec)
            return TensorType(spec.dtype, spec.shape, kind)
        if dtype is None or isinstance(value, bool):  # eagerly alone a bool is no number
            return TOP
        if given is not None and not is_told(to_rule(value)):
            given = as_tensor(to_rule(value), like=dtype)
        if given is not None and given.dtype.name and dtype.name and given.dtype != dtype:
            raise OpError("tf-dtype", f"the callback gives {given}, the signature says {dtype}")
        return TensorType(dtype, Shape.unknown() if given is None else given.shape)

    return map_leaves(interpreter, leaf, told, result, composites=False)


def _vectorized_map(interpreter: Interpreter, call: Call) -> Value:
    result, _, size = mapped(interpreter, call, "tf.vectorized_map")
    return rows_of(interpreter, size, result)


def _accumulated(stacks: bool, interpreter: Interpreter, call: Call) -> Value:
    """`scan`, `foldl`, `foldr`: a state that goes from row to row."""
    function, elems, initial = call.get(0, "fn"), call.get(1, "elems"), call.get(2, "initializer")
    check_callback(function, 2, "fn")
    size: Dim = UNKNOWN

    def step(state: Value) -> Value:
        nonlocal size
        row, size = rows(interpreter, elems)
        return interpreter.call(function, [state, row], {}, call.node)

    start = rows(interpreter, elems)[0] if initial is None else initial
    start = _tensors(interpreter, start)
    check = kept(interpreter, "the accumulator", "fn")
    if stacks:
        check = partial(check_state, "the accumulator", "fn")
        if interpreter.trace is None:
            check(start, step(start))
    state = looped(interpreter, start, step, check, call.node)
    return rows_of(interpreter, size, state) if stacks else state


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.cond": _cond,
    "tensorflow.compat.v1.cond": _cond,
    "tensorflow.case": _case,
    "tensorflow.switch_case": _switch_case,
    "tensorflow.while_loop": while_loop,
    "tensorflow.map_fn": _map_fn,
    "tensorflow.vectorized_map": _vectorized_map,
    "tensorflow.scan": partial(_accumulated, True),
    "tensorflow.foldl": partial(_accumulated, False),
    "tensorflow.foldr": partial(_accumulated, False),
}
