"""tf.Module: the variables that an object holds, directly and in the modules that it holds."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import DType, Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.escaping import escape, reachable
from tftypes.inference.interpreter.tables import LibraryClass, Model, argument, writing
from tftypes.inference.models.tensorflow.nest import flat
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.objects import (
    OPEN,
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
from tftypes.inference.values import Seq, Tensor

_MODULE: Final = "tensorflow.Module"


def _held(
    interpreter: Interpreter, module: Instance, trainable: bool, seen: set[int]
) -> list[Value]:
    """The variables of a module: its own by the names of its attributes, then those of the modules in them.

    Raises Unsure where they are not all known.
    """
    seen.add(id(module))
    found: list[Value] = []
    inner: list[Instance] = []
    for name in sorted(each for each in module.written() if isinstance(each, str)):
        value = resolve(module.read(name))
        if name.startswith("<"):
            continue
        for leaf in flat(interpreter, value) if _may_hold(value) else ():
            if isinstance(leaf, Tensor) and leaf.kind == "variable":
                facts = getattr(leaf.history, "trainable", True)
                if not trainable or facts is True:
                    found.append(leaf)
                elif facts is not False:
                    raise Unsure
            elif isinstance(leaf, Instance) and id(leaf) not in seen:
                inner.append(leaf)
    for each in inner:
        if isinstance(each.cls, Class) and _MODULE in each.cls.externals:
            if id(each) not in seen:
                found += _held(interpreter, each, trainable, seen)
        elif (
            isinstance(each.cls, External)
            and not each.cls.name.startswith("builtins.")
            or isinstance(each.cls, Class)
            and each.cls.externals != ("builtins.object",)
        ):
            raise Unsure
    unique: dict[int, Value] = {}
    for variable in found:
        unique.setdefault(
            variable.identity if variable.identity is not None else id(variable), variable
        )
    return list(unique.values())


def _may_hold(value: Value) -> bool:
    if is_unknown(value):
        raise Unsure
    return isinstance(value, (Tensor, Instance, Container, tuple, Seq))


def _variables(trainable: bool, interpreter: Interpreter, value: Value) -> Value:
    try:
        if isinstance(value, Instance):  # a linear operator is a module, too
            return tuple(_held(interpreter, value, trainable, set()))
    except Unsure:
        pass
    return Seq((), Tensor(DType.any(), Shape.unknown(), "variable"))


def _submodules(interpreter: Interpreter, value: Value) -> Value:
    """The modules that an object holds, at any depth: what is done with one of them may be done with each."""
    for each in list(reachable([value]))[1:]:
        escape(interpreter, each)
    return Seq((), TOP)


#: The slot of a module whose `__init__` has run.
_MADE: Final = "<made>"
#: What a module of Keras' has and another has not, with what does its work.
_GONE: Final = {
    "trainable_weights": "trainable_variables has them",
    "non_trainable_weights": "non_trainable_variables has them",
    "weights": "variables has them",
}


def _of_made(interpreter: Interpreter, value: Value) -> Value:
    """The name, or the scope of it, which `__init__` makes. Raises OpError where it has not run for sure."""
    own = value.cls if isinstance(value, Instance) else None
    if not isinstance(own, Class) or own.externals[:1] != (_MODULE,) or value.read(_MADE, None):
        return TOP
    if value.read(OPEN) is ABSENT and value.birth > interpreter.escaped:
        words = "tf.Module.__init__() has not run, which makes the name"
        hint = "super().__init__() before it"
        raise OpError("tf-attribute", words, hint=hint, exception="builtins.AttributeError")
    return TOP


FUNCTIONS: Final[dict[str, Model]] = {f"{_MODULE}.with_name_scope": argument(0, "method")}
CLASSES: Final = {
    _MODULE: LibraryClass(
        construct=writing(_MADE, True),
        gone=lambda _, name: _GONE.get(name),
        attributes={
            **dict.fromkeys(("name", "name_scope"), _of_made),
            "submodules": _submodules,
            "variables": partial(_variables, False),
            "trainable_variables": partial(_variables, True),
        },
    )
}
