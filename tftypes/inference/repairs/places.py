"""Edits of names of a library that stand elsewhere now: all of their uses, and the import."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, together, with_fields
from tftypes.inference.repairs.sites import Outline


def replaced(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The code for whatever the program reads through a module that is gone, or members of the module that the code is."""
    node = context.node
    gone = node.attr if isinstance(node, ast.Attribute) else ""
    uses, home = list(_uses(context.outline, node)) if gone else [], context.library_name(code)
    swaps: dict[ast.AST, ast.expr] = {}
    for each in uses:
        made = ast.Attribute(code, each.attr, ast.Load())
        if context.declared.find(f"{home}.{each.attr}") is not None:
            swaps[each] = made
        elif ast.unparse(code).rpartition(".")[2] == each.attr:
            swaps[each] = code
    if swaps and len(swaps) == len(uses):
        yield 0.3, together(context.outline, swaps)


def _uses(outline: Outline, gone: ast.AST) -> Iterator[ast.Attribute]:
    """The longest names that begin as what is gone does."""
    written = ast.unparse(gone)
    for each in ast.walk(outline.tree):
        parent = outline.parents.get(each)
        if isinstance(each, ast.Attribute) and not isinstance(parent, ast.Attribute):
            if ast.unparse(each).startswith(f"{written}."):
                yield each


def reimported(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An import of the function that does the work of a module that is gone, and its uses."""
    node = context.outline.statement(context.node)
    if not isinstance(node, ast.ImportFrom) or not isinstance(code, ast.Attribute):
        return
    name = code.attr
    for alias in node.names:
        bound = ast.Name(alias.asname or alias.name, ast.Load())
        uses = list(_uses(context.outline, bound))
        if not uses or any(each.attr != name for each in uses):
            continue
        kept = [each for each in node.names if each is not alias]
        made = with_fields(node, {"names": [*kept, ast.alias(name)]})
        swaps: dict[ast.AST, ast.expr] = {each: ast.Name(name, ast.Load()) for each in uses}
        if f"{node.module}.{name}".endswith(ast.unparse(code).partition(".")[2]):
            yield 0.3, Edit(node, (made,), together(context.outline, swaps).parts)
