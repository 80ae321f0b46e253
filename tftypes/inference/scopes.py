"""Scopes: which names each function, class and module of the text owns, as Python's compiler decides it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

#: Nodes with a scope of their own.
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(slots=True)
class Scope:
    """The names that a scope owns, and those that it takes from elsewhere on purpose."""

    own: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    #: Whether the body yields.
    generator: bool = False


def scope_of(node: ast.AST) -> Scope:
    """The scope of a module, class, function, lambda or comprehension.

    >>> scope = scope_of(ast.parse("def f(a):\\n  global g\\n  g = b = a\\n  [c for c in b]").body[0])
    >>> sorted(scope.own), sorted(scope.globals)
    (['a', 'b'], ['g'])
    """
    scope = Scope()
    if isinstance(node, Comprehension):
        for generator in node.generators:
            _collect(generator.target, scope)
        return scope
    if isinstance(node, FunctionNode):
        scope.own.update(each.arg for each in parameters(node.args))
    body: Iterable[ast.AST] = (
        [node.body] if isinstance(node, ast.Lambda) else getattr(node, "body", ())
    )
    for each in body:
        _collect(each, scope)
    scope.own -= scope.globals | scope.nonlocals
    return scope


def parameters(args: ast.arguments) -> list[ast.arg]:
    """All parameters, in the order of the text."""
    return [
        *args.posonlyargs,
        *args.args,
        *([args.vararg] if args.vararg else ()),
        *args.kwonlyargs,
        *([args.kwarg] if args.kwarg else ()),
    ]


def _collect(node: ast.AST, scope: Scope) -> None:
    """Adds what a node binds; does not enter scopes of its own."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            scope.own.add(name)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            scope.own.add(node.name)
        case ast.Import() | ast.ImportFrom():
            scope.own.update(each.asname or each.name.partition(".")[0] for each in node.names)
        case ast.Global():
            scope.globals.update(node.names)
        case ast.Nonlocal():
            scope.nonlocals.update(node.names)
        case (
            ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
        ):
            scope.own.add(name)
        case ast.MatchMapping(rest=str(name)):
            scope.own.add(name)
        case ast.Yield() | ast.YieldFrom():
            scope.generator = True
    if type(node).__name__ == "TypeAlias":  # Python 3.12
        scope.own.add(node.name.id)  # type: ignore[attr-defined]
    for child in _inside(node):
        _collect(child, scope)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated in the scope of a node, of its children."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield from (*node.decorator_list, *_defaults(node.args))
    elif isinstance(node, ast.Lambda):
        yield from _defaults(node.args)
    elif isinstance(node, ast.ClassDef):
        yield from (*node.decorator_list, *node.bases, *(each.value for each in node.keywords))
    elif isinstance(node, Comprehension):
        # Only the first iterable is evaluated outside, but a walrus inside binds outside.
        yield node.generators[0].iter
        yield from _walruses(node)
    else:
        yield from ast.iter_child_nodes(node)


def _defaults(args: ast.arguments) -> list[ast.expr]:
    return [*args.defaults, *(each for each in args.kw_defaults if each is not None)]


def _walruses(node: ast.AST) -> Iterator[ast.AST]:
    for each in ast.walk(node):
        if isinstance(each, ast.NamedExpr):
            yield each.target


def contains(node: ast.AST, *kinds: type[ast.AST]) -> bool:
    """Whether a node of these kinds is in a body, functions and classes defined there left out."""
    return isinstance(node, kinds) or any(map(partial(_has, kinds=kinds), _inside(node)))


def _has(node: ast.AST, kinds: tuple[type[ast.AST], ...]) -> bool:
    return contains(node, *kinds)
