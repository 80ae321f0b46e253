"""Edits of numbers: of another type, or at least 1."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import DType
from tftypes.inference.repairs.calls import callee, with_args
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit


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
    parent = context.outline.parents.get(node)
    is_size = isinstance(parent, ast.Subscript)
    is_size |= isinstance(parent, ast.Call) and callee(parent) in context.outline.named
    if isinstance(node, ast.Constant) and type(node.value) is int and not is_size:
        if any(each.is_floating for each in dtypes) and any(each.is_integer for each in dtypes):
            yield 1.4, Edit(node, ast.Constant(float(node.value)))


def with_gradients(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Floats in place of all ints that a call is given, where a gradient is None: ints have none."""
    given = node.args if isinstance(node, ast.Call) else []
    numbers = [each for each in given if isinstance(each, ast.Constant) and type(each.value) is int]
    refused = (each for each in ast.walk(context.node) if isinstance(each, ast.expr))
    if isinstance(node, ast.Call) and numbers and any(map(context.is_nothing, refused)):
        made: list[ast.expr] = [
            ast.Constant(float(ast.literal_eval(each))) if each in numbers else each
            for each in given
        ]
        yield 1.4, Edit(node, with_args(node, made))


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
