"""Signatures with tensors, opened for mypy: it takes any dtype and shape, and what a call binds is put back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mypy.nodes import TypeAlias
from mypy.type_visitor import TypeTranslator
from mypy.types import (
    AnyType,
    Instance,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeVarTupleType,
    TypeVarType,
    UnionType,
    UnpackType,
    get_proper_type,
)
from mypy_extensions import mypyc_attr

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes_mypy import convert, names
from tftypes_mypy.features.structs.types import STRUCT_DTYPE

if TYPE_CHECKING:
    from tftypes_mypy.features.calls.annotated import Bound


def mentions_tensor(typ: Type, within: tuple[TypeAlias | None, ...] = ()) -> bool:
    """Whether a tensor with dtype or shape is anywhere in the type; `within` are the recursive aliases around it."""
    if isinstance(typ, Instance):
        name = typ.type.fullname
        if name in names.KINDS or name in names.STRUCTS:
            return True
        return any(mentions_tensor(arg, within) for arg in typ.args)
    if isinstance(typ, AnyType):
        return False
    if isinstance(typ, TypeAliasType):
        if typ.is_recursive:
            if typ.alias in within:
                return False
            within = (*within, typ.alias)
        return mentions_tensor(get_proper_type(typ), within)
    if isinstance(typ, (UnionType, TupleType)):
        return any(mentions_tensor(item, within) for item in typ.items)
    if isinstance(typ, TypedDictType):
        return any(mentions_tensor(item, within) for item in typ.items.values())
    return False


@mypyc_attr(native_class=False)
class Open(TypeTranslator):
    """Replaces dtype and shape of each tensor by Any; notes the variables in them."""

    def __init__(self, converts: bool, besides: Type | None) -> None:
        super().__init__()
        self.converts = converts
        #: What may stand in the place of a tensor.
        self.besides = besides
        self.variables: dict[object, Any] = {}

    def visit_instance(self, t: Instance) -> Type:
        if t.type.fullname in names.STRUCTS and len(t.args) == 2:
            return self._open_struct(t)
        if t.type.fullname not in names.KINDS:
            return super().visit_instance(t)
        self.variables.update(_variables_in(t))
        if self.converts and names.KINDS[t.type.fullname] == "tensor":
            return convert.unknown()
        opened = t.copy_modified(args=[convert.unknown() for _ in t.args])
        return opened if self.besides is None else UnionType([opened, self.besides])

    def _open_struct(self, t: Instance) -> Type:
        """Any shape, and any fields, unless mypy has to find out what the schema is."""
        schema = get_proper_type(t.args[0])
        self.variables.update(_variables_in(t.args[1]))
        kept = t.args[0] if isinstance(schema, TypeVarType) else convert.unknown()
        return t.copy_modified(args=[kept, convert.unknown()])

    def visit_type_alias_type(self, t: TypeAliasType) -> Type:
        return _in_alias(t, self)


def _in_alias(alias: TypeAliasType, visitor: TypeTranslator) -> Type:
    """What becomes of an alias; it stays where it would become the same.

    mypy looks for less in an alias than in what it stands for: a lambda that is given for one takes anything.
    """
    if alias.is_recursive:
        return alias
    whole = get_proper_type(alias)
    made = whole.accept(visitor)
    return alias if made == whole else made


def _variables_in(typ: Type) -> Iterator[tuple[object, Any]]:
    typ = typ.type if isinstance(typ, UnpackType) else typ
    typ = get_proper_type(typ)
    if isinstance(typ, TypeVarType):
        yield typ.id, UNKNOWN
    elif isinstance(typ, TypeVarTupleType):
        yield typ.id, Shape.unknown()
    elif isinstance(typ, Instance):
        for arg in typ.args:
            yield from _variables_in(arg)
    elif isinstance(typ, UnionType):
        for item in typ.items:
            yield from _variables_in(item)


@mypyc_attr(native_class=False)
class Substitute(TypeTranslator):
    """Puts what was bound in the place of the variables that `Open` took away."""

    def __init__(self, bound: Bound, types: convert.Types) -> None:
        super().__init__()
        self._bound = bound
        self._types = types

    def visit_instance(self, t: Instance) -> Type:
        if t.type.fullname in names.STRUCTS and len(t.args) == 2:
            shape = self._bound.resolve(TensorType(STRUCT_DTYPE, convert.shape_of(t.args[1]))).shape
            return t.copy_modified(
                args=[t.args[0].accept(self), convert.type_of_shape(shape, self._types)]
            )
        if t.type.fullname not in names.KINDS or len(t.args) != 2:
            return super().visit_instance(t)
        tensor = convert.tensor_of(t)
        assert tensor is not None
        result = self._bound.resolve(tensor)
        return t.copy_modified(
            args=[
                convert.type_of_dtype(result.dtype, self._types),
                convert.type_of_shape(result.shape, self._types),
            ]
        )

    def visit_type_var(self, t: TypeVarType) -> Type:
        if t.id in self._bound.opened:
            return convert.unknown()
        return t

    def visit_type_alias_type(self, t: TypeAliasType) -> Type:
        return _in_alias(t, self)
