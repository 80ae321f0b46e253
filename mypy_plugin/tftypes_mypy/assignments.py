"""Which names of a module are assigned once, and to what.

mypy forgets a literal at the assignment: `k = 2` reveals `int`. A name that is
bound in one place only, and whose list is changed nowhere, is that expression.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

from mypy import nodes, patterns
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncItem,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    RefExpr,
    StarExpr,
    TupleExpr,
    Var,
)

#: What a function of these modules is given, it does not change.
_PURE: Final = ("tensorflow.", "builtins.", "numpy.", "math.", "functools.")

#: Methods of lists and dicts that change nothing.
READS: Final = frozenset({"items", "keys", "values", "get", "index", "count", "copy"})

#: Methods that put something in.
_GROWS: Final = frozenset(
    {"append", "appendleft", "extend", "extendleft", "insert", "update", "setdefault", "add"}
)

#: Where a node keeps its parts. (mypy's own visitor cannot be subclassed in Python.)
_PARTS: Final[dict[type[Node], tuple[str, ...]]] = {
    nodes.MypyFile: ("defs",),
    nodes.Block: ("body",),
    nodes.ClassDef: ("defs",),
    nodes.FuncDef: ("body",),
    nodes.LambdaExpr: ("body",),
    nodes.Decorator: ("func",),
    nodes.OverloadedFuncDef: ("items",),
    nodes.ExpressionStmt: ("expr",),
    nodes.AssignmentStmt: ("lvalues", "rvalue"),
    nodes.OperatorAssignmentStmt: ("lvalue", "rvalue"),
    nodes.WhileStmt: ("expr", "body", "else_body"),
    nodes.ForStmt: ("index", "expr", "body", "else_body"),
    nodes.IfStmt: ("expr", "body", "else_body"),
    nodes.TryStmt: ("vars", "body", "handlers", "else_body", "finally_body"),
    nodes.WithStmt: ("target", "expr", "body"),
    nodes.MatchStmt: ("subject", "patterns", "guards", "bodies"),
    nodes.ReturnStmt: ("expr",),
    nodes.AssertStmt: ("expr", "msg"),
    nodes.RaiseStmt: ("expr", "from_expr"),
    nodes.DelStmt: ("expr",),
    nodes.CallExpr: ("callee", "args"),
    nodes.OpExpr: ("left", "right"),
    nodes.ComparisonExpr: ("operands",),
    nodes.UnaryExpr: ("expr",),
    nodes.IndexExpr: ("base", "index"),
    nodes.SliceExpr: ("begin_index", "end_index", "stride"),
    nodes.MemberExpr: ("expr",),
    nodes.StarExpr: ("expr",),
    nodes.TupleExpr: ("items",),
    nodes.ListExpr: ("items",),
    nodes.SetExpr: ("items",),
    nodes.DictExpr: ("items",),
    nodes.ConditionalExpr: ("cond", "if_expr", "else_expr"),
    nodes.AssignmentExpr: ("target", "value"),
    nodes.GeneratorExpr: ("indices", "sequences", "condlists", "left_expr"),
    nodes.ListComprehension: ("generator",),
    nodes.SetComprehension: ("generator",),
    nodes.DictionaryComprehension: ("indices", "sequences", "condlists", "key", "value"),
    nodes.AwaitExpr: ("expr",),
    nodes.YieldExpr: ("expr",),
    nodes.YieldFromExpr: ("expr",),
    patterns.AsPattern: ("pattern", "name"),
    patterns.OrPattern: ("patterns",),
    patterns.SequencePattern: ("patterns",),
    patterns.StarredPattern: ("capture",),
    patterns.MappingPattern: ("values", "rest"),
    patterns.ClassPattern: ("positionals", "keyword_values"),
}

#: Reads those parts: a tuple of them where there are several.
_READ: Final[dict[type[Node], Callable[[Node], Any]]] = {
    kind: attrgetter(*parts) for kind, parts in _PARTS.items()
}
#: The parts that bind names to values that nobody can tell.
_TARGETS: Final[dict[type[Node], tuple[str, ...]]] = {
    nodes.ForStmt: ("index",),
    nodes.TryStmt: ("vars",),
    nodes.WithStmt: ("target",),
    nodes.DelStmt: ("expr",),
    nodes.OperatorAssignmentStmt: ("lvalue",),
    nodes.AssignmentExpr: ("target",),
    nodes.GeneratorExpr: ("indices",),
    nodes.DictionaryComprehension: ("indices",),
    patterns.AsPattern: ("name",),
    patterns.StarredPattern: ("capture",),
    patterns.MappingPattern: ("rest",),
}


def _nodes(value: Any) -> Iterator[Node]:
    """The nodes in an attribute: one, none, or (nested) lists of them."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, Node):
        yield value


