"""Values held against annotations, whatever their structure: refuted, or narrowed to what both say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tftypes.algebra import Expr, TensorType
from tftypes.algebra.tensors import passes_for
from tftypes.inference.annotations.classes import arguments_by_name, fields_of
from tftypes.inference.annotations.substitution import substitute
from tftypes.inference.contracts.believed import is_held
from tftypes.inference.contracts.bindings import Bindings, Place, Problem
from tftypes.inference.contracts.declared import believed, value_of
from tftypes.inference.contracts.structs import hold_struct
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.lattice import refined
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct
from tftypes.inference.values import Annotation, Mapped, OneOf, Seq

#: What is left of a value, and what refutes it.
Held = tuple[Value, Problem | None]
_DEPTH: Final = 6


@dataclass(frozen=True, slots=True)
class Holding:
    """One value that is held: where, and with which type variables."""

    interpreter: Interpreter
    bindings: Bindings
    place: Place
    depth: int = 0

    def trial(self) -> Holding:
        return Holding(self.interpreter, self.bindings.copy(), self.place, self.depth)

    def inside(self) -> Holding:
        return Holding(self.interpreter, self.bindings, self.place, self.depth + 1)

    def declared(self, annotation: Annotation) -> Value:
        return value_of(self.interpreter, annotation, self.bindings)


def hold(
    interpreter: Interpreter, annotation: Annotation, value: Value, bindings: Bindings, place: Place
) -> Held:
    """A value where an annotation stands. Type variables are bound in `bindings`.

    A value that is refuted is replaced by what is declared, an unknown one by what its annotation says.
    """
    return _hold(Holding(interpreter, bindings, place), annotation, value)


def _hold(at: Holding, annotation: Annotation, value: Value) -> Held:
    value = resolve(value)
    if is_unknown(value):
        return _declared(at, annotation, value), None
    holder = _HOLDERS.get(annotation.kind)
    if holder is None or at.depth > _DEPTH:
        return value, None
    if isinstance(value, OneOf) and annotation.kind != "union":
        return _alternatives(at, annotation, value)
    return holder(at, annotation, value)


def _declared(at: Holding, annotation: Annotation, value: Value = TOP) -> Value:
    """What an unknown value is by its annotation; a mere class says too little, since None may come as well."""
    if annotation.kind in ("class", "union", "callable", "variable"):
        return value
    if annotation.kind == "python" and at.interpreter.trace is not None:
        return value  # who writes `int` or `str` in a graph gets a tensor as well
    if annotation.kind == "tensor" and annotation.args[0] == TensorType.unknown():
        return value
    found = believed(at.interpreter, annotation, at.bindings)
    return value if found is TOP else found


def _alternatives(at: Holding, annotation: Annotation, value: OneOf) -> Held:
    """A value that is one of several: refuted where every one of them is."""
    problem: Problem | None = None
    for each in value.values:
        _, problem = _hold(at.trial(), annotation, each)
        if problem is None:
            return value, None
    return at.declared(annotation), problem


def _tensor(at: Holding, annotation: Annotation, value: Value) -> Held:
    if not isinstance(value, TensorType):
        return value, None
    declared: TensorType = annotation.args[0]
    if not is_held(annotation):
        return value, None
    problem = at.bindings.take(declared, value, at.place)
    expected = at.bindings.resolve(declared)
    return (refined(value, expected), None) if problem is None else (expected, problem)


def _struct(at: Holding, annotation: Annotation, value: Value) -> Held:
    return hold_struct(at.interpreter, annotation, value, at.bindings, at.place)


def _size(at: Holding, annotation: Annotation, value: Value) -> Held:
    """`n: Dim[N]`: an int that is a size."""
    if not isinstance(value, (int, Expr)) or isinstance(value, bool):
        return value, None
    problem = at.bindings.take_size(annotation.args[0], value, at.place)
    return (at.declared(annotation) if problem else value), problem


def _union(at: Holding, annotation: Annotation, value: Value) -> Held:
    """One of several types: the first that takes the value binds; refuted where none can take it."""
    if isinstance(value, OneOf):
        rest = tuple(each for each in value.values if each is not None)
        return value, _union(at, annotation, rest[0])[1] if len(rest) == 1 else None
    problems: list[Problem] = []
    for part in annotation.args:
        if not _may_take(part, value):
            continue
        trial = at.trial()
        held, problem = _hold(trial, part, value)
        if problem is None:
            at.bindings.adopt(trial.bindings)
            return held, None
        problems.append(problem)
    return (at.declared(annotation), problems[0]) if problems else (value, None)


def _may_take(part: Annotation, value: Value) -> bool:
    """Whether a value may be of one of the types of a union."""
    if isinstance(value, Struct):
        return part.kind in ("struct", "any", "variable", "class")
    if isinstance(value, TensorType):
        if part.kind == "tensor":
            return passes_for(value.kind, part.args[0].kind)
        return part.kind in ("any", "variable") or (
            part.kind == "class" and isinstance(part.args[0], External)
        )
    return (value is None) is (part.kind == "none") or part.kind in ("any", "variable")


def _tuple(at: Holding, annotation: Annotation, value: Value) -> Held:
    if not isinstance(value, tuple) or len(value) != len(annotation.args):
        return value, None
    return _parts(at, zip(annotation.args, value))


def _parts(at: Holding, pairs: Iterable[tuple[Annotation, Value]]) -> Held:
    problem: Problem | None = None
    found: list[Value] = []
    inside = at.inside()
    for annotation, each in pairs:
        held, wrong = _hold(inside, annotation, each)
        found.append(held)
        problem = problem or wrong
    return tuple(found), problem


def _sequence(at: Holding, annotation: Annotation, value: Value) -> Held:
    item: Annotation = annotation.args[2]
    contents = value.contents if isinstance(value, Container) and value.kind != "dict" else value
    if isinstance(contents, Seq):
        (held,), problem = _parts(at, [(item, contents.rest)])
        return (Seq(contents.prefix, held) if contents is value else value), problem
    if not isinstance(contents, tuple):
        return value, None
    found, problem = _parts(at, ((item, each) for each in contents))
    if problem is not None:
        return at.declared(annotation), problem
    return (found if contents is value else value), None


def _dict(at: Holding, annotation: Annotation, value: Value) -> Held:
    if not isinstance(value, Container) or not isinstance(value.contents, Mapped):
        return value, None
    item: Annotation = annotation.args[1]
    _, problem = _parts(at, ((item, each) for each in value.contents.known.values()))
    return (value, None) if problem is None else (at.declared(annotation), problem)


def _class(at: Holding, annotation: Annotation, value: Value) -> Held:
    """An instance of a class of the program: its declared attributes are held, in terms of the class's arguments."""
    cls = annotation.args[0]
    read = _reader(cls, value)
    if read is None:
        return value, None
    inside, arguments = at.inside(), arguments_by_name(cls, annotation.args[1:])
    for name, declared in fields_of(at.interpreter, cls).items():
        each = read(name)
        if each is not ABSENT:
            _, problem = _hold(inside, substitute(declared, arguments), each)
            if problem is not None:
                words = f"{problem.words}, in its field '{name}'"
                return at.declared(annotation), Problem(problem.code, words)
    return value, None


def _reader(cls: Value, value: Value) -> Callable[[str], Value] | None:
    """How the fields of a record are read: of an instance, or of the dict that a TypedDict is."""
    if not isinstance(cls, Class):
        return None
    if isinstance(value, Instance):
        return value.read if isinstance(value.cls, Class) and cls in value.cls.mro else None
    if isinstance(value, Container) and isinstance(value.contents, Mapped):
        known = value.contents.known
        return lambda name: known.get(name, ABSENT)
    return None


def _variable(at: Holding, annotation: Annotation, value: Value) -> Held:
    at.bindings.values.setdefault(annotation.args[0].name, value)
    return value, None


_HOLDERS: Final[Mapping[str, Callable[[Holding, Annotation, Value], Held]]] = {
    "tensor": _tensor,
    "struct": _struct,
    "int": _size,
    "union": _union,
    "tuple": _tuple,
    "sequence": _sequence,
    "dict": _dict,
    "class": _class,
    "variable": _variable,
}
