"""Layers that are put into a Sequential after it was made: whether mypy's own bookkeeping sees all of them.

    model = Sequential()                    def block(model):
    model.add(layers.Dense(10))                 model.add(layers.ReLU())

What is added to a name above a place, in the same function and under no condition, is known there. What is added in a loop,
by another function, or under a second name is not: nothing is said of the model then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from mypy import nodes
from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    Expression,
    FuncItem,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    TypeInfo,
)
from mypy.types import Instance, Type, get_proper_type

from tftypes_mypy.ranges import Ranges, begin
from tftypes_mypy.syntax import Place, nodes_in, per_tree, those_of, walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies
    from tftypes_mypy.features.bodies.loops import Loops

Truth = Callable[[Expression], bool | None]
#: A name by the function that binds it, where that begins; or an attribute, of whatever object.
Name = tuple[Place | str | None, str]

_ATTRIBUTE: Final = "."
_SEQUENTIAL: Final = "Sequential"
#: What may be the arguments of `Sequential.add` and `pop`; those of sets and lists are others.
_GIVEN: Final[dict[str, set[str | None]]] = {"add": {None, "layer", "rebuild"}, "pop": {"rebuild"}}
#: What is sure to be no layer.
_PLAIN: Final = (nodes.StrExpr, nodes.IntExpr, nodes.FloatExpr, nodes.TupleExpr, nodes.ListExpr)
#: What is sure to make no model.
_DISPLAYS: Final = (
    *_PLAIN, nodes.SetExpr, nodes.DictExpr, nodes.ListComprehension, nodes.SetComprehension,
    nodes.DictionaryComprehension, nodes.LambdaExpr,
)  # fmt: skip
_CONTAINERS: Final = frozenset({"set", "list", "dict", "deque", "defaultdict", "Counter"})
#: The parts that bind names to what nobody can tell.
_TARGETS: Final[Mapping[type[Node], str]] = {
    nodes.ForStmt: "index",
    nodes.WithStmt: "target",
    nodes.GeneratorExpr: "indices",
    nodes.DictionaryComprehension: "indices",
    nodes.AssignmentExpr: "target",
}
_BINDING: Final[Sequence[type[Node]]] = (AssignmentStmt, *_TARGETS)


@dataclass(frozen=True)
class Growth:
    """Where a module adds layers."""

    scopes: Ranges
    #: The functions, by where they begin.
    functions: Mapping[Place, FuncItem]
    #: What is bound to each name and attribute; None where that is not written there.
    bound: Mapping[Name, Sequence[Expression | None]]
    #: The calls that add to each name.
    calls: Mapping[Name, Sequence[CallExpr]]
    #: What the module assigns, by the place of the value.
    targets: Mapping[Place, Sequence[Expression]]
    #: Whether layers are added to what may be any model: a parameter, a second name, an item of a list.
    is_wild: bool
    #: Whether they are added to what a function returns, which may be a model that the module keeps.
    is_fetched: bool

    def scope(self, node: Node) -> Place | None:
        """Where the function begins that a node is in."""
        return max(self._around(node), default=None)

    def _around(self, node: Node) -> list[Place]:
        return [each for each in self.scopes.around(node) if each < begin(node)]

    def name(self, expression: Expression) -> Name | None:
        """What an expression names: of the innermost function around that binds it."""
        if isinstance(expression, MemberExpr):
            return _ATTRIBUTE, expression.name
        if not isinstance(expression, NameExpr):
            return None
        around = self._around(expression)
        found = (each for each in around if (each, expression.name) in self.bound)
        return max(found, default=None), expression.name


def is_followed(made: CallExpr, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether all that is added to a model which is made here is seen where it is added."""
    found = _of(bodies, checker)
    if found is None or found.is_wild:
        return False
    targets = found.targets.get((made.line, made.column), ())
    names = [name for name in map(found.name, targets) if name is not None]
    names += [(_ATTRIBUTE, name) for scope, name in names if scope is None]  # of a class
    grown = [name for name in names if name in found.calls]
    if not grown:
        return not found.is_fetched or not targets or found.scope(made) is not None
    return len(targets) == 1 and all(
        _is_straight(found, name, made, bodies, checker, is_ahead=True) for name in grown
    )


