"""Order: `sorted`, `min` and `max`, by the values or by a key."""

from __future__ import annotations

from functools import cmp_to_key, partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import symbols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.operators import binary
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, Model, Raised
from tftypes.inference.interpreter.value_operators import on_values
from tftypes.inference.lattice import all_items, join, join_all
from tftypes.inference.models.tensorflow.ops import Unsure
from tftypes.inference.objects import TOP, Instance, Value, plain, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Seq, is_symbol, unlisted


def _extreme(name: str, interpreter: Interpreter, call: Call) -> Value:
    """`min`, `max`: the first of the items that are before, or after, all others."""
    items = tuple(call.args) if len(call.args) > 1 else interpreter.items(call.args[0])
    default = call.kwargs.get("default", ABSENT)
    if items is None:
        return TOP
    if isinstance(items, Seq):
        return join(join_all(map(resolve, all_items(items))), default)
    if not items:
        if default is ABSENT:
            raise Raised("builtins.ValueError")
        return default
    keys, best = _keys(interpreter, items, call), 0
    for i in range(1, len(items)):
        order = order_of(interpreter, keys[i], keys[best], call)
        if order is None:
            return join_all(map(resolve, items))
        if order < 0 if name == "min" else order > 0:
            best = i
    return items[best]


def in_order(interpreter: Interpreter, call: Call) -> Value:
    """`sorted`: a list, in which equal items stay in their order."""
    items = interpreter.items(call.args[0])
    if items is None:
        return interpreter.list(Seq((), TOP))
    if not isinstance(items, tuple):
        return interpreter.list(Seq((), interpreter.any_item(call.args[0])))
    backwards = interpreter.truth(call.kwargs.get("reverse", False))
    keys = _keys(interpreter, items, call)
    sign = -1 if backwards else 1
    places = list(range(len(items)))

    def order(i: int, j: int) -> int:
        found = order_of(interpreter, keys[i], keys[j], call)
        if found is None:
            raise Unsure
        return sign * found

    try:
        if backwards is None:
            raise Unsure
        places.sort(key=cmp_to_key(order))
    except Unsure:
        return interpreter.list((join_all(items),) * len(items))
    return interpreter.list(tuple(items[i] for i in places))


def _keys(interpreter: Interpreter, items: tuple[Value, ...], call: Call) -> list[Value]:
    """What items are compared by."""
    key = call.kwargs.get("key")
    if key is None:
        return [resolve(each) for each in items]
    return [resolve(interpreter.call(key, [each], {}, call.node)) for each in items]


def order_of(interpreter: Interpreter, a: Value, b: Value, call: Call) -> int | None:
    """The order of two values, which objects of the program's say themselves."""
    for each in (a, b):
        if interpreter.graphs and is_symbol(each):
            name = call.name.removeprefix("builtins.") or "sort"
            symbols.refuse(interpreter, each, f"{name}() compares", call.node)
            return None
    if isinstance(a, TensorType) and a.shape.rank or isinstance(b, TensorType) and b.shape.rank:
        sign = ">" if call.name == "builtins.max" else "<"
        interpreter.condition(binary(interpreter, sign, a, b, call.node), call.node)
        return None
    if a is None or b is None:
        on_values(interpreter, "<", a, b, call.node)
        raise Unsure
    if not isinstance(a, Instance) or not interpreter.has_method(a, "__lt__"):
        return compared(a, b)
    before, after = (
        interpreter.truth(interpreter.method(x, "__lt__", [y], call.node))
        for x, y in ((a, b), (b, a))
    )
    return None if before is None or after is None else int(after) - int(before)


def compared(a: Value, b: Value) -> int | None:
    """-1, 0 or 1 as one value is before, equal to or after another; None where that is not known.

    >>> compared((1, "b"), (1, "a")), compared(2, 3.5), compared(1, "a")
    (1, -1, None)
    """
    a, b = _constant(a), _constant(b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        for x, y in zip(a, b):
            order = compared(x, y)
            if order != 0:
                return order
        return (len(a) > len(b)) - (len(a) < len(b))
    numbers = isinstance(a, (bool, int, float)) and isinstance(b, (bool, int, float))
    if numbers and a == a and b == b or type(a) is type(b) and isinstance(a, (str, bytes)):
        return int(a > b) - int(a < b)
    return None


def _constant(value: Value) -> Value:
    """The number in a scalar, the items of a list."""
    value = plain(value)
    if isinstance(value, TensorType) and value.shape.rank == 0:
        return to_rule(value).value
    return unlisted(value)


FUNCTIONS: Final[dict[str, Model]] = {
    "builtins.sorted": in_order,
    "builtins.min": partial(_extreme, "min"),
    "builtins.max": partial(_extreme, "max"),
}
