"""`unittest.mock`: what is patched may be anything, while the body of a `with` runs or for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_names import named, rebind, rebound
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.objects import TOP, Class, External, Instance, Module, Value, resolve
from tftypes.inference.state import ABSENT

_PATCH: Final = "unittest.mock._patch"


def _patch(interpreter: Interpreter, target: Value, name: Value) -> Value:
    made = interpreter.instance(_PATCH)
    if isinstance(target, (Module, Class, Instance, External)) and isinstance(name, str):
        interpreter.write(made, "target", target)
        interpreter.write(made, "attribute", name)
    return made


def _object(interpreter: Interpreter, call: Call) -> Value:
    """`patch.object(target, "name")`."""
    return _patch(interpreter, resolve(call.get(0, "target")), resolve(call.get(1, "attribute")))


def _named(interpreter: Interpreter, call: Call) -> Value:
    """`patch("package.module.name")`."""
    full = resolve(call.get(0, "target"))
    owner, _, name = full.rpartition(".") if isinstance(full, str) else ("", "", "")
    module = interpreter.modules.get(owner)
    return _patch(interpreter, named(interpreter, owner) if module is None else module, name)


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
    _put(interpreter, patch, TOP)
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
CLASSES: Final = {
    _PATCH: LibraryClass(scope=_patched, methods={"start": _for_good, "__call__": _for_good}),
}
