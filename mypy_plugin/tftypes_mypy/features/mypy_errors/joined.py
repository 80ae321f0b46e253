"""`object`, which is what mypy makes of containers that differ: it joins `[[tf.zeros([2])], [tf.zeros([3])]]` to a list of it.

Nobody wrote it, and what is there is not known: mypy alone, to which all tensors are alike, takes both for lists of
tensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    Var,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.assigned_lines import inferred
from tftypes_mypy.features.calls.opened import mentions_tensor
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.mypy_errors.messages import TENSOR
from tftypes_mypy.loosened import TypeOf
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import Place, expressions_at, those_of, walk

_OBJECT: Final = Pattern(r'"(?:[^"]*[\[ ])?object(?:[\],| ][^"]*)?"')
#: `array[[0, best]]`: numbers of several classes.
_INDEX: Final = Pattern(r'Invalid index type "[^"]*\bobject\b')
#: What is given where tensors are expected, for which things of several types stand.
_GIVEN: Final = Pattern(r' has incompatible type "(?:[^"]*[\[ ])?object["\],]')
#: How many loops are followed, of which each goes through what the one around it gives.
_DEPTH: Final = 4
#: `max([tf.size(x), n])`
_SOLVED: Final = Pattern(r'Value of type variable "\w+" of "[^"]*" cannot be "object"')
_ATTRIBUTE: Final = Pattern(r'"object" has no attribute "(\w+)"')


def is_joined(message: str, place: Place, tree: MypyFile, type_of: TypeOf) -> bool:
    """Whether an error is about what mypy joined of tensors."""
    if _OBJECT.search(message) is None and not _is_of_item(message, place, tree):
        return False
    if _INDEX.match(message):
        return True
    if _SOLVED.match(message):
        calls = (each for each in expressions_at(tree, *place) if isinstance(each, CallExpr))
        return any(
            is_ours(argument, tree, type_of) or holds_tensors(argument, tree, type_of)
            for call in calls
            for argument in call.args
        )
    missing = _ATTRIBUTE.match(message)
    roots = _roots(tree, place, missing[1] if missing is not None else None)
    if _GIVEN.search(message) and TENSOR.search(message):
        return any(any(True for _ in inferred(root, tree)) for root in roots)
    return any(holds_tensors(root, tree, type_of) for root in roots)


def _is_of_item(message: str, place: Place, tree: MypyFile) -> bool:
    """`named["dense"](x)`, where the dict holds what cannot be called too."""
    return message.endswith('" not callable') and any(
        isinstance(each, CallExpr) and isinstance(each.callee, IndexExpr)
        for each in expressions_at(tree, *place)
    )


def _roots(tree: MypyFile, place: Place, missing: str | None) -> list[Expression]:
    """`rows` in `rows[0][1]`, `self.rows` in `self.rows[0]`, and in `self.rows.missing`."""
    found: list[Expression] = [
        node for node in expressions_at(tree, *place) if isinstance(node, (NameExpr, MemberExpr))
    ]
    members: list[Expression] = [
        node
        for node in found
        if isinstance(node, MemberExpr) and isinstance(node.expr, NameExpr) and node.name != missing
    ]
    return members or found


def holds_tensors(
    container: Expression | None, tree: MypyFile, type_of: TypeOf, depth: int = 0
) -> bool:
    """Whether nobody annotated a name or an attribute, and there are tensors in what it is given."""
    while isinstance(container, IndexExpr):
        container = container.base
    if container is None or not any(True for _ in inferred(container, tree)):
        return False
    if is_from_elsewhere(container, tree):
        return True
    if any(is_ours(value, tree, type_of) for value in _assigned(container, tree)):
        return True
    return depth < _DEPTH and any(
        is_ours(through, tree, type_of) or holds_tensors(through, tree, type_of, depth + 1)
        for through in _gone_through(container, tree)
    )


def is_from_elsewhere(container: Expression, tree: MypyFile) -> bool:
    """Whether another module has filled it: mypy's cache does not tell with what."""
    if isinstance(container, MemberExpr):
        var = alone.member(container)
        return isinstance(var, Var) and bool(var.info) and var.info.module_name != tree.fullname
    var = container.node if isinstance(container, NameExpr) else None
    module = var.fullname.rpartition(".")[0] if isinstance(var, Var) else ""
    return module not in ("", tree.fullname)


def is_ours(value: Expression, tree: MypyFile, type_of: TypeOf) -> bool:
    """Whether there are tensors or layers in a value, or something else of which mypy alone knows nothing."""
    if alone.is_unknown(value, tree):
        return True
    types = (type_of(part) for part in walk(value) if isinstance(part, Expression))
    return any(t is not None and (mentions_tensor(t) or alone.is_of_tensorflow(t)) for t in types)


def _assigned(container: Expression, tree: MypyFile) -> Iterator[Expression]:
    """What a name or an attribute is given by assignments."""
    for statement in those_of(tree, AssignmentStmt):
        if any(_is_part(container, target) for target in statement.lvalues):
            yield statement.rvalue


def _gone_through(name: Expression, tree: MypyFile) -> Iterator[Expression]:
    """What loops go through, of whose items a name is one."""
    for loop in those_of(tree, ForStmt):
        if _is_part(name, loop.index):
            yield loop.expr
    for generator in those_of(tree, GeneratorExpr):
        for index, sequence in zip(generator.indices, generator.sequences):
            if _is_part(name, index):
                yield sequence


def _is_part(container: Expression, target: Expression) -> bool:
    return any(_is_same(part, container) for part in walk(target))


def _is_same(target: Node, container: Expression) -> bool:
    if isinstance(container, MemberExpr):
        return isinstance(target, MemberExpr) and target.name == container.name
    return (
        isinstance(target, NameExpr)
        and isinstance(container, NameExpr)
        and target.node is container.node
    )


def opened(typ: Type) -> Type:
    """The type with Any for `object`, as deep as it stands in it."""
    if convert.is_endless(typ):
        return typ
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[opened(item) for item in proper.items])
    if not isinstance(proper, Instance) or not has_object(proper):
        return convert.unknown() if _is_object(typ) else typ
    return proper.copy_modified(args=[opened(arg) for arg in proper.args])


def has_object(typ: Type) -> bool:
    """Whether `object` stands for what a container holds."""
    if convert.is_endless(typ):
        return False
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return any(_is_object(part) or has_object(part) for part in proper.items)
    return isinstance(proper, Instance) and any(
        _is_object(part) or has_object(part) for part in proper.args
    )


def _is_object(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname == "builtins.object"
