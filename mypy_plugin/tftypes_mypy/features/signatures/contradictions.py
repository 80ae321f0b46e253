"""Where specs contradict the annotations of the parameters that they stand for.

Three-valued, as everywhere: what is not known contradicts nothing. The body of a
traced function gets what its specs say, so an annotation that says otherwise is
false, whatever the caller passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mypy.nodes import Expression, TypeInfo
from mypy.types import (
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeVarType,
    UnionType,
    UnpackType,
    get_proper_type,
)

from tftypes.algebra import DType, Shape, TensorType, UnifyError, dims, dtypes, shapes
from tftypes_mypy import convert, names
from tftypes_mypy.features.calls.opened import mentions_tensor
from tftypes_mypy.features.signatures.specs import Entries, Items, Leaf, Spec


@dataclass(frozen=True)
class Contradiction:
    """What is wrong with a signature, and the expression to blame."""

    at: Expression
    words: str


@dataclass
class Bound:
    """What the names in the annotations of one function are bound to by its specs."""

    dims: Mapping[Any, Any] = field(default_factory=dict)
    dtypes: dict[Any, DType] = field(default_factory=dict)
    #: The parameter whose spec bound a name first, for the message.
    by: dict[Any, str] = field(default_factory=dict)

    def copy(self) -> Bound:
        return Bound(dict(self.dims), dict(self.dtypes), dict(self.by))

    def adopt(self, other: Bound) -> None:
        self.dims, self.dtypes, self.by = other.dims, other.dtypes, other.by

    def told(self, name: str, key: object, value: object) -> str:
        """`, and N is 3 in 'x'`."""
        return f", and {name} is {value} in '{self.by[key]}'" if key in self.by else ""


def contradictions(spec: Spec, declared: Type, place: str, bound: Bound) -> Iterator[Contradiction]:
    """What the annotation of a place (`x`, `x[1]`) says that cannot be, given the spec.

    The names in the annotation are bound along the way.
    """
    declared = get_proper_type(declared)
    if isinstance(declared, TypeVarType):
        values = [get_proper_type(value) for value in declared.values]
        declared = UnionType(values) if values else get_proper_type(declared.upper_bound)
    if isinstance(declared, UnionType):
        yield from _alternatives(spec, declared, place, bound)
        return
    tensor = convert.tensor_of(declared)
    if isinstance(spec, Leaf) and tensor is not None:
        yield from _tensor(spec, tensor, place, bound)
    elif isinstance(spec, Leaf):
        if _shown_container(declared) and mentions_tensor(declared):
            yield _different(spec, declared, place)
    elif isinstance(spec, (Items, Entries)):
        parts = _parts(spec, declared, place)
        if isinstance(parts, Contradiction):
            yield parts
            return
        for part, inner, where in parts:
            yield from contradictions(part, inner, where, bound)


def _alternatives(
    spec: Spec, declared: UnionType, place: str, bound: Bound
) -> Iterator[Contradiction]:
    """One of several types: refuted where every one of them is. A spec is never None."""
    refuted: list[list[Contradiction]] = []
    fitting: list[Bound] = []
    for item in declared.items:
        if isinstance(get_proper_type(item), NoneType):
            continue
        trial = bound.copy()
        found = list(contradictions(spec, item, place, trial))
        if found:
            refuted.append(found)
        else:
            fitting.append(trial)
    if len(fitting) == 1:
        bound.adopt(fitting[0])
    elif not fitting and refuted:
        yield from refuted[0]


# --- tensors --------------------------------------------------------------------------


def _tensor(leaf: Leaf, declared: TensorType, place: str, bound: Bound) -> Iterator[Contradiction]:
    got = leaf.tensor
    if got.kind != declared.kind:
        # A RaggedTensorSpec without a ragged dim stands for a plain tensor.
        if got.kind != "ragged" or (got.shape.rank or 0) > 1:
            shown = names.CLASSES[declared.kind].rpartition(".")[2]
            yield Contradiction(leaf.at, _words(leaf.name, shown, place))
        return
    words = _dtype(leaf, declared.dtype, place, bound)
    if words is not None:
        yield Contradiction(leaf.at, words)
    words = _shape(got.shape, declared.shape, place, bound)
    if words is not None:
        yield Contradiction(leaf.at, words)


def _words(got: object, declared: object, place: str) -> str:
    return f"{got} in input_signature, {declared} in the annotation of '{place}'"


def _dtype(leaf: Leaf, declared: DType, place: str, bound: Bound) -> str | None:
    got, symbol = leaf.tensor.dtype, declared.symbol
    hint = f"; a {leaf.name} without a dtype is {got}" if leaf.defaulted else ""
    if dtypes.compatible(got, DType(declared.names)) is False:
        return _words(f"dtype is {got}", declared, place) + hint
    if symbol is None:
        return None
    known = bound.dtypes.get(symbol.key)
    if known is not None and dtypes.same(got, known) is False:
        words = _words(f"dtype is {got}", symbol.name, place)
        return words + bound.told(symbol.name, symbol.key, known) + hint
    if known is None or not known.is_known:
        bound.dtypes[symbol.key] = got
        bound.by[symbol.key] = place
    return None


def _shape(got: Shape, declared: Shape, place: str, bound: Bound) -> str | None:
    try:
        found = shapes.unify(declared, got, bound.dims)
    except UnifyError as error:
        return _refuted(error, got, declared, place, bound)
    for key in found.keys() - bound.dims.keys():
        bound.by[key] = place
    bound.dims = found
    return None


def _refuted(error: UnifyError, got: Shape, declared: Shape, place: str, bound: Bound) -> str:
    symbol = error.symbol
    if error.axis is None and symbol is None:
        return _words(f"rank is {_rank(got)}", _rank(declared), place)
    if error.axis is None:
        assert symbol is not None
        words = _words(f"dims are {error.found}", symbol, place)
        return words + bound.told(str(symbol), symbol.key, error.bound)
    dim = declared[error.axis]
    words = _words(
        f"dim {error.axis} is {dims.describe(got[error.axis])}", dims.describe(dim), place
    )
    if symbol is not None and symbol.key not in bound.by:
        return f"{words}, where {symbol} is {error.bound} already"
    inside = dims.symbols(dim)
    return words + "".join(bound.told(str(s), s.key, bound.dims.get(s.key)) for s in inside)


def _rank(shape: Shape) -> str:
    return str(shape.rank) if shape.rank is not None else f"{shape.min_rank} or more"


# --- structures -----------------------------------------------------------------------

#: What stands in one place on both sides: a spec, a type, the place.
Part = tuple[Spec, Type, str]

#: Classes of containers by what a spec must be for them; None where several will do.
_CONTAINERS: Final[dict[str, str | None]] = {
    "builtins.list": "list",
    "typing.MutableSequence": "list",
    "builtins.tuple": "tuple",
    "typing.Sequence": None,
    "typing.Collection": None,
    "typing.Iterable": None,
    "builtins.dict": "dict",
    "typing.Mapping": "dict",
    "typing.MutableMapping": "dict",
    "collections.OrderedDict": "dict",
}


def _parts(spec: Items | Entries, declared: ProperType, place: str) -> list[Part] | Contradiction:
    """The parts of both that belong together; none where the annotation does not tell."""
    if convert.tensor_of(declared) is not None:
        return _different(spec, declared, place)
    if isinstance(declared, TypedDictType):
        return _typed_dict(spec, declared, place)
    if isinstance(declared, TupleType):
        return _tuple(spec, declared, place)
    if not isinstance(declared, Instance) or declared.type.fullname not in _CONTAINERS:
        return []
    wanted = _CONTAINERS[declared.type.fullname]
    if wanted is not None and _sort(spec) != wanted:
        return _different(spec, declared, place)
    if not declared.args or (wanted is None and _sort(spec) == "dict"):
        return []
    return [(part, declared.args[-1], where) for part, where in _placed(spec, place)]


def _sort(spec: Items | Entries) -> str:
    """Which of Python's containers the body gets; a NamedTuple is a tuple."""
    if isinstance(spec, Items):
        return spec.name
    return "dict" if spec.record is None else "tuple"


