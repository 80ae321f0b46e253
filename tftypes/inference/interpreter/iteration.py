"""Iteration: the items of containers, tensors, shapes, datasets and the program's own iterables."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Expr, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import tried
from tftypes.inference.interpreter.functions import PENDING
from tftypes.inference.interpreter.generators import awaited
from tftypes.inference.interpreter.resumption import start
from tftypes.inference.lattice import any_of, join_all
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    TOP,
    VIEWED,
    Class,
    Container,
    External,
    Instance,
    Value,
    held,
    resolve,
)
from tftypes.inference.rounds import number_of_round
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, OneOf, Range, Seq, count_of, is_static

#: A tensor of more rows than these is iterated as any number of them.
_ROWS: Final = 16


_LONGEST: Final = 256
#: So many items are asked for of an iterator of the program.
_MOST: Final = 64


#: Why a size is None in any mode.
IS_RAGGED: Final = "that axis is ragged"


def size_or_none(interpreter: Interpreter) -> Value:
    """What `x.shape[i]` is where the size is not known: an int, or None while a graph is traced."""
    return PyValue("int") if interpreter.trace is None else TOP


def size_of(interpreter: Interpreter, size: Dim) -> Value:
    """What `x.shape[i]` is for a size: None where it is open until the graph runs, as the batch of an Input."""
    if isinstance(size, (int, Expr)):
        return size if is_static(size) else None
    return size_or_none(interpreter)


def _container_items(interpreter: Interpreter, value: Container) -> Value:
    if value.read(PENDING) is not ABSENT:
        start(interpreter, value)
    viewed = value.read(VIEWED)
    if viewed is not ABSENT:
        return view_items(value.kind, viewed.contents)
    contents = value.contents
    if isinstance(contents, Mapped):
        if contents.is_whole:
            return tuple(contents.known)
        return Seq(
            (), join_all(contents.known) if contents.known and contents.rest is ABSENT else TOP
        )
    return contents


def view_items(kind: str, contents: Mapped) -> Value:
    """What a view of a dict shows by now."""

    def shown(key: Value, value: Value) -> Value:
        return {"dict_keys": key, "dict_values": value}.get(kind, (key, value))

    found = tuple(shown(key, value) for key, value in contents.known.items())
    if contents.is_whole:
        return found
    others = [] if contents.rest is ABSENT else [shown(TOP, contents.rest)]
    return Seq((), join_all((*found, *others)))


def range_items(interpreter: Interpreter, value: Range) -> Value:
    parts = value.start, value.stop, value.step
    if all(isinstance(each, int) for each in parts) and value.step:
        numbers = range(*parts)
        if len(numbers) <= _LONGEST:
            return tuple(numbers)
        return Seq((numbers[0],), PyValue("int"), len(numbers))
    return Seq((), PyValue("int"))


def any_round(interpreter: Interpreter, value: Value, items: Value, name: ast.AST) -> Value:
    """What a loop over a value gives in one of its rounds: of a range a number between its ends, another each time.

    `name` is the target of the loop, `items` are those of the value.
    """
    last = _last(value) if isinstance(value, Range) else None
    if last is None:
        return any_of(items)
    shown = name.id if isinstance(name, ast.Name) else "i"
    return value.start + value.step * number_of_round(interpreter.trail, shown, last)


def _last(value: Range) -> int | Expr | None:
    """How many steps the last number of a range is away from the first; None where that is not known."""
    start, stop, step = value.start, value.stop, value.step
    is_known = isinstance(start, (int, Expr)) and isinstance(stop, (int, Expr))
    if not is_known or not isinstance(step, int) or not step:
        return None
    away: int | Expr = stop - start if step > 0 else start - stop
    return (away - 1) // abs(step)


def _text_items(interpreter: Interpreter, value: str | bytes) -> Value:
    each = PyValue("str" if isinstance(value, str) else "int")
    return tuple(value) if len(value) <= _LONGEST else Seq((), each)


def _shape_items(interpreter: Interpreter, value: Shape) -> Value:
    if value.dims is None:
        first = tuple(size_of(interpreter, each) for each in value.prefix)
        return Seq(first, size_or_none(interpreter))
    return tuple(size_of(interpreter, each) for each in value.dims)


def _tensor_items(interpreter: Interpreter, value: TensorType) -> Value:
    rank = value.shape.rank
    if value.kind in ("sparse", "symbol") or rank == 0:
        return None
    rows = value.shape[0] if rank else UNKNOWN
    row = interpreter.item(value, PyValue("int"), ast.Constant(0))
    if isinstance(rows, int) and rows <= _ROWS:
        if isinstance(value.value, tuple):
            return tuple(interpreter.item(value, i, ast.Constant(0)) for i in range(rows))
        return (row,) * rows
    return Seq((), row, rows if isinstance(rows, int) else None)


def _instance_items(interpreter: Interpreter, value: Instance) -> Value:
    node = ast.Constant(0)
    inside = held(value)
    iterator, step = iterator_of(interpreter, value, node)
    if step is not None:
        return _taken(interpreter, iterator, step)
    if iterator is not value:
        return interpreter.items(iterator)
    if inside is not ABSENT:
        return interpreter.items(inside)
    if interpreter.has_method(value, "__iter__"):
        iterator = resolve(interpreter.method(value, "__iter__", [], node))
        return None if iterator is value else interpreter.items(iterator)
    if isinstance(value.cls, Class) and value.cls.find("__getitem__") is not None:
        found = _asked(interpreter, value)
        if found is not None:
            return found
    if interpreter.has_method(value, "__getitem__"):
        return Seq((), interpreter.method(value, "__getitem__", [PyValue("int")], node))
    return None


#: So many items are asked for by their place.
_FEW: Final = 16


def _asked(interpreter: Interpreter, value: Instance) -> tuple[Value, ...] | None:
    """The items of an object without `__iter__`: Python asks for one place after the other until there is none."""
    found: list[Value] = []
    end, node = External("builtins.IndexError"), ast.Constant(0)
    for place in range(_FEW):
        ends, item = tried(
            interpreter,
            lambda: interpreter.method(value, "__getitem__", [place], node),  # noqa: B023
            end,
        )
        if ends is not False:
            return tuple(found) if ends else None
        found.append(item)
    return None


#: What gives an iterator, what asks it for an item, what it raises where there is none, and classes that give themselves.
_PROTOCOLS: Final = (
    ("__iter__", "__next__", "builtins.StopIteration", (".Iterator", ".Generator")),
    ("__aiter__", "__anext__", "builtins.StopAsyncIteration", (".AsyncIterator",)),
)
#: Whether there is no item any more, None where that is not known, and the item.
Step = Callable[[], tuple[bool | None, Value]]


def iterator_of(
    interpreter: Interpreter, value: Instance, node: ast.AST
) -> tuple[Value, Step | None]:
    """What `for` goes over, or `async for`, and what asks it for an item where it is the program's own iterator."""
    for begin, advance, stop, bases in _PROTOCOLS:
        if isinstance(value.cls, Class) and (
            value.cls.find(begin) is not None
            or any(each.endswith(bases) for each in value.cls.externals)
        ):
            iterator = resolve(interpreter.method(value, begin, [], node))
            if not isinstance(iterator, Instance) or not interpreter.has_method(iterator, advance):
                return iterator, None
            read = partial(_next, interpreter, iterator, advance, node)
            return iterator, partial(tried, interpreter, read, External(stop))
    return value, None


