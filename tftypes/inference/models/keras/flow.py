"""`keras.ops.cond`, `map`, `scan`, `fori_loop` and their kin: functions of the program that an op calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.loops import repeat
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.lattice import join_all
from tftypes.inference.models.keras.config import KERAS
from tftypes.inference.models.keras.symbols import has_symbols
from tftypes.inference.models.tensorflow.control_flow import while_loop
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, data
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import INT32
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Value, python_type, resolve


def _either(
    interpreter: Interpreter, functions: Sequence[Value], args: Sequence[Value], call: Call
) -> Value:
    """What one of several functions makes, whichever it is."""
    made: list[Value] = []

    def run(function: Value) -> None:
        made.append(interpreter.call(function, args, {}, call.node))

    interpreter.fork([partial(run, each) for each in functions])
    return join_all(made)


def _cond(interpreter: Interpreter, call: Call) -> Value:
    condition = resolve(call.get(0, "pred"))
    functions = [call.get(1, "true_fn"), call.get(2, "false_fn")]
    truth = interpreter.truth(condition)
    if truth is not None:
        return interpreter.call(functions[not truth], [], {}, call.node)
    return _either(interpreter, functions, [], call)


def _switch(interpreter: Interpreter, call: Call) -> Value:
    branches = interpreter.known_items(call.get(1, "branches"))
    if not branches:
        return TOP
    return _either(interpreter, branches, call.args[2:], call)


# -- over slices ------------------------------------------------------------------------------------------------------


def _slices(interpreter: Interpreter, value: Value) -> tuple[Value, Dim]:
    """All of one index of each tensor, and how many there are."""
    sizes: set[Dim] = set()

    def sliced(each: Value) -> Value:
        tensor = tensor_of(each)
        if tensor is None or tensor.kind != "tensor":
            return TOP
        sizes.add(data.first_dim(tensor.shape))
        return data.sliced(tensor)

    made = map_leaves(interpreter, sliced, value)
    return made, sizes.pop() if len(sizes) == 1 else UNKNOWN


def _stacked(interpreter: Interpreter, value: Value, count: Dim) -> Value:
    def stacked(each: Value) -> Value:
        tensor = tensor_of(each)
        return TOP if tensor is None or tensor.kind != "tensor" else data.batched(tensor, count)

    return map_leaves(interpreter, stacked, value)


def _map(interpreter: Interpreter, call: Call) -> Value:
    """`map(f, xs)`, `vectorized_map(function, elements)`."""
    function = call.get(0, "f") if "function" not in call.kwargs else call.kwargs["function"]
    values = call.get(1, "xs") if "elements" not in call.kwargs else call.kwargs["elements"]
    each, count = _slices(interpreter, values)
    return _stacked(interpreter, interpreter.call(function, [each], {}, call.node), count)


def _scan(interpreter: Interpreter, call: Call) -> Value:
    """`scan(f, init, xs)`: the last state, and what each step has given."""
    state, values = call.get(1, "init"), call.get(2, "xs")
    if resolve(values) is None or call.given(3, "length"):
        return TOP
    each, count = _slices(interpreter, values)
    made = resolve(interpreter.call(call.get(0, "f"), [state, each], {}, call.node))
    if not isinstance(made, tuple) or len(made) != 2:
        return TOP
    return made[0], _stacked(interpreter, made[1], count)


# -- loops ------------------------------------------------------------------------------------------------------------


def _looped(
    interpreter: Interpreter, call: Call, state: Value, body: Value, *first: Value
) -> Value:
    """The state after any number of rounds."""
    cell = interpreter.list((state,))

    def run() -> None:
        made = interpreter.call(body, [*first, cell.contents[0]], {}, call.node)
        interpreter.write(cell, "contents", (made,))

    repeat(interpreter, run, call.node)
    return cell.contents[0]


def _fori_loop(interpreter: Interpreter, call: Call) -> Value:
    state = call.get(3, "init_val")
    number = (
        TensorType(INT32, data.sliced(TensorType.parse("int32[1]")).shape)
        if interpreter.trace
        else PyValue("int")
    )
    return _looped(interpreter, call, state, call.get(2, "body_fun"), number)


def _while_loop(interpreter: Interpreter, call: Call) -> Value:
    """`while_loop(cond, body, loop_vars)` is TensorFlow's, whose state may be one tensor."""
    state = resolve(call.get(2, "loop_vars"))
    is_one = isinstance(state, TensorType)
    given = [call.get(0, "cond"), call.get(1, "body"), (state,) if is_one else state]
    made = resolve(while_loop(interpreter, Call(given, {}, call.node), hint=None))
    return made[0] if is_one and isinstance(made, tuple) else made


#: The place and the name of the function that an op calls.
_CALLED: Final = {
    "map": (0, "f"), "scan": (0, "f"), "fori_loop": (2, "body_fun"), "vectorized_map": (0, "function"),
}  # fmt: skip


def _on_tensors(model: Model, interpreter: Interpreter, call: Call) -> Value:
    """What an op makes of tensors; of symbols nothing is known. Raises OpError for what is no function."""
    for place, name in filter(None, [_CALLED.get(call.name.rpartition(".")[2])]):
        function = resolve(call.get(place, name))
        if (
            function is None
            or python_type(function) is not None
            or isinstance(function, TensorType)
        ):
            raise OpError(
                "tf-value", f"expected a function, got {describe(to_rule(function))}", name
            )
    return TOP if has_symbols(interpreter, *call.values) else model(interpreter, call)


FUNCTIONS: Final = {
    f"{KERAS}ops.{name}": partial(_on_tensors, model)
    for name, model in {
        "cond": _cond,
        "switch": _switch,
        "map": _map,
        "vectorized_map": _map,
        "scan": _scan,
        "fori_loop": _fori_loop,
        "while_loop": _while_loop,
    }.items()
}
