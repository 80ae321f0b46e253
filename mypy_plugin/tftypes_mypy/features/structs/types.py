"""Struct tensors as mypy's types: the fields that one has, and the type of each.

`StructTensor[Recipe, Shape[None]]` has the fields that the schema `Recipe` says, a TypedDict or a
dataclass, each with the dims of the struct before its own. What a call makes of a struct has a
schema without a name, a TypedDict too: its fields say whether they are dense or ragged, which in
a schema that a person wrote follows from the dims.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import Var
from mypy.types import (
    Instance,
    LiteralType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType
from tftypes.algebra.tensors import Kind
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes_mypy import convert, names

#: How the structs are laid out; None where that is not known.
Layout = Literal["dense", "ragged"] | None

#: In a schema without a name, holds the number of its fields, where they are known as a whole.
#: Where mypy joins two schemas, it drops the fields in which they differ: the number tells.
COUNT: Final = "\0"
#: How deep schemas nest: one that holds itself has no end.
DEPTH: Final = 16

#: What rules see in place of a struct: a tensor of its shape, of a dtype that is none.
STRUCT_DTYPE: Final = DType.var("StructTensor", key="StructTensor")

_SCALARS: Final = {
    "builtins.bool": DType.of("bool"),
    "builtins.int": DType.of("int32"),
    "builtins.float": DType.of("float32"),
    "builtins.complex": DType.of("complex128"),
    "builtins.str": DType.of("string"),
    "builtins.bytes": DType.of("string"),
}
_LISTS: Final = frozenset({"builtins.list", "typing.Sequence", "builtins.tuple"})


@dataclass(frozen=True)
class Struct:
    """A struct tensor, or a field of structs with the dims that it has in each of them."""

    schema: ProperType
    shape: Shape
    layout: Layout
    #: The full name of its class.
    kind: str = names.STRUCT

    @property
    def is_named(self) -> bool:
        """Whether a person wrote the schema."""
        return not isinstance(self.schema, TypedDictType)


class Either(TensorType):
    """A field that is dense or ragged in each struct; both are ragged in a ragged struct."""


#: What a field is in each struct; None where that is not known.
Element = TensorType | Struct | None


# --- reading --------------------------------------------------------------------------


def struct_of(typ: Type | None) -> Struct | None:
    """The struct tensor that a value of this type is; None when the type is none of one."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance):
        return None
    for base in typ.type.mro:
        if base.fullname not in names.STRUCTS:
            continue
        if base is not typ.type:
            typ = map_instance_to_supertype(typ, base)
        schema = named(typ.args[0]) if typ.args else convert.unknown()
        shape = convert.shape_of(typ.args[1]) if len(typ.args) == 2 else Shape.unknown()
        return Struct(schema, shape, _layout(base.fullname, shape), base.fullname)
    return None


def _layout(kind: str, shape: Shape) -> Layout:
    if kind == names.STRUCT:
        return "dense" if shape.rank in (0, 1) else None
    # What has one dim at most is dense, whoever made it.
    return "dense" if kind == names.DENSE_STRUCT or shape.rank in (0, 1) else "ragged"


def named(schema: Type) -> ProperType:
    """A schema that a person wrote, as its class.

    mypy forgets the name of a TypedDict where it joins one with itself, that of a class it keeps.
    """
    proper = get_proper_type(schema)
    if isinstance(proper, TypedDictType) and not proper.is_anonymous():
        return proper.fallback
    return proper.partial_fallback if isinstance(proper, TupleType) else proper


def fields_of(schema: Type) -> Mapping[str, Type] | None:
    """The fields of a schema as they are written, in order; None where it is none."""
    schema = named(schema)
    if isinstance(schema, TypedDictType):
        return {name: typ for name, typ in schema.items.items() if name != COUNT}
    if not isinstance(schema, Instance):
        return None
    info = schema.type
    if info.typeddict_type is not None:
        known = expand_type_by_instance(info.typeddict_type, schema)
        return known.items if isinstance(known, TypedDictType) else None
    if info.tuple_type is not None and info.is_named_tuple:
        known = expand_type_by_instance(info.tuple_type, schema)
        names_of = info.metadata["namedtuple"]["fields"]
        return dict(zip(names_of, known.items)) if isinstance(known, TupleType) else None
    return _dataclass_fields(schema) if "dataclass_tag" in info.metadata else None


