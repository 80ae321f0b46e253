"""Structs in the abstract domain: an immutable tree of fields, and the shape of the collection.

What a field is, is said of one structure: its own dims, and how many of them are ragged. Its value in a collection has
the dims of the collection first. `Ragged` counts as the run-time library does: how many of the own dims there are up to
the last whose size may differ from structure to structure. Of several structures the value is ragged where that is not
0; of a single one, where it is more than 1, for the rows of one structure are one row.
Source: StructTensor RFC, "Detailed Design".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, dtypes, shapes
from tftypes.inference.objects import Trace

#: How the structures are laid out; None where that is not known.
Layout = Literal["dense", "ragged"] | None
#: The least and the most that the number of ragged dims may be.
Ragged = tuple[int, int]

#: The dtype of what op rules see in place of a struct, a tensor of its shape: none that a tensor has.
STANDING_IN: Final = DType.var("StructTensor", key="StructTensor")
DENSE: Final[Ragged] = (0, 0)


@dataclass(frozen=True, slots=True)
class Schema:
    """The fields by name, in order; of a field that is None nothing is known but its name.

    `name` is that of the class which says it. `whole` tells whether there are no fields but these, and `optional` are
    those which a caller may leave out.
    """

    fields: tuple[tuple[str, Field | None], ...] = ()
    name: str | None = None
    whole: bool = True
    optional: frozenset[str] = frozenset()

    def find(self, name: str) -> Field | None:
        return dict(self.fields).get(name)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.fields)

    def changed(self, fields: Mapping[str, Field | None], whole: bool | None = None) -> Schema:
        """A schema without a name, of other fields."""
        return Schema(tuple(fields.items()), whole=self.whole if whole is None else whole)


#: The schema of which nothing is known.
ANY_SCHEMA: Final = Schema(whole=False)


@dataclass(frozen=True, slots=True)
class Field:
    """What a field is in each structure: numbers and texts of a dtype, or structures."""

    content: DType | Schema
    shape: Shape = Shape.of()
    ragged: Ragged = DENSE
    sparse: bool = False

    @property
    def in_one(self) -> TensorType | Struct:
        """The field as messages and schemas show it."""
        is_ragged = self.ragged[0] > 0
        if isinstance(self.content, Schema):
            return Struct(self.content, self.shape, "ragged" if is_ragged else "dense")
        kind = "sparse" if self.sparse else "ragged" if is_ragged else "tensor"
        return TensorType(self.content, self.shape, kind)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Struct:
    """A StructTensor: a collection of structures with one schema; of a graph, or eager."""

    schema: Schema
    shape: Shape
    layout: Layout
    trace: Trace | None = None
    #: Whether its class is shown where its shape tells it, too.
    explicit: bool = False
    #: Whether it is a row of ragged structs to a dataset: a batch of such rows is ragged.
    is_row: bool = False

    @property
    def class_name(self) -> str:
        """The full name of its class, of the base of both where that is not known."""
        encoding = "" if self.layout is None else self.layout.capitalize()
        return f"tftypes.struct.{encoding}StructTensor"


def layout_of(shape: Shape, known: Layout = None) -> Layout:
    """How structures of a shape are laid out: those of one dim or none are dense."""
    return "dense" if shape.rank in (0, 1) else known


# -- fields and their values ------------------------------------------------------------------------------------------


def value_in(struct: Struct, field: Field | None) -> TensorType | Struct | None:
    """The value of a field in a collection; None where its class is not known."""
    if field is None:
        return None
    outer, own = struct.shape, field.shape
    if outer.rank is None or own.rank is None:
        if not isinstance(field.content, Schema):
            return None
        return Struct(field.content, Shape.unknown(), None, struct.trace)
    shape = outer + own
    layout = _layout_in(struct.layout, outer.rank, field.ragged, shape)
    if isinstance(field.content, Schema):
        return Struct(field.content, shape, layout, struct.trace)
    if field.sparse:
        is_plain = struct.layout == "dense"
        return TensorType(field.content, shape, "sparse") if is_plain else None
    if layout is None:
        return None
    return TensorType(field.content, shape, "ragged" if layout == "ragged" else "tensor")


def _layout_in(layout: Layout, rank: int, ragged: Ragged, shape: Shape) -> Layout:
    if shape.rank in (0, 1):
        return "dense"
    least, most = (count + min(rank, 1) - 1 > 0 for count in ragged)
    if layout == "ragged" or least:
        return "ragged"
    return layout if not most else None


def field_of(value: TensorType | Struct, outer: Shape, layout: Layout) -> Field | None:
    """The field whose value in a collection this is; the first dims are known to be those of the collection."""
    rank, shape = outer.rank, value.shape
    if rank is None or shape.rank is None or shape.rank < rank:
        return None
    own = shape.slice(rank)
    if isinstance(value, Struct):
        return Field(value.schema, own, _ragged_of(value.layout, rank, own, layout))
    if value.kind == "sparse":
        return Field(value.dtype, own, sparse=True)
    if value.kind not in _LAYOUTS or value.kind == "ragged" and layout == "dense" and not own.rank:
        return None
    return Field(value.dtype, own, _ragged_of(_LAYOUTS[value.kind], rank, own, layout))


_LAYOUTS: Final[Mapping[str, Layout]] = {
    "tensor": "dense",
    "variable": "dense",
    "array": "dense",
    "ragged": "ragged",
}


def _ragged_of(kind: Layout, rank: int, own: Shape, layout: Layout) -> Ragged:
    """The counts that a value of this kind may have; a ragged one in dense structs is ragged in its own dims alone."""
    if kind == "dense":
        return DENSE
    if kind == "ragged" and layout == "dense":
        return (1 if rank else 2), own.rank or 0
    return 0, own.rank or 0


def several(field: Field) -> Field:
    """A field as it is written, of several structures: a dim that is left open differs from one to the other."""
    dims = field.shape.dims or ()
    if field.sparse or UNKNOWN not in dims:
        return field
    found = [i for i, dim in enumerate(dims, 1) if dim is UNKNOWN]
    most = max(i for i, dim in enumerate(dims, 1) if not isinstance(dim, int))
    return replace(field, ragged=(found[-1], most))


# -- another shape ----------------------------------------------------------------------------------------------------


def proxies(struct: Struct) -> list[TensorType]:
    """The tensors that a struct is to an op rule: two where it may be dense or ragged."""
    if struct.layout is not None:
        return [TensorType(STANDING_IN, struct.shape, _KINDS[struct.layout])]
    return [TensorType(STANDING_IN, struct.shape, kind) for kind in _KINDS.values()]


_KINDS: Final[Mapping[str, Any]] = {"dense": "tensor", "ragged": "ragged"}


def is_proxy(value: object) -> bool:
    """Whether a rule has made this of a struct."""
    return isinstance(value, TensorType) and value.dtype.symbol == STANDING_IN.symbol


def of_proxies(struct: Struct, made: Sequence[TensorType], trace: Trace | None = None) -> Struct:
    """The struct with the shape that a rule has given to its proxies."""
    shape = made[0].shape
    for other in made[1:]:
        shape = shapes.join(shape, other.shape)
    kinds = {each.kind for each in made}
    layout: Layout = None
    if len(kinds) == 1:
        layout = "ragged" if kinds == {"ragged"} else "dense"
    return reshaped(struct, shape, layout, trace)


def reshaped(
    struct: Struct, shape: Shape, layout: Layout = None, trace: Trace | None = None
) -> Struct:
    """The structures in other dims.

    A schema that a person wrote means other fields of several structures than of one, where it leaves dims open: then
    it loses its name.
    """
    schema = struct.schema
    if struct.shape.rank == 0 != shape.rank:
        schema = _from_one(schema)
    return Struct(schema, shape, layout_of(shape, layout), trace or struct.trace)


def as_element(struct: Struct) -> Struct:
    """The struct as tf.data and graphs keep it: what is a row of one length there has no rows any more."""
    schema = _from_one(struct.schema) if struct.shape.rank == 0 else struct.schema
    return replace(struct, schema=schema, trace=None, is_row=False)


def in_spec(struct: Struct, change: Callable[[TensorType], TensorType]) -> Struct:
    """The struct that a spec of another shape describes: what a row is of in it is still told."""
    found = of_proxies(struct, [change(each) for each in proxies(struct)])
    rank = found.shape.rank
    is_row = rank == 1 and (struct.is_row or struct.layout == "ragged")
    known = "ragged" if struct.is_row and rank == 2 else found.layout
    return replace(found, schema=struct.schema, layout=known, is_row=is_row)


def _from_one(schema: Schema) -> Schema:
    """The schema of several structures that were single ones: a row of one length is dense, and so are rows of it."""

    def spread(field: Field | None) -> Field | None:
        if field is None:
            return None
        if isinstance(field.content, Schema) and field.shape.rank == 0:
            return replace(field, content=_from_one(field.content))
        least, most = (count if count > 1 else 0 for count in field.ragged)
        return replace(field, ragged=(least, most))

    fields = tuple((name, spread(field)) for name, field in schema.fields)
    return replace(schema, fields=fields, name=None if _is_open(schema) else schema.name)


def _is_open(schema: Schema) -> bool:
    """Whether a dim is left open in a schema."""
    for _, field in schema.fields:
        if field is None or field.shape.dims is None or UNKNOWN in field.shape.dims:
            return True
        if isinstance(field.content, Schema) and _is_open(field.content):
            return True
    return False


# -- join -------------------------------------------------------------------------------------------------------------


def join(
    a: Struct, b: Struct, enclosing: Callable[[Trace | None, Trace | None], Trace | None]
) -> Struct:
    """What two structs agree on."""
    shape = shapes.join(a.shape, b.shape)
    layout = a.layout if a.layout == b.layout else None
    return Struct(
        join_schemas(a.schema, b.schema),
        shape,
        layout_of(shape, layout),
        enclosing(a.trace, b.trace),
        a.explicit and b.explicit,
    )


def join_schemas(a: Schema, b: Schema) -> Schema:
    """The fields that both have, with what is common to them."""
    if a == b:
        return a
    one, other = dict(a.fields), dict(b.fields)
    both = {name: join_fields(one[name], other[name]) for name in one if name in other}
    whole = a.whole and b.whole and one.keys() == other.keys()
    name = a.name if a.name == b.name else None
    return Schema(tuple(both.items()), name, whole, a.optional | b.optional)


def join_fields(a: Field | None, b: Field | None) -> Field | None:
    """What a field is in either of two structs; None where they have too little in common."""
    if a is None or b is None or a == b:
        return a if a == b else None
    if a.sparse != b.sparse or a.shape.rank != b.shape.rank:
        return None
    content: DType | Schema
    if isinstance(a.content, Schema) and isinstance(b.content, Schema):
        content = join_schemas(a.content, b.content)
    elif isinstance(a.content, DType) and isinstance(b.content, DType):
        content = a.content if a.content == b.content else dtypes.join(a.content, b.content)
    else:
        return None
    ragged = min(a.ragged[0], b.ragged[0]), max(a.ragged[1], b.ragged[1])
    return Field(content, shapes.join(a.shape, b.shape), ragged, a.sparse)


def together(a: Field | None, b: Field | None) -> Field | None:
    """What a field is where structs are put together: ragged as soon as one of them is."""
    found = join_fields(a, b)
    if a is None or b is None or found is None:
        return None
    ragged = max(a.ragged[0], b.ragged[0]), max(a.ragged[1], b.ragged[1])
    return replace(found, ragged=ragged)


# -- each field -------------------------------------------------------------------------------------------------------


def mapped(schema: Schema, change: Callable[[Field], Field], *, named: bool = False) -> Schema:
    """The schema with each field changed, those of the structs in it first; `named` says that it keeps its name."""

    def inner(field: Field | None) -> Field | None:
        if field is None:
            return None
        if isinstance(field.content, Schema):
            field = replace(field, content=mapped(field.content, change, named=named))
        return change(field)

    fields = tuple((name, inner(field)) for name, field in schema.fields)
    return replace(schema, fields=fields, name=schema.name if named else None)


def widened(struct: Struct) -> Struct:
    """A struct above all that further rounds of a loop may make of this one."""

    def open_(shape: Shape) -> Shape:
        dims = shape.dims
        return shape if dims is None else Shape.of(*(UNKNOWN for _ in dims))

    def wider(field: Field) -> Field:
        own = open_(field.shape)
        return replace(field, shape=own, ragged=(0, own.rank or 0))

    return replace(
        struct, schema=mapped(struct.schema, wider, named=True), shape=open_(struct.shape)
    )


def listed(names: Iterable[object]) -> str:
    """Names as messages list them."""
    return ", ".join(map(repr, names))
