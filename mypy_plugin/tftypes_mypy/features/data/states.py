"""`Dataset.reduce` and `Dataset.scan`: a state that is carried from element to element."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mypy.types import AnyType, Type, get_proper_type

from tftypes.inference.models.tensorflow.ops import OpError
from tftypes_mypy.features.calls.calling import Call
from tftypes_mypy.features.data import elements
from tftypes_mypy.features.data.elements import dataset_of, owner_element
from tftypes_mypy.features.structures import nests


def _initial(call: Call) -> Type | None:
    typ = call.type("initial_state")
    return None if isinstance(get_proper_type(typ), AnyType) else elements.returned(typ, call.types)


#: A shape that a loop weakens settles after as many rounds as it has dims.
_ROUNDS: Final = 8


def _state(call: Call, function: str, new_state: Callable[[Type], Type | None]) -> Type | None:
    """The state once it is general enough for every step, as TensorFlow widens it."""
    state, element = _initial(call), owner_element(call)
    for _ in range(_ROUNDS):
        if state is None or element is None:
            return None
        made = call.result(function, [state, element], quiet=True)
        step = new_state(made) if made is not None else None
        if step is None:
            return None
        step = elements.returned(step, call.types)
        if nests.dtype_difference(step, state) is not None:
            return None
        wider = nests.join([state, step], call.types)
        if wider == state:
            return state
        state = wider
    return None


def _same(made: Type) -> Type | None:
    return made


def _first(made: Type) -> Type | None:
    parts = nests.children(made)
    return parts.get(0) if parts else None


def _state_and_element(
    call: Call, function: str, new_state: Callable[[Type], Type | None]
) -> Sequence[Type] | None:
    state, element = _state(call, function, new_state), owner_element(call)
    return None if state is None or element is None else [state, element]


def _first_step(call: Call) -> Sequence[Type] | None:
    state, element = _initial(call), owner_element(call)
    return None if state is None or element is None else [state, element]


def _check_state(new: Type, call: Call, function: str) -> None:
    """The state keeps its structure and its dtypes."""
    state = _initial(call)
    if state is None:
        return
    new = elements.returned(new, call.types)
    if nests.same_structure(new, state) is False:
        words = f"returns {nests.shown(new)} for the state {nests.shown(state)}"
        raise OpError("tf-dtype", words, function)
    difference = nests.dtype_difference(new, state)
    if difference is not None:
        raise OpError("tf-dtype", f"{difference} in the state", function)


def reduced(call: Call) -> Type | None:
    given = _state_and_element(call, "reduce_func", _same)
    made = call.result("reduce_func", given or _first_step(call))
    if given is None and made is not None:
        _check_state(made, call, "reduce_func")
    return None if given is None or made is None else given[0]


def scanned(call: Call) -> Type | None:
    given = _state_and_element(call, "scan_func", _first)
    made = call.result("scan_func", given or _first_step(call))
    parts = nests.children(made) if made is not None else None
    if not parts or len(parts) != 2:
        return None
    if given is None:
        _check_state(parts[0], call, "scan_func")
    return dataset_of(elements.returned(parts[1], call.types), call.types)


def for_reduce(call: Call) -> Sequence[Type] | None:
    """What `reduce_func` is called with."""
    return _state_and_element(call, "reduce_func", _same)


def for_scan(call: Call) -> Sequence[Type] | None:
    """What `scan_func` is called with."""
    return _state_and_element(call, "scan_func", _first)
