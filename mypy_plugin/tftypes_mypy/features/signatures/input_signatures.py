"""`tf.function(input_signature=...)` against the annotations of the function.

What TensorFlow would reject is an error where it is written: a spec too few or
too many, a number in place of a spec. So is a spec that contradicts the
annotation of its parameter, as `contradictions` has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_NAMED_OPT,
    ARG_OPT,
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    Decorator,
    Expression,
    NameExpr,
    RefExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.plugins.functools import partial_call_callback
from mypy.types import AnyType, CallableType, Type, TypeOfAny

from tftypes_mypy import names
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.signatures import spec_types, specs
from tftypes_mypy.features.signatures.applications import Target, applications, target
from tftypes_mypy.features.signatures.contradictions import Bound, Contradiction, contradictions
from tftypes_mypy.features.signatures.narrowing import narrow
from tftypes_mypy.features.signatures.specs import Bad, Entries, Items, Opaque, Spec
from tftypes_mypy.values import Values

PARTIAL: Final = "functools.partial"


# --- parameters and their specs -------------------------------------------------------


@dataclass
class Assigned:
    """Which spec stands for which parameter, and what does not come out even."""

    #: By the index of the parameter; several for `*args`.
    specs: dict[int, list[Spec]] = field(default_factory=dict)
    problems: list[Contradiction] = field(default_factory=list)


def assign(typ: CallableType, given: Items) -> Assigned:
    """Hands out the specs as `tf.function` does: in order, `self` and `**kwargs` left out."""
    result = Assigned()
    left = list(given.items)
    missing: list[str] = []
    optional = ""
    for index, (name, kind) in enumerate(zip(typ.arg_names, typ.arg_kinds)):
        shown = name or str(index + 1)
        if name == "self" or kind == ARG_STAR2:
            continue
        if kind == ARG_STAR:
            result.specs[index], left = left, []
            if optional and result.specs[index]:
                words = f"a spec for *{shown} follows '{optional}', which has a default"
                result.problems.append(Contradiction(result.specs[index][0].at, words))
        elif kind == ARG_NAMED:
            words = f"keyword-only parameter '{shown}' needs a default under an input_signature"
            result.problems.append(Contradiction(given.at, words))
            left = left[1:]
        elif not left:
            if kind == ARG_POS:
                missing.append(f"'{shown}'")
        else:
            result.specs[index] = [left.pop(0)]
            optional = shown if kind == ARG_OPT else optional
            if kind == ARG_NAMED_OPT:
                words = (
                    f"keyword-only parameter '{shown}' cannot have a spec: every call would fail"
                )
                result.problems.append(Contradiction(result.specs[index][0].at, words))
    if missing:
        words = f"input_signature has no spec for {' and '.join(missing)}"
        result.problems.append(Contradiction(given.at, words))
    if left:
        count = len(given.items)
        taken = count - len(left)
        words = f"input_signature has {count} specs for {taken} parameter{'s' * (taken != 1)}"
        result.problems.append(Contradiction(left[0].at, words))
    return result


def _places(typ: CallableType, assigned: Assigned) -> Iterator[tuple[Spec, Type, str]]:
    """Each spec with the annotation that it has to fit, and the place's name."""
    for index, given in assigned.specs.items():
        name = typ.arg_names[index] or str(index + 1)
        for position, spec in enumerate(given):
            starred = typ.arg_kinds[index] == ARG_STAR
            yield spec, typ.arg_types[index], f"{name}[{position}]" if starred else name


# --- one signature against one function -----------------------------------------------


def _problems(
    found: Target, given: Items, assigned: Assigned, bound: Bound
) -> Iterator[Contradiction]:
    if found.inside:
        yield Contradiction(given.at, f"tf.function cannot trace a {found.inside}; put it above")
        return
    if found.outside == "classmethod":
        yield Contradiction(given.at, _CLASSMETHOD)
        return
    for bad in specs.bad_ones(given):
        yield Contradiction(bad.at, f"input_signature takes specs, got {bad.words}")
    yield from assigned.problems
    for spec, declared, place in _places(found.typ, assigned):
        yield from contradictions(spec, declared, place, bound)


_CLASSMETHOD: Final = (
    "under @classmethod an input_signature counts 'cls' as a parameter, "
    "and every call fails; a @staticmethod works"
)


def _check(
    found: Target, signature: Expression, result: Type, values: Values, checker: TypeChecker
) -> Type:
    """Reports what is wrong; the type of the traced function, narrowed where nothing is."""
    given = _as_items(specs.read(signature, values))
    if isinstance(given, Opaque):
        return result
    if isinstance(given, Bad):
        if given.words != "None":
            words = f"input_signature is a list or a tuple of specs, got {given.words}"
            _fail(found, Contradiction(given.at, words), checker)
        return result
    assigned, bound = assign(found.typ, given), Bound()
    problems = list(_problems(found, given, assigned, bound))
    for problem in problems:
        _fail(found, problem, checker)
    return result if problems else narrow(result, found, assigned.specs, bound, values)


