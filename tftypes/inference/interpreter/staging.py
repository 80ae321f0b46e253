"""Branches and loops over tensors in code that AutoGraph has converted: both ways are traced, the body of a loop once.

What such a statement gives is the variables that it assigns and that are read later. On both ways of a branch, and
before and after a round of a loop, they must have one structure and one dtype, and a loop keeps their shapes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Exit
from tftypes.inference.interpreter.liveness import Names, liveness, walk_own
from tftypes.inference.interpreter.names import load, target
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.lattice import join, join_shapes
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    TOP,
    Class,
    Container,
    Dataset,
    Frame,
    Instance,
    Mapped,
    OneOf,
    Tensor,
    Trace,
    Value,
    is_unknown,
    python_type,
    resolve,
)

#: The slot of a frame with what it has returned under a condition of the graph: pairs of the statement and the value.
RETURNED: Final = "<returned>"
#: The key of a way that raises, beside those that return.
RAISED: Final = -1
_TENSORS: Final = ("tensor", "ragged", "sparse")


def is_staged(interpreter: Interpreter, value: Value) -> bool:
    """Whether AutoGraph makes a part of the graph of a branch or loop over a value."""
    if not interpreter.converted or interpreter.trace is None:
        return False
    return isinstance(value, TensorType) and value.kind in ("tensor", "variable")


# -- what a statement assigns -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A variable, or an attribute or item of one, that a statement assigns."""

    text: str
    #: The variable's name, None for an attribute or item.
    name: str | None
    read: Callable[[Frame], Value]
    write: Callable[[Frame, Value], None]


def places(compiler: Compiler, nodes: Sequence[ast.AST]) -> list[Place]:
    """What the statements of a body assign."""
    found: dict[str, Place] = {}
    for node in walk_own(nodes):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(
            node.ctx, ast.Store
        ):
            text = ast.unparse(node)
            if text not in found and (place := _place(compiler, node, text)) is not None:
                found[text] = place
    return list(found.values())


def _place(
    compiler: Compiler, node: ast.Name | ast.Attribute | ast.Subscript, text: str
) -> Place | None:
    interpreter = compiler.interpreter
    if isinstance(node, ast.Name):
        if node.id in compiler.level.scope.own:
            return Place(
                text,
                node.id,
                lambda frame: frame.read(node.id),
                lambda frame, value: interpreter.write(frame, node.id, value),
            )
        return Place(
            text, None, load(compiler, ast.Name(node.id, ast.Load())), target(compiler, node)
        )
    if not isinstance(node.value, (ast.Name, ast.Attribute)):
        return None
    owner = compiler.expression(node.value)
    if isinstance(node, ast.Attribute):
        name = node.attr
        return Place(
            text,
            None,
            lambda frame: _read_attribute(resolve(owner(frame)), name),
            lambda frame, value: _write_attribute(interpreter, resolve(owner(frame)), name, value),
        )
    if not isinstance(node.slice, ast.Constant):
        return None
    key = node.slice.value
    return Place(
        text,
        None,
        lambda frame: _read_item(resolve(owner(frame)), key),
        lambda frame, value: interpreter.set_item(owner(frame), key, value, node),
    )


def _read_attribute(owner: Value, name: str) -> Value:
    if not isinstance(owner, Instance):
        return TOP
    found = owner.read(name)
    if found is ABSENT and isinstance(owner.cls, Class):
        inherited = owner.cls.find(name)
        found = ABSENT if inherited is None else inherited[0]
    return found


def _write_attribute(interpreter: Interpreter, owner: Value, name: str, value: Value) -> None:
    if isinstance(owner, Instance):
        interpreter.write(owner, name, value)


def _read_item(owner: Value, key: Any) -> Value:
    contents = owner.contents if isinstance(owner, Container) else None
    if isinstance(contents, Mapped) and contents.rest is ABSENT:
        return TOP if key in contents.optional else contents.known.get(key, ABSENT)
    if isinstance(contents, tuple) and isinstance(key, int):
        return contents[key] if -len(contents) <= key < len(contents) else ABSENT
    return TOP


# -- branches -----------------------------------------------------------------------------------------------------------


class Branch:
    """An `if` that may be staged."""

    def __init__(self, compiler: Compiler, node: ast.If) -> None:
        self.interpreter = compiler.interpreter
        self.node = node
        self.places = places(compiler, [*node.body, *node.orelse])

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
                    interpreter.refuse(self.node, *wrong)
        for value in returned.values():
            interpreter.write(frame, RETURNED, (*frame.read(RETURNED, ()), (self.node, value)))

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
        trace = Trace(interpreter.trail, outer, "a branch that AutoGraph makes a part of the graph")
        try:
            with interpreter.tracing(trace, True):
                way()
        except Exit:
            self._left(i, ends, returned)
            raise
        found = [each.read(frame) for each in wanted]
        ends[i] = found
        for place, value in zip(wanted, found):
            if value is not ABSENT:
                place.write(frame, map_leaves(interpreter, partial(leaving, interpreter), value))

    def _left(self, i: int, ends: dict[int, list[Value]], returned: dict[int, Value]) -> None:
        """This way ends: what it means for the loop or function around."""
        interpreter = self.interpreter
        kind, value = interpreter.left
        loop = next(
            (each for each in reversed(interpreter.targets) if each.kind in ("loop", "call")), None
        )
        inside = loop if loop is not None and loop.kind == "loop" else None
        if kind == "return":
            if inside is None:
                returned[i] = value
            elif inside.staged:
                interpreter.report(inside.node or self.node, "tf-trace", _RETURN_IN_LOOP)
            else:
                interpreter.report(self.node, "tf-trace", _RETURN)
        elif kind == "raise":
            returned[RAISED] = None
        elif kind == "break" and inside is not None and not inside.staged:
            interpreter.report(inside.node or self.node, "tf-trace", _BREAK)


