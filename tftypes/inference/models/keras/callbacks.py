"""What `fit` logs, what its callbacks get of it, and the history that it gives."""

from __future__ import annotations

import ast
import string
from collections.abc import Sequence
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library import is_closed
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import call_checks, gone, scoring
from tftypes.inference.models.keras.call_checks import own_method
from tftypes.inference.models.keras.config import (
    KERAS,
    check_object,
    config_of,
    configure,
    construct,
    is_a,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.rate_schedulers import check_schedule
from tftypes.inference.models.tensorflow.control_flow import repeat
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.saved_models import end_of, place_of
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.models.tensorflow.tracing import check_callback
from tftypes.inference.objects import (
    EXPLAINED,
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped, Seq


def logged(trained: Sequence[str] | None, tested: Sequence[str] | None) -> list[str] | None:
    """The names of the logs of an epoch; None where one is not known."""
    if trained is None or tested is None:
        return None
    return [*trained, *(f"val_{each}" for each in tested)]


def history(
    interpreter: Interpreter, model: Instance, call: Call, names: Sequence[str] | None
) -> Value:
    """What `fit` gives: a list of numbers for each of the logs."""
    numbers = interpreter.list(Seq((), PyValue("float")))
    kept = _kept(interpreter, call, names)
    known = {} if kept is None else dict.fromkeys(kept, numbers)
    rest = numbers if kept is None else ABSENT
    logs = interpreter.list(Mapped(known, frozenset(), rest), "dict")
    if kept is not None:
        interpreter.write(logs, EXPLAINED, f"history has {', '.join(map(repr, kept))}")
    epochs = interpreter.list(Seq((), PyValue("int")))
    slots = {"history": logs, "epoch": epochs, "model": model}
    return interpreter.instance(f"{KERAS}callbacks.History", slots)


#: The callbacks that leave the logs alone, and those that add the learning rate.
_SILENT: Final = frozenset(
    ("BackupAndRestore", "CSVLogger", "EarlyStopping", "ModelCheckpoint", "TensorBoard", "TerminateOnNaN")
)  # fmt: skip
_RATING: Final = frozenset({"LearningRateScheduler", "ReduceLROnPlateau"})


def _kept(interpreter: Interpreter, call: Call, names: Sequence[str] | None) -> list[str] | None:
    """The names in the history of `fit`, with those that callbacks add; None where one is not known."""
    if names is None:
        return None
    found = [*names]
    for each in leaves(interpreter, call.get(5, "callbacks")):
        is_own = isinstance(each, Instance) and isinstance(each.cls, Class)
        name = "" if is_own else short_name(interpreter, each)
        if name in _RATING:
            found.append("learning_rate")
        elif each is not None and name not in _SILENT:
            return None
    return found


# -- callbacks --------------------------------------------------------------------------------------------------------

#: What is called in each epoch with its number or that of a batch, and the logs it gets: all of them, or those of training.
_EPOCH: Final = (
    ("on_epoch_begin", ""), ("on_train_batch_begin", ""), ("on_batch_begin", ""),
    ("on_train_batch_end", "training"), ("on_batch_end", "training"), ("on_epoch_end", "all"),
)  # fmt: skip
#: What the name of a file may ask for beside the logs; some callbacks log the last ones.
_OF_FILES: Final = ("epoch", "batch", "learning_rate", "lr")


_CALLBACK: Final = f"{KERAS}callbacks.Callback"
_LAMBDA: Final = "callbacks.LambdaCallback"


def call_back(
    interpreter: Interpreter,
    model: Instance,
    call: Call,
    names: Sequence[str] | None,
    is_tested: bool,
) -> None:
    """The program's callbacks are called, outside of the graph, any number of times.

    Raises OpError for a file whose name asks for what is not logged.
    """
    node, given = call.node, leaves(interpreter, call.get(5, "callbacks"))
    known = [names if each is given[0] else None for each in given]  # the first one may add others
    found = [
        (each, logs)
        for each, logs in zip(given, known)
        if isinstance(each, Instance)
        and (isinstance(each.cls, Class) or is_a(interpreter, each, _LAMBDA))
    ]
    if names is not None and not found:
        for each in given:
            _check_file(interpreter, each, names)
    first = resolve(call.kwargs.get("initial_epoch", 0))
    for each in given:
        _check_callback(interpreter, each)
        _check_monitor(interpreter, model, each)
        check_schedule(interpreter, model, each, call)
    own = _begun(interpreter, model, given, resolve(call.get(3, "epochs", 1)))
    for each, _ in found:
        _notify(interpreter, each, "on_train_begin", [], None, node)

    def epoch(number: Value) -> None:
        for name, kind in _EPOCH:
            if name == "on_epoch_end" and is_tested:
                _round(interpreter, own, "test", node)
            given = number if "epoch" in name else PyValue("int")
            for each, logs in found:
                _notify(interpreter, each, name, [given], _of_kind(logs, kind), node)

    if found:
        epoch(first)  # what it returns early from in others may be for this one
        repeat(interpreter, partial(epoch, PyValue("int")), node)
    for each, _ in found:
        _notify(interpreter, each, "on_train_end", [], None, node)


def call_back_once(
    interpreter: Interpreter, model: Instance, callbacks: Value, kind: str, node: ast.AST
) -> None:
    """The program's callbacks are called in a test or a prediction."""
    given = leaves(interpreter, callbacks)
    for each in given:
        _check_callback(interpreter, each)
    _round(interpreter, _begun(interpreter, model, given, 1), kind, node)


def _begun(
    interpreter: Interpreter, model: Instance, given: Sequence[Value], epochs: Value
) -> list[Instance]:
    """The program's callbacks, which get the model and its parameters."""
    found = [each for each in given if isinstance(each, Instance)]
    found = [
        each for each in found if isinstance(each.cls, Class) or is_a(interpreter, each, _LAMBDA)
    ]
    for each in found:
        interpreter.write(each, "model", model)
        if not is_legacy(interpreter) and own_method(each, "set_params") is None:
            known = {"verbose": TOP, "epochs": epochs, "steps": TOP}
            params = interpreter.list(Mapped(known), "dict")
            interpreter.write(params, EXPLAINED, f"params has {', '.join(map(repr, known))}")
            interpreter.write(each, "params", params)
    return found


def _round(interpreter: Interpreter, found: Sequence[Instance], kind: str, node: ast.AST) -> None:
    """The callbacks hear of a round through the data of a test or a prediction."""

    def notify(event: str, *given: Value) -> None:
        for each in found:
            if own_method(each, f"on_{kind}_{event}") is not None:
                _hear(interpreter, each, f"on_{kind}_{event}", [*given, TOP], node)

    def batch() -> None:
        notify("batch_begin", PyValue("int"))
        notify("batch_end", PyValue("int"))

    notify("begin")
    repeat(interpreter, batch, node)
    notify("end")


def _check_callback(interpreter: Interpreter, callback: Value) -> None:
    """Raises OpError for what is no callback."""
    is_own = isinstance(callback, Instance) and isinstance(callback.cls, Class)
    if is_own and not is_closed(interpreter, callback.cls) or is_unknown(callback):
        return
    if callback is None or is_legacy(interpreter):
        return
    is_set = isinstance(callback, Container) and callback.kind == "set"
    is_none = isinstance(callback, (Function, TensorType)) or python_type(callback) is not None
    is_none = (
        is_none
        or is_set
        or (
            isinstance(callback, Instance)
            and callback.read(OPEN) is ABSENT
            and not interpreter.has_method(callback, "set_model")
        )
    )
    if is_none:
        shown = callback.cls.name if is_own else "a set"
        shown = shown if is_own or is_set else describe(to_rule(callback))
        words = f"expected callbacks, got {f'an object of {shown}' if is_own else shown}"
        hint = f"class {shown}(keras.callbacks.Callback): ... is one" if is_own else None
        if isinstance(callback, Function):
            hint = "keras.callbacks.LambdaCallback(on_epoch_end=function) calls one"
        raise OpError("tf-value", words, "callbacks", hint)


#: The callbacks that ask of what they watch whether more of it is better.
_WATCHING: Final = ("EarlyStopping", "ModelCheckpoint", "ReduceLROnPlateau")


def _check_monitor(interpreter: Interpreter, model: Instance, callback: Value) -> None:
    """Keras knows of its own metrics whether more is better, by their names. Raises OpError for what is none."""
    config = config_of(callback)
    is_keras = isinstance(callback, Instance) and isinstance(callback.cls, External)
    if not is_keras or short_name(interpreter, callback) not in _WATCHING or "**" in config:
        return
    monitor, mode = config.get("monitor", "val_loss"), config.get("mode", "auto")
    names = scoring.metric_names(interpreter, model)
    if not isinstance(monitor, str) or not isinstance(mode, str) or mode in ("min", "max"):
        return
    name = monitor.removeprefix("val_")
    if names is None or name == "loss" or names.get(name, False) or is_legacy(interpreter):
        return
    words = f"argument 'monitor': the model has no metric {name!r} of which Keras knows whether more is better"
    known = [f"'val_{each}'" for each, has_direction in names.items() if has_direction]
    shown = (
        f"; 'val_loss'{''.join(f', {each}' for each in known)} are known"
        if name not in names
        else ""
    )
    hint = "mode='max' or mode='min' says it"
    title = f"{short_name(interpreter, callback)}()"
    raise OpError("tf-value", words + shown, hint=hint).complete(title, {})


def _of_kind(names: Sequence[str] | None, kind: str) -> list[str] | None:
    if names is None or not kind:
        return None
    return [each for each in names if kind == "all" or not each.startswith("val_")]


def _check_file(interpreter: Interpreter, callback: Value, names: Sequence[str]) -> None:
    """The name of a file asks for what is logged. Raises OpError for another name."""
    given = resolve(config_of(callback).get("filepath"))
    is_checkpoint = is_a(interpreter, callback, "callbacks.ModelCheckpoint")
    if place_of(given) is None or not is_checkpoint:
        return
    path = end_of(given)
    try:
        asked_for = [name for _, name, _, _ in string.Formatter().parse(path)]
    except ValueError:  # of a name whose beginning is not known
        return
    for name in asked_for:
        if name and name not in (*names, *_OF_FILES):
            words = f"the name of the file asks for {name!r}, and {', '.join(map(repr, names))} are logged"
            asked = name.startswith("val_") and not any(each.startswith("val_") for each in names)
            hint = "validation_split=0.2 or validation_data in fit() logs it" if asked else None
            hint = hint or f"{path.replace(name, names[-1])!r} asks for what there is"
            raise OpError("tf-value", words, hint=hint).complete("ModelCheckpoint()", {})


def _notify(
    interpreter: Interpreter,
    callback: Instance,
    name: str,
    numbers: Sequence[Value],
    names: Sequence[str] | None,
    node: ast.AST,
) -> None:
    function = config_of(callback).get(name)
    is_own = isinstance(callback.cls, Class) and callback.cls.find(name) is not None
    if not is_own and (
        isinstance(callback.cls, Class) or not isinstance(function, (Function, Bound))
    ):
        return
    known = dict.fromkeys(names or (), PyValue("float"))
    rest = PyValue("float") if names is None else ABSENT
    logs = interpreter.list(Mapped(known, frozenset(), rest), "dict")
    if names is not None:
        interpreter.write(logs, EXPLAINED, f"logs has {', '.join(map(repr, names))}")
    given = [*numbers, logs]
    if is_own:
        _hear(interpreter, callback, name, given, node)
    else:
        check_callback(function, len(given), name)
        interpreter.call(function, given, {}, node)


def _hear(
    interpreter: Interpreter,
    callback: Instance,
    name: str,
    given: Sequence[Value],
    node: ast.AST,
) -> None:
    """Call a method of the program's callback."""
    call_checks.check_override(interpreter, callback, name, Call(given, {}, node))
    interpreter.method(callback, name, given, node)


def _construct(interpreter: Interpreter, call: Call) -> None:
    """`super().__init__()` of a class that derives from `Callback` itself takes nothing. Raises OpError for anything else."""
    configure(interpreter, call)
    check_object(interpreter, "", call.receiver)
    cls = call.receiver.cls
    is_plain = isinstance(cls, Class) and cls.externals[:1] == (_CALLBACK,)
    if is_plain and (call.args or call.kwargs) and not call.is_open and not is_legacy(interpreter):
        words = "takes no arguments: __init__() of the class keeps what it needs itself"
        raise OpError("tf-call", words, hint="super().__init__() calls it")


def _on_write(interpreter: Interpreter, call: Call) -> None:
    """`self.model` is what `fit` is called on, and cannot be assigned."""
    name, cls = call.args[0], call.receiver.cls
    if name == "model" and isinstance(cls, Class) and cls.find(name) is None:
        if not is_legacy(interpreter):
            words = "'model' is a property of Keras' callbacks, and cannot be assigned"
            owner = ast.unparse(call.node.value) if isinstance(call.node, ast.Attribute) else "self"
            hint = f"write {owner}.own_model for {owner}.model everywhere"
            interpreter.refuse(
                call.node, "tf-attribute", f"{words}; {hint}", "builtins.AttributeError"
            )


CLASSES: Final = {
    _CALLBACK: LibraryClass(construct=_construct, gone=gone.of_callbacks, on_write=_on_write),
    f"{KERAS}callbacks.LearningRateScheduler": LibraryClass(construct=construct),
}
