"""Which functions TensorFlow traces: decorated ones, given ones, and those that they call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from tftypes_lint.facts.keras import traced_by_keras
from tftypes_lint.facts.kinds import FUNCTION_MAKERS, Kinds, signed_parameters
from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import Function

#: Methods of a dataset that trace a function, and where it stands among the arguments.
DATASET_TRACERS: Final = {
    "map": ("map_func", 0),
    "filter": ("predicate", 0),
    "flat_map": ("map_func", 0),
    "interleave": ("map_func", 0),
    "reduce": ("reduce_func", 1),
    "scan": ("scan_func", 1),
    "take_while": ("predicate", 0),
}
#: Functions that call what they are given as part of the graph around them.
_CALLERS: Final = {
    f"tensorflow.{name}": parameters
    for name, parameters in {
        "cond": ("true_fn", "false_fn", 1, 2),
        "map_fn": ("fn", 0),
        "scan": ("fn", 0),
        "foldl": ("fn", 0),
        "foldr": ("fn", 0),
        "vectorized_map": ("fn", 0),
        "while_loop": ("cond", "body", 0, 1),
    }.items()
}
_UNCONVERTED: Final = "tensorflow.autograph.experimental.do_not_convert"
#: `with` blocks and conditions whose code is not part of the graph.
_LIFTED: Final = frozenset({"tensorflow.init_scope"})
_EAGER: Final = frozenset({"tensorflow.executing_eagerly", "tensorflow.inside_function"})


class Trace(NamedTuple):
    """How a function comes to be traced."""

    #: As the user wrote it: `tf.function`, `Dataset.map`.
    by: str
    #: The call or decorator that traces it.
    node: ast.AST
    #: The traced function that calls it, when it is not traced itself.
    caller: str | None = None
    #: Whether AutoGraph rewrites it; None when that cannot be seen.
    autograph: bool | None = True
    decorated: bool = False
    signature: ast.expr | None = None

    @property
    def description(self) -> str:
        """What the reader is told."""
        return f"called while `{self.caller}` is traced" if self.caller else f"traced by {self.by}"


def traced_functions(kinds: Kinds) -> dict[Function, Trace]:
    """Each function whose body TensorFlow traces, and how."""
    found: dict[Function, Trace] = {}
    for each in traced_by_keras(kinds.names):
        kinds.signed.update(each.tensors)
    for function, trace in _roots(kinds):
        found.setdefault(function, trace)
        kinds.signed.update(signed_parameters(function, trace.signature))
    waiting = list(found)
    while waiting:
        caller = waiting.pop()
        for function in _called(kinds.names, caller):
            if function not in found:
                found[function] = _passed_on(kinds.names, caller, found[caller], function)
                waiting.append(function)
    return found


def runs_eagerly(names: Names, node: ast.AST) -> bool:
    """Whether a node in a traced function is kept out of the graph, or may be."""
    for parent in names.scopes.around(node):
        if isinstance(parent, (ast.With, ast.AsyncWith)):
            entered = (item.context_expr for item in parent.items)
            if any(_calls(names, expr, _LIFTED) for expr in entered):
                return True
        elif isinstance(parent, (ast.If, ast.IfExp)) and _calls(names, parent.test, _EAGER):
            return True
    return False


def _roots(kinds: Kinds) -> Iterator[tuple[Function, Trace]]:
    names = kinds.names
    for definition in names.scopes.definitions:
        for place, decorator in enumerate(definition.decorator_list):
            below = definition.decorator_list[place + 1 :]
            if names.full_name(decorator) in FUNCTION_MAKERS:
                autograph = _converts(names, definition, True)
                trace = Trace("tf.function", decorator, None, autograph, True)
            elif maker := function_maker(names, decorator):
                trace = _options(names, definition, maker, Trace("tf.function", decorator))
                trace = trace._replace(decorated=True)
            else:
                continue
            yield definition, trace
            for wrapper in _wrappers(names, below):
                yield wrapper, Trace("tf.function", decorator, definition.name, trace.autograph)
    for each in traced_by_keras(names):
        autograph = _converts(names, each.function, each.autograph)
        yield each.function, Trace(each.by, each.node, None, autograph)
    for call in names.scopes.each(ast.Call):
        if names.full_name(call.func) in FUNCTION_MAKERS:
            argument = given(call, 0, "func")
            traced = names.function(argument)
            if traced:
                yield traced, _options(names, traced, call, Trace("tf.function", call))
        elif isinstance(call.func, ast.Attribute) and call.func.attr in DATASET_TRACERS:
            if kinds.kind(call.func.value) == "dataset":
                keyword, position = DATASET_TRACERS[call.func.attr]
                traced = names.function(given(call, position, keyword))
                if traced:
                    autograph = _converts(names, traced, True)
                    yield traced, Trace(f"Dataset.{call.func.attr}", call, None, autograph)


def _wrappers(names: Names, decorators: list[ast.expr]) -> Iterator[Function]:
    """The functions that decorators give in the place of what they decorate: `tf.function` above them traces those."""
    for each in decorators:
        made = names.function(each.func if isinstance(each, ast.Call) else each)
        if isinstance(each, ast.Call):
            made = _returned(names, made)
        if wrapper := _returned(names, made):
            yield wrapper


def _returned(names: Names, function: Function | None) -> Function | None:
    """The function of its own that a function returns."""
    body = [] if function is None or isinstance(function, ast.Lambda) else function.body
    name = body[-1].value if body and isinstance(body[-1], ast.Return) else None
    own = [each for each in body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return next((each for each in own if isinstance(name, ast.Name) and each.name == name.id), None)


def function_maker(names: Names, decorator: ast.expr) -> ast.Call | None:
    """The call that holds the options of `@tf.function(...)` or `@partial(tf.function, ...)`."""
    if not isinstance(decorator, ast.Call):
        return None
    name = names.full_name(decorator.func)
    partial = name == "functools.partial" and bool(decorator.args)
    if partial:
        name = names.full_name(decorator.args[0])
    return decorator if name in FUNCTION_MAKERS else None


def given(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    """The argument of a call for a parameter; None when it is not given or cannot be told."""
    if any(isinstance(argument, ast.Starred) for argument in call.args[: position + 1]):
        return None
    if position < len(call.args):
        return call.args[position]
    return next((each.value for each in call.keywords if each.arg == keyword), None)


def _options(names: Names, function: Function, call: ast.Call, trace: Trace) -> Trace:
    option = next((each.value for each in call.keywords if each.arg == "autograph"), None)
    wanted: bool | None = True
    if option is not None or any(each.arg is None for each in call.keywords):
        wanted = option.value is True if isinstance(option, ast.Constant) else None
    signature = next((each.value for each in call.keywords if each.arg == "input_signature"), None)
    return trace._replace(autograph=_converts(names, function, wanted), signature=signature)


def _converts(names: Names, function: Function, wanted: bool | None) -> bool | None:
    """Whether AutoGraph rewrites a function, which `do_not_convert` keeps it from."""
    if isinstance(function, ast.Lambda):
        return wanted
    decorators = [
        each.func if isinstance(each, ast.Call) else each for each in function.decorator_list
    ]
    return False if any(names.full_name(each) == _UNCONVERTED for each in decorators) else wanted


def _called(names: Names, caller: Function) -> Iterator[Function]:
    """The functions of the module that run when a function does, at least on some path."""
    for node in names.scopes.within(caller):
        if isinstance(node, ast.Call) and not runs_eagerly(names, node):
            function = names.function(node.func)
            if function:
                yield function
            for place in _CALLERS.get(names.full_name(node.func) or "", ()):
                expr = (
                    node.args[place] if isinstance(place, int) and place < len(node.args) else None
                )
                if isinstance(place, str):
                    expr = next((each.value for each in node.keywords if each.arg == place), None)
                passed = names.function(expr)
                if passed:
                    yield passed


def _passed_on(names: Names, caller: Function, trace: Trace, function: Function) -> Trace:
    name = trace.caller or getattr(caller, "name", "a lambda")
    return Trace(trace.by, trace.node, name, _converts(names, function, trace.autograph))


def _calls(names: Names, expr: ast.expr, functions: frozenset[str]) -> bool:
    return any(
        isinstance(node, ast.Call) and names.full_name(node.func) in functions
        for node in ast.walk(expr)
    )
