"""`keras.ops.cond`, `map`, `scan`, `fori_loop` and their kin: functions of the program that an op calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.lattice import join_all
from tftypes.inference.models.keras.config import KERAS
from tftypes.inference.models.keras.symbols import has_symbols
from tftypes.inference.models.tensorflow.control_flow import kept, looped, while_loop
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.rows import mapped, rows, rows_of
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


def _map(interpreter: Interpreter, call: Call) -> Value:
    """`map(f, xs)`, `vectorized_map(function, elements)`."""
    one, all_ = ("function", "elements") if call.name.endswith("vectorized_map") else ("f", "xs")
    given = Call([call.get(0, one), call.get(1, all_)], {}, call.node)
    result, _, count = mapped(interpreter, given, argument=one)
    return rows_of(interpreter, count, result)


def _scan(interpreter: Interpreter, call: Call) -> Value:
    """`scan(f, init, xs)`: the last state, and what each step has given."""
    state, values = call.get(1, "init"), call.get(2, "xs")
    if resolve(values) is None or call.given(3, "length"):
        return TOP
    each, count = rows(interpreter, values)
    made = resolve(interpreter.call(call.get(0, "f"), [state, each], {}, call.node))
    is_scalar = isinstance(made, TensorType) and made.shape.rank == 0
    is_scalar = is_scalar or python_type(made) in ("bool", "float", "int")
    if is_scalar or isinstance(made, tuple) and len(made) != 2:
        got = f"{len(made)} values" if isinstance(made, tuple) else describe(to_rule(made))
        raise OpError("tf-value", f"expected (state, output) of it, got {got}", "f")
    if not isinstance(made, tuple):
        return TOP
    return made[0], rows_of(interpreter, count, made[1])


# -- loops ------------------------------------------------------------------------------------------------------------


def _fori_loop(interpreter: Interpreter, call: Call) -> Value:
    lower, body = resolve(call.get(0, "lower")), call.get(2, "body_fun")
    number: Value = PyValue("int")
    if interpreter.trace is not None or isinstance(lower, TensorType):
        first = tensor_of(lower)
        number = TOP if first is None else TensorType(first.dtype, first.shape)
    return looped(
        interpreter,
        call.get(3, "init_val"),
        lambda state: interpreter.call(body, [number, state], {}, call.node),
        kept(interpreter, "the state", "body_fun"),
        call.node,
    )


def _while_loop(interpreter: Interpreter, call: Call) -> Value:
    """`while_loop(cond, body, loop_vars)` is TensorFlow's, whose state may be one tensor."""
    state = resolve(call.get(2, "loop_vars"))
    is_one = isinstance(state, TensorType) or python_type(state) is not None
    given = [call.get(0, "cond"), call.get(1, "body"), (state,) if is_one else state]
    made = while_loop(interpreter, Call(given, {}, call.node), remedy=None, alone=is_one)
    made = resolve(made)
    return made[0] if is_one and isinstance(made, tuple) else made


def _declared(interpreter: Interpreter, call: Call) -> Value:
    return library.from_declaration(interpreter, call.name)


#: The place and the name of the function that an op calls.
_CALLED: Final = {
    "map": (0, "f"), "scan": (0, "f"), "fori_loop": (2, "body_fun"), "vectorized_map": (0, "function"),
    "associative_scan": (0, "f"), "jvp": (0, "fun"),
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
        "associative_scan": _declared,
        "jvp": _declared,
    }.items()
}
