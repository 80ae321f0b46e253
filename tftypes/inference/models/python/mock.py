"""`unittest.mock`: what is patched is another thing while the body of a `with` runs, or may be anything for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tftypes.inference.interpreter.context_managers import ENTERED
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library import is_exception
from tftypes.inference.interpreter.library_names import named, rebind, rebound
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, writing
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Instance,
    Module,
    Value,
    is_iterator,
    resolve,
)
from tftypes.inference.state import ABSENT

_PATCH: Final = "unittest.mock._patch"


#: Slots: what a mock gives, or what decides it, and how often it was called.
_RETURNED: Final = "return_value"
_EFFECT: Final = "side_effect"
_COUNT: Final = "call_count"
_MOCK: Final = "unittest.mock.Mock"
#: The slot of a patch with what is put in the place.
_NEW: Final = "<new>"


def _patch(interpreter: Interpreter, target: Value, name: Value, new: Value, call: Call) -> Value:
    if new is ABSENT:
        new = interpreter.call(External(_MOCK), [], call.kwargs, call.node)
    made = interpreter.instance(_PATCH, {_NEW: new, ENTERED: new})
    if isinstance(target, (Module, Class, Instance, External)) and isinstance(name, str):
        interpreter.write(made, "target", target)
        interpreter.write(made, "attribute", name)
    return made


def _object(interpreter: Interpreter, call: Call) -> Value:
    """`patch.object(target, "name")`."""
    target, name = resolve(call.get(0, "target")), resolve(call.get(1, "attribute"))
    return _patch(interpreter, target, name, call.get(2, "new", ABSENT), call)


def _named(interpreter: Interpreter, call: Call) -> Value:
    """`patch("package.module.name")`."""
    full = resolve(call.get(0, "target"))
    owner, _, name = full.rpartition(".") if isinstance(full, str) else ("", "", "")
    target = _at(interpreter, owner, call)
    return _patch(interpreter, target, name, call.get(1, "new", ABSENT), call)


def _at(interpreter: Interpreter, name: str, call: Call) -> Value:
    """What a name with dots stands for: a module of the program, what is in one, or what a library has."""
    module = interpreter.modules.get(name)
    if module is not None:
        return module
    owner, _, last = name.rpartition(".")
    held = _at(interpreter, owner, call) if owner else TOP
    if not isinstance(held, (Module, Class)):
        return named(interpreter, name)
    return resolve(interpreter.attribute(held, last, call.node))


def _mock(interpreter: Interpreter, call: Call) -> Value:
    for name, value in call.kwargs.items():
        interpreter.write(call.receiver, name, value)
    return None


def _called(interpreter: Interpreter, call: Call) -> Value:
    """`mock(...)`: raises, takes the next of several results, asks a function, or gives its one result."""
    mock = call.receiver
    count = mock.read(_COUNT, 0)
    interpreter.write(mock, _COUNT, count + 1 if isinstance(count, int) else PyValue("int"))
    effect, result = resolve(mock.read(_EFFECT, None)), mock.read(_RETURNED, TOP)
    if effect is None:
        return result
    if isinstance(effect, (tuple, Container)):
        if not is_iterator(effect):
            effect = interpreter.list(interpreter.some_items(effect), "iterator")
            interpreter.write(mock, _EFFECT, effect)
        return interpreter.call(External("builtins.next"), [effect], {}, call.node)
    cls = effect.cls if isinstance(effect, Instance) else effect
    names = cls.externals if isinstance(cls, Class) else (getattr(cls, "name", ""),)
    if any(is_exception(interpreter, name) for name in names):
        made = interpreter.call(effect, [], {}, call.node) if effect is cls else effect
        interpreter.leave("raise", resolve(made))
    return interpreter.call(effect, call.args, call.kwargs, call.node)


def _put(interpreter: Interpreter, patch: Instance, new: Value) -> None:
    target, name = patch.read("target"), patch.read("attribute")
    if isinstance(target, External):
        rebind(interpreter, target, name, new)
    elif target is not ABSENT:
        interpreter.write(target, name, new)


@contextmanager
def _patched(interpreter: Interpreter, patch: Instance) -> Iterator[None]:
    target, name = patch.read("target"), patch.read("attribute")
    if isinstance(target, External):
        old = rebound(interpreter, f"{target.name}.{name}")
    else:
        old = ABSENT if target is ABSENT else target.read(name)
    _put(interpreter, patch, patch.read(_NEW, TOP))
    try:
        yield
    finally:
        _put(interpreter, patch, old)


def _for_good(interpreter: Interpreter, call: Call) -> Value:
    """`patch.start()`, and a patch as a decorator: nobody knows when it ends, or what the function gets besides."""
    _put(interpreter, call.receiver, TOP)
    return TOP


FUNCTIONS: Final[dict[str, Model]] = {
    f"{module}.patch{name}": model
    for module in ("unittest.mock", "mock")
    for name, model in (("", _named), (".object", _object))
}
_ASSERTIONS: Final = (
    "assert_called", "assert_called_once", "assert_called_with", "assert_called_once_with", "assert_any_call",
    "assert_not_called",
)  # fmt: skip
CLASSES: Final = {
    **{
        f"{module}.{kind}": LibraryClass(
            construct=_mock,
            methods={
                "__call__": _called,
                "reset_mock": writing(_COUNT, 0),
                **dict.fromkeys(_ASSERTIONS, giving(None)),
            },
        )
        for module in ("unittest.mock", "mock")
        for kind in ("Mock", "MagicMock")
    },
    _PATCH: LibraryClass(scope=_patched, methods={"start": _for_good, "__call__": _for_good}),
}
