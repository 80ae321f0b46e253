"""The scopes of a module, what binds each name in them, and the parent of every node."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeVar, cast

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
N = TypeVar("N", bound=ast.AST)

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES: Final = frozenset({*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef})
#: Nodes that hold no other and bind no name: most are these.
_LEAVES: Final = frozenset({ast.Name, ast.Constant, ast.alias, ast.Pass})

Kind = Literal["import", "value", "function", "class", "parameter", "loop", "with", "other"]


class Binding(NamedTuple):
    """One place where a name gets a value.

    `value` is the expression that is assigned, iterated or entered; `name` the full name of what
    is imported. An unpacked, augmented or deleted name is "other": all that is known is that.
    """

    kind: Kind
    node: ast.AST
    value: ast.expr | None = None
    name: str | None = None
    annotation: ast.expr | None = None


class Scope:
    """A module, class, function, lambda or comprehension, and the bindings of its own names."""

    __slots__ = ("bindings", "elsewhere", "node", "parent")

    def __init__(self, node: ast.AST, parent: Scope | None) -> None:
        self.node = node
        self.parent = parent
        self.bindings: dict[str, list[Binding]] = defaultdict(list)
        #: Names that `global` or `nonlocal` hands to an outer scope, and the statement.
        self.elsewhere: dict[str, ast.Global | ast.Nonlocal] = {}

    @property
    def is_class(self) -> bool:
        """Whether functions within do not see its names."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        scope = self
        while scope.parent:
            scope = scope.parent
        return scope

    @property
    def function(self) -> Scope:
        """This scope, or the one that holds it when it is a comprehension."""
        scope = self
        while isinstance(scope.node, COMPREHENSIONS) and scope.parent:
            scope = scope.parent
        return scope

    def owner(self, name: str) -> Scope | None:
        """The scope whose name this is when it is read here; None for a builtin."""
        scope: Scope | None = self
        while scope:
            statement = scope.elsewhere.get(name)
            if isinstance(statement, ast.Global):
                scope = self.module
                return scope if name in scope.bindings else None
            if not statement and name in scope.bindings and (scope is self or not scope.is_class):
                return scope
            scope = scope.parent
        return None

    def __repr__(self) -> str:
        return f"Scope({getattr(self.node, 'name', type(self.node).__name__)})"


class Scopes:
    """One walk over a module: parents, scopes, bindings, and the nodes of each type in order."""

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope(tree, None)
        self.parents: dict[ast.AST, ast.AST] = {}
        self._scopes: dict[ast.AST, Scope] = {}
        self._own: dict[ast.AST, Scope] = {tree: self.module}
        self._by_type: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        self._walk(tree)
        for scope in self._own.values():
            _hand_over(scope)

    def each(self, *types: type[N]) -> Iterator[N]:
        """The nodes of exactly these types, those of each type in order of the source."""
        for kind in types:
            yield from cast("list[N]", self._by_type.get(kind, []))

    @property
    def definitions(self) -> Iterator[Definition]:
        """Each function that has a name."""
        yield from self.each(ast.FunctionDef)
        yield from self.each(ast.AsyncFunctionDef)

    def scope(self, node: ast.AST) -> Scope:
        """The scope that a node is evaluated in (that of a decorator is outside its function)."""
        return self._scopes[node]

    def own_scope(self, node: ast.AST) -> Scope:
        """The scope that a function, class or comprehension makes."""
        return self._own[node]

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, the nearest first."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def function_around(self, node: ast.AST) -> Function | None:
        """The innermost function or lambda whose body runs the node."""
        scope: Scope | None = self.scope(node)
        while scope:
            if isinstance(scope.node, FUNCTIONS):
                return scope.node
            if isinstance(scope.node, ast.ClassDef):
                return None
            scope = scope.parent
        return None

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node up to the function, class or module whose body runs it."""
        stop = self.scope(node).function.node
        for parent in self.ancestors(node):
            if parent is stop:
                return
            yield parent

    def within(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a function's body holds, in order, without the bodies of functions within."""
        if isinstance(node, ast.Lambda):
            stack: list[ast.AST] = [node.body]
        else:
            stack = list(reversed(getattr(node, "body", [])))
        while stack:
            inner = stack.pop()
            yield inner
            if isinstance(inner, (*FUNCTIONS, ast.ClassDef)):
                stack.extend(reversed(list(evaluated_outside(inner))))
            else:
                stack.extend(reversed(children(inner)))

    def _walk(self, tree: ast.Module) -> None:
        parents, scopes, by_type = self.parents, self._scopes, self._by_type
        scopes[tree] = self.module
        stack: list[ast.AST] = [tree]
        while stack:
            node = stack.pop()
            kind = type(node)
            by_type[kind].append(node)
            if kind in _LEAVES:
                continue
            scope = scopes[node]
            binder = _BINDERS.get(kind)
            if binder:
                binder(node, scope)
            below = children(node)
            if kind in _SCOPES:
                inner = self._own[node] = Scope(node, scope)
                scopes.update(dict.fromkeys(evaluated_outside(node), scope))
            else:
                inner = scope
            for child in below:
                parents[child] = node
                scopes.setdefault(child, inner)
            below.reverse()
            stack += below


