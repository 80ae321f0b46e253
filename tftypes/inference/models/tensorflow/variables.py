"""Variables: what they are made of, what may be assigned to them, and what their methods give.

A variable is a value with an identity: its dtype and shape never change, whatever is assigned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.algebra.matching import mismatch
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.replicas import refuse_distributed
from tftypes.inference.models.tensorflow.specs import as_shape
from tftypes.inference.models.tensorflow.tracing import variable_made
from tftypes.inference.values import (
    TOP,
    Bound,
    External,
    Function,
    Native,
    Partial,
    Tensor,
    Value,
    resolve,
)

_PARAMETERS: Final = (
    "initial_value", "trainable", "validate_shape", "caching_device", "name", "variable_def", "dtype",
    "import_scope", "constraint", "synchronization", "aggregation", "shape",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class VariableFacts:
    """What does not show in a variable's type."""

    trainable: Value = True
    name: Value = None


def new_variable(
    interpreter: Interpreter,
    dtype: DType,
    shape: Shape,
    trainable: Value = True,
    name: Value = None,
) -> Tensor:
    """A variable that is like no other."""
    return Tensor(
        dtype,
        shape,
        "variable",
        identity=interpreter.trail.tick(),
        history=VariableFacts(trainable, name),
    )


def _variable(interpreter: Interpreter, call: Call) -> Value:
    given = {name: call.get(i, name) for i, name in enumerate(_PARAMETERS) if call.given(i, name)}
    if "**" in call.kwargs:
        return new_variable(interpreter, DType.any(), Shape.unknown())
    initial = resolve(given.get("initial_value", TOP))
    refuse_distributed(interpreter, initial, "initial_value")
    if isinstance(initial, (Function, Bound, Partial, Native)):
        initial = resolve(interpreter.call(initial, [], {}, call.node))
    dtype = as_dtype(given.get("dtype"))
    variable_made(interpreter, call.node)
    value = tensor_of(initial)
    trainable = resolve(given.get("trainable", True))
    if value is None or not isinstance(value, TensorType):
        made = TensorType(dtype or DType.any(), Shape.unknown())
    elif dtype is not None:
        made = interpreter.certain(
            lambda part: as_tensor(part, dtype, argument="initial_value"),
            [to_rule(initial)],
            call.node,
            TensorType(dtype, value.shape),
        )
    else:
        made = value
    if not isinstance(made, TensorType):
        made = TensorType(dtype or DType.any(), Shape.unknown())
    shape = made.shape
    if given.get("shape") is not None:
        shape = as_shape(given["shape"])
        interpreter.certain(
            lambda declared, of: _check_shape("tf.Variable()", declared, of),
            [shape, made.shape],
            call.node,
        )
    return new_variable(
        interpreter,
        made.dtype,
        shape,
        True if trainable is None else trainable,
        resolve(given.get("name")),
    )


def _check_shape(op: str, declared: Shape, given: Shape) -> None:
    if (wrong := mismatch(given, declared)) is not None:
        raise OpError("tf-shape", f"{op}: {wrong}: the variable is {declared}, the value {given}")


def assigned(op: str, variable: TensorType, value: Value) -> TensorType:
    """The variable after `variable.assign(value)`. Raises OpError where the value does not fit."""
    made = as_tensor(value, variable.dtype if variable.dtype.name else None, argument="value")
    if (wrong := mismatch(made.shape, variable.shape)) is not None:
        raise OpError(
            "tf-shape",
            f"{op}(): {wrong}: the variable is {variable}, the value {TensorType(made.dtype, made.shape)}",
        )
    return variable


def _assign(name: str, interpreter: Interpreter, call: Call) -> Value:
    variable: TensorType = call.receiver
    position = "value" if name == "assign" else "delta"
    if call.given(0, position):
        refuse_distributed(interpreter, call.get(0, position), position)
        interpreter.certain(
            partial(assigned, name), [variable, to_rule(call.get(0, position))], call.node
        )
    history = getattr(variable, "history", None)
    if history is not None and not isinstance(history, VariableFacts):
        return _read(interpreter, call)  # a variable of a library's own gives what was assigned
    return variable


def _read(interpreter: Interpreter, call: Call) -> Value:
    variable: TensorType = call.receiver
    return interpreter.made(TensorType(variable.dtype, variable.shape), [variable], "read")


def _same(interpreter: Interpreter, call: Call) -> Value:
    return call.receiver


def _scattered(op: str, interpreter: Interpreter, call: Call) -> Value:
    """`scatter_nd_*`: held against the rule of the op on tensors, where there is one."""
    variable: TensorType = call.receiver
    plain = interpreter.made(TensorType(variable.dtype, variable.shape), [variable], "read")
    interpreter.call(
        External(f"tensorflow.tensor_scatter_nd_{op}"),
        [plain, call.get(0, "indices"), call.get(1, "updates")],
        {},
        call.node,
    )
    return variable


def _sparse_read(interpreter: Interpreter, call: Call) -> Value:
    variable, indices = call.receiver, tensor_of(call.get(0, "indices"))
    if not isinstance(indices, TensorType) or not variable.shape.rank:
        raise Unsure
    shape = indices.shape + variable.shape.slice(1)
    return interpreter.made(
        TensorType(variable.dtype, shape), [variable, call.get(0, "indices")], "gather"
    )


def _trainable(interpreter: Interpreter, value: TensorType) -> Value:
    facts = getattr(value, "history", None)
    return facts.trainable if isinstance(facts, VariableFacts) else PyValue("bool")


def _name(interpreter: Interpreter, value: TensorType) -> Value:
    return PyValue("str")


FUNCTIONS: Final[dict[str, Model]] = {"tensorflow.Variable": _variable}
CLASSES: Final = {
    "tensorflow.Variable": LibraryClass(
        methods={
            **{name: partial(_assign, name) for name in ("assign", "assign_add", "assign_sub")},
            **dict.fromkeys(("read_value", "value", "initialized_value", "read_value_no_copy"), _read),
            **dict.fromkeys(("scatter_add", "scatter_sub", "scatter_update", "scatter_max", "scatter_min", "scatter_mul", "scatter_div", "batch_scatter_update"), _same),
            **{
                f"scatter_nd_{op}": partial(_scattered, op)
                for op in ("add", "sub", "update", "max", "min")
            },
            "sparse_read": _sparse_read,
        },
        attributes={"trainable": _trainable, "name": _name},
    ),
}  # fmt: skip
