"""Functional models in which each layer takes what the one before gives: their layers one by one, for the weights.

inputs = keras.Input([28, 28])
model = keras.Model(inputs, layers.Dense(10)(layers.Flatten()(inputs)))

A symbol keeps beside its type the layers that made it of an input. One that is made in any other way keeps none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy.nodes import CallExpr, NameExpr, Var
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes_mypy import convert, standing
from tftypes_mypy.features.bodies.arguments import Given
from tftypes_mypy.features.bodies.model import Actual
from tftypes_mypy.features.bodies.results import attributes_of, exact
from tftypes_mypy.features.bodies.values import type_of
from tftypes_mypy.features.keras import symbols
from tftypes_mypy.features.structures import nests
from tftypes_mypy.values import Values, of_type

_STEPS: Final = "(steps)"
#: The input that the first of them takes, by its place in the program.
_FROM: Final = "(from)"
#: How many of them were not made where they are called: such a layer may be two of them.
_FOREIGN: Final = "(foreign)"


def begin(symbol: Type, place: str, types: convert.Types) -> Type:
    """The symbol of an input, to which no layer was applied."""
    return _with(symbol, [], place, 0, types)


def current(given: Given, values: Values) -> Type | None:
    """The type of a symbol with all that it keeps; of a name that is bound to others in turns mypy has lost that."""
    if isinstance(given, Actual):
        return given.type
    typ = values.type_of(given)
    var = given.node if isinstance(given, NameExpr) else None
    if not isinstance(var, Var) or typ is None or attributes_of(typ):
        return typ
    is_sure, value = standing.source(values.assignments, var, given)
    made = values.type_of(value) if is_sure and isinstance(value, CallExpr) else None
    return typ if made is None or symbols.stands_for(made) != symbols.stands_for(typ) else made


def follow(given: Type | None, layer: Type, is_own: bool, made: Type, types: convert.Types) -> Type:
    """The symbol that a layer makes of another one; `is_own` says that nobody else has the layer."""
    known = attributes_of(given) if given is not None else {}
    place, foreign = _value(known.get(_FROM)), _value(known.get(_FOREIGN))
    if not isinstance(place, str) or not isinstance(foreign, int):
        return made
    return _with(made, [*_steps(known), layer], place, foreign + (not is_own), types)


def between(inputs: Type, outputs: Type) -> Mapping[str, Type]:
    """What a model keeps that makes the one of the other, layer by layer."""
    first, last = attributes_of(inputs), attributes_of(outputs)
    if _value(first.get(_FROM)) is UNKNOWN or _steps(first):
        return {}
    if _value(first.get(_FROM)) != _value(last.get(_FROM)):
        return {}
    return {_STEPS: last[_STEPS], _FOREIGN: last[_FOREIGN]}


def of_model(model: Type, inputs: Type | None) -> tuple[Sequence[Type], int, TensorType] | None:
    """The layers of such a model, how many of them others may have too, and what goes into the first."""
    known = attributes_of(model)
    foreign = _value(known.get(_FOREIGN))
    given = None if inputs is None else symbols.stands_for(inputs)
    if _STEPS not in known or not isinstance(foreign, int) or given is None:
        return None
    dims = given.shape.dims or ()
    sizes = (each if isinstance(each, int) else UNKNOWN for each in dims)
    return _steps(known), foreign, TensorType(given.dtype, Shape.of(*sizes))


def _with(
    symbol: Type, layers: Sequence[Type], place: str, foreign: int, types: convert.Types
) -> Type:
    proper = get_proper_type(symbol)
    kept = {_FROM: type_of(place, types), _FOREIGN: type_of(foreign, types)}
    known = {name: typ for name, typ in kept.items() if typ is not None}
    if not isinstance(proper, Instance) or len(known) < len(kept):
        return symbol
    return exact(proper, {_STEPS: nests.tuple_of(layers, types), **known})


def _steps(known: Mapping[str, Type]) -> Sequence[Type]:
    found = get_proper_type(known.get(_STEPS))
    return found.items if isinstance(found, TupleType) else []


def _value(typ: Type | None) -> object:
    return UNKNOWN if typ is None else of_type(typ)
