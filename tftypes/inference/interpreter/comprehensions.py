"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from tftypes.inference.interpreter.booleans import condition
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import PENDING
from tftypes.inference.interpreter.hashing import first_equal, is_key
from tftypes.inference.interpreter.iteration import any_round, doubt
from tftypes.inference.interpreter.names import target
from tftypes.inference.interpreter.narrowing import narrowing
from tftypes.inference.interpreter.resumption import Lazy, advance, end, iterated
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.lattice import join_all
from tftypes.inference.objects import (
    TOP,
    Container,
    Frame,
    Instance,
    Value,
    is_iterator,
    plain,
    resolve,
)
from tftypes.inference.scopes import Comprehension, scope_of
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Range, Seq, count_of

#: More rounds than these are run as one.
_MOST: Final = 64


class _Rounds:
    """What a comprehension has made so far, and whether that is all of it."""

    __slots__ = ("count", "exact", "items")

    def __init__(self) -> None:
        self.items: list[Value] = []
        self.exact = True
        #: How many items there are, None where that is not known.
        self.count: int | None = 0

    def add(self, item: Value, times: int | None) -> None:
        self.items.append(item)
        self.count = None if times is None or self.count is None else self.count + times

    def contents(self) -> Value:
        return tuple(self.items) if self.exact else Seq((), join_all(self.items), self.count)


class _Clauses:
    """The `for` and `if` clauses of a comprehension, and what is made of each round."""

    __slots__ = ("_element", "_interpreter", "_levels", "_node", "_scope")

    def __init__(
        self, compiler: Compiler, node: Comprehension, make: Callable[[Compiler], Evaluate]
    ) -> None:
        self._interpreter, self._node, self._scope = compiler.interpreter, node, scope_of(node)
        inner = compiler.within(self._scope, "comprehension")
        self._element = make(inner)
        self._levels = [
            (
                (compiler if i == 0 else inner).expression(each.iter),
                target(inner, each.target),
                [(condition(inner, test), narrowing(inner, test), test) for test in each.ifs],
            )
            for i, each in enumerate(node.generators)
        ]

    def run(self, frame: Frame, first: Value = ABSENT) -> _Rounds:
        """All rounds, those over `first` where the first iterable has been evaluated before."""
        found = _Rounds()
        self._level(self.inside(frame), frame, 0, found, first)
        return found

    def inside(self, frame: Frame) -> Frame:
        return Frame(self._interpreter.trail, self._scope, frame, frame.module)

    def next(self, frame: Frame, source: Container) -> tuple[bool | None, Value]:
        """The next of the items, and whether it is one: None where that depends on what is not known."""
        _, assign, tests = self._levels[0]
        while len(self._levels) == 1:
            item = advance(self._interpreter, source)
            if item is ABSENT:
                break
            assign(frame, item)
            self._interpreter.step()
            holds = self._holds(frame, tests)
            if holds is not False:
                return holds, self._element(frame)
        return False, ABSENT

    def _level(
        self,
        frame: Frame,
        outer: Frame,
        i: int,
        found: _Rounds,
        first: Value = ABSENT,
        times: int | None = 1,
    ) -> None:
        """The rounds of the clauses from one on; `times` is for how many this one stands."""
        if i == len(self._levels):
            found.add(self._element(frame), times)
            return
        iterable, assign, tests = self._levels[i]
        source = resolve(iterable(outer if i == 0 else frame) if first is ABSENT else first)
        iterated = self._node.generators[i].iter
        items = self._interpreter.taken(source, iterated, iterated)
        may_be_none: AbstractContextManager[None] = nullcontext()
        is_each = isinstance(items, tuple) and len(items) <= _MOST
        is_each = is_each and len(found.items) <= 8 * _MOST
        if not is_each:
            found.exact = False
            each = None if items is None else count_of(items)
            times = None if times is None or each is None or tests else times * each
            may_be_none = doubt(self._interpreter, items, iterated)
            items = self._any_rounds(source, items, i)
        for item in items:
            assign(frame, item)
            self._interpreter.step()
            holds = self._holds(frame, tests)
            if holds is not False:
                found.exact = found.exact and holds is True
                with may_be_none:
                    self._level(frame, outer, i + 1, found, times=times if holds is True else None)
            if not is_each:  # a second round stands for the same items once more
                times = 0

    def _any_rounds(self, source: Value, items: Value, i: int) -> tuple[Value, ...]:
        """What stands for all rounds of a clause: two where each has a number of its own, which they do not share."""
        target = self._node.generators[i].target
        rounds = 2 if isinstance(source, Range) else 1
        return tuple(any_round(self._interpreter, source, items, target) for _ in range(rounds))

    def _holds(
        self,
        frame: Frame,
        tests: list[tuple[Evaluate, Callable[[Frame, bool], None], ast.expr]],
    ) -> bool | None:
        """Whether a round is none that is left out."""
        known: bool | None = True
        for test, narrow, place in tests:
            holds = self._interpreter.condition(test(frame), place)
            if holds is False:
                return False
            if holds is None:
                known = None
                narrow(frame, True)
        return known


