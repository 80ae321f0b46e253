"""Edits of where variables are made: of what is assigned to, and once for all traces of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.calls import callee, is_layer
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, expression, with_fields
from tftypes.inference.repairs.sites import bound


def made_variable(context: Context, place: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A variable where a tensor or a number is made that the program assigns to."""
    node, statement = context.node, context.outline.parents.get(place)
    variable = context.spelled("tf.Variable")
    if (
        variable is None
        or not isinstance(node, ast.Attribute)
        or not node.attr.startswith("assign")
    ):
        return
    if isinstance(place, ast.Call) and callee(place) == "identity":
        yield 1.0, Edit(place, with_fields(place, {"func": variable}))
    elif isinstance(place, ast.ListComp) and callee(place.elt) != "identity":
        yield 0.5, Edit(place.elt, ast.Call(variable, [place.elt], []))
    if not isinstance(statement, ast.Assign) or statement.value is not place:
        return
    own = ast.unparse(node.value)
    read = [each for each in ast.walk(place) if ast.unparse(each) == own]
    before = [*read, *(context.outline.defining(node.value) if read else ())]
    if any(getattr(context.tensor(each), "kind", "") == "variable" for each in before):
        later, call = context.outline.statement(node), context.outline.parents.get(node)
        given = [*map(ast.unparse, getattr(call, "args", ()))]
        line = ast.Expr(ast.Call(node, [place], []))
        if later is not None and given == [own] and node.attr == "assign":
            yield 0.3, Edit(statement, (line,), (Edit(later, ()),))
    elif own in map(ast.unparse, statement.targets):
        is_zero = isinstance(place, ast.Constant) and place.value == 0
        if is_zero and is_layer(
            context, node.value.value if isinstance(node.value, ast.Attribute) else node
        ):
            yield 0.5, Edit(place, expression("self.add_weight(initializer='zeros')"))
        yield 0.6, Edit(place, ast.Call(variable, [place], []))


def made_once(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """What each trace of a function makes anew, made before the function, or in the constructor of its object."""
    function, statement = context.outline.function(node), context.outline.statement(node)
    is_refused = node in (context.node, getattr(context.node, "func", None))
    is_refused &= context.finding.code == "tf-state"
    if not is_refused or not isinstance(function, ast.FunctionDef) or statement is None:
        return
    cls = class_of(context.value(node))
    if context.library_name(node.func) != _VARIABLE and not cls.startswith(_KERAS):
        return
    own = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} & bound(function)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    is_moved = isinstance(target, ast.Name) and statement in function.body
    name = target.id if isinstance(target, ast.Name) and is_moved else callee(node).lower()
    owner = context.outline.parents.get(function)
    if isinstance(owner, ast.ClassDef) and own <= {_SELF}:
        for each in owner.body:
            if isinstance(each, ast.FunctionDef) and each.name == "__init__":
                kept = expression(f"{_SELF}.{name}")
                line = ast.Assign([kept], node, lineno=1)
                last = each.body[-1]
                yield 0.4, Edit(node, kept, (Edit(last, (last, line)),))
    elif not isinstance(owner, ast.ClassDef) and not own:
        block = getattr(owner, "body", [])
        above = block[: block.index(function)] if function in block else []
        simple = [each for each in above if isinstance(each, _SIMPLE)]
        line = ast.Assign([ast.Name(name, ast.Store())], node, lineno=1)
        for last in simple[-1:]:
            before = Edit(last, (last, line))
            old, new = (statement, ()) if is_moved else (node, expression(name))
            yield 0.4, Edit(old, new, (before,))


def made_first(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """What makes variables in a graph, under `if not hasattr(self, "w")`, where it is an attribute of the object."""
    statement = context.outline.statement(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if context.finding.code == "tf-state" and node is context.node and statement is not None:
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            test = expression(f"not hasattr({target.value.id}, {target.attr!r})")
            yield 0.6, Edit(statement, (ast.If(test, [statement], []),))


_SELF: Final = "self"
_VARIABLE: Final = "tensorflow.Variable"
_KERAS: Final = "tensorflow.keras."
#: Statements that have no others in them.
_SIMPLE: Final = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Import, ast.ImportFrom)

OF_VARIABLES: Final = (made_variable, made_once, made_first)