def _placed(spec: Items | Entries, place: str) -> list[tuple[Spec, str]]:
    if isinstance(spec, Items):
        return [(item, f"{place}[{index}]") for index, item in enumerate(spec.items)]
    if spec.record is not None:
        return [(item, f"{place}.{name}") for name, item in spec.entries.items()]
    return [(item, _at_key(place, key)) for key, item in spec.entries.items()]


def _at_key(place: str, key: object) -> str:
    # Places are shown in single quotes.
    return f'{place}["{key}"]' if isinstance(key, str) else f"{place}[{key}]"


def _tuple(spec: Items | Entries, declared: TupleType, place: str) -> list[Part] | Contradiction:
    if any(isinstance(item, UnpackType) for item in declared.items):
        return []
    record = declared.partial_fallback.type
    fits = _sort(spec) == "tuple"
    if record.is_named_tuple:
        fits = isinstance(spec, Entries) and _is_subclass(spec.record, record)
    parts = _placed(spec, place)
    if not fits or len(parts) != len(declared.items):
        return _different(spec, declared, place)
    return [(part, item, where) for (part, where), item in zip(parts, declared.items)]


def _is_subclass(info: TypeInfo | None, base: TypeInfo) -> bool:
    return info is not None and info.has_base(base.fullname)


def _typed_dict(
    spec: Items | Entries, declared: TypedDictType, place: str
) -> list[Part] | Contradiction:
    if not isinstance(spec, Entries) or spec.record is not None:
        return _different(spec, declared, place)
    for key in sorted(declared.required_keys):
        if key not in spec.entries:
            return Contradiction(spec.at, _words(f"no key {key!r}", "one", place))
    for key in spec.entries:
        if key not in declared.items:
            return Contradiction(spec.at, _words(f"key {key!r}", "none", place))
    return [(part, declared.items[key], _at_key(place, key)) for key, part in spec.entries.items()]


def _different(spec: Leaf | Items | Entries, declared: ProperType, place: str) -> Contradiction:
    return Contradiction(spec.at, _words(spec, _shown(declared), place))


def _shown(declared: ProperType) -> str:
    tensor = convert.tensor_of(declared)
    if tensor is not None:
        return f"a {names.CLASSES[tensor.kind].rpartition('.')[2]}"
    return _shown_container(declared)


def _shown_container(declared: ProperType) -> str:
    """The word for a container; none for what is no container, or can be several things."""
    if isinstance(declared, TypedDictType):
        return f"a {declared.fallback.type.name}"
    if isinstance(declared, TupleType):
        record = declared.partial_fallback.type
        return f"a {record.name}" if record.is_named_tuple else f"a tuple of {len(declared.items)}"
    if isinstance(declared, Instance):
        wanted = _CONTAINERS.get(declared.type.fullname)
        return f"a {wanted}" if wanted is not None else ""
    return ""
