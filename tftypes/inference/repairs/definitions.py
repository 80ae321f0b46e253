"""Edits of the functions and classes that a message names: other parameters, another base, a line that lacks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, parsed, statements, with_fields
from tftypes.inference.repairs.fragments import name_of

#: A `def` or a `class` in the text of a message.
_HEAD: Final = re.compile(r"\b(?:def \w+\([^()]*\)|class \w+\([\w.]+\))(?=:| |$)")
#: A whole method, and the class that it is for.
_METHOD: Final = re.compile(r"\bdef (\w+)\(([^()]*)\): (return .+) in (\w+)")
#: The names that methods have in other libraries.
_ELSEWHERE: Final = {"call": "forward"}
#: An import in the text of a message.
_IMPORTED: Final = re.compile(r"\bfrom ([\w.]+) import ([\w, ]+)")
#: The module of what Keras 2 had, which is there to say that it is gone.
_LEGACY: Final = ".legacy"
#: Parameters that a head leaves out.
_OTHERS: Final = re.compile(r"\.\.\.(, )?")
#: A line, and the function that it is for.
_LINE: Final = re.compile(r"`([^`]+)` in (\w+)\(\)")
_RETURNED: Final = re.compile(r"^return ([^`]+)$")
_LOOKING_ALIKE: Final = 0.85
_FAR: Final = 6.0
#: What tf.function takes that messages name.
_OF_FUNCTION: Final = ("input_signature", "reduce_retracing")

Definition = ast.FunctionDef


def defined(context: Context) -> Iterator[tuple[float, Edit]]:
    """Edits with the definitions and lines that the message names, each with its cost."""
    text = context.finding.remedy
    for head in _HEAD.findall(text):
        yield from _headed(context, f"{head}: pass")
    yield from _keyed(context, text)
    for line, name in _LINE.findall(text):
        for function in _functions(context, name):
            yield from _with_line(function, line)
    for name, parameters, line, owner in _METHOD.findall(text):
        cls = context.outline.named.get(owner)
        if isinstance(cls, ast.ClassDef):
            method = statements(f"def {name}({parameters}): {line}")
            yield 0.4, Edit(cls.body[-1], (cls.body[-1], *method), _kept(cls, line))
    if _RETURNED.match(text) or _is_of_nothing(context):
        for function in _without_return(context):
            last = function.body[-1]
            if isinstance(last, ast.Expr) and not isinstance(last.value, ast.Constant):
                if not context.is_nothing(last.value):
                    yield 1.0, Edit(last, (ast.Return(last.value),))
            elif isinstance(last, ast.Assign):
                yield from _with_line(function, f"return {ast.unparse(last.targets[0])}", 1.0)
            yield from _with_line(function, text) if _RETURNED.match(text) else ()
    for each in context.outline.nodes:
        last = each.body[-1] if isinstance(each, Definition) else None
        if isinstance(last, Definition):
            made = ast.Return(ast.Name(last.name, ast.Load()))
            yield 0.8, Edit(last, (last, made))  # nothing else uses it
    if text.startswith("super().__init__()"):
        for function in _functions(context, "__init__"):
            yield from _initialized(function)


def _kept(cls: ast.ClassDef, line: str) -> tuple[Edit, ...]:
    """The arguments of `__init__` that a new method reads as attributes, kept as such at its end."""
    inside = (each for each in ast.walk(cls) if isinstance(each, ast.Attribute))
    own = {each.attr for each in inside if isinstance(each.ctx, ast.Store)}
    for each in cls.body:
        if isinstance(each, Definition) and each.name == "__init__":
            names = [one.arg for one in each.args.args if f"self.{one.arg}" in line]
            lines = [f"self.{name} = {name}" for name in names if name not in own]
            last = each.body[-1]
            return (Edit(last, (last, *statements("\n".join(lines)))),) if lines else ()
    return ()


def imported(context: Context) -> Iterator[tuple[float, Edit]]:
    """The import of the names from where they are now; for names of Keras, from the package that has older ones, too."""
    statement = context.outline.statement(context.node)
    for place, names in _IMPORTED.findall(context.finding.remedy):
        if isinstance(statement, ast.ImportFrom):
            wanted = re.findall(r"\w+", names)
            moved = [each for each in statement.names if each.name in wanted]
            rest = [each for each in statement.names if each not in moved]
            made = ast.ImportFrom(place, moved, 0)
            kept = [with_fields(statement, {"names": rest})] if rest else []
            yield 0.3, Edit(statement, (*kept, made))
    root: ast.AST = context.node
    while isinstance(root, (ast.Attribute, ast.Call)):
        root = root.func if isinstance(root, ast.Call) else root.value
    for each in context.outline.imports_from:
        bound = [one.asname or one.name for one in each.names]
        home = str(each.module)
        if each is statement or isinstance(root, ast.Name) and root.id in bound:
            if home.partition(".")[0] == "keras":
                yield 0.4, Edit(each, (with_fields(each, {"module": f"tensorflow.{home}"}),))
            if home.endswith(_LEGACY):
                yield 0.3, Edit(each, (with_fields(each, {"module": home[: -len(_LEGACY)]}),))


def traced(context: Context, keyword: ast.keyword) -> Iterator[tuple[float, Edit]]:
    """A keyword of `tf.function` where that decorates the function of what is refused."""
    around = context.outline.around(context.node)
    functions = (each for each in around if isinstance(each, Definition))
    decorators = next((each.decorator_list for each in functions), [])
    for each in decorators:
        call = each if isinstance(each, ast.Call) else ast.Call(each, [], [])
        if name_of(call.func) == "function" and keyword.arg in _OF_FUNCTION:
            kept = [one for one in call.keywords if one.arg != keyword.arg]
            yield 0.6, Edit(each, with_fields(call, {"keywords": [*kept, keyword]}))


def _keyed(context: Context, text: str) -> Iterator[tuple[float, Edit]]:
    """A dict whose one key that is not meant has the name that is."""
    names = re.findall(r"'([^']+)': \.\.\.", text)
    for node, _ in context.near(_FAR):
        keys = node.keys if isinstance(node, ast.Dict) else []
        own = [each.value for each in keys if isinstance(each, ast.Constant)]
        wrong, right = [*({*own} - {*names})], [*({*names} - {*own})]
        if len(wrong) == len(right) == 1 and len(own) == len(keys):
            made = [ast.Constant(right[0] if each in wrong else each) for each in own]
            yield 0.5, Edit(node, with_fields(node, {"keys": made}))


def _functions(context: Context, name: str) -> Sequence[Definition]:
    """The functions of a name, those of the classes that the message names first; else those whose names look alike."""
    functions = [each for each in context.outline.nodes if isinstance(each, Definition)]
    found = [each for each in functions if each.name == name]
    alike = (
        each
        for each in functions
        if SequenceMatcher(None, each.name, name).ratio() >= _LOOKING_ALIKE
        or each.name == _ELSEWHERE.get(name)
    )
    owners = {each: getattr(context.outline.parents[each], "name", "") for each in functions}
    return sorted(found or alike, key=lambda each: owners[each] not in context.told.words)


def _headed(context: Context, head: str) -> Iterator[tuple[float, Edit]]:
    """A function with the parameters, or a class with the base, that a head has."""
    has_more = bool(_OTHERS.search(head))
    made = next(iter(parsed(_OTHERS.sub("", head))), None)
    if isinstance(made, ast.ClassDef):
        old = context.outline.named.get(made.name)
        bases = [context.spelled(ast.unparse(each)) for each in made.bases]
        if isinstance(old, ast.ClassDef) and None not in bases:
            yield 0.3, Edit(old, (with_fields(old, {"bases": [*old.bases, *bases]}),))
    elif isinstance(made, Definition):
        for rank, old in enumerate(_functions(context, made.name)):
            cost = 0.3 + rank / 10
            if old.name != made.name:
                yield cost, Edit(old, (with_fields(old, {"name": made.name}),))
                continue
            taken = _with_rest(old.args, made.args) if has_more else _merged(old, made.args)
            if taken is not None:
                cost += 0.8 * bool(_both(old, taken))  # its callers may as well give several
                yield cost, Edit(old.args, taken, (*_unpacked(old, taken), *_handed_on(old, taken)))


def _with_rest(own: ast.arguments, new: ast.arguments) -> ast.arguments:
    """The parameters of a function, and any others as the new head takes them."""
    return with_fields(own, {"vararg": new.vararg or own.vararg, "kwarg": new.kwarg or own.kwarg})


def _merged(function: Definition, new: ast.arguments) -> ast.arguments | None:
    """The parameters of a new head, with the annotations and the other defaults that the function has; None where it needs others."""
    own = {each.arg: (each, default) for each, default in _parameters(function.args)}
    named = [(own.get(each.arg, (each, None)), default) for each, default in _parameters(new)]
    pairs = [(each, old or default) for (each, old), default in named]
    if function.args.kwonlyargs or function.args.posonlyargs:
        return None
    if _lost(function, new) and not _both(function, new):
        return None
    defaults = [each for _, each in pairs if each is not None]
    if any(each is None for _, each in pairs[len(pairs) - len(defaults) :]):
        return None  # one without a default behind one that has it
    args = [each for each, _ in pairs]
    rest = (new.vararg or function.args.vararg, new.kwarg or function.args.kwarg)
    return ast.arguments([], args, rest[0], [], [], rest[1], defaults)


def _lost(function: Definition, new: ast.arguments) -> list[str]:
    """The parameters that the function needs and a new head lacks."""
    kept = {each.arg for each in (*new.args, new.vararg, new.kwarg) if each}
    used = {each.id for each in ast.walk(function) if isinstance(each, ast.Name)}
    own = [each.arg for each in function.args.args]
    return [each for each in own if each in used and each not in kept]


def _both(function: Definition, new: ast.arguments) -> str:
    """The new parameter that stands for several of those that a function has, or no text."""
    own = {each.arg for each in function.args.args}
    fresh = [each.arg for each in new.args if each.arg not in own]
    return fresh[0] if len(fresh) == 1 < len(_lost(function, new)) else ""


def _unpacked(function: Definition, new: ast.arguments) -> Iterator[Edit]:
    """`a, b = both` first, where one parameter stands for several."""
    if both := _both(function, new):
        names = ", ".join(_lost(function, new))
        first = function.body[0]
        yield Edit(first, (*statements(f"{names} = {both}"), first))


def _parameters(given: ast.arguments) -> list[tuple[ast.arg, ast.expr | None]]:
    defaults = [None] * (len(given.args) - len(given.defaults)) + [*given.defaults]
    return [*zip(given.args, defaults)]


def _handed_on(function: Definition, new: ast.arguments) -> Iterator[Edit]:
    """`super().__init__(**kwargs)` where the function takes any others now."""
    call = _of_base(function)
    if new.kwarg and call is not None and all(each.arg for each in call.keywords):
        rest = ast.keyword(None, ast.Name(new.kwarg.arg, ast.Load()))
        yield Edit(call, with_fields(call, {"keywords": [*call.keywords, rest]}))


def _of_base(function: Definition) -> ast.Call | None:
    """The call of the base's method of the same name, `super().__init__()` or `super(Own, self).__init__()`."""
    calls = (each for each in ast.walk(function) if isinstance(each, ast.Call))
    found = (
        each
        for each in calls
        if isinstance(each.func, ast.Attribute)
        and each.func.attr == function.name
        and isinstance(each.func.value, ast.Call)
        and ast.unparse(each.func.value.func) == "super"
    )
    return next(found, None)


