"""Where a function names something: on every way through it, or in branches alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
    found = [*_reads(function, name, True)]
    return bool(found) and not any(found)


#: What tests call around code that fails.
_RAISING: Final = (
    "raises", "assertRaises", "assertRaisesOpError", "assertRaisesRegex", "assertRaisesRegexp",
    "assertRaisesWithPredicateMatch", "assert_raises", "assert_raises_regex",
)  # fmt: skip


@lru_cache(maxsize=4096)
def is_named_where_it_fails(function: ast.AST, name: str) -> bool:
    """Whether a function reads a name where a test expects an exception alone.

    >>> def read(text: str) -> bool:
    ...     return is_named_where_it_fails(ast.parse(text).body[0], "g")
    >>> read("def f(t):\\n  with t.assertRaises(E): run(g)"), read("def f(t): t.assertRaises(E, g)"), read("def f(t): g()")
    (True, True, False)
    """
    found = [*_reads_of_tests(function, name, False)]
    return bool(found) and all(found)


def _reads_of_tests(node: ast.AST, name: str, fails: bool) -> Iterator[bool]:
    """For each place that reads a name, whether an exception is expected there."""
    if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
        yield fails
    around = [node] if isinstance(node, ast.Call) else []
    if isinstance(node, (ast.With, ast.AsyncWith)):
        around = [
            each.context_expr for each in node.items if isinstance(each.context_expr, ast.Call)
        ]
    fails = fails or any(ast.unparse(each.func).rpartition(".")[2] in _RAISING for each in around)
    for each in ast.iter_child_nodes(node):
        yield from _reads_of_tests(each, name, fails)


def _reads(node: ast.AST, name: str, always: bool) -> Iterator[bool]:
    """For each place that reads a name, whether every way through the node comes there."""
    if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
        yield always
    for field, value in ast.iter_fields(node):
        for i, each in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(each, ast.AST):
                is_way = isinstance(node, (ast.If, ast.IfExp)) and field != "test"
                is_later = isinstance(node, ast.BoolOp) and i > 0
                is_apart = is_way or is_later or isinstance(each, (ast.match_case, *_FUNCTIONS))
                yield from _reads(each, name, always and not is_apart)
