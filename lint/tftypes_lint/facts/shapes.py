"""Shapes of expressions, where annotations and constants say them."""

from __future__ import annotations

import ast
from typing import Final

from tftypes_lint.facts.module import Facts

#: Sizes and names of sizes; None for a dim of any size.
Dims = tuple[int | str | None, ...]

_CREATED: Final = frozenset(
    {
        "tensorflow.ones",
        "tensorflow.random.normal",
        "tensorflow.random.uniform",
        "tensorflow.zeros",
    }
)
_ANNOTATED: Final = frozenset({"tensorflow.Tensor", "tensorflow.Variable", "tftypes.Tensor"})


def shape(facts: Facts, expr: ast.expr) -> Dims | None:
    """The dims of an expression; None where they are not written down."""
    if isinstance(expr, ast.Name):
        binding = facts.names.only(expr)
        if binding is None:
            return None
        if binding.kind == "parameter":
            return annotated(facts, binding.annotation)
        return shape(facts, binding.value) if binding.kind == "value" and binding.value else None
    if isinstance(expr, ast.Call) and expr.args:
        name = facts.names.full_name(expr.func)
        if name in _CREATED:
            return _sizes(expr.args[0])
        if name == "tensorflow.constant" and len(expr.args) == 1:
            return _nested(expr.args[0])
        if name == "tensorflow.Variable" and len(expr.args) == 1:
            return _nested(expr.args[0]) or shape(facts, expr.args[0])
    return None


def annotated(facts: Facts, annotation: ast.expr | None) -> Dims | None:
    """The dims of `Tensor[float32, Shape[N, 1]]`; a name stands for one size."""
    if not isinstance(annotation, ast.Subscript) or not isinstance(annotation.slice, ast.Tuple):
        return None
    if facts.names.full_name(annotation.value) not in _ANNOTATED or len(annotation.slice.elts) != 2:
        return None
    shape = annotation.slice.elts[1]
    if (
        not isinstance(shape, ast.Subscript)
        or facts.names.full_name(shape.value) != "tftypes.Shape"
    ):
        return None
    dims = shape.slice.elts if isinstance(shape.slice, ast.Tuple) else [shape.slice]
    return tuple(map(_dim, dims)) if not any(isinstance(dim, ast.Starred) for dim in dims) else None


def _dim(dim: ast.expr) -> int | str | None:
    if isinstance(dim, ast.Constant) and type(dim.value) is int:
        return dim.value
    return dim.id if isinstance(dim, ast.Name) else None


def _sizes(expr: ast.expr) -> Dims | None:
    """`[3, 1]`, or `3` where a single size is meant."""
    if isinstance(expr, (ast.List, ast.Tuple)):
        values = [each.value if isinstance(each, ast.Constant) else None for each in expr.elts]
        return tuple(value if type(value) is int else None for value in values)
    return None


def _nested(expr: ast.expr) -> Dims | None:
    """The shape of numbers in nested lists."""
    if isinstance(expr, (ast.List, ast.Tuple)):
        inner = {_nested(each) for each in expr.elts}
        only = inner.pop() if len(inner) == 1 else None
        return None if only is None else (len(expr.elts), *only)
    number = isinstance(expr, ast.Constant) or (
        isinstance(expr, ast.UnaryOp) and isinstance(expr.operand, ast.Constant)
    )
    return () if number else None
