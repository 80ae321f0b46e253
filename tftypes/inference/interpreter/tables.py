"""The tables: how nodes are compiled and how values behave, and the call that a model answers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from tftypes.inference.objects import TOP, External, Frame, Value
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Spread


class Raised(Exception):
    """An operation of Python's raises for sure: the class of the exception, by its canonical name, its text, its value."""

    def __init__(self, exception: str, message: str = "", value: Value = ABSENT) -> None:
        super().__init__(message)
        self.exception = exception
        self.value = value


@dataclass(slots=True)
class Call:
    """One call of something that a model answers for."""

    args: Sequence[Value]
    kwargs: Mapping[str, Value]
    node: ast.AST
    #: The canonical name under which the model was found.
    name: str = ""
    #: What a method is called on.
    receiver: Value = None

    def get(self, position: int, name: str, default: Value = None) -> Value:
        """An argument by its position or its name; TOP where `*unknown` or `**unknown` may be what gives it."""
        if Spread in map(type, self.args[: position + 1]):
            return TOP
        if position < len(self.args):
            return self.args[position]
        return self.kwargs.get(name, TOP if "**" in self.kwargs else default)

    @property
    def values(self) -> tuple[Value, ...]:
        return (*self.args, *self.kwargs.values()) if self.kwargs else tuple(self.args)

    @property
    def is_open(self) -> bool:
        """Whether `*unknown` or `**unknown` may give further arguments."""
        return "**" in self.kwargs or Spread in map(type, self.args)

    def of(self, name: str, receiver: Value = None) -> Call:
        """The same call as the model that has this name gets it."""
        return Call(self.args, self.kwargs, self.node, name, receiver)

    def with_first(self, value: Value) -> Call:
        """The same call with a value before its arguments, as of a method with its receiver."""
        return Call([value, *self.args], self.kwargs, self.node)

    def with_values(self, values: Iterable[Value]) -> Call:
        """The same call with other values in the places of its own."""
        found, count = list(values), len(self.args)
        return Call(
            found[:count],
            dict(zip(self.kwargs, found[count:])),
            self.node,
            self.name,
            self.receiver,
        )

    def without_first(self) -> Call:
        return Call(self.args[1:], self.kwargs, self.node)

    def given(self, position: int, name: str) -> bool:
        """Whether the argument may be given."""
        return position < len(self.args) or self.get(position, name, ABSENT) is not ABSENT


Evaluate = Callable[[Frame], Value]


Execute = Callable[[Frame], None]


#: What a library's function makes of a call: (interpreter, call) -> value.
Model = Callable[..., Value]


def giving(value: Value) -> Model:
    """What gives the same whatever it is asked: a model, an attribute or a constant."""
    return lambda *_: value


def itself(interpreter: object, call: Call) -> Value:
    """A method that gives its receiver."""
    return call.receiver


def argument(position: int, name: str, default: Value = None) -> Model:
    """What gives back one of its arguments."""
    return lambda _, call: call.get(position, name, default)


def making(name: str) -> Model:
    """What gives a new object of a library's class: a model or an attribute."""
    return lambda interpreter, _: interpreter.instance(name)


def calling(name: str) -> Model:
    """What does what another function of a library's does."""
    return lambda interpreter, call: interpreter.call(
        External(name), call.args, call.kwargs, call.node
    )


def keeping(name: str, slot: str, argument: str) -> Model:
    """What gives a new object of a library's class, which holds the first argument in a slot."""
    return lambda interpreter, call: interpreter.instance(name, {slot: call.get(0, argument)})


def reading(slot: str, default: Value = TOP) -> Callable[..., Value]:
    """An attribute, or a method, that gives what a slot of the object holds."""
    return lambda _, of: (of.receiver if isinstance(of, Call) else of).read(slot, default)


def writing(slot: object, value: Value) -> Callable[..., None]:
    """A method that writes a slot of its receiver, and gives None."""
    return lambda interpreter, call: interpreter.write(call.receiver, slot, value)


