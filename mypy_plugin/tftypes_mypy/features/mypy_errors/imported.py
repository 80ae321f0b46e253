"""Names that stand for several of TensorFlow's modules, or for the same symbol of several of them.

from tensorflow.keras.layers import *          summary = tf.summary
from tensorflow.keras.optimizers import *      if not tf.executing_eagerly():
                                                   summary = tf.compat.v1.summary

The program takes the last one. mypy wants one for all of it, where it knows the modules by their stubs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.errorcodes import NAME_DEFINED
from mypy.errors import ErrorInfo
from mypy.nodes import AssignmentStmt, MypyFile, Node, RefExpr, Var
from mypy.types import AnyType, Instance, ProperType, flatten_nested_unions, get_proper_type

from tftypes_mypy import names
from tftypes_mypy.assigned_lines import statements_at

_AGAIN: Final = re.compile(
    r'Name "(?P<name>\w+)" already defined \((?:possibly )?by an import\)'
    r'|Incompatible import of "(?P<imported>\w+)"'
)
_UNDEFINED: Final = re.compile(r'Name "(?P<name>[\w.]+)" is not defined$')
_MODULES: Final = "Cannot assign multiple modules to name ", "Cannot assign multiple types to name "
_ASSIGNED: Final = re.compile(
    r'Incompatible types in assignment \(expression has type .*, variable has type "?Module"?\)$'
)


def is_of_imports(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a name is given another meaning, which was or is that of something of TensorFlow's."""
    again = _AGAIN.match(info.message)
    if again is not None:
        symbol = tree.names.get(again["name"] or again["imported"])
        return symbol is not None and _is_of_tensorflow(symbol.node)
    if not info.message.startswith(_MODULES) and _ASSIGNED.match(info.message) is None:
        return False
    return any(map(_is_of_tensorflow, _meant(info.line, tree)))


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
