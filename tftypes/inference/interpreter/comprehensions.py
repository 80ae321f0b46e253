"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.functions import PENDING
from tftypes.inference.interpreter.hashing import is_key
from tftypes.inference.interpreter.names import target
from tftypes.inference.interpreter.narrowing import narrowing
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.lattice import any_of, join_all
from tftypes.inference.objects import Frame, Value
from tftypes.inference.scopes import Comprehension, scope_of
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq

#: More rounds than these are run as one.
_MOST: Final = 64


class _Rounds:
    """What a comprehension has made so far, and whether that is all of it."""

    __slots__ = ("exact", "items")

    def __init__(self) -> None:
        self.items: list[Value] = []
        self.exact = True

    def contents(self) -> Value:
        return tuple(self.items) if self.exact else Seq((), join_all(self.items))


def _rounds(
    compiler: Compiler,
    node: Comprehension,
    make: Callable[[Compiler], Evaluate],
) -> Callable[..., _Rounds]:
    """Runs a comprehension: each of its items."""
    interpreter, scope = compiler.interpreter, scope_of(node)
    inner = compiler.within(scope, "comprehension")
    element = make(inner)
    levels = [
        (
            (compiler if i == 0 else inner).expression(each.iter),
            target(inner, each.target),
            [(inner.expression(test), narrowing(inner, test), test) for test in each.ifs],
        )
        for i, each in enumerate(node.generators)
    ]

    def level(frame: Frame, outer: Frame, i: int, found: _Rounds, first: Value = ABSENT) -> None:
        if i == len(levels):
            found.items.append(element(frame))
            return
        iterable, assign, tests = levels[i]
        source = iterable(outer if i == 0 else frame) if first is ABSENT else first
        items = interpreter.taken(source, node)
        if not isinstance(items, tuple) or len(items) > _MOST or len(found.items) > 8 * _MOST:
            found.exact = False
            items = (any_of(items),)
        for item in items:
            assign(frame, item)
            interpreter.step()
            if passes(frame, tests, found):
                level(frame, outer, i + 1, found)

    def passes(
        frame: Frame,
        tests: list[tuple[Evaluate, Callable[[Frame, bool], None], ast.expr]],
        found: _Rounds,
    ) -> bool:
        for test, narrow, place in tests:
            holds = interpreter.condition(test(frame), place)
            if holds is False:
                return False
            if holds is None:
                found.exact = False
                narrow(frame, True)
        return True

    def run(frame: Frame, first: Value = ABSENT) -> _Rounds:
        inside = Frame(interpreter.trail, scope, frame, frame.module)
        found = _Rounds()
        level(inside, frame, 0, found, first)
        return found

    return run


def _list(compiler: Compiler, node: ast.ListComp | ast.SetComp) -> Evaluate:
    rounds = _rounds(compiler, node, lambda inner: inner.expression(node.elt))
    kind = {ast.ListComp: "list", ast.SetComp: "set"}[type(node)]

    def run(frame: Frame) -> Value:
        contents = rounds(frame).contents()
        return compiler.interpreter.list(distinct(contents) if kind == "set" else contents, kind)

    return run


def _generator(compiler: Compiler, node: ast.GeneratorExp) -> Evaluate:
    """The first iterable is evaluated at once, all the rest where the first item is asked for."""
    interpreter = compiler.interpreter
    rounds = _rounds(compiler, node, lambda inner: inner.expression(node.elt))
    first = compiler.expression(node.generators[0].iter)

    def run(frame: Frame) -> Value:
        iterable = first(frame)
        made = interpreter.list((), "generator")
        interpreter.write(made, PENDING, lambda: rounds(frame, iterable).contents())
        return made

    return run


def _dict(compiler: Compiler, node: ast.DictComp) -> Evaluate:
    def make(inner: Compiler) -> Evaluate:
        key, value = inner.expression(node.key), inner.expression(node.value)
        return lambda frame: (key(frame), value(frame))

    rounds = _rounds(compiler, node, make)

    def run(frame: Frame) -> Value:
        found = rounds(frame)
        return compiler.interpreter.list(mapped(found.items, found.exact), "dict")

    return run


def mapped(pairs: list[tuple[Value, Value]], exact: bool = True) -> Mapped:
    """The contents of a dict of these keys and values."""
    known: dict[Value, Value] = {}
    rest: Value = ABSENT
    for key, value in pairs:
        if exact and is_key(key):
            known[key] = value
        else:
            rest = value if rest is ABSENT else join_all((rest, value))
    return Mapped(known, frozenset(), rest)


def distinct(items: Value) -> Value:
    """What a set holds of these items: nobody knows how many where some of them may be equal."""
    if not isinstance(items, tuple) or len(items) < 2:
        return items
    return tuple(dict.fromkeys(items)) if all(map(is_key, items)) else Seq((), join_all(items))


EXPRESSIONS: Final = {
    ast.ListComp: _list,
    ast.SetComp: _list,
    ast.GeneratorExp: _generator,
    ast.DictComp: _dict,
}
