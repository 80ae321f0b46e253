"""Lists that a body makes and fills under one name: which of them change nowhere but where they are seen to.

outs = []                            self.blocks = []
for size in (3, 5):                  for units in (8, 16):
    outs.append(conv(x, size))           self.blocks.append(layers.Dense(units))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from mypy import nodes
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncItem,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    RefExpr,
    Statement,
    Var,
)

from tftypes_mypy.assignments import GROWS, PURE, READS
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.syntax import below, walk

#: A name of a body, or that of an attribute of its object.
Key = Var | str


def grown(statement: Node) -> tuple[Expression, Expression] | None:
    """The list of `list.append(item)`, and the item."""
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if not isinstance(call, CallExpr) or not isinstance(call.callee, MemberExpr):
        return None
    if call.callee.name != "append" or len(call.args) != 1 or call.arg_kinds[0].is_star():
        return None
    return call.callee.expr, call.args[0]


def filled(statement: Node) -> tuple[NameExpr, Expression | None] | None:
    """The name of a list or dict that something comes into, and that, where it is one item: `rows[key] = row`."""
    value: Expression | None = None
    base: Expression | None = None
    if isinstance(statement, AssignmentStmt):
        indexed = [each for each in statement.lvalues if isinstance(each, nodes.IndexExpr)]
        base, value = (indexed[0].base, statement.rvalue) if indexed else (None, None)
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr):
        if call.callee.name in GROWS:
            base = call.callee.expr
            value = call.args[0] if call.callee.name in ("append", "add") and call.args else None
    while isinstance(base, nodes.IndexExpr):
        base, value = base.base, None
    is_name = isinstance(base, NameExpr) and isinstance(base.node, Var)
    return (base, value) if is_name and isinstance(base, NameExpr) else None


def added(statement: Node) -> Expression | None:
    """The model of `self.model.add(layer)`."""
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    callee = call.callee if isinstance(call, CallExpr) else None
    is_added = isinstance(callee, MemberExpr) and callee.name == "add"
    return callee.expr if is_added and isinstance(callee, MemberExpr) else None


def key_of(expression: Expression, first: Var | None) -> Key | None:
    """The name that an expression is, or that of an attribute of the object."""
    if isinstance(expression, NameExpr):
        return expression.node if isinstance(expression.node, Var) else None
    owner = expression.expr if isinstance(expression, MemberExpr) else None
    is_own = isinstance(owner, NameExpr) and owner.node is first is not None
    return expression.name if is_own and isinstance(expression, MemberExpr) else None


def lists(item: FuncItem, own: Sequence[Node]) -> frozenset[Var]:
    """The names of lists that a body makes, fills and reads, and does nothing else with that is not seen to."""
    found = {
        node.lvalues[0].node
        for node in own
        if isinstance(node, AssignmentStmt)
        and len(node.lvalues) == 1
        and isinstance(node.lvalues[0], NameExpr)
        and isinstance(node.rvalue, ListExpr)
    }
    filled = [pair[0] for node in own if (pair := grown(node)) is not None]
    names = {each.node for each in filled if isinstance(each, NameExpr) and each.node in found}
    names -= {argument.variable for argument in item.arguments}
    if not names:
        return frozenset()
    first = item.arguments[0].variable if item.arguments else None
    last = {each.node: (each.line, each.column) for each in filled if isinstance(each, NameExpr)}
    straight = {id(statement) for statement in certainty.straight(item.body)}
    seen = Counter(_names(walk(item.body)))
    harmless = Counter(name for node in own for name in _names(_harmless(node)))
    for node in own:
        if isinstance(node, AssignmentStmt) and isinstance(node.rvalue, NameExpr):
            # The attribute holds the list as it is from here on, if nothing more comes into it.
            is_last = id(node) in straight and (node.line, node.column) > last.get(
                node.rvalue.node, (0, 0)
            )
            if is_last and all(isinstance(key_of(each, first), str) for each in node.lvalues):
                harmless.update(_names([node.rvalue]))
    changed = changed_items(own)
    return frozenset(
        var
        for var in names
        if isinstance(var, Var)
        and "." not in var.fullname
        and seen[var] == harmless[var]
        and var not in changed
    )


def _names(code: Iterable[Node]) -> Iterator[Var]:
    for node in code:
        if isinstance(node, NameExpr) and isinstance(node.node, Var):
            yield node.node


def _harmless(node: Node) -> Iterable[Node]:
    """What stands below a node for a list that is bound, filled or read there."""
    if isinstance(node, AssignmentStmt):
        return node.lvalues if len(node.lvalues) == 1 and isinstance(node.rvalue, ListExpr) else []
    pair = grown(node)
    if pair is not None:
        return [pair[0]]
    if isinstance(node, CallExpr):
        callee = node.callee
        if isinstance(callee, MemberExpr) and callee.name in READS:
            return [callee.expr, *node.args]
        return () if _keeps(node) else node.args
    if isinstance(node, nodes.IndexExpr):
        return [node.base]
    if isinstance(node, nodes.ReturnStmt):
        parts = node.expr.items if isinstance(node.expr, nodes.TupleExpr) else [node.expr]
        return [part for part in parts if part is not None]
    if isinstance(node, nodes.ForStmt):
        return [node.expr]
    if isinstance(node, (nodes.ComparisonExpr, nodes.IfStmt, nodes.UnaryExpr)):
        return below(node, [])
    return node.sequences if isinstance(node, nodes.GeneratorExpr) else []


def _keeps(call: CallExpr) -> bool:
    """Whether what is called may be given an object that keeps the list."""
    fullname = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    return fullname == "builtins.setattr" or fullname.startswith("functools.")


def passed(statement: Statement, names: Collection[Key]) -> Mapping[CallExpr, set[Var]]:
    """The calls in a statement that get lists, of which it is to be seen what they do with them."""
    found: dict[CallExpr, set[Var]] = {}
    for node in certainty.own(statement) if names else ():
        if isinstance(node, CallExpr):
            is_read = isinstance(node.callee, MemberExpr) and node.callee.name in READS
            given = {var for var in _names(node.args) if var in names}
            if given and not (is_read or _is_pure(node)):
                found[node] = given
    return found


def _is_pure(call: CallExpr) -> bool:
    """Whether it is a function of Python's or TensorFlow's, or a layer that is made there."""
    callee = call.callee.callee if isinstance(call.callee, CallExpr) else call.callee
    return isinstance(callee, RefExpr) and callee.fullname.startswith(PURE)


def changed_items(own: Iterable[Node]) -> frozenset[Var]:
    """The names of which some item is assigned to or deleted."""
    found: set[Var] = set()
    for node in own:
        targets: list[Node] = []
        if isinstance(node, AssignmentStmt):
            targets = [*node.lvalues]
        elif isinstance(node, nodes.OperatorAssignmentStmt):
            targets = [node.lvalue]
        elif isinstance(node, nodes.DelStmt):
            targets = [node.expr]
        for target in targets:
            bases = (each.base for each in walk(target) if isinstance(each, nodes.IndexExpr))
            found.update(_names(part for base in bases for part in walk(base)))
    return frozenset(found)


def attributes(item: FuncItem, own: Sequence[Node], first: Var | None) -> frozenset[str]:
    """The attributes of the object whose lists `__init__` makes and fills, if it comes to its end."""
    if first is None or any(isinstance(node, nodes.ReturnStmt) for node in own):
        return frozenset()
    straight = certainty.straight(item.body)
    bound = Counter(
        key_of(target, first)
        for node in own
        if isinstance(node, AssignmentStmt)
        for target in node.lvalues
    )
    made = {
        key_of(statement.lvalues[0], first)
        for statement in straight
        if isinstance(statement, AssignmentStmt) and isinstance(statement.rvalue, ListExpr)
    }
    return frozenset(name for name in made if isinstance(name, str) and bound[name] == 1)


def models(own: Sequence[Node], first: Var | None) -> frozenset[str]:
    """The attributes of the object whose models `__init__` makes, and adds layers to, if it comes to its end."""
    if first is None or any(isinstance(node, nodes.ReturnStmt) for node in own):
        return frozenset()
    found = (key_of(model, first) for node in own if (model := added(node)) is not None)
    return frozenset(name for name in found if isinstance(name, str))
