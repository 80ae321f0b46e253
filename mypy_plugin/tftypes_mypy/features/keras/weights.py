"""What training changes in a layer or model once it was called: `model.trainable_variables`.

A call that succeeds tells the shapes of the weights, whatever the layer was built with before: a kernel fits one width of its
input alone. So does a call of a model for its layers: those of a Sequential, and those that `call` of a class is sure to reach.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, RefExpr, TypeInfo
from mypy.plugin import AttributeContext
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import keras_layers
from tftypes.inference.models.tensorflow.ops.keras_layers import Layer
from tftypes.inference.models.tensorflow.ops.keras_weights import PLAIN
from tftypes_mypy import convert, faraway
from tftypes_mypy.features.bodies.results import attributes_of, exact, is_exact
from tftypes_mypy.features.facts import sure_calls
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import kept
from tftypes_mypy.syntax import Place
from tftypes_mypy.values import of_type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies
    from tftypes_mypy.features.bodies.model import Frame, Function
    from tftypes_mypy.features.bodies.values import BodyValues

LAYER: Final = "tensorflow.keras.Layer"
#: Before the name of a weight, among what is known of a layer beside its class, once its shape is known.
WEIGHT: Final = "(weight) "
#: Objects with weights that training leaves alone, or none.
_HARMLESS: Final = (
    "tensorflow.keras.losses.",
    "tensorflow.keras.metrics.",
    "tensorflow.keras.optimizers.",
)


class Weights:
    """The weights of a layer, whether it has others that training leaves alone, and whether all of it is its own.

    A layer that is given to an object may be in another one as well: Keras names its weights once.
    """

    def __init__(self, trained: Sequence[TensorType], is_alone: bool, is_own: bool = True) -> None:
        self.trained, self.is_alone, self.is_own = tuple(trained), is_alone, is_own


def together(parts: Sequence[Weights], foreign: int) -> Weights | None:
    """The weights of several layers, of which so many were made elsewhere; None where two may be the same."""
    foreign += sum(not part.is_own for part in parts)
    if foreign > 1:
        return None
    trained = [each for part in parts for each in part.trained]
    return Weights(trained, all(part.is_alone for part in parts), not foreign)


#: A layer by the attribute that holds it, where it was called, and its weights if they are known.
Built = tuple[str, Place, "Weights | None"]


def of_layer(layer: Layer, given: Any) -> Weights | None:
    """The weights of one of Keras' own layers, by its input."""
    found = None if "trainable" in layer.config else keras_layers.trainable(layer, given)
    return None if found is None else Weights(found, layer.name in PLAIN)


def note(at: CallExpr, typ: Type, made: Weights | None, values: BodyValues, bodies: Bodies) -> None:
    """Keeps the weights that a call has made, for what comes after it."""
    frame, called = bodies.frame_of(values.checker), at.callee
    if frame is not None and isinstance(called, MemberExpr) and frame.bound.is_itself(called.expr):
        frame.built.append((called.name, (called.line, called.column), made))
    values.weights[at] = typ, made


def variable(made: TensorType, types: convert.Types) -> Type:
    """One of Keras' variables, which is TensorFlow's but for a few methods."""
    typ = convert.type_of_tensor(TensorType(made.dtype, made.shape, "variable"), types)
    proper = get_proper_type(typ)
    assert isinstance(proper, Instance)
    return exact(proper, {})


