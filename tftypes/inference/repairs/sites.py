"""The places of a program that a finding may come from: a slice of the program, backwards from the finding."""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from tftypes.inference.scopes import bindings

Definition: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
#: Farther definitions are left out.
_FARTHEST: Final = 7.0
#: More places are more than anybody can try.
_MOST: Final = 600


class Site(NamedTuple):
    """An expression, and how far it is from the finding."""

    node: ast.expr
    distance: float


class Outline:
    """What is around each node of a module, and what defines its names."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        #: All nodes, in the order of `ast.walk`: edits look for something in all of them.
        self.nodes: list[ast.AST] = [tree]
        self.parents: dict[ast.AST, ast.AST] = {}
        #: How the program writes names of libraries that it was asked for; None where nothing imports one.
        self.spellings: dict[str, ast.expr | None] = {}
        for node in self.nodes:
            for child in ast.iter_child_nodes(node):
                self.nodes.append(child)
                self.parents[child] = node

    def at(self, line: int, column: int, end_line: int, end_column: int) -> ast.AST | None:
        """The outermost expression in a stretch of the file, or the statement there."""
        place = (line, column, end_line, end_column)
        found = [each for each in self.nodes if place_of(each) == place]
        expressions = [each for each in found if isinstance(each, ast.expr)]
        return next(iter([*expressions, *found]), None)

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node is in, the innermost first."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The innermost statement that a node is or is in."""
        if isinstance(node, ast.stmt):
            return node
        return next((each for each in self.around(node) if isinstance(each, ast.stmt)), None)

    def target(self, node: ast.AST) -> ast.expr | None:
        """What a statement assigns a node to."""
        statement = self.parents.get(node)
        return statement.targets[0] if isinstance(statement, ast.Assign) else None

    def function(self, node: ast.AST) -> ast.AST:
        """The innermost `def` that a node is in, or the module."""
        around = (each for each in self.around(node) if isinstance(each, ast.FunctionDef))
        return next(around, self.tree)

    def has_others(self, statement: ast.stmt) -> bool:
        """Whether a block has other statements, too, and may be without one."""
        block = self.parents.get(statement)
        bodies = [getattr(block, each, None) for each in ("body", "orelse", "finalbody")]
        return any(
            isinstance(each, list) and statement in each and len(each) > 1 for each in bodies
        )

    @cached_property
    def calls(self) -> list[ast.Call]:
        """All calls."""
        return [each for each in self.nodes if isinstance(each, ast.Call)]

    @cached_property
    def imports(self) -> dict[str, str]:
        """The names that imports bind, each with the full name of what it is."""
        found = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for each in node.names:
                    full = each.name if each.asname else each.name.partition(".")[0]
                    found[each.asname or full] = full
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for each in node.names:
                    found[each.asname or each.name] = f"{node.module}.{each.name}"
        return found

    @cached_property
    def imports_from(self) -> list[ast.ImportFrom]:
        """The statements at the top that import from modules of other packages."""
        body = (each for each in self.tree.body if isinstance(each, ast.ImportFrom))
        return [each for each in body if not each.level and each.module != "__future__"]

    @cached_property
    def named(self) -> dict[str, ast.AST]:
        """The functions and classes by name."""
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        return {each.name: each for each in self.nodes if isinstance(each, kinds)}

    @cached_property
    def functions(self) -> frozenset[str]:
        """The names of functions and classes that are no members of a class."""
        named = self.named.items()
        return frozenset(a for a, b in named if not isinstance(self.parents[b], ast.ClassDef))

    def lacks(
        self, code: ast.AST, at: ast.AST | None = None, own: frozenset[str] = frozenset()
    ) -> bool:
        """Whether a name in new code is bound nowhere around a place, or at the top; `own` are bound by other new code."""
        return bool(self.lacking(code, at, own))

    def lacking(
        self, code: ast.AST, at: ast.AST | None = None, own: frozenset[str] = frozenset()
    ) -> frozenset[str]:
        """The names in new code that are bound nowhere around a place, nor at the top, nor by other new code."""
        names = {each.id for each in ast.walk(code) if isinstance(each, ast.Name)}
        around = [self.tree, *(() if at is None else self.around(at))]
        known = own.union(bound(code), *(self._names.get(each, ()) for each in around))
        return frozenset(each for each in names - known if not hasattr(builtins, each))

    def is_shared(self, node: ast.expr) -> bool:
        """Whether a name is used more than once in its function, or in the module."""
        owner = next(
            (each for each in self.around(node) if isinstance(each, _FUNCTIONS)), self.tree
        )
        name = getattr(node, "id", None)
        found = [each for each in ast.walk(owner) if isinstance(each, ast.Name) and each.id == name]
        return sum(isinstance(each.ctx, ast.Load) for each in found) > 1

    @cached_property
    def _names(self) -> dict[ast.AST, set[str]]:
        """The names that are bound, by the function or the module that they are of."""
        found: dict[ast.AST, set[str]] = defaultdict(set)
        found[self.tree] |= {*self.imports, *self.functions}
        for node in self.nodes:
            is_bound = isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
            if is_bound or isinstance(node, ast.arg):
                owners = (each for each in self.around(node) if isinstance(each, _FUNCTIONS))
                name = node.id if isinstance(node, ast.Name) else getattr(node, "arg", "")
                found[next(owners, self.tree)].add(name)
        return found

    def defining(self, node: ast.expr, at: ast.AST | None = None) -> Iterator[ast.AST]:
        """The expressions that make what a name or an attribute is, there or at a place, as far as the module has them."""
        written = ast.unparse(node)
        for owner in self.around(at or node):
            if isinstance(owner, _FUNCTIONS):
                yield from self._arguments(owner, written)
            if isinstance(owner, (*_FUNCTIONS, ast.ClassDef, ast.Module)):
                if found := self._bound.get((owner, written)):
                    yield from found
                    return

    @cached_property
    def written(self) -> dict[str, None]:
        """The parameters, variables and attributes that are bound somewhere, as they are written."""
        given = (each.arg for each in self.nodes if isinstance(each, ast.arg))
        return dict.fromkeys((*given, *(name for _, name in self._bound)))

    def called(self, call: ast.Call) -> Iterator[ast.AST]:
        """What the function or class of the program that a call names does."""
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
        found = self.named.get(name)
        if isinstance(found, ast.ClassDef):
            yield from (each for each in ast.walk(found) if isinstance(each, ast.expr))
        else:
            yield from self.returned(name)

    def returned(self, name: str) -> Iterator[ast.AST]:
        """What a function of the program returns or yields."""
        found = self.named.get(name)
        if found is not None and not isinstance(found, ast.ClassDef):
            kinds = (ast.Return, ast.Yield)
            returns = (each for each in ast.walk(found) if isinstance(each, kinds))
            yield from (each.value for each in returns if each.value is not None)

    @cached_property
    def _bound(self) -> dict[tuple[ast.AST, str], list[ast.expr]]:
        """By the scope and the name, or the attribute: what is assigned to it, and the statements that call its methods."""
        found: dict[tuple[ast.AST, str], list[ast.expr]] = defaultdict(list)
        for node in self.nodes:
            for target, value in _bindings(node):
                for name, part in _parts(target, value):
                    owner = self._owner(node, name)
                    found[owner, ast.unparse(name)].append(part)
        return found

    def _owner(self, node: ast.AST, name: ast.expr) -> ast.AST:
        scopes = ast.ClassDef if isinstance(name, ast.Attribute) else _FUNCTIONS
        is_own = not isinstance(name, ast.Attribute) or ast.unparse(name).startswith("self.")
        around = [each for each in self.around(node) if isinstance(each, scopes)]
        if not around or not is_own or ast.unparse(name) in self.shared[around[0]]:
            return self.tree
        return around[0]

    @cached_property
    def shared(self) -> Mapping[ast.AST, Set[str]]:
        """By the function, the names that it declares `global`."""
        found: dict[ast.AST, set[str]] = defaultdict(set)
        for node in self.nodes:
            if isinstance(node, ast.Global):
                found[self.function(node)].update(node.names)
        return found

    def _arguments(self, function: Definition, name: str) -> Iterator[ast.AST]:
        """What callers of a function give for a parameter, and where the function is given away."""
        arguments = function.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        rest = [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
        if name not in [*names, *rest, *(each.arg for each in arguments.kwonlyargs)]:
            return
        pairs = [*zip(reversed(names), reversed(arguments.defaults))]
        pairs += [
            (each.arg, value)
            for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults)
            if value
        ]
        yield from (value for own, value in pairs if own == name)
        if isinstance(function, ast.Lambda):
            call = self.parents.get(function)
            if isinstance(call, ast.Call):
                yield call.func
            return
        called = function.name
        if called == "__init__":
            called = getattr(self.parents.get(function), "name", called)
        for call in self.mentions.get(called, ()):
            if not _names(call.func, called):
                yield call.func  # the function is handed to that
                given = [*call.args, *(each.value for each in call.keywords)]
                rows = [getattr(each, "elts", ()) for each in given]
                places = [row for row in rows if len(row) == len(names) and name in names]
                yield from (row[names.index(name)] for row in places)  # `loop_vars=[0, x]`
                continue
            is_bound = isinstance(call.func, ast.Attribute) or called != function.name
            own = names[1:] if is_bound else names
            for each in call.keywords:
                if each.arg == name or name in rest and each.arg not in names:
                    yield each.value
            for index, value in enumerate(call.args):
                if own[index : index + 1] == [name] or name in rest and index >= len(own):
                    yield value

    @cached_property
    def entered(self) -> frozenset[str]:
        """What `with` statements enter, and what they call it, as it is written."""
        items = (each for each in self.nodes if isinstance(each, ast.withitem))
        pairs = ((each.context_expr, each.optional_vars) for each in items)
        return frozenset(ast.unparse(each) for each in chain(*pairs) if each is not None)

    @cached_property
    def mentions(self) -> dict[str, list[ast.Call]]:
        """The calls of what has a name, and those that it is given to."""
        found: dict[str, list[ast.Call]] = defaultdict(list)
        for node in self.calls:
            for each in (node.func, *node.args, *(each.value for each in node.keywords)):
                if isinstance(each, (ast.Name, ast.Attribute)):
                    found[each.id if isinstance(each, ast.Name) else each.attr].append(node)
        return found


