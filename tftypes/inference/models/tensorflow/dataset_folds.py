"""Transformations and results that carry a state from element to element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import join, same
from tftypes.inference.models.tensorflow.dataset_elements import (
    call_on,
    element,
    returned_element,
    with_batch,
)
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.structures import map_tensors
from tftypes.inference.objects import TOP, Value
from tftypes.inference.values import Dataset

_ROUNDS: Final = 4


def _state(
    interpreter: Interpreter,
    function: Value,
    state: Value,
    each: Value,
    call: Call,
    pick: Callable[[Value], Value],
) -> tuple[Value, Value]:
    """A state carried over the elements, widened until it takes every step, and what the last step gave."""
    made: Value = TOP
    for _ in range(_ROUNDS):
        made = call_on(
            interpreter,
            function,
            (state, *each) if isinstance(each, tuple) else (state, each),
            call.node,
            "reduce_func",
        )
        after = returned_element(interpreter, pick(made))
        _check_state(state, after)
        wider = join(state, after)
        if same(wider, state):
            break
        state = wider
    return state, made


def _check_state(state: Value, after: Value) -> None:
    if isinstance(state, tuple) and isinstance(after, (tuple, TensorType)):
        if not isinstance(after, tuple) or len(after) != len(state):
            shown = f"{len(after)} values" if isinstance(after, tuple) else str(after)
            raise OpError(
                "tf-trace", f"returns {shown} for a state of {len(state)} values", "reduce_func"
            )
        for each, new in zip(state, after):
            _check_state(each, new)
    if (
        isinstance(state, TensorType)
        and isinstance(after, TensorType)
        and state.dtype.name
        and after.dtype.name
    ):
        if state.dtype != after.dtype:
            raise OpError("tf-dtype", f"returns {after} for {state} in the state", "reduce_func")


def reduce(interpreter: Interpreter, call: Call) -> Value:
    each = with_batch(interpreter, call.receiver.element, UNKNOWN)
    state = element(interpreter, call.get(0, "initial_state"))
    # The state and the element are two arguments, whatever they are made of.
    state, _ = _state(
        interpreter, call.get(1, "reduce_func"), state, (each,), call, lambda made: made
    )
    return map_tensors(interpreter, interpreter.made, state)


def scan(interpreter: Interpreter, call: Call) -> Value:
    each = with_batch(interpreter, call.receiver.element, UNKNOWN)
    state = element(interpreter, call.get(0, "initial_state"))

    def pick(made: Value) -> Value:
        found = interpreter.known_items(made)
        return found[0] if found is not None and len(found) == 2 else TOP

    _, made = _state(interpreter, call.get(1, "scan_func"), state, (each,), call, pick)
    found = interpreter.known_items(made)
    return Dataset(
        returned_element(interpreter, found[1]) if found is not None and len(found) == 2 else TOP
    )
