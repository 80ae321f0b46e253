"""Keras layers and models of the program: calling one builds it and reaches its `call`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import FunctionLike, Instance, Type, flatten_nested_unions, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies.arguments import Given
from tftypes_mypy.features.bodies.model import Actual, Outcome
from tftypes_mypy.features.bodies.results import exact, is_exact
from tftypes_mypy.features.bodies.values import BodyValues, type_of
from tftypes_mypy.features.keras import functional, program_metrics, symbols
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.keras.program_metrics import is_metric
from tftypes_mypy.features.objects import assigned
from tftypes_mypy.features.structures import nests
from tftypes_mypy.values import of_type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

LAYER: Final = "tensorflow.keras.Layer"
_FLOAT32: Final = DType.of("float32")
#: Keras fills these in by itself.
_FILLED: Final = frozenset({"training", "mask"})
#: What Keras keeps to itself where `call` does not take it.
_OFFERED: Final = "training"
#: What makes layers compute in another dtype than float32.
_POLICIES: Final = ("mixed_precision", "set_floatx", "dtype_policy", "set_image_data_format")
#: `tf.keras.backend.set_floatx("float64")`, for all of the module.
_FLOATX: Final = re.compile(r"^\w[\w.]*\.set_floatx\(\s*['\"](float\d\d)['\"]\s*\)\s*$", re.M)
#: What makes something of another dtype all the same.
_NARROWER: Final = re.compile(r"dtype\s*=\s*(?:\w+\.|['\"])float(?:16|32)")
#: A line that may make a layer.
_MAKING: Final = re.compile(r"(?!\s*(?:#|import\b|from\b)).*[(:]")


def is_layer(typ: Type) -> bool:
    """Whether it is an object of a class that derives from Keras' Layer."""
    typ = get_proper_type(typ)
    return isinstance(typ, Instance) and typ.type.has_base(LAYER)


def is_called(context: MethodContext) -> bool:
    """Whether a layer or a metric is called, and the `__call__` is that of Keras."""
    receiver = get_proper_type(context.type)
    if not (is_layer(receiver) or is_metric(receiver)) or not isinstance(receiver, Instance):
        return False
    symbol = receiver.type.get("__call__")
    if symbol is None or not (symbol.fullname or "").startswith("tensorflow."):
        return False
    callee = context.context.callee if isinstance(context.context, CallExpr) else None
    if not isinstance(callee, MemberExpr) or callee.name == "__call__":
        return True
    checker: Any = context.api
    owner = get_proper_type(checker.lookup_type_or_none(callee.expr))
    held = owner.type.get(callee.name) if isinstance(owner, Instance) else None
    if held is None or not isinstance(owner, Instance):
        return True
    return isinstance(held.node, Var) and not (
        owner.type is receiver.type and _holds_function(held.node)
    )


def _holds_function(attribute: Var) -> bool:
    """Whether an attribute may be a function: its call has the object for its receiver then."""
    typ = get_proper_type(attribute.type)
    members = flatten_nested_unions([typ]) if typ is not None else []
    return any(isinstance(get_proper_type(member), FunctionLike) for member in members)


def call_layer(context: MethodContext, values: BodyValues, bodies: Bodies) -> Outcome | None:
    """`layer(x)`: what `call` makes of it, after `build` with the shape of `x`."""
    if is_metric(context.type):
        return program_metrics.call(context, values, bodies)
    checker: Any = context.api
    at = context.context
    written = body_arguments.spelled_out(at, values) if isinstance(at, CallExpr) else None
    if written is None:
        return None
    known = [symbols.given(each, values) for each in (*written[0], *written[1].values())]
    if any(each is not UNKNOWN for each in known):
        return _symbolic(context.type, *written, known, values, bodies, checker)
    outcome = infer(context.type, [], *written, values, bodies, checker)
    receiver = get_proper_type(context.type)
    if outcome is not None and isinstance(at, CallExpr) and isinstance(receiver, Instance):
        init = assigned.own_method(receiver.type, assigned.INIT, bodies, checker)
        made = keras_weights.of_model(receiver, outcome.built, init, bodies, checker)
        keras_weights.note(at, receiver, made, values, bodies)
    return outcome