def sliced(outline: Outline, node: ast.AST, calls: Sequence[ast.AST] = ()) -> list[Site]:
    """The expressions that decide about a node, the nearest first; `calls` lead there."""
    distances: dict[ast.expr, float] = {}
    waiting: list[tuple[float, int, ast.AST]] = []

    def wait(distance: float, root: ast.AST) -> None:
        if distance <= _FARTHEST:
            heappush(waiting, (distance, len(seen), root))
            seen.append(root)

    seen: list[ast.AST] = []
    wait(0.0, node)
    statement = outline.statement(node)
    if statement is not None:
        for each in _header(statement):
            wait(0.5, each)
    for each in calls:
        wait(2.0, each)
    while waiting and len(distances) < _MOST:
        distance, _, root = heappop(waiting)
        for each, depth in _within(root):
            if not isinstance(each, ast.expr) or each in distances or _is_bound(each):
                continue
            distances[each] = distance + depth / 10
            if isinstance(each, (ast.Name, ast.Attribute)):
                returned = outline.returned(each.id) if isinstance(each, ast.Name) else ()
                for definition in (*outline.defining(each), *returned):
                    wait(distance + 1, definition)
            elif isinstance(each, ast.Call):
                for made in outline.called(each):
                    wait(distance + 1, made)
    return sorted((Site(*each) for each in distances.items()), key=lambda each: each.distance)


