"""The shapes of the elements that come first, as methods of datasets leave them."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

from tftypes.algebra import Dim, Shape, TensorType, equal
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.dataset_elements import call_on, returned_element
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import TOP, Value
from tftypes.inference.values import Dataset

#: The shapes of the tensors in each of some elements.
Firsts = tuple[tuple[Shape, ...], ...]
#: What leaves elements and their order as they are.
_SAME: Final = ("prefetch", "cache", "with_options", "snapshot", "repeat")
#: Of how many elements a function is asked what it makes.
_MOST: Final = 4


def kept(name: str, given: Dataset, count: int | None) -> Firsts:
    """Those of a dataset of the same elements, in another order or number."""
    if name in _SAME:
        return () if count == 0 else given.firsts
    if name in ("take", "skip") and count is not None and count >= 0:
        return given.firsts[:count] if name == "take" else given.firsts[count:]
    if name == "shuffle" and given.size == len(given.firsts):
        apart = all(differing(one, other) for one, other in combinations(given.firsts, 2))
        return given.firsts if apart else ()
    return ()


def mapped(interpreter: Interpreter, call: Call, given: Dataset) -> Firsts:
    """Those of what a function makes of each of the first elements."""
    found = []
    for shapes in given.firsts[:_MOST]:
        left = iter(shapes)

        def shaped(leaf: Value) -> Value:
            shape = next(left, None)  # noqa: B023
            if shape is None or not isinstance(leaf, TensorType) or leaf.kind != "tensor":
                return TOP
            return TensorType(leaf.dtype, shape)

        with interpreter.quietly():
            element = map_leaves(interpreter, shaped, given.element)
            made = returned_element(
                interpreter, call_on(interpreter, call.get(0, "map_func"), element, call.node)
            )
        parts = leaves(interpreter, made)
        if not all(isinstance(each, TensorType) and each.kind == "tensor" for each in parts):
            return ()
        found.append(tuple(each.shape for each in parts))
    return tuple(found)


def mixed(firsts: Firsts, size: int | None, drops: bool | None) -> tuple[str, str] | None:
    """What is wrong with the elements of the first batch: a batch is made of elements of one shape."""
    if size is None or drops is not False and len(firsts) < size:
        return None
    found = (differing(one, other) for one, other in pairwise(firsts[:size]))
    pair = next((each for each in found if each), None)
    if pair is None:
        return None
    words = f"elements of the shapes {pair[0]} and {pair[1]} do not make one batch"
    return "tf-shape", f"{words}; padded_batch() fills them up"


def differing(one: tuple[Shape, ...], other: tuple[Shape, ...]) -> tuple[Shape, Shape] | None:
    """Two shapes of the same tensor in two elements that are not the same for sure."""
    for a, b in zip(one, other):
        ranks = None not in (a.rank, b.rank) and a.rank != b.rank
        if ranks or any(map(_differ, a.dims or (), b.dims or ())):
            return a, b
    return None


def _differ(a: Dim, b: Dim) -> bool:
    return equal(a, b) is False
