"""Keras' own layers: a layer carries what it was made with, and its call gives the shape that follows.

layers.Dense(10)(x)        Sequential([layers.Flatten(), layers.Dense(10)])(x)
model = Sequential()
model.add(layers.Dense(10))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, ListExpr, MemberExpr, NameExpr, RefExpr, TupleExpr, Var
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import ExtraAttrs, Instance, LiteralType, NoneType, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, TensorType
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies.arguments import Given
from tftypes_mypy.features.bodies.model import Actual
from tftypes_mypy.features.bodies.results import attributes_of, exact, is_exact
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.keras import functional, growing, lambdas, steps, symbols
from tftypes_mypy.features.keras import program_layers as layers
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.keras.weights import WEIGHT, Weights
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.ops import OpError, keras_layers, keras_ranks
from tftypes_mypy.ops.conversion import is_told
from tftypes_mypy.ops.keras_layers import LAYERS, Layer
from tftypes_mypy.ops.keras_weights import WEIGHTS
from tftypes_mypy.ops.values import FLOAT32
from tftypes_mypy.syntax import is_spread
from tftypes_mypy.values import Values, of_type, written_arguments

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

_LAYERS: Final = "tensorflow.keras.layers."
SEQUENTIAL: Final = "tensorflow.keras.Sequential"
_MODELS: Final = (SEQUENTIAL, functional.MODEL)
_INPUT_LAYER: Final = f"{_LAYERS}InputLayer"
_INPUT: Final = frozenset({_INPUT_LAYER, *functional.INPUT})

#: Before the name of an argument, among what is known of a layer beside its class.
ARGUMENT: Final = "(argument) "
#: The layers of a Sequential, in order; none while they are still being added.
_INSIDE: Final = "(layers)"
#: The shape of its input, if that is written there.
_SHAPE: Final = "(shape)"
#: Some layer of it is not known.
_LOST: Final = "(lost)"
#: How many of its layers are not made where they are put into it.
_FOREIGN: Final = "(foreign)"
_STORED: Final = keras_layers.stored()
#: An activation that changes a shape, by Keras' name and TensorFlow's.
_CHANGING: Final = frozenset({"glu"})


def function(fullname: str, bodies: Bodies) -> Callable[..., Type] | None:
    """The hook of a layer's constructor."""
    if fullname == SEQUENTIAL:
        return partial(sequential, bodies=bodies)
    special = functional.function(fullname, bodies)
    if special is not None:
        return special
    if fullname == _INPUT_LAYER:
        return _input_layer
    name = fullname.removeprefix(_LAYERS)
    return construct if name != fullname and name in LAYERS else None


def method(fullname: str, bodies: Bodies) -> Callable[..., Type] | None:
    """The hook of a layer's call, and of `Sequential.add` and `pop`."""
    owner, _, name = fullname.rpartition(".")
    if name in ("__call__", "call") and (owner in _MODELS or owner.startswith(_LAYERS)):
        return partial(call, bodies=bodies)
    if owner == SEQUENTIAL and name in ("add", "pop"):
        return add if name == "add" else pop
    if owner in _MODELS and name == "predict":
        return partial(_predict, bodies=bodies)
    return functional.METHODS.get(fullname)


# --- making them ------------------------------------------------------------------------------------------------------


def construct(context: FunctionContext, values: Values) -> Type:
    """`layers.Dense(10)`: the layer, with the arguments that its output depends on."""
    made = get_proper_type(context.default_return_type)
    at = context.context
    if not isinstance(made, Instance) or not isinstance(at, CallExpr):
        return context.default_return_type
    if is_spread(at) or not _is_usual(at, values):
        return made
    kept: dict[str, Type] = {}
    for name, types, expressions in zip(context.callee_arg_names, context.arg_types, context.args):
        if name in (*_STORED, "trainable") and types:
            kept[f"{ARGUMENT}{name}"] = _argument(expressions[0], types[0], values)
    return exact(made, kept)