def _symbolic(
    layer: Type,
    positional: Sequence[Given],
    named: Mapping[str, Given],
    known: Sequence[Any],
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Outcome:
    """What `call` makes of Keras' symbols: it gets tensors in their place."""

    def run(tensors: list[Any]) -> Any:
        given = [
            each if tensor is UNKNOWN else Actual(_type_of(tensor, values.types))
            for each, tensor in zip((*positional, *named.values()), tensors)
        ]
        by_name = dict(zip(named, given[len(positional) :]))
        first = given[: len(positional)]
        outcome = infer(layer, [], first, by_name, values, bodies, checker)
        return UNKNOWN if outcome is None or outcome.result is None else of_type(outcome.result)

    return Outcome(symbols.symbols_of(symbols.through(known, run), values.types))


def _type_of(made: Any, types: convert.Types) -> Type:
    if isinstance(made, TensorType):
        return convert.type_of_tensor(made, types)
    if made is UNKNOWN:
        return convert.unknown()
    return nests.list_of([_type_of(each, types) for each in made], types)


def infer(
    layer: Type,
    first: Sequence[Actual],
    positional: Sequence[Given],
    named: Mapping[str, Given],
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
    is_traced: bool = False,
) -> Outcome | None:
    """What `call` of a layer of the program makes of its inputs; None where that is not known."""
    receiver = get_proper_type(layer)
    if not is_exact(receiver) or not isinstance(receiver, Instance):
        return None
    method = assigned.own_method(receiver.type, "call", bodies, checker)
    if method is None:
        return _functional(receiver, [*first, *positional], values)
    dtype = _dtype_in(method.source.text)
    itself = Actual(receiver)
    taken = {argument.variable.name for argument in method.item.arguments}
    named = {name: each for name, each in named.items() if name in taken or name != _OFFERED}
    given = body_arguments.bind(method.item, [itself, *first], positional, named, values)
    if given is None:
        return None
    inputs = {
        name: [_cast(actual, dtype, values.types) for actual in items]
        for name, items in given.items()
    }
    for argument in method.item.arguments:
        if argument.variable.name in _FILLED and argument.variable.name not in given:
            inputs[argument.variable.name] = [Actual(convert.unknown())]
    name = method.item.arguments[0].variable.name
    built = _build(receiver, inputs, name, values, bodies, checker)
    if built is not None:
        inputs[name] = [Actual(exact(receiver, built.attributes))]
    outcome = bodies.infer(method, inputs, checker, is_traced)
    return outcome if built is None or outcome is None else outcome.after(built)


def _functional(model: Type, given: Sequence[Given], values: BodyValues) -> Outcome | None:
    """What a model makes that has no `call` of its own, but was given inputs and outputs."""
    if not functional.is_model(model) or not given:
        return None
    first = given[0]
    value = of_type(first.type) if isinstance(first, Actual) else values.of(first)
    made = functional.output(model, value)
    return None if made is UNKNOWN else Outcome(_type_of(made, values.types))


def compute_dtype(bodies: Bodies, checker: TypeChecker) -> DType:
    """The dtype that layers compute in, as far as a module tells."""
    source = bodies.source_of(checker)
    return DType.any() if source is None else _dtype_in(source.text)


@lru_cache
def _dtype_in(text: str) -> DType:
    """The dtype that layers compute in which a module makes, by its text; any where it may be several."""
    mentioned = sum(text.count(word) for word in _POLICIES)
    if not mentioned:
        return _FLOAT32
    found = _FLOATX.search(text)
    if found is None or mentioned > 1 or _NARROWER.search(text):
        return DType.any()
    before = text[: found.start()].splitlines()
    return DType.any() if any(map(_MAKING.match, before)) else DType.of(found[1])


def _cast(actual: Actual, dtype: DType, types: convert.Types) -> Actual:
    """An input of floats comes as the dtype that the layer computes in, and an array as a tensor."""
    tensor = convert.tensor_of(actual.type)
    array = None if tensor is not None else of_type(actual.type)
    if isinstance(array, TensorType) and array.kind == "array" and array.shape.rank is not None:
        given = as_tensor(array)
        cast = TensorType(dtype if given.dtype.is_floating else given.dtype, given.shape)
        return Actual(convert.type_of_tensor(cast, types), cast)
    if tensor is None or tensor.dtype.is_floating is False or tensor.dtype == dtype:
        return actual
    cast = TensorType(dtype if tensor.dtype.is_floating else DType.any(), tensor.shape, tensor.kind)
    return Actual(convert.type_of_tensor(cast, types), cast)


def _build(
    receiver: Instance,
    inputs: dict[str, list[Actual]],
    itself: str,
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Outcome | None:
    method = assigned.own_method(receiver.type, assigned.BUILD, bodies, checker)
    if method is None or len(method.item.arguments) != 2:
        return None
    first = next((items for name, items in inputs.items() if name != itself and items), None)
    tensor = convert.tensor_of(first[0].type) if first else None
    shape: Any = UNKNOWN
    if tensor is not None and tensor.shape.dims is not None:
        shape = tensor.shape.dims
    typ = type_of(shape, values.types) if shape is not UNKNOWN else None
    given = {
        method.item.arguments[0].variable.name: [Actual(receiver)],
        method.item.arguments[1].variable.name: [Actual(typ or convert.unknown(), shape)],
    }
    return bodies.infer(method, given, checker)


def add_weight(context: MethodContext, values: BodyValues, bodies: Bodies) -> Type:
    """`self.add_weight(shape=...)` in `build`, or in the `__init__` of a metric: a variable of Keras, of that shape."""
    result = context.default_return_type
    at = context.context
    frame = bodies.frame_of(context.api)
    if frame is None or not isinstance(at, CallExpr):
        return result
    given = dict(zip(at.arg_names, at.args))
    shape = _shape(given.get("shape"), values) if "shape" in given or None in given else Shape.of()
    if "dtype" in given:
        known = values.of(given["dtype"])
        dtype = known if isinstance(known, DType) else _named(known)
    else:
        dtype = _dtype_in(frame.function.source.text)
    return keras_weights.variable(TensorType(dtype, shape), values.types)


def _named(value: Any) -> DType:
    try:
        return DType.of(value) if isinstance(value, str) else DType.any()
    except ValueError:
        return DType.any()


def _shape(expression: Expression | None, values: BodyValues) -> Shape:
    if expression is None:
        return Shape.unknown()
    value = values.of(expression)
    if isinstance(value, Shape):
        return value
    if isinstance(value, (tuple, list)):
        return Shape.of(*(d if _is_dim(d) else UNKNOWN for d in value))
    return Shape.unknown()


def _is_dim(value: Any) -> bool:
    from tftypes.algebra import Expr

    return isinstance(value, Expr) or (type(value) is int and value >= 0)


def is_weight(context: FunctionContext | MethodContext) -> bool:
    """Whether the call is one of `add_weight` of a layer or a metric."""
    callee = context.context.callee if isinstance(context.context, CallExpr) else None
    return (
        isinstance(context, MethodContext)
        and isinstance(callee, MemberExpr)
        and callee.name == "add_weight"
        and (is_layer(context.type) or is_metric(context.type))
    )