def is_told(model: Expression, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether mypy's type of a name, or of an attribute, has all the layers that were added under it."""
    found = _of(bodies, checker)
    if found is None or found.is_wild:
        return False
    name = found.name(model)
    return (
        name is None or name not in found.calls or _is_straight(found, name, model, bodies, checker)
    )


def is_sequential(typ: Type | None) -> bool:
    """Whether it is a model that layers are added to."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.name == _SEQUENTIAL


def _of(bodies: Bodies, checker: TypeChecker) -> Growth | None:
    source = bodies.source_of(checker)
    if source is None:
        return None
    return _growth(source.tree)


def _is_straight(
    found: Growth,
    name: Name,
    at: Node,
    bodies: Bodies,
    checker: TypeChecker,
    is_ahead: bool = False,
) -> bool:
    """Whether layers are added under a name where it is bound alone, and under no condition that is open."""
    scope, calls = found.scope(at), found.calls[name]
    is_attribute = name[0] == _ATTRIBUTE
    if is_attribute and not _is_of_init(found, name):
        return False
    if is_attribute:
        calls = [call for call in calls if found.scope(call) == scope]
        if not calls:
            return True  # `__init__` is through
    elif name[0] != scope:
        return False
    frame = bodies.frame_of(checker)
    item = frame.function.item if frame is not None else None
    if frame is not None and item is not None and (item.line, item.column) == scope:
        return _covers(frame.function.item.body, frame.values.truth, calls, frame.loops)
    if is_attribute:
        return False
    source = bodies.source_of(checker)
    within = None if scope is None else found.functions.get(scope)
    body = None if within is None else within.body
    loops: Collection[Place] = ()
    if body is None and source is not None:
        body = Block(list(source.tree.defs))
        loops = bodies.module_loops.places(source.name, is_ahead)
    if body is None:
        return False
    return _covers(body, lambda condition: None, found.calls[name], of_module=loops)


def _is_of_init(found: Growth, name: Name) -> bool:
    """Whether layers are added to an attribute only where `__init__` gives a model to it."""
    values = found.bound[name]
    if not all(isinstance(each, _DISPLAYS) or _is_made(each) for each in values):
        return False  # others may have a model that a function returns
    homes = {None if value is None else found.scope(value) for value in values}
    own = {
        place: function.arguments[0].variable.name
        for place, function in found.functions.items()
        if function.name == "__init__" and function.arguments
    }
    return all(
        (place := found.scope(call)) is not None
        and place in homes
        and isinstance(call.callee, MemberExpr)
        and isinstance(call.callee.expr, MemberExpr)
        and isinstance(call.callee.expr.expr, NameExpr)
        and own.get(place) == call.callee.expr.expr.name
        for call in found.calls[name]
    )


def _is_made(value: Expression | None) -> bool:
    """Whether a model is made there."""
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, (NameExpr, MemberExpr)) and callee.name == _SEQUENTIAL


def _covers(
    body: Block,
    truth: Truth,
    calls: Sequence[CallExpr],
    loops: Loops | None = None,
    of_module: Collection[Place] = (),
) -> bool:
    places = set(_straight(body, truth, loops, of_module))
    return all((call.line, call.column) in places for call in calls)


def _straight(
    body: Block, truth: Truth, loops: Loops | None, of_module: Collection[Place]
) -> Iterator[Place]:
    """Where the statements are that run once or, as a condition is known, never.

    In loops that are followed round by round they run more than once, and each time is seen. Of a loop that mypy has not
    come to yet this is taken for granted: what it adds to is forgotten where it turns out otherwise.
    """
    for statement in body.body:
        if isinstance(statement, nodes.ExpressionStmt):
            yield statement.expr.line, statement.expr.column
        elif isinstance(statement, nodes.WithStmt):
            yield from _straight(statement.body, truth, loops, of_module)
        elif isinstance(statement, nodes.ForStmt):
            if (statement.line, statement.column) in of_module:
                yield from ((node.line, node.column) for node in walk(statement))
        elif isinstance(statement, nodes.IfStmt):
            inside = None if loops is None else loops.followed_in(statement)
            if inside is None:
                yield from _decided(statement, truth, loops, of_module)
            for block in inside or ():
                yield from _straight(block, truth, loops, of_module)


def _decided(
    statement: nodes.IfStmt, truth: Truth, loops: Loops | None, of_module: Collection[Place]
) -> Iterator[Place]:
    is_over: bool | None = False
    bodies = [*zip(statement.expr, statement.body), (None, statement.else_body)]
    for condition, body in bodies:
        holds = True if condition is None else truth(condition)
        if body is not None and is_over:
            yield from ((node.line, node.column) for node in walk(body))
        elif body is not None and is_over is False:
            if holds:
                yield from _straight(body, truth, loops, of_module)
            elif holds is False:
                yield from ((node.line, node.column) for node in walk(body))
        if is_over is False and holds is not False:
            is_over = holds


# --- what a module adds ---------------------------------------------------------------------------------------------------


@per_tree
def _growth(tree: MypyFile) -> Growth:
    functions = [*those_of(tree, nodes.FuncDef), *those_of(tree, nodes.LambdaExpr)]
    adding = [call for call in those_of(tree, CallExpr) if _adds(call)]
    bound: defaultdict[Name, list[Expression | None]] = defaultdict(list)
    scopes = Ranges.of(functions, (FuncItem,))
    found = Growth(scopes, {begin(each): each for each in functions}, bound, {}, {}, False, False)
    if not adding:
        return found
    targets: dict[Place, Sequence[Expression]] = {
        begin(node.rvalue): node.lvalues for node in those_of(tree, AssignmentStmt)
    }
    for kind in _BINDING:
        for node in those_of(tree, kind):
            for target, value in _bindings(node):
                where = _ATTRIBUTE if isinstance(target, MemberExpr) else found.scope(target)
                bound[where, target.name].append(value)
    for function in functions:
        for argument in function.arguments:
            bound[begin(function), argument.variable.name].append(None)
    shared = {name for node in those_of(tree, nodes.GlobalDecl) for name in node.names}
    shared.update(name for node in those_of(tree, nodes.NonlocalDecl) for name in node.names)
    calls: defaultdict[Name, list[CallExpr]] = defaultdict(list)
    is_wild = is_fetched = False
    for call in adding:
        assert isinstance(call.callee, MemberExpr)
        name = found.name(call.callee.expr)
        if name is None or name not in bound:
            is_wild |= not _is_module(call.callee.expr, tree)
            continue
        kinds = {_kind(value, tree) for value in bound[name]}
        if kinds == {"other"}:
            continue
        calls[name].append(call)
        is_wild |= None in kinds or name[1] in shared
        is_fetched |= "made" in kinds
    return replace(found, calls=calls, targets=targets, is_wild=is_wild, is_fetched=is_fetched)


def _adds(call: CallExpr) -> bool:
    """Whether a call may be one of `Sequential.add` or `pop`."""
    name = call.callee.name if isinstance(call.callee, MemberExpr) else ""
    if name not in _GIVEN or not set(call.arg_names) <= _GIVEN[name]:
        return False
    return name == "pop" or (len(call.args) in (1, 2) and not isinstance(call.args[0], _PLAIN))


def _bindings(node: Node) -> Iterator[tuple[NameExpr | MemberExpr, Expression | None]]:
    """What a node assigns to names and attributes, None where the value is not written there."""
    if isinstance(node, AssignmentStmt):
        for target in node.lvalues:
            if isinstance(target, (NameExpr, MemberExpr)):
                yield target, node.rvalue
            else:
                yield from ((part, None) for part in _named(target))
    part = _TARGETS.get(type(node))
    for each in nodes_in(getattr(node, part)) if part is not None else ():
        yield from ((named, None) for named in _named(each))


def _named(target: Node) -> Iterator[NameExpr | MemberExpr]:
    for each in walk(target):
        if isinstance(each, (NameExpr, MemberExpr)):
            yield each


def _kind(value: Expression | None, tree: MypyFile) -> str | None:
    """Whether what a name is bound to is a model that is made there, or something else for sure; None for neither."""
    if isinstance(value, _DISPLAYS):
        return "other"
    if not isinstance(value, CallExpr):
        return None
    callee = value.callee
    if isinstance(callee, (NameExpr, MemberExpr)) and callee.name == _SEQUENTIAL:
        return "model"
    if isinstance(callee, NameExpr):
        symbol = tree.names.get(callee.name)
        if isinstance(symbol.node if symbol is not None else None, TypeInfo):
            return "other"
        return "other" if symbol is None and callee.name in _CONTAINERS else "made"
    return "other" if _is_module(callee, tree) else "made"


def _is_module(expression: Expression, tree: MypyFile) -> bool:
    """Whether an expression is a module that is imported, or something of one."""
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    symbol = tree.names.get(expression.name) if isinstance(expression, NameExpr) else None
    node = symbol.node if symbol is not None else None
    return isinstance(node, MypyFile) and node.fullname.startswith(("tensorflow", "keras", "numpy"))
