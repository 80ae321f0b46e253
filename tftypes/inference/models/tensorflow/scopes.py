"""Context managers that change what runs in them: where a graph is made, under which name, on which device."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, making
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import Instance, Value

#: Those that change nothing that can be seen here, with what entering them gives.
_PLAIN: Final[dict[str, Value]] = {
    "tensorflow.name_scope": PyValue("str"),
    "tensorflow.device": None,
    "tensorflow.control_dependencies": None,
    "tensorflow.xla.experimental.jit_scope": None,
    "tensorflow.summary.record_if": None,
    "tensorflow.summary.should_record_summaries": None,
}
_INIT: Final = "tensorflow.init_scope"


def _eagerly(interpreter: Interpreter, manager: Instance) -> AbstractContextManager[None]:
    """`init_scope` leaves all graphs."""
    return interpreter.eagerly()


def _is_eager(interpreter: Interpreter, call: Call) -> Value:
    """`executing_eagerly()`, which nobody knows where it is not known who calls."""
    if interpreter.is_eager:
        return True
    return False if interpreter.trace is not None else PyValue("bool")


FUNCTIONS: Final[dict[str, Model]] = {
    **{name: making(name) for name in (*_PLAIN, _INIT)},
    "tensorflow.executing_eagerly": _is_eager,
}
CLASSES: Final = {
    **{name: LibraryClass(methods={"__enter__": giving(value)}) for name, value in _PLAIN.items()},
    _INIT: LibraryClass(scope=_eagerly, methods={"__enter__": giving(None)}),
}
