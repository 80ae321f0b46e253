"""With what a function of the program is called, and what becomes of the findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    DictExpr,
    Expression,
    FuncItem,
    NameExpr,
    StrExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Parameters,
    TupleType,
    Type,
    UnpackType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN
from tftypes_mypy import convert, names
from tftypes_mypy.features.bodies import chains, functions
from tftypes_mypy.features.bodies.bound import Named
from tftypes_mypy.features.bodies.carried import may_be_carried
from tftypes_mypy.features.bodies.model import Actual, Function, Outcome
from tftypes_mypy.features.bodies.results import is_bool
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.structures import displays
from tftypes_mypy.syntax import is_spread
from tftypes_mypy.values import written_arguments

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

#: What may be known item by item.
_CONTAINERS: Final = ("builtins.list", "builtins.dict", "collections.OrderedDict")

CallContext = FunctionContext | MethodContext
#: An argument as it is written, or as it was given to the body that passes it on.
Given = Expression | Actual


@dataclass(frozen=True)
class Target:
    """A function, and what it is called on."""

    function: Function
    receiver: Type | None = None
    #: The call that has made a concrete function of it, whose arguments it keeps that are no tensors.
    traced_with: CallExpr | None = None


def actuals(
    context: CallContext, values: BodyValues, found: Target
) -> dict[str, list[Actual]] | None:
    """The arguments by the names of the parameters; None where they cannot be told apart."""
    result: dict[str, list[Actual]] = {}
    item = found.function.item
    at = context.context
    if isinstance(at, CallExpr) and found.traced_with is not None:
        signed = {} if found.traced_with.args else _traced_parameters(context)
        return _of_concrete(at, found.traced_with, found, signed, values)
    is_named = bool(item.arguments) and item.arguments[-1].kind == ARG_STAR2
    declared = _traced_parameters(context)
    is_open = None in context.callee_arg_names or (is_named and not declared)
    if isinstance(at, CallExpr) and (is_spread(at) or is_open):
        first = [] if found.receiver is None else [Actual(found.receiver)]
        return bind_call(at, item, first, values)
    if found.receiver is not None:
        if not item.arguments or item.arguments[0].kind in (ARG_STAR, ARG_STAR2):
            return None
        result[item.arguments[0].variable.name] = [Actual(found.receiver)]
    known = {argument.variable.name for argument in item.arguments}
    for name, kinds, types, expressions in zip(
        context.callee_arg_names, context.arg_kinds, context.arg_types, context.args
    ):
        if not types:
            continue
        if name not in known or ARG_STAR in kinds or ARG_STAR2 in kinds:
            return None
        assert name is not None
        result[name] = [
            _actual(typ, expression, declared.get(name), values)
            for typ, expression in zip(types, expressions)
        ]
    return result


def _of_concrete(
    call: CallExpr,
    made: CallExpr,
    found: Target,
    signed: Mapping[str, Type],
    values: BodyValues,
) -> dict[str, list[Actual]] | None:
    """The arguments of a concrete function: it takes the tensors anew, and keeps the rest.

    Made without any, it is of the types that an input_signature gives.
    """
    first = [] if found.receiver is None else [Actual(found.receiver)]
    kept = bind_call(made, found.function.item, first, values)
    written = written_arguments(call)
    if kept is None or written is None:
        return None
    kept |= {name: [Actual(typ)] for name, typ in signed.items() if convert.tensor_of(typ)}
    taken = [n for n, items in kept.items() if len(items) == 1 and _is_traced(items[0].type)]
    given = {**dict(zip(taken, written[0])), **written[1]}
    if len(written[0]) > len(taken) or not given.keys() <= set(taken):
        return None
    anew = {name: [_from(expression, values)] for name, expression in given.items()}
    return {**kept, **{name: items for name, items in anew.items() if name not in signed}}


def _is_traced(typ: Type) -> bool:
    """Whether a concrete function that was made with it takes a tensor in its place."""
    proper = get_proper_type(typ)
    is_spec = isinstance(proper, Instance) and proper.type.fullname in names.SPECS
    return is_spec or convert.tensor_of(proper) is not None


def bind(
    item: FuncItem,
    first: Sequence[Actual],
    positional: Sequence[Given],
    named: Mapping[str, Given],
    values: BodyValues,
) -> dict[str, list[Actual]] | None:
    """Arguments by the names of the parameters, as Python binds them."""
    actuals = [*first, *(_from(given, values) for given in positional)]
    result: dict[str, list[Actual]] = {}
    left = dict(named)
    for argument in item.arguments:
        name = argument.variable.name
        if argument.kind == ARG_STAR:
            result[name], actuals = actuals, []
        elif argument.kind.is_positional() and actuals:
            result[name] = [actuals.pop(0)]
        elif name in left and argument.kind != ARG_STAR2:
            result[name] = [_from(left.pop(name), values)]
    if actuals:
        return None
    if not item.arguments or item.arguments[-1].kind != ARG_STAR2:
        return None if left else result
    kept = tuple((name, _from(given, values)) for name, given in left.items())
    result[item.arguments[-1].variable.name] = [Actual(convert.unknown(), Named(kept))]
    return result


def bind_call(
    call: CallExpr, item: FuncItem, first: Sequence[Actual], values: BodyValues
) -> dict[str, list[Actual]] | None:
    """The arguments of a call as Python binds them; None where `*args` or `**kwargs` hide some."""
    written = spelled_out(call, values)
    return None if written is None else bind(item, first, *written, values)


def spelled_out(call: CallExpr, values: BodyValues) -> tuple[list[Given], dict[str, Given]] | None:
    """The arguments one by one: of `**config` for a dict that is written out, of `*args` that the body was given."""
    positional: list[Given] = []
    named: dict[str, Given] = {}
    for argument, name, kind in zip(call.args, call.arg_names, call.arg_kinds):
        if kind == ARG_STAR:
            items = _passed_on(argument, values)
            if items is None:
                return None
            positional += items
        elif kind == ARG_STAR2:
            entries = _items(argument, values)
            if entries is None:
                return None
            named.update(entries)
        elif name is None:
            positional.append(argument)
        else:
            named[name] = argument
    return positional, named


def _passed_on(argument: Expression, values: BodyValues) -> list[Actual] | None:
    """What is in a tuple: of `*args`, what the body was given."""
    typ = get_proper_type(values.type_of(argument))
    if not isinstance(typ, TupleType) or any(isinstance(each, UnpackType) for each in typ.items):
        return None
    var = argument.node if isinstance(argument, NameExpr) else None
    given = values.given(var, argument) if isinstance(var, Var) else UNKNOWN
    if not isinstance(given, tuple) or len(given) != len(typ.items):
        given = [UNKNOWN] * len(typ.items)
    return [Actual(item, value) for item, value in zip(typ.items, given)]


def _spread(var: Var, values: BodyValues) -> Expression | None:
    """What a name stands for that is changed nowhere, and given away as `**name` only."""
    known = values.assignments
    for call in known.calls_with(var):
        for argument, kind in zip(call.args, call.arg_kinds):
            if kind != ARG_STAR2 and isinstance(argument, NameExpr) and argument.node is var:
                return None
    return known.given_to(var)


def _items(expression: Expression, values: BodyValues) -> Mapping[str, Given] | None:
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        given = values.given(expression.node, expression)
        if isinstance(given, Named):
            is_kept = values.is_still(expression.node, expression)
            return dict(given.actuals) if is_kept else None
        found = _spread(expression.node, values)
        return None if found is None or isinstance(found, NameExpr) else _items(found, values)
    if isinstance(expression, DictExpr):
        pairs = {k.value: v for k, v in expression.items if isinstance(k, StrExpr)}
        return pairs if len(pairs) == len(expression.items) else None
    if not isinstance(expression, CallExpr) or not isinstance(expression.callee, NameExpr):
        return None
    is_dict = expression.callee.fullname == "builtins.dict"
    named = {n: e for n, e in zip(expression.arg_names, expression.args) if n is not None}
    return named if is_dict and len(named) == len(expression.args) else None


def _from(expression: Given, values: BodyValues) -> Actual:
    if isinstance(expression, Actual):
        return expression
    typ = values.type_of(expression) or convert.unknown()
    return actual_of(expression, typ, values)


def _actual(typ: Type, expression: Expression, declared: Type | None, values: BodyValues) -> Actual:
    if declared is not None and convert.tensor_of(declared) is not None:
        return Actual(declared)  # what an input_signature makes of it
    return actual_of(expression, typ, values)


def actual_of(expression: Expression, typ: Type, values: BodyValues) -> Actual:
    """An argument as it is passed."""
    value = values.of(expression, typ)
    if isinstance(typ, Instance) and typ.type.fullname in _CONTAINERS:
        typ = displays.written(expression, typ, values)
    if value is UNKNOWN:
        if is_bool(typ):
            return Actual(convert.unknown())  # it may be a tensor, in a graph
        function = functions.denoted(expression, values)
        return Actual(typ, UNKNOWN if function is None else function)
    return Actual(typ, value)


def _traced_parameters(context: CallContext) -> dict[str, Type]:
    """The parameters of a traced function, as far as a signature tells their types."""
    if not isinstance(context, MethodContext):
        return {}
    typ = get_proper_type(context.type)
    if not isinstance(typ, Instance) or not typ.args:
        return {}
    parameters = get_proper_type(typ.args[0])
    if not isinstance(parameters, (Parameters, CallableType)):
        return {}
    return {
        name: declared
        for name, declared in zip(parameters.arg_names, parameters.arg_types)
        if name is not None and not isinstance(get_proper_type(declared), AnyType)
    }


def finish(
    outcome: Outcome,
    at: Expression,
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
    result: Type,
) -> Type:
    """Hands the findings on, to the call of the program or to the body around."""
    if outcome.value is not UNKNOWN:
        values.results[at] = outcome.value
    if bodies.notes is not None and not outcome.has_tensor:
        bodies.notes.leave_out(at)
    frame = bodies.frame_of(checker)
    if frame is not None:
        if outcome.findings:
            frame.findings.append(((at.line, at.column), outcome.findings))
        frame.reveals.extend(outcome.reveals)
        frame.modules |= outcome.modules
    else:
        if not may_be_carried(at, checker.tree, values.assignments, values.truth):
            chains.report(outcome.findings, at, checker)
        chains.show(outcome.reveals, at, checker)
        depend(outcome.modules, checker)
    made = get_proper_type(outcome.result)
    if isinstance(made, Instance) and made.extra_attrs is not None:
        return made.copy_modified()  # mypy takes from it what it cannot join with another one
    return result if outcome.result is None else outcome.result


def depend(modules: Iterable[str], checker: TypeChecker) -> None:
    """Lets the daemon check this again when the body of a function in there changes."""
    if not checker.options.fine_grained_incremental:
        return
    place = checker.tscope.current_target()
    for module in modules:
        if module != checker.tree.fullname:
            trigger = f"<{module}[wildcard]>"
            checker.tree.plugin_deps.setdefault(trigger, set()).add(place)
