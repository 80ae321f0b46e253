"""`heapq` and `bisect`: Python's own algorithms over values whose order is known."""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, Raised
from tftypes.inference.lattice import join_all
from tftypes.inference.models.python.ordering import in_order, order_of
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import Container, Value, resolve
from tftypes.inference.values import Seq


class _Item:
    """A value that Python's algorithms compare."""

    __slots__ = ("call", "interpreter", "value")

    def __init__(self, interpreter: Interpreter, call: Call, value: Value) -> None:
        self.interpreter, self.call, self.value = interpreter, call, value

    def __lt__(self, other: _Item) -> bool:
        order = order_of(self.interpreter, resolve(self.value), resolve(other.value), self.call)
        if order is None:
            raise Unsure
        return order < 0


def _on_heap(function: Callable[..., Any], interpreter: Interpreter, call: Call) -> Value:
    """`heappush(heap, item)` and its like: they change the list and may give one of its items."""
    heap = resolve(call.args[0])
    if not isinstance(heap, Container):
        raise Unsure
    given = [_Item(interpreter, call, each) for each in call.args[1:]]
    try:
        if not isinstance(heap.contents, tuple):
            raise Unsure
        items = [_Item(interpreter, call, each) for each in heap.contents]
        found = function(items, *given)
    except IndexError:
        raise Raised("builtins.IndexError") from None
    except Unsure:
        each = join_all(
            (interpreter.any_item(heap), *call.args[1:])
            if interpreter.items(heap)
            else call.args[1:]
        )
        interpreter.write(heap, "contents", Seq((), each))
        return None if function in (heapq.heappush, heapq.heapify) else each
    interpreter.write(heap, "contents", tuple(each.value for each in items))
    return None if found is None else found.value


def _extremes(largest: bool, interpreter: Interpreter, call: Call) -> Value:
    """`nlargest(2, items)`."""
    count = resolve(call.args[0])
    kwargs = {**call.kwargs, "reverse": largest}
    made = in_order(interpreter, Call(call.args[1:2], kwargs, call.node, call.name))
    if isinstance(count, int) and isinstance(made.contents, tuple):
        return interpreter.list(made.contents[:count])
    return interpreter.list(Seq((), interpreter.any_item(made)))


def _place(function: Callable[..., int], interpreter: Interpreter, call: Call) -> Value:
    """`bisect_left(items, x)`: a place."""
    items = interpreter.known_items(call.args[0])
    if items is None or len(call.args) != 2 or call.kwargs:
        return PyValue("int")
    given = [_Item(interpreter, call, each) for each in (*items, call.args[1])]
    try:
        return function(given[:-1], given[-1])
    except Unsure:
        return PyValue("int")


FUNCTIONS: Final[dict[str, Model]] = {
    **{
        f"heapq.{each.__name__}": partial(_on_heap, each)
        for each in (heapq.heapify, heapq.heappush, heapq.heappop, heapq.heappushpop, heapq.heapreplace)
    },
    "bisect.insort_left": partial(_on_heap, bisect.insort_left),
    "bisect.insort_right": partial(_on_heap, bisect.insort_right),
    "bisect.insort": partial(_on_heap, bisect.insort_right),
    "heapq.nlargest": partial(_extremes, True),
    "heapq.nsmallest": partial(_extremes, False),
    "bisect.bisect": partial(_place, bisect.bisect_right),
    "bisect.bisect_left": partial(_place, bisect.bisect_left),
    "bisect.bisect_right": partial(_place, bisect.bisect_right),
}  # fmt: skip
