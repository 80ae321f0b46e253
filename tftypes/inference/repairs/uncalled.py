"""Edits that give a layer the tensor before it, where the program has the layer, or a name without a value, in its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.calls import callee, is_layer
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit

#: So many tensors are tried.
_MOST: Final = 3
#: What takes tensors, and makes nothing of them.
_TAKING: Final = ("Model", "Functional")


def called(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """What a layer makes of a tensor before it: `x = layers.Dense(3)`, `Model(inputs, layers.Dense(3))`."""
    parent, call = context.outline.parents.get(node), context.call
    statement = context.outline.statement(node)
    if call is None or statement is None or not is_layer(context, node):
        return
    is_given = node in context.operands
    if isinstance(parent, ast.Assign):
        names = [ast.unparse(each) for each in context.operands if isinstance(each, ast.Name)]
        target = ast.unparse(parent.targets[0])
        attributes = (each for each in context.outline.nodes if isinstance(each, ast.Attribute))
        is_given = target in names and all(ast.unparse(each.value) != target for each in attributes)
    if is_given and (is_layer(context, call.func) or context.library_name(call.func)):
        made = context.outline.named.get(callee(node))
        late = 0.2 if isinstance(made, ast.FunctionDef) else 0.0  # it was to call the layer itself
        for rank, name in enumerate(tensors_before(context, statement)[:_MOST]):
            yield (
                1.0 + late + rank / 10,
                Edit(node, ast.Call(node, [ast.Name(name, ast.Load())], [])),
            )


def tensors_before(context: Context, statement: ast.stmt) -> list[str]:
    """The tensors that have names before a statement: its own name, those that nothing takes, then the nearest."""
    outline = context.outline
    function = outline.function(statement)
    before = [
        each
        for each in outline.nodes
        if isinstance(each, ast.Assign)
        and each.lineno < statement.lineno
        and outline.function(each) is function
        and context.tensor(each.value) is not None
    ]
    before.sort(key=lambda each: -each.lineno)
    names = [ast.unparse(target) for each in before for target in each.targets]
    makers = [
        each
        for each in outline.calls
        if callee(each) not in _TAKING and each.lineno != statement.lineno
    ]
    taken = {ast.unparse(each) for call in makers for arg in call.args for each in ast.walk(arg)}
    own = ast.unparse(statement.targets[0]) if isinstance(statement, ast.Assign) else ""
    found = dict.fromkeys(each for each in names if each.isidentifier())
    return [own] if own in found else sorted(found, key=lambda each: each in taken)


def applied(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A layer that a function returns, or gives to another layer, called on the last tensor before: `return self.last(x)`."""
    function = context.outline.function(node)
    if not isinstance(function, ast.FunctionDef) or not is_layer(context, node):
        return
    is_returned = isinstance(context.outline.parents.get(node), ast.Return)
    is_method = isinstance(context.outline.parents.get(function), ast.ClassDef)
    if isinstance(node, ast.Attribute):
        is_lost = is_returned and is_method and context.is_fed or node in context.operands
    else:
        is_lost = isinstance(node, ast.Call) and is_returned and not is_method
    names = [each.arg for each in function.args.args if each.arg != "self"][:1]
    for each in ast.walk(function) if is_lost else ():
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            if each.lineno < node.lineno:
                names.append(each.id)
    for name in reversed(names) if is_lost else ():
        yield 0.6, Edit(node, ast.Call(node, [ast.Name(name, ast.Load())], []))


def before(context: Context, node: ast.Name) -> Iterator[tuple[float, Edit]]:
    """The last tensor before, in the place of a name that has no value yet: `x = layer(inputs)`."""
    statement = context.outline.statement(node)
    if node is context.node and context.finding.code == "tf-state" and statement is not None:
        for rank, name in enumerate(tensors_before(context, statement)[:_MOST]):
            yield 0.8 + rank / 10, Edit(node, ast.Name(name, ast.Load()))


OF_UNCALLED: Final = (called, applied, before)
