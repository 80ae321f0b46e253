"""Which names of a module are assigned once, and to what.

mypy forgets a literal at the assignment: `k = 2` reveals `int`. A name that is
bound in one place only, and whose list is changed nowhere, is that expression.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mypy import nodes, patterns
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    FuncItem,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    StarExpr,
    TupleExpr,
    Var,
)
from mypy_extensions import mypyc_attr

from tftypes_mypy.lazy import lazy
from tftypes_mypy.mixtures import Mixtures
from tftypes_mypy.ranges import LOOPS, RANGED, Ranges, Ways, end
from tftypes_mypy.syntax import Place, nodes_in, walk
from tftypes_mypy.unpacking import unpacked

#: What a function of these modules is given, it does not change.
PURE: Final = ("tensorflow.", "builtins.", "numpy.", "math.", "functools.")

#: Packages that show, measure or write what they are given, also where mypy cannot find them.
_READERS: Final = frozenset(
    {"IPython", "json", "logging", "matplotlib", "os", "pprint", "seaborn", "time", "tqdm"}
)

#: Methods of lists and dicts that change nothing.
READS: Final = frozenset({"items", "keys", "values", "get", "index", "count", "copy"})

#: Methods that put something in.
GROWS: Final = frozenset(
    {"append", "appendleft", "extend", "extendleft", "insert", "update", "setdefault", "add"}
)

#: The parts that bind names to values that nobody can tell.
_TARGETS: Final[dict[type[Node], tuple[str, ...]]] = {
    nodes.ForStmt: ("index",),
    nodes.TryStmt: ("vars",),
    nodes.WithStmt: ("target",),
    nodes.DelStmt: ("expr",),
    OperatorAssignmentStmt: ("lvalue",),
    nodes.AssignmentExpr: ("target",),
    nodes.GeneratorExpr: ("indices",),
    nodes.DictionaryComprehension: ("indices",),
    patterns.AsPattern: ("name",),
    patterns.StarredPattern: ("capture",),
    patterns.MappingPattern: ("rest",),
}
#: What says something of names: most nodes do not.
_TELLING: Final = frozenset(
    {*_TARGETS, AssignmentStmt, nodes.CallExpr, nodes.FuncDef, nodes.LambdaExpr}
)
_IMPORTS: Final = frozenset({nodes.Import, nodes.ImportFrom})

#: From where on a parameter has what it is given.
_PARAMETER: Final[Place] = (0, 0)


@dataclass(frozen=True)
class Site:
    """One of several places where a name is bound."""

    #: From where on the name has it; a parameter from above the first line.
    end: Place
    #: The functions, the loops and branches, the loops alone around it, and whether a `try` is.
    functions: frozenset[Place]
    branches: frozenset[Place]
    loops: frozenset[Place]
    tried: bool
    value: Expression | None

    @property
    def around(self) -> frozenset[Place]:
        """The functions, loops and branches around it."""
        return self.functions | self.branches


@mypyc_attr(native_class=False)
class Assignments:
    """The names of one module that are assigned once, from all of its nodes."""

    def __init__(self, code: Iterable[Node]) -> None:
        self._bound: dict[Var, Expression | None] = {}
        #: Where each name is first bound, and all that those are bound to that are bound again.
        self._places: dict[Var, Node] = {}
        self._again: dict[Var, list[tuple[Node | None, Expression | None]]] = {}
        self._bindings: dict[Var, Sequence[Site]] = {}
        self._changed: set[Var] = set()
        #: What is given to functions that may change it.
        self._passed: dict[Var, list[CallExpr]] = {}
        #: The names under which the module has such packages, or functions of them.
        self._readers: set[str] = set()
        #: What is taken apart where it is made: `a, b = made()`.
        self.unpacked: set[Node] = set()
        #: Attributes that are assigned to from outside of a class body.
        self._set: set[str] = set()
        #: Second names of what has another name.
        self._aliased: set[Var] = set()
        #: Names for a part of what a name stands for: `first = both[0]`, `a, b = both`.
        self._parts: dict[Var, set[Var]] = {}
        self._mixtures = Mixtures()
        #: What each value is assigned to.
        self._targets: dict[Context, Sequence[Expression]] = {}
        #: The functions, loops and branches.
        self._ranged: list[Node] = []
        telling: list[Node] = []
        for node in code:  # in no order
            kind = type(node)
            if kind in RANGED:
                self._ranged.append(node)
            if kind in _TELLING:
                telling.append(node)
            elif kind in _IMPORTS:
                self._readers.update(_reading(node))
        for node in telling:
            self._read(node)

    def value_of(self, var: Var) -> Expression | None:
        """The one expression that the variable is bound to, if there is one.

        A list that some method, index or call may change has no such value.
        """
        value = self._bound.get(var)
        changes = value is not None and self.may_change(var) and _is_mutable(value)
        return None if changes else value

    def latest(self, var: Var, at: Expression, ways: Ways) -> Expression | None:
        """What a variable that is bound again was last bound to before it is read; None where that is not sure.

        It is sure where one statement follows the other, with no loop or function around them but for the one function
        whose name it is, and no branch but those that a run is sure to go through.
        """
        if var not in self._again:
            return None
        place, within = (at.line, at.column), self.functions(at)
        if within and "." in var.fullname:
            return None
        loops = self._loops.around(at)
        last: Site | None = None
        for site in self.bindings_of(var):
            if site.end == _PARAMETER:  # which has its argument until it is bound
                continue
            if False in map(ways.get, site.branches):
                continue
            if site.functions != within or not loops.isdisjoint(site.loops):
                return None
            if site.end <= place and (last is None or last.end <= site.end):
                last = site
        if last is None or last.value is None or not all(map(ways.get, last.branches)):
            return None
        if _is_mutable(last.value) and (self.is_changed(var) or self._is_given(var, last.end, at)):
            return None
        return last.value

    def _is_given(self, var: Var, since: Place, at: Expression) -> bool:
        """Whether a call may have got what a variable stands for since it was bound, before it is read."""
        until, loops = (at.line, at.column), self._loops.around(at)
        for call in self.calls_with(var):
            place = call.line, call.column
            if not loops & self._loops.around(call):
                if place > until or (self.is_own(call) and place < since):
                    continue  # also what functions do that are defined later
            return True
        return False

    def given_to(self, var: Var) -> Expression | None:
        """The one expression that the variable is bound to, if only calls may have changed it."""
        return None if self.is_changed(var) else self._bound.get(var)

    def calls_with(self, var: Var) -> Sequence[CallExpr]:
        """The calls that what the variable stands for is passed to."""
        return self._passed.get(var, ())

    @lazy
    def _scopes(self) -> Ranges:
        """Where functions begin and end."""
        return Ranges.of(self._ranged, (FuncItem,))

    @lazy
    def _loops(self) -> Ranges:
        """Where something may run more than once."""
        return Ranges.of(self._ranged, LOOPS)

    @lazy
    def _tries(self) -> Ranges:
        """Where something may end at any place."""
        return Ranges.of(self._ranged, (nodes.TryStmt,))

    @lazy
    def _branches(self) -> Ranges:
        """Where something may not run at all."""
        return Ranges.of_branches(self._ranged)

    def is_bound_again(self, var: Var) -> bool:
        """Whether the name is bound in more than one place."""
        return var in self._again

    def source_of(self, var: Var) -> Expression | None:
        """The expression that a name is bound to which is bound once."""
        return self._bound.get(var)

    def targets_of(self, value: Context) -> Iterator[Var]:
        """The names that a value is assigned to, or a part of it."""
        for target in self._targets.get(value, ()):
            parts = target.items if isinstance(target, (TupleExpr, ListExpr)) else [target]
            for part in parts:
                if isinstance(part, NameExpr) and isinstance(part.node, Var):
                    yield part.node

    def bindings_of(self, var: Var) -> Sequence[Site]:
        """Where a name that is bound again is bound."""
        if var not in self._bindings:
            again = self._again.get(var, ())
            self._bindings[var] = [self._bound_at(node, value) for node, value in again]
        return self._bindings[var]

    def _bound_at(self, node: Node | None, value: Expression | None) -> Site:
        if node is None:
            return Site(_PARAMETER, frozenset(), frozenset(), frozenset(), False, None)
        until = end(node if value is None else value)
        branches, loops = self._branches.around(node), self._loops.around(node)
        tried = bool(self._tries.around(node))
        return Site(until, self.functions(node), branches, loops, tried, value)

    def around(self, node: Node) -> frozenset[Place]:
        """Where the functions, loops and branches begin that a node is in."""
        return self._branches.around(node) | self._scopes.around(node)

    def functions(self, node: Node) -> frozenset[Place]:
        """Where the functions begin that a node is in."""
        return self._scopes.around(node)

    def runs_with(self, node: Node, before: Node) -> bool:
        """Whether one node runs no more often than another above it, as far as loops and functions tell."""
        is_beside = self.functions(node) == self.functions(before)
        return is_beside and self._loops.around(node) <= self._loops.around(before)

    def is_own(self, node: Node) -> bool:
        """Whether a node is in no function that is made in the code."""
        return not self._scopes.around(node)

    def follows(self, first: Expression, second: Expression) -> bool | None:
        """Whether the second runs after the first is through; None where that is not known."""
        if self._scopes.around(first) != self._scopes.around(second):
            return None
        if end(first) <= (second.line, second.column):
            return True
        return None if self._loops.around(first) else False

    def sets_attribute(self, name: str) -> bool:
        """Whether the module assigns to an attribute of this name, of whatever object."""
        return name in self._set

    def may_change(self, var: Var) -> bool:
        """Whether the list or dict that the variable stands for may become another one."""
        return self.is_changed(var) or var in self._passed

    def is_changed(self, var: Var) -> bool:
        """Whether the module changes it, under this name or another, or cannot tell."""
        parts = self._parts.get(var, set())
        is_foreign = "." in var.fullname and var not in self._bound
        return is_foreign or not self._changed.isdisjoint({var, *parts})

    def has_other_name(self, var: Var) -> bool:
        """Whether it is a second name of what has another one."""
        return var in self._aliased

    def is_mixed(self, container: Expression | None) -> bool:
        """Whether what is in a list or dict comes from several places, of which mypy knows the first."""
        return container in self._mixtures

    def put_into(self, container: Expression | None) -> Sequence[Expression | None]:
        """What comes into a list or dict after it is made."""
        return self._mixtures.put_into(container)

    def _read(self, node: Node) -> None:
        if isinstance(node, OperatorAssignmentStmt):
            self._mixtures.put(node.lvalue, [node.rvalue])
        if isinstance(node, AssignmentStmt):
            self._targets[node.rvalue] = node.lvalues
            if len(node.lvalues) == 1 and isinstance(node.lvalues[0], (TupleExpr, ListExpr)):
                self.unpacked.add(node.rvalue)
            for target in node.lvalues:
                self._share(target, node.rvalue)
                self._bind(target, node.rvalue if len(node.lvalues) == 1 else None)
        elif isinstance(node, FuncItem):
            for parameter in node.arguments:
                self._record(parameter.variable, None)
        elif isinstance(node, CallExpr):
            self._read_call(node)
        for part in _TARGETS.get(type(node), ()):
            for target in nodes_in(getattr(node, part)):
                self._bind(target, None)

    def _read_call(self, call: CallExpr) -> None:
        callee = call.callee
        if isinstance(callee, MemberExpr) and callee.name not in READS:
            self._change(callee.expr)
            if callee.name in GROWS:
                self._mixtures.put(callee.expr, call.args)
        is_pure = isinstance(callee, RefExpr) and callee.fullname.startswith(PURE)
        if not is_pure and _owner(callee) not in self._readers:
            for argument in call.args:
                whole = root(argument)
                if whole is not None:
                    self._passed.setdefault(whole, []).append(call)

    def _bind(self, target: Node, value: Expression | None) -> None:
        if isinstance(target, (TupleExpr, ListExpr)):
            for part, item in zip(target.items, unpacked(target, value)):
                self._bind(part, item)
        elif isinstance(target, StarExpr):
            self._bind(target.expr, None)
        elif isinstance(target, IndexExpr):
            self._change(target.base)
            self._mixtures.put(target.base, [value])
        elif isinstance(target, MemberExpr):
            self._set.add(target.name)
            self._mixtures.assign(target, value)
        elif isinstance(target, NameExpr) and isinstance(target.node, Var):
            self._record(target.node, value, target)
            self._mixtures.assign(target, value)

    def _share(self, target: Node, value: Expression) -> None:
        """What is assigned has other names now, or parts of it have."""
        whole = root(value)
        if whole is None:
            return
        names = {node.node for node in walk(target) if isinstance(node, NameExpr)}
        if isinstance(value, NameExpr) and not isinstance(target, (TupleExpr, ListExpr)):
            self._changed.add(whole)
            self._aliased |= {name for name in names if isinstance(name, Var)}
        else:
            self._parts.setdefault(whole, set()).update(n for n in names if isinstance(n, Var))

    def _record(self, var: Var, value: Expression | None, at: Node | None = None) -> None:
        if var in self._bound:
            first = self._places.get(var), self._bound[var]
            self._again.setdefault(var, [first]).append((at, value))
            self._bound[var] = None
        else:
            self._bound[var] = value
            if at is not None:
                self._places[var] = at

    def _change(self, expression: Expression) -> None:
        whole = root(expression)  # what is in it changes too
        if whole is not None:
            self._changed.add(whole)


def _reading(node: Node) -> Iterator[str]:
    """The names that an import gives to what only reads what it gets."""
    imported: list[tuple[str, str, str | None]] = []
    if isinstance(node, nodes.Import):
        imported = [(name, name, given) for name, given in node.ids]
    elif isinstance(node, nodes.ImportFrom):
        imported = [(node.id, name, given) for name, given in node.names]
    for module, name, given in imported:
        if module.partition(".")[0] in _READERS:
            yield given or name.partition(".")[0]


def _owner(callee: Expression) -> str:
    """The name in `name.part.function`."""
    while isinstance(callee, MemberExpr):
        callee = callee.expr
    return callee.name if isinstance(callee, NameExpr) else ""


@dataclass(frozen=True)
class Binding:
    """Where a name is given another value."""

    #: From where on the name has it; that is where a loop around begins.
    place: Place
    #: What is assigned, which is evaluated before.
    written: Expression | None


def bindings(body: Node) -> dict[Var, list[Binding]]:
    """Where a body gives a value to each name."""
    found: dict[Var, list[Binding]] = {}
    code = list(walk(body))
    loops = Ranges.of(code, LOOPS)
    for node in code:
        targets: list[Node] = []
        value, place = None, (node.line, node.column)
        if isinstance(node, AssignmentStmt):
            targets, value, place = [*node.lvalues], node.rvalue, end(node.rvalue)
        for part in _TARGETS.get(type(node), ()):
            targets += nodes_in(getattr(node, part))
        if targets:
            binding = Binding(min([place, *loops.around(node)]), value)
            for name in (n for target in targets for n in walk(target)):
                if isinstance(name, NameExpr) and isinstance(name.node, Var):
                    found.setdefault(name.node, []).append(binding)
    return found


def root(expression: Expression) -> Var | None:
    """The name in `name[0]["key"]`."""
    while isinstance(expression, IndexExpr):
        expression = expression.base
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        return expression.node
    return None


#: What a list or a dict may be written as.
_MUTABLE: Final = (
    ListExpr,
    nodes.ListComprehension,
    nodes.DictExpr,
    nodes.DictionaryComprehension,
    NameExpr,
    IndexExpr,
)
_MAKERS: Final = ("list", "dict", "sorted")


def _is_mutable(value: Expression) -> bool:
    """Whether the value may be a list or a dict."""
    if isinstance(value, nodes.OpExpr):
        return _is_mutable(value.left) or _is_mutable(value.right)
    if isinstance(value, CallExpr):
        callee = value.callee
        makes_lists = isinstance(callee, MemberExpr) and callee.name in ("as_list", "copy")
        return makes_lists or (isinstance(callee, NameExpr) and callee.name in _MAKERS)
    return isinstance(value, _MUTABLE)