def _is_usual(call: CallExpr, values: Values) -> bool:
    """Whether it computes in the usual dtype, and its activation leaves the shape alone."""
    for name, argument in zip(call.arg_names, call.args):
        if name == "dtype" and values.of(argument) not in (None, "float32", FLOAT32):
            return False
        if name != "activation":
            continue
        value = values.of(argument)
        if isinstance(value, str):
            if value in _CHANGING:
                return False
        elif value is not None and not _is_of_tensorflow(argument):
            return False
    return True


def _is_of_tensorflow(expression: Expression) -> bool:
    called = expression.callee if isinstance(expression, CallExpr) else expression
    return (
        isinstance(called, RefExpr)
        and called.fullname.startswith("tensorflow.")
        and called.fullname.rpartition(".")[2] not in _CHANGING
    )


def _argument(expression: Expression, typ: Type, values: Values) -> Type:
    """The type of an argument: the value where that is known, and the layer where it is one."""
    if layer_of(typ) is not None:
        return typ
    return literal(values.of(expression, typ), values.types)


def literal(value: Any, types: convert.Types) -> Type:
    if isinstance(value, (list, tuple)):
        items = [literal(item, types) for item in value]
        return TupleType(items, types.make("builtins.tuple", [convert.unknown()]))
    if type(value) in (int, str, bool):
        return LiteralType(value, types.make(f"builtins.{type(value).__name__}", []))
    return convert.unknown()


