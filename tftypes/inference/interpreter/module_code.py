"""The text of a module, compiled once for all programs that import it."""

from __future__ import annotations

import ast

from tftypes.inference.interpreter.compiler import Compiler, Level
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.scopes import scope_of


class ModuleCode:
    """The names that a module owns, and what runs its statements."""

    __slots__ = ("scope", "statements", "tree")

    def __init__(self, interpreter: Interpreter, tree: ast.Module) -> None:
        self.tree = tree
        self.scope = scope_of(tree)
        compiler = Compiler(interpreter, (Level(self.scope, "module"),))
        self.statements = [compiler.block([each]) for each in tree.body]


def code_of(interpreter: Interpreter, path: str, tree: ast.Module) -> ModuleCode:
    """The code of a module. Only that of the main program is not kept: it may be observed, or run with edits."""
    if path == interpreter.main:
        return ModuleCode(interpreter, tree)
    known = interpreter.compiled.get(path)
    if known is None or known.tree is not tree:
        known = interpreter.compiled[path] = ModuleCode(interpreter, tree)
    return known
