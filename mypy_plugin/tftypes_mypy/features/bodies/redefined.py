"""Functions and classes that a module defines again, as notebooks do: which definition a call reaches.

mypy keeps the first definition under the name. What the name stands for is told by the
line of the module that is running: that of the outermost call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import Context, Decorator, FuncDef, Node, SymbolTableNode, TypeInfo

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

#: How mypy names the second definition, and those behind it, among the names of a module.
_SECOND: Final = "-redefinition"


@dataclass(frozen=True)
class Moment:
    """What runs: a line of the code of a module, outside of its functions."""

    module: str
    line: int


def moment(at: Context, checker: TypeChecker) -> Moment | None:
    """The moment at which a call happens; None in a function, which may be called at any."""
    if checker.scope.current_function() is not None:
        return None
    return Moment(checker.tree.fullname, at.line)


def meant(
    node: FuncDef | Decorator | TypeInfo, bodies: Bodies, checker: TypeChecker
) -> FuncDef | Decorator | TypeInfo | None:
    """The definition that a name stands for when mypy knows it as this one; None if not known."""
    module, _, name = node.fullname.rpartition(".")
    lines = bodies.defined_again(module, name, checker)
    if lines is None:
        return node
    now = bodies.moment
    if now is None or now.module != module:
        return None
    line = max((each for each in lines if each < now.line), default=None)
    return None if line is None else _defined_on(line, name, checker.modules[module].names)


def _defined_on(
    line: int, name: str, names: Mapping[str, SymbolTableNode]
) -> FuncDef | Decorator | TypeInfo | None:
    for key, symbol in names.items():
        if key == name or key.startswith(name + _SECOND):
            node = symbol.node
            if isinstance(node, (FuncDef, Decorator, TypeInfo)) and _line(node) == line:
                return node
    return None


def _line(node: Node) -> int:
    if isinstance(node, TypeInfo):
        return node.defn.line
    return node.func.line if isinstance(node, Decorator) else node.line