@dataclass(frozen=True)
class LibraryClass:
    """What a model knows of a class: how an instance begins, its methods, its computed attributes, what a call does.

    Each takes the interpreter and a call whose receiver is the instance; what is not here is as declared.
    """

    construct: Model | None = None
    #: An instance of a class of the program that derives from it is there, before its `__init__`.
    new: Model | None = None
    #: A class of the program that derives from it has been defined.
    define: Callable[..., None] | None = None
    #: An attribute of an instance is assigned: a call with the name and the value.
    on_write: Model | None = None
    #: What is kept of a value that is assigned to an attribute: a call with the name and the value.
    kept: Model | None = None
    #: A callable of which nothing is known has got an instance: (interpreter, instance).
    shared: Callable[..., None] | None = None
    #: Around the body of a `with` that enters an instance: (interpreter, instance) -> a context manager of Python's.
    scope: Callable[..., AbstractContextManager[None]] | None = None
    methods: Mapping[str, Model] = field(default_factory=dict)
    attributes: Mapping[str, Callable[..., Value]] = field(default_factory=dict)
    #: Methods that change nothing in a graph but their result.
    pure: frozenset[str] = frozenset()
    #: (interpreter, name): what does the work of a member that older versions had; None where that may be there.
    gone: Callable[..., str | None] | None = None


@dataclass(frozen=True)
class Tables:
    """How nodes are compiled and values behave; assembled once, never changed."""

    expressions: Mapping[type, Callable[..., Evaluate]]
    statements: Mapping[type, Callable[..., Execute]]
    #: By the type of the value: (interpreter, value, call) -> value.
    calls: Mapping[type, Callable[..., Value]]
    #: (interpreter, value, name, node) -> value.
    attributes: Mapping[type, Callable[..., Value]]
    #: (interpreter, value, name, new, node).
    attribute_writes: Mapping[type, Callable[..., None]]
    #: (interpreter, value, key, node) -> value.
    items: Mapping[type, Callable[..., Value]]
    #: (interpreter, value, key, new, node).
    item_writes: Mapping[type, Callable[..., None]]
    #: (interpreter, value) -> a tuple or `Seq`, None where it is not known.
    iterables: Mapping[type, Callable[..., Value]]
    #: (interpreter, value) -> True, False or None.
    truths: Mapping[type, Callable[..., bool | None]]
    #: (interpreter, value, node): what is wrong with a value as a condition.
    conditions: Mapping[type, Callable[..., None]]
    #: (interpreter, instance or class, name): whether it has a method.
    has_method: Callable[..., bool]
    check_iterable: Callable[..., None]
    #: (compiler, node) -> (class or alias, frame) -> value: `cls[...]` in the text.
    subscription: Callable[..., Callable[[Value, Frame], Value]]
    #: (interpreter, frame, name, value, node) -> value: what an annotated name gets.
    hold_name: Callable[..., Value]
    #: (interpreter, module, names): import what annotations name and only a type checker imports.
    import_for_types: Callable[..., None]
    #: (interpreter, read, exception) -> (raises, value): whether reading raises an exception of that class.
    tried: Callable[..., tuple[bool | None, Value]]
    #: (interpreter, op, call): an op that gets a tensor of kind "symbol", by the rule's name, an operator's
    #: sign, "unary" and a sign, or "getitem".
    symbolic: Callable[..., Value]
    #: (interpreter, rule, call): an op that gets a struct, or a list with one.
    structural: Callable[..., Value]
    #: (interpreter, op, call): what the program's handlers make of an op's call, ABSENT where none takes it.
    dispatched: Callable[..., Value]
    #: (interpreter, value): what a library may do to a value.
    escape: Callable[..., None]
    #: (interpreter, values): what a callable of which nothing is known may do to values and what they hold.
    forget: Callable[..., None]
    #: What libraries say of what they refuse, by what is lacking: "name", "key", "arguments", what is "missing"
    #: among them, and the parameters of methods that are "undeclared".
    remedies: Mapping[str, Callable[..., Any]]
    functions: Mapping[str, Model]
    classes: Mapping[str, LibraryClass]
    #: Canonical names of values that are no functions or classes: (interpreter) -> value.
    constants: Mapping[str, Callable[..., Value]]


@dataclass(slots=True)
class Limits:
    """What bounds a run."""

    #: Nested calls, and calls of one function within itself: one in another, and all within the outermost one.
    depth: int = 24
    recursion: int = 3
    recursions: int = 6
    #: Rounds of a loop that are followed one by one, and until a state is widened.
    unrolled: int = 8
    rounds: int = 3
    #: Steps that a statement at the top of a module may take, and more of them for each line of the module.
    steps: int = 2_000
    steps_a_line: int = 20
    #: The same for all statements of a module together; each may always take the first ones.
    module_steps: int = 20_000
    module_steps_a_line: int = 100
    #: Up to how many steps functions that nobody calls follow calls: one function, and all of a module together, and
    #: more of them for each line. The first call of a function is always followed, and so is a short one.
    followed: int = 200
    module_followed: int = 2_000
    followed_a_line: int = 2
    short: int = 10
