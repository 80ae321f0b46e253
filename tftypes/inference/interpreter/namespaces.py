"""The dicts of attributes: `vars(x)`, `x.__dict__`, `globals()`."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.lattice import join
from tftypes.inference.objects import (
    OPEN,
    OWNER,
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
from tftypes.inference.values import Descriptor, Mapped

#: Library classes whose instances have no attributes but those that they are given.
PLAIN: Final = ("types.SimpleNamespace", "argparse.Namespace")


#: What a class or module defines by a statement, which programs seldom replace by a name that they compute.
_DEFINED: Final = (Function, Descriptor, Class, Module, External)


def namespace(interpreter: Interpreter, value: Value) -> Value:
    """`vars(value)`: a dict of its attributes, which become attributes where they are put in there."""
    names = [each for each in value.written() if isinstance(each, str) and each[0] != "<"]
    known = {name: value.read(name) for name in names}
    cls = value.cls if isinstance(value, Instance) else None
    open_ = isinstance(cls, External) and cls.name not in PLAIN
    rest = TOP if open_ or isinstance(value, Module) else ABSENT
    made = Container(interpreter.trail, "dict", Mapped(known, rest=rest))
    if not isinstance(value, Class):
        interpreter.write(value, OPEN, True)  # some may be put in there by names that are not known
        interpreter.write(made, OWNER, value)
    return made


def set_namespace(interpreter: Interpreter, value: Instance, new: Value) -> None:
    """`x.__dict__ = names`: they are attributes from now on, and so is what is put into the dict later."""
    interpreter.write(value, OPEN, True)
    contents = new.contents if isinstance(new, Container) else None
    if isinstance(contents, Mapped):
        interpreter.write(new, OWNER, value)
        for name, each in contents.known.items():
            interpreter.write(value, name, each)


def set_some(interpreter: Interpreter, value: Class | Instance | Module, new: Value) -> None:
    """Some attribute of an object becomes a value, and nobody knows which one."""
    interpreter.write(value, OPEN, True)
    cls = value.cls if isinstance(value, Instance) else None
    for holder in (value, *(cls.mro if isinstance(cls, Class) else ())):
        names = holder.written() if isinstance(holder, (Class, Instance, Module)) else ()
        for name in [each for each in names if isinstance(each, str) and each.isidentifier()]:
            old = holder.read(name)
            if isinstance(holder, Instance) or not isinstance(resolve(old), _DEFINED):
                if holder is value or value.read(name) is ABSENT:
                    interpreter.write(value, name, join(old, new))
