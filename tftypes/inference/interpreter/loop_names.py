"""The names that `for` loops give what they go over: what a remedy says of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.scopes import walk


def element(scope: ast.AST, iterated: ast.expr, node: ast.AST) -> str | None:
    """What the loop around a node calls the elements of what it goes over.

    >>> scope = ast.parse("for batch in data: f(data[0])")
    >>> element(scope, ast.parse("data", mode="eval").body, scope.body[0].body[0].value.args[0])
    'batch'
    """
    around = (
        each.target.id
        for each in _loops(scope)
        if isinstance(each.target, ast.Name) and ast.dump(each.iter) == ast.dump(iterated)
        if any(node is part for each in each.body for part in walk(each))
    )
    return next(around, None)


def around(scope: ast.AST, node: ast.AST) -> ast.For | ast.AsyncFor | None:
    """The innermost loop around a node."""
    found = None
    for each in _loops(scope):
        if any(node is part for inner in each.body for part in walk(inner)):
            found = each
    return found


def numbered(scope: ast.AST, node: ast.AST) -> str | None:
    """The name for the numbers of the loop around a node, where it counts.

    >>> scope = ast.parse("for i in range(3):\\n for j, row in enumerate(rows): f(row)")
    >>> numbered(scope, scope.body[0].body[0].body[0].value)
    'j'
    """
    if (loop := around(scope, node)) is None:
        return None
    counts = ast.unparse(loop.iter).partition("(")[0]
    target = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
    return target.id if counts in ("range", "enumerate") and isinstance(target, ast.Name) else None


def hiding(scope: ast.AST, name: ast.Name) -> str | None:
    """What a loop goes over that takes a name for its elements to which a call was assigned before it.

    >>> scope = ast.parse("n = make()\\nfor i, n in enumerate(sizes): pass\\nn.f()")
    >>> hiding(scope, scope.body[2].value.func.value)
    'enumerate(sizes)'
    """
    made = [each for each in bound_in(scope).get(name.id, ()) if isinstance(each, ast.Call)]
    hides = (
        ast.unparse(each.iter)
        for each in _loops(scope)
        if any(isinstance(part, ast.Name) and part.id == name.id for part in walk(each.target))
        and any(call is not each.iter and call.lineno < each.lineno for call in made)
        and each.lineno < name.lineno
    )
    return next(hides, None)


def _loops(scope: ast.AST) -> Iterator[ast.For | ast.AsyncFor]:
    return (each for each in walk(scope) if isinstance(each, (ast.For, ast.AsyncFor)))
