"""Branches and loops over tensors in code that AutoGraph has converted: both ways are traced, the body of a loop once.

What such a statement gives is the variables that it assigns and that are read later. On both ways of a branch, and
before and after a round of a loop, they must have one structure and one dtype, and a loop keeps their shapes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from math import prod
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.graphs import BRANCH
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Exit
from tftypes.inference.interpreter.liveness import Names, liveness
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.staged_places import Place, disagreement, leaving, places
from tftypes.inference.lattice import join_all, join_shapes
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Frame, Trace, Value, noted, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Dataset

#: The slot of a frame with what it has returned under a condition of the graph: pairs of the statement and the value.
RETURNED: Final = "<returned>"
#: The key of a way that raises, beside those that return.
RAISED: Final = -1


_OF_ELEMENTS: Final = "tf.reduce_all or tf.reduce_any makes one, tf.where(condition, a, b) takes each element of a or b"


def check_condition(
    interpreter: Interpreter, value: TensorType, node: ast.AST, combined: str | None = None
) -> None:
    """A condition of the graph is a bool, and no more than one; `combined` does it to each element."""
    sizes = [each for each in value.shape.dims or () if isinstance(each, int)]
    if value.dtype.name and value.dtype.name != "bool":
        words = (
            f"a condition on a tensor wants a bool, got {value.dtype}; compare it, or tf.cast it"
        )
        interpreter.refuse(node, "tf-dtype", words)
    elif prod(sizes) > 1:
        interpreter.refuse(
            node,
            "tf-shape",
            f"a condition on a tensor wants a scalar, got {value}; {combined or _OF_ELEMENTS}",
        )


def is_staged(interpreter: Interpreter, value: Value) -> bool:
    """Whether AutoGraph makes a part of the graph of a branch or loop over a value."""
    if not interpreter.converted or interpreter.trace is None:
        return False
    return isinstance(value, TensorType) and value.kind in ("tensor", "variable")


# -- branches -----------------------------------------------------------------------------------------------------------


class Branch:
    """An `if` that may be staged."""

    def __init__(self, compiler: Compiler, node: ast.If) -> None:
        self.interpreter = compiler.interpreter
        self.node = node
        self._compiler = compiler

    @cached_property
    def places(self) -> list[Place]:
        """What either way assigns."""
        return places(self._compiler, [*self.node.body, *self.node.orelse])

    def run(self, frame: Frame, ways: Sequence[Callable[[], None]]) -> None:
        """Trace both ways, and go on with what they give."""
        interpreter = self.interpreter
        live = live_after(frame, self.node)
        wanted = [each for each in self.places if each.name is None or each.name in live]
        ends: dict[int, list[Value]] = {}
        returned: dict[int, Value] = {}
        interpreter.fork(
            [
                partial(self._way, frame, i, way, wanted, ends, returned)
                for i, way in enumerate(ways)
            ]
        )
        if RAISED in returned:
            raise Exit  # tracing it raises, whichever way the graph would take
        if len(ends) == 2:
            for place, one, other in zip(wanted, ends[0], ends[1]):
                if (wrong := disagreement(place.text, one, other)) is not None:
                    interpreter.refuse(self.node.test, *wrong)
        for value in returned.values():
            interpreter.note(frame, RETURNED, (self.node, value))

    def _way(
        self,
        frame: Frame,
        i: int,
        way: Callable[[], None],
        wanted: Sequence[Place],
        ends: dict[int, list[Value]],
        returned: dict[int, Value],
    ) -> None:
        interpreter = self.interpreter
        outer = interpreter.trace
        trace = Trace(interpreter.trail, outer, BRANCH)
        try:
            with interpreter.tracing(trace, True):
                way()
        except Exit:
            self._left(i, returned)
            raise
        found = [each.read(frame) for each in wanted]
        ends[i] = found
        for place, value in zip(wanted, found):
            if value is not ABSENT:
                place.write(frame, map_leaves(interpreter, partial(leaving, interpreter), value))

    def _left(self, i: int, returned: dict[int, Value]) -> None:
        """This way ends: what it means for the loop or function around."""
        interpreter = self.interpreter
        kind, value = interpreter.left
        loop = next(
            (each for each in reversed(interpreter.targets) if each.kind in ("loop", "call")), None
        )
        inside = loop if loop is not None and loop.kind == "loop" else None
        if kind == "return":
            if inside is None:
                for other in returned.values():  # no return that follows is held against both
                    if (wrong := disagreement("the result", other, value)) is not None:
                        interpreter.refuse(self.node, *wrong)
                returned[i] = self._returned(value)
            elif inside.staged:
                interpreter.report(inside.node or self.node, "tf-trace", _RETURN_IN_LOOP)
            else:
                interpreter.report(self.node, "tf-trace", _RETURN)
        elif kind == "raise":
            returned[RAISED] = None
        elif kind == "break" and inside is not None and not inside.staged:
            interpreter.report(inside.node or self.node, "tf-trace", _BREAK)

    def _returned(self, value: Value) -> Value:
        """A result as the function gives it: a tensor of the graph around the branch."""
        interpreter = self.interpreter
        result = map_leaves(interpreter, partial(leaving, interpreter), value)
        for target in interpreter.targets:
            if target.arrivals and target.arrivals[-1].value is value:
                target.arrivals[-1].value = result
        interpreter.left = "return", result
        return result


_RETURN_IN_LOOP: Final = (
    "AutoGraph cannot return from within a loop over tensors: assign a variable, and break"
)
_RETURN: Final = "AutoGraph wants a return on both ways of a condition on a tensor"
_BREAK: Final = "a loop of Python's cannot be left on a condition on a tensor: loop over tf.range"


def check_return(interpreter: Interpreter, frame: Frame, value: Value, node: ast.AST) -> None:
    """Hold a result against what the function has returned under conditions of the graph."""
    for place, other in noted(frame, RETURNED):
        if (wrong := disagreement("the result", other, value)) is not None:
            message = (
                _RETURN
                if value is None and node is not place and not isinstance(node, ast.Return)
                else wrong[1]
            )
            interpreter.refuse(place, wrong[0], message)
            return


def live_after(frame: Frame, node: ast.AST) -> Names:
    function = None if frame.function is None else frame.function.code.node
    return frozenset() if function is None else liveness(function).after.get(node, frozenset())


# -- expressions --------------------------------------------------------------------------------------------------------


def either(interpreter: Interpreter, ways: Sequence[Callable[[], Value]], node: ast.AST) -> Value:
    """`a if tensor else b`: both are traced, and must be of one structure and dtype."""
    found = branches(interpreter, ways)
    if len(found) == 2 and (wrong := disagreement("the result", found[0], found[1])) is not None:
        interpreter.refuse(node, *wrong)
        return TOP
    return join_all(found)


def branches(interpreter: Interpreter, ways: Sequence[Callable[[], Value]]) -> list[Value]:
    """What the branches give that come to their end, as the graph around has it."""
    found: list[Value] = []

    def run(way: Callable[[], Value]) -> None:
        with interpreter.tracing(Trace(interpreter.trail, interpreter.trace, BRANCH), True):
            found.append(way())

    interpreter.fork([partial(run, each) for each in ways])
    return [map_leaves(interpreter, partial(leaving, interpreter), each) for each in found]


def logical(interpreter: Interpreter, first: Value, second: Callable[[], Value]) -> Value:
    """`a and b`, `a or b` of a tensor: the second is traced, the result is a tensor of bools."""
    trace = Trace(interpreter.trail, interpreter.trace, BRANCH)
    with interpreter.tracing(trace, True):
        other = resolve(second())
    a, b = tensor_of(first), tensor_of(other)
    if a is None or b is None:
        return TOP
    made = TensorType(a.dtype, join_shapes(a.shape, b.shape))
    return interpreter.made(made, [first, other], "logical")


def is_staged_iteration(interpreter: Interpreter, value: Value) -> bool:
    return is_staged(interpreter, value) or (
        interpreter.converted and interpreter.trace is not None and isinstance(value, Dataset)
    )