def _list(compiler: Compiler, node: ast.ListComp | ast.SetComp) -> Evaluate:
    clauses = _Clauses(compiler, node, lambda inner: inner.expression(node.elt))
    kind = {ast.ListComp: "list", ast.SetComp: "set"}[type(node)]

    def run(frame: Frame) -> Value:
        contents = clauses.run(frame).contents()
        return compiler.interpreter.list(distinct(contents) if kind == "set" else contents, kind)

    return run


def _generator(compiler: Compiler, node: ast.GeneratorExp) -> Evaluate:
    """The first iterable is evaluated at once, each round where its item is asked for."""
    interpreter = compiler.interpreter
    clauses = _Clauses(compiler, node, lambda inner: inner.expression(node.elt))
    first = compiler.expression(node.generators[0].iter)

    def run(frame: Frame) -> Value:
        source = iterated(interpreter, first(frame))
        made = interpreter.list((), "generator")
        inside = clauses.inside(frame)

        def step() -> Value:
            if not isinstance(source, Container) or not is_iterator(source):
                return ABSENT
            holds, item = clauses.next(inside, source)
            if holds is None:
                rest = clauses.run(frame, source).items
                end(interpreter, made, Seq((), join_all([item, *rest])))
                return ABSENT
            return item

        lazy = Lazy(step, lambda: clauses.run(frame, source).contents(), node.elt, inside)
        interpreter.write(made, PENDING, lazy)
        return made

    return run


def _dict(compiler: Compiler, node: ast.DictComp) -> Evaluate:
    def make(inner: Compiler) -> Evaluate:
        key, value = inner.expression(node.key), inner.expression(node.value)
        return lambda frame: (key(frame), value(frame))

    clauses = _Clauses(compiler, node, make)

    def run(frame: Frame) -> Value:
        found = clauses.run(frame)
        return compiler.interpreter.list(mapped(found.items, found.exact), "dict")

    return run


def mapped(pairs: list[tuple[Value, Value]], exact: bool = True) -> Mapped:
    """The contents of a dict of these keys and values."""
    known: dict[Value, Value] = {}
    seen: dict[Value, Value] = {}
    rest: Value = ABSENT
    for key, value in pairs:
        if exact and (key := first_equal(seen, key)) is not ABSENT:
            known[key] = value
        else:
            rest = value if rest is ABSENT else join_all((rest, value))
    return Mapped(known, frozenset(), rest)


def is_mapping(interpreter: Interpreter, value: Value) -> bool:
    """Whether a value is a dict, or an object that gives its keys and an item for each."""
    if isinstance(value, Instance):
        return interpreter.has_method(value, "keys")
    return isinstance(value, Container) and value.kind == "dict"


def mapping_of(interpreter: Interpreter, value: Value) -> Mapped:
    """The contents of a mapping; of anything else nothing is known."""
    value = plain(value)
    if isinstance(value, Container) and value.kind == "dict":
        contents: Mapped = value.contents
        return contents
    if is_mapping(interpreter, value):
        node = ast.Constant(0)
        keys = interpreter.known_items(interpreter.method(value, "keys", [], node))
        if keys is not None:
            return mapped([(each, interpreter.item(value, each, node)) for each in keys])
    return Mapped({}, frozenset(), TOP)


def distinct(items: Value) -> Value:
    """What a set holds of these items: nobody knows how many where some of them may be equal."""
    if isinstance(items, Seq):
        return Seq(items.prefix, items.rest)
    if not isinstance(items, tuple) or len(items) < 2:
        return items
    return tuple(dict.fromkeys(items)) if all(map(is_key, items)) else Seq((), join_all(items))


EXPRESSIONS: Final = {
    ast.ListComp: _list,
    ast.SetComp: _list,
    ast.GeneratorExp: _generator,
    ast.DictComp: _dict,
}
