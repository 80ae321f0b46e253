"""Mistakes under conditions of which nothing is known that are mistakes whatever these are.

Code that can never run right is wrong whether its branch is taken or not. It may be right all the same to write it where
the condition is about the values that go wrong, such as a test of their rank that the engine does not follow, about a
version or platform, or where a loop has other values in later rounds. Names decide: those in the condition, those in
the expression, and those that they were computed from.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from tftypes.inference.objects import Container, Value, resolve
from tftypes.inference.scopes import bindings, walk
from tftypes.inference.values import Mapped

#: What is wrong with values, and what is wrong with a name or a parameter that something lacks.
OF_VALUES: Final = frozenset(("tf-shape", "tf-rank", "tf-axis", "tf-dtype", "tf-value"))
OF_NAMES: Final = frozenset(("tf-attribute", "tf-call"))
#: What tells of versions, platforms and tools.
_FACTS: Final = frozenset(
    ("__version__", "version_info", "hexversion", "VERSION", "GIT_VERSION", "hasattr", "getattr", "platform", "sys", "os",
     "TYPE_CHECKING", "executing_eagerly", "inside_function", "is_gpu_available", "list_physical_devices", "globals")
)  # fmt: skip
#: Parts of words that tell of them, where a program has words of its own.
_MARKS: Final = re.compile(
    r"version|compat|legacy|backend|theano|jax|torch|eager|find_spec|(tf|keras)_?[123]|v[12]$|(is|use|has)_\w*(tf|keras)",
    re.IGNORECASE,
)

#: By name, the expressions that are assigned to it.
_Assigned = Mapping[str, Sequence[ast.expr]]


def is_wrong_anyway(
    node: ast.AST,
    code: str,
    operands: Sequence[Value],
    tests: Sequence[ast.AST],
    function: ast.AST | None,
    module: ast.Module,
) -> bool:
    """Whether what is refused at a node is wrong whichever way conditions go, as far as names tell."""
    if code in OF_VALUES and (not operands or any(map(_is_filled_later, operands))):
        return False
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return False  # whoever imports something under a condition knows that not all have it
    lacking = _lacking(node) if code in OF_NAMES else set()
    if code == "tf-call" and isinstance(node, ast.Call):
        node = node.func
    body = module if function is None else function
    namespaces = _namespaces(body)
    assigned = {**_outside(module), **({} if function is None else _assigned(function))}
    imported = _imported(module)
    of_tests = [*_sources(tests, assigned, namespaces)]
    told = {each for test in of_tests for each in _words(test)}
    if told & _FACTS or any(imported.get(name) is False for name in told):
        return False
    modules = {name for name, is_module in imported.items() if is_module}
    if lacking and any(_asks(test, lacking, modules) for test in of_tests):
        return False
    names = _names(_sources([node], assigned, namespaces), namespaces) - modules
    tested = _names(of_tests, namespaces)
    if code in OF_NAMES and (_of_self(names) and _of_self(tested) or any(map(_MARKS.search, told))):
        return False  # what a class derives sets both, or it is another version's
    return names.isdisjoint(tested) and names.isdisjoint(_changed_around(node, body))


def _is_filled_later(value: Value) -> bool:
    """Whether a value stands for one that is not there yet: None, or nothing in a container."""
    value = resolve(value)
    if isinstance(value, Container):
        value = (
            tuple(value.contents.known) if isinstance(value.contents, Mapped) else value.contents
        )
    if isinstance(value, (tuple, list)):
        return not value or any(map(_is_filled_later, value))
    return value is None


def _sources(
    nodes: Iterable[ast.AST], assigned: _Assigned, namespaces: Collection[str]
) -> Iterator[ast.AST]:
    """Expressions, and all those that the names in them were computed from."""
    left = [*nodes]
    seen: set[str] = set()
    while left:
        node = left.pop()
        yield node
        for name in _names([node], namespaces) - seen:
            seen.add(name)
            left += assigned.get(name, ())


#: What the program's own methods know as the object that they are called on.
_SELF: Final = frozenset(("self", "cls"))


def _names(nodes: Iterable[ast.AST], namespaces: Collection[str] = _SELF) -> set[str]:
    """The variables in expressions; of an object that is a namespace, its attributes: `self.size`, `args.units`."""
    found = set()
    for node in nodes:
        for each in walk(node):
            if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
                if each.value.id in namespaces:
                    found.add(f"{each.value.id}.{each.attr}")
            elif isinstance(each, ast.Name) and each.id not in namespaces:
                found.add(each.id)
    return found


@lru_cache(maxsize=256)
def _namespaces(body: ast.AST) -> frozenset[str]:
    """The variables of which the code reads nothing but attributes, as of parsed arguments, and `self`."""
    nodes = [*walk(body)]
    called = {id(each.func) for each in nodes if isinstance(each, ast.Call)}
    read = [
        each.value
        for each in nodes
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and id(each) not in called
    ]  # fmt: skip
    apart = {*map(id, read)}
    whole = {
        each.id
        for each in nodes
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and id(each) not in apart
    }
    return _SELF | {each.id for each in read} - whole


def _lacking(node: ast.AST) -> set[str]:
    """What may be missing where a name or a parameter is: the attribute, or one of the keywords."""
    if isinstance(node, ast.Attribute):
        return {node.attr}
    return {each.arg for each in node.keywords if each.arg} if isinstance(node, ast.Call) else set()


def _asks(test: ast.AST, lacking: set[str], modules: set[str]) -> bool:
    """Whether a test asks for such a name, or asks a module for anything: `supports(tf, "ragged")`."""
    return any(
        isinstance(each, ast.Constant) and each.value in lacking
        or isinstance(each, ast.Call)
        and any(isinstance(arg, ast.Name) and arg.id in modules for arg in each.args)
        for each in walk(test)
    )  # fmt: skip


def _of_self(names: Iterable[str]) -> bool:
    return any(each.startswith("self.") for each in names)


def _words(node: ast.AST) -> set[str]:
    """All names in an expression, those of attributes too."""
    return {
        each.id if isinstance(each, ast.Name) else each.attr
        for each in walk(node)
        if isinstance(each, (ast.Name, ast.Attribute))
    }


#: What gives the items of its arguments.
_GOES_ON: Final = ("zip", "enumerate", "list", "tuple", "reversed")


def _assignments(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned to what: a target, and an expression."""
    for node in nodes:
        for target, value in bindings(node):
            yield from _one_by_one(target, value)
        if isinstance(node, ast.Match):
            yield from ((ast.Name(each), node.subject) for each in _captured(node.cases))