def _has(fact: str, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether what the module imports has it that reads the weights, or the one that has called it."""
    names = {checker.tree.fullname, bodies.running} & checker.modules.keys()
    return any(fact in bodies.reach.facts(name, checker.modules[name].path) for name in names)


def number(typ: Type | None) -> int | None:
    """The number that a type stands for."""
    value = None if typ is None else of_type(typ)
    return value if type(value) is int else None


def declared(shape: Type | None) -> Any:
    """What goes into a Sequential that says so where it is made; its weights are made then."""
    sizes = None if shape is None else of_type(shape)
    if not isinstance(sizes, tuple):
        return UNKNOWN
    dims = [UNKNOWN if size is None else size for size in sizes]
    return TensorType(DType.of("float32"), Shape.of(UNKNOWN, *dims))


# --- models of the program ----------------------------------------------------------------------------------------------


def of_model(
    receiver: Instance,
    built: Sequence[Built],
    init: Function | None,
    bodies: Bodies,
    checker: TypeChecker,
) -> Weights | None:
    """The weights of an object whose `call` is sure to have called these layers, in the order that `__init__` assigns."""
    info = receiver.type
    written = bodies.class_of(info, checker)
    if init is None or written is None or not _is_simple(info, bodies, checker):
        return None
    known = attributes_of(receiver)
    parts: list[Weights] = []
    values: list[Expression] = []
    for name, members in bodies.bound_in(init.item).members.items():
        if len(members) != 1 or not members[0].is_straight:
            return None
        kind = known.get(name)
        if kind is None or not _is_layer(kind):
            if not _is_harmless(members[0].value, kind):
                return None
            continue
        made = _of_attribute(name, kind, built)
        if made is None:
            return None
        values.append(members[0].value)
        parts.append(made)
    if len(set(map(id, values))) < len(values):
        return None  # `self.x = self.y = layer`
    return together(parts, sum(not is_construction(each) for each in values))


def _is_simple(info: TypeInfo, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether only `__init__` gives the object anything, and no class of the program is in between."""
    if any(bodies.is_program(base.module_name, checker) for base in info.mro[1:]):
        return False
    assigned = bodies.assigned_in(info, checker).values()
    return "build" not in info.names and all(methods <= {"__init__"} for methods in assigned)


def _is_layer(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.has_base(LAYER)


def _of_attribute(name: str, typ: Type, built: Sequence[Built]) -> Weights | None:
    """The weights of a layer in an attribute: those that its first call made."""
    made = [each for attribute, _, each in built if attribute == name]
    if made:
        return made[0]
    proper = get_proper_type(typ)
    name = proper.type.name if isinstance(proper, Instance) and is_exact(proper) else ""
    is_keras = isinstance(proper, Instance) and proper.type.fullname.startswith("tensorflow.")
    return of_layer(Layer(name), None) if is_keras else None


def _is_harmless(value: Expression, typ: Type | None) -> bool:
    """Whether what an attribute is given has no weights for sure."""
    if isinstance(value, CallExpr):
        callee = value.callee
        return isinstance(callee, RefExpr) and callee.fullname.startswith(_HARMLESS)
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname in (
        "builtins.int", "builtins.float", "builtins.str", "builtins.bool",
    )  # fmt: skip


def is_construction(value: Expression) -> bool:
    """Whether it makes an object that nobody else has."""
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo)


def certain(frame: Frame) -> Sequence[Built]:
    """The layers of the object that a body is sure to have called."""
    if not frame.built:
        return ()
    places = frame.certain_places()
    return [each for each in frame.built if each[1] in places]


def follow(called: Expression, built: Sequence[Built], frame: Frame | None) -> None:
    """What a method has called that the object calls on itself."""
    if (
        frame is None
        or not isinstance(called, MemberExpr)
        or not frame.bound.is_itself(called.expr)
    ):
        return
    place = called.line, called.column
    frame.built.extend((name, place, made) for name, _, made in built)


# --- what is asked of them --------------------------------------------------------------------------------------------


def read(context: AttributeContext, values: BodyValues, bodies: Bodies, is_whole: bool) -> Type:
    """`model.trainable_variables`, and `model.weights` where there are no others, once the model was called."""
    at, checker = context.context, values.checker
    if not isinstance(at, MemberExpr) or not is_exact(context.type):
        return context.default_attr_type
    frame = bodies.frame_of(checker)
    body = checker.tree.defs if frame is None else frame.function.item.body.body
    call = sure_calls.last_call(at.expr, body, values.assignments)
    typ, made = values.weights.get(call, (None, None)) if call is not None else (None, None)
    if made is None or typ is None or not _is_same(typ, context.type):
        return context.default_attr_type
    is_known = made.is_alone and not _has(faraway.MEASURED, bodies, checker) if is_whole else True
    if not made.trained or not is_known or _has(faraway.FROZEN, bodies, checker):
        return context.default_attr_type
    weights = [variable(each, values.types) for each in made.trained]
    return kept(nests.list_of(weights, values.types))


def _is_same(one: Type, other: Type) -> bool:
    """Whether two layers are made alike; one of them may be built already."""
    left, right = get_proper_type(one), get_proper_type(other)
    if not isinstance(left, Instance) or not isinstance(right, Instance):
        return False
    both = [
        {name: typ for name, typ in attributes_of(each).items() if not name.startswith(WEIGHT)}
        for each in (left, right)
    ]
    return left.type is right.type and both[0] == both[1]


#: The attributes, and whether each has the weights too that training leaves alone.
READS: Final[Mapping[str, bool]] = {
    **{f"{LAYER}.{name}": False for name in ("trainable_variables", "trainable_weights")},
    **{f"{LAYER}.{name}": True for name in ("variables", "weights")},
}
