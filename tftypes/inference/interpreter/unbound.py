"""Names that have no value where they are read: locals of a function that the program takes for others."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import Frame, Module, resolve
from tftypes.inference.scopes import scope_of, walk
from tftypes.inference.state import ABSENT

_Function = ast.FunctionDef | ast.AsyncFunctionDef
#: The methods of a variable that do what an operator does.
_METHODS: Final[dict[type, str]] = {ast.Add: "assign_add", ast.Sub: "assign_sub"}


def check_local(interpreter: Interpreter, around: Frame, name: str, node: ast.AST) -> None:
    """A function reads its own name before it gives it a value; what is around it or Python may have one of that name."""
    outer, function = resolve(around.read(name)), interpreter.current_scope
    is_builtin = outer is ABSENT
    if not isinstance(function, _Function) or name not in scope_of(function).own:
        return
    statement = _statement(function, node)
    if statement is None or any(_binds(each, name, statement) for each in walk(function)):
        return
    if is_builtin and f"builtins.{name}" not in interpreter.tables.constants:
        words = f"{function.name}() reads {name} before it gives it a value"
        interpreter.refuse(node, "tf-state", words, "builtins.UnboundLocalError")
        return
    hint = f"`global {name}` in it makes it that of the module"
    if not isinstance(around, Module):
        hint = f"`nonlocal {name}` in it makes it that of the function around it"
    if is_builtin:
        hint = f"another name than {name} leaves Python's alone"
    elif isinstance(outer, TensorType) and outer.kind == "variable":
        hint = _assignment(name, statement) or hint
    elif isinstance(outer, TensorType) and interpreter.trace is not None:
        # What a graph computes is no value for the functions around it.
        hint = f"a parameter {name}, returned for the next call, keeps it"
    words = f"{function.name}() assigns {name}, so it is a local name, which has no value here yet"
    interpreter.refuse(node, "tf-state", f"{words}; {hint}", "builtins.UnboundLocalError")


def _statement(function: _Function, node: ast.AST) -> ast.stmt | None:
    """The innermost statement that reads a name: nodes are told apart by their places."""
    inside = (each for each in walk(function) if isinstance(each, ast.stmt))
    place = node.lineno, node.col_offset  # type: ignore[attr-defined]
    around = [
        each
        for each in inside
        if (each.lineno, each.col_offset) <= place < (each.end_lineno, each.end_col_offset)
    ]
    return max(around, key=lambda each: (each.lineno, each.col_offset), default=None)


def _binds(each: ast.AST, name: str, before: ast.stmt) -> bool:
    """Whether a node that stands before a statement gives a name a value."""
    if getattr(each, "lineno", before.lineno) >= before.lineno:
        return False
    stored = each.id if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) else None
    return name in (stored, getattr(each, "name", None), getattr(each, "asname", None))


def _assignment(name: str, statement: ast.stmt) -> str | None:
    """The method that assigns to a variable what a statement assigns to its name."""
    if isinstance(statement, ast.AugAssign):
        value: ast.expr = ast.BinOp(ast.Name(name), statement.op, statement.value)
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        value = statement.value
    else:
        return None
    if isinstance(value, ast.BinOp) and getattr(value.left, "id", None) == name:
        method = _METHODS.get(type(value.op), "assign")
        value = value if method == "assign" else value.right
        return f"{name}.{method}({ast.unparse(value)})"
    return f"{name}.assign({ast.unparse(value)})"


def check_global(interpreter: Interpreter, module: Module, name: str, node: ast.AST) -> None:
    """A module reads a name that it binds nowhere, and that one of its functions has for its own."""
    if module.tree is None or name in module.scope.own or hasattr(builtins, name):
        return
    if not any(each is node for each in walk(module.tree)):
        return  # it stands in a text, as a size of an annotation does
    function = max(_having(module.tree, name), key=lambda each: _returns(each, name), default=None)
    if function is None:
        return
    words = f"name '{name}' is not defined: it is a local name of {function.name}()"
    hint = f"`return {name}` in it, and `{name} = {function.name}(...)` here"
    if _returns(function, name):
        calls = (each for each in walk(module.tree) if isinstance(each, ast.Call))
        own = (each for each in calls if getattr(each.func, "id", None) == function.name)
        call = next(map(ast.unparse, own), f"{function.name}(...)")
        hint = f"`{name} = {call}` keeps what it returns"
    interpreter.refuse(node, "tf-state", f"{words}; {hint}", "builtins.NameError")


def _returns(function: _Function, name: str) -> bool:
    """Whether a function returns what a name has."""
    values = (each.value for each in walk(function) if isinstance(each, ast.Return))
    return any(isinstance(each, ast.Name) and each.id == name for each in values)


def _having(tree: ast.Module, name: str) -> Iterator[_Function]:
    """The functions that have a name for their own, as a parameter or because they assign it."""
    for each in walk(tree):
        if isinstance(each, _Function) and name in scope_of(each).own:
            yield each