def _is_bound(node: ast.expr) -> bool:
    return not isinstance(getattr(node, "ctx", None), (ast.Load, type(None)))


def _within(root: ast.AST) -> Iterator[tuple[ast.AST, int]]:
    waiting = [(root, 0)]
    for node, depth in waiting:
        yield node, depth
        waiting += [(each, depth + 1) for each in ast.iter_child_nodes(node)]


def _header(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement, without those of the statements in it."""
    for each in ast.iter_child_nodes(statement):
        if isinstance(each, ast.expr):
            yield each
        elif isinstance(each, ast.withitem):
            yield each.context_expr


def _bindings(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets that a node binds, each with what it is made of; what a statement calls methods of."""
    yield from bindings(node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        owner: ast.expr = node.value
        while isinstance(owner, ast.Call) and isinstance(owner.func, ast.Attribute):
            owner = owner.func.value
            yield owner, node.value


def _parts(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(target, (ast.Tuple, ast.List)):
        values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        is_paired = len(values) == len(target.elts)
        for index, each in enumerate(target.elts):
            yield from _parts(each, values[index] if is_paired else value)
    elif isinstance(target, (ast.Name, ast.Attribute)):
        yield target, value
    elif isinstance(target, (ast.Subscript, ast.Starred)):
        yield from _parts(target.value, value)


def bound(code: ast.AST) -> frozenset[str]:
    """The names that code binds."""
    inside = list(ast.walk(code))
    names = (each for each in inside if isinstance(each, ast.Name))
    stored = {each.id for each in names if not isinstance(each.ctx, ast.Load)}
    imported = {each.asname or each.name for each in inside if isinstance(each, ast.alias)}
    given = {each.arg for each in inside if isinstance(each, ast.arg)}
    defined = {each.name for each in inside if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    return frozenset(stored | imported | given | defined)


def place_of(node: ast.AST) -> tuple[object, ...]:
    """The stretch of the file that a node is."""
    names = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return tuple(getattr(node, each, None) for each in names)


def _names(node: ast.expr, name: str) -> bool:
    return name in (getattr(node, "id", None), getattr(node, "attr", None))