def layer_of(typ: Type | None) -> Layer | None:
    """The layer of Keras' own that a type stands for, if what it was made with is known."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or not is_exact(proper):
        return None
    name = proper.type.fullname.removeprefix(_LAYERS)
    if name == proper.type.fullname or name not in LAYERS:
        return None
    config = {
        key.removeprefix(ARGUMENT): layer_of(kept) or of_type(kept)
        for key, kept in attributes_of(proper).items()
        if key.startswith(ARGUMENT)
    }
    return Layer(name, config)


# --- Sequential -------------------------------------------------------------------------------------------------------


def sequential(context: FunctionContext, values: Values, bodies: Bodies) -> Type:
    """`Sequential([...])`: with its layers; `Sequential()`: they are added to it."""
    made = get_proper_type(context.default_return_type)
    at = context.context
    if not isinstance(made, Instance) or not isinstance(at, CallExpr):
        return context.default_return_type
    checker: Any = context.api
    is_followed = growing.is_followed(at, bodies, checker)
    given = next(
        (e[0] for n, e in zip(context.callee_arg_names, context.args) if n == "layers" and e), None
    )
    if given is None:
        return exact(made, {}) if is_followed else made
    if isinstance(given, NameExpr) and isinstance(given.node, Var):
        given = values.assignments.value_of(given.node) or given
    if not isinstance(given, (ListExpr, TupleExpr)):
        return _of_list(given, made, values) if is_followed else made
    found = [values.type_of(item) for item in given.items if not _is_input(item)]
    known = [typ for typ in found if typ is not None and _is_known(typ)]
    if len(known) < len(found) or not is_followed:
        return made
    kept: dict[str, Type] = {_INSIDE: nests.tuple_of(known, values.types)}
    made_here = map(keras_weights.is_construction, given.items)
    kept[_FOREIGN] = literal(sum(not each for each in made_here), values.types)
    shape = _shape(given.items[0], values) if given.items else None
    return exact(made, kept if shape is None else {**kept, _SHAPE: shape})


def _of_list(given: Expression, made: Instance, values: Values) -> Type:
    """The same of layers that were put into a list before, of which others may know."""
    whole = displays.written(given, values.type_of(given), values)
    found = list((nests.children(whole) or {}).values()) if nests.is_list(whole) else []
    shape = attributes_of(found[0]).get(_SHAPE) if found and _is_input_layer(found[0]) else None
    first: dict[str, Type] = {} if shape is None else {_SHAPE: shape}
    found = found[len(first) :]
    if not found or not all(map(_is_known, found)):
        return made
    foreign = literal(len(found), values.types)
    return exact(made, {_INSIDE: nests.tuple_of(found, values.types), _FOREIGN: foreign, **first})


def _input_layer(context: FunctionContext, values: Values) -> Type:
    """`InputLayer((28, 28))`: with the shape, for the model that it is put into with others."""
    made, at = get_proper_type(context.default_return_type), context.context
    shape = _shape(at, values) if isinstance(at, CallExpr) else None
    if shape is None or not isinstance(made, Instance):
        return context.default_return_type
    return exact(made, {_SHAPE: shape})


def _is_input_layer(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname == _INPUT_LAYER


def _is_known(layer: Type) -> bool:
    return is_exact(layer) and not _is_input_layer(layer)


def _shape(layer: Expression, values: Values) -> Type | None:
    """The shape of the input that the first layer is made with, or the `Input` before it."""
    written = written_arguments(layer) if isinstance(layer, CallExpr) else None
    if written is None:
        return None
    named = written[1].get("input_shape") or written[1].get("shape")
    given = written[0][0] if named is None and written[0] and _is_input(layer) else named
    shape = values.of(given) if given is not None else None
    if not isinstance(shape, (tuple, list)):
        return None
    return literal([None if type(each) is not int else each for each in shape], values.types)


def _is_input(expression: Expression) -> bool:
    called = expression.callee if isinstance(expression, CallExpr) else None
    return isinstance(called, RefExpr) and called.fullname in _INPUT


def add(context: MethodContext, values: Values) -> Type:
    """`model.add(layer)`: from here on the name stands for a model with one layer more."""
    at, receiver = context.context, get_proper_type(context.type)
    checker: Any = context.api
    if (
        not isinstance(at, CallExpr)
        or not isinstance(at.callee, MemberExpr)
        or not isinstance(receiver, Instance)
        or not is_exact(receiver)
        or not at.args
    ):
        return context.default_return_type
    held = _inside(receiver) or ()
    layer = context.arg_types[0][0]
    plain = receiver.copy_modified()
    known = attributes_of(receiver).get(_SHAPE)
    shape = _shape(at.args[0], values) if known is None and not held else known
    first: dict[str, Type] = {} if shape is None else {_SHAPE: shape}
    # Where branches come together mypy would go on with the layers that the model had before.
    plain.extra_attrs = ExtraAttrs({_LOST: NoneType()}, set(), None)
    made: Type = plain
    plain = receiver.copy_modified()
    plain.extra_attrs = None
    if _is_input(at.args[0]):
        made = exact(plain, {_INSIDE: nests.tuple_of([], values.types), **first})
    elif _is_known(layer):
        kept: dict[str, Type] = {**first, _INSIDE: nests.tuple_of([*held, layer], values.types)}
        before = keras_weights.number(attributes_of(receiver).get(_FOREIGN)) if held else 0
        if before is not None:
            added = not keras_weights.is_construction(at.args[0])
            kept[_FOREIGN] = literal(before + added, values.types)
        made = exact(plain, kept)
    checker.binder.put(at.callee.expr, made)
    return context.default_return_type


def pop(context: MethodContext, values: Values) -> Type:
    """`model.pop()`: from here on the name stands for a model without its last layer."""
    at, receiver = context.context, get_proper_type(context.type)
    callee = at.callee if isinstance(at, CallExpr) else None
    if not isinstance(callee, MemberExpr) or not isinstance(receiver, Instance):
        return context.default_return_type
    left = receiver.copy_modified()
    left.extra_attrs = ExtraAttrs({_LOST: NoneType()}, set(), None)
    held, known = _inside(receiver), attributes_of(receiver)
    if is_exact(receiver) and held:
        kept = {name: typ for name, typ in known.items() if name == _SHAPE}
        if keras_weights.number(known.get(_FOREIGN)) == 0:
            kept[_FOREIGN] = known[_FOREIGN]
        left.extra_attrs = None
        left = exact(left, {**kept, _INSIDE: nests.tuple_of(held[:-1], values.types)})
    checker: Any = context.api
    checker.binder.put(callee.expr, left)
    return context.default_return_type


def _inside(model: Type) -> Sequence[Type] | None:
    found = get_proper_type(attributes_of(model).get(_INSIDE))
    return found.items if isinstance(found, TupleType) else None


# --- calling them -----------------------------------------------------------------------------------------------------


def call(context: MethodContext, values: BodyValues, bodies: Bodies) -> Type:
    """`layer(x)`, `model(x)`."""
    at, default = context.context, context.default_return_type
    checker: Any = context.api
    written = body_arguments.spelled_out(at, values) if isinstance(at, CallExpr) else None
    if written is None or not isinstance(at, CallExpr):
        return default
    if _inside(context.type) is not None and not growing.is_told(_called(at), bodies, checker):
        return default
    given = (*written[0], *written[1].values())
    symbolic = [symbols.given(each, values) for each in given]
    known = [_value(e, values) if s is UNKNOWN else s for e, s in zip(given, symbolic)]
    positional, named = known[: len(written[0])], dict(zip(written[1], known[len(written[0]) :]))
    _check(context, at, positional, values)
    is_symbolic = any(each is not UNKNOWN for each in symbolic)
    function = lambdas.made(_called(at), values)
    if function is not None and len(positional) == 1 and not named:
        dtype = layers.compute_dtype(bodies, checker)
        made = lambdas.output(function, positional[0], dtype, is_symbolic, values, checker)
    else:
        made = output(context.type, positional, named, values, bodies, checker)
    if not is_symbolic and positional and layers.compute_dtype(bodies, checker) == FLOAT32:
        run = partial(_through, values=values, bodies=bodies, checker=checker)
        weights = _weights(context.type, positional[0], run)
        keras_weights.note(at, context.type, weights, values, bodies)
    if made is UNKNOWN:
        return default
    if is_symbolic:
        result = symbols.symbols_of(made, values.types)
        if symbolic[0] is UNKNOWN or any(each is not UNKNOWN for each in symbolic[1:]):
            return result
        is_own = keras_weights.is_construction(at.callee)
        return steps.follow(
            steps.current(given[0], values), context.type, is_own, result, values.types
        )
    if layers.compute_dtype(bodies, checker) == FLOAT32:
        _build(context, positional, values, checker)
    return nests.unpacked(op_calls.to_type(made, default, values.types), at, values)


def _predict(context: MethodContext, values: BodyValues, bodies: Bodies) -> Type:
    from tftypes_mypy.features.keras import fitting

    return fitting.fit(context, values, bodies)


def predicted(
    model: Type,
    at: CallExpr,
    batch: TensorType,
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Any:
    """What `model.predict(x)` has the model make of a batch; UNKNOWN where that is not known."""
    called = at.callee.expr if isinstance(at.callee, MemberExpr) else at.callee
    if _inside(model) is not None and not growing.is_told(called, bodies, checker):
        return UNKNOWN
    return output(model, [batch], {}, values, bodies, checker)


def _check(context: MethodContext, at: CallExpr, given: Sequence[Any], values: BodyValues) -> None:
    """Reports an input that a layer of Keras' own, or a model with one input, does not take."""
    if not given:
        return
    layer = layer_of(context.type)
    name = "Model" if layer is None else f"layers.{layer.name}"
    try:
        if layer is not None:
            keras_ranks.check(layer.name, given[0])
        elif isinstance(expected := _expected(context.type), TensorType):
            keras_ranks.check_model(expected.shape, given[0])
    except OpError as error:
        error.complete(f"tf.keras.{name}()", {"input": given[0]})
        op_calls.fail(context, error, at.args[0], values)


