"""Which functions leave a list as it is that they are given.

A list may change in whatever it is passed to. Where the bodies of the program's functions
were checked for that very call, they tell whether it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from mypy import nodes
from mypy.nodes import CallExpr, Expression, FuncItem, IndexExpr, MemberExpr, NameExpr, Node, Var
from mypy.types import Instance, NoneType, Type, UnionType, get_proper_type

from tftypes_mypy import names
from tftypes_mypy.assignments import PURE, root
from tftypes_mypy.syntax import below, is_spread, walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.model import Frame, Outcome
    from tftypes_mypy.features.bodies.values import BodyValues

#: Functions of Python that keep nothing of what they are given.
_FORGETS: Final = frozenset(
    f"builtins.{name}"
    for name in (
        "all", "any", "bool", "float", "hash", "id", "int", "isinstance", "len", "max", "min",
        "print", "range", "repr", "str", "sum", "type",
    )
)  # fmt: skip
#: Methods of tapes and optimizers, which change no list of variables that they are given.
TAPES: Final = frozenset({"gradient", "jacobian", "batch_jacobian", "watch", "apply_gradients"})
#: The method by which layers make their variables; a layer of the program may have its own.
_WEIGHT: Final = "add_weight"
_CONTAINERS: Final = frozenset({"builtins.list", "builtins.dict", "collections.OrderedDict"})
#: How many loops in each other are followed.
_DEPTH: Final = 8
#: What is only looked at in a statement or an expression: its attributes that are read.
_READ: Final[dict[type[Node], frozenset[str]]] = {
    nodes.ExpressionStmt: frozenset({"expr"}),
    nodes.IfStmt: frozenset({"expr"}),
    nodes.WhileStmt: frozenset({"expr"}),
    nodes.AssertStmt: frozenset({"expr", "msg"}),
    nodes.RaiseStmt: frozenset({"expr", "from_expr"}),
    nodes.ComparisonExpr: frozenset({"operands"}),
    nodes.MemberExpr: frozenset({"expr"}),
    nodes.ForStmt: frozenset({"expr", "index"}),
    nodes.GeneratorExpr: frozenset({"sequences", "indices", "condlists"}),
    nodes.DictionaryComprehension: frozenset({"sequences", "indices", "condlists"}),
    nodes.SliceExpr: frozenset({"begin_index", "end_index", "stride"}),
}
_LITERALS: Final = (nodes.IntExpr, nodes.FloatExpr, nodes.StrExpr)
_IMMUTABLE: Final = names.KINDS.keys() | {
    f"builtins.{name}" for name in ("int", "float", "bool", "str", "bytes", "complex")
}


class Uses:
    """How the names of one body are used."""

    def __init__(self, body: Node) -> None:
        #: Where what a name stands for may go on to live elsewhere.
        self.escaping: dict[Var, list[NameExpr]] = {}
        #: The calls that get it, alone or in a list or tuple that is written out.
        self.passed: dict[Var, list[CallExpr]] = {}
        #: The names for the items of what a name stands for, in loops.
        self.items: dict[Var, set[Var]] = {}
        pending: list[tuple[Node, bool]] = [(body, True)]
        while pending:
            node, is_read = pending.pop()
            if isinstance(node, NameExpr):
                if not is_read and isinstance(node.node, Var):
                    self.escaping.setdefault(node.node, []).append(node)
                continue
            if isinstance(node, CallExpr) and not is_pure(node):
                for var in {var for argument in node.args for var in written(argument)}:
                    self.passed.setdefault(var, []).append(node)
            for index, sequence in _loops(node):
                items = _variables(index)
                for var in _variables(sequence):
                    self.items.setdefault(var, set()).update(items)
            pending += _parts(node, is_read)


def written(argument: Expression) -> set[Var]:
    """The names that an argument is, or the list or tuple of them that it is."""
    if isinstance(argument, (nodes.ListExpr, nodes.TupleExpr)):
        return {var for item in argument.items for var in written(item)}
    var = root(argument)
    return set() if var is None else {var}


def _is_plain(argument: Expression) -> bool:
    """Whether an argument is nothing but names and literals, in lists and tuples or alone."""
    if isinstance(argument, (nodes.ListExpr, nodes.TupleExpr)):
        return all(map(_is_plain, argument.items))
    return root(argument) is not None or isinstance(argument, _LITERALS)


def names_of(var: Var, argument: Expression) -> Iterator[Expression]:
    """Where a name is written in an argument: `rows[0]` for the name of all rows."""
    if isinstance(argument, (nodes.ListExpr, nodes.TupleExpr)):
        for item in argument.items:
            yield from names_of(var, item)
    elif root(argument) is var:
        yield argument


def _variables(node: Node) -> set[Var]:
    return {n.node for n in walk(node) if isinstance(n, NameExpr) and isinstance(n.node, Var)}


def _takes_apart(node: nodes.AssignmentStmt) -> bool:
    """`a, b = both`: the items have names then, as in a loop."""
    return isinstance(node.rvalue, NameExpr) and isinstance(
        node.lvalues[0], (nodes.TupleExpr, nodes.ListExpr)
    )


def _loops(node: Node) -> Iterable[tuple[Node, Expression]]:
    if isinstance(node, nodes.ForStmt):
        return [(node.index, node.expr)]
    if isinstance(node, (nodes.GeneratorExpr, nodes.DictionaryComprehension)):
        return zip(node.indices, node.sequences)
    if isinstance(node, nodes.AssignmentStmt) and _takes_apart(node):
        return [(node.lvalues[0], node.rvalue)]
    return ()


def _parts(node: Node, is_read: bool) -> list[tuple[Node, bool]]:
    """What is below a node, and whether it is only read there."""
    if isinstance(node, CallExpr):
        pure = is_pure(node)
        fullname = getattr(node.callee, "fullname", None) or ""
        keeps = pure and fullname.startswith(("builtins.", "functools."))
        whole = is_read or fullname in _FORGETS if keeps else pure
        given = [(each, whole or (not pure and _is_plain(each))) for each in node.args]
        return [(node.callee, True), *given]
    parts = below(node, [])
    if isinstance(node, IndexExpr):
        return [(part, is_read or part is node.index) for part in parts]
    if isinstance(node, (nodes.TupleExpr, nodes.ListExpr, nodes.StarExpr)):
        return [(part, is_read) for part in parts]
    if isinstance(node, nodes.ConditionalExpr):
        return [(node.cond, True), (node.if_expr, is_read), (node.else_expr, is_read)]
    if isinstance(node, nodes.UnaryExpr):
        return [(node.expr, is_read or node.op == "not")]
    if isinstance(node, nodes.AssignmentStmt):
        targets = [(target, True) for target in node.lvalues]
        return [(node.rvalue, _takes_apart(node)), *targets]
    if isinstance(node, (nodes.Block, FuncItem, nodes.Decorator)):
        return [(part, not isinstance(node, nodes.LambdaExpr)) for part in parts]
    read = [each for name in _READ.get(type(node), ()) for each in _listed(getattr(node, name))]
    return [
        (part, isinstance(part, nodes.Statement) or any(part is each for each in read))
        for part in parts
    ]


def _listed(value: object) -> list[object]:
    """The nodes in an attribute, which may hold lists of lists of them."""
    if not isinstance(value, list):
        return [value]
    return [node for item in value for node in _listed(item)]


def is_pure(call: CallExpr) -> bool:
    """Whether what is called is known to change none of its arguments."""
    callee = call.callee
    if isinstance(callee, MemberExpr):
        if isinstance(callee.expr, nodes.StrExpr) and callee.name in ("format", "join"):
            return True
        is_check = callee.name.startswith("assert") and isinstance(callee.expr, NameExpr)
        if is_check and callee.expr.name == "self":  # type: ignore[attr-defined]
            return True  # of unittest
    return isinstance(callee, nodes.RefExpr) and callee.fullname.startswith(PURE)


def only_looks(method: str, owner: Type | None) -> bool:
    """Whether a method is TensorFlow's own and only looks at the lists that it is given.

    `tape.gradient(loss, variables)` does, and so does a layer's `self.add_weight(shape=sizes)`.
    """
    owner = get_proper_type(owner)
    if not isinstance(owner, Instance):
        return False
    if method in TAPES:
        return owner.type.fullname.startswith("tensorflow.")
    inherited = owner.type.get(method) if method == _WEIGHT else None
    return inherited is not None and (inherited.fullname or "").startswith("tensorflow.")


def is_immutable(typ: Type | None) -> bool:
    """Whether nobody can change what is of this type."""
    typ = get_proper_type(typ)
    if isinstance(typ, Instance):
        return typ.type.fullname in _IMMUTABLE
    if isinstance(typ, UnionType):
        return all(map(is_immutable, typ.items))
    return isinstance(typ, NoneType)


def kept(frame: Frame) -> frozenset[str]:
    """The parameters of the body that was just checked whose lists and dicts it leaves as they are."""
    return frozenset(
        argument.variable.name
        for argument, actual in zip(frame.function.item.arguments, frame.parameters)
        if argument.variable in frame.bound.unread
        or (_is_container(actual.type) and _is_kept(argument.variable, frame))
    )


def _is_container(typ: Type) -> bool:
    typ = get_proper_type(typ)
    return isinstance(typ, Instance) and typ.type.fullname in _CONTAINERS


def _is_kept(name: Var, frame: Frame, depth: int = 0) -> bool:
    uses, checker, values = frame.bound.uses, frame.checker, frame.values
    if frame.bound.is_changed(name) or depth > _DEPTH:
        return False
    escaping = [use for use in uses.escaping.get(name, ()) if checker.has_type(use)]
    return (
        all(is_immutable(checker.lookup_type_or_none(use)) for use in escaping)
        and all(values.leaves(call, name) for call in uses.passed.get(name, ()))
        and all(_is_kept(item, frame, depth + 1) for item in uses.items.get(name, ()))
    )


def changed(frame: Frame) -> frozenset[str]:
    """The parameters of the body that was just checked whose lists and dicts it may have put something else into."""
    return frozenset(
        argument.variable.name
        for argument, actual in zip(frame.function.item.arguments, frame.parameters)
        if _is_container(actual.type)
        and (frame.bound.is_changed(argument.variable) or argument.variable in frame.values.changed)
    )


def note(
    call: CallExpr, item: FuncItem, is_bound: bool, outcome: Outcome, values: BodyValues
) -> None:
    """Notes of which names a call is sure to leave the values as they are, and into which it may have put others."""
    if not (outcome.kept or outcome.changed) or is_spread(call):
        return
    positional = [a.variable.name for a in item.arguments if a.kind.is_positional()][is_bound:]
    for number, (argument, name) in enumerate(zip(call.args, call.arg_names)):
        if name is None and number < len(positional):
            name = positional[number]
        if name in outcome.kept:
            values.left.update((call, var) for var in written(argument))
        elif name in outcome.changed:
            values.changed.update(written(argument))
