"""What changes from one round of a loop to the next, and which functions a loop calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import COMPREHENSIONS, DEFINITIONS, Function, Scope


def loop_around(names: Names, node: ast.AST) -> ast.AST | None:
    """The innermost loop or comprehension that evaluates a node in each of its rounds."""
    scopes = names.scopes
    comprehensions = set()
    scope: Scope | None = scopes.scope(node)
    while scope and isinstance(scope.node, COMPREHENSIONS):
        comprehensions.add(scope.node)
        scope = scope.parent
    inner = node
    for parent in scopes.around(node):
        if isinstance(parent, (ast.For, ast.AsyncFor)):
            if inner is not parent.iter and inner not in parent.orelse:
                return parent
        elif isinstance(parent, ast.While):
            if inner not in parent.orelse:
                return parent
        elif parent in comprehensions:
            return parent
        inner = parent
    return None


def names_read(names: Names, node: ast.AST) -> Iterator[tuple[Scope, str]]:
    """The names of other scopes that a piece of code reads, the functions it names included."""
    inside = set(ast.walk(node))
    waiting, seen = [node], {node}
    while waiting:
        for each in ast.walk(waiting.pop()):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                owner = names.scopes.scope(each).owner(each.id)
                if owner and owner.node not in inside:
                    yield owner, each.id
                function = names.function(each)
                if function and function not in seen:
                    seen.add(function)
                    inside.update(ast.walk(function))
                    waiting.append(function)


def depends_on(names: Names, node: ast.AST, loop: ast.AST) -> bool:
    """Whether a piece of code reads anything that may differ between rounds of the loop."""
    return bool(changing(names, node, loop))


def changing(names: Names, node: ast.AST, loop: ast.AST) -> list[str]:
    """The names that a piece of code reads and the loop binds."""
    found = []
    for owner, name in names_read(names, node):
        for binding in owner.bindings[name]:
            inside = binding.node is loop or loop in names.scopes.ancestors(binding.node)
            if inside and binding.node is not node and not _holds(names, node, binding.node):
                found.append(name)
                break
    return list(dict.fromkeys(found))


def _holds(names: Names, node: ast.AST, inner: ast.AST) -> bool:
    return node in names.scopes.ancestors(inner)


def called_in_loop(names: Names, function: Function) -> ast.Call | None:
    """A call of the function in a loop of the same module, if there is one."""
    if not isinstance(function, DEFINITIONS):
        return None
    for call in names.scopes.each(ast.Call):
        last = (
            call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        )
        if last == function.name and names.function(call.func) is function:
            if loop_around(names, call):
                return call
    return None
