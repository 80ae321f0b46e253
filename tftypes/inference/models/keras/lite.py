"""tf.lite: what a converted model takes, and which calls of its interpreter wait for its tensors."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import TensorType, equal
from tftypes.inference.interpreter.arguments import written_argument, written_owner
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving
from tftypes.inference.models.keras.functional import single_of
from tftypes.inference.models.keras.inputs import INPUTS
from tftypes.inference.models.tensorflow import concrete_functions
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import TOP, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped

_CONVERTER: Final = "tensorflow.lite.TFLiteConverter"
_INTERPRETER: Final = "tensorflow.lite.Interpreter"
#: The slots: the one input of a model, whether there is memory for its tensors, False where there is none for sure.
_INPUT: Final = "<input>"
_ALLOCATED: Final = "<allocated>"
#: What changes the dtype of the input of a converted model.
_CHANGING: Final = ("inference_input_type", "inference_type", "quantized_input_stats")


def _converter(interpreter: Interpreter, given: Value) -> Value:
    made = interpreter.instance(_CONVERTER)
    interpreter.write(made, _INPUT, given if isinstance(given, TensorType) else None)
    return made


def _from_concrete(interpreter: Interpreter, call: Call) -> Value:
    """`from_concrete_functions([concrete])`."""
    functions = interpreter.known_items(call.get(0, "funcs")) or ()
    found = concrete_functions.facts(resolve(functions[0])) if len(functions) == 1 else None
    taken = [] if found is None else [each for _, each in found.parameters]
    return _converter(interpreter, resolve(taken[0]) if len(taken) == 1 else None)


def _from_keras(interpreter: Interpreter, call: Call) -> Value:
    model = resolve(call.get(0, "model"))
    inputs = model.read(INPUTS, None) if isinstance(model, Instance) else None
    single = single_of(resolve(inputs))
    return _converter(interpreter, resolve(inputs if single is None else single))


def _convert(interpreter: Interpreter, call: Call) -> Value:
    is_changed = any(call.receiver.read(each) is not ABSENT for each in _CHANGING)
    given = None if is_changed else call.receiver.read(_INPUT, None)
    return PyValue("bytes", source=given)


def _interpreter(interpreter: Interpreter, call: Call) -> Value:
    content = resolve(call.get(1, "model_content"))
    given = content.source if isinstance(content, PyValue) else None
    interpreter.write(call.receiver, _INPUT, given)
    is_plain = resolve(call.get(2, "experimental_delegates")) is None
    interpreter.write(call.receiver, _ALLOCATED, not is_plain)
    return None


def _details(interpreter: Interpreter, call: Call) -> Value:
    """`get_input_details()`: of one input the number is known again."""
    if call.receiver.read(_INPUT, None) is None:
        return TOP
    index = PyValue("int", source=(_INPUT, call.receiver.birth))
    details = interpreter.list(Mapped({"index": index}, rest=TOP), "dict")
    return interpreter.list((details,))


def _allocated(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(call.receiver, _ALLOCATED, True)
    return TOP if call.name.endswith("runner") else None


def _resized(interpreter: Interpreter, call: Call) -> Value:
    """Its input has another shape, and its tensors have no memory any more, unless the shape is the same."""
    wanted = call.receiver.read(_INPUT, None)
    given = interpreter.known_items(call.get(1, "tensor_size"))
    sizes = None if wanted is None else wanted.shape.dims
    is_other = (
        given is not None
        and sizes is not None
        and (
            len(given) != len(sizes)
            or any(equal(x, y) is False for x, y in zip(given, sizes) if is_number(x))
        )
    )
    interpreter.write(call.receiver, _INPUT, None)
    if call.receiver.read(_ALLOCATED) is True:
        interpreter.write(call.receiver, _ALLOCATED, False if is_other else TOP)
    return None


def _shared(interpreter: Interpreter, instance: Instance) -> None:
    """Who has got it may have done anything to it."""
    interpreter.write(instance, _INPUT, None)
    interpreter.write(instance, _ALLOCATED, TOP)


def _check_allocated(interpreter: Interpreter, call: Call, exception: str) -> None:
    """Raises OpError where the tensors have no memory for sure."""
    is_own = call.receiver.birth > interpreter.escaped
    if is_own and call.receiver.read(_ALLOCATED, None) is False:
        name = written_owner(call.node) or "interpreter"
        words = "the tensors have no memory yet"
        hint = f"{name}.allocate_tensors() before it"
        raise OpError("tf-state", words, hint=hint, exception=f"builtins.{exception}")


def _set_tensor(interpreter: Interpreter, call: Call) -> Value:
    """Nothing is converted, and the size of a batch that the model leaves open is 1. Raises OpError for another tensor."""
    _check_allocated(interpreter, call, "ValueError")
    index, value = resolve(call.get(0, "tensor_index")), resolve(call.get(1, "value"))
    wanted: Any = call.receiver.read(_INPUT, None)
    is_input = isinstance(index, PyValue) and index.source == (_INPUT, call.receiver.birth)
    if wanted is None or not is_input or not isinstance(value, TensorType):
        raise Unsure
    shown = describe(to_rule(value))
    if wanted.dtype.name and value.dtype.name and value.dtype != wanted.dtype:
        name = written_argument(call.node, 1, "value")
        makes = f"{name}.astype(np.{wanted.dtype})" if value.kind == "array" else None
        hint = makes or f"tf.cast({name}, tf.{wanted.dtype})"
        words = f"the input of the model is {wanted.dtype}, got {shown}"
        raise OpError("tf-dtype", words, "value", hint, "builtins.ValueError")
    dims, sizes = value.shape.dims, wanted.shape.dims
    if dims is None or sizes is None:
        raise Unsure
    if len(dims) != len(sizes):
        words = f"the input of the model has rank {len(sizes)}, got {shown}"
        raise OpError("tf-rank", words, "value", exception="builtins.ValueError")
    for axis, (got, size) in enumerate(zip(dims, sizes)):
        if equal(got, size if is_number(size) else 1) is False:
            size = size if is_number(size) else 1
            words = f"dim {axis} of the input of the model is {size}, got {shown}"
            raise OpError("tf-shape", words, "value", exception="builtins.ValueError")
    return None


def _invoke(interpreter: Interpreter, call: Call) -> Value:
    _check_allocated(interpreter, call, "RuntimeError")
    return None


#: What changes nothing.
_READING: Final = ("get_output_details", "get_tensor_details", "get_signature_list", "get_tensor")
FUNCTIONS: Final[dict[str, Model]] = {
    f"{_CONVERTER}.from_concrete_functions": _from_concrete,
    f"{_CONVERTER}.from_keras_model": _from_keras,
}
CLASSES: Final = {
    _CONVERTER: LibraryClass(methods={"convert": _convert}),
    _INTERPRETER: LibraryClass(
        construct=_interpreter,
        shared=_shared,
        methods={
            "allocate_tensors": _allocated,
            "get_signature_runner": _allocated,
            "resize_tensor_input": _resized,
            "get_input_details": _details,
            "set_tensor": _set_tensor,
            "invoke": _invoke,
            **dict.fromkeys(_READING, giving(TOP)),
        },
    ),
}