_RETURN_IN_LOOP: Final = (
    "AutoGraph cannot return from within a loop over tensors: assign a variable, and break"
)
_RETURN: Final = "AutoGraph wants a return on both ways of a condition on a tensor"
_BREAK: Final = "a loop of Python's cannot be left on a condition on a tensor: loop over tf.range"


def check_return(interpreter: Interpreter, frame: Frame, value: Value, node: ast.AST) -> None:
    """Hold a result against what the function has returned under conditions of the graph."""
    for place, other in frame.read(RETURNED, ()):
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


def leaving(interpreter: Interpreter, value: Value) -> Value:
    """A variable as the graph around has it after a staged statement: a tensor of that graph."""
    if isinstance(value, Tensor) and value.kind in _TENSORS:
        return Tensor(
            value.dtype,
            value.shape,
            value.kind,
            trace=interpreter.trace,
            sources=value.sources,
            history=value.history,
        )
    made = as_tensor(value)
    return value if made is None else interpreter.made(made, [value], "read")


def as_tensor(value: Value) -> TensorType | None:
    """What Python's numbers, text and arrays become; None for other values."""
    if python_type(value) is None and not (isinstance(value, TensorType) and value.kind == "array"):
        return None
    made = tensor_of(value)
    return made if made is None else TensorType(made.dtype, made.shape)


def disagreement(name: str, one: Value, other: Value) -> tuple[str, str] | None:
    """What is wrong with two values that a graph must give as one: a code and a message; None where nothing is."""
    one, other = resolve(one), resolve(other)
    for a, b, way in ((one, other, "else"), (other, one, "main")):
        if b is ABSENT and a is not ABSENT:
            return (
                "tf-trace",
                f"{name!r} is assigned on one way only: the {way} branch must assign it, too",
            )
    if _is_vague(one) or _is_vague(other):
        return None
    if (one is None) != (other is None):
        way = "else" if other is None else "main"
        return (
            "tf-trace",
            f"{name!r} is None at the end of the {way} branch, and not on the other way",
        )
    if (parts_differ := _structures(one, other)) is not None:
        if parts_differ:
            return (
                "tf-trace",
                f"{name!r} has another structure on each way of a condition on a tensor",
            )
        return _in_parts(name, one, other)
    a, b = as_tensor(one) or one, as_tensor(other) or other
    if (
        isinstance(a, TensorType)
        and isinstance(b, TensorType)
        and a.dtype.name
        and b.dtype.name
        and a.dtype != b.dtype
    ):
        return (
            "tf-dtype",
            f"{name!r} is {a.dtype} on one way of a condition on a tensor, {b.dtype} on the other",
        )
    return None


def _in_parts(name: str, one: Value, other: Value) -> tuple[str, str] | None:
    """What is wrong with the parts of two structures of one kind."""
    a, b = (each.contents if isinstance(each, Container) else each for each in (one, other))
    if isinstance(a, Mapped) and isinstance(b, Mapped):
        pairs = [
            (f"{name}[{key!r}]", a.known[key], b.known[key]) for key in a.known if key in b.known
        ]
    elif isinstance(a, tuple) and isinstance(b, tuple):
        pairs = [(f"{name}[{i}]", x, y) for i, (x, y) in enumerate(zip(a, b))]
    else:
        return None
    found = (disagreement(*each) for each in pairs)
    return next((each for each in found if each is not None), None)


def _is_vague(value: Value) -> bool:
    return value is ABSENT or is_unknown(value) or isinstance(value, OneOf)


def _structures(one: Value, other: Value) -> bool | None:
    """Whether two structures differ for sure; None where neither is one."""
    kinds = [_kind(each) for each in (one, other)]
    if kinds == [None, None]:
        return None
    if None in kinds:
        return _is_leaf(one) or _is_leaf(other)
    if kinds[0] != kinds[1]:
        return True
    return None not in (kinds[0][1], kinds[1][1]) and kinds[0][1] != kinds[1][1]  # type: ignore[index]


