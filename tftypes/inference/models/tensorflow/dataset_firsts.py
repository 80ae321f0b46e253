"""What is known of the elements that come first, as methods of datasets leave them: shapes and contents."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import combinations, islice, pairwise
from typing import Final

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.dataset_elements import call_on, plain, returned_element
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.sparse_places import check_places
from tftypes.inference.models.tensorflow.ops.values import UNKNOWN_TENSOR, Among, contents, differ
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Dataset

#: The tensors in each of some elements.
Firsts = tuple[tuple[TensorType, ...], ...]
#: What goes wrong with an element: a code and a message.
Fault = tuple[str, str]
#: What leaves elements and their order as they are.
_SAME: Final = ("prefetch", "cache", "with_options", "snapshot", "repeat")
#: Of how many elements a function is asked what it makes.
_MOST: Final = 4
_PLACES: Final = ("first", "second", "third", "fourth")
#: What asks a tensor for what the graph knows of its shape.
_OF_SHAPES: Final = frozenset(("shape", "get_shape", "ndim", "rank"))


def sliced(interpreter: Interpreter, tensors: Value) -> Firsts:
    """The first rows of tensors of which contents are known in some. Raises OpError for sparse ones out of order."""

    def told(each: Value) -> Value:
        if isinstance(each, TensorType) and each.kind == "sparse":
            check_places(each, True, "tensors")
        return tensor_of(each) or TOP

    whole = leaves(interpreter, map_leaves(interpreter, told, tensors, lists=False))
    columns = [contents(each) if isinstance(each, TensorType) else UNKNOWN for each in whole]
    known = [each for each in columns if isinstance(each, tuple) and _is_plain(each)]
    count = min(map(len, known), default=0)
    rows = ([each[i] if each in known else UNKNOWN for each in columns] for i in range(count))
    return tuple(tuple(map(_with, whole, row)) for row in islice(rows, _MOST))


def _is_plain(column: Sequence[object]) -> bool:
    return any(isinstance(each, (str, int, float)) for each in column)


def _with(whole: Value, first: object) -> TensorType:
    """A row as the graph sees it, which does not fold what it is fed."""
    if not isinstance(whole, TensorType):
        return UNKNOWN_TENSOR
    value = Among((first,)) if isinstance(first, (str, int, float)) else None
    return TensorType(whole.dtype, whole.shape.slice(1), value=value)


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


def made(interpreter: Interpreter, value: Value) -> Value:
    """The element that a function gives. Raises OpError for None, in which there is no tensor."""
    if resolve(value) is None:
        words = "it gives None, and an element has tensors"
        raise OpError("tf-value", words, "map_func", "return what it makes")
    return returned_element(interpreter, value)


def mapped(
    interpreter: Interpreter, call: Call, given: Dataset, is_refused: bool
) -> tuple[Firsts, tuple[Fault | None, Fault | None]]:
    """Those of what a function makes of each of the first elements, and what goes wrong with the first, with a later one."""
    nothing: tuple[Firsts, tuple[None, None]] = (), (None, None)
    found: list[tuple[TensorType, ...]] = []
    for tensors in () if is_refused else given.firsts[:_MOST]:
        left = iter(tensors)

        def known(leaf: Value) -> Value:
            tensor = next(left, None)  # noqa: B023
            if tensor is None or not isinstance(leaf, TensorType) or leaf.kind != "tensor":
                return TOP
            return TensorType(leaf.dtype, tensor.shape, value=tensor.value)

        with interpreter.quietly(), interpreter.listening() as heard:
            element = map_leaves(interpreter, known, given.element)
            made = returned_element(
                interpreter, call_on(interpreter, call.get(0, "map_func"), element, call.node)
            )
        fault = next((each for each in heard.values() if each.severity == "error"), None)
        if fault is not None:
            pairs = zip(leaves(interpreter, given.element), tensors)
            is_whole = all(x.shape == y.shape for x, y in pairs if isinstance(x, TensorType))
            if not is_whole and not _is_of_ops(call.node):
                return nothing
            place = _PLACES[len(found)]
            told = fault.code, f"map() of the {place} element: {fault.message}"
            return (), (None, told) if found else (told, None)
        parts = leaves(interpreter, made)
        if not all(isinstance(each, TensorType) and each.kind == "tensor" for each in parts):
            return nothing
        found.append(tuple(plain(each) for each in parts))
    return tuple(found), (None, None)


def _is_of_ops(node: ast.AST) -> bool:
    """Whether what is mapped is a lambda that asks for no shape, which the graph may know less of than an element has."""
    given = argument_of(node, 0, "map_func")
    inside = [*ast.walk(given.body)] if isinstance(given, ast.Lambda) else []
    calls = [each.func for each in inside if isinstance(each, ast.Call)]
    names = {each.attr for each in inside if isinstance(each, ast.Attribute)}
    is_plain = all(isinstance(each, ast.Attribute) for each in calls)
    return bool(inside) and is_plain and names.isdisjoint(_OF_SHAPES)


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


def differing(one: Sequence[TensorType], other: Sequence[TensorType]) -> tuple[Shape, Shape] | None:
    """Two shapes of the same tensor in two elements that are not the same for sure."""
    for a, b in ((x.shape, y.shape) for x, y in zip(one, other)):
        ranks = None not in (a.rank, b.rank) and a.rank != b.rank
        if ranks or any(map(differ, a.dims or (), b.dims or ())):
            return a, b
    return None
