"""Structures of tensors: tuples, NamedTuples, dicts and lists, as mypy's types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    Context,
)
from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UninhabitedType,
    UnionType,
    UnpackType,
    get_proper_type,
)

from tftypes.algebra import DTypeMismatch, ShapeMismatch, TensorType, dtypes, shapes
from tftypes_mypy import convert
from tftypes_mypy.features.structures.items import Key, items_of, with_items, without_items
from tftypes_mypy.values import Values, of_union

_LISTS: Final = frozenset({"builtins.list", "builtins.tuple", "typing.Sequence"})
_DICTS: Final = frozenset(
    {"builtins.dict", "typing.Mapping", "collections.OrderedDict", "collections.defaultdict"}
)

#: What one can iterate over, and is no structure for all that.
_LEAVES: Final = frozenset({"builtins.str", "builtins.bytes", "numpy.ndarray"})


# --- making them ----------------------------------------------------------------------


def tuple_of(items: Sequence[Type], types: convert.Types) -> TupleType:
    return TupleType(list(items), types.make("builtins.tuple", [convert.unknown()]))


def list_of(items: Sequence[Type], types: convert.Types) -> Instance:
    """A list of these items."""
    made = types.make("builtins.list", [join(items, types)])
    return with_items(made, dict(enumerate(items)))


def dict_of(
    items: Mapping[Key, Type], types: convert.Types, name: str = "builtins.dict"
) -> Instance:
    """A dict of these items."""
    kinds = {type(key) for key in items}
    key = types.make(f"builtins.{kinds.pop().__name__}", []) if len(kinds) == 1 else None
    made = types.make(name, [key or convert.unknown(), join(list(items.values()), types)])
    return with_items(made, items)


def unpacked(typ: Type, at: Context, values: Values) -> Type:
    """`a, b = call(...)`: nobody else holds this list, and as a tuple it gives each name its own."""
    parts = children(typ) if is_list(typ) else None
    if parts is None or at not in values.assignments.unpacked:
        return typ
    return tuple_of(list(parts.values()), values.types)


# --- reading them ---------------------------------------------------------------------


def children(typ: Type) -> dict[Key, Type] | None:
    """What stands one level below, by position or key; None where that is not known, or there is none."""
    typ = get_proper_type(typ)
    if isinstance(typ, TupleType) and not any(isinstance(i, UnpackType) for i in typ.items):
        return dict(enumerate(typ.items))
    if isinstance(typ, TypedDictType):
        return dict(zip(typ.items, typ.items.values()))
    return items_of(typ)


def field(typ: Type, name: str) -> Type | None:
    """What a NamedTuple holds under a name, of which its class may say less."""
    typ = get_proper_type(typ)
    if not isinstance(typ, TupleType):
        return None
    fields = typ.partial_fallback.type.metadata.get("namedtuple", {}).get("fields", [])
    known = name in fields and len(fields) == len(typ.items)
    return typ.items[fields.index(name)] if known else None


def is_nested(typ: Type) -> bool:
    """Whether the type is one of a container."""
    typ = get_proper_type(typ)
    if isinstance(typ, Instance):
        return typ.type.fullname in _LISTS | _DICTS
    return isinstance(typ, (TupleType, TypedDictType))


def may_be_nested(leaf: Type) -> bool:
    """Whether what stands for a leaf may be a structure itself.

    Nothing is known of it, or no more than that one can iterate over it, or it is one of several.
    """
    leaf = get_proper_type(leaf)
    if isinstance(leaf, UnionType):
        return any(may_be_nested(item) or is_nested(item) for item in leaf.items)
    if isinstance(leaf, Instance) and leaf.type.fullname not in _LEAVES:
        name, is_tensor = leaf.type.fullname, convert.tensor_of(leaf) is not None
        return name == "builtins.object" or (
            leaf.type.has_base("typing.Iterable") and not is_tensor
        )
    return isinstance(leaf, AnyType)


def leaves(typ: Type) -> Iterator[Type] | None:
    """What `flatten` gives, in TensorFlow's order; None where that is not known."""
    typ = get_proper_type(typ)
    if not is_nested(typ):
        return iter([typ])
    below = children(typ)
    if below is None:
        return None
    keys = sorted(below, key=str) if is_dict(typ) else list(below)
    found: list[Type] = []
    for key in keys:
        inner = leaves(below[key])
        if inner is None:
            return None
        found.extend(inner)
    return iter(found)