def _kind(value: Value) -> tuple[str, Any] | None:
    """The kind of a structure and its keys, or the number of its parts."""
    if isinstance(value, tuple):
        return "tuple", len(value)
    if isinstance(value, Container) and value.kind in ("list", "dict"):
        contents = value.contents
        if isinstance(contents, tuple):
            return "list", len(contents)
        if isinstance(contents, Mapped):
            exact = not contents.optional and contents.rest is ABSENT
            return "dict", frozenset(contents.known) if exact else None
        return "list", None
    return None


def _is_leaf(value: Value) -> bool:
    return isinstance(value, TensorType) or python_type(value) is not None


# -- loops --------------------------------------------------------------------------------------------------------------


class Loop:
    """A `for` or `while` that may be staged."""

    def __init__(self, compiler: Compiler, node: ast.For | ast.AsyncFor | ast.While) -> None:
        self.interpreter = compiler.interpreter
        self.node = node
        self.places = places(compiler, node.body)
        self.invariants = list(_invariants(compiler, node.body))

    def run(self, frame: Frame, round_: Callable[[], None], relaxed: bool = False) -> Trace:
        """Trace the body once. `relaxed` says that shapes may change, as in a loop over a dataset.

        `round_` runs it with what is assigned as tensors of the loop.
        """
        interpreter = self.interpreter
        trace = Trace(
            interpreter.trail, interpreter.trace, "a loop that AutoGraph makes a part of the graph"
        )
        function = None if frame.function is None else frame.function.code.node
        live = frozenset[str]()
        if function is not None:
            found = liveness(function)
            live = found.after.get(self.node, live) | found.before.get(self.node, live)
        state = [each for each in self.places if each.name is None or each.name in live]
        before = [self._enter(frame, each, trace) for each in state]
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
            if not isinstance(tensor, TensorType) or tensor.kind not in _TENSORS:
                return value
            sources = tensor.sources if isinstance(tensor, Tensor) else None
            return Tensor(tensor.dtype, tensor.shape, tensor.kind, trace=trace, sources=sources)

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
                before[i] = Tensor(old.dtype, told, old.kind, trace=old.trace, sources=old.sources)
                place.write(frame, before[i])

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
                f"{TensorType(other.dtype, other.shape)} after a round; a loop over tensors keeps shapes, "
                "unless tf.autograph.experimental.set_loop_options says another",
            )
            return

    def _after(self, old: Value, new: Value, relaxed: bool) -> Value:
        interpreter = self.interpreter
        joined = new if old is ABSENT else join(old, new) if relaxed or new is ABSENT else old
        if joined is ABSENT:
            return ABSENT
        if isinstance(
            resolve(new), Instance
        ):  # an object of Python's, or one that knows itself what it holds
            return new
        return map_leaves(interpreter, partial(leaving, interpreter), joined)


_CHANGED: Final = {
    "tf-dtype": "{0!r} is {1} before the loop and {2} after a round; a loop over tensors keeps dtypes",
    "tf-trace": "{0!r} has another structure after a round than before the loop over tensors",
}


def _leaves(one: Value, other: Value) -> Iterator[tuple[TensorType, TensorType]]:
    one, other = resolve(one), resolve(other)
    if isinstance(one, TensorType) and isinstance(other, TensorType):
        yield one, other
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for x, y in zip(one, other):
            yield from _leaves(x, y)


def outgrown(old: Value, new: Value) -> Iterator[tuple[TensorType, TensorType]]:
    """The tensors whose shape after a round of a loop is none that the shape before it admits."""
    for one, other in _leaves(old, new):
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


def _invariants(
    compiler: Compiler, body: Sequence[ast.stmt]
) -> Iterator[tuple[str, Callable[[Frame], Value]]]:
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


# -- expressions --------------------------------------------------------------------------------------------------------


def either(interpreter: Interpreter, ways: Sequence[Callable[[], Value]], node: ast.AST) -> Value:
    """`a if tensor else b`: both are traced, and must be of one structure and dtype."""
    found: list[Value] = []

    def run(way: Callable[[], Value]) -> None:
        trace = Trace(
            interpreter.trail,
            interpreter.trace,
            "a branch that AutoGraph makes a part of the graph",
        )
        with interpreter.tracing(trace, True):
            value = way()
        found.append(value)

    interpreter.fork([partial(run, each) for each in ways])
    if len(found) == 2 and (wrong := disagreement("the result", found[0], found[1])) is not None:
        interpreter.refuse(node, *wrong)
        return TOP
    leave = partial(leaving, interpreter)
    result: Value = ABSENT
    for each in found:
        result = join(result, map_leaves(interpreter, leave, each))
    return result


def logical(interpreter: Interpreter, first: Value, second: Callable[[], Value]) -> Value:
    """`a and b`, `a or b` of a tensor: the second is traced, the result is a tensor of bools."""
    trace = Trace(
        interpreter.trail, interpreter.trace, "a branch that AutoGraph makes a part of the graph"
    )
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


__all__ = [
    "RETURNED",
    "Branch",
    "Loop",
    "check_return",
    "either",
    "is_staged",
    "is_staged_iteration",
    "leaving",
    "logical",
    "outgrown",
]