def _expected(model: Type) -> Any:
    """What goes into a model, where it was made with that."""
    if functional.is_model(model):
        return functional.expected(model)
    return keras_weights.declared(attributes_of(model).get(_SHAPE))


def _called(call: CallExpr) -> Expression:
    """`model` in `model(x)` and `model.call(x)`."""
    callee = call.callee
    is_method = isinstance(callee, MemberExpr) and callee.name in ("call", "__call__")
    return callee.expr if is_method and isinstance(callee, MemberExpr) else callee


def _through(
    typ: Type, given: Any, values: BodyValues, bodies: Bodies, checker: TypeChecker
) -> Any:
    return output(typ, [given], {}, values, bodies, checker)


def _weights(typ: Type, given: Any, run: Callable[[Type, Any], Any]) -> Weights | None:
    """The weights that a call makes, of one of Keras' layers or a Sequential."""
    layer, inside = layer_of(typ), _inside(typ)
    if layer is not None:
        return keras_weights.of_layer(layer, given)
    foreign = keras_weights.number(attributes_of(typ).get(_FOREIGN))
    applied = functional.layers_of(typ)
    if applied is not None:
        inside, foreign, given = applied
    if inside is None or foreign is None:
        return None
    if not isinstance(given, TensorType) or given.shape.rank is None:
        given = keras_weights.declared(attributes_of(typ).get(_SHAPE))
    parts: list[Weights] = []
    for each in inside:
        made = None if given is UNKNOWN else _weights(each, given, run)
        if made is None:
            return None
        parts.append(made)
        given = run(each, given)
    return keras_weights.together(parts, foreign)


