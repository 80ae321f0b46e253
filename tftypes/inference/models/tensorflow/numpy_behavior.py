"""tf.experimental.numpy.experimental_enable_numpy_behavior: a switch of the process, and so state of the program."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops.tnp import Behavior
from tftypes.inference.values import Value, resolve


def _enable(interpreter: Interpreter, call: Call) -> Value:
    mode = resolve(call.get(1, "dtype_conversion_mode", "legacy"))
    prefers = interpreter.truth(call.get(0, "prefer_float32", False))
    if mode != "legacy":
        behavior = Behavior.CONVERTING
    else:
        behavior = Behavior.LEGACY32 if prefers else Behavior.LEGACY
    interpreter.write(interpreter.switches, "numpy_behavior", behavior)
    interpreter.write(interpreter.switches, "dtypes convert", behavior is Behavior.CONVERTING)
    return None


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.experimental.numpy.experimental_enable_numpy_behavior": _enable
}