#: Fields that hold no node, or an operator or context, which is the same object in all places.
_SHARED: Final = frozenset(
    {"arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module"}
    | {"name", "op", "ops", "rest", "simple", "type_comment"}
)
#: What has lists that hold more than nodes: a dict's `**` has no key, a keyword-only parameter
#: may have no default, and others hold names.
_SPARSE: Final = frozenset({ast.Dict, ast.arguments, ast.Global, ast.Nonlocal, ast.MatchClass})
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below a node, operators and contexts left out."""
    kind = type(node)
    fields = _FIELDS.get(kind)
    if fields is None:
        # The name of a `type X = ...` is a node, the value of a constant is none.
        kept = {"name"} if kind.__name__ == "TypeAlias" else set()
        fields = tuple(each for each in kind._fields if each not in _SHARED - kept)
        fields = _FIELDS[kind] = () if kind is ast.Constant else fields
    found: list[ast.AST] = []
    for field in fields:
        value = getattr(node, field, None)
        if type(value) is list:
            sparse = kind in _SPARSE
            found += [each for each in value if isinstance(each, ast.AST)] if sparse else value
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def evaluated_outside(node: ast.AST) -> Iterator[ast.AST]:
    """What is written in a function, class or comprehension and evaluated around it."""
    if isinstance(node, COMPREHENSIONS):
        yield node.generators[0].iter
    elif isinstance(node, ast.ClassDef):
        yield from (*node.decorator_list, *node.bases, *node.keywords)
    elif isinstance(node, FUNCTIONS):
        if not isinstance(node, ast.Lambda):
            yield from node.decorator_list
            if node.returns:
                yield node.returns
        for parameter in parameters(node.args):
            if parameter.annotation:
                yield parameter.annotation
        yield from node.args.defaults
        yield from (default for default in node.args.kw_defaults if default)


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """All parameters, `*args` and `**kwargs` among them, in the order in which they are written."""
    starred = [arguments.vararg] if arguments.vararg else []
    doubly = [arguments.kwarg] if arguments.kwarg else []
    return [*arguments.posonlyargs, *arguments.args, *starred, *arguments.kwonlyargs, *doubly]


def _hand_over(scope: Scope) -> None:
    """Gives what is bound under `global` and `nonlocal` to the scope that owns the name."""
    for name, statement in scope.elsewhere.items():
        bindings = scope.bindings.pop(name, [])
        owner = scope.module if isinstance(statement, ast.Global) else None
        owner = owner or (scope.parent and scope.parent.owner(name))
        if owner:
            owner.bindings[name] += [Binding("other", binding.node) for binding in bindings]


def _bind_target(target: ast.expr, binding: Binding, scope: Scope) -> None:
    if isinstance(target, ast.Name):
        scope.bindings[target.id].append(binding)
    elif isinstance(target, ast.Starred):
        _bind_target(target.value, Binding("other", binding.node), scope)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part, value in _unpacked(target.elts, binding):
            kind: Kind = "value" if value else "other"
            _bind_target(part, Binding(kind, binding.node, value), scope)


def _unpacked(
    targets: list[ast.expr], binding: Binding
) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Each target, with its value where `a, b = x, y` says it."""
    value = binding.value
    plain = (
        binding.kind == "value"
        and isinstance(value, (ast.Tuple, ast.List))
        and len(value.elts) == len(targets)
        and not any(isinstance(part, ast.Starred) for part in (*targets, *value.elts))
    )
    if plain and isinstance(value, (ast.Tuple, ast.List)):
        yield from zip(targets, value.elts, strict=True)
    else:
        yield from ((target, None) for target in targets)


