"""`object` and `type`: what every class falls back to."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter import classes, derived, library, members
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.missing import missing
from tftypes.inference.interpreter.namespaces import namespace
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import (
    ABSTRACT,
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Module,
    Value,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped


def _new(interpreter: Interpreter, call: Call) -> Value:
    """`object.__new__(cls)`, `tuple.__new__(cls, items)`, and `type.__new__(meta, name, bases, namespace)`."""
    cls = resolve(call.args[0])
    space = resolve(call.args[3]) if len(call.args) == 4 else None
    if isinstance(space, Container) and isinstance(space.contents, Mapped):
        return _class_of_namespace(interpreter, cls, space, call)
    if isinstance(cls, Class):
        return derived.blank(interpreter, cls, call.without_first())
    return Instance(interpreter.trail, cls) if isinstance(cls, External) else TOP


def _class_of_namespace(
    interpreter: Interpreter, meta: Value, space: Container, call: Call
) -> Value:
    """The class that a metaclass, or `type(name, bases, namespace)`, makes."""
    made = space.read(classes.CLASS)
    if made is ABSENT:
        bases = interpreter.known_items(call.args[-2])
        name = resolve(call.args[-3])
        if bases is None or not isinstance(name, str):
            return TOP
        module = interpreter.modules.get("__main__") or next(
            (each for each in interpreter.modules.values() if isinstance(each, Module)), None
        )
        if module is None:
            return TOP
        made = Class(interpreter.trail, name, tuple(map(classes.base, bases)), None, module)
        made.mro = classes.linearized(interpreter, made)
        made.facts["keywords"] = {}
        if isinstance(meta, Class):
            made.facts["metaclass"] = meta
    for name, value in space.contents.known.items():
        if isinstance(name, str):
            interpreter.write(made, name, value)
    return made


def _type(interpreter: Interpreter, call: Call) -> Value:
    """`type(x)`, and `type(name, bases, namespace)`."""
    if len(call.args) == 3:
        space = resolve(call.args[2])
        if not isinstance(space, Container) or not isinstance(space.contents, Mapped):
            return TOP
        made = _class_of_namespace(interpreter, None, space, call)
        return classes.finish(interpreter, made, {}, call.node) if isinstance(made, Class) else made

    value = resolve(call.args[0])
    if isinstance(value, Instance):
        return interpreter.attribute(value, "__class__", call.node)
    if isinstance(value, Class):
        return value.metaclass or External("builtins.type")
    if isinstance(value, External) and _is_plain(interpreter, value.name):
        return External("builtins.type")
    name = class_name(value)
    return TOP if name is None else External(name)


#: Where classes without a metaclass are. (`LayoutMap` and its like are mappings, too.)
_PLAIN: Final = ("tensorflow.keras.", "tensorflow.__internal__.tracking.")


def _is_plain(interpreter: Interpreter, name: str) -> bool:
    """Whether a name is that of a class of Keras' without a metaclass: one that derives from Keras' classes alone."""
    order = interpreter.declared.mro(name)
    return order[:-1] != () and all(each.startswith(_PLAIN) for each in order[:-1])


def _call(interpreter: Interpreter, call: Call) -> Value:
    """`type.__call__(cls, ...)`: makes an instance."""
    cls = resolve(call.args[0])
    if isinstance(cls, Class):
        return classes.instantiate(interpreter, cls, call.without_first())
    return TOP


def _initialize(interpreter: Interpreter, call: Call) -> Value:
    """`object.__init__(self)`, `Base.__init__(self, ...)` of a builtin class."""
    library.initialize(interpreter, resolve(call.args[0]), call.without_first())
    return None


def _vars(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0]) if call.args else TOP
    if isinstance(value, (Instance, Class, Module, Function)):
        return namespace(interpreter, value)
    return interpreter.list(Mapped({}, frozenset(), TOP), "dict")


def _globals(interpreter: Interpreter, call: Call) -> Value:
    """The names of the module whose text is run."""
    run = (each for each in interpreter.modules.values() if each is not None)
    module = next((each for each in run if each.path == interpreter.path), None)
    return TOP if module is None else namespace(interpreter, module)


def _object(name: str) -> Model:
    """`object.__setattr__(x, name, value)` and its like: what a class's own hooks fall back to."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        receiver, attribute = resolve(call.args[0]), resolve(call.args[1])
        if not isinstance(attribute, str) or not isinstance(receiver, (Instance, Class)):
            if isinstance(receiver, Instance):
                interpreter.write(receiver, OPEN, True)
            return TOP
        if name == "__getattribute__":
            found = members.find_attribute(interpreter, receiver, attribute, call.node, hooks=False)
            return (
                missing(interpreter, receiver, attribute, call.node) if found is ABSENT else found
            )
        new = call.args[2] if name == "__setattr__" else ABSENT
        members.set_plainly(interpreter, receiver, attribute, new, call.node)
        return None

    return run


_OBJECT: Final = {
    name: _object(name) for name in ("__getattribute__", "__setattr__", "__delattr__")
}


def _abstract(interpreter: Interpreter, call: Call) -> Value:
    function = resolve(call.args[0])
    if isinstance(function, Function):
        interpreter.write(function, ABSTRACT, True)
    return function


FUNCTIONS: Final[dict[str, Model]] = {
    "abc.abstractmethod": _abstract,
    "builtins.globals": _globals,
    "builtins.type": _type,
    "abc.ABCMeta": lambda interpreter, call: (
        _type(interpreter, call) if len(call.args) == 3 else TOP
    ),
    "builtins.vars": _vars,
    **{f"builtins.object.{name}": model for name, model in _OBJECT.items()},
    **{
        f"builtins.{name}.__new__": _new
        for name in ("object", "type", "tuple", "str", "int", "float", "list", "dict", "frozenset")
    },
    **{
        f"builtins.{name}.__init__": _initialize
        for name in ("object", "list", "dict", "set", "Exception", "BaseException")
    },
    **{f"builtins.{name}.__call__": _call for name in ("object", "type")},
}
