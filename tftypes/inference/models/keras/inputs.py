"""`Input`: the symbols that models begin with, and the names of the sizes that they leave open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, Symbol, TensorType
from tftypes.inference.interpreter.arguments import bound
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, reading
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.config import (
    KERAS,
    configure,
    dtype_or_floatx,
    is_known,
    is_legacy,
)
from tftypes.inference.models.keras.symbols import BATCH, Node, Origin, shape_of
from tftypes.inference.models.tensorflow.ops import OpError, completed, keras_names
from tftypes.inference.models.tensorflow.ops.arguments import divided
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import TOP, External, Instance, Value, is_unknown, resolve
from tftypes.inference.state import ABSENT, Definite
from tftypes.inference.values import OneOf, Seq, Tensor, contents_of

#: The slots of a model that is put together: the structures of its symbols.
INPUTS: Final = Definite("keras inputs")
OUTPUTS: Final = Definite("keras outputs")
#: The slot with what a layer has made of symbols.
OUTPUT: Final = "keras output"


def is_connected(model: Instance) -> bool:
    return ABSENT not in (model.read(INPUTS), model.read(OUTPUTS))


def called_first(layer: Instance) -> str:
    """How a layer becomes what it makes: one that was called on symbols has its output."""
    if not is_connected(layer) and layer.read(OUTPUT) is ABSENT:
        return "layer(x) is what it makes of x"
    has_none = layer.cls == External(f"{KERAS}Sequential")  # but of its calls
    return "its .outputs[0] is one" if has_none else "its .output is one"


def input_layer(interpreter: Interpreter, layer: Instance, config: Mapping[str, Value]) -> Value:
    """The symbol that an input is; TOP where that is not known."""
    with completed("tf.keras.Input()"):
        keras_names.check("dtype", None if is_legacy(interpreter) else config.get("dtype"), "dtype")
    if is_known(config) and not is_legacy(interpreter):
        _check_shapes(config)
        _check_tensor(config.get("tensor"))
    if not is_known(config) or any(config.get(each) for each in ("sparse", "ragged", "tensor")):
        return TOP
    if "batch_shape" in config:
        shape = shape_of(config["batch_shape"], open_sizes(layer))
    else:
        shape = shape_of(config.get("shape"), open_sizes(layer, first=1))
        shape = None if shape is None else _batch(config.get("batch_size")) + shape
    if shape is None:
        return TOP
    dtype = dtype_or_floatx(interpreter, config.get("dtype"))
    return new_input(interpreter, layer, dtype, shape)


def check_shapes(config: Mapping[str, Value], name: str, owner: str) -> None:
    """Raises OpError for an argument that is no shape."""
    value = to_rule(config[name])
    sizes = value if isinstance(value, (list, tuple)) else ()
    bad = is_number(value) or isinstance(value, (float, str)) or _is_of_floats(value)
    is_nested = any(isinstance(each, (list, tuple)) for each in sizes)
    wrong = (isinstance(each, (str, float)) or is_number(each) and each < 0 for each in sizes)
    if bad or is_nested or any(wrong):
        hint = next(filter(None, map(divided, sizes)), None)
        hint = "shape[-1] is the size of the last dim of one" if is_nested else hint
        is_size = is_number(value) or isinstance(value, str) and value.isdecimal()
        hint = f"({value},) is a shape of one size" if is_size else hint
        words = f"expected a tuple of sizes, got {value!r}"
        raise OpError("tf-value", words, name, hint).complete(f"tf.keras.{owner}()", {})


def _is_of_floats(value: object) -> bool:
    """Whether sizes are in an array of float64, whose numbers are floats to Python, too."""
    if not isinstance(value, TensorType) or value.kind != "array":
        return False
    return value.shape.rank == 1 and value.dtype.name == "float64"


def _check_tensor(given: Value) -> None:
    """Raises OpError for a tensor or a variable, which Keras 2 made an input of its own."""
    tensor = to_rule(given)
    if isinstance(tensor, TensorType) and tensor.kind in ("tensor", "variable", "array"):
        words = f"expected a KerasTensor, got {describe(tensor)}"
        hint = "keras.Input(shape) takes it when the model is called"
        if tensor.kind == "variable":
            hint = "add_weight() of a layer makes a variable that a model has"
        raise OpError("tf-value", words, "tensor", hint).complete("tf.keras.Input()", {})


def _check_shapes(config: Mapping[str, Value]) -> None:
    """Raises OpError for an input without a shape, with two, or with one that is none."""
    given = [each for each in ("shape", "batch_shape") if config.get(each) is not None]
    words = None
    if config.get("tensor") is None and "input_tensor" not in config:
        if not given:
            words = "a shape is needed, such as (None,) for rows of any length"
        elif len(given) == 2:
            words = "shape and batch_shape do not go together"
        elif given == ["batch_shape"] and config.get("batch_size") is not None:
            words = "batch_size and batch_shape do not go together"
    for name in given:
        check_shapes(config, name, "Input")
    if words is not None:
        raise OpError("tf-value", words).complete("tf.keras.Input()", {})


def new_input(interpreter: Interpreter, layer: Instance, dtype: DType, shape: Shape) -> Tensor:
    """The symbol of an input."""
    symbol = Tensor.of(TensorType(dtype, shape, "symbol"), history=Origin(Node(layer), 0))
    interpreter.graphs = True
    interpreter.write(layer, OUTPUTS, symbol)
    interpreter.write(layer, tracking.BUILT, True)
    return symbol


def open_sizes(layer: Instance, first: int = 0) -> Callable[[int], Dim]:
    """The names of the sizes that an input leaves open, by their axis; `first` is that of the shape which is told."""

    def named(axis: int) -> Dim:
        place = first + axis
        key = ("keras", layer.birth, place)
        return BATCH if place == 0 else Symbol(f"size{place}", key=key, kind="batch")

    return named


def told_shape(value: Value, named: Callable[[int], Dim]) -> Shape | None:
    """The shape that is told; None where none is. Of what may be any shape nothing is known."""
    shape, found = shape_of(value, named), resolve(value)
    contents = contents_of(found)
    is_open = is_unknown(found) or isinstance(contents, (Seq, OneOf))
    return Shape.unknown() if shape is None and is_open else shape


def check_told(call: Call) -> None:
    """Raises OpError for a `build` that is told no shape."""
    if not call.args and not call.kwargs:
        words = "argument 'input_shape' is missing"
        raise OpError("tf-call", words, hint="build(input_shape) hands on what build() is given")


def _batch(size: Value) -> Shape:
    if size is None:
        return Shape.of(BATCH)
    return Shape.of(size if is_number(size) else UNKNOWN)


def _input(interpreter: Interpreter, call: Call) -> Value:
    config = bound(interpreter, call)
    layer = interpreter.instance(f"{KERAS}layers.InputLayer", {"keras config": config})
    return input_layer(interpreter, layer, config)


def _input_layer(interpreter: Interpreter, call: Call) -> None:
    config = configure(interpreter, call)
    older = {"input_shape": "shape", "batch_input_shape": "batch_shape"}  # as Keras 2 calls them
    config = {**config, **{new: config[name] for name, new in older.items() if name in config}}
    input_layer(interpreter, call.receiver, config)


FUNCTIONS: Final = {f"{KERAS}layers.Input": _input}
CLASSES: Final = {
    f"{KERAS}layers.InputLayer": LibraryClass(
        construct=_input_layer,
        attributes={"output": reading(OUTPUTS)},
    ),
}
