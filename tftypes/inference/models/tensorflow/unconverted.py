"""What runs as Python has it: functions that AutoGraph leaves alone, and a program whose tf.functions run eagerly."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import Function, Value, resolve
from tftypes.inference.values import Native


def _not_converted(interpreter: Interpreter, call: Call) -> Value:
    """`do_not_convert`: the callable runs as Python has it, whatever calls it."""
    function = resolve(call.get(0, "func"))
    if function is None:
        return Native("do_not_convert", _not_converted)
    if not isinstance(function, Function):
        return function

    def run(interpreter: Interpreter, inner: Call) -> Value:
        with interpreter.tracing(interpreter.trace, False):
            return interpreter.dispatch(function, inner)

    return Native("method do_not_convert", run)


def _read_eagerly(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.switches.read("eagerly", False)


def _run_eagerly(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(interpreter.switches, "eagerly", resolve(call.get(0, "run_eagerly")))
    return None


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.autograph.experimental.do_not_convert": _not_converted,
    "tensorflow.config.run_functions_eagerly": _run_eagerly,
    "tensorflow.config.functions_run_eagerly": _read_eagerly,
}