def _initialized(function: Definition) -> Iterator[tuple[float, Edit]]:
    """`super().__init__()` before anything else, or in place of one that is of another class or is given self."""
    call = _of_base(function)
    if call is not None and isinstance(call.func, ast.Attribute):
        inner = call.func.value
        if isinstance(inner, ast.Call) and inner.args:
            yield 0.3, Edit(inner, with_fields(inner, {"args": []}))
        if call.args:
            yield 0.4, Edit(call, with_fields(call, {"args": call.args[1:]}))
        return
    rest = f"**{function.args.kwarg.arg}" if function.args.kwarg else ""
    first = function.body[0]
    yield 0.3, Edit(first, (*statements(f"super().__init__({rest})"), first))


def _with_line(function: Definition, line: str, cost: float = 0.3) -> Iterator[tuple[float, Edit]]:
    """A function that returns something else, or that has a line more at its end."""
    returns = [each for each in ast.walk(function) if isinstance(each, ast.Return)]
    last = function.body[-1]
    for made in parsed(line):
        if not isinstance(last, ast.Return):
            yield cost, Edit(last, (last, made))
        if isinstance(made, ast.Return) and returns and returns[-1].value and made.value:
            yield cost + 0.1, Edit(returns[-1].value, made.value)


def _is_of_nothing(context: Context) -> bool:
    """Whether what is refused, a part of it, or a call whose result the program uses, is None."""
    inside = (each for each in ast.walk(context.node) if isinstance(each, ast.expr))
    parents = context.outline.parents
    return any(
        context.is_nothing(each) and not isinstance(parents.get(each), ast.Expr)
        for each in (*inside, *context.outline.calls)
    )


def _without_return(context: Context) -> Iterator[Definition]:
    """The functions that return nothing."""
    kinds = (ast.Return, ast.Yield, ast.YieldFrom)
    for each in context.outline.nodes:
        if not isinstance(each, Definition) or each.name == "__init__":
            continue
        inside = (x for x in ast.walk(each) if isinstance(x, kinds))
        if all(context.outline.function(x) is not each for x in inside):
            yield each


def under(context: Context, code: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A call of a method of what a `with` enters, as the first statement under it; one about the loop that is refused."""
    if isinstance(context.node, (ast.For, ast.While)):
        first = context.node.body[0]
        yield 0.5, Edit(first, (ast.Expr(code), first))
    owner = ast.unparse(getattr(code.func, "value", code))
    for each in context.outline.nodes:
        names = (
            [each.optional_vars] if isinstance(each, ast.withitem) and each.optional_vars else []
        )
        block = context.outline.parents.get(each)
        if any(ast.unparse(name) == owner for name in names) and isinstance(block, ast.With):
            yield 0.8, Edit(block.body[0], (ast.Expr(code), block.body[0]))
