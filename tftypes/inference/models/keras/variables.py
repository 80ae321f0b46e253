"""Keras' variables, which are not TensorFlow's: `value` is a property, and what is added is converted and broadcast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from tftypes.algebra import DType, Shape, ShapeMismatch, TensorType, broadcast
from tftypes.algebra.matching import mismatch
from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_read, tensor_of, to_rule
from tftypes.inference.interpreter.symbols import in_graph
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.keras.config import dtype_named, dtype_or_floatx, is_legacy
from tftypes.inference.models.keras.symbols import dtype_text, shape_of
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.tensors import of_known, rank_of
from tftypes.inference.models.tensorflow.variables import VariableFacts, misfit
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Bound, Tensor

_CLASS: Final = "tensorflow.keras.Variable"


@dataclass(frozen=True)
class Weight:
    """The history of a variable of Keras'."""

    trainable: bool = True
    #: The canonical name of its class.
    cls: ClassVar[str] = _CLASS


def weight(
    dtype: DType, shape: Shape, identity: int | None = None, trainable: bool = True
) -> Tensor:
    return Tensor(dtype, shape, "variable", identity=identity, history=Weight(trainable))


def _construct(interpreter: Interpreter, call: Call) -> Value:
    """`Variable(initializer, shape=None, dtype=None, trainable=True)`: of a value, or of a callable and a shape."""
    initial, shape = resolve(call.get(0, "initializer")), shape_of(call.get(1, "shape"))
    given = resolve(call.get(2, "dtype"))
    dtype = None if given is None else dtype_named(interpreter, given)
    value = tensor_of(initial) if not isinstance(initial, str) else None
    if value is not None:
        dtype, shape = dtype or value.dtype, value.shape
    return weight(
        dtype or DType.any(),
        Shape.unknown() if shape is None else shape,
        interpreter.trail.tick(),
        interpreter.truth(call.get(3, "trainable", True)) is not False,
    )


def _fit(method: str, variable: TensorType, value: Value) -> None:
    """Raises OpError where the shape after an assignment is another one."""
    made = as_tensor(value, argument="value")
    try:
        after = made.shape if method == "assign" else broadcast(variable.shape, made.shape)
        wrong = mismatch(after, variable.shape)
    except ShapeMismatch as error:
        wrong = str(error)
    if wrong is not None:
        raise misfit(variable, made, "value", wrong).complete(f"Variable.{method}()", {})


def _assign(method: str, interpreter: Interpreter, call: Call) -> Value:
    """Gives what is assigned, as a tensor."""
    variable = call.receiver
    if not isinstance(variable, TensorType):  # declared to be one, and nothing more is known
        return TOP
    given = to_rule(call.get(0, "value"))
    interpreter.certain(partial(_fit, method), [variable, given], call.node)
    return interpreter.made(TensorType(variable.dtype, variable.shape), [variable], "read")


def _value(interpreter: Interpreter, variable: TensorType) -> Value:
    """TensorFlow's variable under it, or what is read of it as another dtype."""
    read = as_read(interpreter, variable)
    if read is not variable:
        return interpreter.made(read, [variable], "read")
    identity = getattr(variable, "identity", None)
    trainable = _trainable(interpreter, variable)
    return Tensor(
        variable.dtype,
        variable.shape,
        "variable",
        identity=identity,
        history=VariableFacts(trainable),
    )


def _numpy(interpreter: Interpreter, call: Call) -> Value:
    if not isinstance(call.receiver, TensorType):
        return TOP
    if interpreter.trace is not None:
        read = in_graph(interpreter, call.receiver)
        return interpreter.call(Bound("numpy", read), [], {}, call.node)
    return TensorType(call.receiver.dtype, call.receiver.shape, "array")


def _trainable(interpreter: Interpreter, variable: TensorType) -> Value:
    history = getattr(variable, "history", None)
    return history.trainable if isinstance(history, Weight) else PyValue("bool")


#: Functions of older versions that ask a variable for what those of Keras have not, and what does their work.
_OF_TENSORFLOW: Final = {
    "set_value": "x.assign(value)", "update": "x.assign(new_x)", "dtype": "x.dtype",
}  # fmt: skip


def _legacy(name: str, interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "x"))
    if (
        isinstance(value, Tensor)
        and isinstance(value.history, Weight)
        and not is_legacy(interpreter)
    ):
        words = f"expected a tf.Variable, got a variable of Keras': {TensorType(value.dtype, value.shape)}"
        raise OpError("tf-value", words, "x", f"{_OF_TENSORFLOW[name]} does it")
    return library.from_declaration(interpreter, call.name)


def _square(size: Value) -> Shape | None:
    return Shape.of(size, size) if isinstance(size, int) else None


def _shape_of_value(value: Value) -> Shape | None:
    made = tensor_of(value)
    return None if made is None else made.shape


#: Functions of older versions that make variables of TensorFlow's: what their first argument says of the shape, and
#: where the dtype is among the arguments.
_MAKING: Final[dict[str, tuple[Callable[[Value], Shape | None], int]]] = {
    "variable": (_shape_of_value, 1),
    "ones": (shape_of, 1),
    "zeros": (shape_of, 1),
    "eye": (_square, 1),
    "random_normal_variable": (shape_of, 3),
    "random_uniform_variable": (shape_of, 3),
}


def _made_by(name: str, interpreter: Interpreter, call: Call) -> Value:
    """`K.variable(value, dtype)`, `K.ones(shape, dtype)`: of known sizes, as others make tensors."""
    shape_by, place = _MAKING[name]
    shape = shape_by(resolve(call.args[0])) if call.args else None
    if shape is None or shape.dims is None or not all(isinstance(each, int) for each in shape.dims):
        return TOP
    found = dtype_or_floatx(interpreter, call.get(place, "dtype"))
    facts = VariableFacts(True)
    return Tensor(found, shape, "variable", identity=interpreter.trail.tick(), history=facts)


def _value_of(interpreter: Interpreter, call: Call) -> Value:
    """`K.get_value(x)`, `K.eval(x)`: an array, outside of a trace."""
    x = resolve(call.get(0, "x"))
    is_tensor = isinstance(x, TensorType) and x.kind in ("tensor", "variable")
    return TensorType(x.dtype, x.shape, "array") if is_tensor and interpreter.is_eager else TOP


FUNCTIONS: Final[dict[str, Model]] = {
    **{f"tensorflow.keras.backend.{name}": partial(_made_by, name) for name in _MAKING},
    "tensorflow.keras.backend.get_value": _value_of,
    "tensorflow.keras.backend.eval": _value_of,
    **{f"tensorflow.keras.backend.{name}": partial(_legacy, name) for name in _OF_TENSORFLOW},
}
_METHODS: Final[dict[str, Model]] = {
    **{name: partial(_assign, name) for name in ("assign", "assign_add", "assign_sub")},
    "numpy": _numpy,
}
CLASSES: Final = {
    _CLASS: LibraryClass(
        construct=_construct,
        methods=_METHODS,
        attributes={
            "value": of_known(_value),
            "shape": of_known(lambda interpreter, variable: variable.shape),
            "dtype": of_known(dtype_text),
            "ndim": of_known(rank_of),
            "trainable": _trainable,
        },
    )
}
