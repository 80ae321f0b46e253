"""Loops that a module runs itself, outside of functions: their rounds one after the other.

    x = keras.Input([32, 32, 3])
    for filters in [64, 128, 256]:
        x = layers.Conv2D(filters, 3, strides=2)(x)
    x = layers.Flatten()(x)  # of 4 x 4 x 256

mypy checks such a loop as any other, and tells what is wrong in it. Before that a function is made of it, which gets what its
names stand for and returns what they stand for afterwards; that body is checked as those of the program's functions are. What
comes out is what mypy goes on with behind the loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from mypy import nodes
from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    GDEF,
    LDEF,
    Argument,
    Block,
    CallExpr,
    Context,
    ForStmt,
    FuncDef,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    TupleExpr,
    Var,
)
from mypy.subtypes import is_subtype
from mypy.treetransform import TransformVisitor
from mypy.types import Instance, PartialType, TupleType, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.features.bodies import loop_items, loop_plan, rebound
from tftypes_mypy.features.bodies.arguments import depend
from tftypes_mypy.features.bodies.model import Actual, Function
from tftypes_mypy.features.bodies.values import BodyValues, is_carried
from tftypes_mypy.features.keras import growing
from tftypes_mypy.syntax import Place, per_tree, those_of, walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies
    from tftypes_mypy.features.bodies.sources import Source

#: What binds names in a way that is not followed, or makes something that lasts.
_UNFIT: Final = (
    nodes.FuncDef, nodes.Decorator, nodes.ClassDef, nodes.LambdaExpr, nodes.AwaitExpr,
    nodes.Import, nodes.ImportFrom, nodes.ImportAll, nodes.DelStmt,
)  # fmt: skip


@dataclass(eq=False)
class _Loop:
    """A loop of a module, between two calls at which mypy comes by."""

    statement: ForStmt
    #: Where it stands in the module.
    around: list[Statement]
    index: int
    before: CallExpr
    after: CallExpr
    #: What its names stand for when it is through.
    made: dict[Var, Type] = field(default_factory=dict)


class ModuleLoops:
    """The loops of the module that mypy is checking."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self._loops: list[_Loop] = []
        #: Where the loops stand that will be looked at, and those that were followed, by their modules.
        self._ahead: dict[str, set[Place]] = {}
        self._followed: dict[str, set[Place]] = {}

    def install(self, checker: TypeChecker, values: BodyValues) -> None:
        """Puts the calls around the loops, once in each pass over a module."""
        if len(checker.scope.stack) > 1 or values.seen_by is checker.binder:
            return  # in a function mypy has another binder
        values.seen_by = checker.binder
        self.restore()
        source, name = self._bodies.source_of(checker), checker.tree.fullname
        self._ahead[name], self._followed[name] = set(), set()
        if source is None or "for " not in source.text:
            return
        for statements in _blocks(checker.tree.defs):
            for index, statement in enumerate(statements):
                if isinstance(statement, ForStmt) and loop_plan.is_worth_it(statement):
                    before, after = (loop_plan.made_step(statement, values.types) for _ in range(2))
                    self._loops.append(_Loop(statement, statements, index, before, after))
                    self._ahead[name].add((statement.line, statement.column))
        for loop in self._loops:
            whole = Block([_stated(loop.before), loop.statement, _stated(loop.after)])
            whole.set_line(loop.statement)
            loop.around[loop.index] = whole

    def restore(self) -> None:
        """Leaves the module as it is written: mypy never came by some of the loops."""
        for loop in self._loops:
            if loop.index < len(loop.around):  # mypy throws away a module that it is through with
                loop.around[loop.index] = loop.statement
        self._loops.clear()

    def places(self, module: str, is_ahead: bool) -> frozenset[Place]:
        """Where the loops of a module begin that were followed, and those that may come to be."""
        ahead = self._ahead.get(module, ()) if is_ahead else ()
        return frozenset({*ahead, *self._followed.get(module, ())})

    def take(self, at: Context, checker: TypeChecker) -> None:
        """What is done at one of the calls."""
        loop = next((each for each in self._loops if at in (each.before, each.after)), None)
        if loop is None:
            return
        place, name = (loop.statement.line, loop.statement.column), checker.tree.fullname
        if at is loop.before:
            loop.around[loop.index] = loop.statement
            self._ahead[name].discard(place)
            loop.made = self._infer(loop.statement, checker)
            return
        self._loops.remove(loop)
        for var in _bound(loop.statement):
            made = loop.made.get(var)
            if made is not None and var.type is not None and is_subtype(made, var.type):
                self._followed[name].add(place)
                checker.binder.put(_name(var, loop.statement), made)
            elif growing.is_sequential(var.type):  # with how many layers is not known
                checker.binder.put(_name(var, loop.statement), convert.unknown())

    def _infer(self, loop: ForStmt, checker: TypeChecker) -> dict[Var, Type]:
        """What the names of a loop stand for when it is through, where that is known of tensors and what makes them."""
        bodies, source = self._bodies, self._bodies.source_of(checker)
        names = sorted(_bound(loop), key=lambda var: var.name)
        if source is None or not _is_fit(loop, names, checker.tree):
            return {}
        with checker.msg.filter_errors(), checker.local_type_map:
            values = bodies.values_of(checker)
            items = loop_items.items(loop.expr, values)
            if items is None or len(items) > loop_items.LONGEST:
                return {}
            known = {var: self._actual(var, loop, checker) for var in {*_read(loop), *names}}
        started = [var for var in names if known[var] is not None]
        function, local = _function(loop, names, started, source)
        given = {local[var].name: [actual] for var in started if (actual := known[var])}
        beside = {
            var: convert.unknown() if actual is None else actual.type
            for var, actual in known.items()
            if var not in names
        }
        with rebound.at(loop, checker, bodies), rebound.standing_for(beside):
            outcome = bodies.infer(function, given, checker)
        made = get_proper_type(outcome.result) if outcome is not None else None
        if outcome is None or not isinstance(made, TupleType) or len(made.items) != len(names):
            return {}
        depend(outcome.modules, checker)
        return {var: typ for var, typ in zip(names, made.items) if _is_of_tensorflow(typ)}

    def _actual(self, var: Var, loop: ForStmt, checker: TypeChecker) -> Actual | None:
        """What a name stands for where the loop begins; None where mypy does not know it yet, or what is in it."""
        if var.type is None or isinstance(var.type, PartialType):
            return None
        name, values = _name(var, loop), self._bodies.values_of(checker)
        checker.expr_checker.accept(name)
        typ, value = values.type_of(name), values.of(name)
        return None if typ is None else Actual(typ, *([value] if is_carried(value) else []))


