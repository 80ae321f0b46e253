"""What a function with a rule is given, held to its stub: by what is known of the classes, and by mypy where that is less.

A parameter of most ops takes all that makes a tensor: a union with protocols in it. To hold each argument to it, and to
look for a type of a list that fits it, takes mypy longer than all else of the call. So these parameters are left open,
and looked at when the arguments are known. What is not plainly fit mypy is asked of again, with the whole signature.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeGuard

from mypy.errors import ErrorWatcher
from mypy.nodes import COVARIANT, CallExpr, ListExpr, SymbolNode, TypeInfo
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    ErasedType,
    FunctionLike,
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeVarType,
    flatten_nested_unions,
    get_proper_type,
)

from tftypes_mypy import heap
from tftypes_mypy.features.calls import solving
from tftypes_mypy.names import ARRAY, PLAIN, TF
from tftypes_mypy.syntax import is_spread
from tftypes_mypy.values import Values

#: Classes that no program changes, of which all objects are fit or none is.
_LASTING: Final = PLAIN | {ARRAY}
_SEQUENCES: Final = frozenset({"builtins.list", "builtins.tuple"})


#: The type of an open parameter.
_OPEN: Final = ErasedType()


class Parameter:
    """What an open parameter takes, with what was found out of that by now."""

    __slots__ = ("_classes", "_has_none", "_known", "_typ", "_whole")

    def __init__(self, typ: ProperType) -> None:
        items = _items(typ)
        self._typ = typ
        self._has_none = any(isinstance(item, NoneType) for item in items)
        #: The classes of which it takes all objects, whatever they hold.
        self._whole = {item.type.fullname for item in items if _is_of_any(item)}
        if "typing.Sequence" in self._whole:
            self._whole |= _SEQUENCES
        self._classes: dict[TypeInfo, bool] = {}
        #: What was found of unions and lists of unions, which takes mypy a millisecond.
        self._known: dict[ProperType, bool] = {}

    def takes(self, given: Type) -> bool:
        """Whether what is given is fit, as mypy sees it."""
        given = get_proper_type(given)
        kind = given.fallback if isinstance(given, LiteralType) else given
        if isinstance(kind, AnyType):
            return True
        if isinstance(kind, NoneType) and self._has_none:
            return True
        of_class = kind.partial_fallback if isinstance(kind, TupleType) else kind
        if isinstance(of_class, Instance) and self._takes_all(of_class.type):
            return True
        found = self._known.get(kind)
        if found is None:
            found = self._known[kind] = is_subtype(kind, self._typ)
        return found

    def _takes_all(self, info: TypeInfo) -> bool:
        """Whether any object of a class is fit."""
        found = self._classes.get(info)
        if found is None:
            found = info.fullname in self._whole or takes_widest(self._typ, info)
            self._classes[info] = found
        return found


def takes_widest(typ: Type, info: TypeInfo) -> bool:
    """Whether a type takes all objects of a class, of those that are the same in every program."""
    variables = info.defn.type_vars
    is_lasting = info.fullname in _LASTING and all(
        isinstance(each, TypeVarType) and each.variance == COVARIANT for each in variables
    )
    anything = Instance(info.mro[-1], [])  # object, for all that the class is generic in
    return is_lasting and is_subtype(Instance(info, [anything for _ in variables]), typ)


def _is_of_any(typ: ProperType) -> TypeGuard[Instance]:
    """Whether it is a class, with nothing said of what its objects hold."""
    return isinstance(typ, Instance) and all(
        isinstance(get_proper_type(arg), AnyType) for arg in typ.args
    )


class _Opened:
    """The signature of a function: with open parameters, and whole for what these are given."""

    def __init__(self, node: SymbolNode, whole: CallableType) -> None:
        self.node, self.whole = node, whole
        kinds = map(get_proper_type, whole.arg_types)
        self.parameters = [Parameter(each) if _is_heavy(each) else None for each in kinds]
        self.signature = whole.copy_modified(
            arg_types=[
                typ if parameter is None else _OPEN
                for typ, parameter in zip(whole.arg_types, self.parameters)
            ]
        )

    def admits(self, context: FunctionContext | MethodContext) -> bool:
        """Whether what a call gives is fit for all open parameters."""
        for parameter, given in zip(self.parameters, context.arg_types):
            if parameter is not None and given and not all(map(parameter.takes, given)):
                return False
        return True


def _is_heavy(typ: ProperType) -> bool:
    """Whether a parameter takes what has some methods: to look for them takes long."""
    return any(isinstance(item, Instance) and item.type.is_protocol for item in _items(typ))


def _items(typ: ProperType) -> list[ProperType]:
    return [*map(get_proper_type, flatten_nested_unions([typ]))]


#: What was opened, by what is called.
_OPENED: Final[dict[str, _Opened]] = heap.table()


def forget() -> None:
    """Forgets what was found of types: some class may be another one now."""
    _OPENED.clear()


#: Methods of no object that are opened.
METHODS: Final = frozenset(
    f"{TF}.data.Dataset.{name}" for name in ("from_tensor_slices", "from_tensors")
)


def leave_open(context: FunctionSigContext | MethodSigContext, fullname: str) -> FunctionLike:
    """The signature of a function, or of a class that is called, with nothing to solve, and open for all that makes a tensor."""
    signature, call = context.default_signature, context.context
    node = signature.definition
    if node is None or not isinstance(call, CallExpr):
        return signature
    if fullname in METHODS and is_spread(call):
        return signature
    if not solving.is_alone(node) or is_spread(call):
        return solving.leave_open(signature)
    opened = _OPENED.get(fullname)
    if opened is None or opened.node is not node:
        opened = _OPENED[fullname] = _Opened(node, solving.leave_open(signature))
    _settle_lists(opened, context)
    return opened.signature


def _settle_lists(opened: _Opened, context: FunctionSigContext | MethodSigContext) -> None:
    """Has mypy take a list for an open parameter as it takes one of which nothing is expected.

    To be open is to expect something, as mypy sees it, and then it solves a call of a generic function for each list.
    """
    checker: Any = context.api
    known = checker.expr_checker.expr_cache
    for parameter, given in zip(opened.parameters, context.args):
        for each in given:
            if parameter is not None and isinstance(each, ListExpr) and each.items:
                checker.expr_checker.accept(each)
                if (each, None) in known:
                    known[each, _OPEN] = known[each, None]


def call(
    context: FunctionContext | MethodContext,
    values: Values,
    fullname: str,
    hook: Callable[..., Type],
) -> Type:
    """What a hook makes of a call; where what is given is not plainly fit, and the hook finds no fault, mypy is asked."""
    opened, call = _OPENED.get(fullname), context.context
    if opened is None or not isinstance(call, CallExpr) or call in _ASKED or is_spread(call):
        return hook(context, values=values)
    if opened.admits(context):
        return hook(context, values=values)
    checker: Any = context.api
    with ErrorWatcher(checker.errors) as found:
        made = hook(context, values=values)
    if not found.has_new_errors():
        _ask(call, opened.whole, checker)
    return made


def _ask(call: CallExpr, signature: CallableType, checker: Any) -> None:
    """Has mypy say what is wrong with what open parameters are given."""
    _ASKED.add(call)
    try:
        checker.expr_checker.check_call(signature, call.args, call.arg_kinds, call, call.arg_names)
    finally:
        _ASKED.discard(call)


#: The calls that mypy is being asked of: of a class it then asks us, too.
_ASKED: Final[set[CallExpr]] = set()
