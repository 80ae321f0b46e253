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