def _next(interpreter: Interpreter, iterator: Value, method: str, node: ast.AST) -> Value:
    found = interpreter.method(iterator, method, [], node)
    return awaited(found) if method == "__anext__" else found


def _taken(interpreter: Interpreter, iterator: Instance, step: Step) -> Value:
    """The items of the program's own iterator, asked for one after the other while it is known whether there are more."""
    found: list[Value] = []
    for _ in range(_MOST):
        ends, item = step()
        if ends:
            return tuple(found)
        if ends is None:
            break
        found.append(item)
    interpreter.escape((iterator,))
    return Seq((), TOP)


def _class_items(interpreter: Interpreter, value: Class) -> Value:
    """The members of an enumeration, or what the metaclass iterates over."""
    members = value.facts.get("iterated")
    if members is not None:
        return members
    if not interpreter.has_method(value, "__iter__"):
        return None
    return interpreter.items(interpreter.method(value, "__iter__", [], ast.Constant(0)))


def _one_items(interpreter: Interpreter, value: OneOf) -> Value:
    found: list[Value] = []

    def ask(each: Value) -> None:
        found.append(interpreter.items(each))

    interpreter.fork([partial(ask, each) for each in value.values], unsure=True)
    return None if None in found else join_all(found)


ITERABLES: Final = {
    tuple: lambda interpreter, value: value,
    Seq: lambda interpreter, value: value,
    Container: _container_items,
    Range: range_items,
    str: _text_items,
    bytes: _text_items,
    Shape: _shape_items,
    TensorType: _tensor_items,
    Instance: _instance_items,
    Class: _class_items,
    OneOf: _one_items,
}


def doubt(
    interpreter: Interpreter, items: Value, iterated: ast.expr
) -> AbstractContextManager[None]:
    """The doubt about rounds: there need not be any over `rows[k:]`, what is left behind a place that is not known."""
    cut = iterated.slice if isinstance(iterated, ast.Subscript) else None
    start = cut.lower if isinstance(cut, ast.Slice) else None
    is_known = items is not None and count_of(items) is not None
    if start is None or isinstance(start, ast.Constant) or is_known:
        return nullcontext()
    return interpreter.doubting()
