"""`itertools`: iterators over the items that are known, or over any number of their like."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.operators import binary
from tftypes.inference.interpreter.sequences import any_row, concatenated
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.lattice import any_of, join, join_all, same
from tftypes.inference.models.python.builtins import filtered, kept
from tftypes.inference.models.python.generators import iterator_of_class
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Seq

#: More items than these are not told one from another.
_MOST: Final = 600
#: So many items of an endless iterator are known.
_BEGINNING: Final = 64


def _made(interpreter: Interpreter, items: Iterable[Value]) -> Value:
    found = tuple(itertools.islice(items, _MOST + 1))
    if len(found) > _MOST:
        return interpreter.list(Seq((), join_all(found)), "iterator")
    return interpreter.list(found, "iterator")


def _chain(interpreter: Interpreter, call: Call) -> Value:
    result: Value = ()
    for each in call.args:
        result = concatenated(result, interpreter.some_items(each))
    return interpreter.list(result, "iterator")


def _chain_all(interpreter: Interpreter, call: Call) -> Value:
    parts = interpreter.known_items(call.args[0])
    if parts is None:
        each = interpreter.any_item(interpreter.any_item(call.args[0]))
        return interpreter.list(Seq((), each), "iterator")
    return _chain(interpreter, Call(parts, {}, call.node))


def _combining(
    name: str, function: Callable[..., Iterable[Any]], interpreter: Interpreter, call: Call
) -> Value:
    """`product`, `combinations`, `pairwise`, ...: rows of items."""
    numbers = [resolve(each) for each in call.args if isinstance(resolve(each), int)]
    pools = [each for each in call.args if not isinstance(resolve(each), int)]
    parts = [interpreter.known_items(each) for each in pools]
    kwargs = {key: resolve(each) for key, each in call.kwargs.items()}
    if (
        None in parts
        or len(pools) + len(numbers) < len(call.args)
        or any(not isinstance(each, int) for key, each in kwargs.items() if key != "fillvalue")
    ):
        known = name == "product" and not kwargs
        row = any_row(interpreter.any_item, pools) if known else TOP
        return interpreter.list(Seq((), row), "iterator")
    return _made(interpreter, function(*parts, *numbers, **kwargs))


def _slice(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.some_items(call.args[0])
    bounds = [resolve(each) for each in call.args[1:]]
    known = all(each is None or isinstance(each, int) for each in bounds)
    if known and isinstance(items, tuple):
        return _taken(interpreter, call, itertools.islice(items, *bounds))
    stop = bounds[0] if len(bounds) == 1 else bounds[1]
    if known and isinstance(stop, int) and stop <= len(items.prefix):
        return _taken(interpreter, call, itertools.islice(items.prefix, *bounds))
    return interpreter.list(Seq((), any_of(items)), "iterator")


def _taken(interpreter: Interpreter, call: Call, items: Iterable[Value]) -> Value:
    """A slice of an iterator takes its items from it."""
    source = resolve(call.args[0])
    kind = getattr(source, "kind", None)
    made = tuple(items)
    if kind in ("iterator", "generator"):
        stop = resolve(call.args[1] if len(call.args) == 2 else call.args[2])
        contents = interpreter.items(source)
        if isinstance(contents, tuple):
            interpreter.write(source, "contents", contents[stop:] if stop is not None else ())
        else:
            interpreter.write(source, "contents", Seq(contents.prefix[stop:], contents.rest))
    return interpreter.list(made, "iterator")


def _count(interpreter: Interpreter, call: Call) -> Value:
    start, step = resolve(call.get(0, "start", 0)), resolve(call.get(1, "step", 1))
    if isinstance(start, int) and isinstance(step, int):
        known = tuple(start + i * step for i in range(_BEGINNING))
        return interpreter.list(Seq(known, PyValue("int")), "iterator")
    return interpreter.list(Seq((), TOP), "iterator")


def _cycle(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.some_items(call.args[0])
    if isinstance(items, tuple) and items:
        rounds = items * (1 + _BEGINNING // len(items))
        return interpreter.list(Seq(rounds, join_all(items)), "iterator")
    return interpreter.list(Seq((), interpreter.any_item(call.args[0])), "iterator")


def _repeat(interpreter: Interpreter, call: Call) -> Value:
    value, times = call.get(0, "object"), resolve(call.get(1, "times", ...))
    if isinstance(times, int) and times <= _MOST:
        return interpreter.list((value,) * times, "iterator")
    return interpreter.list(Seq((value,) * _BEGINNING, value), "iterator")


def _star_map(interpreter: Interpreter, call: Call) -> Value:
    rows = interpreter.some_items(call.args[1])
    if isinstance(rows, tuple) and len(rows) <= _BEGINNING:
        parts = [interpreter.known_items(each) for each in rows]
        if None not in parts:
            return _made(
                interpreter,
                [interpreter.call(call.args[0], each or (), {}, call.node) for each in parts],
            )
    return interpreter.list(Seq((), TOP), "iterator")


def _accumulate(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.some_items(call.args[0])
    function, start = call.get(1, "func"), call.kwargs.get("initial")
    if not isinstance(items, tuple) or len(items) > _BEGINNING:
        return interpreter.list(Seq((), TOP), "iterator")
    if start is not None:
        items = (start, *items)

    def step(a: Value, b: Value) -> Value:
        if function is None:
            return binary(interpreter, "+", a, b, call.node)
        return interpreter.call(function, [a, b], {}, call.node)

    return _made(interpreter, itertools.accumulate(items, step))


def _while(keep: bool, interpreter: Interpreter, call: Call) -> Value:
    """`takewhile`, `dropwhile`."""
    items = interpreter.some_items(call.args[1])
    found = items if isinstance(items, tuple) else items.prefix
    for i, each in enumerate(found):
        holds = interpreter.truth(interpreter.call(call.args[0], [each], {}, call.node))
        if holds is None:
            break
        if not holds:
            rest = Seq(found[i:], items.rest) if isinstance(items, Seq) else found[i:]
            return interpreter.list(found[:i] if keep else rest, "iterator")
    else:
        if isinstance(items, tuple):
            return interpreter.list(items if keep else (), "iterator")
    return interpreter.list(Seq((), interpreter.any_item(call.args[1])), "iterator")


def _compress(interpreter: Interpreter, call: Call) -> Value:
    flags = interpreter.known_items(call.get(1, "selectors"))
    return kept(
        interpreter,
        call.args[0],
        True,
        lambda i, each: interpreter.truth(flags[i]) if flags and i < len(flags) else None,
    )


def _tee(interpreter: Interpreter, call: Call) -> Value:
    items, count = interpreter.some_items(call.args[0]), resolve(call.get(1, "n", 2))
    if not isinstance(count, int):
        return TOP
    return tuple(interpreter.list(items, "iterator") for _ in range(count))


def _group_by(interpreter: Interpreter, call: Call) -> Value:
    """Neighbours with one key, where all keys are constants."""
    items, key = interpreter.known_items(call.args[0]), call.get(1, "key")
    if items is None:
        group = interpreter.list(Seq((), interpreter.any_item(call.args[0])), "iterator")
        return interpreter.list(Seq((), (TOP, group)), "iterator")
    groups: list[tuple[Value, list[Value]]] = []
    for each in items:
        name = each if key is None else interpreter.call(key, [each], {}, call.node)
        if not isinstance(resolve(name), (bool, int, float, str)):
            group = interpreter.list(Seq((), join_all(items)), "iterator")
            return interpreter.list(Seq((), (TOP, group)), "iterator")
        if groups and same(groups[-1][0], resolve(name)):
            groups[-1][1].append(each)
        else:
            groups.append((resolve(name), [each]))
    return _made(
        interpreter, [(name, interpreter.list(tuple(group), "iterator")) for name, group in groups]
    )


def _longest(interpreter: Interpreter, call: Call) -> Value:
    parts = [interpreter.known_items(each) for each in call.args]
    fill = call.kwargs.get("fillvalue")
    if None in parts:
        row = any_row(interpreter.any_item, call.args)
        filled = tuple(join(each, fill) for each in row) if isinstance(row, tuple) else TOP
        return interpreter.list(Seq((), filled), "iterator")
    return _made(interpreter, itertools.zip_longest(*parts, fillvalue=fill))  # type: ignore[arg-type]


_ROWS: Final[dict[str, Callable[..., Iterable[Any]]]] = {
    "product": itertools.product,
    "permutations": itertools.permutations,
    "combinations": itertools.combinations,
    "combinations_with_replacement": itertools.combinations_with_replacement,
    "pairwise": lambda items: zip(items, items[1:]),
    "batched": lambda items, n: [items[i : i + n] for i in range(0, len(items), n)],
}


_FUNCTIONS: Final[dict[str, Model]] = {
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chain_all,
    "itertools.islice": _slice,
    "itertools.count": _count,
    "itertools.cycle": _cycle,
    "itertools.repeat": _repeat,
    "itertools.starmap": _star_map,
    "itertools.accumulate": _accumulate,
    "itertools.takewhile": partial(_while, True),
    "itertools.dropwhile": partial(_while, False),
    "itertools.filterfalse": partial(filtered, False),
    "itertools.compress": _compress,
    "itertools.tee": _tee,
    "itertools.groupby": _group_by,
    "itertools.zip_longest": _longest,
    **{
        f"itertools.{name}": partial(_combining, name, function) for name, function in _ROWS.items()
    },
}
#: What they make is an object of a class of its own, and no generator.
FUNCTIONS: Final = {name: partial(iterator_of_class, model) for name, model in _FUNCTIONS.items()}
