"""Where a function names something: on every way through it, or in branches alone."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, get_args

from tftypes.inference.scopes import FunctionNode

_FUNCTIONS: Final = get_args(FunctionNode)


@lru_cache(maxsize=4096)
def is_named_in_branches(function: ast.AST, name: str) -> bool:
    """Whether a function reads a name, and does so in branches and in functions within it alone.

    >>> def read(text: str) -> bool:
    ...     return is_named_in_branches(ast.parse(text).body[0], "g")
    >>> read("def f(a):\\n  if a: g()"), read("def f(a):\\n  if a: g()\\n  h(g)"), read("def f(a): a and g()")
    (True, False, True)
    """
    found = [*_reads(function, name, True, _always)]
    return bool(found) and not any(found)


def expects_failure(node: ast.AST) -> bool:
    """Whether a call is what a test calls around code that fails: `self.assertRaises(E)`, `pytest.raises(E)`."""
    function = node.func if isinstance(node, ast.Call) else None
    name = str(getattr(function, "attr", getattr(function, "id", "")))
    return name == "raises" or name.startswith(("assertRaises", "assert_raises"))


@lru_cache(maxsize=4096)
def is_named_where_it_fails(function: ast.AST, name: str) -> bool:
    """Whether a function reads a name where a test expects an exception alone.

    >>> def read(text: str) -> bool:
    ...     return is_named_where_it_fails(ast.parse(text).body[0], "g")
    >>> read("def f(t):\\n  with t.assertRaises(E): run(g)"), read("def f(t): t.assertRaises(E, g)"), read("def f(t): g()")
    (True, True, False)
    """
    found = [*_reads(function, name, False, _fails)]
    return bool(found) and all(found)


def _reads(
    node: ast.AST, name: str, holds: bool, inside: Callable[[ast.AST, ast.AST, bool], bool]
) -> Iterator[bool]:
    """For each place that reads a name, what holds there; `inside` says what does in a child, by its parent's."""
    if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
        yield holds
    for each in ast.iter_child_nodes(node):
        yield from _reads(each, name, inside(node, each, holds), inside)


def _always(parent: ast.AST, child: ast.AST, always: bool) -> bool:
    """Whether every way through a function comes to a child, where it comes to the parent."""
    is_way = isinstance(parent, (ast.If, ast.IfExp)) and child is not parent.test
    is_later = isinstance(parent, ast.BoolOp) and child in parent.values[1:]
    return always and not (is_way or is_later or isinstance(child, (ast.match_case, *_FUNCTIONS)))


def _fails(parent: ast.AST, child: ast.AST, fails: bool) -> bool:
    """Whether a test expects an exception in a child."""
    managers = parent.items if isinstance(parent, (ast.With, ast.AsyncWith)) else []
    return fails or any(map(expects_failure, [parent, *(each.context_expr for each in managers)]))
