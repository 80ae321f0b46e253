"""tf.train.Checkpoint: what it keeps has state, and what is restored has the names under which it was written.

A variable is restored from the one to which the same names lead, which has its dtype and its shape.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, TensorType, same, shapes
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.missing import is_of_keras
from tftypes.inference.interpreter.tables import Call, LibraryClass, reading
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.saved_models import held_in, place_of
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Instance,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.values import Mapped, Tensor
from tftypes.inference.widening import soften

_STATUS: Final = "tensorflow.train._LoadStatus"
_KEPT: Final = "<kept>"
#: Stands for the names of all that the root keeps, where its class is not the program's.
_ROOT: Final = "<root>"
#: The slot of a manager with its checkpoint, that with the folder, and the one with the last checkpoint: of a manager,
#: or of all, with its folder.
_MANAGED: Final = "<managed>"
_FOLDER: Final = "<folder>"
_LATEST: Final = "<latest>"
#: How many steps lead to a variable at most.
_DEEP: Final = 8
_SEQUENTIAL: Final = "tensorflow.keras.Sequential"
#: The classes of Keras' whose objects hold others of any class.
_GENERAL: Final = (
    "Bidirectional", "Functional", "Model", "RNN", "SpectralNormalization", "StackedRNNCells", "TimeDistributed", "Wrapper",
)  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """What a checkpoint keeps under names, and the call that says so."""

    named: Mapping[str, Value]
    node: ast.AST
    #: The names of what had variables when it was written.
    full: Sequence[str] = ()
    #: What the variables were then, by the code that leads to each and the classes on that way.
    variables: Mapping[tuple[str, ...], Tensor] = field(default_factory=dict)


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
    for name, value in named.items():
        interpreter.write(call.receiver, name, value)
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
    if not isinstance(found, Kept):
        return None
    found = replace(found, named={**found.named, **_attributes(checkpoint)})
    root = resolve(found.named.get(_ROOT))
    if isinstance(root, Instance) and isinstance(root.cls, Class) and not is_of_keras(root):
        rest = {name: each for name, each in found.named.items() if name != _ROOT}
        return Kept({**_attributes(root), **rest}, found.node)
    return found


def _attributes(value: Instance) -> dict[str, Value]:
    return {name: value.read(name) for name in value.written() if name.isidentifier()}


def _write(interpreter: Interpreter, call: Call) -> Value:
    """`write(path)`: the checkpoint is there then."""
    path = resolve(call.get(0, "file_prefix"))
    _keep(interpreter, call.receiver, path, call.node)
    return path if isinstance(path, (str, PyValue)) else PyValue("str")


def _save(interpreter: Interpreter, call: Call) -> Value:
    """`save(prefix)`: where the new checkpoint is, the last one of its folder."""
    prefix = resolve(call.get(0, "file_prefix"))
    folder = prefix.rpartition("/")[0] if isinstance(prefix, str) else None
    return _saved(interpreter, call.receiver, folder, call.node)


def _saved(interpreter: Interpreter, checkpoint: Value, folder: Value, node: ast.AST) -> Value:
    made = PyValue("str", told="a new checkpoint")
    _keep(interpreter, checkpoint, made, node)
    interpreter.write(interpreter.switches, _LATEST, (place_of(folder), made))
    return made


def _keep(interpreter: Interpreter, checkpoint: Value, path: Value, node: ast.AST) -> None:
    """Note what is written under a path."""
    if (place := place_of(path)) is None:
        return
    kept = _kept(checkpoint) if isinstance(checkpoint, Instance) else None
    if kept is not None:
        variables = dict(_variables(interpreter, kept, node))
        kept = replace(kept, full=_full(interpreter, kept, node), variables=variables)
    interpreter.write(interpreter.switches, ("checkpoint", place), kept)


def _read(interpreter: Interpreter, call: Call) -> Value:
    """`read(path)` and `restore(path)`: what asserts that something was restored."""
    return _restored(interpreter, call.receiver, resolve(call.get(0, "save_path")), call.node)


def _restored(interpreter: Interpreter, checkpoint: Instance, path: Value, node: ast.AST) -> Value:
    place = place_of(path)
    written = interpreter.switches.read(("checkpoint", place), None)
    status = interpreter.instance(_STATUS, {_KEPT: checkpoint})
    if place is not None and isinstance(written, Kept):
        interpreter.write(status, "<written>", written)
        kept = _kept(checkpoint)
        for way, variable in () if kept is None else _variables(interpreter, kept, node):
            if (old := written.variables.get(way)) is not None:
                _check(way, variable, old)
    return status


def _check(way: tuple[str, ...], variable: Tensor, old: Tensor) -> None:
    """Raises OpError for a variable that takes no value of the one that was written."""
    name, *kinds = way
    words = f"{name!r} was written as {_shown(old)}, the variable here is {_shown(variable)}"
    dims, hint = old.shape.dims, None
    if dims is not None and UNKNOWN not in dims and not any("." in each for each in kinds):
        zeros = f"tf.zeros({old.shape}, tf.{old.dtype})"
        hint = f"tf.Variable({zeros}) takes what was written"
    if same(variable.dtype, old.dtype) is False:
        raise OpError("tf-dtype", words, hint=hint, exception=_REFUSED)
    if shapes.compatible(soften(variable.shape), soften(old.shape)) is False:
        raise OpError("tf-shape", words, hint=hint, exception="builtins.ValueError")


def _shown(variable: Tensor) -> str:
    return str(TensorType(variable.dtype, variable.shape))


# -- ways to variables --------------------------------------------------------------------------------------------------


def _variables(
    interpreter: Interpreter, kept: Kept, node: ast.AST
) -> Iterator[tuple[tuple[str, ...], Tensor]]:
    """The variables that are known of what a checkpoint keeps, each with the way that leads to it."""
    for name, value in kept.named.items():
        yield from _under(interpreter, value, node, ("root" if name == _ROOT else name,))


def _under(
    interpreter: Interpreter, value: Value, node: ast.AST, way: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Tensor]]:
    value = resolve(value)
    if isinstance(value, Tensor) and value.kind == "variable":
        yield way, value
    elif len(way) < _DEEP:
        kind, steps = _steps(interpreter, value, node)
        for step, each in steps.items():
            yield from _under(interpreter, each, node, (way[0] + step, *way[1:], kind))


def _steps(
    interpreter: Interpreter, value: Value, node: ast.AST
) -> tuple[str, Mapping[str, Value]]:
    """What a value holds for a checkpoint, by the code that leads to it, and which of these belong together."""
    items = interpreter.known_items(value) if is_list(value) or isinstance(value, tuple) else None
    if items is not None:
        return "list", {f"[{place}]": each for place, each in enumerate(items)}
    if isinstance(value, Container) and isinstance(value.contents, Mapped):
        return "dict", {f"[{key!r}]": each for key, each in value.contents.known.items()}
    if not isinstance(value, Instance):
        return "", {}
    if isinstance(value.cls, External) and is_of_keras(value):
        return _parts(interpreter, value, value.cls.name, node)
    is_module = isinstance(value.cls, Class) and "tensorflow.Module" in value.cls.externals
    kept = _kept(value)
    if kept is None and not (is_module or is_of_keras(value)):
        return "", {}
    named = _attributes(value) if kept is None else kept.named
    return "object", {f".{name}": each for name, each in named.items()}


def _parts(
    interpreter: Interpreter, value: Instance, cls: str, node: ast.AST
) -> tuple[str, Mapping[str, Value]]:
    """The layers of a Sequential, or the variables of a layer: those of another that has as many, of the same kinds."""
    if cls.rpartition(".")[2] in _GENERAL:
        return cls, {}
    name = "layers" if cls == _SEQUENTIAL else "variables"
    with interpreter.quietly():
        found = interpreter.known_items(interpreter.attribute(value, name, node)) or ()
    kinds = [class_name(resolve(each)) for each in found]
    return f"{cls} {kinds}", {f".{name}[{place}]": each for place, each in enumerate(found)}


# -- what was restored -------------------------------------------------------------------------------------------------


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


# -- managers -----------------------------------------------------------------------------------------------------------


def _manager(interpreter: Interpreter, call: Call) -> None:
    """Raises OpError for a manager that would keep no checkpoint."""
    most = resolve(call.get(2, "max_to_keep", TOP))
    if isinstance(most, int) and most <= 0:
        words = f"expected 1 or more, got {most}"
        raise OpError("tf-value", words, "max_to_keep", "None keeps all", "builtins.ValueError")
    if not call.is_open and "checkpoint_interval" not in call.kwargs and len(call.args) < 4:
        interpreter.write(call.receiver, _MANAGED, resolve(call.get(0, "checkpoint")))
        interpreter.write(call.receiver, _FOLDER, resolve(call.get(1, "directory")))


def _save_managed(interpreter: Interpreter, call: Call) -> Value:
    managed = call.receiver.read(_MANAGED, None)
    made = _saved(interpreter, managed, call.receiver.read(_FOLDER, None), call.node)
    interpreter.write(call.receiver, _LATEST, made)
    return made


def _restore_managed(interpreter: Interpreter, call: Call) -> Value:
    managed, path = call.receiver.read(_MANAGED, None), call.receiver.read(_LATEST, None)
    if isinstance(managed, Instance):
        _restored(interpreter, managed, path, call.node)
    return PyValue("str") if path is not None else TOP


def _latest_of(interpreter: Interpreter, call: Call) -> Value:
    """`latest_checkpoint(folder)`, where the last one that the program has saved is there."""
    place = place_of(resolve(call.get(0, "checkpoint_dir")))
    found = interpreter.switches.read(_LATEST, None)
    is_it = place is not None and isinstance(found, tuple) and found[0] == place
    return found[1] if is_it else TOP


#: What is asked of the status that a restore gives.
_ASSERTING: Final = (
    "assert_consumed", "assert_existing_objects_matched", "assert_nontrivial_match", "expect_partial",
)  # fmt: skip


def _of_status(name: str, interpreter: Interpreter, checkpoint: Instance) -> Value:
    """A checkpoint has not what the status of a restore has. Raises OpError."""
    words = f"tf.train.Checkpoint has no attribute {name!r}"
    hint = f".restore(path).{name}() asks what was restored"
    raise OpError("tf-attribute", words, hint=hint, exception="builtins.AttributeError")


_ASSERTION: Final = "builtins.AssertionError"
_REFUSED: Final = "tensorflow.errors.InvalidArgumentError"
FUNCTIONS: Final = {"tensorflow.train.latest_checkpoint": _latest_of}
CLASSES: Final = {
    "tensorflow.train.Checkpoint": LibraryClass(
        construct=_checkpoint,
        methods={"write": _write, "save": _save, "read": _read, "restore": _read},
        attributes={name: partial(_of_status, name) for name in _ASSERTING},
    ),
    "tensorflow.train.CheckpointManager": LibraryClass(
        construct=_manager,
        methods={"save": _save_managed, "restore_or_initialize": _restore_managed},
        attributes={"latest_checkpoint": reading(_LATEST)},
    ),
    _STATUS: LibraryClass(
        methods={
            "assert_consumed": partial(_assert, True),
            "assert_existing_objects_matched": partial(_assert, False),
        }
    ),
}
