"""What an operator of a tensor is given, held to its stub: by the class of the operand, and by mypy where that is less.

`x * y` has an overload for what makes a tensor and one for what dispatches. mypy goes through both, for each operator
of each line, and holds the operand to a union with protocols in it. So mypy is shown the overload that all numbers and
tensors take, open for whatever comes; of any other operand it is asked again, with all overloads. The same for `x[y]`,
which has one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from mypy.errors import ErrorWatcher
from mypy.expandtype import expand_type_by_instance, freshen_all_functions_type_vars
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import (
    Context,
    Decorator,
    Expression,
    FuncDef,
    OpExpr,
    OverloadedFuncDef,
    SymbolTableNode,
    TempNode,
    TypeInfo,
    UnaryExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.typeops import bind_self
from mypy.types import (
    AnyType,
    FunctionLike,
    Instance,
    LiteralType,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from tftypes.inference.models.tensorflow.ops import operators
from tftypes_mypy import convert, heap, names
from tftypes_mypy.current import class_of
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.calls.admission import Parameter, takes_widest
from tftypes_mypy.values import Values

#: The classes whose operators are opened; those of the others mypy sees as the stub has them.
OWNERS: Final = (names.TENSOR, names.VARIABLE)
INDEX: Final = "__getitem__"
NAMES: Final = (*operators.DUNDERS, *operators.REFLECTED, INDEX)
#: What mypy calls what it is shown.
SHOWN: Final = frozenset(f"{owner}.{name}" for owner in OWNERS for name in NAMES)


class _Operator:
    """A method, of whose overloads mypy is shown one."""

    def __init__(self, info: TypeInfo, whole: FunctionLike) -> None:
        self._info, self._whole = info, whole
        parameters = [item.arg_types[1] for item in whole.items]
        #: Which overload is shown: the one that takes the most.
        self.shown = next(i for i, each in enumerate(parameters) if _takes_most(each))
        self._parameter, self._before = parameters[self.shown], parameters[: self.shown]
        self._only = Parameter(get_proper_type(self._parameter)) if len(parameters) == 1 else None
        self._classes: dict[TypeInfo, bool] = {}

    def admits(self, given: Type) -> bool:
        """Whether the shown overload is the one that takes an operand, as all of its class."""
        if self._only is not None:
            return self._only.takes(given)
        given = get_proper_type(given)
        if isinstance(given, UnionType):
            return all(map(self.admits, given.items))
        kind = given.fallback if isinstance(given, LiteralType) else given
        if not isinstance(kind, Instance):
            return False
        found = self._classes.get(kind.type)
        if found is None:
            found = takes_widest(self._parameter, kind.type) and not any(
                takes_widest(each, kind.type) for each in self._before
            )
            self._classes[kind.type] = found
        return found

    def ask(self, context: FunctionContext | MethodContext, name: str, receiver: Instance) -> Type:
        """What mypy makes of the call with all overloads, and what it has to say of it."""
        checker: Any = context.api
        whole = bind_self(freshen_all_functions_type_vars(self._whole), receiver)
        whole = expand_type_by_instance(whole, map_instance_to_supertype(receiver, self._info))
        _ASKED[context.context] = context.args[0]
        shown = [*map(_settled, context.args[0], context.arg_types[0])]
        try:
            made, _ = checker.expr_checker.check_method_call(
                name, receiver, whole, shown, context.arg_kinds[0], context.context
            )
        finally:
            del _ASKED[context.context]
        return made  # type: ignore[no-any-return]


def _settled(operand: Expression, typ: Type) -> Expression:
    """The operand, or its type alone where mypy would make no other type of it: to go through it again takes time.

    In `a - (b - (c - d))` each operator would take twice the time of the next.
    """
    if not isinstance(operand, (OpExpr, UnaryExpr)):
        return operand
    given = get_proper_type(typ)
    items = given.items if isinstance(given, UnionType) else [given]
    return TempNode(typ, context=operand) if all(map(_is_final, items)) else operand


def _is_final(typ: Type) -> bool:
    """Whether mypy makes the same of it whatever is expected, unlike of a list."""
    typ = get_proper_type(typ)
    if isinstance(typ, Instance):
        return not typ.args or typ.type.module_name != "builtins"
    return isinstance(typ, AnyType)


def _takes_most(typ: Type) -> bool:
    typ = get_proper_type(typ)
    return isinstance(typ, UnionType) or (
        isinstance(typ, Instance) and typ.type.fullname == "builtins.object"
    )


#: What was opened, by the method that mypy is shown.
_OPENED: Final[dict[FuncDef, _Operator]] = heap.table()
#: The calls that mypy is being asked of, with their operands: it asks us, too.
_ASKED: Final[dict[Context, list[Expression]]] = {}


def is_asking() -> bool:
    """Whether mypy is going through all overloads of a call."""
    return bool(_ASKED)


def of_union(name: str, owner: str) -> str:
    """What mypy calls the method of a member of a union."""
    return f"{name} of {owner}"


def show_most(types: convert.Types) -> None:
    """Shows mypy one overload of each operator, once TensorFlow's stubs are read."""
    for info in filter(None, map(types.find, OWNERS)):
        for name in NAMES:
            symbol = info.names.get(name)
            node = symbol.node if symbol is not None else None
            if symbol is None or not isinstance(node, (FuncDef, OverloadedFuncDef)):
                continue
            if isinstance(node.type, FunctionLike) and node not in _OPENED:
                shown = _opened(info, node, node.type)
                info.names[name] = SymbolTableNode(symbol.kind, shown)


