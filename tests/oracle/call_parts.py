"""The parts of a drawn call: its tensors, their dims, its numbers, its arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from tftypes.inference.models.tensorflow.ops.examples import DTYPES, to_python


def tensors(tree: ast.AST) -> list[ast.Subscript]:
    """The `f32[2, None]` in a call."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in DTYPES
    ]


def dims(tensor: ast.Subscript) -> list[ast.expr]:
    return list(tensor.slice.elts) if isinstance(tensor.slice, ast.Tuple) else [tensor.slice]


def set_dims(tensor: ast.Subscript, items: list[ast.expr]) -> None:
    tensor.slice = items[0] if len(items) == 1 else ast.Tuple(items, ast.Load())


def numbers(tree: ast.AST) -> list[ast.Constant]:
    """The ints outside tensors: axes, sizes, strides."""
    inside = {node for tensor in tensors(tree) for node in ast.walk(tensor)}
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is int and node not in inside
    ]


KINDS: Final = ("ragged", "sparse", "variable", "array", "untold", "LinearOperator")


def arguments(tree: ast.AST) -> Iterator[tuple[Any, int]]:
    """The lists that hold tensors as they are passed, and where in them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) not in KINDS:
            yield from (
                (node.args, place)
                for place, each in enumerate(node.args)
                if isinstance(each, ast.Subscript) and each in tensors(each)
            )


def of_kinds(tree: ast.AST) -> Iterator[ast.Call]:
    """The `ragged(f32[2, None])` in a call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
            yield node


def integer(value: int) -> ast.expr:
    constant = ast.Constant(abs(value))
    return constant if value >= 0 else ast.UnaryOp(ast.USub(), constant)


def parsed(text: str) -> ast.expr:
    return ast.parse(to_python(text), mode="eval").body


def replace(tree: ast.AST, old: ast.expr, new: ast.expr) -> None:
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if value is old:
                setattr(node, field, new)
            elif isinstance(value, list) and old in value:
                value[value.index(old)] = new
