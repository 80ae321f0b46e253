"""Where the check of a body is interrupted, for loops over what is known item by item.

mypy checks a loop once for all of its rounds. In the place of a loop it is given

    if (step): for filters in [64, 128]: ...

The type of the condition is asked for first, which is when the rounds are gone through one by one; it is false then, so that
mypy leaves the loop alone. Where the items are not known it is true, and all is as mypy has it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mypy import nodes
from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    Block,
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncItem,
    IfStmt,
    ListExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import CallableType, Type

from tftypes_mypy import convert, names
from tftypes_mypy.features.bodies import grown_lists
from tftypes_mypy.features.bodies.grown_lists import Key
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.syntax import below, nodes_in, walk

#: The full name of what such a condition calls.
STEP: Final = "tftypes.(step)"
#: What is gone through in steps that are mostly alike.
_COUNTING: Final = names.PROGRESS | names.PROGRESS_RANGES | {"builtins.range"}
_SIMPLE: Final = (AssignmentStmt, OperatorAssignmentStmt, ExpressionStmt)
_PASSING: Final = (*_SIMPLE, nodes.ReturnStmt)
#: The statements of a loop that only computes.
_COMPUTING: Final = (
    *_SIMPLE, Block, IfStmt, ForStmt, nodes.BreakStmt, nodes.ContinueStmt, nodes.PassStmt, nodes.ReturnStmt,
)  # fmt: skip
#: What changes the layers of a model.
_GROWING: Final = frozenset({"add", "pop"})
#: What binds names to what nobody can tell.
_BINDERS: Final[Mapping[type[Node], str]] = {
    nodes.WithStmt: "target",
    nodes.TryStmt: "vars",
    nodes.DelStmt: "expr",
    nodes.AssignmentExpr: "target",
    nodes.MatchStmt: "patterns",
}


@dataclass(frozen=True)
class Step:
    """What is done when mypy comes by."""

    kind: str
    statement: Statement
    #: The names that the statement binds.
    names: frozenset[Key] = frozenset()


@dataclass(frozen=True)
class Plan:
    """The steps of one body."""

    #: The names that are followed: they are bound in loops, and only where it is seen what to.
    names: frozenset[Var]
    #: The lists that are followed item by item, by their names and as attributes of the object.
    lists: frozenset[Key] = frozenset()
    #: The attributes whose models get layers one by one.
    models: frozenset[str] = frozenset()
    #: The first parameter of a method.
    first: Var | None = None
    steps: dict[CallExpr, Step] = field(default_factory=dict)
    #: The blocks with their statements and the steps between them.
    blocks: list[tuple[Block, list[Statement]]] = field(default_factory=list)
    _growing: dict[Node, list[Expression]] = field(default_factory=dict)
    _jumping: dict[Node, bool] = field(default_factory=dict)

    def growing_in(self, statement: Node) -> list[Expression]:
        """The models of which a statement may change the layers."""
        if statement not in self._growing:
            calls = (node for node in certainty.own(statement) if isinstance(node, CallExpr))
            callees = (call.callee for call in calls)
            self._growing[statement] = [
                each.expr
                for each in callees
                if isinstance(each, nodes.MemberExpr) and each.name in _GROWING
            ]
        return self._growing[statement]

    def may_jump(self, statement: Node) -> bool:
        """Whether a statement may leave a round of a loop around it."""
        if statement not in self._jumping:
            self._jumping[statement] = any(
                isinstance(node, (nodes.BreakStmt, nodes.ContinueStmt))
                for node in certainty.own(statement)
            )
        return self._jumping[statement]

    def put(self) -> list[tuple[Block, list[Statement]]]:
        """Puts the steps into the body; gives what was there."""
        before = [(block, block.body) for block, _ in self.blocks]
        for block, statements in self.blocks:
            block.body = statements
        return before


def plan(
    item: FuncItem,
    own: Sequence[Node],
    is_first: bool,
    grown: Callable[[], Collection[str]],
    types: convert.Types,
) -> Plan | None:
    """The plan of a body; None where there is no loop to follow and no list.

    `is_first` says that it is that of a method which the object goes through before anybody else has it, and `grown` tells the
    attributes whose lists such methods fill, and nobody else.
    """
    if not any(map(_concerns, own)):
        return None
    lists: set[Key] = {*grown_lists.lists(item, own)}
    is_passed = lists and any(
        grown_lists.passed(node, lists) for node in own if isinstance(node, _PASSING)
    )
    if not is_passed and not any(map(_tells, own)):
        return None
    has_loop = any(isinstance(n, ForStmt) and _is_plain(n) for n in own)
    first = item.arguments[0].variable if is_first and item.arguments else None
    models = grown_lists.models(own, first)
    has_loop = has_loop or bool(models) or any(_makes_list(n) or _swaps(n) for n in own)
    attributes = grown_lists.attributes(item, own, first)
    if attributes:
        lists |= attributes & {*grown()}
    names = _followed(own) - lists
    if not has_loop and not lists:
        return None
    made = Plan(names, frozenset(lists), models, first)
    _Planner(made, _variable(types, convert.unknown())).block(item.body, in_loop=False)
    return made


def _variable(types: convert.Types, result: Type) -> Var:
    """What is called at each step."""
    step = Var("(step)", CallableType([], [], [], result, types.plain("builtins.function")))
    step._fullname = STEP
    return step


def made_step(statement: Statement, types: convert.Types) -> CallExpr:
    """A call at a statement of a module, where Any may be an error."""
    return _call(_variable(types, types.plain("builtins.object")), statement)


def is_worth_it(loop: ForStmt) -> bool:
    """Whether the rounds of a loop may differ, and it is one that can be followed."""
    return _tells(loop) and _is_plain(loop)


def _concerns(node: Node) -> bool:
    """Whether there may be a step at a node, as far as a glance tells: most bodies have none."""
    if isinstance(node, ExpressionStmt):
        callee = node.expr.callee if isinstance(node.expr, CallExpr) else None
        return isinstance(callee, nodes.MemberExpr) and callee.name in ("append", "add")
    if isinstance(node, AssignmentStmt):
        return isinstance(node.rvalue, (nodes.ListComprehension, TupleExpr))
    return isinstance(node, ForStmt)


def _tells(node: Node) -> bool:
    """Whether the rounds of a loop may differ: it makes objects, or calls what it goes through, or only computes with that.

    Those of a training loop are alike, and cost.
    """
    if isinstance(node, ForStmt):
        if _only_computes(node) and not _is_counted(node.expr):
            return True
        targets = _names([node.index])
        calls = [each for each in walk(node.body) if isinstance(each, CallExpr)]
        return any(_makes_object(call) or _names([call.callee]) & targets for call in calls)
    if isinstance(node, ExpressionStmt):
        return isinstance(node.expr, CallExpr) and any(map(_makes_object, node.expr.args))
    return isinstance(node, AssignmentStmt) and (
        _swaps(node) or (_makes_list(node) and any(map(_makes_object, walk(node.rvalue))))
    )


def _only_computes(loop: ForStmt) -> bool:
    """Whether it assigns names, fills lists and decides, and does nothing else."""
    for node in certainty.own(loop.body):
        if isinstance(node, ExpressionStmt):
            if not _concerns(node):
                return False
        elif isinstance(node, Statement) and not isinstance(node, _COMPUTING):
            return False
    return True


def _is_counted(sequence: Expression) -> bool:
    """`range(10)`, of steps that are mostly alike, as those are that are shown."""
    callee = sequence.callee if isinstance(sequence, CallExpr) else None
    return isinstance(callee, nodes.RefExpr) and callee.fullname in _COUNTING


def _makes_object(node: Node) -> bool:
    """`Dense(3)`, by its name."""
    callee = node.callee if isinstance(node, CallExpr) else None
    return isinstance(callee, nodes.RefExpr) and callee.name[:1].isupper()  # type: ignore[attr-defined]


def _makes_list(statement: Node) -> bool:
    """`rows = [f(x) for x in xs]`."""
    return isinstance(statement, AssignmentStmt) and isinstance(
        statement.rvalue, nodes.ListComprehension
    )


def _swaps(statement: Node) -> bool:
    """`x, y = y, x`: mypy gives `y` what `x` is afterwards."""
    if not isinstance(statement, AssignmentStmt) or not isinstance(statement.rvalue, TupleExpr):
        return False
    return any(
        isinstance(target, TupleExpr)
        and len(target.items) == len(statement.rvalue.items)
        and _names(target.items[:-1]) & _names(statement.rvalue.items[1:])
        for target in statement.lvalues
    )


def parts(target: Expression) -> Iterator[NameExpr | None]:
    """The names that a target consists of; None for what is no name."""
    if isinstance(target, (TupleExpr, ListExpr)):
        for item in target.items:
            yield from parts(item)
    else:
        yield target if isinstance(target, NameExpr) else None


def _is_plain(loop: ForStmt) -> bool:
    """Whether a loop binds names and nothing else, and is left where it is seen."""
    if loop.is_async or loop.index_type is not None or None in set(parts(loop.index)):
        return False
    return not any(
        isinstance(inner, (nodes.BreakStmt, nodes.ContinueStmt))
        for node in certainty.own(loop.body)
        if isinstance(node, (nodes.TryStmt, nodes.WithStmt, nodes.MatchStmt))
        for inner in walk(node)
    )


def _followed(own: Sequence[Node]) -> frozenset[Var]:
    """The names that are bound in loops, in whose stead nothing else is bound in another way."""
    in_loops: set[Key] = set()
    lost: set[Var] = set()
    for node in own:
        if isinstance(node, ForStmt):
            if _is_plain(node):
                in_loops |= bound(node)
            else:
                lost |= _names([node.index])
        elif isinstance(node, (nodes.GlobalDecl, nodes.NonlocalDecl)):
            continue
        lost |= _bound_unseen(node)
        if isinstance(node, AssignmentStmt) and (len(node.lvalues) != 1 or node.type is not None):
            lost |= _names(node.lvalues)
    return frozenset(
        var for var in in_loops - lost if isinstance(var, Var) and "." not in var.fullname
    )


def bound(statement: Node, first: Var | None = None) -> set[Key]:
    """The names that a statement of a body binds, and the lists that it fills, with those in it."""
    found: set[Key] = set()
    pending: list[Node] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, AssignmentStmt):
            found |= _names(node.lvalues)
            found |= {key for each in node.lvalues if (key := grown_lists.key_of(each, first))}
        elif isinstance(node, OperatorAssignmentStmt):
            found |= _names([node.lvalue])
        elif isinstance(node, ForStmt):
            found |= _names([node.index])
        elif isinstance(node, ExpressionStmt):
            pair = grown_lists.grown(node)
            filled = grown_lists.added(node) if pair is None else pair[0]
            key = None if filled is None else grown_lists.key_of(filled, first)
            if key is not None:
                found.add(key)
        else:
            found |= _bound_unseen(node)
        if type(node) not in certainty.SCOPES:
            below(node, pending)
    return found


def _bound_unseen(node: Node) -> set[Var]:
    """The names that a node binds to what nobody can tell."""
    part = _BINDERS.get(type(node))
    return set() if part is None else _names(nodes_in(getattr(node, part)))


def _names(targets: Iterable[Node]) -> set[Var]:
    return {
        node.node
        for target in targets
        for node in walk(target)
        if isinstance(node, NameExpr) and isinstance(node.node, Var)
    }


class _Planner:
    """Goes through the statements of a body, and notes where the steps come."""

    def __init__(self, made: Plan, step: Var) -> None:
        self._made = made
        self._step = step

    def block(self, block: Block, in_loop: bool, first: Step | None = None) -> None:
        """`first` is what is done where the block begins."""
        found: list[Statement] = [] if first is None else [self._statement(first)]
        for statement in block.body:
            found += self._with_steps(statement, in_loop)
        if len(found) > len(block.body) or found != block.body:
            self._made.blocks.append((block, found))

    def _with_steps(self, statement: Statement, in_loop: bool) -> Iterator[Statement]:
        if type(statement) in certainty.SCOPES:
            yield statement
            return
        made = self._made
        followed = made.names | made.lists | made.models
        names = frozenset(bound(statement, made.first)) & followed
        has_loop = any(
            isinstance(node, ForStmt) or _makes_list(node) or _swaps(node)
            for node in walk(statement)
        )
        if isinstance(statement, _SIMPLE):
            if isinstance(statement, AssignmentStmt) and _names([statement.rvalue]) & made.lists:
                yield self._statement(Step("return", statement))
            swaps = _swaps(statement)
            if swaps:
                yield self._statement(Step("hold", statement))
            yield statement
            if swaps:
                yield self._statement(Step("swap", statement))
            if names:
                is_grown = isinstance(statement, ExpressionStmt)
                yield self._statement(Step("grow" if is_grown else "bind", statement, names))
            pair = grown_lists.filled(statement) if in_loop else None
            if pair is not None and pair[0].node not in made.lists:
                yield self._statement(Step("fill", statement))
            if _makes_list(statement):
                yield self._statement(Step("made", statement))
            if grown_lists.passed(statement, made.lists):
                yield self._statement(Step("pass", statement))
        elif isinstance(statement, nodes.ReturnStmt):
            if statement.expr is not None and _names([statement.expr]) & followed:
                yield self._statement(Step("return", statement))
            yield statement
        elif not names and not has_loop and not (in_loop and isinstance(statement, IfStmt)):
            yield statement
        elif isinstance(statement, Block):
            self.block(statement, in_loop)
            yield statement
        else:
            yield from self._compound(statement, names, in_loop)

    def _compound(
        self, statement: Statement, names: frozenset[Key], in_loop: bool
    ) -> Iterator[Statement]:
        """A loop, a branch, or another statement with blocks."""
        is_loop = isinstance(statement, ForStmt) and _is_plain(statement)
        again = Step("again", statement, names)
        for number, block in enumerate(blocks(statement)):
            repeats = isinstance(statement, (ForStmt, nodes.WhileStmt)) and number == 0
            self.block(
                block, in_loop or is_loop, again if repeats else Step("back", statement, names)
            )
        if is_loop or isinstance(statement, IfStmt):
            kind = "loop" if is_loop else "branch"
            wrapper = IfStmt([self._call(Step(kind, statement, names))], [Block([statement])], None)
            wrapper.set_line(statement)
            yield wrapper
        else:
            yield self._statement(Step("enter", statement, names))
            yield statement
        yield self._statement(Step("leave", statement, names))

    def _statement(self, step: Step) -> Statement:
        made = ExpressionStmt(self._call(step))
        made.set_line(step.statement)
        return made

    def _call(self, step: Step) -> CallExpr:
        call = _call(self._step, step.statement)
        self._made.steps[call] = step
        return call


def _call(step: Var, statement: Statement) -> CallExpr:
    callee = NameExpr(step.name)
    callee.kind, callee.node, callee.fullname = LDEF, step, STEP
    call = CallExpr(callee, [], [], [])
    callee.set_line(statement)
    call.set_line(statement)
    return call


def blocks(statement: Statement) -> Iterator[Block]:
    """The blocks of a statement, in order."""
    for part in ("body", "bodies", "handlers", "else_body", "finally_body"):
        value = getattr(statement, part, None)
        yield from value if isinstance(value, list) else [value] if isinstance(value, Block) else []