def _as_items(spec: Spec) -> Items | Bad | Opaque:
    if isinstance(spec, Entries) and spec.record is not None:
        return Items(spec.at, "tuple", tuple(spec.entries.values()))
    if isinstance(spec, (Items, Bad, Opaque)):
        return spec
    hint = "; put it in a list" if isinstance(spec, specs.Leaf) else ""
    return Bad(spec.at, f"{spec}{hint}")


def _fail(found: Target, problem: Contradiction, checker: TypeChecker) -> None:
    checker.fail(f"{found.name}(): {problem.words}", problem.at, code=CODES["tf-signature"])


# --- the hooks ------------------------------------------------------------------------


def function(context: FunctionContext, values: Values) -> Type:
    """A call of `tf.function`: with a function, or as a decorator that waits for one."""
    call = context.context
    signature = _signature(call)
    if signature is None:
        return context.default_return_type
    return _traced(call, signature, context.default_return_type, values, _checker(context))


def _traced(
    call: Any, signature: Expression, default: Type, values: Values, checker: TypeChecker
) -> Type:
    """What a call with an `input_signature` makes, checked against all that it is applied to."""
    func = _argument(call, "func", 0)
    if func is not None and values.of(func) is not None:
        found = target(func, checker)
        return default if found is None else _check(found, signature, default, values, checker)
    result = default
    for application in applications(checker).of(call, values):
        found = target(application, checker)
        if found is None:
            continue
        applied = _applied(default, found, call, checker)
        checked = _check(found, signature, applied, values, checker)
        if isinstance(application, tuple) and application[1] is call:
            result = _giving(checked, checker)
    return result


def _applied(decorator: Type, found: Target, at: Expression, checker: TypeChecker) -> Type:
    """The type of a decorated function, by mypy's own inference."""
    with checker.msg.filter_errors():
        result, _ = checker.expr_checker.check_call(
            decorator, [checker.temp_node(found.typ, at)], [ARG_POS], at
        )
    return result


def _giving(result: Type, checker: TypeChecker) -> Type:
    """The type of a decorator that makes this of whatever it decorates."""
    anything = AnyType(TypeOfAny.special_form)
    fallback = checker.named_type("builtins.function")
    return CallableType([anything], [ARG_POS], [None], result, fallback)


def partial_call(context: MethodContext, values: Values) -> Type:
    """A call of a `functools.partial` of `tf.function`; of any other, mypy's own answer."""
    made = _partial(context.context, values)
    checker = _checker(context)
    tracer = checker.lookup_type_or_none(made[1].args[0]) if made is not None else None
    if made is None or tracer is None:
        return partial_call_callback(context)
    by, partial_of = made
    call = context.context
    with checker.msg.filter_errors():
        result, _ = checker.expr_checker.check_call(
            tracer,
            [arg for args in context.args for arg in args],
            [kind for kinds in context.arg_kinds for kind in kinds],
            call,
            [name for arg_names in context.arg_names for name in arg_names],
        )
    signature = _signature(call) or _argument(partial_of, "input_signature")
    if signature is None:
        return result
    if isinstance(call, CallExpr):
        return _traced(call, signature, result, values, checker)
    assert isinstance(call, Decorator)
    found = target((call, by), checker)
    return result if found is None else _check(found, signature, result, values, checker)


def _partial(context: Any, values: Values) -> tuple[Expression, CallExpr] | None:
    """What is called or decorates here, and the `partial(tf.function, ...)` that it is."""
    callees: list[Expression] = []
    if isinstance(context, Decorator):
        callees = context.decorators
    elif isinstance(context, CallExpr):
        callees = [context.callee]
    for called in callees:
        made: Expression | None = called
        if isinstance(made, NameExpr) and isinstance(made.node, Var):
            made = values.assignments.value_of(made.node)
        if (
            isinstance(made, CallExpr)
            and _fullname(made.callee) == PARTIAL
            and made.args
            and _fullname(made.args[0]) in names.TRACERS
        ):
            return called, made
    return None


def _fullname(expression: Expression | None) -> str:
    return expression.fullname if isinstance(expression, RefExpr) else ""


def _signature(call: Any) -> Expression | None:
    """The `input_signature` of a call of `tf.function`, by name or in second place."""
    return _argument(call, "input_signature", 1)


def _argument(call: Any, name: str, position: int | None = None) -> Expression | None:
    """An argument as it is written; None where it is not, or `*args` may hold it."""
    if not isinstance(call, CallExpr):
        return None
    if name in call.arg_names:
        return call.args[call.arg_names.index(name)]
    if position is None or call.arg_kinds[: position + 1] != [ARG_POS] * (position + 1):
        return None
    return call.args[position]


def _checker(context: FunctionContext | MethodContext) -> TypeChecker:
    assert isinstance(context.api, TypeChecker)
    return context.api


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    **spec_types.FUNCTIONS,
    **dict.fromkeys(names.TRACERS, function),
}

#: Takes the place of mypy's own hook, which knows no partial of an overloaded function.
METHODS: Final[dict[str, Callable[..., Any]]] = {f"{PARTIAL}.__call__": partial_call}
