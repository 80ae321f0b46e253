"""Loops over tensors in code that AutoGraph has converted: the body is traced once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.graphs import LOOP
from tftypes.inference.interpreter import compiled
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.exits import Exit
from tftypes.inference.interpreter.liveness import liveness
from tftypes.inference.interpreter.staged_places import (
    TENSORS,
    Place,
    as_tensor,
    disagreement,
    leaving,
    places,
)
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.lattice import join
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.ops.loop_starts import LoopStart
from tftypes.inference.models.tensorflow.structures import map_leaves, paired, parts
from tftypes.inference.objects import Frame, Instance, Trace, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Tensor


class Loop:
    """A `for` or `while` that may be staged."""

    def __init__(self, compiler: Compiler, node: ast.For | ast.AsyncFor | ast.While) -> None:
        self.interpreter = compiler.interpreter
        self.node = node
        self._compiler = compiler

    @cached_property
    def places(self) -> list[Place]:
        """What a round assigns."""
        return places(self._compiler, self.node.body)

    @cached_property
    def invariants(self) -> list[tuple[str, Evaluate]]:
        """The shapes that the program says variables keep, by their names."""
        return list(_invariants(self._compiler, self.node.body))

    def run(self, frame: Frame, round_: Callable[[], None], relaxed: bool = False) -> Trace:
        """Trace the body once. `relaxed` says that shapes may change, as in a loop over a dataset.

        `round_` runs it with what is assigned as tensors of the loop.
        """
        interpreter = self.interpreter
        trace = Trace(interpreter.trail, interpreter.trace, LOOP)
        function = None if frame.function is None else frame.function.code.node
        live = frozenset[str]()
        if function is not None:
            found = liveness(function)
            live = found.after.get(self.node, live) | found.before.get(self.node, live)
        state = [each for each in self.places if each.name is None or each.name in live]
        before = [self._enter(frame, each, trace) for each in state]
        if self.invariants:
            self._check_growth(frame, state, before, trace, round_)
        for name, shape in self.invariants:
            self._invariant(frame, name, shape, state, before)
        with interpreter.tracing(trace, True):
            round_()
        for place, old in zip(state, before):
            new = place.read(frame)
            if old is not ABSENT and not relaxed:
                self._check(place.text, old, new)
            place.write(frame, self._after(old, new, relaxed))
        return trace

    def _enter(self, frame: Frame, place: Place, trace: Trace) -> Value:
        """A variable as the body gets it."""

        def enter(value: Value) -> Value:
            made = as_tensor(value)
            tensor = value if made is None else made
            if not isinstance(tensor, TensorType) or tensor.kind not in TENSORS:
                return value
            sources = tensor.sources if isinstance(tensor, Tensor) else None
            start = None if place.name is None else LoopStart(place.name, value)
            return Tensor(
                tensor.dtype, tensor.shape, tensor.kind, trace=trace, sources=sources, history=start
            )

        old = place.read(frame)
        if old is ABSENT or old is None:
            return ABSENT
        made = map_leaves(self.interpreter, enter, old)
        place.write(frame, made)
        return made

    def _invariant(
        self,
        frame: Frame,
        name: str,
        shape: Callable[[Frame], Value],
        state: Sequence[Place],
        before: list[Value],
    ) -> None:
        told = resolve(shape(frame))
        for i, place in enumerate(state):
            old = before[i]
            if place.name == name and isinstance(old, Tensor) and isinstance(told, Shape):
                before[i] = Tensor.of(old, told, identity=None, history=None)
                place.write(frame, before[i])

    def _check_growth(
        self,
        frame: Frame,
        state: Sequence[Place],
        before: Sequence[Value],
        trace: Trace,
        round_: Callable[[], None],
    ) -> None:
        """XLA knows the shapes that a loop begins with, and keeps them whatever is said to vary."""
        interpreter, after = self.interpreter, []
        try:
            with interpreter.quietly(), interpreter.tracing(trace, True):
                round_()
                after = [each.read(frame) for each in state]
        except Exit:
            return
        for old, new in zip(before, after):
            for one, other in outgrown(old, new):
                words = f"a loop changes {one.dtype}{one.shape} to {other.dtype}{other.shape}"
                compiled.note(interpreter, ("tf-shape", words))

    def _check(self, name: str, old: Value, new: Value) -> None:
        interpreter, node = self.interpreter, self.node
        if (wrong := disagreement(name, old, new)) is not None:
            interpreter.refuse(node, wrong[0], _CHANGED[wrong[0]].format(name, old, new))
            return
        for one, other in outgrown(old, new):
            interpreter.refuse(
                node,
                "tf-shape",
                f"{name!r} is {TensorType(one.dtype, one.shape)} before the loop and "
                f"{TensorType(other.dtype, other.shape)} after a round, and a loop over tensors keeps shapes; "
                f"tf.autograph.experimental.set_loop_options(shape_invariants=[({name}, {relaxed(one, other)})])",
            )
            return

    def _after(self, old: Value, new: Value, relaxed: bool) -> Value:
        interpreter = self.interpreter
        if old is ABSENT or relaxed or new is ABSENT:
            joined = join(old, new)
        else:
            joined = map_leaves(interpreter, after_rounds, old, new)
        if joined is ABSENT:
            return ABSENT
        if isinstance(resolve(new), Instance) and not (
            is_composite(resolve(new)) or parts(interpreter, new) is not None
        ):
            return new  # an object of Python's, or one that knows itself what it holds
        return map_leaves(interpreter, partial(leaving, interpreter), joined)


_CHANGED: Final = {
    "tf-dtype": "{0!r} is {1} before the loop and {2} after a round; a loop over tensors keeps dtypes",
    "tf-trace": "{0!r} has another structure after a round than before the loop over tensors",
}


def after_rounds(before: Value, after: Value) -> Value:
    """A loop variable after any number of rounds: as before them, computed from what either was computed from."""
    before, after = resolve(before), resolve(after)
    if not isinstance(before, Tensor):
        return before
    one, other = before.sources, after.sources if isinstance(after, Tensor) else None
    sources = None if one is None or other is None else one | other
    return Tensor.of(before, before.shape, identity=None, sources=sources, history=None)


def outgrown(old: Value, new: Value) -> Iterator[tuple[TensorType, TensorType]]:
    """The tensors whose shape after a round of a loop is none that the shape before it admits."""
    for one, other in paired(old, new):
        if isinstance(one, TensorType) and isinstance(other, TensorType):
            if other.shape.rank is not None and _outgrows(one.shape, other.shape):
                yield one, other


def _outgrows(before: Shape, after: Shape) -> bool:
    """Whether the shape after a round is none of those that the shape before it admits, for sure."""
    if before.rank is None:
        return False
    if before.rank != after.rank:
        return True
    return any(
        isinstance(x, int) and isinstance(y, int) and x != y
        for x, y in zip(before.dims or (), after.dims or ())
    )


def relaxed(before: TensorType, after: TensorType) -> str:
    """The shape of what grows in a loop, as a program writes it."""
    if before.shape.rank != after.shape.rank:
        return "tf.TensorShape(None)"
    pairs = zip(before.shape.dims or (), after.shape.dims or ())
    sizes = [str(x) if isinstance(x, int) and x == y else "None" for x, y in pairs]
    return f"tf.TensorShape([{', '.join(sizes)}])"


def _invariants(compiler: Compiler, body: Sequence[ast.stmt]) -> Iterator[tuple[str, Evaluate]]:
    """What `set_loop_options(shape_invariants=[(x, shape)])` in the body says: AutoGraph reads it before the loop."""
    for each in body:
        call = each.value if isinstance(each, ast.Expr) else None
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("set_loop_options"):
            for keyword in call.keywords:
                if keyword.arg == "shape_invariants" and isinstance(
                    keyword.value, (ast.List, ast.Tuple)
                ):
                    for pair in keyword.value.elts:
                        if (
                            isinstance(pair, ast.Tuple)
                            and len(pair.elts) == 2
                            and isinstance(pair.elts[0], ast.Name)
                        ):
                            yield pair.elts[0].id, compiler.expression(pair.elts[1])