def _dataclass_fields(schema: Instance) -> Mapping[str, Type]:
    found: dict[str, Type] = {}
    for base in reversed(schema.type.mro):
        for attribute in base.metadata.get("dataclass", {}).get("attributes", []):
            name = attribute["name"]
            symbol = base.names.get(name)
            if attribute["is_init_var"] or symbol is None or not isinstance(symbol.node, Var):
                continue
            typ = symbol.node.type or convert.unknown()
            found[name] = expand_type_by_instance(typ, map_instance_to_supertype(schema, base))
    return found


def is_whole(schema: Type) -> bool:
    """Whether there are no fields but those of the schema."""
    schema = named(schema)
    if isinstance(schema, TypedDictType):
        count = get_proper_type(schema.items.get(COUNT))
        return isinstance(count, LiteralType) and count.value == len(schema.items) - 1
    return fields_of(schema) is not None


def is_required(schema: Type, name: str) -> bool:
    """Whether every struct of a schema has the field."""
    schema = named(schema)
    if isinstance(schema, Instance) and schema.type.typeddict_type is not None:
        return name in schema.type.typeddict_type.required_keys
    return True


def field(struct: Struct, name: str, types: convert.Types) -> Type:
    """The type of a field.

    Raises OpError where there is no such field.
    """
    known = fields_of(struct.schema)
    if known is None:
        return convert.unknown()
    if name not in known:
        if is_whole(struct.schema):
            raise no_field(name, known)
        return convert.unknown()
    return lifted(element_of(struct, known[name]), struct, types)