def _value(given: Given, values: BodyValues) -> Any:
    if not isinstance(given, Actual):
        return values.of(given)
    return of_type(given.type) if given.value is UNKNOWN else given.value


def _build(
    context: MethodContext, inputs: Sequence[Any], values: Values, checker: TypeChecker
) -> None:
    """From here on the name stands for a layer that has weights: its first input has made them."""
    called = context.context.callee if isinstance(context.context, CallExpr) else None
    layer, receiver = layer_of(context.type), get_proper_type(context.type)
    if layer is None or layer.name not in WEIGHTS or not inputs:
        return
    if not isinstance(called, NameExpr) or not isinstance(receiver, Instance):
        return
    if not any(name.startswith(WEIGHT) for name in attributes_of(receiver)):
        kept = {
            f"{WEIGHT}{name}": keras_weights.variable(made, values.types)
            for name, made in keras_layers.weights(layer, inputs[0]).items()
        }
        checker.binder.put(called, exact(receiver, kept))


def weight(context: AttributeContext, types: convert.Types, name: str) -> Type:
    """`layer.kernel`, once the layer was called."""
    return attributes_of(context.type).get(f"{WEIGHT}{name}") or context.default_attr_type


_OWNERS: Final = ("Dense", "_BaseConv", *WEIGHTS)
ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {
    **{
        f"{_LAYERS}{owner}.{name}": partial(weight, name=name)
        for owner in _OWNERS
        for name in ("kernel", "bias")
    },
    **functional.ATTRIBUTES,
}


def output(
    typ: Type,
    positional: Sequence[Any],
    named: Mapping[str, Any],
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Any:
    """What a layer makes of its inputs; UNKNOWN where that is not known."""
    layer = layer_of(typ)
    if layer is not None:
        given = [*positional, *(named[n] for n in ("query", "value", "states") if n in named)]
        count = keras_layers.inputs_of(layer.name)
        inputs = given[:count]
        if len(inputs) < count or not all(map(_is_concrete, inputs)):
            return UNKNOWN
        return keras_layers.output(layer, inputs, layers.compute_dtype(bodies, checker))
    inside = _inside(typ)
    if inside is not None:
        made = positional[0] if positional else UNKNOWN
        for each in inside:
            made = UNKNOWN if made is UNKNOWN else output(each, [made], {}, values, bodies, checker)
        return made
    if positional and functional.is_model(typ):
        return functional.output(typ, positional[0])
    if not positional or not isinstance(positional[0], TensorType):
        return UNKNOWN

    def run(given: list[Any]) -> Any:
        actual = Actual(convert.type_of_tensor(given[0], values.types))
        outcome = layers.infer(typ, [actual], [], {}, values, bodies, checker)
        return UNKNOWN if outcome is None or outcome.result is None else of_type(outcome.result)

    return symbols.through([positional[0]], run)


def _is_concrete(value: Any) -> bool:
    """Whether it is known to be a tensor, or several, and none of Keras' symbols."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(_is_concrete, value))
    return is_told(value) or isinstance(value, TensorType)
