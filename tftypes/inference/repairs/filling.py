"""Code of a message whose names stand for operands, in the place of what is refused."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from tftypes.inference.objects import is_unknown
from tftypes.inference.repairs.calls import (
    KIN,
    accepted,
    attribute,
    callee,
    given_for,
    merged,
    with_args,
    with_keyword,
)
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, substituted, with_fields
from tftypes.inference.repairs.fragments import filled, holes, looks_alike, name_of
from tftypes.inference.values import Dataset

#: A longer name stands for what has it, and for no other operand: `shape`, `weight`.
WORD: Final = 3
#: What a message calls the labels that a loss gets.
_LABELS: Final = "y_true"


def of_receiver(context: Context, code: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An attribute of what has not the one that is asked for: `history['loss']`, `output.shape`."""
    node, root = context.node, code
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if isinstance(node, ast.Attribute) and isinstance(root, ast.Name) and root is not code:
        if context.outline.lacks(root):
            part = attribute(node.value, root.id)
            yield 0.4, Edit(node, substituted(code, lambda each: part if each is root else None))


def _object_of(context: Context, call: ast.Call) -> ast.expr | None:
    """The object of a method that is called without arguments: it is what is refused."""
    if call.args or call.keywords or context.library_name(call.func):
        return None
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def for_call(context: Context, code: ast.expr, names: list[str]) -> Iterator[tuple[float, Edit]]:
    """The code where the call is, or as its one argument: what stands for operands are those of the call, in their order."""
    node = context.node
    if isinstance(node, ast.Subscript) and isinstance(code, ast.Subscript):
        if ast.dump(code.value) == ast.dump(node.value):
            yield 0.2, Edit(node, code)  # another item of it
    if isinstance(node, ast.Attribute):  # which its receiver has not
        called = context.outline.parents.get(node)
        call = called if isinstance(called, ast.Call) and called.func is node else None
        is_of_it = isinstance(code, ast.Attribute) and code.attr == node.attr  # `np.array(x).min`
        call = None if is_of_it else call
        operands = [node.value, *(call.args if call else ())]
        given = {each.arg: each for each in call.keywords} if call else {}
        named = [
            given[each] for each in names[len(operands) :] if each in given
        ]  # `x.argmax(axis=1)`
        operands += [each.value for each in named]
        if len(names) == 2 < len(operands) and context.tensor(node.value):  # `x.reshape(2, 3)`
            operands = [node.value, ast.List(operands[1:], ast.Load())]
        if len(operands) == len(names) and names[0] != "shape" and not isinstance(code, ast.Name):
            made = filled(code, dict(zip(names, operands)))
            rest = [each for each in call.keywords if each not in named] if call else []
            for each in rest:  # `x.mean(axis=0)`
                made = with_keyword(context, made, each)
            statement = context.outline.parents.get(call) if call else None
            # nothing changes a tensor in its place
            is_tensor = isinstance(node.value, ast.Name) and context.tensor(node.value) is not None
            if made is not None and isinstance(statement, ast.Expr) and is_tensor:
                target = ast.Name(ast.unparse(node.value), ast.Store())
                yield 0.7, Edit(statement, (ast.Assign([target], made, lineno=1),))
            elif made is not None:
                yield 0.7, Edit(call or node, made)
    elif isinstance(node, ast.BinOp) and {*names} <= {"left", "right"}:
        made = filled(code, {"left": node.left, "right": node.right})
        if isinstance(code, ast.Call) and names == ["left", "right"]:
            yield 0.6, Edit(node, made)
        for side in [{"left": node.left, "right": node.right}[each] for each in names]:
            yield 0.7 + context.outline.is_shared(side), Edit(side, made)
    elif isinstance(node, ast.Call) and len(names) == 1 and (owner := _object_of(context, node)):
        yield 0.7, Edit(node, filled(code, {names[0]: owner}))  # `x.item()`
    elif isinstance(node, ast.Call) and callee(code) == callee(node) and _own(context, node, names):
        made = filled(code, _own(context, node, names))
        is_less = len(names) < len(node.args) + len(node.keywords)
        if isinstance(node.func, ast.Attribute) and isinstance(made, ast.Call) and is_less:
            made = merged(context, accepted(context, node), made)  # a method of the same object
        yield 0.7, Edit(node, made)
    elif isinstance(node, ast.Subscript) and {*names} == {*holes(context, node)}:
        yield 0.7, Edit(node, code)  # of what the program calls so
    elif isinstance(node, ast.Subscript) and names == _arguments(code) and len(names) == 2:
        yield 0.7, Edit(node, filled(code, dict(zip(names, (node.value, node.slice)))))
    elif isinstance(node, ast.Subscript) and len(names) == 1 and not isinstance(code, ast.Name):
        keys = getattr(context.value(node.value), "read", lambda *_: None)(name_of(code), None)
        if getattr(keys, "kind", "") == "dict" and type(context.value(node.slice)) is int:
            return  # its items have names
        if names == ["operand"]:  # an attribute of it has the items
            yield 0.5, Edit(node.value, filled(code, {"operand": node.value}))
        is_own = len(names[0]) >= WORD and not context.outline.lacks(code, node)
        if is_own and not isinstance(code, ast.Subscript):
            return  # it is what the program calls so
        yield 0.7, Edit(node, code if is_own else filled(code, {names[0]: node.value}))
    elif isinstance(node, ast.Call) and len(node.args) == len(names):
        if any(is_unknown(context.value(each)) for each in node.args):
            return  # it would suit anything
        made = filled(code, dict(zip(names, node.args)))
        if is_kin(context, code):
            yield 0.7, Edit(node, made)
            return
        is_builtin = isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id)
        is_builtin &= not hasattr(builtins, callee(code))  # `range(int(x))`
        is_named = len(names) > 1 and {*names} <= {*context.parameters(node)}
        is_one = isinstance(made, ast.Call) and len(made.args) < len(names)  # a list of them
        if isinstance(made, ast.Call) and callee(code) == callee(node) and not is_one:
            other = {"func": made.func} if context.library_name(made.func) else {}
            yield 0.7, Edit(node, with_fields(merged(context, node, made), other))
        elif is_builtin and len(names) == 1 or is_named or callee(code) == callee(node):
            yield 0.7, Edit(node, made)
        elif len(names) > 1:
            yield 0.7, Edit(node, with_args(node, [made]))
        elif isinstance(made, ast.Call) and looks_alike(callee(code), callee(node)):
            yield 0.75, Edit(node, made)  # `pinv(x)` for `inv(x)`
        if _is_instead(context, node, code):
            yield 0.8, Edit(node, code)


