"""Keras' symbols: what stands for tensors while a functional model is made.

A symbol has the dtype and shape of the tensors that it stands for. A size that is only known when the model is called is a
name in there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from mypy.types import Type, TypeVarId, TypeVarType, UnionType, get_proper_type

from tftypes.algebra import UNKNOWN, Dim, Shape, Symbol, TensorType
from tftypes.algebra.matching import substitute
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.arguments import Given
from tftypes_mypy.features.bodies.model import Actual
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.names import SYMBOL
from tftypes_mypy.values import Values, of_union

#: Before the name of a size that a model gets with its input.
_OURS: Final = "tftypes input "
#: Sizes that no program has: what a layer makes of both tells what it makes of any.
_PROBES: Final = (9973, 10007)


def named(name: str, place: str = "") -> Dim:
    """A size that a model gets with its input: it has a name, which is another one in each place."""
    unknown = convert.unknown()
    known = TypeVarId(-1, namespace=f"{_OURS}{place}")
    return convert.dim_of(TypeVarType(name, name, known, [], unknown, unknown))


def _names(known: Any) -> list[Symbol]:
    """The names in what one or several symbols stand for."""
    if not isinstance(known, TensorType):
        return [name for each in known for name in _names(each)] if isinstance(known, list) else []
    return [
        each
        for each in known.shape.symbols
        if isinstance(each, Symbol)
        and isinstance(each.key, TypeVarId)
        and each.key.namespace.startswith(_OURS)
    ]


def symbol(tensor: TensorType, types: convert.Types) -> Type:
    """One of Keras' symbols, for tensors of this dtype and shape."""
    if types.find(SYMBOL) is None:
        return convert.unknown()
    return convert.type_of_symbol(tensor, types)


def stands_for(typ: Type | None) -> TensorType | None:
    """What one of Keras' symbols stands for; None where the type is not that of one, or nothing is known.

    Of a name that a loop binds again it is what the symbols of all rounds have in common.
    """
    proper = get_proper_type(typ)
    if not isinstance(proper, UnionType):
        return convert.symbol_of(proper)
    made = of_union([convert.symbol_of(item) for item in proper.items])
    return made if isinstance(made, TensorType) and made.shape.dims is not None else None


def structure(typ: Type, partly: bool = False) -> Any:
    """What a symbol stands for, or each of several does; UNKNOWN where that is not known.

    `partly` leaves UNKNOWN in the place of some.
    """
    known = stands_for(typ)
    if known is not None:
        return known
    below = nests.children(typ) if nests.is_nested(typ) and not nests.is_dict(typ) else None
    items = [structure(item, partly) for item in (below or {}).values()]
    unknown = [item for item in items if item is UNKNOWN]
    return items if items and len(unknown) < (len(items) if partly else 1) else UNKNOWN


def given(argument: Given, values: Values) -> Any:
    """What an argument stands for that is one of Keras' symbols, or several; UNKNOWN where it is none."""
    if isinstance(argument, Actual):
        return structure(argument.type)
    typ = values.type_of(argument)
    if typ is None or convert.tensor_of(typ) is not None:
        return UNKNOWN
    return structure(displays.written(argument, typ, values))


def symbols_of(made: Any, types: convert.Types) -> Type:
    """The symbols that stand for a tensor, or for each of several."""
    if isinstance(made, TensorType):
        return symbol(made, types)
    if isinstance(made, (list, tuple)):
        items = [symbols_of(item, types) for item in made]
        is_list = isinstance(made, list)
        return nests.list_of(items, types) if is_list else nests.tuple_of(items, types)
    return convert.unknown()


# --- layers of the program --------------------------------------------------------------------------------------------


def through(given: Sequence[Any], run: Callable[[list[Any]], Any]) -> Any:
    """What a layer of the program makes of symbols: it gets tensors, of the sizes that the model is called with."""
    names = list(dict.fromkeys(name for each in given for name in _names(each)))
    if not names:
        return run(list(given))
    sizes = [{n.key: probe + 100 * i for i, n in enumerate(names)} for probe in _PROBES]
    made = [run([_sized(each, known) for each in given]) for known in sizes]
    meant: dict[Any, Dim] = {(sizes[0][name.key], sizes[1][name.key]): name for name in names}
    return _in_common(made[0], made[1], meant)


def _sized(known: Any, sizes: Mapping[Any, int]) -> Any:
    if isinstance(known, list):
        return [_sized(each, sizes) for each in known]
    if not isinstance(known, TensorType):
        return known
    return TensorType(known.dtype, substitute(known.shape, sizes), known.kind)


def _in_common(first: Any, second: Any, meant: Mapping[Any, Dim]) -> Any:
    """What two runs have made of different sizes, with the names of those that differ."""
    if isinstance(first, (list, tuple)) and type(first) is type(second):
        pairs = list(zip(first, second))
        return type(first)(_in_common(a, b, meant) for a, b in pairs) if len(pairs) else UNKNOWN
    if not isinstance(first, TensorType) or not isinstance(second, TensorType):
        return UNKNOWN
    ours, theirs = first.shape.dims, second.shape.dims
    if ours is None or theirs is None or len(ours) != len(theirs) or first.dtype != second.dtype:
        return UNKNOWN
    dims = [a if a == b else meant.get((a, b), UNKNOWN) for a, b in zip(ours, theirs)]
    return TensorType(first.dtype, Shape.of(*dims), first.kind)
