"""Edits of residual blocks: a shortcut through a layer that makes it as the block's layers make the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.calls import callee, given_for, is_layer, with_more
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, statements
from tftypes.inference.repairs.fragments import name_of

#: The layers whose copy with a kernel of 1 takes each place by itself.
_PLACEWISE: Final = ("Dense", "Conv1D", "Conv2D", "Conv3D")


def projected(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The shortcut through a layer with the width and the strides of one of the block's: it fits each call of the block."""
    if node is not context.node or context.finding.code != "tf-shape":
        return
    summands = [each for each in _summands(node) if isinstance(each, ast.Name)]
    for made in _layers(context, node) if summands else ():
        layer = _of_kernel_one(made)
        if layer is None or context.value(layer.args[0]) == 1:  # which goes with any width
            continue
        for inner in [each for one in summands for each in _projections(context, one)]:
            for strides in layer.keywords if inner is not made else ():
                yield 0.5, Edit(inner, with_more(inner, strides))
        for each in summands:
            if context.outline.function(made) is context.outline.function(node):
                yield 0.6, Edit(each, ast.Call(layer, [each], []))
            elif (kept := _kept(context, made, layer)) is not None:
                name, also = kept
                yield 0.7, Edit(each, ast.Call(name, [each], []), (also,))


def _projections(context: Context, node: ast.expr) -> Iterator[ast.Call]:
    """The layers without strides that make a tensor of a name, each place by itself: `x = Conv2D(filters, 1)(x)`."""
    for made in context.outline.defining(node):
        layer = made.func if isinstance(made, ast.Call) else None
        if isinstance(layer, ast.Call) and name_of(layer.func) in _PLACEWISE[1:]:
            kernel, strides = (
                given_for(context, layer, each) for each in ("kernel_size", "strides")
            )
            if strides is None and kernel is not None and context.value(kernel) == 1:
                yield layer


def _summands(node: ast.AST) -> list[ast.expr]:
    """The two tensors that a layer or an operator adds."""
    match node:
        case ast.Call(args=[ast.List(elts=[one, other]) | ast.Tuple(elts=[one, other])]):
            return [one, other] if callee(node) in ("Add", "add") else []
        case ast.BinOp(op=ast.Add(), left=one, right=other):
            return [one, other]
    return []


def _layers(context: Context, node: ast.AST) -> Iterator[ast.Call]:
    """The layers that are made in the function of a node, or in the class around it."""
    function = context.outline.function(node)
    owner = context.outline.parents.get(function)
    for each in context.outline.calls:
        inside = context.outline.function(each)
        is_beside = isinstance(owner, ast.ClassDef) and context.outline.parents.get(inside) is owner
        if (inside is function or is_beside) and is_layer(context, each):
            yield each


def _of_kernel_one(call: ast.Call) -> ast.Call | None:
    """A layer with the width and the strides of another one, which takes each place by itself."""
    name, widths = name_of(call.func), ("filters", "units")
    width = call.args[:1] or [each.value for each in call.keywords if each.arg in widths]
    if not width or name not in _PLACEWISE:
        return None
    kernel: list[ast.expr] = [] if name == "Dense" else [ast.Constant(1)]
    strides = [each for each in call.keywords if each.arg == "strides"]
    strides += [ast.keyword("strides", each) for each in call.args[2:3] if kernel]
    return ast.Call(call.func, [*width, *kernel], strides)


def _kept(context: Context, made: ast.Call, layer: ast.Call) -> tuple[ast.expr, Edit] | None:
    """The attribute that keeps a layer beside one of the same class, and what assigns it."""
    match context.outline.parents.get(made):
        case ast.Assign(targets=[ast.Attribute(value=ast.Name() as owner)]) as statement:
            taken = {each.attr for each in context.outline.nodes if isinstance(each, ast.Attribute)}
            name = "shortcut" if "shortcut" not in taken else "projection"
            read = ast.Attribute(owner, name, ast.Load())
            assigned = statements(f"{ast.unparse(read)} = _layer", _layer=layer)
            return (read, Edit(statement, (statement, *assigned))) if name not in taken else None
    return None


OF_SHORTCUTS: Final = (projected,)
