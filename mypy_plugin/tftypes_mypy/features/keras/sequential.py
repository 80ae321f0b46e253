"""Sequential models: they carry their layers, which they are given or get one by one.

Sequential([layers.Flatten(), layers.Dense(10)])        Sequential(encoder)
model = Sequential()
model.add(layers.Dense(10))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mypy.nodes import CallExpr, Expression, ListExpr, MemberExpr, NameExpr, RefExpr, TupleExpr, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import ExtraAttrs, Instance, LiteralType, NoneType, TupleType, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.features.bodies.results import attributes_of, exact, is_exact
from tftypes_mypy.features.keras import functional, growing
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.values import Values, written_arguments

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

INPUT_LAYER: Final = "tensorflow.keras.layers.InputLayer"
_INPUT: Final = frozenset({INPUT_LAYER, *functional.INPUT})
#: The layers of a Sequential, in order; none while they are still being added.
_INSIDE: Final = "(layers)"
#: The shape of its input, if that is written there.
SHAPE: Final = "(shape)"
#: Some layer of it is not known.
_LOST: Final = "(lost)"
#: How many of its layers are not made where they are put into it.
FOREIGN: Final = "(foreign)"


def literal(value: Any, types: convert.Types) -> Type:
    """A value as the type that keeps it: of ints, texts and bools, and of lists of them."""
    if isinstance(value, (list, tuple)):
        items = [literal(item, types) for item in value]
        return TupleType(items, types.make("builtins.tuple", [convert.unknown()]))
    if type(value) in (int, str, bool):
        return LiteralType(value, types.make(f"builtins.{type(value).__name__}", []))
    return convert.unknown()


def construct(context: FunctionContext, values: Values, bodies: Bodies) -> Type:
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
    kept[FOREIGN] = literal(sum(not each for each in made_here), values.types)
    shape = _shape(given.items[0], values) if given.items else None
    return exact(made, kept if shape is None else {**kept, SHAPE: shape})


def _of_list(given: Expression, made: Instance, values: Values) -> Type:
    """The same of layers that were put into a list before, of which others may know."""
    whole = displays.written(given, values.type_of(given), values)
    found = list((nests.children(whole) or {}).values()) if nests.is_list(whole) else []
    shape = attributes_of(found[0]).get(SHAPE) if found and _is_input_layer(found[0]) else None
    first: dict[str, Type] = {} if shape is None else {SHAPE: shape}
    found = found[len(first) :]
    if not found or not all(map(_is_known, found)):
        return made
    foreign = literal(len(found), values.types)
    return exact(made, {_INSIDE: nests.tuple_of(found, values.types), FOREIGN: foreign, **first})


def input_layer(context: FunctionContext, values: Values) -> Type:
    """`InputLayer((28, 28))`: with the shape, for the model that it is put into with others."""
    made, at = get_proper_type(context.default_return_type), context.context
    shape = _shape(at, values) if isinstance(at, CallExpr) else None
    if shape is None or not isinstance(made, Instance):
        return context.default_return_type
    return exact(made, {SHAPE: shape})


def _is_input_layer(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname == INPUT_LAYER


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
    held = inside(receiver) or ()
    layer = context.arg_types[0][0]
    plain = receiver.copy_modified()
    known = attributes_of(receiver).get(SHAPE)
    shape = _shape(at.args[0], values) if known is None and not held else known
    first: dict[str, Type] = {} if shape is None else {SHAPE: shape}
    # Where branches come together mypy would go on with the layers that the model had before.
    plain.extra_attrs = ExtraAttrs({_LOST: NoneType()}, set(), None)
    made: Type = plain
    plain = receiver.copy_modified()
    plain.extra_attrs = None
    if _is_input(at.args[0]):
        made = exact(plain, {_INSIDE: nests.tuple_of([], values.types), **first})
    elif _is_known(layer):
        kept: dict[str, Type] = {**first, _INSIDE: nests.tuple_of([*held, layer], values.types)}
        before = keras_weights.number(attributes_of(receiver).get(FOREIGN)) if held else 0
        if before is not None:
            added = not keras_weights.is_construction(at.args[0])
            kept[FOREIGN] = literal(before + added, values.types)
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
    held, known = inside(receiver), attributes_of(receiver)
    if is_exact(receiver) and held:
        kept = {name: typ for name, typ in known.items() if name == SHAPE}
        if keras_weights.number(known.get(FOREIGN)) == 0:
            kept[FOREIGN] = known[FOREIGN]
        left.extra_attrs = None
        left = exact(left, {**kept, _INSIDE: nests.tuple_of(held[:-1], values.types)})
    checker: Any = context.api
    checker.binder.put(callee.expr, left)
    return context.default_return_type


def inside(model: Type) -> Sequence[Type] | None:
    found = get_proper_type(attributes_of(model).get(_INSIDE))
    return found.items if isinstance(found, TupleType) else None
