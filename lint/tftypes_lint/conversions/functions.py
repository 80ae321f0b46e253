"""What a conversion function does with its arguments, and so whether a method can take its place.

TensorFlow calls a registered function as `f(value, dtype=dtype, name=name, as_ref=as_ref)`, with
the wanted dtype and then, where only a `dtype_hint` is given, with that; it goes on to the next
function when the result is NotImplemented, and rejects what is no tensor of that dtype. The
method is called as `value.__tf_tensor__(dtype, name)`, and what it returns is taken as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import DEFINITIONS, Function

#: What TensorFlow passes by name.
PASSED: Final = ("dtype", "name", "as_ref")
_CASTS: Final = frozenset({"cast", "saturate_cast", "astype", "to_float", "to_int32", "bitcast"})
_NO_TENSORS: Final = (
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.JoinedStr,
    ast.Lambda,
)


class Judgement(NamedTuple):
    """Why a method in its place would not do (`report`), or would not do the same (`unsafe`)."""

    report: tuple[str, ...] = ()
    unsafe: tuple[str, ...] = ()


def judge(names: Names, function: Function, bound: int = 0) -> Judgement:
    """What stands against a method that does what the function does.

    `bound` is how many parameters are filled in before the value, as `self` of a bound method.
    """
    body: Sequence[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else function.body
    report = [*_not_callable(function, bound), *_shape(names, function, body)]
    if report:
        return Judgement(tuple(report))
    uses = set(_uses(names, function, body))
    return Judgement(
        (), tuple(dict.fromkeys([*_unsafe_uses(function, uses), *_unsafe_body(names, function)]))
    )


def ignores_dtype(names: Names, function: Function) -> bool:
    """Whether the dtype that is asked for makes no difference to the function."""
    body: Sequence[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else function.body
    return "dtype" not in set(_uses(names, function, body)) and not _passes_rest(function, body)


def accepts(function: Function, keyword: str) -> bool:
    """Whether the function has a parameter of this name."""
    arguments = function.args
    return any(each.arg == keyword for each in (*arguments.args, *arguments.kwonlyargs))


def requires(function: Function, keyword: str) -> bool:
    """Whether a call must give this parameter."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    required = [each.arg for each in positional[: len(positional) - len(arguments.defaults)]]
    required += [
        each.arg
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    ]
    return keyword in required


def value_parameter(function: Function) -> str | None:
    """The parameter that the object to convert arrives in."""
    arguments = function.args
    first = [*arguments.posonlyargs, *arguments.args][:1]
    return first[0].arg if first else None


