"""Classes of TensorFlow's that only name constants: strings, which are no objects of the class.

def loss(reduction: tf.compat.v1.losses.Reduction = tf.compat.v1.losses.Reduction.SUM): ...

Programs annotate with the class what is one of them. To mypy alone it is Any.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import Expression, FuncDef, MemberExpr, MypyFile, RefExpr, ReturnStmt, TypeInfo, Var
from mypy.types import Instance, get_proper_type

from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import begin
from tftypes_mypy.syntax import expressions_at, those_of

_MISTAKEN: Final = Pattern(
    r'.*(?:has incompatible type|\(got|default has type|expression has type) "(?P<got>\w+)"'
    r'.* (?:expected|parameter has type|variable has type) "(?P<wanted>\w+)'
)


def is_of_constant(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a constant is given where its class is expected, or what is of the class where a string is."""
    mistaken = _MISTAKEN.match(info.message)
    if mistaken is None:
        return False
    for each in _given(info, tree):
        owner = (
            each.expr.node
            if isinstance(each, MemberExpr) and isinstance(each.expr, RefExpr)
            else None
        )
        if (
            isinstance(owner, TypeInfo)
            and owner.name == mistaken["wanted"]
            and _names_constants(owner)
        ):
            return True
        typ = type_of(each)
        if (
            isinstance(typ, Instance)
            and typ.type.name == mistaken["got"]
            and _names_constants(typ.type)
        ):
            return True
    return False


def _given(info: ErrorInfo, tree: MypyFile) -> Iterator[Expression]:
    """What an error may be of: an argument, a default or what is returned."""
    place = info.line, info.column
    yield from expressions_at(tree, *place)
    for function in those_of(tree, FuncDef):
        for argument in function.arguments:
            if argument.initializer is not None and begin(argument.initializer) == place:
                yield argument.initializer
    for statement in those_of(tree, ReturnStmt):
        if statement.expr is not None and begin(statement) == place:
            yield statement.expr


def _names_constants(owner: TypeInfo) -> bool:
    kept = [each.node for each in owner.names.values() if isinstance(each.node, Var)]
    types = [get_proper_type(var.type) for var in kept]
    return (
        owner.fullname.startswith("tensorflow.")
        and bool(kept)
        and all(isinstance(t, Instance) and t.type.fullname == "builtins.str" for t in types)
    )
