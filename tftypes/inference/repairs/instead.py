"""Code of a message that is made of names of the program, in the place of what it has in it or does the work of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit

_WHOLE: Final = (ast.Call, ast.Subscript, ast.ListComp)
#: How far what the code does the work of may be from the finding.
_FAR: Final = 6.0


def corresponding(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The code around what it has in it, for a call that gives the same, for what a call is of, for another method."""
    if not isinstance(code, _WHOLE) or context.outline.lacks(code, context.node):
        return
    own, inside = ast.dump(code), {*map(ast.dump, ast.walk(code))}
    for each in ast.walk(context.node):
        is_whole = isinstance(each, ast.expr) and not isinstance(each, ast.Constant)
        if is_whole and isinstance(each, ast.expr) and ast.dump(each) in inside - {own}:
            if not _is_of_import(context, each) and not _is_callee(context, each):
                late = 0.4 * context.is_taken_apart(
                    each
                )  # the code may do the work of what takes it apart
                if not _has_owner(context, each, inside):
                    yield 0.6 + late + 0.3 / len(ast.unparse(each)), Edit(each, code)
    for node, distance in context.near(_FAR):
        if not isinstance(node, ast.Call) or ast.dump(node) == own:
            continue
        given = [*node.args, *(each.value for each in node.keywords)]
        needed = [*given, *(() if node is context.node else [node.func])]
        if given and all(ast.dump(each) in inside for each in needed):
            yield 0.45 + distance / 4, Edit(node, code)
        elif own in map(ast.dump, _operand(node)):
            yield 0.5 + distance / 2, Edit(node, code)
    node, method = context.node, code.func if isinstance(code, ast.Call) else None
    call = context.outline.parents.get(node) if isinstance(node, ast.Attribute) else node
    refused = call.func if isinstance(call, ast.Call) else None
    if isinstance(refused, ast.Attribute) and isinstance(method, ast.Attribute):
        is_same = ast.dump(method.value) == ast.dump(refused.value)
        is_same &= not _is_of_import(context, refused.value)
        if isinstance(call, ast.Call) and is_same:
            yield 0.5 + 0.4 * bool(call.args), Edit(call, code)


def _has_owner(context: Context, node: ast.AST, inside: set[str]) -> bool:
    """Whether a node is the index of what is in the code, too: the code does the work of the item."""
    parent = context.outline.parents.get(node)
    is_index = isinstance(parent, ast.Subscript) and parent.slice is node
    return isinstance(parent, ast.Subscript) and is_index and ast.dump(parent.value) in inside


def _is_of_import(context: Context, node: ast.expr) -> bool:
    """Whether an expression is a name of a library, or a part of one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in context.outline.imports


def _is_callee(context: Context, node: ast.expr) -> bool:
    parent = context.outline.parents.get(node)
    return isinstance(parent, ast.Call) and parent.func is node


def _operand(node: ast.Call) -> list[ast.expr]:
    """What a call of one operand is of: `x` in `float(x)` and in `x.numpy()`."""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    return node.args if len(node.args) == 1 or owner is None else [owner] * (not node.args)
