"""Which expressions of a body are evaluated in every call, whatever happens at run time.

Only there is an error proven: another branch may never run, and what follows a
conditional `return` may never be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from mypy import nodes
from mypy.nodes import Block, CallExpr, Expression, FuncItem, Node, RefExpr, Statement

from tftypes_mypy.syntax import Place, below, walk

Truth = Callable[[Expression], bool | None]
#: What decides between two branches, with its setter and both of them.
Condition = tuple[Expression, Callable[[Expression], None], tuple[Node | None, Node | None]]

#: Statements after which control may be elsewhere.
_EXITS = (nodes.ReturnStmt, nodes.RaiseStmt, nodes.BreakStmt, nodes.ContinueStmt)
_LAZY = (FuncItem, nodes.GeneratorExpr, nodes.DictionaryComprehension)
#: What has a scope of its own.
SCOPES: Final = frozenset({nodes.FuncDef, nodes.LambdaExpr, nodes.Decorator, nodes.ClassDef})


class _Certain:
    """Walks statements in order, and stops where it is not sure to go on."""

    def __init__(self, truth: Truth, followed: Collection[Statement]) -> None:
        self._truth = truth
        self._followed = followed
        #: How many loops and branches are around of which it is known which way a run takes.
        self._depth = 0
        self.places: set[Place] = set()

    def block(self, block: Block | None) -> bool:
        """Notes what is certain in a block; whether what follows is certain too."""
        if block is None:
            return True
        return all(self.statement(statement) for statement in block.body)

    def statement(self, statement: Statement) -> bool:
        if isinstance(statement, Block):
            return self.block(statement)
        if statement in self._followed:
            return self._known(statement)
        if isinstance(statement, nodes.IfStmt):
            return self._if(statement)
        if isinstance(statement, nodes.WithStmt):
            return self._with(statement)
        if isinstance(statement, nodes.ForStmt):
            self._expression(statement.expr)
            return not _leaves(statement)
        if isinstance(statement, (nodes.WhileStmt, nodes.TryStmt, nodes.MatchStmt)):
            return not _leaves(statement)
        if isinstance(statement, (FuncItem, nodes.Decorator, nodes.ClassDef)):
            return True
        for part in below(statement, []):
            self._expression(part)
        return self._depth > 0 or not isinstance(statement, _EXITS)

    def _known(self, statement: Statement) -> bool:
        """A loop or a branch of which each part that mypy came by is one that each run comes by."""
        blocks: list[Block | None] = []
        if isinstance(statement, nodes.IfStmt):
            blocks = [*statement.body, statement.else_body]
            for condition in statement.expr:
                self._expression(condition)
        elif isinstance(statement, nodes.ForStmt):
            blocks = [statement.body, statement.else_body]
            self._expression(statement.expr)
        self._depth += 1
        goes_on = [self.block(block) for block in blocks]
        self._depth -= 1
        if all(goes_on):
            return True
        return isinstance(statement, nodes.ForStmt) and not _ends(statement)

    def _if(self, statement: nodes.IfStmt) -> bool:
        for number, (condition, body) in enumerate(zip(statement.expr, statement.body)):
            if number == 0:
                self._expression(condition)
            truth = self._truth(condition)
            if truth:
                return self.block(body)
            if truth is None:
                return not _leaves(statement)
        return self.block(statement.else_body)

    def _with(self, statement: nodes.WithStmt) -> bool:
        for expression in statement.expr:
            self._expression(expression)
        if is_transparent(statement):
            return self.block(statement.body)
        return not _leaves(statement)

    def _expression(self, node: Node) -> None:
        if isinstance(node, _LAZY):
            return
        self.places.add((node.line, node.column))
        if isinstance(node, nodes.OpExpr) and node.op in ("and", "or"):
            self._expression(node.left)
            return
        if isinstance(node, nodes.ConditionalExpr):
            self._expression(node.cond)
            truth = self._truth(node.cond)
            if truth is not None:
                self._expression(node.if_expr if truth else node.else_expr)
            return
        for inner in below(node, []):
            self._expression(inner)


def certain_places(body: Block, truth: Truth, followed: Collection[Statement] = ()) -> set[Place]:
    """Where the expressions are that every call evaluates, if it does not fail before.

    Of the loops and branches that were followed these are the parts that mypy came by.
    """
    walker = _Certain(truth, followed)
    walker.block(body)
    return walker.places


def conditions(nodes_of_body: Iterable[Node]) -> Iterator[Condition]:
    """What decides between branches, among these nodes."""
    for node in nodes_of_body:
        if isinstance(node, nodes.IfStmt):
            for number, condition in enumerate(node.expr):
                last = number == len(node.expr) - 1
                other = node.else_body if last else node.body[number + 1]
                yield condition, _item_setter(node.expr, number), (node.body[number], other)
        elif isinstance(node, nodes.ConditionalExpr):
            yield node.cond, _setter(node), (node.if_expr, node.else_expr)


def own(body: Node) -> list[Node]:
    """The nodes of a function, a statement or a module, without those of functions in it."""
    found: list[Node] = []
    pending: list[Node] = [body]
    while pending:
        node = pending.pop()
        found.append(node)
        if node is body or type(node) not in SCOPES:
            below(node, pending)
    return found


def straight(block: Block) -> Iterator[Statement]:
    """The statements that no condition and no loop is around."""
    for statement in block.body:
        yield statement
        if isinstance(statement, nodes.WithStmt):
            yield from straight(statement.body)


def _item_setter(items: list[Expression], number: int) -> Callable[[Expression], None]:
    def put(expression: Expression) -> None:
        items[number] = expression

    return put


def _setter(node: nodes.ConditionalExpr) -> Callable[[Expression], None]:
    def put(expression: Expression) -> None:
        node.cond = expression

    return put


def _leaves(statement: Node) -> bool:
    """Whether the statement may end the function or the turn of a loop around it."""
    return any(isinstance(node, _EXITS) for node in walk(statement))


def _ends(statement: Node) -> bool:
    """Whether the statement may end the function."""
    return any(isinstance(node, (nodes.ReturnStmt, nodes.RaiseStmt)) for node in walk(statement))


def is_transparent(statement: nodes.WithStmt) -> bool:
    """Whether a `with` lets every error through."""
    return all(map(_is_transparent, statement.expr))


def _is_transparent(expression: Expression) -> bool:
    """Whether a `with` lets every error through: those of TensorFlow do."""
    callee = expression.callee if isinstance(expression, CallExpr) else expression
    return isinstance(callee, RefExpr) and callee.fullname.startswith("tensorflow.")


def visited(branch: Node, is_known: Callable[[Expression], bool]) -> bool:
    """Whether mypy came by a branch, which it does where it can be reached."""
    expressions = [node for node in walk(branch) if isinstance(node, Expression)]
    return not expressions or any(map(is_known, expressions))
