"""Scopes: which names each function, class and module of the text owns, as Python's compiler decides it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, get_args

#: Nodes with a scope of their own.
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(slots=True)
class Scope:
    """The names that a scope owns, and those that it takes from elsewhere on purpose."""

    own: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    #: Names that the body annotates.
    annotated: set[str] = field(default_factory=set)
    #: Whether the body yields, and whether it returns a value.
    generator: bool = False
    returns: bool = False


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


@lru_cache(maxsize=4096)
def names_in(node: ast.AST) -> tuple[str, ...]:
    """The names in the text of a node, each once."""
    return tuple(dict.fromkeys(each.id for each in walk(node) if isinstance(each, ast.Name)))


def bindings(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets that a statement or an expression binds itself, each with what it is made of."""
    if isinstance(node, ast.Assign):
        yield from ((each, node.value) for each in node.targets)
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value:
        yield node.target, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield node.target, node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars:
        yield node.optional_vars, node.context_expr


def parameters(args: ast.arguments) -> list[ast.arg]:
    """All parameters, in the order of the text."""
    return [
        *args.posonlyargs,
        *args.args,
        *([args.vararg] if args.vararg else ()),
        *args.kwonlyargs,
        *([args.kwarg] if args.kwarg else ()),
    ]


def _collect(root: ast.AST, scope: Scope) -> None:
    """Adds what a node binds; does not enter scopes of its own."""
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node)
        bind = _BINDERS.get(kind)
        if bind is not None:
            bind(node, scope)
        if kind not in _LEAVES:
            stack += _inside(node)


def _bind_name(node: ast.Name, scope: Scope) -> None:
    if not isinstance(node.ctx, ast.Load):
        scope.own.add(node.id)


def _bind_annotated(node: ast.AnnAssign, scope: Scope) -> None:
    if isinstance(node.target, ast.Name):
        scope.annotated.add(node.target.id)


def _bind_own(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, scope: Scope) -> None:
    scope.own.add(node.name)


def _bind_imports(node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
    scope.own.update(each.asname or each.name.partition(".")[0] for each in node.names)


def _bind_optional(node: ast.ExceptHandler | ast.MatchAs | ast.MatchStar, scope: Scope) -> None:
    if node.name:
        scope.own.add(node.name)


def _bind_rest(node: ast.MatchMapping, scope: Scope) -> None:
    if node.rest:
        scope.own.add(node.rest)


def _bind_return(node: ast.Return, scope: Scope) -> None:
    scope.returns |= node.value is not None


def _bind_yield(node: ast.AST, scope: Scope) -> None:
    scope.generator = True


_BINDERS: Final[dict[type, Callable[[Any, Scope], None]]] = {
    ast.Name: _bind_name,
    ast.AnnAssign: _bind_annotated,
    ast.FunctionDef: _bind_own,
    ast.AsyncFunctionDef: _bind_own,
    ast.ClassDef: _bind_own,
    ast.Import: _bind_imports,
    ast.ImportFrom: _bind_imports,
    ast.Global: lambda node, scope: scope.globals.update(node.names),
    ast.Nonlocal: lambda node, scope: scope.nonlocals.update(node.names),
    ast.ExceptHandler: _bind_optional,
    ast.MatchAs: _bind_optional,
    ast.MatchStar: _bind_optional,
    ast.MatchMapping: _bind_rest,
    ast.Return: _bind_return,
    ast.Yield: _bind_yield,
    ast.YieldFrom: _bind_yield,
}


def _inside(node: ast.AST) -> list[ast.AST]:
    """What is evaluated in the scope of a node, of its children."""
    around = _AROUND.get(type(node))
    if around is not None:
        return around(node)
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if type(value) is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST) and name not in _MARKERS:
            found.append(value)
    return found


#: Nodes, and fields of nodes, with nothing in them.
_LEAVES: Final = frozenset({ast.Name, ast.Constant})
_MARKERS: Final = frozenset({"ctx", "op"})


def _around_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.AST]:
    return [*node.decorator_list, *_defaults(node.args)]


def _around_class(node: ast.ClassDef) -> list[ast.AST]:
    return [*node.decorator_list, *node.bases, *(each.value for each in node.keywords)]


