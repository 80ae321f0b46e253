"""Context managers that change what runs in them: where a graph is made, under which name, on which device."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from typing import Final

from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, making
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.objects import External, Instance, Value, resolve

#: Those that change nothing that can be seen here, with what entering them gives.
_PLAIN: Final[dict[str, Value]] = {
    "tensorflow.name_scope": PyValue("str"),
    "tensorflow.device": None,
    "tensorflow.control_dependencies": None,
    "tensorflow.xla.experimental.jit_scope": None,
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


#: Names of devices that people write, and how TensorFlow writes them.
_NAMES: Final = (
    (re.compile(r"/?(?:device:)?(cpu|gpu|tpu)(\d+)", re.IGNORECASE), "/{0}:{1}"),
    (re.compile(r"/?(?:device:)?(cuda)(?::(\d+))?"), "/GPU:{1}"),
    (re.compile(r"/physical_device:([A-Z]+):(\d+)"), "/{0}:{1}"),
)
_PHYSICAL: Final = "tensorflow.config.PhysicalDevice"


def _device(interpreter: Interpreter, call: Call) -> Value:
    """`tf.device(name)`. Raises OpError for what names none."""
    name = resolve(call.get(0, "device_name"))
    if isinstance(name, Instance) and name.cls == External(_PHYSICAL) and interpreter.is_eager:
        words = "expected the name of a device, got a PhysicalDevice"
        written = written_argument(call.node, 0, "device_name")
        hint = written and f"{written}.name.replace('physical_', '') names it"
        raise OpError("tf-value", words, "device_name", hint, "builtins.ValueError")
    for pattern, written in _NAMES if isinstance(name, str) else ():
        if (found := pattern.fullmatch(name)) is not None:
            kind, number = found[1].upper(), found[2] or "0"
            words = f"{name!r} names no device"
            hint = repr(written.format(kind, number))
            raise OpError("tf-value", words, "device_name", hint, "builtins.ValueError")
    return interpreter.instance("tensorflow.device")


FUNCTIONS: Final[dict[str, Model]] = {
    **{name: making(name) for name in (*_PLAIN, _INIT)},
    "tensorflow.executing_eagerly": _is_eager,
    "tensorflow.device": _device,
}
CLASSES: Final = {
    **{name: LibraryClass(methods={"__enter__": giving(value)}) for name, value in _PLAIN.items()},
    _INIT: LibraryClass(scope=_eagerly, methods={"__enter__": giving(None)}),
}