def _one_by_one(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each name of a tuple with its own value, where these are written: `a, b = f(), g()`."""
    pairs = [(target, value)]
    if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
        starred = [each for each in (*target.elts, *value.elts) if isinstance(each, ast.Starred)]
        if len(target.elts) == len(value.elts) and not starred:
            pairs = [*zip(target.elts, value.elts)]
    yield from pairs


def _captured(cases: Iterable[ast.match_case]) -> Iterator[str]:
    """The names that patterns bind."""
    for case in cases:
        for each in walk(case.pattern):
            name = each.rest if isinstance(each, ast.MatchMapping) else getattr(each, "name", None)
            if name is not None:
                yield name


def _by_name(pairs: Iterable[tuple[ast.expr, ast.expr]]) -> _Assigned:
    found: dict[str, list[ast.expr]] = {}
    for target, value in pairs:
        for name in _names([target]):
            found.setdefault(name, []).append(value)
    return found


@lru_cache(maxsize=256)
def assigned_in(scope: ast.AST) -> _Assigned:
    """What a function, or a module, assigns to its own names."""
    return _by_name(_assignments(_at_top(scope)))


def leading_to(node: ast.AST, scope: ast.AST, depth: int = 4) -> Iterator[ast.AST]:
    """An expression, and those from which a scope assigns what it is or is an item of, in loops, too."""
    yield node
    parts = node.args if isinstance(node, ast.Call) and ast.unparse(node.func) in _GOES_ON else []
    if isinstance(node, ast.Name) and depth:
        parts = [*bound_in(scope).get(node.id, ())]
    for each in parts if depth else ():
        yield from leading_to(each, scope, depth - 1)


@lru_cache(maxsize=256)
def bound_in(scope: ast.AST) -> _Assigned:
    """The same without what is assigned to attributes and items of them."""
    return _by_name(
        (target, value)
        for target, value in _assignments(_at_top(scope))
        if not isinstance(target, (ast.Attribute, ast.Subscript))
    )


@lru_cache(maxsize=256)
def _assigned(function: ast.AST) -> _Assigned:
    return _by_name(_assignments(walk(function)))


@lru_cache(maxsize=64)
def _outside(module: ast.Module) -> _Assigned:
    """What the module assigns outside of functions, and what methods assign to attributes of `self`."""
    attributes = (
        (target, value)
        for target, value in _assignments(walk(module))
        if isinstance(target, ast.Attribute)
    )
    return {**_by_name(attributes), **assigned_in(module)}


def _at_top(node: ast.AST) -> Iterator[ast.AST]:
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield each
            yield from _at_top(each)


@lru_cache(maxsize=64)
def _imported(module: ast.Module) -> Mapping[str, bool]:
    """By the name that an import binds, whether it is a module."""
    return {
        alias.asname or alias.name.partition(".")[0]: isinstance(each, ast.Import)
        for each in ast.walk(module)
        if isinstance(each, (ast.Import, ast.ImportFrom))
        for alias in each.names
    }


def _changed_around(node: ast.AST, body: ast.AST) -> set[str]:
    """The names that the loops around a node assign."""
    line = getattr(node, "lineno", 0)
    loops = [
        each
        for each in walk(body)
        if isinstance(each, (ast.For, ast.AsyncFor, ast.While))
        and each.lineno <= line <= (each.end_lineno or 0)
    ]
    targets = [target for loop in loops for target, _ in _assignments(walk(loop))]
    return _names(targets)
