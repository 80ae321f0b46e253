"""tf.experimental.numpy: the classes that it has from NumPy, and a switch of the process, which is state of the program."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import NUMPY_LIKE
from tftypes.inference.interpreter.op_calls import apply_rule
from tftypes.inference.interpreter.rules import named_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving
from tftypes.inference.models.tensorflow.ops.tnp import Behavior
from tftypes.inference.objects import External, Value, resolve
from tftypes.inference.state import ABSENT


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


def _asked(
    op: str, interpreter: Interpreter, receiver: Value, args: Sequence[Value], call: Call
) -> Value:
    rule = named_rule(op)
    assert rule is not None
    return apply_rule(interpreter, rule, Call([receiver, *args], call.kwargs, call.node))


def _method(op: str) -> Model:
    return lambda interpreter, call: _asked(op, interpreter, call.receiver, call.args, call)


def _reshape(interpreter: Interpreter, call: Call) -> Value:
    """`x.reshape(2, 3)` as well as `x.reshape((2, 3))`."""
    shape = tuple(call.args) if len(call.args) > 1 else call.args[0] if call.args else ABSENT
    args = [] if shape is ABSENT else [shape]
    return _asked(f"{_TNP}reshape", interpreter, call.receiver, args, call)


def _transposed(interpreter: Interpreter, value: Value) -> Value:
    call = Call((), {}, ast.Name("T"))
    return _asked(f"{_TNP}transpose", interpreter, value, [], call)


_TNP: Final = "tensorflow.experimental.numpy."
#: The methods that tensors get, by the functions that they are.
_METHODS: Final = {
    "astype": "tensorflow.cast",
    **{name: f"{_TNP}{name}" for name in ("transpose", "ravel", "clip", "mean")},
    **{"flatten": f"{_TNP}ravel", "max": f"{_TNP}amax", "min": f"{_TNP}amin"},
}
CLASSES: Final = {
    NUMPY_LIKE: LibraryClass(
        methods={**{name: _method(op) for name, op in _METHODS.items()}, "reshape": _reshape},
        attributes={"T": _transposed, "data": lambda _, value: value},
    )
}
#: Names of classes of NumPy's: `tnp.float32 is np.float32`.
_CLASSES: Final = (
    "bool_", "complex128", "complex64", "float16", "float32", "float64", "inexact", "int16", "int32", "int64",
    "int8", "int_", "object_", "uint16", "uint32", "uint64", "uint8",
)  # fmt: skip
CONSTANTS: Final[dict[str, Callable[[Interpreter], Value]]] = {
    f"tensorflow.experimental.numpy.{name}": giving(External(f"numpy.{name}")) for name in _CLASSES
}
#: The functions that switch it on: the public one, and those that it calls.
_ENABLING: Final = (
    "experimental.numpy.experimental_enable_numpy_behavior",
    "python.ops.numpy_ops.np_config.enable_numpy_behavior",
    "python.ops.numpy_ops.np_math_ops.enable_numpy_methods_on_tensor",
)
FUNCTIONS: Final[dict[str, Model]] = {f"tensorflow.{name}": _enable for name in _ENABLING}