def _blocks(statements: list[Statement]) -> Iterator[list[Statement]]:
    """The lists of statements that a module runs once: its own, and those of conditions and the like."""
    yield statements
    for statement in statements:
        if isinstance(statement, (nodes.IfStmt, nodes.WithStmt, nodes.TryStmt)):
            for block in loop_plan.blocks(statement):
                yield from _blocks(block.body)


def _stated(call: CallExpr) -> Statement:
    made = nodes.ExpressionStmt(call)
    made.set_line(call)
    return made


def _name(var: Var, loop: ForStmt) -> NameExpr:
    """A name, as it would be read before the loop."""
    found = rebound.expression(var)
    found.set_line(loop.line, loop.column - 1)
    return found


def _bound(loop: ForStmt) -> set[Var]:
    """The names that a loop binds, and those of the models that it adds layers to."""
    return {key for key in loop_plan.bound(loop) if isinstance(key, Var)}


def _read(loop: ForStmt) -> set[Var]:
    """The names of the module that stand in a loop."""
    named = (node.node for node in walk(loop) if isinstance(node, NameExpr) and node.kind == GDEF)
    return {node for node in named if isinstance(node, Var) and node.is_inferred}


def _is_fit(loop: ForStmt, names: Sequence[Var], tree: MypyFile) -> bool:
    """Whether nothing but the loop binds its names while it runs, or looks at them."""
    if any(isinstance(node, _UNFIT) for node in walk(loop)):
        return False
    seen = _seen_in_functions(tree)
    return all(var.is_inferred and var not in seen for var in names)


@per_tree
def _seen_in_functions(tree: MypyFile) -> frozenset[Var]:
    """The names of a module that its functions read or bind."""
    return frozenset(
        node.node
        for function in (*those_of(tree, FuncDef), *those_of(tree, nodes.LambdaExpr))
        for node in walk(function)
        if isinstance(node, NameExpr) and node.kind == GDEF and isinstance(node.node, Var)
    )


def _function(
    loop: ForStmt, names: Sequence[Var], started: Sequence[Var], source: Source
) -> tuple[Function, Mapping[Var, Var]]:
    """The loop as a function of what some of its names stand for, which returns what they all do; and its own names."""
    copied = TransformVisitor().visit_for_stmt(loop)
    local: dict[Var, Var] = {}
    for var in names:
        local[var] = Var(var.name)
        local[var]._fullname = var.name
        local[var].is_argument = var in started
        local[var].is_inferred = var not in started
    for node in walk(copied):
        if isinstance(node, NameExpr) and node.node in local:
            _refer(node, local[node.node])
    parts = [NameExpr(var.name) for var in names]
    for part, var in zip(parts, names):
        _refer(part, local[var])
    together = TupleExpr(list(parts))
    returned = ReturnStmt(together)
    for made in (returned, together, *parts):
        made.set_line((loop.end_line or loop.line) + 1, 0)
    arguments = [Argument(local[var], None, None, ARG_POS) for var in started]
    item = FuncDef("(loop)", arguments, Block([copied, returned]))
    item.set_line(loop)
    item._fullname = f"{source.name}.(loop)"
    return Function(item, "(loop)", source), local


def _refer(name: NameExpr, var: Var) -> None:
    name.node, name.kind, name.fullname = var, LDEF, var.name
    name.is_new_def = name.is_inferred_def = False


def _is_of_tensorflow(typ: Type) -> bool:
    """Whether it is the type of something of TensorFlow's: of other things mypy knows as much."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname.startswith("tensorflow.")
