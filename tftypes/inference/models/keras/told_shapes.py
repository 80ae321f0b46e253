"""What layers of the program say of their results: `compute_output_shape`, and the `output_shape` of a Lambda."""

from __future__ import annotations

from collections.abc import Sequence

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import call_arguments, call_checks
from tftypes.inference.models.keras.config import config_of, dtypes_of, is_legacy, short_name
from tftypes.inference.models.keras.symbols import shape_of, sizes
from tftypes.inference.models.tensorflow.ops.keras_merging import MERGING
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves, map_tensors
from tftypes.inference.objects import TOP, Class, Instance, Value, python_type, resolve
from tftypes.inference.values import is_static


def call_with_shapes(
    interpreter: Interpreter, function: Value, code: Code, own: Code | None, call: Call
) -> Value:
    """Call a method of the program's that takes the shapes of what `call` gets: the first, or those that it names."""
    names = [*code.positional[1:], *code.keyword_only]
    if len(names) < 2 or own is None:
        shapes = shapes_of(interpreter, call.values)[: len(names)]
        shapes += [TOP] * (len(names) - len(shapes))
        return interpreter.call(function, shapes, {}, call.node)
    given = {**dict(zip(own.positional[1:], call.args)), **call.kwargs}
    by_name: dict[str, Value] = {}
    for name in names:
        value = resolve(given.get(name.removesuffix("_shape"), TOP))
        if value is not None:  # what is no tensor has no shape, and is left to the default
            by_name[name] = (shapes_of(interpreter, [value]) or [TOP])[0]
    return interpreter.call(function, [], by_name, call.node)


def shapes_of(interpreter: Interpreter, given: Sequence[Value]) -> list[Value]:
    """The shapes of those arguments that are tensors; none is told after one that may be a tensor or not."""
    found: list[Value] = []
    is_told = True
    for each in given:
        inside = leaves(interpreter, each)
        is_tensor = any(isinstance(leaf, TensorType) for leaf in inside)
        is_none = all(leaf is None or python_type(leaf) is not None for leaf in inside)
        is_told = is_told and (is_tensor or is_none)
        if is_tensor or not is_told:
            found.append(map_leaves(interpreter, input_shape, each) if is_told else TOP)
    return found


def input_shape(value: Value) -> Value:
    """The shape that `build` gets."""
    if not isinstance(value, TensorType):
        return TOP
    return sizes(value.shape)


def without_open_sizes(interpreter: Interpreter, layer: Instance, call: Call) -> Call:
    """A call whose tensors have sizes that nobody knows, in place of those that only a run tells; itself where it has none.

    Keras calls no layer on symbols that says the shape of its results: its `call` sees those sizes when the model runs.
    """
    cls = layer.cls
    says = ("compute_output_shape", "compute_output_spec")
    if is_legacy(interpreter) or not isinstance(cls, Class) or not any(map(cls.find, says)):
        return call
    inside = [leaf for each in call.values for leaf in leaves(interpreter, each)]
    if not any(
        isinstance(each, TensorType) and _closed(each.shape) != each.shape for each in inside
    ):
        return call

    def closed(value: Value) -> Value:
        if not isinstance(value, TensorType):
            return value
        return TensorType(value.dtype, _closed(value.shape), value.kind)

    return call.with_values(map_leaves(interpreter, closed, each) for each in call.values)


def _closed(shape: Shape) -> Shape:
    """A shape without the sizes that only a run tells, but for that of the batch."""
    if shape.dims is None:
        return shape
    known = [isinstance(each, (int, Expr)) and is_static(each) for each in shape.dims]
    rest = (each if told else UNKNOWN for each, told in list(zip(shape.dims, known))[1:])
    return Shape.of(*shape.dims[:1], *rest)


def as_told(interpreter: Interpreter, layer: Instance, made: Value, call: Call) -> Value:
    """What Keras takes for the result of a call on symbols, where the class says the shape of its results."""
    if short_name(interpreter, layer) == "Lambda":
        return _of_lambda(interpreter, layer, made, call)
    if short_name(interpreter, layer) in MERGING and isinstance(made, TensorType):
        return TensorType(dtypes_of(interpreter, layer)[0], made.shape)
    if not isinstance(layer.cls, Class) or not call.args:
        return made
    if layer.cls.find("compute_output_spec") is not None:
        return TOP
    if layer.cls.find("compute_output_shape") is None:
        return made
    function = interpreter.attribute(layer, "compute_output_shape", call.node)
    code, own = (
        call_arguments.code_of(function),
        call_arguments.code_of(interpreter.attribute(layer, "call", call.node)),
    )
    if code is None:
        return TOP
    told = call_with_shapes(interpreter, function, code, own, call)
    call_checks.check_sizes(interpreter, layer.cls.name, told)
    return _of_shapes(interpreter, dtypes_of(interpreter, layer)[0], told, call)


def _of_shapes(interpreter: Interpreter, dtype: DType, told: Value, call: Call) -> Value:
    """A tensor for each shape that is told: of one, or of a tuple of them."""
    shape = _with_batch(shape_of(told), call)
    if shape is not None:
        return TensorType(dtype, shape)
    several = interpreter.items(told)
    if not isinstance(several, tuple) or not all(
        isinstance(interpreter.items(each), tuple) for each in several
    ):
        return TOP
    return tuple(_of_shapes(interpreter, dtype, each, call) for each in several)


def _of_lambda(interpreter: Interpreter, layer: Instance, made: Value, call: Call) -> Value:
    """A Lambda says that it computes in the dtype of the layer, and what `output_shape` says."""
    compute = dtypes_of(interpreter, layer)[0]
    told = config_of(layer).get("output_shape")
    if told is None:
        call_checks.check_inferred(interpreter, config_of(layer).get("function"), made)
        return map_tensors(interpreter, lambda each: TensorType(compute, each.shape), made, TOP)
    shape = shape_of(told)
    if shape is None or any(each is UNKNOWN for each in shape.dims or ()):
        return TOP
    first = next(
        (each for each in leaves(interpreter, call.args[0]) if isinstance(each, TensorType)), None
    )
    if first is None or not first.shape.rank:
        return TOP
    return TensorType(compute, first.shape.slice(0, 1) + shape)


def _with_batch(shape: Shape | None, call: Call) -> Shape | None:
    """The first size is that of the batch where it is not told."""
    first = resolve(call.args[0])
    if shape is None or not shape.rank or not isinstance(first, TensorType) or not first.shape.rank:
        return shape
    batch: Dim = first.shape[0]
    return Shape.of(batch, *(shape.dims or ())[1:]) if shape[0] is UNKNOWN else shape