def _opened(info: TypeInfo, node: FuncDef | OverloadedFuncDef, whole: FunctionLike) -> FuncDef:
    operator = _Operator(info, whole)
    item = node.items[operator.shown] if isinstance(node, OverloadedFuncDef) else node
    function = item.func if isinstance(item, Decorator) else item
    assert isinstance(function, FuncDef)
    shown = whole.items[operator.shown]
    arg_types = [*shown.arg_types]
    arg_types[1] = AnyType(TypeOfAny.special_form)
    # By its name we know it again where mypy calls the method of a member of a union.
    function.type = shown.copy_modified(
        arg_types=arg_types, name=of_union(function.name, info.fullname)
    )
    _OPENED[function] = operator
    return function


def _made(context: MethodContext, values: Values, name: str) -> Type:
    if context.context in _ASKED:
        context = context._replace(args=[_ASKED[context.context]])
    if name == INDEX:
        return op_calls.index(context, values)
    return op_calls.operator(context, name, values)


def call(context: MethodContext, values: Values, name: str) -> Type:
    """What an operator of a tensor gives; where the operand is not plain, mypy is asked."""
    owner = get_proper_type(context.type)
    operator = _operator(context, name, owner)
    if operator is None or operator.admits(context.arg_types[0][0]):
        return _made(context, values, name)
    assert isinstance(owner, Instance)
    checker: Any = context.api
    if name == INDEX:  # the rule's words are better
        with ErrorWatcher(checker.errors) as found:
            made = op_calls.index(context, values)
        if found.has_new_errors():
            return made
    return operator.ask(context, name, owner)


def inherited(
    context: MethodContext, values: Values, name: str, hook: Callable[[MethodContext], Type] | None
) -> Type:
    """What an operator gives that a class has from a tensor's: mypy is asked in any case."""
    owner = get_proper_type(context.type)
    operator = _operator(context, name, owner)
    if operator is None:
        return context.default_return_type if hook is None else hook(context)
    assert isinstance(owner, Instance)
    return operator.ask(context, name, owner)


def of_member(
    context: FunctionContext | MethodContext, values: Values, name: str, owner: str
) -> Type:
    """What the operator of one member of a union gives, of which mypy tells the class alone."""
    info = values.types.find(owner)
    assert info is not None  # mypy was shown its operators
    receiver = Instance(info, [convert.unknown() for _ in info.type_vars])
    operator, default = _operator(context, name, receiver), context.default_return_type
    if operator is None or operator.admits(context.arg_types[0][0]):
        if isinstance(context, FunctionContext):
            return default
        return _made(context, values, name)
    made = operator.ask(context, name, receiver)
    # The same class as of the overload that is shown, with what the stub says of this member.
    shown, chosen = (class_of(get_proper_type(typ)) for typ in (default, made))
    return default if shown is chosen is not None else made


def _operator(context: FunctionContext | MethodContext, name: str, owner: Type) -> _Operator | None:
    """The operator that is called, where mypy is shown one overload and one operand is given."""
    if context.context in _ASKED or not context.arg_types or not context.arg_types[0]:
        return None
    node = owner.type.get_method(name) if isinstance(owner, Instance) else None
    return _OPENED.get(node) if isinstance(node, FuncDef) else None


#: By what mypy calls the methods of members of unions.
OF_MEMBERS: Final = {
    of_union(name, owner): partial(of_member, name=name, owner=owner)
    for owner in OWNERS
    for name in NAMES
}
