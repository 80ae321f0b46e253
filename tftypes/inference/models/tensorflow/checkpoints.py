"""tf.train.Checkpoint: what it keeps has state, and what is restored has the names under which it was written."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.missing import is_of_keras
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.saved_models import held_in, place_of
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import Class, Container, Instance, Value, python_type, resolve

_STATUS: Final = "tensorflow.train._LoadStatus"
_KEPT: Final = "<kept>"
#: Stands for the names of all that the root keeps, where its class is not the program's.
_ROOT: Final = "<root>"


@dataclass(frozen=True)
class Kept:
    """What a checkpoint keeps under names, and the call that says so."""

    named: Mapping[str, Value]
    node: ast.AST
    #: The names of what had variables when it was written.
    full: Sequence[str] = ()


def _checkpoint(interpreter: Interpreter, call: Call) -> None:
    """The root and what has a name are variables, modules or the like. Raises OpError."""
    named = {name: each for name, each in call.kwargs.items() if name not in ("root", "**")}
    root = call.get(0, "root")
    for name, value in {"root": root, **named}.items():
        value = resolve(value)
        is_wrapped = isinstance(value, (Container, tuple)) and name != "root"  # its items are kept
        if value is None or is_wrapped or not _is_stateless(value):
            continue
        words = "expected an object with state: a tf.Variable, a tf.Module, an optimizer"
        is_group = isinstance(value, (Container, tuple))
        hint = "tf.train.Checkpoint(items=root)" if is_group else f"tf.Variable({name}) is one"
        raise OpError("tf-value", words, name, hint, "builtins.ValueError").complete(
            "tf.train.Checkpoint()", {}
        )
    if not call.is_open:
        all_ = named if root is None else {_ROOT: root, **named}
        interpreter.write(call.receiver, _KEPT, Kept(all_, call.node))


def _is_stateless(value: Value) -> bool:
    """Whether a value is no trackable object for sure."""
    if isinstance(value, TensorType):
        return value.kind in ("tensor", "array")
    is_plain = isinstance(value, Container) and (is_list(value) or value.kind == "dict")
    return is_plain or isinstance(value, tuple) or python_type(value) is not None


def _kept(checkpoint: Instance) -> Kept | None:
    """What a checkpoint keeps; None where it may keep more."""
    found = checkpoint.read(_KEPT, None)
    if not isinstance(found, Kept) or _attributes(checkpoint):
        return None
    root = resolve(found.named.get(_ROOT))
    if isinstance(root, Instance) and isinstance(root.cls, Class) and not is_of_keras(root):
        rest = {name: each for name, each in found.named.items() if name != _ROOT}
        return Kept({**_attributes(root), **rest}, found.node)
    return found


def _attributes(value: Instance) -> dict[str, Value]:
    return {name: value.read(name) for name in value.written() if not name.startswith("<")}


def _write(numbered: bool, interpreter: Interpreter, call: Call) -> Value:
    """`write(path)` and `save(prefix)`: where the checkpoint is then."""
    path = resolve(call.get(0, "file_prefix"))
    made = PyValue("str", told="a new checkpoint") if numbered else path
    if (place := place_of(made)) is not None:
        kept = _kept(call.receiver)
        found = kept and replace(kept, full=_full(interpreter, kept, call.node))
        interpreter.write(interpreter.switches, ("checkpoint", place), found)
    return made if isinstance(made, (str, PyValue)) else PyValue("str")


def _read(interpreter: Interpreter, call: Call) -> Value:
    """`read(path)` and `restore(path)`: what asserts that something was restored."""
    place = place_of(resolve(call.get(0, "save_path")))
    written = interpreter.switches.read(("checkpoint", place), None)
    status = interpreter.instance(_STATUS, {_KEPT: call.receiver})
    if place is not None and isinstance(written, Kept):
        interpreter.write(status, "<written>", written)
    return status


def _assert(consumed: bool, interpreter: Interpreter, call: Call) -> Value:
    """All that the checkpoint keeps has been written, and where it is `consumed`, the other way round. Raises OpError."""
    status = call.receiver
    checkpoint, written = status.read(_KEPT, None), status.read("<written>", None)
    kept = _kept(checkpoint) if isinstance(checkpoint, Instance) else None
    if kept is None or not isinstance(written, Kept):
        return status
    new = [each for each in _full(interpreter, kept, call.node) if each not in written.named]
    left = [each for each in written.full if each not in kept.named] if consumed else []
    if new or left:
        what = f"nothing was written as {_listed(new)}"
        rest = f"nothing is restored as {_listed(left)}"
        words = ", ".join([what] * bool(new) + [rest] * bool(left))
        raise OpError("tf-state", words, hint=_renamed(kept, new, left), exception=_ASSERTION)
    return status


def _full(interpreter: Interpreter, kept: Kept, node: ast.AST) -> list[str]:
    """The names of what has some variable for sure."""
    return [
        name
        for name, value in kept.named.items()
        if _has_variables(interpreter, resolve(value), node)
    ]


def _has_variables(interpreter: Interpreter, value: Value, node: ast.AST) -> bool:
    """Whether an object has some variable for sure."""
    if any(isinstance(each, int) for each in held_in(interpreter, value, 6)):
        return True
    if not isinstance(value, Instance):
        return False
    with interpreter.quietly():
        return bool(interpreter.known_items(interpreter.attribute(value, "variables", node)))


def _listed(names: list[str]) -> str:
    return ", ".join("the root" if name == _ROOT else repr(name) for name in names)


def _renamed(kept: Kept, new: list[str], left: list[str]) -> str | None:
    """The call that makes a checkpoint with the one name that was written in place of the one that was not."""
    if len(new) != 1 or len(left) != 1 or not isinstance(kept.node, ast.Call) or _ROOT in left:
        return None
    pairs = [
        (left[0] if each.arg == new[0] else each.arg, each.value) for each in kept.node.keywords
    ]
    code = ", ".join(f"{name}={ast.unparse(value)}" for name, value in pairs)
    return f"{ast.unparse(kept.node.func)}({code}) has the name that was written"


_ASSERTION: Final = "builtins.AssertionError"
CLASSES: Final = {
    "tensorflow.train.Checkpoint": LibraryClass(
        construct=_checkpoint,
        methods={
            "write": partial(_write, False),
            "save": partial(_write, True),
            "read": _read,
            "restore": _read,
        },
    ),
    _STATUS: LibraryClass(
        methods={
            "assert_consumed": partial(_assert, True),
            "assert_existing_objects_matched": partial(_assert, False),
        }
    ),
}