def _around_comprehension(node: Comprehension) -> list[ast.AST]:
    """Only the first iterable is evaluated outside, but a walrus inside binds outside."""
    walruses = [each.target for each in walk(node) if isinstance(each, ast.NamedExpr)]
    return [node.generators[0].iter, *walruses]


#: What of a node with a scope of its own is evaluated around it.
_AROUND: Final[dict[type, Callable[[Any], list[ast.AST]]]] = {
    ast.FunctionDef: _around_function,
    ast.AsyncFunctionDef: _around_function,
    ast.Lambda: lambda node: [*_defaults(node.args)],
    ast.ClassDef: _around_class,
    **dict.fromkeys(get_args(Comprehension), _around_comprehension),
}


def _defaults(args: ast.arguments) -> list[ast.expr]:
    return [*args.defaults, *(each for each in args.kw_defaults if each is not None)]


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all that is in it, in no order: several times as fast as `ast.walk`.

    >>> sorted(type(each).__name__ for each in walk(ast.parse("x = -1").body[0]))
    ['Assign', 'Constant', 'Name', 'UnaryOp']
    """
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in _LEAVES:
            for name in node._fields:
                value = getattr(node, name, None)
                if type(value) is list:
                    waiting += [each for each in value if isinstance(each, ast.AST)]
                elif isinstance(value, ast.AST) and name not in _MARKERS:
                    waiting.append(value)


def assigned_later(node: ast.ClassDef) -> frozenset[str]:
    """The attributes of `self` that methods other than `__init__` assign.

    >>> sorted(assigned_later(ast.parse("class A:\\n  def f(self):\\n    self.b = self.c").body[0]))
    ['b']
    """
    return frozenset(name for method, name in assigned(node) if method != "__init__")


@lru_cache(maxsize=4096)
def assigned(node: ast.ClassDef) -> frozenset[tuple[str, str]]:
    """The attributes of `self` that methods assign, after the names of these."""
    return frozenset(
        (method.name, each.attr)
        for method in node.body
        if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef))
        for each in walk(method)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and isinstance(each.value, ast.Name)
        and each.value.id == "self"
    )


@lru_cache(maxsize=1024)
def set_on_classes(tree: ast.Module) -> frozenset[tuple[str, str]]:
    """The attributes that functions assign by the name of a class, or by `cls` in it, after that name.

    >>> code = "class A:\\n  n = 0\\ndef f():\\n  A.n = 1"
    >>> sorted(set_on_classes(ast.parse(code)))
    [('A', 'n')]
    """
    found: set[tuple[str, str]] = set()
    for outer in tree.body:
        if not isinstance(outer, (ast.ClassDef, ast.FunctionDef)):
            continue
        for each in walk(outer):
            if (
                isinstance(each, ast.Attribute)
                and isinstance(each.ctx, ast.Store)
                and isinstance(each.value, ast.Name)
            ):
                name = outer.name if each.value.id == "cls" else each.value.id
                found.add((name, each.attr))
    return frozenset(found)


@lru_cache(maxsize=4096)
def changed(node: ast.AST) -> frozenset[str]:
    """The names of objects that code may change: it calls their methods, takes their next, or assigns to their items.

    >>> sorted(changed(ast.parse("def f(x):\\n  rows.append(x)\\n  sizes[0] = x + next(y)").body[0]))
    ['rows', 'sizes', 'y']
    """
    owners = (_owner(each) for each in walk(node))
    return frozenset(each.id for each in owners if isinstance(each, ast.Name))


def _owner(node: ast.AST) -> ast.AST | None:
    """What a call of a method, of `next`, or an assignment to an item is of."""
    match node:
        case (
            ast.Call(func=ast.Attribute(value=owner))
            | ast.Call(func=ast.Name("next"), args=[owner, *_])
        ):
            return owner
        case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()):
            return owner
    return None


def contains(node: ast.AST, *kinds: type[ast.AST]) -> bool:
    """Whether a node of these kinds is in a body, functions and classes defined there left out."""
    return isinstance(node, kinds) or any(map(partial(_has, kinds=kinds), _inside(node)))


def _has(node: ast.AST, kinds: tuple[type[ast.AST], ...]) -> bool:
    return contains(node, *kinds)