def is_dict(typ: Type) -> bool:
    typ = get_proper_type(typ)
    return isinstance(typ, TypedDictType) or (
        isinstance(typ, Instance) and typ.type.fullname in _DICTS
    )


def is_list(typ: Type) -> bool:
    typ = get_proper_type(typ)
    return isinstance(typ, Instance) and typ.type.fullname in _LISTS - {"builtins.tuple"}


# --- changing them --------------------------------------------------------------------


def mapped(
    typ: Type,
    change: Callable[[ProperType], Type],
    types: convert.Types,
    is_leaf: Callable[[ProperType], bool] = lambda typ: False,
) -> Type:
    """The same structure, with each leaf changed."""
    if convert.is_endless(typ):
        return convert.unknown()
    typ = get_proper_type(typ)
    if is_leaf(typ) or not is_nested(typ):
        return change(typ)

    def inner(item: Type) -> Type:
        return mapped(item, change, types, is_leaf)

    if isinstance(typ, TupleType) and any(isinstance(item, UnpackType) for item in typ.items):
        return convert.unknown()
    return replaced(typ, inner, types)


def replaced(container: Type, change: Callable[[Type], Type], types: convert.Types) -> Type:
    """The container with what stands one level below changed."""
    typ = get_proper_type(container)
    if isinstance(typ, TupleType):
        return typ.copy_modified(items=[change(item) for item in typ.items])
    if isinstance(typ, TypedDictType):
        return dict_of({key: change(item) for key, item in typ.items.items()}, types)
    return _with_arg(typ, change, types) if isinstance(typ, Instance) else convert.unknown()


def _with_arg(typ: Instance, change: Callable[[Type], Type], types: convert.Types) -> Type:
    items = items_of(typ)
    if items is None:
        if not typ.args:
            return convert.unknown()
        args = [*_keys(typ), change(typ.args[-1])]
        # What is made of a mapping is one of its class, which in all likelihood is a dict.
        is_mapping = typ.type.fullname == "typing.Mapping"
        return types.make("builtins.dict", args) if is_mapping else typ.copy_modified(args=args)
    changed = {key: change(item) for key, item in items.items()}
    arg = join(list(changed.values()), types)
    plain = without_items(typ).copy_modified(args=[*_keys(typ), arg])
    return with_items(plain, changed)


def _keys(typ: Instance) -> list[Type]:
    """The type of a dict's keys, of which mypy may have seen none: it asks for an annotation then."""
    return [
        convert.unknown() if isinstance(get_proper_type(key), UninhabitedType) else key
        for key in typ.args[:-1]
    ]


def join(items: Sequence[Type], types: convert.Types) -> Type:
    """One type for what may be any of these: structures and tensors keep what they have in common."""
    proper = [get_proper_type(item) for item in items]
    if not proper or any(isinstance(item, AnyType) for item in proper):
        return convert.unknown()
    tensors = [convert.tensor_of(item) for item in proper]
    if all(tensor is not None for tensor in tensors):
        value = of_union(tensors)
        if isinstance(value, TensorType):
            return convert.type_of_tensor(value, types)
        return convert.unknown()
    first = proper[0]
    if all(item == first for item in proper):
        return first
    if isinstance(first, TupleType):
        return _join_tuples(first, proper, types)
    if isinstance(first, Instance):
        return _join_instances(first, proper, types)
    return first if all(isinstance(item, NoneType) for item in proper) else convert.unknown()


def _join_tuples(first: TupleType, items: Sequence[ProperType], types: convert.Types) -> Type:
    tuples = [item for item in items if isinstance(item, TupleType)]
    same = len(tuples) == len(items) and all(
        len(item.items) == len(first.items)
        and item.partial_fallback.type is first.partial_fallback.type
        and not any(isinstance(part, UnpackType) for part in item.items)
        for item in tuples
    )
    if not same:
        return convert.unknown()
    return first.copy_modified(
        items=[join(parts, types) for parts in zip(*(item.items for item in tuples))]
    )


def _join_instances(first: Instance, items: Sequence[ProperType], types: convert.Types) -> Type:
    instances = [item for item in items if isinstance(item, Instance)]
    if len(instances) != len(items) or any(
        item.type is not first.type or len(item.args) != len(first.args) for item in instances
    ):
        return convert.unknown()
    plain = without_items(first).copy_modified(
        args=[join(args, types) for args in zip(*(item.args for item in instances))]
    )
    known = [items_of(item) for item in instances]
    if not all(each is not None and each.keys() == (known[0] or {}).keys() for each in known):
        return plain
    return with_items(
        plain, {key: join([each[key] for each in known if each], types) for key in known[0] or {}}
    )


