"""Names that stand for several of TensorFlow's modules, or for the same symbol of several of them.

from tensorflow.keras.layers import *          summary = tf.summary
from tensorflow.keras.optimizers import *      if not tf.executing_eagerly():
                                                   summary = tf.compat.v1.summary

The program takes the last one. mypy wants one for all of it, where it knows the modules by their stubs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.errorcodes import NAME_DEFINED
from mypy.errors import ErrorInfo
from mypy.nodes import AssignmentStmt, ClassDef, MypyFile, Node, RefExpr, TypeAlias, Var
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    TypeType,
    flatten_nested_unions,
    get_proper_type,
)

from tftypes_mypy import names
from tftypes_mypy.assigned_lines import statements_at
from tftypes_mypy.features.facts import alone
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import begin
from tftypes_mypy.syntax import those_of

_AGAIN: Final = Pattern(
    r'Name "(?P<name>\w+)" already defined \((?:possibly )?by an import\)'
    r'|Incompatible import of "(?P<imported>\w+)"'
)
_UNDEFINED: Final = Pattern(r'Name "(?P<name>[\w.]+)" is not defined$')
MULTIPLE: Final = Pattern(r'Cannot assign multiple (?:modules|types) to name "(?P<name>\w+)"')
#: Of a class that derives from what a variable stands for.
DERIVED: Final = Pattern(r'Variable "[\w.]+" is not valid as a type$|Invalid base class "[\w.]+"$')
_ASSIGNED: Final = Pattern(
    r'Incompatible types in assignment \(expression has type .*, variable has type "?Module"?\)$'
)
_FOR_CLASS: Final = Pattern(r'Incompatible types in assignment \(.*, variable has type "type\[')


def is_of_imports(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a name is given another meaning, which was or is that of something of TensorFlow's."""
    again = _AGAIN.match(info.message)
    if again is not None:
        symbol = tree.names.get(again["name"] or again["imported"])
        return symbol is not None and _is_of_tensorflow(symbol.node)
    multiple = MULTIPLE.match(info.message)
    if multiple is None and _ASSIGNED.match(info.message) is None:
        return False
    symbol = tree.names.get(multiple["name"]) if multiple is not None else None
    if symbol is not None and _is_class(symbol.node):
        return True
    return any(map(_is_of_tensorflow, _meant(info.line, tree)))


def is_of_class(info: ErrorInfo, tree: MypyFile) -> bool:
    """`Config = None`, where another branch has a class of TensorFlow's that not each version has."""
    is_one = _FOR_CLASS.match(info.message) is not None
    return is_one and any(map(_is_class, _meant(info.line, tree)))


def is_of_base(info: ErrorInfo, tree: MypyFile) -> bool:
    """`class Private(base): ...` in a function of `base: type[tf.keras.optimizers.Optimizer]`, which mypy alone takes for Any."""
    place = info.line, info.column
    return DERIVED.match(info.message) is not None and any(
        begin(base) == place
        and isinstance(base, RefExpr)
        and isinstance(base.node, Var)
        and isinstance(typ := get_proper_type(base.node.type), TypeType)
        and alone.is_of_tensorflow(typ)
        for made in those_of(tree, ClassDef)
        for base in (*made.base_type_exprs, *made.removed_base_type_exprs)
    )


def _is_class(node: Node | None) -> bool:
    """Whether a name stands for a class of TensorFlow's by what is assigned to it first."""
    return isinstance(node, TypeAlias) and alone.is_of_tensorflow(node.target)


def _meant(line: int, tree: MypyFile) -> Iterator[Node | None]:
    """What the names in an assignment on a line stand for, on both sides."""
    for statement in statements_at(tree, line):
        if isinstance(statement, AssignmentStmt):
            for part in (*statement.lvalues, statement.rvalue):
                if isinstance(part, RefExpr):
                    yield part.node


def _is_of_tensorflow(node: Node | None) -> bool:
    return names.is_of_tensorflow(getattr(node, "fullname", ""))


def is_of_module(info: ErrorInfo, tree: MypyFile) -> bool:
    """`x: keras.layers.Layer` after `keras = tf.keras` in a branch: what mypy takes for a variable, to it alone is Any."""
    undefined = _UNDEFINED.match(info.message) if info.code is NAME_DEFINED else None
    if undefined is None:
        return False
    first, *rest = undefined["name"].split(".")
    symbol = tree.names.get(first)
    while symbol is not None and isinstance(symbol.node, MypyFile) and rest:
        symbol = symbol.node.names.get(rest.pop(0))
    var = symbol.node if symbol is not None and rest else None
    if not isinstance(var, Var) or var.type is None:
        return False
    kinds = [get_proper_type(each) for each in flatten_nested_unions([var.type])]
    return any(map(_is_module, kinds)) and all(
        isinstance(each, AnyType) or _is_module(each) for each in kinds
    )


def _is_module(typ: ProperType) -> bool:
    return isinstance(typ, Instance) and typ.type.fullname == "types.ModuleType"