def _not_callable(function: Function, bound: int) -> Iterator[str]:
    """Why TensorFlow's call fails, if it does."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    if len(positional) <= bound:
        if not arguments.vararg:
            yield "the function takes no value, so that TensorFlow cannot call it"
        else:
            yield "the function takes its value from *args"
        return
    if not arguments.kwarg:
        missing = [each for each in PASSED if not accepts(function, each)]
        if missing:
            yield f"TensorFlow cannot call the function: it passes {_listed(missing)}, too"
    others = [
        each.arg
        for each in (*positional[bound + 1 :], *arguments.kwonlyargs)
        if each.arg not in PASSED and requires(function, each.arg)
    ]
    if others:
        yield f"TensorFlow cannot call the function: nothing is given for {_listed(others)}"


def _shape(names: Names, function: Function, body: Sequence[ast.AST]) -> Iterator[str]:
    if isinstance(function, ast.AsyncFunctionDef):
        yield "the function is a coroutine, which gives no tensor"
    if any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in _within(names, function)):
        yield "the function is a generator, which gives no tensor"


def _unsafe_uses(function: Function, uses: set[str]) -> Iterator[str]:
    if "as_ref" in uses:
        yield "it uses as_ref, which `__tf_tensor__` is not given"
    kwargs, varargs = function.args.kwarg, function.args.vararg
    for rest in (varargs, kwargs):
        if rest and rest.arg in uses:
            stars = "*" if rest is varargs else "**"
            yield f"it uses {stars}{rest.arg}, in which TensorFlow passes as_ref"


def _unsafe_body(names: Names, function: Function) -> Iterator[str]:
    nodes = list(_within(names, function))
    for node in nodes:
        if isinstance(node, ast.Assert):
            yield "it asserts something, which a registry that tries one function after another may catch"
        elif isinstance(node, ast.Call) and _casts_to_dtype(node):
            yield "it casts to dtype, also to a dtype_hint, which `__tf_tensor__` is not given"
        elif isinstance(node, ast.Name) and node.id == "NotImplemented":
            yield "it may return NotImplemented, after which TensorFlow tries the next function"
    if isinstance(function, ast.Lambda):
        returned: list[ast.expr | None] = [function.body]
    else:
        returned = [node.value for node in nodes if isinstance(node, ast.Return)]
        if not ends(function.body):
            yield "it may end without a return, and None is no tensor"
    for value in returned:
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            yield "it may return None, which is no tensor"
        elif isinstance(value, (*_NO_TENSORS, ast.Constant)) or _is_numpy(names, value):
            yield f"it returns `{ast.unparse(value)}`, which is no tensor"


def _uses(names: Names, function: Function, body: Sequence[ast.AST]) -> Iterator[str]:
    """The parameters that are used: not where they are only deleted or assigned to `_`."""
    own = names.scopes.own_scope(function)
    for part in body:
        for node in ast.walk(part):
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and names.scopes.scope(node).owner(node.id) is own
                and not _is_dropped(names, node)
            ):
                yield node.id


def _is_dropped(names: Names, node: ast.Name) -> bool:
    """Whether `_ = node` is all that happens to it."""
    parent = names.scopes.parents.get(node)
    if isinstance(parent, ast.Tuple):
        parent = names.scopes.parents.get(parent)
    return isinstance(parent, ast.Assign) and all(
        isinstance(target, ast.Name) and target.id.startswith("_") for target in parent.targets
    )


def _passes_rest(function: Function, body: Sequence[ast.AST]) -> bool:
    rest = {each.arg for each in (function.args.vararg, function.args.kwarg) if each}
    return any(
        isinstance(node, ast.Name) and node.id in rest for part in body for node in ast.walk(part)
    )


def _casts_to_dtype(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else None
    name = call.func.id if isinstance(call.func, ast.Name) else name
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    mentioned = (node for argument in arguments for node in ast.walk(argument))
    return name in _CASTS and any(
        isinstance(node, ast.Name) and node.id == "dtype" for node in mentioned
    )


def _is_numpy(names: Names, value: ast.expr) -> bool:
    full = names.full_name(value.func) if isinstance(value, ast.Call) else None
    return bool(full and full.startswith("numpy."))


def _within(names: Names, function: Function) -> Iterator[ast.AST]:
    return names.scopes.within(function)


def ends(body: Sequence[ast.stmt]) -> bool:
    """Whether a block certainly does not run on past its end."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return True
    if isinstance(last, ast.If):
        return ends(last.body) and ends(last.orelse)
    if isinstance(last, (ast.With, ast.AsyncWith)):
        # A context manager may swallow an exception; a return within ends the function.
        return ends(last.body)
    if isinstance(last, ast.Try):
        whole = ends(last.orelse) if last.orelse else ends(last.body)
        return ends(last.finalbody) or (whole and all(ends(each.body) for each in last.handlers))
    if isinstance(last, ast.Match):
        return any(_matches_all(case) for case in last.cases) and all(
            ends(case.body) for case in last.cases
        )
    if isinstance(last, ast.While):
        endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return endless and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return False


def _matches_all(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and not case.pattern.pattern


def is_method(function: Function) -> bool:
    """Whether it is a `def`, whose name a class body may hold."""
    return isinstance(function, DEFINITIONS)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
