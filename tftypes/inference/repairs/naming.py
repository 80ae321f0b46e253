"""The names that the program has for the numbers of new code."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.objects import resolve
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, Node, rebuilt, substituted, together, with_fields
from tftypes.inference.repairs.fragments import ROWS

#: Code that says what a number is: it stays in the place of the number.
_NAMED: Final = (ast.Name, ast.Attribute, ast.BinOp)


def named(context: Context, edit: Edit) -> Edit:
    """The edit with the names that the old code has for the numbers of the new one."""
    own, new = {*ast.walk(edit.old)}, edit.new
    if not isinstance(new, ast.expr) or not isinstance(edit.old, ast.expr):
        return edit
    names = [each for each in own if isinstance(each, _NAMED)]
    sizes: dict[object, ast.expr] = {
        size: each for each in names if type(size := context.value(each)) is int and size > 2
    }
    pairs: list[tuple[ast.expr, ast.expr]] = [(edit.old, new)]
    if isinstance(new, ast.Call) and isinstance(edit.old, ast.Call):
        pairs = [*zip(edit.old.args, new.args)]
        pairs += [
            (one.value, other.value)
            for one in edit.old.keywords
            for other in new.keywords
            if one.arg == other.arg
        ]
    swaps: dict[ast.AST, ast.expr] = {
        other: with_fields(other, {"elts": _aligned(context, one.elts, other.elts)})
        for one, other in pairs
        if isinstance(one, ROWS) and isinstance(other, ROWS) and one is not other
        if len(one.elts) == len(other.elts)
    }
    new = substituted(new, swaps.get) if swaps else new
    return replace(edit, new=_with_names(new, sizes, own) if sizes else new)


def everywhere(context: Context, edit: Edit) -> Edit:
    """The edit of the name of a file wherever the program has that: one line writes it, and another reads it."""
    old, new = edit.old, edit.new
    if edit.also or not isinstance(old, ast.Constant) or not isinstance(new, ast.Constant):
        return edit
    if not isinstance(old.value, str) or not isinstance(new.value, str) or "." not in old.value:
        return edit
    alike = (each for each in context.outline.nodes if isinstance(each, ast.Constant))
    return together(context.outline, {each: new for each in alike if each.value == old.value})


def _aligned(context: Context, old: Sequence[ast.expr], new: Sequence[ast.expr]) -> list[ast.expr]:
    """Each size as the old code writes it, where that is the same, or a quotient of what it writes."""
    sizes = {size: each for each in old if (size := _size(context, each)) is not None}
    return [_as_before(context, *pair, sizes) for pair in zip(old, new)]


def _as_before(
    context: Context, old: ast.expr, new: ast.expr, sizes: Mapping[int, ast.expr]
) -> ast.expr:
    size, wanted = _size(context, old), new.value if isinstance(new, ast.Constant) else None
    if size is None or type(wanted) is not int or not isinstance(old, _NAMED):
        return new
    if size == wanted:
        return old
    if isinstance(sizes.get(wanted), _NAMED):
        return sizes[wanted]
    parts = sizes.get(size // wanted) if wanted > 2 and size % wanted == 0 else None
    return ast.BinOp(old, ast.FloorDiv(), parts) if isinstance(parts, _NAMED) else new


def _size(context: Context, node: ast.expr) -> int | None:
    """The number that an expression is, also as a tensor."""
    value = resolve(context.value(node))
    value = value.value if isinstance(value, TensorType) else value
    return value if type(value) is int else None


def _with_names(code: Node, names: Mapping[object, ast.expr], own: Set[ast.AST]) -> Node:
    """New code in which names of the program stand for the numbers that they are; `own` are nodes of the program."""

    def swap(each: ast.AST) -> object:
        if each in own:
            return each
        is_number = isinstance(each, ast.Constant) and type(each.value) is int
        return names.get(each.value) if is_number and isinstance(each, ast.Constant) else None

    return rebuilt(code, swap)
