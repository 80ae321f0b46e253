"""Transformations and results that carry a state from element to element."""

from __future__ import annotations

from functools import partial

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.control_flow import carried, check_state
from tftypes.inference.models.tensorflow.dataset_elements import (
    call_on,
    element,
    returned_element,
    with_batch,
)
from tftypes.inference.models.tensorflow.nest import flat, packed
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.shown_structures import shown
from tftypes.inference.models.tensorflow.structures import is_list, map_tensors
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Dataset


def _fold(interpreter: Interpreter, call: Call, function: str, pairs: bool) -> tuple[Value, Value]:
    """The state after all elements, and what stands beside it where each step gives `pairs`."""
    each = with_batch(interpreter, call.receiver.element, UNKNOWN)
    beside: Value = TOP
    leaves = partial(flat, interpreter, composites=True)

    def step(state: Value) -> Value:
        nonlocal beside
        # The state and the element are two arguments, whatever they are made of.
        made = call_on(interpreter, call.get(1, function), (state, each), call.node, function)
        if pairs:
            made = resolve(made)
            is_known = isinstance(made, (TensorType, tuple)) or is_list(made) or made is None
            found = None if isinstance(made, TensorType) else interpreter.known_items(made)
            if is_known and (found is None or len(found) != 2):
                words = f"returns {shown(made)}, expected a new state and an element"
                raise OpError("tf-value", words, function, "return the two in a tuple")
            made, beside = found if found is not None and len(found) == 2 else (TOP, TOP)
        after = element(interpreter, made) if pairs else returned_element(interpreter, made)
        check_state("the state", function, state, after, plainly=leaves, relaxed=True)
        try:
            return packed(interpreter, state, leaves(after), composites=True)
        except Unsure:
            return TOP

    start = element(interpreter, call.get(0, "initial_state"))
    return carried(interpreter, step, start, call.node), beside


def reduce(interpreter: Interpreter, call: Call) -> Value:
    state, _ = _fold(interpreter, call, "reduce_func", pairs=False)
    return map_tensors(interpreter, interpreter.made, state)


def scan(interpreter: Interpreter, call: Call) -> Value:
    _, made = _fold(interpreter, call, "scan_func", pairs=True)
    return Dataset(element(interpreter, made))
