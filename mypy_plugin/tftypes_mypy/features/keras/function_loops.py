"""Branches and loops of `keras.ops`, of tensors: `cond`, `map`, `vectorized_map`, `scan`, `fori_loop`.

Of Keras' symbols, and where nothing is known of an argument, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.types import Type

from tftypes.algebra import UNKNOWN, Dim, TensorType
from tftypes.inference.models.tensorflow.ops import PyValue, data
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Callbacks, Result
from tftypes_mypy.features.calls.calling import call as called
from tftypes_mypy.features.data import elements
from tftypes_mypy.features.data.elements import tensor_form
from tftypes_mypy.features.flow.loops import ROUNDS
from tftypes_mypy.features.structures import nests
from tftypes_mypy.typed import of_type

_OPS: Final = "tensorflow.keras.ops."


def _tensors(typ: Type | None) -> list[TensorType] | None:
    """The tensors in a structure that holds nothing else, nor variables; None for another."""
    leaves = None if typ is None else nests.leaves(typ)
    found = [] if leaves is None else [convert.tensor_of(leaf) for leaf in leaves]
    told = [each for each in found if each is not None and each.kind == "tensor"]
    return told if told and len(told) == len(found) else None


# --- branches ---------------------------------------------------------------------------------------------------------


def cond(call: Call) -> Type | None:
    """What both functions return: where the condition is known only one is called."""
    if not _is_number_or_tensor(call.type("pred")):
        return None
    names = [name for name in ("true_fn", "false_fn") if call.has(name)]
    made = [called(call.expressions[name], [], call) for name in names]
    if len(names) < 2 or any(_tensors(each) is None for each in made):
        return None
    return nests.join([each for each in made if each is not None], call.types)


def _is_number_or_tensor(typ: Type) -> bool:
    value = of_type(typ)
    return isinstance(value, (TensorType, PyValue, int))


# --- over slices ------------------------------------------------------------------------------------------------------


def _slices(call: Call, name: str) -> Type | None:
    """What the function gets: all of one index."""
    given = call.type(name)
    if _tensors(given) is None:
        return None
    return elements.changed(given, data.sliced, call.types)


def _length(call: Call, name: str) -> Dim:
    sizes = [data.first_dim(tensor) for tensor in _tensors(call.type(name)) or []]
    return sizes[0] if len(set(sizes)) == 1 else UNKNOWN


def _stacked(made: Type | None, length: Dim, call: Call) -> Type | None:
    """The results of all slices: tensors, or nothing is known of them."""
    if made is None or _tensors(made) is None:
        return None
    return elements.changed(made, lambda each: data.batched(each, length), call.types)


def _each(call: Call) -> Sequence[Type] | None:
    slices = _slices(call, "xs")
    return None if slices is None else [slices]


def _each_element(call: Call) -> Sequence[Type] | None:
    slices = _slices(call, "elements")
    return None if slices is None else [slices]


def map_(call: Call) -> Type | None:
    return _stacked(call.result("f", _each(call)), _length(call, "xs"), call)


def vectorized_map(call: Call) -> Type | None:
    made = call.result("function", _each_element(call))
    return _stacked(made, _length(call, "elements"), call)


# --- with a state -----------------------------------------------------------------------------------------------------


def _state(call: Call, name: str) -> Type | None:
    state = call.type(name)
    return None if _tensors(state) is None else state


def _carried(call: Call) -> Sequence[Type] | None:
    """The state and one slice."""
    state, slices = _state(call, "init"), _slices(call, "xs")
    return None if state is None or slices is None else [state, slices]


def scan(call: Call) -> Type | None:
    """The last state, and what was returned in each step, which has the shape of the state."""
    given = _carried(call)
    call.result("f", given)
    if given is None or call.has("length"):
        return None
    steps = _stacked(given[0], _length(call, "xs"), call)
    return None if steps is None else nests.tuple_of([given[0], steps], call.types)


def _counted(call: Call) -> Sequence[Type] | None:
    """The number of the step, and the state: outside of graphs each step may give it another shape."""
    state, number = _state(call, "init_val"), convert.unknown()
    if not all(_is_number_or_tensor(call.type(name)) for name in ("lower", "upper")):
        return None
    if state is None or call.is_traced():
        return None if state is None else [number, state]
    for _ in range(ROUNDS):
        made = call.result("body_fun", [number, state], quiet=True)
        if made is None or _tensors(made) is None:
            return None
        if nests.same_structure(made, state) is not True:
            return None
        wider = nests.join([state, tensor_form(made, call.types)], call.types)
        if wider == state:
            return [number, state]
        state = wider
    return None


def fori_loop(call: Call) -> Type | None:
    """The state after the last step."""
    given = _counted(call)
    call.result("body_fun", given)
    return None if given is None else given[1]


RESULTS: Final[dict[str, Result]] = {
    f"{_OPS}cond": cond,
    f"{_OPS}map": map_,
    f"{_OPS}vectorized_map": vectorized_map,
    f"{_OPS}scan": scan,
    f"{_OPS}fori_loop": fori_loop,
}

CALLBACKS: Final[dict[str, Callbacks]] = {
    f"{_OPS}map": {"f": _each},
    f"{_OPS}vectorized_map": {"function": _each_element},
    f"{_OPS}scan": {"f": _carried},
    f"{_OPS}fori_loop": {"body_fun": _counted},
}
