"""tf.experimental.numpy: the classes that it has from NumPy, and a switch of the process, which is state of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops.tnp import Behavior
from tftypes.inference.values import External, Value, resolve


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


#: Names of classes of NumPy's: `tnp.float32 is np.float32`.
_CLASSES: Final = (
    "bool_", "complex128", "complex64", "float16", "float32", "float64", "inexact", "int16", "int32", "int64",
    "int8", "int_", "object_", "uint16", "uint32", "uint64", "uint8",
)  # fmt: skip
CONSTANTS: Final[dict[str, Callable[[Interpreter], Value]]] = {
    f"tensorflow.experimental.numpy.{name}": lambda _, name=name: External(f"numpy.{name}")  # type: ignore[misc]
    for name in _CLASSES
}
FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.experimental.numpy.experimental_enable_numpy_behavior": _enable
}
