"""Classes of the program that derive from a library's, or from `object`: what is inherited there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library import find_attribute, initialize, is_exception
from tftypes.inference.interpreter.library_classes import HOLDING, models
from tftypes.inference.interpreter.tables import Call, giving
from tftypes.inference.models.tensorflow.composites import DISPATCHES
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    HELD,
    OPEN,
    SUBCLASSES,
    TOP,
    Class,
    External,
    Function,
    Instance,
    Value,
    held,
    resolve,
)
from tftypes.inference.scopes import assigned_later
from tftypes.inference.state import ABSENT, Heap
from tftypes.inference.values import Bound, Native


def define(interpreter: Interpreter, cls: Class) -> None:
    """A class of the program has been defined: its library bases say what that means."""
    if cls.read("__tf_dispatch__") is not ABSENT:
        interpreter.write(interpreter.switches, DISPATCHES, True)
    for model in models(interpreter, cls):
        if model.define is not None:
            model.define(interpreter, cls)


def constructed(interpreter: Interpreter, cls: Class, call: Call) -> Value | None:
    """What a call of the class is, where a decorator or a base says it; None where an instance is made as usual."""
    make = cls.fact("construct")
    if make is None:
        return None
    return interpreter.guarded(lambda: make(interpreter, cls, call), call.node)


def blank(interpreter: Interpreter, cls: Class, call: Call) -> Instance:
    """A new instance of a class of the program, before `__init__`."""
    instance = Instance(interpreter.trail, cls)
    if len(cls.mro) == 1:
        return instance
    base = next((name for name in cls.externals if name in HOLDING), None)
    if base is not None and cls.record is None:
        given: tuple[Sequence[Value], Mapping[str, Value]]
        given = ([], {}) if HOLDING[base] else (call.args, call.kwargs)
        interpreter.write(instance, HELD, interpreter.call(External(base), *given, call.node))
    if any(is_exception(interpreter, name) for name in cls.externals):
        interpreter.write(instance, "args", tuple(call.args))
    for model in models(interpreter, cls):
        if model.new is not None:
            model.new(interpreter, Call(call.args, call.kwargs, call.node, receiver=instance))
    return instance


# -- super() ----------------------------------------------------------------------------------------------------------


def super_attribute(
    interpreter: Interpreter, receiver: Value, after: Sequence[Value], name: str, node: ast.AST
) -> Value:
    """`super().name` where a library's class has it, or none of the program."""
    own = (each for each in after if isinstance(each, Class))
    if name == "__init__" and any(each.read(name) is not ABSENT for each in own):
        return handing_on(receiver)
    if not isinstance(receiver, (Instance, Class)):
        return TOP
    found = (
        _special(interpreter, receiver, name)
        if name.startswith("__")
        else find_attribute(interpreter, receiver, name, node)
    )
    return TOP if found is ABSENT else found


def name_of(interpreter: Interpreter, cls: Class, name: str) -> Value:
    """The `__name__` or `__qualname__` of a class; where nobody calls a method, that may be of a class below."""
    method = interpreter.free
    if method is not None and method.cls is cls or cls.mro[0] is not cls:
        return PyValue("str")
    is_told = name == "__name__" or cls.module.read(cls.name) is cls
    return cls.name if is_told else TOP


def answers(interpreter: Interpreter, cls: str, name: str) -> bool:
    """Whether a library's class has a method itself: it does not call that of a class behind it."""
    member = interpreter.declared.member(cls, name)
    return member is not None and member.owner != "builtins.object"


def behind(receiver: Value, names: Sequence[str], name: str) -> Value:
    """`super(Library, self).name`: the constructor of the classes behind that one; of others nothing is known."""
    if name != "__init__" or not isinstance(receiver, Instance):
        return TOP

    def run(interpreter: Interpreter, call: Call) -> Value:
        initialize(interpreter, receiver, call, names)
        return None

    return Native(name, run)


def handing_on(receiver: Value) -> Native:
    """`__init__` of a library's class with classes of the program behind it: it hands them arguments that it has not.

    What all of them make of the instance is not known.
    """

    def run(interpreter: Interpreter, call: Call) -> Value:
        interpreter.escape(call.values)
        if isinstance(receiver, Instance):
            interpreter.write(receiver, OPEN, True)
        return None

    return Native("__init__", run)


def _special(interpreter: Interpreter, receiver: Value, name: str) -> Value:
    """A method that Python calls by itself, as the library classes of a program's object have it."""
    value = held(receiver)
    makes = isinstance(receiver, Class) and name == "__call__"  # by the metaclass
    if value is ABSENT and not makes:
        if any(name in each.methods for each in models(interpreter, receiver)):
            return Bound(name, receiver)
    if name in _OBJECT and (name != "__call__" or makes):
        return Native(name, lambda interpreter, call: _OBJECT[name](interpreter, receiver, call))
    if value is not ABSENT:
        return Bound(name, value)
    return find_attribute(interpreter, receiver, name, ast.Constant(0))


_Hook = Callable[[Interpreter, Value, Call], Value]


def _initialize(interpreter: Interpreter, receiver: Value, call: Call) -> Value:
    initialize(interpreter, receiver, call)
    return None


def _hook(name: str) -> _Hook:
    def run(interpreter: Interpreter, receiver: Value, call: Call) -> Value:
        function = interpreter.tables.functions[f"builtins.object.{name}"]
        return function(interpreter, call.with_first(receiver))

    return run


#: What `super()` ends in, by the name of the method.
_OBJECT: Final[dict[str, _Hook]] = {
    "__init__": _initialize,
    "__new__": lambda interpreter, receiver, call: interpreter.tables.functions[
        "builtins.object.__new__"
    ](interpreter, call),
    **dict.fromkeys(("__init_subclass__", "__post_init__"), giving(None)),
    **{
        name: _hook(name) for name in ("__setattr__", "__getattribute__", "__delattr__", "__call__")
    },
}


def may_be_set(instance: Heap, cls: Class, name: str) -> bool:
    """Whether others hold an instance, and may have called a method that sets the attribute."""
    nodes = (each.node for each in cls.mro if isinstance(each, Class))
    is_held = instance.read(OPEN) is not ABSENT
    return is_held and any(node is not None and name in assigned_later(node) for node in nodes)


def may_be_replaced(cls: Class, name: str, own: Value) -> bool:
    """Whether a class below has an attribute of its own of that name, or may: this one leaves the method to them."""
    own = resolve(own)
    is_left = isinstance(own, Function) and own.code.is_empty and not own.code.annotated
    return is_left or is_defined_below(cls, name)


def is_defined_below(cls: Class, name: str) -> bool:
    """Whether a class that derives from another one in its module has an attribute of its own of that name."""
    known = cls.read(SUBCLASSES, ())
    if not isinstance(known, tuple):
        return True  # nobody knows how many there are
    below = (each for each in known if each.module is cls.module)
    return any(each.read(name) is not ABSENT or is_defined_below(each, name) for each in below)