def _is_instead(context: Context, node: ast.Call, code: ast.expr) -> bool:
    """Whether code does the work of a call on what the call is given: a method of that, or ops in a graph."""
    given = [*map(ast.unparse, node.args)]
    if not isinstance(code, ast.Call) or context.outline.lacks(code, node):
        return False
    owner = code.func.value if isinstance(code.func, ast.Attribute) else code
    is_of_graph = context.finding.code == "tf-trace" and bool(context.library_name(node.func))
    return (
        ast.unparse(owner) in given
        or is_of_graph
        and [*map(ast.unparse, code.args[:1])] == given[:1]
    )


def _arguments(code: ast.expr) -> list[str]:
    """What a call gives by position, where it gives nothing else."""
    is_plain = isinstance(code, ast.Call) and not code.keywords
    return [*map(ast.unparse, code.args)] if is_plain and isinstance(code, ast.Call) else []


def is_kin(context: Context, code: ast.expr) -> bool:
    """Whether the code calls what is taken for the function that is called, in its place."""
    node = context.node
    names = {callee(each) for each in (code, node) if isinstance(each, ast.Call)}
    return len(names) == 2 and any(names <= {*group} for group in KIN)


def _own(context: Context, node: ast.Call, names: list[str]) -> dict[str, ast.expr | None]:
    """What a call gives for some of its parameters; nothing where it does not give all."""
    found = {each: given_for(context, node, each) for each in names}
    return {} if None in found.values() else found


def put_around(context: Context, code: ast.expr, hole: str, node: ast.expr) -> Edit:
    """The code around an operand; a float in the place of an int that makes a tensor, in that of its cast.

    The labels of a dataset are mapped; what is cast already is cast once.
    """
    data = context.value(node)
    is_pair = (
        isinstance(data, Dataset) and isinstance(data.element, tuple) and len(data.element) == 2
    )
    if is_pair and hole == _LABELS:
        labels = filled(code, {hole: ast.Name("y", ast.Load())})
        text = "_data.map(lambda x, y: (x, _labels))"
        return Edit(node, expression(text, _data=node, _labels=labels))
    number = node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 else node
    if isinstance(number, ast.Constant) and type(number.value) is int and callee(code) == "cast":
        is_made = number is node or callee(node) in ("constant", "Variable")
        if "float" in ast.unparse(code) and is_made:
            return Edit(number, ast.Constant(float(number.value)))
    is_cast_again = isinstance(node, ast.Call) and callee(code) == callee(node) == "cast"
    inside = node.args[0] if is_cast_again and isinstance(node, ast.Call) and node.args else node
    return Edit(node, filled(code, {hole: inside}))
