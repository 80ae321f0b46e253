"""Lists and dicts whose items are known one by one.

mypy's `dict[str, Tensor[...]]` has one type for all values. What each key holds is
kept beside it, as `batch["image"]` is another tensor than `batch["label"]`.
It holds while nothing changes the container: a name is trusted only where nothing in
the module may change what it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import CallExpr, Expression, IndexExpr, IntExpr, MemberExpr, NameExpr, Var
from mypy.types import AnyType, Instance, NoneType, TupleType, Type, UnionType, get_proper_type

from tftypes_mypy import convert, names
from tftypes_mypy.features.calls.opened import mentions_tensor
from tftypes_mypy.features.facts import alone
from tftypes_mypy.values import Values

#: Before the key of an item, among what mypy knows of an instance beside its class.
_ITEM: Final = "item "

#: What is known of a container that an attribute holds and nobody changes.
_KEPT: Final = "(kept)"

#: As many items are kept.
MOST: Final = 64

Key = str | int


def with_items(container: Instance, items: Mapping[Key, Type]) -> Instance:
    """The container, with the type of each item."""
    if len(items) > MOST:
        return container
    for key, typ in items.items():
        container = container.copy_with_extra_attr(f"{_ITEM}{key!r}", typ)
    return container


def items_of(typ: Type | None) -> dict[Key, Type] | None:
    """The type of each item, in order; None where they are not known one by one."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance) or typ.extra_attrs is None:
        return None
    found: dict[Key, Type] = {}
    for name, item in typ.extra_attrs.attrs.items():
        if name.startswith(_ITEM):
            found[_key(name[len(_ITEM) :])] = item
    return found or None


def _key(text: str) -> Key:
    return text[1:-1] if text[0] in "'\"" else int(text)


def kept(container: Instance) -> Instance:
    """The container of an attribute, where nobody changes what the attribute holds."""
    return container.copy_with_extra_attr(_KEPT, NoneType())


def is_kept(typ: Type) -> bool:
    """Whether it is the container of such an attribute."""
    typ = get_proper_type(typ)
    extra = typ.extra_attrs if isinstance(typ, Instance) else None
    return extra is not None and _KEPT in extra.attrs


def without_items(container: Instance) -> Instance:
    """The container, of whose items only what they have in common is known."""
    plain = container.copy_modified()
    plain.extra_attrs = None
    return plain


def forgotten(typ: Type) -> Type:
    """The type with tensors of which nothing is known: mypy has that of the first of several."""
    if convert.is_endless(typ):
        return typ
    typ = get_proper_type(typ)
    if isinstance(typ, UnionType):
        return UnionType([forgotten(item) for item in typ.items])
    if isinstance(typ, TupleType):
        return typ.copy_modified(items=[forgotten(item) for item in typ.items])
    if not isinstance(typ, Instance):
        return typ
    if typ.type.fullname in names.KINDS:
        return typ.copy_modified(args=[convert.unknown() for _ in typ.args])
    return without_items(typ.copy_modified(args=[forgotten(arg) for arg in typ.args]))


def of_mixed(item: Type, container: Expression | None, values: Values) -> Type:
    """The type of an item of what is filled in several places: no type where something unknown is put in."""
    if mentions_tensor(item) and not _is_annotated(container):
        for value in values.assignments.put_into(container):
            if value is None or isinstance(get_proper_type(_type_of(value, values)), AnyType):
                return convert.unknown()
    return forgotten(item)


def _is_annotated(container: Expression | None) -> bool:
    """Whether somebody wrote what is in a container."""
    var = container.node if isinstance(container, NameExpr) else None
    if isinstance(container, MemberExpr):
        var = alone.member(container)
    return isinstance(var, Var) and not var.is_inferred


def _type_of(value: Expression, values: Values) -> Type | None:
    typ = values.type_of(value)
    return part(value, values) if typ is None and isinstance(value, IndexExpr) else typ


def part(index: IndexExpr, values: Values) -> Type | None:
    """The type of a part of what is taken apart: `a, b = pair` gives `a` the type of `pair[0]`."""
    whole = get_proper_type(values.type_of(index.base))
    place = index.index.value if isinstance(index.index, IntExpr) else -1
    if isinstance(whole, TupleType):
        return whole.items[place] if 0 <= place < len(whole.items) else None
    return whole if isinstance(whole, AnyType) else None


def is_unchanged(container: Expression | None, values: Values) -> bool:
    """Whether an expression is sure to hold what its type says of its items."""
    name = name_of(container)
    if name is None:
        return isinstance(container, CallExpr)
    if values.is_only_read(name):
        return True
    if is_changed(container, values):
        return False
    return not values.assignments.may_change(name) or (
        container is not None and values.is_still(name, container)
    )


def is_changed(container: Expression | None, values: Values) -> bool:
    name = name_of(container)
    known = values.assignments
    return name is None or known.is_changed(name) or known.has_other_name(name)


def name_of(container: Expression | None) -> Var | None:
    """The name in `name[0]["key"]`."""
    while isinstance(container, IndexExpr):
        container = container.base
    if isinstance(container, NameExpr) and isinstance(container.node, Var):
        return container.node
    return None
