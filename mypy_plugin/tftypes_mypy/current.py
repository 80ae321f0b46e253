"""The types of expressions as they stand where they are read: mypy may show what a name stood for before."""

from __future__ import annotations

from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TypeInfo,
    Var,
)
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from tftypes.algebra import UNKNOWN, TensorType
from tftypes_mypy import convert, names, standing
from tftypes_mypy.assignments import Assignments
from tftypes_mypy.loosened import is_set_again, loosened
from tftypes_mypy.syntax import nodes_of


class Current:
    """The types of expressions of one module, as its checker sees them."""

    def __init__(self, checker: TypeChecker, types: convert.Types | None = None) -> None:
        self._checker = checker
        self.types = types or convert.Types(checker.modules)
        self._assignments: Assignments | None = None
        #: Whether what is evaluated stands further above: a name in it may have been bound again since.
        self._is_past = False

    @property
    def tree(self) -> MypyFile:
        """The module that is being checked."""
        return self._checker.tree

    @property
    def assignments(self) -> Assignments:
        if self._assignments is None:
            self._assignments = Assignments(nodes_of(self._checker.tree))
        return self._assignments

    def type_of(self, expression: Expression) -> Type | None:
        """The type that mypy has found for an expression, if it came by already."""
        typ = self._checker.lookup_type_or_none(expression)
        return None if typ is None else self.standing(expression, typ)

    def standing(self, expression: Expression, typ: Type) -> Type:
        """The type of an expression without what mypy may know of what a name stood for before."""
        if not isinstance(expression, (NameExpr, MemberExpr)) or not standing.has_more(typ):
            return typ
        if isinstance(expression, MemberExpr):
            return self._standing_member(expression, typ)
        var, known = expression.node, self.assignments
        if not isinstance(var, Var):
            return typ
        is_sure, value = standing.source(known, var, expression)
        if is_sure and known.is_bound_again(var):
            # Of a type that is the same but for what stands beside it, mypy shows the first.
            made = self._made(value, typ)
            if made is not None:
                return made
            current = None if self._is_past else self._checker.binder.get(expression)
            is_sure, typ = current is not None, typ if current is None else current
        other = value.node if isinstance(value, NameExpr) else None
        if is_sure and isinstance(value, MemberExpr):
            return self._standing_member(value, typ)
        if is_sure and not (isinstance(other, Var) and known.is_bound_again(other)):
            return typ
        return standing.plain(typ)

    def _made(self, value: Expression | None, typ: Type) -> Type | None:
        """The array that a name was bound to, as mypy found it when it came by; a layer may have changed since."""
        info = class_of(typ)
        if value is None or isinstance(value, (NameExpr, MemberExpr)):
            return None
        if info is None or info.fullname not in (names.ARRAY, "builtins.tuple"):
            return None
        made = get_proper_type(self._found(value))
        return made if isinstance(made, Instance) and made.type is info else None

    def _found(self, value: Expression) -> Type | None:
        """mypy's type of what a name is bound to, or of the item of it: `(x, y), z = made()`."""
        typ = self._checker.lookup_type_or_none(value)
        if typ is not None or not isinstance(value, IndexExpr):
            return typ
        whole, place = get_proper_type(self._found(value.base)), self._known(value.index, 0)
        if not isinstance(whole, TupleType) or type(place) is not int:
            return None
        return whole.items[place] if -len(whole.items) <= place < len(whole.items) else None

    def _known(self, expression: Expression, depth: int) -> Any:
        """The value of an expression, of which types alone tell nothing."""
        return UNKNOWN

    def receiver(self, at: Context, typ: Type) -> Type:
        """The same for the object whose method is called."""
        for owner in standing.owners(at):
            found = get_proper_type(self._checker.lookup_type_or_none(owner))
            # Of an object that is called itself, mypy keeps the type of its `__call__`.
            is_called = isinstance(at, CallExpr) and owner is at.callee
            if is_called or (isinstance(found, Instance) and found.type is class_of(typ)):
                return self.standing(owner, typ)
        return typ

    def _standing_member(self, member: MemberExpr, typ: Type) -> Type:
        """The same for an attribute, of which we may know more than mypy."""
        var = member.node
        owner = get_proper_type(self._checker.lookup_type_or_none(member.expr))
        if isinstance(owner, Instance):
            symbol = owner.type.get(member.name)
            var = symbol.node if symbol is not None else None
        is_mypys = (
            self._is_past
            or typ == self._checker.binder.get(member)
            or (isinstance(var, Var) and typ == var.type)
        )
        again = is_mypys and is_set_again(member, self._checker.modules, self.type_of)
        return standing.plain(typ) if again else typ

    def current(self, expression: Expression | None, typ: Type) -> Type:
        """What an expression that is being read stands for now.

        Of a name that was assigned anew mypy may show all that it ever stood for, or what
        the old and the new have in common: `[?, ?]`, for what is `[?, ...]` now.
        """
        if isinstance(expression, (NameExpr, MemberExpr)) and _may_be_old(expression, typ):
            known = self._checker.binder.get(expression)
            typ = typ if known is None else known
        if isinstance(expression, MemberExpr):
            less = loosened(expression, typ, self._checker.tree, self.type_of)
            if isinstance(less, TensorType):
                return convert.type_of_tensor(less, self.types)
            return typ if less is None else convert.unknown()
        return typ


def class_of(typ: Type) -> TypeInfo | None:
    """The class of an object of this type, where it is one."""
    return typ.type if isinstance(typ, Instance) else None


def _may_be_old(expression: NameExpr | MemberExpr, typ: Type) -> bool:
    """Whether mypy may have narrowed the type by what the name stood for before."""
    if isinstance(typ, UnionType):
        return True
    node = expression.node
    return (
        isinstance(typ, Instance)
        and typ.type.fullname.startswith("tensorflow.")
        and isinstance(node, Var)
        and (node.is_inferred or node.is_argument)
    )