def below(node: Node, found: list[Node]) -> list[Node]:
    """Adds the nodes directly below a node to a list."""
    read = _READ.get(type(node))
    if read is None:
        return found
    parts = read(node)
    for value in parts if parts.__class__ is tuple else (parts,):
        if value.__class__ is not list:
            if isinstance(value, Node):
                found.append(value)
        else:
            for item in value:
                if isinstance(item, Node):
                    found.append(item)
                else:
                    found += _nodes(item)
    return found


def walk(root: Node) -> Iterator[Node]:
    """The node and all below it, in no particular order."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        below(node, pending)


class Assignments:
    """The names of one module that are assigned once."""

    def __init__(self, tree: nodes.MypyFile) -> None:
        self._bound: dict[Var, Expression | None] = {}
        self._changed: set[Var] = set()
        #: What is given to functions that may change it.
        self._passed: set[Var] = set()
        #: What is taken apart where it is made: `a, b = made()`.
        self.unpacked: set[Node] = set()
        #: Attributes that are assigned to from outside of a class body.
        self._set: set[str] = set()
        #: Second names of what has another name.
        self._aliased: set[Var] = set()
        #: Names for a part of what a name stands for: `first = both[0]`, `a, b = both`.
        self._parts: dict[Var, set[Var]] = {}
        #: In how many places something comes into a list or dict: by its name, or that of the attribute.
        self._sources: Counter[Var | str] = Counter()
        for node in walk(tree):
            self._read(node)

    def value_of(self, var: Var) -> Expression | None:
        """The one expression that the variable is bound to, if there is one.

        A list that some method, index or call may change has no such value.
        """
        value = self._bound.get(var)
        changes = value is not None and self.may_change(var) and _is_mutable(value)
        return None if changes else value

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
        holder = _holder(container)
        return bool(holder) and self._sources[holder] > 1

    def _read(self, node: Node) -> None:
        if isinstance(node, nodes.OperatorAssignmentStmt):
            self._sources[_holder(node.lvalue)] += 1
        if isinstance(node, nodes.AssignmentStmt):
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
            for target in _nodes(getattr(node, part)):
                self._bind(target, None)

    def _read_call(self, call: CallExpr) -> None:
        callee = call.callee
        if isinstance(callee, MemberExpr) and callee.name not in READS:
            self._change(callee.expr)
            if callee.name in _GROWS:
                self._sources[_holder(callee.expr)] += 1
        if not (isinstance(callee, RefExpr) and callee.fullname.startswith(_PURE)):
            for argument in call.args:
                whole = _root(argument)
                if whole is not None:
                    self._passed.add(whole)

    def _bind(self, target: Node, value: Expression | None) -> None:
        if isinstance(target, (TupleExpr, ListExpr)):
            for part, item in zip(target.items, _unpacked(target, value)):
                self._bind(part, item)
        elif isinstance(target, StarExpr):
            self._bind(target.expr, None)
        elif isinstance(target, IndexExpr):
            self._change(target.base)
            self._sources[_holder(target.base)] += 1
        elif isinstance(target, MemberExpr):
            self._set.add(target.name)
            self._sources[target.name] += _holds(value)
        elif isinstance(target, NameExpr) and isinstance(target.node, Var):
            self._record(target.node, value)
            self._sources[target.node] += _holds(value)

    def _share(self, target: Node, value: Expression) -> None:
        """What is assigned has other names now, or parts of it have."""
        whole = _root(value)
        if whole is None:
            return
        names = {node.node for node in walk(target) if isinstance(node, NameExpr)}
        if isinstance(value, NameExpr) and not isinstance(target, (TupleExpr, ListExpr)):
            self._changed.add(whole)
            self._aliased |= {name for name in names if isinstance(name, Var)}
        else:
            self._parts.setdefault(whole, set()).update(n for n in names if isinstance(n, Var))

    def _record(self, var: Var, value: Expression | None) -> None:
        self._bound[var] = None if var in self._bound else value

    def _change(self, expression: Expression) -> None:
        whole = _root(expression)  # what is in it changes too
        if whole is not None:
            self._changed.add(whole)


def _holder(container: Expression | None) -> Var | str:
    """The name of a container, or of the attribute that holds it."""
    if isinstance(container, NameExpr) and isinstance(container.node, Var):
        return container.node
    return container.name if isinstance(container, MemberExpr) else ""


def _holds(value: Expression | None) -> bool:
    """Whether a list or dict has something in it where it is made."""
    if isinstance(value, (ListExpr, nodes.DictExpr, nodes.SetExpr)):
        return bool(value.items)
    return isinstance(value, (nodes.ListComprehension, nodes.DictionaryComprehension, nodes.OpExpr))


def _root(expression: Expression) -> Var | None:
    """The name in `name[0]["key"]`."""
    while isinstance(expression, IndexExpr):
        expression = expression.base
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        return expression.node
    return None


def assigned_at(tree: nodes.MypyFile, line: int) -> list[Var | None]:
    """What an assignment on this line gives a value that nobody annotated.

    A variable or an attribute; None for an item of a container.
    """
    found: list[Var | None] = []
    for node in walk(tree):
        if not node.line <= line <= (node.end_line or line):
            continue
        if isinstance(node, nodes.OperatorAssignmentStmt) or _is_growth(node):
            found.append(None)  # what a list is extended by
        if isinstance(node, nodes.AssignmentStmt):
            for target in node.lvalues:
                found.extend(_inferred(target, tree))
    return found


def _is_growth(node: Node) -> bool:
    callee = node.callee if isinstance(node, CallExpr) else None
    return isinstance(callee, MemberExpr) and callee.name in _GROWS


def _inferred(target: Expression, tree: nodes.MypyFile) -> Iterator[Var | None]:
    if isinstance(target, IndexExpr):
        yield None
    elif isinstance(target, (TupleExpr, ListExpr)):
        for item in target.items:
            yield from _inferred(item, tree)
    elif isinstance(target, NameExpr):
        if isinstance(target.node, Var) and target.node.is_inferred:
            yield target.node
    elif isinstance(target, MemberExpr) and not _is_annotated(target.name, tree):
        classes = [node.info for node in walk(tree) if isinstance(node, nodes.ClassDef)]
        symbols = [info.names.get(target.name) for info in classes]
        found = [symbol.node for symbol in symbols if symbol is not None]
        attributes = [node for node in found if isinstance(node, Var)]
        yield from attributes or (None,)


def _is_annotated(attribute: str, tree: nodes.MypyFile) -> bool:
    """Whether the module annotates an attribute of this name, in a class or on self."""
    return any(
        node.unanalyzed_type is not None
        and any(getattr(target, "name", None) == attribute for target in node.lvalues)
        for node in walk(tree)
        if isinstance(node, nodes.AssignmentStmt)
    )


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


def _unpacked(target: TupleExpr | ListExpr, value: Expression | None) -> list[Expression | None]:
    """`a, b = 1, 2`: each name's own value; `a, b = pair` is `pair[0]` and `pair[1]`."""
    count = len(target.items)
    if value is None:
        return [None] * count
    if isinstance(value, (TupleExpr, ListExpr)):
        starred = any(isinstance(item, StarExpr) for item in (*target.items, *value.items))
        if len(value.items) == count and not starred:
            return list(value.items)
    star = next((i for i, item in enumerate(target.items) if isinstance(item, StarExpr)), count)
    return [None if i == star else _item(value, i if i < star else i - count) for i in range(count)]


def _item(value: Expression, index: int) -> Expression:
    number = nodes.IntExpr(abs(index))
    item = IndexExpr(value, number if index >= 0 else nodes.UnaryExpr("-", number))
    item.set_line(value)
    return item
