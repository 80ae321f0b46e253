"""Code of a message that is made of names of the program, in the place of what it has in it or does the work of."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.calls import callee
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit
from tftypes.inference.repairs.fragments import holes, looks_alike
from tftypes.inference.repairs.sites import bound

#: What is called for what it does: its result stands for no operand.
WITHOUT_RESULT: Final = ("print",)
_WHOLE: Final = (ast.Call, ast.Subscript, ast.ListComp, ast.DictComp, ast.Lambda)
#: Methods that give the value of what they are of.
_OF_VALUES: Final = ("numpy", "eval", "item")
#: How far what the code does the work of may be from the finding.
_FAR: Final = 6.0


def corresponding(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The code around what it has in it, for a call that gives the same, for what a call is of, for another method."""
    node = context.node
    if isinstance(code, ast.Attribute) and isinstance(node, ast.Attribute) and holes(context, code):
        if code.attr == node.attr and ast.dump(node.value) in map(ast.dump, ast.walk(code.value)):
            yield 0.4, Edit(node, code)  # of what is made of it
    yield from _elsewhere(context, code, {*map(ast.dump, ast.walk(code))})
    if not isinstance(code, _WHOLE) or context.outline.lacks(code, context.node):
        return
    if isinstance(code, ast.Call) and isinstance(node, ast.Call) and len(node.args) > 1:
        if looks_alike(callee(code), callee(node)) and len(code.args) == len(node.args):
            yield 0.3, Edit(node, code)  # `tf.minimum(a, b)` for `min(a, b)`
    if isinstance(code, ast.Subscript) and isinstance(node, ast.Call):
        method, part = node.func, code.value
        if isinstance(method, ast.Attribute) and isinstance(part, ast.Attribute):
            if ast.dump(part.value) == ast.dump(method.value):
                yield 0.4, Edit(node, code)  # `model.layers[0]` for `model.get_layer("dense")`
    own, inside = ast.dump(code), {*map(ast.dump, ast.walk(code))}
    operands = inside - {own} - {*_of_others(code)}
    for each in () if callee(code) in WITHOUT_RESULT else ast.walk(context.node):
        is_whole = isinstance(each, ast.expr) and not isinstance(each, ast.Constant)
        if is_whole and isinstance(each, ast.expr) and ast.dump(each) in operands:
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
        is_refused = context.node in (node, node.func)
        needed = [*given, *(() if is_refused else [node.func])]
        if given and all(ast.dump(each) in inside for each in needed):
            is_builtin = isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id)
            is_one = len(given) == 1 and node is context.node and callee(code) != callee(node)
            late = 0.45 * (is_one and not is_builtin)  # around it is as likely
            yield (0.3 if is_builtin else 0.45) + late + distance / 4, Edit(node, code)
        elif own in map(ast.dump, _operand(node)):
            yield 0.5 + distance / 2, Edit(node, code)
    node, method = context.node, code.func if isinstance(code, ast.Call) else None
    call = context.outline.parents.get(node) if isinstance(node, ast.Attribute) else node
    refused = call.func if isinstance(call, ast.Call) else None
    if isinstance(refused, ast.Attribute) and isinstance(method, ast.Attribute):
        is_same = ast.dump(method.value) == ast.dump(refused.value)
        is_same &= not _is_of_import(context, refused.value)
        given = call.args if isinstance(call, ast.Call) and method.attr == refused.attr else []
        is_same &= not given or not inside.isdisjoint(map(ast.dump, given))  # no other call of it
        if isinstance(call, ast.Call) and is_same:
            yield 0.5 + 0.4 * bool(call.args), Edit(call, code)
    if isinstance(refused, ast.Attribute) and isinstance(call, ast.Call) and not call.args:
        does_it = refused.attr in _OF_VALUES or looks_alike(refused.attr, callee(code))
        if does_it and not call.keywords and ast.dump(refused.value) in inside - {own}:
            yield 0.85, Edit(call, code)


def _of_others(code: ast.expr) -> Iterator[str]:
    """What the code has in it and stands for something else: names that it binds, and what it takes one item of."""
    names = bound(code)
    for each in ast.walk(code):
        if isinstance(each, ast.Name) and each.id in names:
            yield ast.dump(each)
        elif isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant):
            if type(each.slice.value) is int:
                yield ast.dump(each.value)


def _elsewhere(context: Context, code: ast.expr, inside: set[str]) -> Iterator[tuple[float, Edit]]:
    """The code for a call of the same function with less, wherever it is: `with tf.variable_scope(name):`."""
    if not isinstance(code, ast.Call):
        return
    for each in context.outline.calls:
        if ast.dump(each.func) == ast.dump(code.func):
            if each.args and all(ast.dump(one) in inside for one in each.args):
                is_less = len(code.args) + len(code.keywords) < len(each.args) + len(each.keywords)
                is_less |= context.outline.lacks(code, each)
                if not is_less and len(code.args) + len(code.keywords) > len(each.args):
                    yield 1.0, Edit(each, code)


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
