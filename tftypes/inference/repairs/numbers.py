"""Edits of numbers: of another type, or at least 1."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import DType
from tftypes.inference.repairs.calls import callee
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, rebuilt, together
from tftypes.inference.repairs.fragments import ROWS

#: What rows of numbers are written with.
_OF_ROWS: Final = {ast.Constant, *ROWS, ast.UnaryOp, ast.USub, ast.Load}


def as_number(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A number in place of its text; as a float, where ints and floats meet."""
    dtypes = [DType.of(each) for each in context.told.dtypes]
    text = node.value if isinstance(node, ast.Constant) else None
    if isinstance(text, str) and text.removeprefix("-").replace(".", "", 1).isdecimal():
        yield 1.0, Edit(node, ast.Constant(float(text) if "." in text else int(text)))
    sum_of = context.node if isinstance(context.node, ast.AugAssign) else None
    for made in context.outline.defining(sum_of.target) if sum_of and node is sum_of.value else ():
        begin = made.args[0] if isinstance(made, ast.Call) and len(made.args) == 1 else made
        if isinstance(begin, ast.Constant) and type(begin.value) is int and dtypes:
            if any(each.is_floating for each in dtypes):  # `total = tf.constant(0)` before a loop
                yield 0.5, Edit(begin, ast.Constant(float(begin.value)))
    number = node.value if isinstance(node, ast.Constant) else None
    is_mixed = any(each.is_floating for each in dtypes) and any(each.is_integer for each in dtypes)
    if isinstance(number, float) and number.is_integer() and is_mixed:
        yield 1.4, Edit(node, ast.Constant(int(number)))
    parent = context.outline.parents.get(node)
    is_size = isinstance(parent, ast.Subscript)
    is_size |= isinstance(parent, ast.Call) and callee(parent) in context.outline.named
    if isinstance(number, int) and type(number) is int and not is_size and is_mixed:
        yield 1.4, Edit(node, ast.Constant(float(number)))


def with_gradients(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """Floats in place of all ints that a call is given, where a gradient is None: ints have none.

    Tensors that the program makes of ints beside it are made of floats, too.
    """
    refused = (each for each in ast.walk(context.node) if isinstance(each, ast.expr))
    is_missing = context.finding.code == "tf-gradient" or any(map(context.is_nothing, refused))
    made = _of_floats(context, node) if is_missing else None
    if made is not None:
        yield 1.4, Edit(node, made)
        ints = [each.node for each in context.sites if _is_of_ints(context, each.node)]
        others = {each: new for each in ints if (new := _of_floats(context, each)) is not None}
        if node in others and len(others) > 1:
            yield 1.5, together(context.outline, others)


def _of_floats(context: Context, call: ast.expr) -> ast.expr | None:
    """A call that is given floats for ints; None where it is given none, or a list of sizes."""
    args = call.args if isinstance(call, ast.Call) else []
    numbers = [*filter(_is_int, args)]
    if not numbers and _is_of_ints(context, call):
        inside = [one for each in args for one in ast.walk(each)]
        numbers = [*filter(_is_int, inside if {*map(type, inside)} <= _OF_ROWS else ())]
    if not numbers:
        return None
    floats: dict[ast.AST, ast.Constant] = {
        each: ast.Constant(float(ast.literal_eval(each))) for each in numbers
    }
    return rebuilt(call, lambda each: floats.get(each))


def _is_of_ints(context: Context, node: ast.expr) -> bool:
    tensor = context.tensor(node)
    return tensor is not None and tensor.dtype.is_integer is True


def _is_int(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def positive(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """At least 1 in the place of a size that has become 0."""
    if context.finding.code == "tf-value" and not isinstance(node, ast.Constant):
        is_size = type(context.value(node)) is int and node in context.operands
        if is_size and 0 in context.told.numbers:
            made = ast.Call(ast.Name("max", ast.Load()), [ast.Constant(1), node], [])
            yield 1.8, Edit(node, made)


def alike(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """One dtype for what the ways of a condition, or the rounds of a loop, give a name."""
    block, cast = context.outline.statement(context.node), context.spelled("tf.cast")
    if node is not context.node or not isinstance(block, (ast.If, ast.While, ast.For)):
        return
    for statement in ast.walk(block) if context.finding.code == "tf-dtype" else ():
        if not isinstance(statement, ast.Assign):
            continue
        value, tensor = statement.value, context.tensor(statement.value)
        for name in context.told.dtypes:
            dtype, number = DType.of(name), getattr(value, "value", None)
            if isinstance(number, (int, float)) and not isinstance(number, bool):
                other = float(number) if dtype.is_floating else int(number)
                if other == number and type(other) is not type(number):
                    yield 0.9, Edit(value, ast.Constant(other))
            elif tensor is not None and cast is not None and tensor.dtype != dtype:
                if dtype.is_floating or not tensor.dtype.is_floating:
                    yield 1.1, Edit(value, ast.Call(cast, [value, ast.Constant(name)], []))


OF_NUMBERS: Final = (as_number, with_gradients, positive, alike)
