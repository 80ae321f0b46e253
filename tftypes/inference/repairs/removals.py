"""Edits that leave something out: a call, a layer, a statement, a keyword of a decorator."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import Expr
from tftypes.inference.objects import Container, External
from tftypes.inference.repairs.calls import attribute, callee, have_same_args, is_layer, with_args
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, with_fields
from tftypes.inference.repairs.fragments import name_of

#: Ops that put a tensor into another form, which may be one too many.
_FORMS: Final = frozenset(
    [
        "expand_dims",
        "squeeze",
        "one_hot",
        "to_categorical",
        "cast",
        "reshape",
        "transpose",
        "argmax",
        "flatten",
    ]
)


#: What gives the value of a size of TensorFlow 1, of a tensor or of an array: a number is its own.
_OF_VALUES: Final = ("value", "numpy", "item")
#: Those that change the axes alone: without one that is refused, a tensor is as it was.
_AXES: Final = ("squeeze", "expand_dims")


def without(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """What is wrapped in place of what wraps it."""
    if isinstance(node, ast.Call) and name_of(node.func) == "numpy" and node is context.node:
        # of a tensor that has no value yet
        yield 1.2, Edit(node, getattr(node.func, "value", node))
    elif node is context.node and isinstance(node, ast.Attribute):
        call = context.outline.parents.get(node)
        if node.attr in context.told.left_out and isinstance(call, ast.Call):
            yield 1.0, Edit(node if call.args else call, node.value)
        elif _is_its_own(context, node):
            is_called = isinstance(call, ast.Call) and call.func is node
            whole = call if isinstance(call, ast.Call) and is_called else node
            yield 0.9, Edit(whole, _itself(context, whole, node.value))
    elif (
        node is context.node and callee(node) in _AXES and isinstance(node, ast.Call) and node.args
    ):
        yield 2.6, Edit(node, node.args[0])
    elif isinstance(node, ast.Call) and node is not context.node:
        inner = node.func.value if isinstance(node.func, ast.Attribute) else None
        if inner is not None and _is_left(context, inner, node):
            yield 1.9 if _is_same_call(inner, node) else 3.2, Edit(node, inner)
        is_of_rows = context.finding.code == "tf-rank" and 2 in map(len, context.told.shapes)
        if is_of_rows and name_of(node.func) == "TimeDistributed" and len(node.args) == 1:
            yield 1.0, Edit(node, node.args[0])
        if callee(node) in _FORMS and node.args:
            if None not in map(context.tensor, (node, node.args[0])):
                yield 3.4, Edit(node, node.args[0])
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
        if node.value.attr in context.told.left_out:
            yield 2.9, Edit(node, attribute(node.value.value, node.attr))


def _is_its_own(context: Context, node: ast.Attribute) -> bool:
    """Whether what an attribute asks for is the object itself: the value of a number, the list of a tuple of sizes."""
    value = context.value(node.value)
    is_number = isinstance(value, (int, float, Expr))
    return (
        node.attr in _OF_VALUES
        if is_number
        else isinstance(value, tuple) and node.attr == "as_list"
    )


def _itself(context: Context, whole: ast.expr, value: ast.expr) -> ast.expr:
    """The object that an attribute asks for: a tuple as a list, where more is done with it than reading its sizes."""
    use = context.outline.parents.get(whole)
    if not isinstance(context.value(value), tuple):
        return value
    if isinstance(use, ast.Subscript) and not isinstance(use.slice, ast.Slice):
        return value
    if isinstance(use, ast.Assign) and isinstance(use.targets[0], ast.Tuple):
        return value
    return expression("list(sizes)", sizes=value)


def less(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A model without a layer, or no statement, where the message leaves out what stands there."""
    statement = context.outline.parents.get(node)
    if isinstance(node, ast.List) and len(node.elts) > 1:
        for index, each in enumerate(node.elts):
            if _is_layer_less(context, each):
                kept = [*node.elts[:index], *node.elts[index + 1 :]]
                yield 1.5, Edit(node, with_fields(node, {"elts": kept}))
    if not isinstance(node, ast.Call):
        return
    is_form = node is context.node or is_layer(context, node.func)
    if is_form and len(node.args) == 1 and _is_layer_less(context, node):
        if context.tensor(node.args[0]) is not None:
            given = ast.unparse(node.args[0])
            if isinstance(statement, ast.Assign) and [*map(ast.unparse, statement.targets)] == [
                given
            ]:
                yield 1.4, Edit(statement, ())  # `x = layer(x)`
            yield 1.5, Edit(node, node.args[0])
    left = [each for each in node.args if name_of(each) in context.told.left_out]
    if node is context.node and left and isinstance(left[0], ast.Name):
        yield 0.4, Edit(node, with_args(node, [each for each in node.args if each not in left]))
    if isinstance(statement, ast.Expr):
        is_added = name_of(node.func) == "add" and any(
            _is_layer_less(context, each) for each in node.args
        )
        if is_added or node is context.node and name_of(node.func) in context.told.left_out:
            yield 0.8, Edit(statement, ())


def _is_layer_less(context: Context, layer: ast.expr) -> bool:
    """Whether the message leaves out a layer of this class."""
    told, name = context.told, callee(layer)
    return name in told.left_out or told.is_left_out and name == told.about


def _is_left(context: Context, inner: ast.expr, call: ast.Call) -> bool:
    """Whether an object may stand for the result of its method: it is of the same kind, and nothing is lost that matters."""
    is_kept = _does(context, call) or context.holds(call)
    return _is_of_kind(context, inner, call) and not is_kept


def _does(context: Context, call: ast.Call) -> bool:
    """Whether a call is given a function of the program: what that does is meant."""
    own = context.outline.named
    return any(isinstance(each, ast.Lambda) or name_of(each) in own for each in call.args)


def _is_same_call(one: ast.expr, other: ast.Call) -> bool:
    if not isinstance(one, ast.Call) or name_of(one.func) != name_of(other.func):
        return False
    return have_same_args(one, other)


def _is_of_kind(context: Context, one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions have values of one class."""
    value = context.value(one)
    is_module = value is None or isinstance(value, External)
    result = context.value(other)
    are_alike = getattr(value, "cls", None) is getattr(result, "cls", None)
    return not is_module and are_alike and type(value) is type(result)


def all_items(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """The list where one of its items is refused: `layer.set_weights(weights)`."""
    is_list = isinstance(context.value(node.value), (tuple, Container))
    if context.finding.code == "tf-value" and is_list and node in context.operands:
        yield 1.3, Edit(node, node.value)


def undecorated(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """AutoGraph for the function of what is refused, where its decorator turns that off."""
    if node is not context.node or context.finding.code != "tf-trace":
        return
    for each in context.outline.around(context.node):
        for call in getattr(each, "decorator_list", ()):
            kept = [one for one in getattr(call, "keywords", ()) if one.arg != "autograph"]
            if isinstance(call, ast.Call) and len(kept) < len(call.keywords):
                made = with_fields(call, {"keywords": kept})
                yield 0.6, Edit(call, made if kept or call.args else call.func)


OF_REMOVALS: Final = (without, less, all_items, undecorated)
