"""What mypy keeps beside a type, of names that are bound again.

The dims of an array and the units of a layer stand beside a type, where mypy's joins do not see them:
after `x = np.zeros([2])` and `if c: x = np.zeros([3])` it goes on with the first. They hold where one
binding is sure to be the last before the name is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.assignments import Assignments, Site

if TYPE_CHECKING:
    from tftypes_mypy.values import Values

_DATASETS: Final = ("tensorflow.data.", "tensorflow.compat.v1.data.")


def has_more(typ: Type | None) -> bool:
    """Whether something stands beside the type, or the type of an item or an element."""
    if isinstance(typ, Instance):
        if typ.extra_attrs is not None:
            return True
        for arg in typ.args:  # several times as fast as any(): each argument of each call comes by
            if arg.extra_attrs is not None if isinstance(arg, Instance) else has_more(arg):
                return True
        return False
    return isinstance(typ, TupleType) and any(has_more(item) for item in typ.items)


def _have_more(given: Sequence[Sequence[Type]]) -> bool:
    for types in given:
        for typ in types:
            if has_more(typ):
                return True
    return False


def plain(typ: Type) -> Type:
    """The type alone."""
    typ = get_proper_type(typ)
    if isinstance(typ, TupleType):
        return typ.copy_modified(items=[plain(item) for item in typ.items])
    if not isinstance(typ, Instance) or not has_more(typ):
        return typ
    typ = typ.copy_modified(args=[plain(arg) for arg in typ.args])
    typ.extra_attrs = None
    return typ


def source(assignments: Assignments, var: Var, at: Expression) -> tuple[bool, Expression | None]:
    """Whether one binding is sure to be the last before a place, and what it is bound to there."""
    if not assignments.is_bound_again(var):
        return True, assignments.source_of(var)
    last = _last(assignments, var, at)
    return (False, None) if last is None else (True, last.value)


def _last(assignments: Assignments, var: Var, at: Expression) -> Site | None:
    """The binding that each run to a place comes through, and through no other after it."""
    bindings = assignments.bindings_of(var)
    place = at.line, at.column
    before = [each for each in bindings if each.end <= place]
    if not before:
        return None
    last = max(before, key=lambda each: each.end)
    around = assignments.around(at)
    if last.tried or not last.around <= around:
        return None
    if not assignments.functions(at) <= last.around:
        return None  # a function may run at any time
    # What comes later in a loop comes before, too, unless the last binding is in the loop itself.
    loops = {each for other in bindings for each in other.loops if each in around}
    return last if loops <= last.loops else None


def owners(at: Context) -> Iterator[Expression]:
    """What the object may be written as whose method is called: `x.name(...)`, `x(...)`, `x[...]`, `x + y`."""
    if isinstance(at, CallExpr):
        if isinstance(at.callee, MemberExpr):
            yield at.callee.expr
        yield at.callee
    elif isinstance(at, IndexExpr):
        yield at.base
    elif isinstance(at, OpExpr):
        yield from (at.left, at.right)
    elif isinstance(at, UnaryExpr):
        yield at.expr
    elif isinstance(at, (NameExpr, MemberExpr)):
        yield at  # what a loop goes through


def of_attribute(context: AttributeContext, values: Values) -> AttributeContext:
    """The context of `x.name` without what mypy may know of what the name stood for before."""
    if not isinstance(context.context, MemberExpr) or not has_more(context.type):
        return context
    owner = values.standing(context.context.expr, context.type)
    return context._replace(type=get_proper_type(owner))


def _of_current(context: MethodContext, typ: Instance, values: Values) -> MethodContext:
    """The context of a method of what a name stands for now.

    After `data = made()`, a dataset of which nothing is known, mypy calls the methods of all that `data` ever was.
    Where it is one of several, with elements of several structures, the program knows which: mypy does not.
    """
    if not typ.args or not typ.type.fullname.startswith(_DATASETS):
        return context
    owner = next(owners(context.context), None)
    known = get_proper_type(values.type_of(owner)) if isinstance(owner, NameExpr) else None
    current = values.current(owner, known) if isinstance(known, UnionType) else None
    if isinstance(current, UnionType) and len({*map(_structure, (typ, *current.items))}) > 1:
        current = typ.copy_modified(args=[convert.unknown() for _ in typ.args])
    if not isinstance(current, Instance) or current.type is not typ.type or current == typ:
        return context
    made: Type = convert.unknown()
    default = get_proper_type(context.default_return_type)
    if isinstance(default, Instance) and default.type.fullname.startswith(_DATASETS):
        made = default.copy_modified(args=[made for _ in default.args])
    return context._replace(type=current, default_return_type=made)


def _structure(typ: Type) -> object:
    """What tells the elements of a dataset from those of another one: their class, and how many parts they have."""
    proper = get_proper_type(typ)
    args = proper.args if isinstance(proper, Instance) else ()
    element = get_proper_type(args[0]) if args else None  # TFRecordDataset has none
    if isinstance(element, TupleType):
        return len(element.items)
    return element.type if isinstance(element, Instance) else None


def of_context(
    context: FunctionContext | MethodContext, values: Values
) -> FunctionContext | MethodContext:
    """The context of a call without what mypy may know of what names stood for before."""
    if isinstance(context, MethodContext) and isinstance(context.type, Instance):
        context = _of_current(context, context.type, values)
    if isinstance(context, MethodContext) and has_more(context.type):
        receiver = values.receiver(context.context, context.type)
        context = context._replace(type=get_proper_type(receiver))
    if _have_more(context.arg_types):
        context = context._replace(
            arg_types=[
                [values.standing(each, typ) for each, typ in zip(given, types)]
                for given, types in zip(context.args, context.arg_types)
            ]
        )
    return context
