"""Functions that are called for each row of a tensor, and those that hand a state from row to row."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.graphs import ROWS, GraphKind
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.rules import as_dtype, tensor_of, to_rule
from tftypes.inference.interpreter.staged_places import disagreement
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow import shown_structures, specs
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.control_flow import (
    as_tensors,
    check_state,
    inside,
    kept,
    looped,
)
from tftypes.inference.models.tensorflow.extension_specs import is_type_spec
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor, is_told
from tftypes.inference.models.tensorflow.shown_structures import shown, started
from tftypes.inference.models.tensorflow.stacking import agreed, stacked, unstacked
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.models.tensorflow.tracing import check_callback
from tftypes.inference.objects import TOP, Container, Value, resolve


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
    return made, agreed(sizes) if sizes else UNKNOWN


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
    interpreter: Interpreter, call: Call, kind: GraphKind | None = None, argument: str = "fn"
) -> tuple[Value, Value, Dim]:
    """What a callback gives for one row, that row, and how many there are."""
    function, elems = call.get(0, argument), call.get(1, "elems")
    check_callback(function, 1, argument)

    def run() -> tuple[Value, Value, Dim]:
        row, size = rows(interpreter, elems)
        return interpreter.call(function, [row], {}, call.node), row, size

    return inside(interpreter, run, kind)


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
    result, _, size = mapped(interpreter, call, ROWS)
    return rows_of(interpreter, size, result)


def _map_flat_values(interpreter: Interpreter, call: Call) -> Value:
    """`tf.ragged.map_flat_values(op, *args)`: the op gets all values in one tensor. Rows of rows have others by their ranks."""
    given = [resolve(each) for each in call.values[1:]]
    ragged = [each for each in given if isinstance(each, TensorType) and each.kind == "ragged"]
    is_told = ragged and all(each.shape.rank == 2 for each in ragged)
    if not is_told or "op" in call.kwargs or any(isinstance(each, Container) for each in given):
        return by_rule(interpreter, call)
    rows_, values = ragged[0].shape[0], Shape.of(UNKNOWN)

    def flat(value: Value) -> Value:
        value = resolve(value)
        if not isinstance(value, TensorType) or value.kind != "ragged":
            return value
        return interpreter.made(TensorType(value.dtype, values), [value], "values")

    named = {name: flat(each) for name, each in call.kwargs.items()}
    made = resolve(interpreter.call(call.args[0], list(map(flat, call.args[1:])), named, call.node))
    if not isinstance(made, TensorType) or made.kind != "tensor" or not made.shape.rank:
        return by_rule(interpreter, call)
    shape = Shape.of(rows_, UNKNOWN) + made.shape.slice(1, None)
    return interpreter.made(TensorType(made.dtype, shape, "ragged"), [made], "rows")


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
    start = as_tensors(interpreter, start)
    remedy = partial(started, written_argument(call.node, 2, "initializer"))
    check = kept(interpreter, "the accumulator", "fn", remedy)
    if stacks:
        check = partial(check_state, "the accumulator", "fn", remedy=remedy)
        if interpreter.trace is None:
            check(start, step(start))
    state = looped(interpreter, start, step, check, call.node)
    return rows_of(interpreter, size, state) if stacks else state


#: Those that `tf.compat.v1` has with the same parameters.
_OF_BOTH: Final[dict[str, Model]] = {
    "map_fn": _map_fn,
    "scan": partial(_accumulated, True),
    "foldl": partial(_accumulated, False),
    "foldr": partial(_accumulated, False),
}

FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.vectorized_map": _vectorized_map,
    "tensorflow.ragged.map_flat_values": _map_flat_values,
    **{f"tensorflow.{name}": model for name, model in _OF_BOTH.items()},
    **{f"tensorflow.compat.v1.{name}": model for name, model in _OF_BOTH.items()},
}