# --- comparing them -------------------------------------------------------------------


def same_structure(first: Type, second: Type) -> bool | None:
    """Whether two structures nest alike; None where that is not known."""
    left, right = get_proper_type(first), get_proper_type(second)
    if isinstance(left, AnyType) or isinstance(right, AnyType):
        return None
    if is_nested(left) != is_nested(right):
        tensor = convert.tensor_of(left) or convert.tensor_of(right)
        # Who annotates a nest of tensors may well call it `tf.Tensor`.
        is_told = tensor is not None and (tensor.dtype.is_known or tensor.shape.rank is not None)
        return False if is_told else None
    if not is_nested(left):
        return True
    if (_sort(left) is None) or (_sort(right) is None):
        return None
    if _sort(left) != _sort(right):
        return False
    ours, theirs = children(left), children(right)
    if ours is None or theirs is None:
        return None
    if ours.keys() != theirs.keys():
        return False
    verdicts = [same_structure(ours[key], theirs[key]) for key in ours]
    return False if False in verdicts else None if None in verdicts else True


def _sort(typ: ProperType) -> str | None:
    """Which of Python's containers it is, if that is known."""
    if isinstance(typ, TupleType):
        return typ.partial_fallback.type.fullname
    if isinstance(typ, Instance) and typ.type.fullname in ("builtins.list", "builtins.dict"):
        return typ.type.fullname
    return None


def paired(first: Type, second: Type) -> Iterator[tuple[Type, Type]]:
    """The leaves that stand in the same place, as far as both nest alike."""
    ours, theirs = children(first), children(second)
    if ours is not None and theirs is not None:
        for key in ours:
            if key in theirs:
                yield from paired(ours[key], theirs[key])
    elif not is_nested(first) and not is_nested(second):
        yield first, second


def dtype_difference(made: Type, expected: Type) -> str | None:
    """How a tensor differs in dtype from the one in its place, if it does for sure."""
    return _difference(made, expected, lambda a, b: dtypes.same(a.dtype, b.dtype))


def shape_difference(made: Type, expected: Type) -> str | None:
    """How a tensor differs in shape from the one in its place, if it does for sure."""
    return _difference(made, expected, lambda a, b: shapes.compatible(a.shape, b.shape))


def _difference(
    made: Type, expected: Type, agree: Callable[[TensorType, TensorType], bool | None]
) -> str | None:
    for got, wanted in paired(made, expected):
        actual, declared = convert.tensor_of(got), convert.tensor_of(wanted)
        if actual and declared and agree(actual, declared) is False:
            return f"returns {actual} for {declared}"
    return None


def narrowed(typ: Type, other: Type, types: convert.Types) -> Type:
    """What is known of tensors that both describe."""
    pairs = iter(list(paired(typ, other)))
    if same_structure(typ, other) is not True:
        return typ

    def merge(leaf: ProperType) -> Type:
        first, second = (convert.tensor_of(each) for each in next(pairs))
        if first is None or second is None or first.kind != second.kind:
            return leaf
        try:
            dtype = dtypes.meet(first.dtype, second.dtype)
            shape = shapes.merge(first.shape, second.shape)
        except (DTypeMismatch, ShapeMismatch):
            return leaf
        return convert.type_of_tensor(TensorType(dtype, shape, first.kind), types)

    return mapped(typ, merge, types)


def shown(typ: Type) -> str:
    """A structure for a message: `(float32[2], {'a': int32[]})`."""
    tensor = convert.tensor_of(typ)
    if tensor is not None:
        return str(tensor)
    below = children(typ) if is_nested(typ) else None
    if below is None:
        proper = get_proper_type(typ)
        if isinstance(proper, NoneType):
            return "None"
        return proper.type.name if isinstance(proper, Instance) else "..."
    if is_dict(typ):
        return "{" + ", ".join(f"{key!r}: {shown(item)}" for key, item in below.items()) + "}"
    inside = ", ".join(shown(item) for item in below.values())
    return f"[{inside}]" if is_list(typ) else f"({inside})" if len(below) != 1 else f"({inside},)"