def no_field(name: str, known: Iterable[str]) -> OpError:
    """The error that names the fields there are, and the one that was meant."""
    known = list(known)
    there = f"the fields are {', '.join(map(repr, known))}" if known else "there are no fields"
    close = difflib.get_close_matches(name, known, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return OpError("tf-field", f"no field {name!r}: {there}{hint}")


def element_of(struct: Struct, written: Type) -> Element:
    """What a field of a schema is in each of the structs."""
    typ = get_proper_type(written)
    lists: list[Dim] = []
    while isinstance(typ, Instance) and typ.type.fullname in _LISTS and len(typ.args) == 1:
        lists.append(UNKNOWN)
        typ = get_proper_type(typ.args[0])
    found = single(typ)
    if found is None:
        return None
    if lists:
        found = replace(found, shape=Shape.of(*lists) + found.shape)
    if struct.is_named:
        return as_written(found, bool(lists), struct.shape.rank)
    return _in_one(found) if struct.shape.rank == 0 else found


def single(typ: ProperType) -> Element:
    """One tensor or struct, of the class that it was given."""
    if isinstance(typ, UnionType):
        return _either([single(get_proper_type(item)) for item in typ.items])
    tensor = convert.tensor_of(typ)
    if tensor is not None:
        return tensor if tensor.kind in ("tensor", "ragged", "sparse") else None
    if isinstance(typ, Instance) and typ.type.fullname in _SCALARS:
        return TensorType(_SCALARS[typ.type.fullname], Shape.of())
    found = struct_of(typ)
    if found is not None:
        # A field of class RaggedStructTensor may have one dim: the struct has another before it.
        return replace(found, layout="ragged") if found.kind == names.RAGGED_STRUCT else found
    return None if fields_of(typ) is None else Struct(named(typ), Shape.of(), "dense")


def _either(found: list[Element]) -> Element:
    """What may be dense or ragged, as `_written` writes it."""
    first = found[0]
    if any(each is None or each.shape != first.shape for each in found if first is not None):
        return None
    if all(isinstance(each, TensorType) and each.kind in ("tensor", "ragged") for each in found):
        assert isinstance(first, TensorType)
        return Either(first.dtype, first.shape, "ragged")
    return replace(first, layout=None) if isinstance(first, Struct) else None


def as_written(found: TensorType | Struct, in_list: bool, outer: int | None) -> Element:
    """A dim that is left open differs from struct to struct: ragged, where there are several."""
    dims = found.shape.dims
    if dims is None or outer is None and UNKNOWN in dims:
        return None
    if isinstance(found, TensorType) and found.kind == "sparse":
        return found
    if outer:
        is_open = UNKNOWN in dims
    else:
        layout = found.layout if isinstance(found, Struct) else found.kind
        is_open = (in_list or layout == "ragged") and UNKNOWN in dims[1:]
    if isinstance(found, Struct):
        return replace(found, layout="ragged" if is_open else "dense")
    return TensorType(found.dtype, found.shape, "ragged" if is_open else "tensor")


def _in_one(found: TensorType | Struct) -> Element:
    """A field of one struct: a row of a ragged field, of which one dim is no longer ragged."""
    dims = found.shape.dims
    kind = found.layout if isinstance(found, Struct) else found.kind
    if kind != "ragged" or dims is None or isinstance(found, Either):
        return found
    if UNKNOWN not in dims[1:]:
        if isinstance(found, Struct):
            return replace(found, layout="dense")
        return TensorType(found.dtype, found.shape)
    if dims[0] is not UNKNOWN:
        return found
    # The dims after the first may be ragged or of one size.
    if isinstance(found, Struct):
        return replace(found, layout=None)
    return Either(found.dtype, found.shape, "ragged")


def lifted(element: Element, struct: Struct, types: convert.Types) -> Type:
    """The type of a field of a struct: the dims of the struct, then those of the field."""
    if element is None:
        return convert.unknown()
    shape = struct.shape + element.shape
    if isinstance(element, Struct):
        layout = _outer(struct.layout, element.layout, shape)
        return type_of(replace(element, shape=shape, layout=layout), types)
    is_open = isinstance(element, Either) and struct.layout == "dense" and shape.rank != 1
    if is_open or struct.layout is None or struct.layout == "ragged" and element.kind == "sparse":
        return convert.unknown()
    is_ragged = "ragged" in (struct.layout, element.kind) and shape.rank != 1
    return convert.type_of_tensor(
        TensorType(
            element.dtype,
            shape,
            "ragged" if is_ragged else "tensor" if element.kind == "ragged" else element.kind,
        ),
        types,
    )


def _outer(outer: Layout, inner: Layout, shape: Shape) -> Layout:
    if shape.rank in (0, 1):
        return "dense"
    if "ragged" in (outer, inner):
        return "ragged"
    return None if outer is None or inner is None else "dense"


# --- writing --------------------------------------------------------------------------


def type_of(struct: Struct, types: convert.Types) -> Type:
    """The class of a struct with its schema and its shape."""
    kind = {
        "ragged": names.RAGGED_STRUCT,
        "dense": names.STRUCT if struct.shape.rank in (0, 1) else names.DENSE_STRUCT,
        None: names.STRUCT,
    }[struct.layout]
    if struct.kind == names.DENSE_STRUCT and struct.layout == "dense":
        kind = names.DENSE_STRUCT
    return types.make(kind, [struct.schema, convert.type_of_shape(struct.shape, types)])


def schema_of(
    elements: Mapping[str, Element], types: convert.Types, whole: bool = True
) -> ProperType:
    """A schema without a name."""
    return schema_of_types({n: _written(e, types) for n, e in elements.items()}, types, whole)


def schema_of_types(
    fields: Mapping[str, Type], types: convert.Types, whole: bool = True
) -> ProperType:
    """The same of the types that the fields have in each struct."""
    fallback = types.find("typing._TypedDict")
    if fallback is None:
        return convert.unknown()
    items = dict(fields)
    if whole:
        items[COUNT] = LiteralType(len(fields), types.make("builtins.int", []))
    return TypedDictType(items, set(items), set(), Instance(fallback, []))


def _written(element: Element, types: convert.Types) -> Type:
    if element is None:
        return convert.unknown()
    if isinstance(element, Either):
        kinds: tuple[Kind, ...] = ("tensor", "ragged")
        tensors = [TensorType(element.dtype, element.shape, kind) for kind in kinds]
        return UnionType([convert.type_of_tensor(tensor, types) for tensor in tensors])
    if isinstance(element, TensorType):
        return convert.type_of_tensor(element, types)
    if element.layout is None and element.shape.rank == 1:
        layouts: tuple[Layout, ...] = ("dense", "ragged")
        return UnionType([type_of(replace(element, layout=each), types) for each in layouts])
    return type_of(element, types)


def elements_of(struct: Struct) -> dict[str, Element] | None:
    """What each field is in each of the structs."""
    known = fields_of(struct.schema)
    if known is None:
        return None
    return {name: element_of(struct, written) for name, written in known.items()}