def _bind_assign(node: ast.Assign, scope: Scope) -> None:
    for target in node.targets:
        _bind_target(target, Binding("value", node, node.value), scope)


def _bind_annotated(node: ast.AnnAssign, scope: Scope) -> None:
    if node.value:
        binding = Binding("value", node, node.value, annotation=node.annotation)
        _bind_target(node.target, binding, scope)


def _bind_changed(node: ast.AugAssign, scope: Scope) -> None:
    _bind_target(node.target, Binding("other", node), scope)


def _bind_walrus(node: ast.NamedExpr, scope: Scope) -> None:
    _bind_target(node.target, Binding("value", node, node.value), scope.function)


def _bind_loop(node: ast.For | ast.AsyncFor | ast.comprehension, scope: Scope) -> None:
    _bind_target(node.target, Binding("loop", node, node.iter), scope)


def _bind_entered(node: ast.withitem, scope: Scope) -> None:
    if node.optional_vars:
        _bind_target(node.optional_vars, Binding("with", node, node.context_expr), scope)


def _bind_import(node: ast.Import, scope: Scope) -> None:
    for alias in node.names:
        top = alias.name.partition(".")[0]
        name = alias.name if alias.asname else top
        scope.bindings[alias.asname or top].append(Binding("import", node, name=name))


def _bind_import_from(node: ast.ImportFrom, scope: Scope) -> None:
    module = "." * node.level + (node.module or "")
    for alias in node.names:
        name = f"{module}.{alias.name}"
        scope.bindings[alias.asname or alias.name].append(Binding("import", node, name=name))


def _bind_definition(node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
    scope.bindings[node.name].append(Binding("function", node))


def _bind_class(node: ast.ClassDef, scope: Scope) -> None:
    scope.bindings[node.name].append(Binding("class", node))


def _bind_parameter(node: ast.arg, scope: Scope) -> None:
    scope.bindings[node.arg].append(Binding("parameter", node, annotation=node.annotation))


def _bind_named(node: ast.ExceptHandler | ast.MatchAs | ast.MatchStar, scope: Scope) -> None:
    if node.name:
        scope.bindings[node.name].append(Binding("other", node))


def _bind_deleted(node: ast.Delete, scope: Scope) -> None:
    for target in node.targets:
        _bind_target(target, Binding("other", node), scope)


def _bind_rest(node: ast.MatchMapping, scope: Scope) -> None:
    if node.rest:
        scope.bindings[node.rest].append(Binding("other", node))


def _bind_type(node: Any, scope: Scope) -> None:
    """`type X = ...`, and the `T` of `def f[T]`."""
    name = node.name if isinstance(node.name, str) else node.name.id
    scope.bindings[name].append(Binding("other", node))


def _bind_elsewhere(node: ast.Global | ast.Nonlocal, scope: Scope) -> None:
    scope.elsewhere.update(dict.fromkeys(node.names, node))


_BINDERS: Final[Mapping[type[ast.AST], Callable[[Any, Scope], None]]] = {
    ast.Assign: _bind_assign,
    ast.AnnAssign: _bind_annotated,
    ast.AugAssign: _bind_changed,
    ast.NamedExpr: _bind_walrus,
    ast.For: _bind_loop,
    ast.AsyncFor: _bind_loop,
    ast.comprehension: _bind_loop,
    ast.withitem: _bind_entered,
    ast.Import: _bind_import,
    ast.ImportFrom: _bind_import_from,
    ast.FunctionDef: _bind_definition,
    ast.AsyncFunctionDef: _bind_definition,
    ast.ClassDef: _bind_class,
    ast.arg: _bind_parameter,
    ast.ExceptHandler: _bind_named,
    ast.Delete: _bind_deleted,
    ast.MatchAs: _bind_named,
    ast.MatchStar: _bind_named,
    ast.MatchMapping: _bind_rest,
    ast.Global: _bind_elsewhere,
    ast.Nonlocal: _bind_elsewhere,
    **{
        getattr(ast, name): _bind_type
        for name in ("ParamSpec", "TypeAlias", "TypeVar", "TypeVarTuple")
        if hasattr(ast, name)  # from Python 3.12 on
    },
}
