"""A call of TensorFlow's functions, seen alike from both of mypy's hooks.

mypy asks for the signature before it looks at the arguments, and for the result
after. What a callback is called with has to be known at the first, for the lambdas
among the arguments; what it returns, at the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    Context,
    Expression,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TempNode,
    Var,
)
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Type,
    UninhabitedType,
    UnionType,
    get_proper_type,
)

from tftypes.inference.models.tensorflow.ops import OpError
from tftypes_mypy import convert
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.bodies.carried import may_be_carried
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.features.facts import defined_again
from tftypes_mypy.features.facts.unreached import is_unreached
from tftypes_mypy.features.signatures.applications import applications
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.syntax import FUNCTIONS, is_spread
from tftypes_mypy.values import Values

#: The types of the arguments that a callback gets in a call; None where they are not known.
Given = Callable[["Call"], Sequence[Type] | None]
#: The callbacks of one function, by parameter.
Callbacks = Mapping[str, Given]
#: What a call returns; None where that is not known.
Result = Callable[["Call"], Type | None]

AnyContext = FunctionContext | MethodContext | FunctionSigContext | MethodSigContext


@dataclass
class Call:
    """One call: its arguments by the names of the parameters."""

    at: Context
    checker: TypeChecker
    values: Values
    #: The type of the object whose method it is.
    owner: Type | None
    expressions: dict[str, Expression]
    #: All that a `*parameter` takes.
    starred: dict[str, list[Expression]]
    #: The types that mypy has found for the arguments; none before it looks at them.
    _types: dict[str, Type] = field(default_factory=dict)

    @classmethod
    def of(cls, context: AnyContext, values: Values) -> Call | None:
        """The call, unless `*args` or `**kwargs` hide its arguments."""
        checker = context.api
        assert isinstance(checker, TypeChecker)
        if isinstance(context, (FunctionContext, MethodContext)):
            names: Sequence[str | None] = context.callee_arg_names
            types = {
                name: given[0] for name, given in zip(names, context.arg_types) if name and given
            }
        else:
            names, types = context.default_signature.arg_names, {}
        call = context.context
        if isinstance(call, CallExpr) and is_spread(call):
            return None
        expressions = {name: given[0] for name, given in zip(names, context.args) if name and given}
        owner = None
        if isinstance(context, (MethodContext, MethodSigContext)):
            owner = _receiver(call, context.type, values)
        starred = {name: list(given) for name, given in zip(names, context.args) if name}
        return cls(call, checker, values, owner, expressions, starred, types)

    @property
    def types(self) -> convert.Types:
        return self.values.types

    def has(self, name: str) -> bool:
        return name in self.expressions

    def type(self, name: str) -> Type:
        """The type of an argument, items of containers one by one; Any where it is not given."""
        expression = self.expressions.get(name)
        if expression is None:
            return convert.unknown()
        typ = self._types.get(name)
        if typ is None:
            with self.checker.msg.filter_errors(filter_revealed_type=True):
                typ = self._types[name] = self.checker.expr_checker.accept(expression)
        return displays.written(expression, typ, self.values)

    def rest(self, name: str) -> list[Type]:
        """The types of all arguments that a `*parameter` takes."""
        types = []
        for expression in self.starred.get(name, []):
            with self.checker.msg.filter_errors(filter_revealed_type=True):
                typ = self.values.type_of(expression)
                typ = typ or self.checker.expr_checker.accept(expression)
            types.append(displays.written(expression, typ, self.values))
        return types

    def value(self, name: str, default: Any = None) -> Any:
        """The abstract value of an argument; the default where it is not given."""
        expression = self.expressions.get(name)
        if expression is None:
            return default
        return self.values.of(expression, self.type(name))

    def fail(self, code: str, words: str, name: str | None = None) -> None:
        """Reports an error of this call, at an argument where it is one of that."""
        place = f"argument '{name}': " if name is not None else ""
        at = self.expressions.get(name or "", self.at)
        tree, values = self.checker.tree, self.values
        if is_unreached(tree, self.at, values.truth):
            return
        if may_be_carried(self.at, tree, values.assignments, values.truth):
            return
        self.checker.fail(f"{callee_name(self.at)}(): {place}{words}", at, code=CODES[code])

    def is_traced(self) -> bool:
        """Whether this is sure to run in a graph: inside of a function that is a tf.function."""
        traced = applications(self.checker).traced
        return any(node in traced for node in self.checker.scope.stack)

    # --- callbacks

    def refuse_callback(self, function: Expression, takes: int, given: int) -> None:
        name = next((n for n, each in self.expressions.items() if each is function), None)
        plural = "" if takes == 1 else "s"
        self.fail("tf-signature", f"takes {takes} argument{plural}, is called with {given}", name)

    def result(
        self, name: str, arguments: Sequence[Type] | None, quiet: bool = False
    ) -> Type | None:
        """What a callback returns for arguments of these types; None where that is not known.

        Errors in the callback are errors of the program, unless it is only tried.
        """
        expression = self.expressions.get(name)
        if expression is None or arguments is None:
            return None
        return call(expression, arguments, self, quiet)


def returned(context: FunctionContext | MethodContext, values: Values, result: Result) -> Type:
    """The hook: what the call returns, or what the stub says of it."""
    call = Call.of(context, values)
    if call is None:
        return context.default_return_type
    try:
        found = result(call)
    except OpError as error:
        call.fail(error.code, error.message, error.argument)
        found = None
    if found is None:
        return context.default_return_type
    return nests.unpacked(found, context.context, values)


def _receiver(call: Context, shown: Type, values: Values) -> Type:
    """The object whose method is called, of which mypy shows one member where its type is a union.

    A branch that never goes with this call may have made that one: take them together.
    """
    callee = call.callee if isinstance(call, CallExpr) else None
    if not isinstance(callee, MemberExpr):
        return shown
    shown = get_proper_type(shown)
    union = get_proper_type(values.type_of(callee.expr))
    if union is not None and (isinstance(union, UnionType) or union == shown):
        union = get_proper_type(values.current(callee.expr, union))
        shown = union if isinstance(union, Instance) else shown
    if not isinstance(union, UnionType) or not isinstance(shown, Instance) or not shown.args:
        return shown
    found = convert.members(union)
    if any(isinstance(m, AnyType) or _is_of_other_class(m, shown) for m in found):
        return shown.copy_modified(args=[convert.unknown() for _ in shown.args])
    members = [m for m in found if isinstance(m, Instance) and m.type is shown.type]
    columns = zip(*(m.args for m in members))
    args = [_in_common(column) for column in columns]
    return shown.copy_modified(args=args) if args else shown


def _is_of_other_class(member: Type, shown: Instance) -> bool:
    """Whether it is of a class that derives from that of another, or the other way round: a v1 dataset, and one of v2."""
    if not isinstance(member, Instance) or member.type is shown.type:
        return False
    return member.type.has_base(shown.type.fullname) or shown.type.has_base(member.type.fullname)


def _in_common(types: Sequence[Type]) -> Type:
    """The one type that all are of, as far as they are of one."""
    first = get_proper_type(types[0])
    if all(get_proper_type(typ) == first for typ in types):
        return first
    return convert.unknown()


def call(
    function: Expression, arguments: Sequence[Type], within: Call, quiet: bool = False
) -> Type | None:
    """What a function returns for arguments of these types, as mypy and all its hooks have it."""
    checker, values = within.checker, within.values
    known = get_proper_type(values.type_of(function))
    if isinstance(function, LambdaExpr) and not quiet and _was_called_with(known, arguments):
        return _known(displays.written(function.expr(), None, values))
    if _is_one_of_several(function, checker):
        return None
    if isinstance(known, UnionType):
        quiet = True  # of several functions, the one that is meant takes them
    called = _called(function, values)
    if isinstance(called, LambdaExpr) and not takes(called, len(arguments)):
        if not quiet:
            within.refuse_callback(function, len(called.arguments), len(arguments))
        return None
    # mypy takes a lambda to be called without what it has a default for.
    left = called.arguments[len(arguments) :] if isinstance(called, LambdaExpr) else []
    defaults = {e.variable.name: e.initializer for e in left if e.initializer is not None}
    made = CallExpr(
        called or TempNode(known or convert.unknown(), context=function),
        [*(TempNode(each, context=function) for each in arguments), *defaults.values()],
        [ARG_POS] * len(arguments) + [ARG_NAMED] * len(defaults),
        [*(None for _ in arguments), *defaults],
    )
    made.set_line(function)
    with (
        checker.local_type_map,
        checker.msg.filter_errors(filter_errors=quiet, filter_revealed_type=quiet),
    ):
        result = checker.expr_checker.accept(made, allow_none_return=True)
        if isinstance(called, LambdaExpr):
            result = displays.written(called.expr(), None, values)
    return _known(result)


def _is_one_of_several(function: Expression, checker: TypeChecker) -> bool:
    """Whether a function is defined more than once, of which mypy takes the first for all.

    Of those of a module it is known which one is meant where mypy has no parameters to mistake.
    """
    node = function.node if isinstance(function, RefExpr) else None
    if not isinstance(node, FUNCTIONS):
        return False
    home = checker.modules.get(node.fullname.rpartition(".")[0])
    tree = home or checker.tree
    if not defined_again.is_defined_again(node, tree):
        return False
    return home is None or not defined_again.is_called_alike(node, tree)


def takes(function: LambdaExpr, count: int) -> bool:
    """Whether a lambda can be called with so many arguments by position."""
    kinds = function.arg_kinds
    least = sum(kind == ARG_POS for kind in kinds)
    return least <= count and (
        any(kind.is_star() for kind in kinds) or count <= sum(k.is_positional() for k in kinds)
    )


def _known(typ: Type) -> Type | None:
    proper = get_proper_type(typ)
    return None if isinstance(proper, (AnyType, UninhabitedType)) else proper


def _was_called_with(typ: Type | None, arguments: Sequence[Type]) -> bool:
    return isinstance(typ, CallableType) and typ.arg_types == list(arguments)


def _called(function: Expression, values: Values) -> Expression | None:
    """The expression to call: a name, or the lambda that it is bound to."""
    if isinstance(function, NameExpr) and isinstance(function.node, Var):
        bound = values.assignments.value_of(function.node)
        if isinstance(bound, LambdaExpr):
            return bound
    is_named = isinstance(function, (LambdaExpr, RefExpr))
    return function if is_named or values.makes_function(function) else None
